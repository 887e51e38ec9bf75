import { behaviourNamed } from '../sandbox/faults.ts';
import type { GithubEvent, PushKind } from '../sandbox/github/events.ts';
import { OPERATIONS, type Operation } from '../sandbox/operations.ts';

/**
 * Reads stories: what people do to a repository, which inputs the workflow has, and what breaks. The page beside the stories,
 * `__tests__/agent/stories/README.md`, says what can stand in one.
 */

export type Inputs = Readonly<Record<string, string>>;

/** Something that goes wrong at requests of one run, or because of them. */
export interface Trouble {
  readonly text: string;
  /** The job that it happens to, from 0. */
  readonly job: number;
  readonly operation?: Operation | undefined;
  /** Numbers of the run's requests of that operation, the first and the last. */
  readonly nth: readonly [from: number, to: number];
  /** Milliseconds after the start, instead of a request. */
  readonly ms?: number;
  readonly does: 'fault' | 'dies' | 'cancelled' | Hand;
  /** Of a fault its name. */
  readonly name: string;
  /** The request is not carried out, or has not been. */
  readonly isBefore: boolean;
}

/** What somebody does while a run is at work. */
const HANDS = ['merged', 'closed', 'pushed', 'deleted', 'unlabeled'] as const;
export type Hand = (typeof HANDS)[number];

/** One thing that happens, and what breaks with it. */
export interface Step {
  readonly text: string;
  /** What people do on GitHub, which starts a run. */
  readonly event?: GithubEvent | undefined;
  /** The run that is started again, from 0. */
  readonly again?: number;
  readonly onlyFailed: boolean;
  /** Jobs that run, from 0; all unless given. */
  readonly only?: readonly number[];
  /** Something that starts no run: its words, for {@link HANDIWORK}. */
  readonly hand?: string | undefined;
  /** Milliseconds after the start of the step before; absent where that has to be over. */
  readonly afterMs?: number;
  readonly troubles: readonly Trouble[];
}

export interface Story {
  readonly text: string;
  /** Inputs of each job of the workflow. */
  readonly jobs: readonly Inputs[];
  /** The jobs are steps of one job, or two workflow files with one job each. */
  readonly as: 'jobs' | 'steps' | 'workflows';
  readonly steps: readonly Step[];
}

export const REPOSITORY = 'acme/product';

/** Who opened pull requests from 100, 200 and 300 on, those of mallory from a fork. */
const AUTHORS = ['maria', 'mallory', 'renovate[bot]'];

/** Who opened the pull request; absent for an issue. 41 is that of the sandbox's first job. */
export function authorOf(number: number): string | undefined {
  if (number === 56) return 'rita';
  if ((number > 40 && number < 50) || number === 55) return 'mintlify[bot]';
  return AUTHORS[Math.floor(number / 100) - 1];
}

/** What each operation is called in stories. */
const SHORT = {
  ...{ poll: 'get', list: 'comment-list', write: 'comment-create', edit: 'comment-update' },
  ...{ status: 'status-create', runs: 'workflow-runs' },
} as const satisfies Readonly<Record<string, Operation>>;
const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(SHORT).map(([word, operation]) => [operation, word]),
);

export function wordOf(operation: Operation): string {
  return WORDS[operation] ?? operation;
}

function operationOf(word: string): Operation {
  const name = Object.hasOwn(SHORT, word) ? SHORT[word as keyof typeof SHORT] : word;
  const operation = OPERATIONS.find((each) => each === name);
  if (!operation) throw new RangeError(`There are no requests "${word}".`);
  return operation;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
const TIME = String.raw`(\d+(?:\.\d+)?) (ms|s|min|h)`;

export function msOf(number = '0', unit = 'ms'): number {
  return Number(number) * (UNITS[unit] ?? 1);
}

/** @throws {RangeError} where it can't be read */
export function readStory(text: string): Story {
  const [head = '', body] = splitOutside(text, ' | ');
  const [inputs, happens] = body === undefined ? ['', head] : [head, body];
  const [, as, list = ''] = /^(two workflows:)? ?(.*)$/s.exec(inputs) ?? [];
  const isSteps = list.includes(' then ');
  const steps = splitOutside(happens, '; ').map(readStep);
  return {
    text,
    jobs: splitOutside(list, isSteps ? ' then ' : ' & ').map(readInputs),
    as: as ? 'workflows' : isSteps ? 'steps' : 'jobs',
    steps,
  };
}

/** Splits at a separator that is not inside of quotes. */
function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [from, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted;
    if (isQuoted || at < from || !text.startsWith(separator, at)) continue;
    parts.push(text.slice(from, at));
    from = at + separator.length;
  }
  return [...parts, text.slice(from)];
}

function readInputs(text: string): Inputs {
  const all = [...text.matchAll(/([\w-]+)=(?:"([^"]*)"|(\S*))/g)];
  if (all.map(([whole]) => whole).join(' ') !== text.trim())
    throw new RangeError(`These are no inputs: ${text}`);
  return Object.fromEntries(all.map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']));
}

function readStep(text: string): Step {
  const [, time, unit, same, rest = ''] =
    new RegExp(`^(?:${TIME} later: |(at the same time: ))?(.*)$`, 's').exec(text) ?? [];
  const [words = '', ...modifiers] = splitOutside(rest, ', ');
  const only = modifiers
    .flatMap((each) => /^only job (\d)$/.exec(each)?.[1] ?? [])
    .map((job) => Number(job) - 1);
  const [, failed, again] = /^(failed jobs of )?run (\d+) again$/.exec(words) ?? [];
  const event = again === undefined ? readEvent(words) : undefined;
  return {
    ...{ text, event, onlyFailed: failed !== undefined },
    ...(again !== undefined && { again: Number(again) - 1 }),
    ...(only.length > 0 && { only }),
    ...(time !== undefined && { afterMs: msOf(time, unit) }),
    ...(same !== undefined && { afterMs: 0 }),
    hand: event || again !== undefined ? undefined : words,
    troubles: modifiers.filter((each) => !each.startsWith('only ')).map(readTrouble),
  };
}

const NTH = String.raw`(?:(every )|(\d+)(?:st|nd|rd|th) )?([a-z-]+)( on)?`;

function readTrouble(text: string): Trouble {
  const [, job = '1', words = ''] = /^(?:job (\d): )?(.*)$/.exec(text) ?? [];
  const usual = { text, job: Number(job) - 1, isBefore: false, name: '', nth: [1, 1] as const };
  const after = new RegExp(`^(dies|cancelled|pull request (?:${HANDS.join('|')})) after ${TIME}$`).exec(
    words,
  );
  if (after) return { ...usual, does: doing(after[1]), ms: msOf(after[2], after[3]) };
  const at = new RegExp(`^(dies|cancelled|[a-z ]*(?:${HANDS.join('|')})) (before|after) the ${NTH}$`).exec(
    words,
  );
  if (at) {
    const [, does, when, , nth = '1', word = ''] = at;
    const place = { operation: operationOf(word), nth: [Number(nth), Number(nth)] as const };
    return { ...usual, ...place, does: doing(does), isBefore: when === 'before' };
  }
  const gets = new RegExp(`^(?:the )?${NTH} gets? ([\\w.-]+)$`).exec(words);
  if (!gets) throw new RangeError(`"${text}" is nothing that can go wrong.`);
  const [, every, nth = '1', word = '', on, name = ''] = gets;
  behaviourNamed(name);
  const [from, to] = [Number(nth), every || on ? Number.POSITIVE_INFINITY : Number(nth)];
  return { ...usual, operation: operationOf(word), nth: [from, to], does: 'fault', name };
}

function doing(words = ''): Trouble['does'] {
  if (words === 'dies' || words === 'cancelled') return words;
  return HANDS.find((hand) => words.endsWith(hand)) ?? 'dies';
}

type Given = { readonly [Field in keyof GithubEvent]?: GithubEvent[Field] | undefined };
type Reader = (groups: readonly string[]) => Given;
const on = (number = '') => ({ number: Number(number) });
const thread = (number = '', action = ''): Given => {
  const isPullRequest = authorOf(Number(number)) !== undefined;
  return { ...on(number), action, name: isPullRequest ? 'pull_request' : 'issues', isPullRequest };
};
const push = (kind: PushKind, more: Given = {}) => ({
  name: 'push',
  action: '',
  push: kind,
  ...more,
});
const PULL = /^pull_request/;

/** What people do, after their names. Each starts a run of the workflow. */
const EVENTS: readonly (readonly [RegExp, Reader])[] = [
  [/^labels #(\d+) (\S+)$/, ([number, label]) => ({ ...thread(number, 'labeled'), label })],
  [/^unlabels #(\d+) (\S+)$/, ([number, label]) => ({ ...thread(number, 'unlabeled'), label })],
  [/^(opens|reopens|edits) #(\d+)$/, ([verb, number]) => thread(number, `${verb?.slice(0, -1)}ed`)],
  [/^closes #(\d+)$/, ([number]) => thread(number, 'closed')],
  [/^merges #(\d+)$/, ([number]) => ({ ...thread(number, 'closed'), merged: true })],
  [
    /^(force-)?pushes to #(\d+)$/,
    ([forced, number]) => ({ ...thread(number, 'synchronize'), isForced: forced !== undefined }),
  ],
  [/^changes the base of #(\d+)$/, ([number]) => ({ ...thread(number, 'edited'), formerBase: 'next' })],
  [
    /^comments "([^"]*)" on #(\d+)$/,
    ([text, number]) => ({ name: 'issue_comment', action: 'created', text, ...on(number) }),
  ],
  [
    /^comments "([^"]*)" on a line of #(\d+)$/,
    ([text, number]) => ({ name: 'pull_request_review_comment', action: 'created', text, ...on(number) }),
  ],
  [
    /^reviews #(\d+) "([^"]*)"((?: \+ "[^"]*")*)$/,
    ([number, text, rest = '']) => ({
      ...{ name: 'pull_request_review', action: 'submitted', text, ...on(number) },
      lines: [...rest.matchAll(/"([^"]*)"/g)].map(([, line = '']) => line),
    }),
  ],
  [
    /^has line (\d) of the review of #(\d+) sent$/,
    ([line, number]) => ({
      ...{ name: 'pull_request_review_comment', action: 'created', line: Number(line) - 1, ...on(number) },
    }),
  ],
  [
    /^pushes a commit(?: of (\S+))?(?: "([^"]*)")?$/,
    ([author, text]) => push('direct', { text, ...(author !== undefined && { author }) }),
  ],
  [/^pushes a (squash|merge|rebase) of #(\d+)$/, ([kind, number]) => push(kind as PushKind, on(number))],
  [
    /^pushes a queue of #(\d+)((?: #\d+)*)$/,
    ([number, rest = '']) => push('queue', { ...on(number), text: rest.replaceAll('#', '').trim() }),
  ],
  [/^force-pushes$/, () => push('forced')],
  [
    /^(creates|deletes) a branch$/,
    ([verb]) => push(verb === 'creates' ? 'branch-created' : 'branch-deleted'),
  ],
  [/^pushes tag (\S+)$/, ([tag]) => push('tag', { tag })],
  [/^moves tag (\S+)$/, ([tag]) => push('tag-moved', { tag })],
  [/^deletes tag (\S+)$/, ([tag]) => push('tag-deleted', { tag })],
  [/^publishes release (\S+)$/, ([tag]) => ({ name: 'release', action: 'published', tag, body: NEWS })],
  [/^starts the workflow$/, () => ({ name: 'workflow_dispatch', action: '' })],
  [
    /^causes (\w+)\.([\w-]*)(?: on #(\d+))?(?: "([^"]*)")?$/,
    ([name = '', action, number, text]) => ({
      ...{ name, action, ...(number && on(number)), ...(text !== undefined && { text }) },
      ...(name === 'release' && { tag: text ?? 'v1', body: NEWS }),
      ...(number && PULL.test(name) && { isPullRequest: true }),
    }),
  ],
];

/** What a release says. */
export const NEWS = 'What is new.';

/** What somebody does on GitHub; absent if the words say something else. */
function readEvent(words: string): GithubEvent | undefined {
  if (words === 'the schedule fires')
    return { name: 'schedule', action: '', by: 'maria', repository: REPOSITORY };
  if (words === 'a merge group forms')
    return {
      name: 'merge_group',
      action: 'checks_requested',
      by: 'merge-queue[bot]',
      repository: REPOSITORY,
    };
  const [, by = '', rest = ''] = /^([\w-]+(?:\[bot\])?) (.*)$/s.exec(words) ?? [];
  for (const [pattern, read] of EVENTS) {
    const groups = pattern.exec(rest)?.slice(1);
    const event = groups && Object.entries({ by, repository: REPOSITORY, ...read(groups) });
    if (event)
      return Object.fromEntries(event.filter(([, value]) => value !== undefined)) as unknown as GithubEvent;
  }
  return undefined;
}
