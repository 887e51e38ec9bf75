import { jsonObject } from '../sandbox/exchange.ts';
import { BOT, type GithubState, textsOn } from '../sandbox/github/state.ts';
import type { Text, Thread } from '../sandbox/github/things.ts';
import type { Ledger } from '../sandbox/ledger.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { NEWS, REPOSITORY, type SentenceParts, sentenceReader } from './sentences.ts';

export const PROJECT = 'docs-project';
/** For places that a form doesn't have. */
const NO_PARTS = { number: 0, count: 0, ms: 0, text: '', tag: '', label: '' };
type AllParts = SentenceParts & typeof NO_PARTS;

/** How a story's world is, from its beginning. */
export interface Settings extends SandboxOptions {
  /** The run whose request comes next, digit by digit, from 1. */
  readonly order?: string;
  readonly isTarget?: boolean;
  readonly isEventCut?: boolean;
  /** Until when no connection to Mintlify can be made, and how that fails. */
  readonly outage?: { readonly untilMs: number; readonly code: string };
}

const settingOf = sentenceReader<(said: AllParts) => Settings>({
  'jobs take TIME': ({ ms: jobMs }) => ({ jobMs }),
  'answers take TIME': ({ ms: latencyMs }) => ({ latencyMs }),
  'GitHub lists comments TIME late': ({ ms }) => ({ ages: { 'comment-list': ms } }),
  'GitHub knows merges TIME late': ({ ms }) => ({ ages: { 'commit-pulls': ms } }),
  'ids of comments fall': () => ({ 'falling-ids': true }),
  'commits belong to other pull requests as well': () => ({ 'other-pulls': true }),
  'docs are in the same repository': () => ({ docsRepository: REPOSITORY }),
  'requests come in the order WORDS': ({ text: order }) => ({ order }),
  'the workflow listens to pull_request_target': () => ({ isTarget: true }),
  'the event file is cut off': () => ({ isEventCut: true }),
  'Mintlify refuses connections for TIME': ({ ms }) => ({ outage: { untilMs: ms, code: 'ECONNREFUSED' } }),
  'Mintlify is silent for TIME': ({ ms }) => ({ outage: { untilMs: ms, code: 'UND_ERR_CONNECT_TIMEOUT' } }),
});

/** How the words say that the world is; undefined if they are about something else. */
export function readSetting(text: string): Settings | undefined {
  const [meaning, words] = settingOf(text) ?? [];
  return meaning?.({ ...NO_PARTS, ...words });
}

const changeOf = sentenceReader<(github: GithubState, said: AllParts, sandbox: Sandbox) => void>({
  'jobs go as "TEXT"': (_, { text }, sandbox) => sandbox.setScenario(text),
  'somebody starts a job': (_, __, { mintlify }) => mintlify.startJob(PROJECT, 'From elsewhere'),
  'the docs pull request is merged': (github, _, { ledger }) => {
    for (const docs of openDocs(github, ledger)) github.merge(docs, 'squash');
  },
  'the docs pull request is closed': (github, _, { ledger }) => {
    for (const docs of openDocs(github, ledger)) github.change(docs, { state: 'closed' });
  },
  'a commit is pushed': commit,
  'main is rewritten': (github) => github.contentOf(REPOSITORY).rewrite(),
  'tag TAG exists': (github, { tag }) => github.contentOf(REPOSITORY).tag(tag),
  'release TAG exists': (github, { tag }) => github.contentOf(REPOSITORY).release(tag, github.date(), NEWS),
  'draft TAG exists': (github, { tag }) => github.contentOf(REPOSITORY).release(tag, undefined, NEWS),
  'COUNT other runs end': otherRuns,
  'COUNT other releases exist': (github, { count }) => {
    for (let nth = 1; nth <= count; nth += 1)
      github.contentOf(REPOSITORY).release(`other-${nth}`, github.date());
  },
  '#N changes COUNT files': (github, { number, count }) => {
    const files = Array.from({ length: count }, (_, index) => ({ filename: `src/part-${index}.ts` }));
    github.change({ repository: REPOSITORY, number }, { files });
  },
  'the token lacks PERMISSION': (github, { text }) => {
    github.denied = [...github.denied, text];
  },
  '#N is labeled LABEL': (github, { number, label }) => {
    const { labels } = github.thread(REPOSITORY, number);
    github.change({ repository: REPOSITORY, number }, { labels: [...labels, label] });
  },
  '#N is unlabeled LABEL': (github, { number, label }) => {
    const labels = github.thread(REPOSITORY, number).labels.filter((each) => each !== label);
    github.change({ repository: REPOSITORY, number }, { labels });
  },
  '#N has COUNT comments': (github, { number, count }) => {
    for (let nth = 1; nth <= count; nth += 1) comment(github, number, `Comment ${nth} about something else`);
  },
  'somebody deletes a comment on #N': (github, { number }) => github.deleteComment(otherOn(github, number)),
  'somebody deletes the reply on #N': (github, { number }) =>
    github.deleteComment(replyOn(github, number).id),
  'somebody damages the reply on #N': edits((body) => body.replace(MARKER, '<!-- ')),
  'somebody writes below the reply on #N': edits((body) => `${body}\n\nThank you!`),
  'somebody writes above the reply on #N': edits((body) => `Read this:\r\n\r\n${body}`),
  'somebody copies the reply on #N': (github, { number }) =>
    comment(github, number, replyOn(github, number).body),
  'somebody copies the reply on #N to #COUNT': (github, { number, count }) =>
    comment(github, count, replyOn(github, number).body),
  'somebody copies the reply on #N into an older comment': (github, { number }) =>
    github.editComment(otherOn(github, number), replyOn(github, number).body),
  'somebody copies the first version of the reply on #N': (github, { number }, { ledger }) => {
    const created = ledger.of('comment-create').findLast(({ path }) => path.endsWith(`/${number}/comments`));
    comment(github, number, String(jsonObject(created?.body ?? '')?.['body']));
  },
});

/** What people do without starting a run. @throws {RangeError} where the words say nothing that can happen */
export function readChange(text: string): (sandbox: Sandbox) => void {
  const [hand, words] = changeOf(text) ?? [];
  if (!hand) throw new RangeError(`"${text}" is nothing that can happen.`);
  return (sandbox) => hand(sandbox.github, { ...NO_PARTS, ...words }, sandbox);
}

const MARKER = '<!-- docs-agent-action';

function comment(github: GithubState, issue: number, body: string): void {
  github.addComment({ repository: REPOSITORY, issue, user: 'mallory', body });
}

/** The latest reply. */
function replyOn(github: GithubState, number: number): Text {
  const all = textsOn(github.comments, { repository: REPOSITORY, number });
  const reply = all.findLast(({ user, body }) => user === BOT && body.includes(MARKER));
  if (!reply) throw new RangeError(`There is no reply on #${number}.`);
  return reply;
}

/** The id of the first comment that isn't the action's. */
function otherOn(github: GithubState, number: number): number {
  const all = textsOn(github.comments, { repository: REPOSITORY, number });
  return all.find(({ body }) => !body.includes(MARKER))?.id ?? 0;
}

function edits(change: (body: string) => string) {
  return (github: GithubState, { number }: AllParts): void => {
    const { id, body } = replyOn(github, number);
    github.editComment(id, change(body));
  };
}

/** The latest docs pull request, if one is open. */
function openDocs(github: GithubState, { jobs }: Ledger): Thread[] {
  const all = jobs.map(({ pullRequest: { repository, number } }) => github.thread(repository, number));
  return all.filter(({ isPullRequest, state }) => isPullRequest && state === 'open').slice(-1);
}

export function commit(github: GithubState): void {
  const content = github.contentOf(REPOSITORY);
  const files = [{ filename: `lib/part-${content.length}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
  content.commit({ message: `Change part ${content.length}`, files, author: 'maria' });
}

function otherRuns(github: GithubState, { count }: AllParts): void {
  const usual = { repository: REPOSITORY, workflow: 'docs.yml', event: 'push', branch: 'main' };
  const sha = github.contentOf(REPOSITORY).head;
  for (let nth = 1; nth <= count; nth += 1)
    github.workflowRuns.push({ ...usual, id: 20_000 + nth, sha, conclusion: 'success' });
}
