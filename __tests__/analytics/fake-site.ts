import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import type { Clock } from '../../src/clock.ts';
import type { CallOptions, ViewsPlatform, ViewsQuery } from '../../src/platform/client.ts';
import { HttpError, NetworkError, PlatformError } from '../../src/platform/errors.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

export interface Site {
  /** The pages of the period that is asked for. */
  readonly rows: readonly PageViews[] | ((query: ViewsQuery) => readonly PageViews[]);
  /** How long the answer to the nth request takes, from 1. */
  readonly delayMs?: (nth: number) => number;
  /** What the answer to the nth request has in the place of the real one. */
  readonly instead?: (nth: number, query: ViewsQuery, real: ViewsResponse) => Instead;
}
type Instead = Partial<ViewsResponse> | Error | undefined;

/** A platform in memory, whose requests take time on a simulated clock. */
class FakeSite implements ViewsPlatform {
  readonly queries: ViewsQuery[] = [];
  mostAtOnce = 0;
  /** When the last answer came that was about pages, and not about totals alone. */
  pagesMs = 0;
  #underWay = 0;
  readonly #clock: Clock;
  readonly #site: Site;

  constructor(clock: Clock, site: Site) {
    this.#clock = clock;
    this.#site = site;
  }

  async getViews(query: ViewsQuery, { signal }: CallOptions = {}): Promise<ViewsResponse> {
    const { delayMs = () => 10, instead, rows } = this.#site;
    const nth = this.queries.push(query);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    await this.#clock
      .sleep(delayMs(nth), signal)
      .catch(() => Promise.reject(failure('INTERRUPTED')))
      .finally(() => {
        this.#underWay -= 1;
        if (query.limit > 1) this.pagesMs = this.#clock.now();
      });
    const all = typeof rows === 'function' ? rows(query) : rows;
    const end = query.offset + query.limit;
    const views = all.slice(query.offset, end);
    const real = { totals: sumOf(all), views, oddRows: 0, hasMore: end < all.length };
    const answer = instead?.(nth, query, real);
    if (answer instanceof Error) throw answer;
    return { ...real, ...answer };
  }
}

export const range = (from: string, to: string, isMonth = false) => ({ from, to, isMonth });
export const counts = (human: number, ai = 0): Counts => ({ human, ai, total: human + ai });
export const page = (path: string, human: number, ai = 0): PageViews => ({ path, ...counts(human, ai) });

export function sumOf(rows: readonly Counts[]): Counts {
  const sum = (kind: keyof Counts) => rows.reduce((all, row) => all + row[kind], 0);
  return { human: sum('human'), ai: sum('ai'), total: sum('total') };
}

const SECTIONS = 'guides api-reference tutorials concepts sdk/python sdk/typescript integrations'.split(' ');

/** Pages with a long tail of views. A third of them has `change` times as many, another third as many less. */
export function pagesOf(count: number, change = 1): PageViews[] {
  return Array.from({ length: count }, (_, index) => {
    const views = Math.ceil((9_000 / (index + 1) ** 0.85) * change ** ((index % 3) - 1));
    const path = index === 0 ? '/' : `/${SECTIONS[index % SECTIONS.length]}/webhooks-${index}`;
    const ai = Math.round(views * (0.2 + ((index * 7) % 13) / 40));
    return page(path, views - ai, ai);
  });
}

/** What a report asks for, of the week before the day on which the simulated clock starts. */
const ASKED = {
  ...{ projectId: 'docs', siteUrl: undefined, maxRequests: 90 },
  ...{ period: range('2025-12-29', '2026-01-04'), compare: range('2025-12-22', '2025-12-28') },
};

/** A site that has pages in the week, others in any time before. */
export function weekly(current: number, previous = 0, instead?: Site['instead']): Site {
  const [now, before] = [pagesOf(current), pagesOf(previous)];
  const rows = ({ dateFrom }: ViewsQuery) => (dateFrom < '2025-12-29' ? before : now);
  return { rows, ...(instead && { instead }) };
}

/** Such as `2025-12-29 +250`, or of totals alone `=2026-01-04`; the week is `N`, the one before `B`. */
function shown({ dateFrom, limit, offset }: ViewsQuery): string {
  if (limit === 1) return `=${dateFrom}`;
  return `${dateFrom} +${offset}`.replace('2025-12-29 +', 'N').replace('2025-12-22 +', 'B');
}

export async function reported(site: Site, options: Partial<ReadOptions> = {}) {
  const [clock, log] = [options.clock ?? new SimulatedClock(), new CollectedLog()];
  const platform = new FakeSite(clock, site);
  const { signal } = new AbortController();
  const report = await readReport({ platform, log, clock, signal, ...ASKED, ...options });
  if (report instanceof PlatformError) throw report;
  const requests = platform.queries.map(shown);
  const pages = requests.filter((each) => !each.startsWith('='));
  return { report, platform, requests, pages };
}

/** The same, of one week that is compared with none. */
export const alone = (site: Site, options: Partial<ReadOptions> = {}) =>
  reported(site, { compare: undefined, maxRequests: 5_000, ...options });

/** What a request fails with: a status of an answer, or the code of a connection that failed. */
export function failure(what: number | string = 'ECONNRESET', retryAfterMs?: number): PlatformError {
  const request = { method: 'GET', path: '/v1/analytics/docs/views', advice: 'Try again later.' };
  const name = `GET ${request.path}`;
  if (typeof what === 'string')
    return new NetworkError(`${name} failed (${what}).`, { ...request, code: what, sent: true });
  const answer = { status: what, retryAfterMs, platformText: 'Go away', isOutOfCredits: what === 402 };
  return new HttpError(`${name} returned ${what}.`, { ...request, ...answer });
}
