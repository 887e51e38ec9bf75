import { json, type Reply } from '../exchange.ts';
import { type Oddity, type Table, viewsOf } from './site.ts';

const DAY_MS = 86_400_000;
/** Without dates: that many days, today included. What Mintlify does then is undocumented. */
const DAYS_BY_DEFAULT = 30;

export interface ViewSettings {
  /** Pages of the site. */
  readonly pages: number;
  /** Every period lists all pages: none comes or goes. */
  readonly steadyPages: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** The page view export: `{totals, views, hasMore}`. */
export class Views {
  readonly #settings: ViewSettings;
  readonly #tables = new Map<string, Table>();

  constructor(settings: ViewSettings) {
    this.#settings = settings;
  }

  /** @returns the page of rows asked for, or 400 */
  answer(project: string, query: URLSearchParams, oddity?: Oddity): Reply {
    try {
      const [limit, offset] = [wholeNumber(query, 'limit', 50), wholeNumber(query, 'offset', 0)];
      if (limit < 1 || limit > 250) throw new RangeError('limit: must be from 1 to 250');
      const { totals, rows } = this.table(project, query, oddity);
      const end = offset + limit;
      return json(200, { totals, views: rows.slice(offset, end), hasMore: end < rows.length });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return json(400, { error: 'Invalid query parameters', details: [{ message: error.message }] });
    }
  }

  /** The true views of a period. @throws {RangeError} when the query is none by Mintlify's rules */
  table(project: string, query: URLSearchParams, oddity?: Oddity): Table {
    const { pages, steadyPages, now } = this.#settings;
    const tomorrow = Math.floor(now() / DAY_MS) + 1;
    const to = dayIn(query, 'dateTo') ?? tomorrow;
    const from = dayIn(query, 'dateFrom') ?? to - DAYS_BY_DEFAULT;
    if (from > to) throw new RangeError('dateFrom: must not be after dateTo');
    const until = Math.min(to, tomorrow);
    const name = JSON.stringify([project, from, until, oddity]);
    // An odd site is there for its paths and counts, so all of them show.
    const site = { project, pages, steady: steadyPages || oddity !== undefined, ...oddity };
    const table = this.#tables.get(name) ?? viewsOf(site, from, until);
    this.#tables.set(name, table);
    return table;
  }
}

function wholeNumber(query: URLSearchParams, name: string, usual: number): number {
  const text = query.get(name) ?? String(usual);
  if (!/^\d{1,15}$/.test(text)) throw new RangeError(`${name}: must be a whole number`);
  return Number(text);
}

/** Of a date of the calendar. Mintlify takes instants, too, which the action never sends. */
function dayIn(query: URLSearchParams, name: string): number | undefined {
  const date = query.get(name);
  if (date === null) return undefined;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // Date.parse takes February 30 for March 2.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${date}T`))
    throw new RangeError(`${name}: Invalid date. Use YYYY-MM-DD.`);
  return midnight / DAY_MS;
}
