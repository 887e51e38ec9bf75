import { PROJECT } from '../__tests__/helpers/action-environment.ts';
import { type GithubState, textsOn } from '../sandbox/github/state.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { NEWS, REPOSITORY } from './story-events.ts';

/** What people do by hand, or somebody else does, without a run of the workflow. */

type Apply = (sandbox: Sandbox, ...args: string[]) => unknown;

/** What follows the verb, and what that does. Runs and time are the world's: `re-run` and `wait` have no effect of their own. */
export const COMMANDS: Readonly<Record<string, readonly [args: RegExp, apply?: Apply]>> = {
  're-run': [/^\d+$/],
  wait: [/^\d+$/],
  jobs: [/^[\w-]+$/, (sandbox, scenario = '') => sandbox.setScenario(scenario)],
  job: [/^$/, ({ platform }) => platform.startJob(PROJECT, 'From elsewhere')],
  chatter: [/^\d+ \d+$/, ({ github }, issue, count) => chatter(github, Number(issue), Number(count))],
  edit: [
    /^\d+ (text-above|text-below|damaged|copied|copied-older|deleted|original-deleted)$/,
    ({ github }, issue, how) => edit(github, Number(issue), how),
  ],
  merge: [/^$/, (sandbox) => changeLatest(sandbox, 'merged')],
  close: [/^$/, (sandbox) => changeLatest(sandbox, 'closed')],
  push: [/^$/, (sandbox) => changeLatest(sandbox, 'pushed')],
  commit: [/^$/, ({ github }) => commit(github)],
  tag: [/^\S+$/, ({ github }, tag = '') => github.contentOf(REPOSITORY).tag(tag)],
  release: [/^\S+$/, ({ github }, tag = '') => release(github, tag)],
  draft: [/^\S+$/, ({ github }, tag = '') => github.contentOf(REPOSITORY).release(tag, undefined, NEWS)],
  rename: [/^\S+\/\S+$/, ({ github }, name = '') => github.rename(REPOSITORY, name)],
  transfer: [/^\d+ \S+\/\S+$/, ({ github }, issue, to = '') => transfer(github, Number(issue), to)],
};

const OWN_COMMENT = /<!-- docs-agent-action/;

function chatter(github: GithubState, issue: number, comments: number): void {
  for (let nth = 1; nth <= comments; nth += 1) {
    const body = `Comment ${nth} about something else`;
    github.addComment({ repository: REPOSITORY, issue, user: 'rita', body });
  }
}

/** What people do to the latest reply. */
function edit(github: GithubState, issue: number, how = ''): void {
  const on = { repository: REPOSITORY, number: issue };
  const all = textsOn(github.comments, on);
  const replies = all.filter(({ body }) => OWN_COMMENT.test(body));
  const reply = how === 'original-deleted' ? replies[0] : replies.at(-1);
  if (!reply) return;
  const { id, body } = reply;
  // Somebody's own comment, from before the reply.
  const older = all.find((each) => !OWN_COMMENT.test(each.body));
  if (how.endsWith('deleted')) github.deleteComment(id);
  else if (how === 'copied-older') github.editComment(older?.id ?? 0, body);
  else if (how === 'copied') github.addComment({ repository: REPOSITORY, issue, user: 'mallory', body });
  else if (how === 'text-below') github.editComment(id, `${body}\n\nThank you!`);
  else if (how === 'text-above') github.editComment(id, `Read this:\r\n\r\n${body}`);
  else github.editComment(id, body.replace(OWN_COMMENT, '<!-- '));
}

/** Deletes the first comment of people in the list that was read: later ones move up by a place. */
export function deleteFirst(github: GithubState, path: string): void {
  const issue = Number(/\/issues\/(\d+)\//.exec(path)?.[1]);
  const others = textsOn(github.comments, { repository: REPOSITORY, number: issue });
  const first = others.find(({ body }) => !OWN_COMMENT.test(body));
  if (first) github.deleteComment(first.id);
}

/** What people do to the agent's latest pull request that is open. */
export function changeLatest({ github, ledger }: Sandbox, how: 'merged' | 'closed' | 'pushed'): void {
  const opened = ledger.jobs.map(({ pullRequest: { repository, number } }) =>
    github.thread(repository, number),
  );
  const latest = opened.findLast(({ isPullRequest, state }) => isPullRequest && state === 'open');
  if (latest && how === 'merged') github.merge(latest, 'squash');
  if (latest && how === 'closed') github.close(latest);
  if (latest && how === 'pushed') github.push(latest);
}

/** A commit on `main`. */
export function commit(github: GithubState): void {
  const content = github.contentOf(REPOSITORY);
  const { length } = content.ids;
  const files = [{ filename: `lib/part-${length}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
  content.commit({ message: `Change part ${length}`, files });
}

/** Publishes a release of the last commit, or of its tag, as a token of a workflow does: no run begins. */
function release(github: GithubState, tag: string): void {
  const at = new Date(Date.now()).toISOString();
  github.contentOf(REPOSITORY).release(tag, `${at.slice(0, 19)}Z`, NEWS);
}

function transfer(github: GithubState, number: number, repository: string): void {
  github.transfer({ repository: REPOSITORY, number }, { repository, number });
}
