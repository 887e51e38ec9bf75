import { faultsIn } from './faults.ts';
import { CORE, ROWS } from './named-stories.ts';
import { Random } from './random.ts';
import { randomStory, runStory } from './random-story.ts';
import { STOPS, type Story, storyOf, type Trouble } from './story.ts';
import type { Exchange } from './wire.ts';
import { playStory } from './world.ts';

/** The parts of a campaign, each a way to come by stories. */

/** A worker's share of a part. Plain data, so that a process can be given it. */
export interface Share {
  readonly seed: number;
  /** How many stories; of the pairs of faults, every nth. */
  readonly count: number;
  readonly worker: number;
  readonly workers: number;
  /** Stops at a problem that this pattern matches, unless empty. */
  readonly until: string;
}

export type Part = keyof typeof PARTS;

export const PARTS = {
  runs: ({ seed, ...share }: Share) => numbered(share, (run) => runStory(seed, run, 'simulated')),
  bundle: ({ seed, ...share }: Share) => numbered(share, (run) => runStory(seed, run, 'real')),
  rows: (share: Share) => numbered({ ...share, count: ROWS.length }, (nth) => ROWS[nth] as Story),
  single: withOneFault,
  pairs: withTwoFaults,
  random: ({ seed, ...share }: Share) => numbered(share, (number) => randomStory(seed, number)),
  simultaneous: (share: Share) => numbered(share, simultaneousStory),
};

function numbered(
  { worker, workers, count }: Omit<Share, 'seed'>,
  story: (number: number) => Story,
): readonly Story[] {
  const numbers = Array.from({ length: count }, (_, number) => number);
  return numbers.filter((number) => number % workers === worker).map(story);
}

/** Two comments, made within two seconds on an issue without a job, that do not wait for each other. */
function simultaneousStory(number: number): Story {
  const random = new Random('simultaneous', number);
  return storyOf({
    name: `simultaneous ${number}`,
    steps: [{ job: 'docs', action: '__docs', inputs: { comment: 'true' } }],
    acts: [
      `maria issue_comment.created 12 /docs shorter; next after ${Math.round(random.between(1, 2_000))}`,
      'maria issue_comment.created 12 /docs longer',
    ],
    concurrency: false,
    latencyMs: Math.round(random.between(30, 400)),
  });
}

const BROKEN = [
  'connection/reset before',
  'connection/reset after',
  'connection/hangs before',
  'connection/hangs after',
];

/** What befalls an exchange once. `*`: and all later ones of its kind in the same step. */
const ONCE = {
  github: [
    ...BROKEN,
    ...faultsIn('github'),
    'github/500*',
    'github/403 secondary limit*',
    'github/403 forbidden*',
    'github/odd shape*',
    'connection/hangs before*',
    ...STOPS,
  ],
  post: [
    ...BROKEN,
    'refusals/400',
    'refusals/401',
    'limits/429',
    'limits/429*',
    'unclear/502 HTML',
    'unclear/200 HTML',
    'unclear/no id',
    'connection/truncated',
    ...STOPS,
  ],
  get: [
    ...BROKEN,
    'refusals/401',
    'refusals/404',
    'limits/429',
    'unclear/503',
    'unclear/200 {}',
    'unclear/503*',
    ...STOPS,
  ],
} as const;

type Kinds = Readonly<Record<keyof typeof ONCE, readonly string[]>>;

/** One of each class, for pairs: it was done and nobody knows; it is not to be had; the machine is gone. */
const PAIRED = {
  github: ['connection/reset after', 'github/500*', 'machine gone on answer'],
  post: ['connection/reset after', 'refusals/400', 'machine gone on answer'],
  get: ['unclear/503', 'machine gone on answer'],
} as const;

/** Each core story without a fault, and with each at each exchange. */
async function* withOneFault(share: Share): AsyncGenerator<Story> {
  if (share.worker === 0) yield* CORE;
  yield* broken(share, ONCE);
}

/** Each core story with two faults, the second at any exchange that there is once the first has happened. */
async function* withTwoFaults(share: Share): AsyncGenerator<Story> {
  let nth = 0;
  for await (const once of broken(share, PAIRED)) {
    const { wire } = await playStory(once);
    const first = Number.parseInt(once.troubles[0] ?? '', 10);
    for (const second of troublesAt(wire.exchanges.slice(first), PAIRED)) {
      nth += 1;
      if (nth % share.count === 0) yield { ...once, troubles: [...once.troubles, second] };
    }
  }
}

/** This worker's share of what can befall each core story. */
async function* broken({ worker, workers }: Share, kinds: Kinds): AsyncGenerator<Story> {
  let nth = 0;
  for (const story of CORE) {
    const { wire } = await playStory(story);
    for (const trouble of troublesAt(wire.exchanges, kinds)) {
      nth += 1;
      if (nth % workers === worker) yield { ...story, troubles: [trouble] };
    }
  }
}

/** Polls after the first two of a step say nothing new. */
const POLLS = 2;

function troublesAt(exchanges: readonly Exchange[], kinds: Kinds): Trouble[] {
  return exchanges.flatMap(({ ordinal, kind, nth, fault }) => {
    if (fault || (kind === 'get' && nth > POLLS)) return [];
    return kinds[kind].map((name) => `${ordinal}=${name}`);
  });
}

/** Stories that are drawn, by their names. */
const DRAWN: readonly (readonly [name: RegExp, story: (...numbers: [number, number]) => Story])[] = [
  [/^(\d+):(\d+)$/, (seed, run) => runStory(seed, run, 'simulated')],
  [/^(\d+):(\d+):bundle$/, (seed, run) => runStory(seed, run, 'real')],
  [/^random (\d+):(\d+)$/, randomStory],
  [/^simultaneous (\d+)$/, simultaneousStory],
];

/** @throws {RangeError} when there is no such story */
export function storyNamed(text: string): Story {
  const [name = '', ...troubles] = text.split(' | ');
  const drawn = DRAWN.find(([pattern]) => pattern.test(name));
  const numbers = drawn?.[0].exec(name)?.slice(1).map(Number) as [number, number];
  const story = drawn ? drawn[1](...numbers) : [...CORE, ...ROWS].find((each) => each.name === name);
  if (!story) throw new RangeError(`There is no story "${name}".`);
  return { ...story, troubles: [...story.troubles, ...troubles] };
}
