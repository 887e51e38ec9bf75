/** What started a workflow. */
export interface GithubEvent {
  readonly name: string;
  /** The webhook's payload: of each field that the action reads, and those around it. */
  readonly payload: unknown;
}

/** The docs live in it, so that the agent's pull request does, too. */
export const REPOSITORY = 'acme/docs';
/** The documentation project that the workflows name. */
export const PROJECT = 'rocket-docs';
export const MAINTAINER = 'maya';
export const STRANGER = 'mallory';

export const ISSUE = {
  number: 12,
  title: 'Document the proxy settings',
  body: 'Since 2.4 the CLI heeds HTTPS_PROXY, and the docs do not say a word about it.\n\nThe page to change is probably `guides/network`.',
};

const page = (path: string) => `https://github.com/${path}`;
const user = (login: string) => ({ login, type: 'User', html_url: page(login) });
const repository = { full_name: REPOSITORY, html_url: page(REPOSITORY) };

/** A maintainer labels the issue. */
export function labeled(label: string): GithubEvent {
  const html_url = page(`${REPOSITORY}/issues/${ISSUE.number}`);
  const issue = { ...ISSUE, html_url, user: user('sam'), state: 'open', labels: [{ name: 'docs' }] };
  const payload = { action: 'labeled', issue, label: { name: label }, repository, sender: user(MAINTAINER) };
  return { name: 'issues', payload };
}

/** Somebody comments on the pull request that the agent opened. */
export function commented(login: string, number: number, id: number, body: string): GithubEvent {
  const html_url = page(`${REPOSITORY}/pull/${number}`);
  const agent = { login: 'mintlify[bot]', type: 'Bot' };
  const title = 'Describe the proxy settings';
  const issue = { number, title, body: '', html_url, user: agent, pull_request: { html_url } };
  const comment = { id, body, html_url: `${html_url}#issuecomment-${id}`, user: user(login) };
  return { name: 'issue_comment', payload: { action: 'created', issue, comment, sender: user(login) } };
}

/** Monday morning. */
export function scheduled(): GithubEvent {
  return { name: 'schedule', payload: { schedule: '17 6 * * 1', repository } };
}
