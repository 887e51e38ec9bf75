import { pathOf } from './paths.ts';

// Taken once: looking up a global is slow inside jest, and these run millions of times.
const { exp, floor, imul, max, min, round, sin } = Math;

/** What is odd about a site. */
export interface Oddity {
  /** Paths of the first pages. */
  readonly paths?: readonly string[];
  /** What a view counts in answers. */
  readonly unit?: number;
}

export interface Site extends Oddity {
  readonly project: string;
  /** Pages in all. */
  readonly pages: number;
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

/** The views of a period. */
export interface Table {
  readonly totals: Counts;
  /** Of each page that has views, most views first. */
  readonly rows: readonly Row[];
}

/**
 * A documentation site with believable traffic: a weekly rhythm, stronger for people than for machines, a launch
 * every six weeks, AI's share growing over the months, pages that rise and fall, and some that come and go.
 * Every count is a function of the project, the page and the date alone.
 *
 * @param from the first day, in days since 1970-01-01
 * @param to the day after the last
 */
export function viewsOf(site: Site, from: number, to: number): Table {
  const { paths = [], unit = 1, steady } = site;
  const pages = max(site.pages, paths.length);
  const days = Array.from({ length: max(0, to - from) }, (_, index) => dayOf(from + index));
  const seed = hashText(site.project);
  const rows: Row[] = [];
  let [people, machines] = [0, 0];
  for (let page = 0; page < pages; page += 1) {
    const { human, ai } = viewsOfPage(page, seed ^ imul(page + 1, 0x9e3779b1), steady, days);
    if (human + ai === 0) continue;
    people += human;
    machines += ai;
    rows.push({ path: pathOf(page, paths), ...counts(human, ai, unit) });
  }
  return { totals: counts(people, machines, unit), rows: rows.sort((a, b) => b.total - a.total) };
}

function counts(human: number, ai: number, unit: number): Counts {
  return { human: human * unit, ai: ai * unit, total: (human + ai) * unit };
}

function viewsOfPage(page: number, seed: number, steady: boolean, days: readonly ReturnType<typeof dayOf>[]) {
  const traits = traitsOf(page, seed, steady);
  let [human, ai] = [0, 0];
  for (const day of days) {
    if (!isThere(traits, day.number)) continue;
    const noise = 0.75 + 0.5 * hash01(seed ^ imul(day.number, 0x85ebca6b));
    const swing = 1 + 0.35 * sin(day.number / traits.swingDays + traits.phase);
    const base = traits.weight * noise * swing * (1 + traits.launch * day.launch);
    const share = min(0.9, day.aiShare * traits.aiBias);
    human += max(1, round(base * (1 - share) * day.human));
    ai += round(base * share * day.ai);
  }
  return { human, ai };
}

/** What makes a page different from others. */
function traitsOf(page: number, seed: number, steady: boolean) {
  const [a, b, c, d] = [hash01(seed ^ 1), hash01(seed ^ 2), hash01(seed ^ 3), hash01(seed ^ 4)];
  const comesAndGoes = !steady && page >= 8 && c < 0.08;
  return {
    weight: max(2.5, (1400 / (page + 2) ** 0.9) * (0.5 + a)),
    aiBias: 0.5 + b,
    /** How much a launch brings. */
    launch: page % 9 === 4 ? 2.5 : c > 0.85 ? 1.2 : 0.15,
    swingDays: 6 + 30 * d,
    phase: 6.28 * a,
    /** It is there for `stays` days of every `cycle`; 0 for a page that is always there. */
    cycle: comesAndGoes ? 40 + floor(80 * d) : 0,
    stays: 15 + floor(25 * b),
  };
}

function isThere({ cycle, stays, phase }: ReturnType<typeof traitsOf>, day: number): boolean {
  return cycle === 0 || (day + floor(phase * 1000)) % cycle < stays;
}

const WEEK_HUMAN = [0.45, 1.1, 1.2, 1.2, 1.15, 0.95, 0.4];
const WEEK_AI = [0.85, 1.02, 1.05, 1.05, 1.04, 1, 0.85];
const LAUNCH_EVERY_DAYS = 42;

/** What varies from day to day, the same for all pages. */
function dayOf(number: number) {
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

/** A number from 0 up to 1 that depends on `seed` alone, well mixed (the finalizer of MurmurHash3). */
function hash01(seed: number): number {
  let mixed = seed | 0;
  mixed = imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

/** A 32-bit number made of a text, as by FNV-1a. */
function hashText(text: string): number {
  let hash = 0x811c9dc4 | 0;
  for (const byte of Buffer.from(text)) hash = imul(hash ^ byte, 0x01000193);
  return hash;
}
