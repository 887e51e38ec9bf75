import type { GithubEvent, PushKind } from '../../sandbox/github/events.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';

/** Who does what in demo, pictures and end-to-end tests. */

/** The docs live in it, so that the agent's pull request does, too. */
export const REPOSITORY = 'acme/docs';
export const MAINTAINER = 'maya';
export const STRANGER = 'mallory';
export const ISSUE = {
  number: 12,
  title: 'Document the proxy settings',
  body: 'Since 2.4 the CLI reads HTTPS_PROXY, which the docs do not mention.\n\nThe page to change is probably `guides/network`.',
  user: 'sam',
};

/** "Docs updates", where merges and sweeps are answered. */
export const STANDING_ISSUE = 40;
/** A pull request of the product. */
export const CHANGE = {
  number: 31,
  title: 'Rename --proxy to --via',
  body: `Fixes #${ISSUE.number}`,
  user: 'sam',
};

/** A sandbox that knows them. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const permissions = { [MAINTAINER]: 'maintain', [STRANGER]: 'read' } as const;
  const sandbox = await startSandbox({ permissions, ...options });
  const { github } = sandbox;
  github.setIssue({ repository: REPOSITORY, ...ISSUE });
  const patch = "@@ -1 +1 @@\n-option('--proxy');\n+option('--via');";
  github.setPullRequest({ repository: REPOSITORY, ...CHANGE, files: [{ filename: 'src/cli.ts', patch }] });
  return sandbox;
}

/** What the maintainer does, unless it says who. */
export function event(name: string, action: string, more: Partial<GithubEvent> = {}): GithubEvent {
  return { name, action, by: MAINTAINER, repository: REPOSITORY, ...more };
}

export const labeled = (label: string) => event('issues', 'labeled', { number: ISSUE.number, label });
export const commented = (text: string, number = ISSUE.number, by = MAINTAINER) =>
  event('issue_comment', 'created', { number, by, text });
export const reviewed = (text: string, number: number) =>
  event('pull_request_review', 'submitted', { number, text });
/** The push that merges a pull request. */
export const merged = (number: number, push: PushKind = 'squash') => event('push', '', { number, push });
export const dispatched = (inputs: Readonly<Record<string, string>> = {}) =>
  event('workflow_dispatch', '', { inputs });
export const scheduled = event('schedule', '');
