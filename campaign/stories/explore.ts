import type { Exchange } from '../wire.ts';
import { isGithub, isPost } from '../wire.ts';
import { CORE, ROWS } from './core-stories.ts';
import { playStory } from './play.ts';
import { randomStory } from './random-story.ts';
import { type Played, STOPS, type Story, type Trouble } from './story.ts';

/**
 * The exhaustive part: each core story with each fault at each exchange, and with each pair of them, the second at any
 * exchange that there is once the first has happened.
 */

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
    'github/500',
    'github/502 HTML',
    'github/403 secondary limit',
    'github/403 primary limit',
    'github/403 forbidden',
    'github/429',
    'github/200 HTML',
    'github/odd shape',
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

export interface Part {
  readonly worker: number;
  readonly workers: number;
}

/** Plays this worker's part of the core stories with one fault each, and hands them to `see`. */
export async function explore(part: Part, see: (played: Played) => void): Promise<void> {
  for (const { story, calm, troubles } of await firstTroubles(part, ONCE)) {
    if (part.worker === 0) see(calm);
    for (const first of troubles) see(await playStory({ ...story, troubles: [first] }));
  }
}

/** Likewise with two faults each. @param every plays every nth pair alone */
export async function explorePairs(part: Part, every: number, see: (played: Played) => void): Promise<void> {
  let nth = 0;
  for (const { story, troubles } of await firstTroubles(part, PAIRED)) {
    for (const first of troubles) {
      const once = await playStory({ ...story, troubles: [first] });
      const later = once.wire.exchanges.filter(({ ordinal }) => ordinal > (first.at ?? 0));
      for (const second of troublesAt(later, PAIRED)) {
        nth += 1;
        if (nth % every === 0) see(await playStory({ ...story, troubles: [first, second] }));
      }
    }
  }
}

/** Each core story without a fault, and this worker's part of what can befall it. */
async function firstTroubles({ worker, workers }: Part, kinds: Kinds) {
  const found: { story: Story; calm: Played; troubles: Trouble[] }[] = [];
  let nth = 0;
  for (const story of CORE) {
    const calm = await playStory(story);
    const troubles = troublesAt(calm.wire.exchanges, kinds).filter(() => {
      nth += 1;
      return nth % workers === worker;
    });
    found.push({ story, calm, troubles });
  }
  return found;
}

/** Polls after the first two of a step say nothing new. */
const POLLS = 2;

function troublesAt(exchanges: readonly Exchange[], kinds: Kinds): Trouble[] {
  return exchanges.flatMap(({ ordinal, operation, nth, fault }) => {
    if (fault || (operation === 'get' && nth > POLLS)) return [];
    const group = isPost(operation) ? 'post' : isGithub(operation) ? 'github' : 'get';
    return kinds[group].map((kind) => troubleOf(`${ordinal}=${kind}`));
  });
}

/** Reads `7=github/500*`. */
function troubleOf(text: string): Trouble {
  const [at = '', kind = ''] = text.split('=');
  return { at: Number(at), kind: kind.replace(/\*$/, ''), ...(kind.endsWith('*') && { lasts: true }) };
}

/** @throws {RangeError} when there is no such story */
export function storyNamed(text: string): Story {
  const [name = '', ...troubles] = text.split(' | ');
  const [, seed, number] = /^random (\d+):(\d+)$/.exec(name) ?? [];
  const story = seed
    ? randomStory(Number(seed), Number(number))
    : [...CORE, ...ROWS].find((each) => each.name === name);
  if (!story) throw new RangeError(`There is no story "${name}".`);
  return { ...story, troubles: [...story.troubles, ...troubles.map(troubleOf)] };
}
