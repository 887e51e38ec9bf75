import type { Period } from '../../../src/period.ts';
import type { ViewsQuery } from '../../../src/platform/client.ts';
import type { Counts, PageViews } from '../../../src/platform/schemas.ts';
import { type FakeSiteOptions, httpError, networkError, sumOf } from '../fake-site.ts';

/** Random documentation sites, and what they answered. Days and views are counted here without `src`. */

// Taken once: looking up a global is slow inside jest.
const { ceil, floor, imul, round } = Math;

const DAY_MS = 86_400_000;
export const plus = (day: string, count: number) =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

export type Range = Pick<Period, 'from' | 'to'>;
export const lengthOf = ({ from, to }: Range) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Draws a whole number below `end`, one of a list, or a text. */
export interface Random {
  readonly below: (end: number) => number;
  readonly of: <T>(list: readonly T[]) => T;
  /** A text that would act if a format let it. */
  readonly text: () => string;
}

/** From 0 up to 1, for any whole number the same each time (mulberry32). */
export function chanceOf(seed: number): number {
  const state = imul(seed, 0x6d2b79f5);
  let mixed = imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const HABITS = [
  'even',
  'even',
  'almost-even',
  'noisy',
  'noisy',
  'launched',
  'page',
  'page',
  'section',
  'churn',
  'silent',
  'renamed',
  'renamed-section',
  'opposite',
  'closed',
] as const;
const DEFECTS = ['short', 'repeated', 'odd', 'off', 'off'] as const;
const RENAMED = 'renamed';
const SECTIONS = ['guides', 'api', 'sdk', 'reference', '日本'];
const SPECIAL = ['/', '', '/guides', '/a b', '/x@y', '/مرحبا/دليل', '__proto__', 'constructor', '/B'];
const ROWS = 250;

/** What a site has answered of a range of days. */
export interface Answered {
  /** Of the site's rows, by path, those that came. */
  readonly rows: Map<string, PageViews>;
  readonly offsets: Set<number>;
  totals?: Counts;
  oddRows: number;
  isRepeated: boolean;
}

export class RandomSite implements Pick<FakeSiteOptions, 'rows' | 'instead'> {
  readonly id: string;
  /** Of its failures; 0 for a connection that broke. */
  readonly failures = new Set<number>();
  readonly #period: Period;
  readonly #paths: readonly string[];
  readonly #habit: (typeof HABITS)[number];
  readonly #seed: number;
  /** The first day on which habits of change show. */
  readonly #turn: number;
  readonly #defect: (typeof DEFECTS)[number] | undefined;
  /** Where it is, and the fault: 0 everywhere, 1 in the period, 2 elsewhere. */
  readonly #where: number;
  readonly #fault: {
    readonly status: number;
    readonly when: string;
    readonly retryAfterMs: number | undefined;
    /** Of such requests. */
    readonly share: number;
  };
  readonly #answered = new Map<string, Answered>();
  readonly #views = new Map<string, PageViews[]>();

  constructor({ below, of, text }: Random, id: string, period: Period, isBroken: boolean) {
    this.id = id;
    this.#period = period;
    const size = lengthOf(period) > 31 ? below(25) : of([0, 1, 3, 12, 30, 251, 500, 620]);
    this.#paths = Array.from({ length: size }, (_, at) => {
      const usual = `/${SECTIONS[(at * 7) % SECTIONS.length]}/p-${at}`;
      if (at >= 20 || below(2) === 0) return usual;
      return SPECIAL[at] ?? text();
    });
    this.#habit = of(HABITS);
    this.#seed = below(2 ** 30);
    const launch = plus(period.from, -ceil(of([1, 3.5, 6]) * lengthOf(period)));
    this.#turn = Date.parse(this.#habit === 'launched' ? launch : period.from) / DAY_MS;
    const trouble = isBroken ? of(['', 'defect', 'defect', 'fault', 'fault']) : '';
    const defect = size > 300 && below(2) === 0 ? 'repeated' : of(DEFECTS);
    this.#defect = trouble === 'defect' ? defect : undefined;
    this.#where = below(3);
    this.#fault = {
      status: of([0, 400, 401, 403, 404, 429, 429, 500]),
      when: trouble === 'fault' ? of(['first', 'before', 'trend', 'rest', 'all']) : 'never',
      retryAfterMs: of([undefined, 1_000, 90_000_000]),
      share: of([1, 0.4]),
    };
  }

  answered({ from, to }: Range): Answered {
    const none = { rows: new Map(), offsets: new Set<number>(), oddRows: 0, isRepeated: false };
    const known = this.#answered.get(`${from}..${to}`) ?? none;
    this.#answered.set(`${from}..${to}`, known);
    return known;
  }

  /** How many rows the site lists. */
  sizeOf(range: Range): number {
    return this.#rowsOf(range).length;
  }

  readonly rows = (query: ViewsQuery) => this.#rowsOf(rangeOf(query));

  readonly instead: NonNullable<FakeSiteOptions['instead']> = (nth, query, real) => {
    const { limit, offset } = query;
    const range = rangeOf(query);
    const defect = this.#defectOf(range);
    const when = limit === 1 ? 'trend' : offset > 0 ? 'rest' : this.#isPeriod(range) ? 'first' : 'before';
    const { status, retryAfterMs, share, ...fault } = this.#fault;
    const isHere = [when, 'all'].includes(fault.when) && this.#isWhere(range);
    if (isHere && chanceOf(this.#seed + nth) < share) {
      this.failures.add(status);
      return status === 0 ? networkError() : httpError(status, retryAfterMs);
    }
    const isRepeated = defect === 'repeated' && offset === ROWS;
    const all = isRepeated ? this.#rowsOf(range).slice(offset - 10, offset - 10 + limit) : real.views;
    const oddRows = defect === 'odd' && offset === 0 && limit > 1 ? Math.min(2, all.length) : 0;
    const answered = this.answered(range);
    const answer = { ...real, totals: this.#totalsOf(range), views: all.slice(oddRows), oddRows };
    answered.totals ??= answer.totals;
    if (limit === 1) return answer;
    answered.offsets.add(offset);
    answered.oddRows += oddRows;
    for (const row of answer.views) {
      if (answered.rows.has(row.path)) answered.isRepeated = true;
      answered.rows.set(row.path, row);
    }
    return answer;
  };

  #isPeriod({ from, to }: Range): boolean {
    return from === this.#period.from && to === this.#period.to;
  }

  #isWhere(range: Range): boolean {
    return this.#where === 0 || (this.#where === 1) === this.#isPeriod(range);
  }

  #defectOf(range: Range) {
    return this.#isWhere(range) ? this.#defect : undefined;
  }

  #totalsOf(range: Range): Counts {
    const totals = sumOf(this.#viewsIn(range));
    if (this.#defectOf(range) !== 'off' || totals.total === 0) return totals;
    const more = ceil(totals.total / 30);
    const off = [{ human: more, total: more }, { human: 1, total: 1 }, { human: 1 }, { ai: 1 }][
      this.#seed % 4
    ];
    return sumOf([totals, { human: 0, ai: 0, total: 0, ...off }]);
  }

  #rowsOf(range: Range): PageViews[] {
    const all = this.#viewsIn(range);
    return this.#defectOf(range) === 'short'
      ? all.slice(0, ceil(all.length * (this.#seed % 2 ? 0.5 : 0.995)))
      : all;
  }

  /** The true rows of a range, in no order of views. */
  #viewsIn(range: Range): PageViews[] {
    const first = Date.parse(range.from) / DAY_MS;
    const known = this.#views.get(`${range.from}..${range.to}`);
    if (known) return known;
    const paths = [...new Set([...this.#paths, ...this.#newPaths])];
    const views = paths.flatMap((path, page) => {
      let [human, ai] = [0, 0];
      for (let day = first; day < first + lengthOf(range); day += 1) {
        const views = this.#viewsOn(path, page, day);
        const byAi = floor(views / (this.#habit === 'opposite' && day < this.#turn ? 9 : 2 + (page % 5)));
        ai += byAi;
        human += views - byAi;
      }
      return human + ai === 0 ? [] : [{ path, human, ai, total: human + ai }];
    });
    this.#views.set(`${range.from}..${range.to}`, views);
    return views;
  }

  /** What a page, or a section of pages, is called from the turn on: they keep some readers, or win some. */
  get #newPaths(): string[] {
    if (this.#habit === 'renamed') return this.#paths.slice(0, 1).map(() => `/${RENAMED}`);
    if (this.#habit !== 'renamed-section') return [];
    return this.#paths.filter((path) => path.startsWith('/api/')).map((path) => `/${RENAMED}${path}`);
  }

  #viewsOfRenamed(path: string, page: number, isAfter: boolean): number {
    const isOld = this.#habit === 'renamed' ? page === 0 : path.startsWith('/api/');
    if (isOld) return isAfter ? 0 : 300;
    if (!path.includes(RENAMED)) return ceil(400 / (page + 1));
    return isAfter ? 280 + (this.#seed % 9) * 10 : 0;
  }

  /** @param day since 1970-01-01 */
  #viewsOn(path: string, page: number, day: number): number {
    const isAfter = day >= this.#turn;
    const weight = ceil(400 / (page + 1));
    const noisy = () => round(weight * (0.8 + 0.4 * chanceOf(this.#seed + 1_000 * day + page)));
    switch (this.#habit) {
      case 'silent':
        return 0;
      case 'even':
        return weight;
      case 'noisy':
        return noisy();
      case 'launched':
        return isAfter ? noisy() : 0;
      case 'page':
        return isAfter && page === this.#seed % 9 ? weight * (1 + (this.#seed % 7)) : weight;
      case 'section':
        return isAfter && path.startsWith('/api/') ? 2 * weight : weight;
      case 'almost-even':
        return page === 0 && day % 3 === 0 ? weight + 1 : weight;
      case 'closed':
        return isAfter ? 0 : weight;
      case 'opposite':
        return isAfter ? floor(weight * 1.2) : weight;
      case 'renamed':
      case 'renamed-section':
        return this.#viewsOfRenamed(path, page, isAfter);
      case 'churn':
        return (page + floor(day / 9)) % 4 === 0 ? 0 : noisy();
    }
  }
}

/** The API's end is exclusive. */
function rangeOf({ dateFrom = '', dateTo = '' }: ViewsQuery): Range {
  return { from: dateFrom, to: plus(dateTo, -1) };
}
