import { HOSTILE_PATHS } from './hostile.ts';
import { Paths } from './paths.ts';
import { hash01, hashText } from './random.ts';

// Taken once: looking up a global is slow inside jest, and these run millions of times.
const { exp, floor, imul, max, min, round, sin } = Math;

/** Which site stands behind the analytics. */
export type SiteKind =
  | 'docs'
  | 'empty'
  | 'one-page'
  | 'long-path'
  | 'unicode'
  | 'big-counts'
  | 'fractions'
  | 'hostile';

export interface SiteOptions {
  /** Pages in all, at most {@link MOST_PAGES}. */
  readonly pages: number;
  readonly seed: number;
  readonly kind: SiteKind;
  /** No page comes or goes, so every period lists all of them. */
  readonly steady: boolean;
}

/** Views of one page, or of all. */
export interface Counts {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

export interface Row extends Counts {
  readonly path: string;
}

/** A period's rows, most views first, read one at a time. */
export interface Table {
  readonly totals: Counts;
  readonly length: number;
  row(index: number): Row;
  /** The rows from `start` on, at most `count` of them; all unless given. */
  rows(start?: number, count?: number): Row[];
}

export const MOST_PAGES = 2 ** 19;

/** What varies from day to day, the same for all pages. */
interface Day {
  readonly number: number;
  readonly human: number;
  readonly ai: number;
  readonly launch: number;
  readonly aiShare: number;
}

/**
 * A documentation site with believable traffic: a weekly rhythm, stronger for people than for machines, a launch
 * every six weeks, AI's share growing over the months, pages that rise and fall, and some that come and go.
 * Every count is a function of the seed, the page and the date alone.
 */
export class Site {
  readonly #paths: Paths;
  readonly #seed: number;
  readonly #steady: boolean;
  readonly #scale: number;
  /** What a view counts when it is told. */
  readonly #unit: number;

  constructor({ pages, seed, kind, steady }: SiteOptions) {
    this.#paths = new Paths(kind === 'empty' ? 0 : kind === 'one-page' ? 1 : pages, specialPaths(kind));
    this.#seed = seed | 0;
    // The odd sites are there for their paths and counts, so all of them show.
    this.#steady = steady || kind !== 'docs';
    this.#scale = kind === 'big-counts' ? 1_500_000 : 1;
    this.#unit = kind === 'fractions' ? 0.1 : 1;
  }

  /**
   * The views of the days from `from` up to, but without, `to`.
   *
   * @param from days since 1970-01-01
   */
  table(from: number, to: number): Table {
    const count = this.#paths.length;
    const human = new Float64Array(count);
    const ai = new Float64Array(count);
    const days = Array.from({ length: max(0, to - from) }, (_, index) => dayOf(from + index));
    for (let page = 0; page < count; page += 1) this.#add(page, days, human, ai);
    return new SortedTable(this.#paths, human, ai, this.#unit);
  }

  #add(page: number, days: readonly Day[], human: Float64Array, ai: Float64Array): void {
    const seed = this.#seed ^ imul(page + 1, 0x9e3779b1);
    const traits = traitsOf(page, seed, this.#steady);
    for (const day of days) {
      if (!isThere(traits, day.number)) continue;
      const noise = 0.75 + 0.5 * hash01(seed ^ imul(day.number, 0x85ebca6b));
      const swing = 1 + 0.35 * sin(day.number / traits.swingDays + traits.phase);
      const base = traits.weight * noise * swing * (1 + traits.launch * day.launch);
      const share = min(0.9, day.aiShare * traits.aiBias);
      human[page] = (human[page] ?? 0) + max(1, round(base * (1 - share) * day.human)) * this.#scale;
      ai[page] = (ai[page] ?? 0) + round(base * share * day.ai) * this.#scale;
    }
  }
}

/** What makes a page different from others. */
interface Traits {
  readonly weight: number;
  readonly aiBias: number;
  /** How much a launch brings. */
  readonly launch: number;
  readonly swingDays: number;
  readonly phase: number;
  /** It is there for `stays` days of every `cycle`; 0 for a page that is always there. */
  readonly cycle: number;
  readonly stays: number;
}

function traitsOf(page: number, seed: number, steady: boolean): Traits {
  const [a, b, c, d] = [hash01(seed ^ 1), hash01(seed ^ 2), hash01(seed ^ 3), hash01(seed ^ 4)];
  const comesAndGoes = !steady && page >= 8 && c < 0.08;
  return {
    weight: max(2.5, (1400 / (page + 2) ** 0.9) * (0.5 + a)),
    aiBias: 0.5 + b,
    launch: page % 9 === 4 ? 2.5 : c > 0.85 ? 1.2 : 0.15,
    swingDays: 6 + 30 * d,
    phase: 6.28 * a,
    cycle: comesAndGoes ? 40 + floor(80 * d) : 0,
    stays: 15 + floor(25 * b),
  };
}

function isThere({ cycle, stays, phase }: Traits, day: number): boolean {
  return cycle === 0 || (day + floor(phase * 1000)) % cycle < stays;
}

const WEEK_HUMAN = [0.45, 1.1, 1.2, 1.2, 1.15, 0.95, 0.4];
const WEEK_AI = [0.85, 1.02, 1.05, 1.05, 1.04, 1, 0.85];
const LAUNCH_EVERY_DAYS = 42;

function dayOf(number: number): Day {
  // 1970-01-01 was a Thursday.
  const weekday = (number + 4) % 7;
  const sinceLaunch = (number + 24) % LAUNCH_EVERY_DAYS;
  return {
    number,
    human: WEEK_HUMAN[weekday] ?? 1,
    ai: WEEK_AI[weekday] ?? 1,
    launch: sinceLaunch < 10 ? exp(-sinceLaunch / 2.5) : 0,
    // A slow S from a tenth to two thirds, with its middle in June 2026.
    aiShare: 0.1 + 0.57 / (1 + exp(-(number - 20_605) / 200)),
  };
}

/** Rows are kept as numbers, and their order as one number each, so that 300,000 pages take some MB and some 10 ms. */
class SortedTable implements Table {
  readonly totals: Counts;
  readonly #paths: Paths;
  readonly #human: Float64Array;
  readonly #ai: Float64Array;
  readonly #order: Uint32Array;
  readonly #unit: number;

  constructor(paths: Paths, human: Float64Array, ai: Float64Array, unit: number) {
    this.#unit = unit;
    this.#paths = paths;
    this.#human = human;
    this.#ai = ai;
    let people = 0;
    let machines = 0;
    const keys = new Float64Array(human.length);
    for (let page = 0; page < human.length; page += 1) {
      const total = (human[page] ?? 0) + (ai[page] ?? 0);
      people += human[page] ?? 0;
      machines += ai[page] ?? 0;
      // More than 2^34 views would not leave room for the page's number.
      keys[page] = total === 0 ? 0 : min(total, 2 ** 34 - 1) * MOST_PAGES + (MOST_PAGES - 1 - page);
    }
    this.totals = { human: people * unit, ai: machines * unit, total: (people + machines) * unit };
    keys.sort();
    const first = keys.findIndex((key) => key > 0);
    const seen = first < 0 ? new Float64Array() : keys.subarray(first).reverse();
    this.#order = Uint32Array.from(seen, (key) => MOST_PAGES - 1 - (key % MOST_PAGES));
  }

  get length(): number {
    return this.#order.length;
  }

  row(index: number): Row {
    const page = this.#order[index] ?? 0;
    const human = this.#human[page] ?? 0;
    const ai = this.#ai[page] ?? 0;
    const unit = this.#unit;
    return { path: this.#paths.path(page), human: human * unit, ai: ai * unit, total: (human + ai) * unit };
  }

  rows(start = 0, count = this.length): Row[] {
    const length = max(0, min(count, this.length - start));
    return Array.from({ length }, (_, index) => this.row(start + index));
  }
}

function specialPaths(kind: SiteKind): readonly string[] {
  switch (kind) {
    case 'long-path':
      return [`/guides/${'long-'.repeat(800)}`.slice(0, 4000)];
    case 'unicode':
      return UNICODE_PATHS;
    case 'hostile':
      return HOSTILE_PATHS;
    default:
      return [];
  }
}

const UNICODE_PATHS = [
  '/ja/ガイド/はじめに',
  '/zh/指南/快速开始',
  '/ko/가이드/시작하기',
  '/ar/دليل/البدء',
  '/he/מדריך/התחלה',
  '/ru/руководство/начало',
  '/el/οδηγός/εκκίνηση',
  '/hi/मार्गदर्शिका/शुरुआत',
  '/de/anleitung/überblick',
  '/de/anleitung/u\u0308berblick',
  '/emoji/👩‍👩‍👧‍👦/🏳️‍🌈',
  '/math/𝔘𝔫𝔦𝔠𝔬𝔡𝔢',
  '/th/คู่มือ/เริ่มต้น',
  '/zalgo/z\u0351\u036b\u0343\u036a\u0302a\u0350',
  '/percent/%E3%82%AC%E3%82%A4%E3%83%89',
] as const;

/** A seed for the site of one project. */
export function seedOf(seed: number, project: string): number {
  return hashText(project, seed);
}
