/** What started a workflow. */
export interface GithubEvent {
  readonly name: string;
  /** The webhook's payload. */
  readonly payload: unknown;
}

/** The events of the story, as GitHub sends them; of each field that the action reads, and those around it. */

export const REPOSITORY = 'acme/rocket';
/** The documentation project that the workflows name. */
export const PROJECT = 'rocket-docs';
export const MAINTAINER = 'maya';
export const STRANGER = 'mallory';

export const ISSUE = {
  number: 12,
  title: 'Document the proxy settings',
  body: 'Since 2.4 the CLI heeds HTTPS_PROXY, and the docs do not say a word about it.\n\nThe page to change is probably `guides/network`.',
};

function user(login: string) {
  return { login, type: 'User', html_url: `https://github.com/${login}` };
}

const repository = { full_name: REPOSITORY, html_url: `https://github.com/${REPOSITORY}` };

/** As the sandbox names it. */
export const PLACE = { repository: REPOSITORY, issue: ISSUE.number };

const issue = {
  ...ISSUE,
  html_url: `https://github.com/${REPOSITORY}/issues/${ISSUE.number}`,
  user: user('sam'),
  state: 'open',
  labels: [{ name: 'docs' }],
};

/** A maintainer labels the issue. */
export function labeled(label: string): GithubEvent {
  const payload = { action: 'labeled', issue, label: { name: label }, repository, sender: user(MAINTAINER) };
  return { name: 'issues', payload };
}

/** Somebody comments on the issue. */
export function commented(login: string, id: number, body: string): GithubEvent {
  const comment = { id, body, html_url: `${issue.html_url}#issuecomment-${id}`, user: user(login) };
  const payload = { action: 'created', issue, comment, repository, sender: user(login) };
  return { name: 'issue_comment', payload };
}

/** Monday morning. */
export function scheduled(): GithubEvent {
  return { name: 'schedule', payload: { schedule: '17 6 * * 1', repository } };
}
