import { behaviourNamed } from '../sandbox/faults.ts';
import type { GithubEvent, PushKind } from '../sandbox/github/events.ts';
import { OPERATIONS, type Operation } from '../sandbox/operations.ts';

/**
 * Reads stories: what people do to a repository, which inputs the workflow has, and what breaks. The page beside the stories,
 * `__tests__/agent/stories/README.md`, says what can stand in one.
 */

export type Inputs = Readonly<Record<string, string>>;

export interface Trouble {
  readonly text: string;
  /** The job that it happens to, from 0. */
  readonly job: number;
  readonly operation?: Operation | undefined;
  readonly nth: readonly [from: number, to: number];
  /** Milliseconds after the start, instead of a request. */
  readonly ms?: number;
  readonly does: 'fault' | 'dies' | 'cancelled' | Hand;
  readonly name: string;
  readonly isBefore: boolean;
}

const HANDS = ['merged', 'closed', 'pushed', 'deleted', 'unlabeled'] as const;
export type Hand = (typeof HANDS)[number];

export interface Step {
  readonly text: string;
  readonly event?: GithubEvent | undefined;
  /** The run that is started again, from 0. */
  readonly again?: number;
  readonly onlyFailed: boolean;
  /** Jobs that run, from 0; all unless given. */
  readonly only?: readonly number[];
  readonly hand?: string | undefined;
  /** Milliseconds after the start of the step before; absent where that has to be over. */
  readonly afterMs?: number;
  readonly troubles: readonly Trouble[];
}

export interface Story {
  readonly text: string;
  readonly jobs: readonly Inputs[];
  readonly isTwice: boolean;
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
  const steps = splitOutside(happens, '; ').map(readStep);
  return {
    text,
    jobs: splitOutside(list, ' & ').map(readInputs),
    isTwice: as !== undefined,
    steps,
  };
}

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

export const NEWS = 'What is new.';

const EVENTS: Readonly<Record<string, string>> = {
  'labels #N LABEL': 'thread.labeled',
  'unlabels #N LABEL': 'thread.unlabeled',
  'opens #N': 'thread.opened',
  'reopens #N': 'thread.reopened',
  'edits #N': 'thread.edited',
  'closes #N': 'thread.closed',
  'merges #N': 'thread.closed merged',
  'pushes to #N': 'thread.synchronize',
  'force-pushes to #N': 'thread.synchronize isForced',
  'changes the base of #N': 'thread.edited formerBase',
  'comments "TEXT" on #N': 'issue_comment.created',
  'comments "TEXT" on a line of #N': 'pull_request_review_comment.created',
  'has line LINE of the review of #N sent': 'pull_request_review_comment.created',
  'reviews #N "TEXT"LINES': 'pull_request_review.submitted',
  'pushes a commit': 'push.direct',
  'pushes a commit of AUTHOR': 'push.direct',
  'pushes a commit "TEXT"': 'push.direct',
  'pushes a squash of #N': 'push.squash',
  'pushes a merge of #N': 'push.merge',
  'pushes a rebase of #N': 'push.rebase',
  'pushes a queue of #NOTHERS': 'push.queue',
  'force-pushes': 'push.forced',
  'creates a branch': 'push.branch-created',
  'deletes a branch': 'push.branch-deleted',
  'pushes tag TAG': 'push.tag',
  'moves tag TAG': 'push.tag-moved',
  'deletes tag TAG': 'push.tag-deleted',
  'publishes release TAG': 'release.published',
  'starts the workflow': 'workflow_dispatch.',
  'causes EVENT': 'EVENT',
  'causes EVENT "TEXT"': 'EVENT',
  'causes EVENT on #N': 'EVENT',
  'causes EVENT on #N "TEXT"': 'EVENT',
};
const BY_GITHUB: Readonly<Record<string, string>> = {
  'the schedule fires': 'schedule.',
  'a merge group forms': 'merge_group.checks_requested',
};

const PLACES: Readonly<Record<string, string>> = {
  ...{ OTHERS: '(?<others>(?: #\\d+)*)', '"TEXT"': '"(?<text>[^"]*)"', '#N': '#(?<number>\\d+)' },
  ...{ LINES: '(?<lines>(?: \\+ "[^"]*")*)', LINE: '(?<line>\\d)', EVENT: '(?<event>\\w+\\.[\\w-]*)' },
  ...{ LABEL: '(?<label>\\S+)', TAG: '(?<tag>\\S+)', AUTHOR: '(?<author>\\S+)' },
};
const PATTERNS = Object.entries(EVENTS).map(([words, meaning]) => {
  const pattern = Object.entries(PLACES).reduce((text, [place, form]) => text.replace(place, form), words);
  return [new RegExp(`^${pattern}$`), meaning] as const;
});

/** What somebody does on GitHub; absent if the words say something else. */
function readEvent(words: string): GithubEvent | undefined {
  const meaning = BY_GITHUB[words];
  if (meaning !== undefined) return eventOf('merge-queue[bot]', meaning, {});
  const [, by = '', rest = ''] = /^([\w-]+(?:\[bot\])?) (.*)$/s.exec(words) ?? [];
  for (const [pattern, meaning] of PATTERNS) {
    const found = pattern.exec(rest);
    if (found) return eventOf(by, meaning, found.groups ?? {});
  }
  return undefined;
}

function eventOf(by: string, meaning: string, given: Readonly<Record<string, string>>): GithubEvent {
  const { number, event = '', lines, line, others, tag, ...texts } = given;
  const [what = '', flag] = meaning.split(' ');
  const [kind = '', action = ''] = (what === 'EVENT' ? event : what).split('.');
  const isPullRequest = authorOf(Number(number)) !== undefined;
  const name = kind === 'thread' ? (isPullRequest ? 'pull_request' : 'issues') : kind;
  return {
    ...{ name, by, repository: REPOSITORY, action: name === 'push' ? '' : action, ...texts },
    ...(number !== undefined && { number: Number(number), isPullRequest }),
    ...(flag && { [flag]: flag === 'formerBase' ? 'next' : true }),
    ...(name === 'push' && { push: action as PushKind }),
    ...(line !== undefined && { line: Number(line) - 1 }),
    ...(lines !== undefined && { lines: [...lines.matchAll(/"([^"]*)"/g)].map(([, each = '']) => each) }),
    ...(others !== undefined && { text: others.replaceAll('#', '').trim() }),
    ...((tag !== undefined || name === 'release') && { tag: tag ?? texts['text'] ?? 'v1', body: NEWS }),
  };
}
