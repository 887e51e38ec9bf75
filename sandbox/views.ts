import { type Incoming, json, type Reply } from './exchange.ts';
import { type Row, Site, type SiteKind, seedOf, type Table } from './site.ts';

/** An oddity in the way pages of rows are cut. */
export type PagingDefect =
  | 'moving-totals'
  | 'repeated-pages'
  | 'overlapping-rows'
  | 'empty-with-more'
  | 'endless';

/** Days since 1970-01-01: from the first up to, but without, the second. */
export interface Days {
  readonly from: number;
  readonly to: number;
}

export interface ViewsOptions {
  readonly pages: number;
  readonly seed: number;
  readonly steady: boolean;
  /** The last day with views, in days since 1970-01-01. */
  today(): number;
}

const DAY_MS = 86_400_000;
/** Without dates: that many days, today included. What the platform does then is undocumented. */
const DAYS_BY_DEFAULT = 30;
/** Rows kept in memory for all periods together. */
const CACHED_ROWS = 6_000_000;

/** The page view export of platform-api.md. */
export class Views {
  readonly #options: ViewsOptions;
  readonly #tables = new Map<string, Table>();

  constructor(options: ViewsOptions) {
    this.#options = options;
  }

  /** @returns the page of rows asked for, or 400 */
  answer(project: string, request: Incoming, kind: SiteKind, pagingDefect: PagingDefect | undefined): Reply {
    const query = readQuery(request.query, this.#options.today());
    if ('problems' in query) {
      const details = query.problems.map((message) => ({ message }));
      return json(400, { error: 'Invalid query parameters', details });
    }
    return json(200, pageOf(this.table(project, query, kind), query, pagingDefect, request.nth));
  }

  /** The true rows of a period, most views first. */
  table(project: string, { from, to }: Days, kind: SiteKind): Table {
    const until = Math.min(to, this.#options.today() + 1);
    const name = JSON.stringify([project, from, until, kind]);
    const known = this.#tables.get(name);
    if (known) return known;
    const { pages, seed, steady } = this.#options;
    const table = new Site({ pages, seed: seedOf(seed, project), kind, steady }).table(from, until);
    const room = Math.max(1, Math.floor(CACHED_ROWS / Math.max(1, pages)));
    if (this.#tables.size >= room) this.#tables.delete(this.#tables.keys().next().value ?? '');
    this.#tables.set(name, table);
    return table;
  }
}

interface Query extends Days {
  readonly limit: number;
  readonly offset: number;
}

/** The days of `dateFrom` and `dateTo`, by the platform's rules; or what is wrong. */
export function readDays(query: URLSearchParams, today: number): Days | { problems: string[] } {
  const problems: string[] = [];
  const read = (name: string, otherwise: number): number => {
    const text = query.get(name);
    const day = text === null ? otherwise : dayOf(text);
    if (day === undefined) problems.push(`${name}: Invalid date. Use ISO 8601 or YYYY-MM-DD.`);
    return day ?? 0;
  };
  const to = read('dateTo', today + 1);
  const from = read('dateFrom', to - DAYS_BY_DEFAULT);
  if (problems.length === 0 && from > to) problems.push('dateFrom: must not be after dateTo');
  return problems.length > 0 ? { problems } : { from, to };
}

function readQuery(query: URLSearchParams, today: number): Query | { problems: string[] } {
  const days = readDays(query, today);
  const problems = 'problems' in days ? days.problems : [];
  const limit = wholeNumber(query.get('limit') ?? '50');
  const offset = wholeNumber(query.get('offset') ?? '0');
  if (limit === undefined || limit < 1 || limit > 250)
    problems.push('limit: must be an integer from 1 to 250');
  if (offset === undefined) problems.push('offset: must be an integer of at least 0');
  if ('problems' in days || limit === undefined || offset === undefined || problems.length > 0)
    return { problems };
  return { ...days, limit, offset };
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The day that begins at or after a date of the calendar, or an instant of ISO 8601. */
function dayOf(text: string): number | undefined {
  const [, date = ''] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes February 30 for March 2.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  if (text === date) return midnight / DAY_MS;
  const instant = Date.parse(/(Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(instant) ? undefined : Math.ceil(instant / DAY_MS);
}

function pageOf(table: Table, { limit, offset }: Query, pagingDefect: PagingDefect | undefined, nth: number) {
  const start = pagingDefect === 'overlapping-rows' && offset > 0 ? Math.max(0, offset - 10) : offset;
  const window = { views: table.rows(start, limit), hasMore: start + limit < table.length };
  const { totals } = table;
  switch (pagingDefect) {
    case undefined:
    case 'overlapping-rows':
      return { totals, ...window };
    case 'moving-totals':
      return {
        totals: { human: totals.human + nth - 1, ai: totals.ai, total: totals.total + nth - 1 },
        ...window,
      };
    case 'repeated-pages':
      return { totals, ...window, views: table.rows(0, limit) };
    case 'empty-with-more':
      return offset < 2 * limit ? { totals, ...window } : { totals, views: [], hasMore: true };
    case 'endless':
      return { totals, views: cyclicRows(table, offset, limit), hasMore: true };
  }
}

function cyclicRows(table: Table, start: number, limit: number): Row[] {
  return Array.from({ length: table.length === 0 ? 0 : limit }, (_, index) =>
    table.row((start + index) % table.length),
  );
}

/** @param ms since 1970-01-01 */
export function dayNumber(ms: number): number {
  return Math.floor(ms / DAY_MS);
}
