import type fc from 'fast-check';
import { CORE, STORIES } from '../__tests__/agent/stories/index.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { isPoll, isPost } from './observations.ts';
import { CONVERSATIONS, SINGLE_RUNS } from './random-story.ts';
import { readStory, STOPS, type Story } from './story.ts';
import { playStory } from './world.ts';

/** A worker's share. Plain data, so that a process can be given it. */
export interface Share {
  readonly seed: number;
  /** How many stories are drawn. */
  readonly count: number;
  /** Of the stories that are derived, one in so many is played. */
  readonly every: number;
  readonly worker: number;
  readonly workers: number;
}

/** Written down or derived; or drawn by fast-check, which also shrinks them. */
type Stories = ((share: Share) => AsyncIterable<Story> | Iterable<Story>) | fc.Arbitrary<Story>;

export type Kind = 'named' | 'single' | 'pairs' | 'interleavings' | 'late' | 'random' | 'runs';
/** The ways to come by stories: what they are, and they themselves. */
export const KINDS: Readonly<Record<Kind, readonly [title: string, stories: Stories]>> = {
  named: [
    'what usually happens, and what once went wrong between runs',
    (share) => shared({ ...share, every: 1 }, written()).map(readStory),
  ],
  single: ['each core story with each fault at each exchange', (share) => withOneFault(share, SINGLE)],
  pairs: ['each core story with each pair of faults at each two exchanges', withTwoFaults],
  interleavings: [
    'two runs at the same moment: every order of their API calls, with and without one run killed',
    (share) => shared(share, interleavings({})),
  ],
  late: [
    'the interleavings, with new comments that GitHub shows one or two exchanges late',
    (share) => shared(share, [...interleavings({ late: '1' }), ...interleavings({ late: '2' })]),
  ],
  random: ['random stories between runs', CONVERSATIONS],
  runs: ['random single runs', SINGLE_RUNS],
};

/** All that are written down, each once. */
function written(): string[] {
  return [...new Set(Object.values(STORIES).flatMap((rows) => rows.map(({ story }) => story)))];
}

function shared<T>(share: Share, all: readonly T[]): T[] {
  return all.filter((_, index) => isShare(share, index));
}

function isShare({ every, worker, workers }: Share, index: number): boolean {
  return index % workers === worker && isChosen(index, every);
}

/** Scattered: the faults of an exchange follow each other in one order, of which each Nth would often be the same ones. */
function isChosen(index: number, every: number): boolean {
  return (Math.imul(index, 0x9e3779b1) >>> 16) % every === 0;
}

const BROKEN = ['reset-before', 'reset-after', 'hang', 'hang-after'];

/** Faults of an exchange. `*`: and all later ones of its kind in the same step. */
const SINGLE = {
  github: [
    ...[...BROKEN, 'late', '500', '502-html', '429', 'secondary-limit', 'primary-limit', 'primary-limit.1'],
    ...['403', '404', '410', '422', 'html', 'wrong-shape', '500*', 'secondary-limit*', '403*', 'hang*'],
    ...STOPS,
  ],
  post: [...BROKEN, '400', '401', '429', '429*', '502-html', 'html', 'no-id', 'truncated', ...STOPS],
  poll: [...BROKEN, '401', '404', '429', '503', 'empty', '503*', ...STOPS],
};
/** One of each class, for pairs: it was done and nobody knows; it is not to be had; the machine is gone. */
const PAIRED = {
  github: ['reset-after', '500*', 'gone'],
  post: ['reset-after', '400', 'gone'],
  poll: ['503', 'gone'],
};
type Faults = typeof PAIRED;

/** Each core story with two faults, the second at any exchange that there is once the first has happened. */
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

/** This worker's share of each core story with each of the faults at each exchange. */
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

/** Polls after the first two of a step say nothing new. */
const POLLS = 2;

function faultsAt(exchanges: readonly LedgerEntry[], faults: Faults): string[] {
  return exchanges.flatMap((exchange) => {
    if (exchange.broken !== null || (isPoll(exchange) && exchange.nth > POLLS)) return [];
    const kind = isPost(exchange) ? 'post' : isPoll(exchange) ? 'poll' : 'github';
    return faults[kind].map((name) => `${exchange.seq}=${name}`);
  });
}

/** What a run exchanges that a comment starts: it announces itself, looks for a job, says what it does, and does it. */
const EXCHANGES = [
  ['comment-create.1'],
  ['comment-list.1', 'get.1'],
  ['comment-update.1'],
  ['create.1', 'message.1'],
  ['comment-update.2'],
];

/** What comes before, and the two runs: two comments, or two merges with `latest` on a standing issue. */
const AT_ONE_MOMENT = [
  ['label', 'labeled', '/docs one thing; then 0', '/docs another'],
  ['merges', 'merged 101', 'merged 102; then 0', 'merged 103'],
] as const;

/** Every order of what two runs exchange, with and without a known job, alone and with either gone at each exchange. */
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

/** All orders of so many of each. */
function orders(a: string, b: string, each: number, more = each): string[] {
  if (each === 0) return [b.repeat(more)];
  if (more === 0) return [a.repeat(each)];
  return [
    ...orders(a, b, each - 1, more).map((rest) => a + rest),
    ...orders(a, b, each, more - 1).map((rest) => b + rest),
  ];
}
