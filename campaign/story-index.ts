import type fc from 'fast-check';
import { CORE, STORIES } from '../__tests__/agent/stories/index.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { isPoll, isPost } from './observations.ts';
import { CONVERSATIONS, SINGLE_RUNS } from './random-story.ts';
import { readStory, STOPS, type Story } from './story.ts';
import { playStory } from './world.ts';

/** One worker's share of the stories, as plain data, so that it can be sent to a process. */
export interface Share {
  readonly seed: number;
  /** Number of random stories. */
  readonly count: number;
  /** Plays one in this many of the derived stories. */
  readonly every: number;
  readonly worker: number;
  readonly workers: number;
}

/** Stories that are written down or derived, or random ones, which fast-check also shrinks. */
type Stories = ((share: Share) => AsyncIterable<Story> | Iterable<Story>) | fc.Arbitrary<Story>;

export type Kind = 'named' | 'single' | 'pairs' | 'interleavings' | 'late' | 'random' | 'runs';
/** Kinds of stories, each with its title and its source. */
export const KINDS: Readonly<Record<Kind, readonly [title: string, stories: Stories]>> = {
  named: [
    'stories written by hand, about what usually happens and what once went wrong',
    (share) => shared({ ...share, every: 1 }, written()).map(readStory),
  ],
  single: [
    'each core story with one fault, once for each fault at each exchange',
    (share) => withOneFault(share, SINGLE),
  ],
  pairs: [
    'each core story with two faults, once for each pair of faults at each pair of exchanges',
    withTwoFaults,
  ],
  interleavings: [
    'two runs at the same moment, in every order of their API calls, without a killed run and with one',
    (share) => shared(share, interleavings({})),
  ],
  late: [
    'the stories of --interleavings, in which GitHub shows new comments one or two exchanges late',
    (share) => shared(share, [...interleavings({ late: '1' }), ...interleavings({ late: '2' })]),
  ],
  random: ['N random stories, of several runs each', CONVERSATIONS],
  runs: ['N random stories, of one run each', SINGLE_RUNS],
};

/** Returns all stories that are written down, without duplicates. */
function written(): string[] {
  return [...new Set(Object.values(STORIES).flatMap((rows) => rows.map(({ story }) => story)))];
}

function shared<T>(share: Share, all: readonly T[]): T[] {
  return all.filter((_, index) => isShare(share, index));
}

function isShare({ every, worker, workers }: Share, index: number): boolean {
  return index % workers === worker && isChosen(index, every);
}

/** Picks one in `every` at scattered places: plain steps of N would often meet the same fault at each exchange. */
function isChosen(index: number, every: number): boolean {
  return (Math.imul(index, 0x9e3779b1) >>> 16) % every === 0;
}

const BROKEN = ['reset-before', 'reset-after', 'hang', 'hang-after'];

/** Faults by kind of exchange. With `*`, later exchanges of that kind in the same step have the fault as well. */
const SINGLE = {
  github: [
    ...[...BROKEN, 'late', '500', '502-html', '429', 'secondary-limit', 'primary-limit', 'primary-limit.1'],
    ...['403', '404', '410', '422', 'html', 'wrong-shape', '500*', 'secondary-limit*', '403*', 'hang*'],
    ...STOPS,
  ],
  post: [...BROKEN, '400', '401', '429', '429*', '502-html', 'html', 'no-id', 'truncated', ...STOPS],
  poll: [...BROKEN, '401', '404', '429', '503', 'empty', '503*', ...STOPS],
};
/** One fault of each class, for pairs: a lost response, a refusal or outage, and a lost runner. */
const PAIRED = {
  github: ['reset-after', '500*', 'gone'],
  post: ['reset-after', '400', 'gone'],
  poll: ['503', 'gone'],
};
type Faults = typeof PAIRED;

/** Yields each core story with two faults, the second one at each exchange that follows the first. */
async function* withTwoFaults(share: Share): AsyncGenerator<Story> {
  let index = 0;
  for await (const once of withOneFault({ ...share, every: 1 }, PAIRED)) {
    const { exchanges } = await playStory(once);
    const first = Number.parseInt(once.faults[0] ?? '', 10);
    for (const second of faultsAt(exchanges.slice(first), PAIRED)) {
      if (isChosen(index, share.every)) yield { ...once, faults: [...once.faults, second] };
      index += 1;
    }
  }
}

/** Yields this worker's share of the core stories, with each fault at each exchange. */
async function* withOneFault(share: Share, faults: Faults): AsyncGenerator<Story> {
  let index = 0;
  for (const story of CORE.map(readStory)) {
    const { exchanges } = await playStory(story);
    for (const fault of faultsAt(exchanges, faults)) {
      if (isShare(share, index)) yield { ...story, faults: [fault] };
      index += 1;
    }
  }
}

/** Number of polls in a step that get faults. Later ones don't show anything new. */
const POLLS = 2;

function faultsAt(exchanges: readonly LedgerEntry[], faults: Faults): string[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.broken !== null || (isPoll(exchange) && exchange.nth > POLLS)) return [];
    const kind = isPost(exchange) ? 'post' : isPoll(exchange) ? 'poll' : 'github';
    return faults[kind].map((name) => `${exchange.seq}=${name}`);
  });
}

/** API calls of a run that a comment starts: create the reply, look for a job, record the choice, send, update the reply. */
const EXCHANGES = [
  ['comment-create.1'],
  ['comment-list.1', 'get.1'],
  ['comment-update.1'],
  ['create.1', 'message.1'],
  ['comment-update.2'],
];

/** Workflow, an event that makes a known job, and the two runs: two comments, or two merges with `latest` on one issue. */
const AT_ONE_MOMENT = [
  ['label', 'labeled', '/docs one thing; then 0', '/docs another'],
  ['merges', 'merged 101', 'merged 102; then 0', 'merged 103'],
] as const;

/** Returns every order of two runs' API calls, with and without a known job, and with each run killed at each call. */
export function interleavings(settings: Story['settings']): Story[] {
  return AT_ONE_MOMENT.flatMap(([workflow, ...all]) =>
    [all, all.slice(1)].flatMap((events) => {
      const [a, b] = events.length === 3 ? ['1', '2'] : ['0', '1'];
      const gone = [a, b].flatMap((step) =>
        EXCHANGES.map((exchange) => exchange.map((operation) => `${step}:${operation}=gone`)),
      );
      return orders(a, b, EXCHANGES.length).flatMap((order) =>
        [[], ...gone].map((faults) => ({
          ...{ workflow, events, faults },
          settings: { wait: 'false', ...settings, order },
        })),
      );
    }),
  );
}

/** Returns all orders of `each` calls of `a` and `more` calls of `b`. */
function orders(a: string, b: string, each: number, more = each): string[] {
  if (each === 0) return [b.repeat(more)];
  if (more === 0) return [a.repeat(each)];
  return [
    ...orders(a, b, each - 1, more).map((rest) => a + rest),
    ...orders(a, b, each, more - 1).map((rest) => b + rest),
  ];
}
