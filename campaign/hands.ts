import { type GithubState, textsOn } from '../sandbox/github/state.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { PROJECT } from './step-run.ts';
import { type Hand, msOf, NEWS, REPOSITORY } from './story.ts';

export interface Conditions {
  jobMs: number;
  latencyMs: number;
  stale: number;
  'late-merges': number;
  'falling-ids': boolean;
  'other-pulls': boolean;
  docsRepository: string;
  /** The run whose request comes next, digit by digit, from 1. */
  order: string;
  isTarget: boolean;
  spoilt: 'empty' | 'cut off' | 'a byte order mark' | undefined;
  /** Until when no connection to Mintlify can be made, and whether it is refused or not answered. */
  outage: { untilMs: number; isSilent: boolean } | undefined;
}

type Groups = readonly string[];
const TIME = String.raw`(\d+(?:\.\d+)?) (ms|s|min|h)`;
const time = (pattern: string) => new RegExp(`^${pattern.replace('TIME', TIME)}$`);

const CONDITIONS: readonly (readonly [RegExp, (groups: Groups) => Partial<Conditions>])[] = [
  [time('jobs take TIME'), ([n, unit]) => ({ jobMs: msOf(n, unit) })],
  [time('answers take TIME'), ([n, unit]) => ({ latencyMs: msOf(n, unit) })],
  [time('GitHub lists comments TIME late'), ([n, unit]) => ({ stale: msOf(n, unit) })],
  [time('GitHub knows merges TIME late'), ([n, unit]) => ({ 'late-merges': msOf(n, unit) })],
  [/^requests come in the order (\d+)$/, ([order = '']) => ({ order })],
  [/^ids of comments fall$/, () => ({ 'falling-ids': true })],
  [/^commits belong to other pull requests as well$/, () => ({ 'other-pulls': true })],
  [/^docs are in the same repository$/, () => ({ docsRepository: REPOSITORY })],
  [
    /^the event file (?:is|begins with) (empty|cut off|a byte order mark)$/,
    ([how]) => ({ spoilt: how as Conditions['spoilt'] }),
  ],
  [/^the workflow listens to pull_request_target$/, () => ({ isTarget: true })],
  [
    time('Mintlify refuses connections for TIME'),
    ([n, unit]) => ({ outage: { untilMs: msOf(n, unit), isSilent: false } }),
  ],
  [
    time('Mintlify is silent for TIME'),
    ([n, unit]) => ({ outage: { untilMs: msOf(n, unit), isSilent: true } }),
  ],
];

export function conditionIn(words: string): Partial<Conditions> | undefined {
  return found(CONDITIONS, words)?.();
}

type Apply = (sandbox: Sandbox, groups: Groups) => void;

const HANDIWORK: readonly (readonly [RegExp, Apply])[] = [
  [/^jobs (?:go|end) as "([\w-]+)"$/, (sandbox, [scenario = '']) => sandbox.setScenario(scenario)],
  [/^somebody starts a job$/, ({ platform }) => platform.startJob(PROJECT, 'From elsewhere')],
  [
    /^#(\d+) has (\d+) comments$/,
    ({ github }, [issue, count]) => chatter(github, Number(issue), Number(count)),
  ],
  [
    /^the docs pull request is (merged|closed|pushed)$/,
    (sandbox, [how]) => changeLatest(sandbox, how as Hand),
  ],
  [/^a commit is pushed$/, ({ github }) => commit(github)],
  [/^main is rewritten$/, ({ github }) => github.contentOf(REPOSITORY).rewrite()],
  [/^(\d+) other runs end$/, ({ github }, [count]) => otherRuns(github, Number(count))],
  [/^tag (\S+) exists$/, ({ github }, [tag = '']) => github.contentOf(REPOSITORY).tag(tag)],
  [
    /^release (\S+) exists$/,
    ({ github }, [tag = '']) => github.contentOf(REPOSITORY).release(tag, github.date(), NEWS),
  ],
  [
    /^draft (\S+) exists$/,
    ({ github }, [tag = '']) => github.contentOf(REPOSITORY).release(tag, undefined, NEWS),
  ],
  [
    /^the token lacks (.+)$/,
    ({ github }, [permission = '']) => {
      github.denied = [...github.denied, permission];
    },
  ],
  [
    /^#(\d+) is (un)?labeled (\S+)$/,
    ({ github }, [number, not, label = '']) => relabel(github, Number(number), label, not === undefined),
  ],
  [
    /^somebody pushes to #(\d+)$/,
    ({ github }, [number]) => github.push({ repository: REPOSITORY, number: Number(number) }),
  ],
  [
    /^somebody (.+) the (first )?reply on #(\d+)( .+)?$/,
    ({ github }, [verb, first, issue, where = '']) =>
      meddle(github, Number(issue), `${verb}${where}`, first !== undefined),
  ],
];

/** @throws {RangeError} where the words say nothing */
export function handiworkIn(words: string): (sandbox: Sandbox) => void {
  const work = found(HANDIWORK, words);
  if (!work) throw new RangeError(`"${words}" is nothing that can happen.`);
  return (sandbox) => work(sandbox);
}

function found<T>(table: readonly (readonly [RegExp, (...args: never[]) => T])[], words: string) {
  for (const [pattern, apply] of table) {
    const groups = pattern.exec(words)?.slice(1);
    if (groups) return (...args: unknown[]) => (apply as (...all: unknown[]) => T)(...args, groups);
  }
  return undefined;
}

const OWN_COMMENT = /<!-- docs-agent-action/;

function chatter(github: GithubState, issue: number, comments: number): void {
  for (let nth = 1; nth <= comments; nth += 1) {
    const body = `Comment ${nth} about something else`;
    github.addComment({ repository: REPOSITORY, issue, user: 'rita', body });
  }
}

function otherRuns(github: GithubState, count: number): void {
  const usual = { repository: REPOSITORY, workflow: 'docs.yml', event: 'push', branch: 'main' };
  const sha = github.contentOf(REPOSITORY).head;
  for (let nth = 1; nth <= count; nth += 1)
    github.workflowRuns.push({ ...usual, id: 20_000 + nth, sha, conclusion: 'success' });
}

function relabel(github: GithubState, number: number, label: string, isAdded: boolean): void {
  const { labels } = github.thread(REPOSITORY, number);
  const others = labels.filter((each) => each !== label);
  github.change({ repository: REPOSITORY, number }, { labels: isAdded ? [...others, label] : others });
}

const firstVersions = new WeakMap<object, string>();

export function keepFirstVersions(github: GithubState): void {
  for (const comment of github.comments)
    if (!firstVersions.has(comment)) firstVersions.set(comment, comment.body);
}

function meddle(github: GithubState, issue: number, how: string, isFirst: boolean): void {
  const all = textsOn(github.comments, { repository: REPOSITORY, number: issue });
  const replies = all.filter(({ body }) => OWN_COMMENT.test(body));
  const reply = isFirst ? replies[0] : replies.at(-1);
  if (!reply) throw new RangeError(`There is no reply on #${issue}.`);
  const { id, body } = reply;
  const older = all.find((each) => !OWN_COMMENT.test(each.body));
  const copy = (text: string, to = issue) =>
    github.addComment({ repository: REPOSITORY, issue: to, user: 'mallory', body: text });
  const [, elsewhere] = / to #(\d+)$/.exec(how) ?? [];
  if (how.startsWith('deletes')) github.deleteComment(id);
  else if (how.startsWith('copies') && elsewhere) copy(body, Number(elsewhere));
  else if (how === 'copies into an older comment') github.editComment(older?.id ?? 0, body);
  else if (how.startsWith('copies the first version of')) copy(firstVersions.get(reply) ?? body);
  else if (how === 'copies') copy(body);
  else if (how === 'writes below') github.editComment(id, `${body}\n\nThank you!`);
  else if (how === 'writes above') github.editComment(id, `Read this:\r\n\r\n${body}`);
  else if (how === 'damages') github.editComment(id, body.replace(OWN_COMMENT, '<!-- '));
  else throw new RangeError(`Nobody "${how}" a reply.`);
}

export function changeLatest({ github, ledger }: Sandbox, how: Hand): void {
  const opened = ledger.jobs.map(({ pullRequest: { repository, number } }) =>
    github.thread(repository, number),
  );
  const latest = opened.findLast(({ isPullRequest, state }) => isPullRequest && state === 'open');
  if (latest && how === 'merged') github.merge(latest, 'squash');
  if (latest && how === 'closed') github.close(latest);
  if (latest && how === 'pushed') github.push(latest);
}

export function deleteFirst(github: GithubState, path: string): void {
  const issue = Number(/\/issues\/(\d+)\//.exec(path)?.[1]);
  const others = textsOn(github.comments, { repository: REPOSITORY, number: issue });
  const first = others.find(({ body }) => !OWN_COMMENT.test(body));
  if (first) github.deleteComment(first.id);
}

export function commit(github: GithubState): void {
  const content = github.contentOf(REPOSITORY);
  const files = [{ filename: `lib/part-${content.length}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
  content.commit({ message: `Change part ${content.length}`, files, author: 'maria' });
}
