import { CollectedLog } from '../../simulation/collected-log.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import type { ReportFigures } from '../../src/analytics/report.ts';
import type { Clock } from '../../src/clock.ts';
import type { CallOptions, ViewsQuery } from '../../src/mintlify/client.ts';
import { HttpError, MintlifyError, NetworkError } from '../../src/mintlify/errors.ts';
import type { PageViews, ViewsResponse } from '../../src/mintlify/schemas.ts';
import { pagesOf, periodOf, sumOf } from './reports.ts';

export interface Site {
  /** The pages of the period that is asked for. */
  readonly rows: readonly PageViews[] | ((query: ViewsQuery) => readonly PageViews[]);
  /** How long the answer to the nth request takes, from 1. */
  readonly delayMs?: (nth: number, query: ViewsQuery) => number;
  /** What the answer to the nth request has in the place of the real one. */
  readonly instead?: (nth: number, query: ViewsQuery, real: ViewsResponse) => Instead;
}
type Instead = Partial<ViewsResponse> | Error | undefined;

/** Mintlify in memory, whose answers take time on a simulated clock. */
function simulatedMintlify(clock: Clock, { rows, delayMs = () => 10, instead }: Site) {
  let underWay = 0;
  const mintlify = {
    queries: [] as ViewsQuery[],
    mostAtOnce: 0,
    /** When the last answer came that was about pages, and not about totals alone. */
    pagesMs: 0,
    async getViews(query: ViewsQuery, { signal, timeoutMs = 60_000 }: CallOptions = {}) {
      const nth = mintlify.queries.push(query);
      underWay += 1;
      mintlify.mostAtOnce = Math.max(mintlify.mostAtOnce, underWay);
      const takesMs = delayMs(nth, query);
      const answered = clock.sleep(Math.min(takesMs, timeoutMs), signal).finally(() => {
        underWay -= 1;
        if (query.limit > 1) mintlify.pagesMs = clock.now();
      });
      await answered.catch(() => Promise.reject(failure('INTERRUPTED')));
      if (takesMs > timeoutMs) throw failure('TIMEOUT');
      const all = typeof rows === 'function' ? rows(query) : rows;
      const end = query.offset + query.limit;
      const views = all.slice(query.offset, end);
      const real = { totals: sumOf(all), views, oddRows: 0, hasMore: end < all.length };
      const answer = instead?.(nth, query, real);
      if (answer instanceof Error) throw answer;
      return { ...real, ...answer };
    },
  };
  return mintlify;
}

/** A site that has pages in the week, others in any time before. */
export function weekly(current: number, previous = 0, instead?: Site['instead']): Site {
  const now = pagesOf(current);
  const before = pagesOf(previous);
  const rows = ({ dateFrom }: ViewsQuery) => (dateFrom < '2025-12-29' ? before : now);
  return instead ? { rows, instead } : { rows };
}

/** Such as `2025-12-29 +250`, or of totals alone `=2026-01-04`; the week is `N`, the one before `B`. */
function shortQuery({ dateFrom, limit, offset }: ViewsQuery): string {
  if (limit === 1) return `=${dateFrom}`;
  return `${dateFrom} +${offset}`.replace('2025-12-29 +', 'N').replace('2025-12-22 +', 'B');
}

/** Reads a report of the week before the day on which the simulated clock starts. */
export async function reported(
  site: Site,
  given: Partial<ReadOptions> = {},
  onFigures: (figures: ReportFigures) => void = () => {},
) {
  const clock = given.clock ?? new SimulatedClock();
  const mintlify = simulatedMintlify(clock, site);
  const options = {
    mintlify,
    clock,
    log: new CollectedLog(),
    signal: new AbortController().signal,
    projectId: 'docs',
    siteUrl: undefined,
    maxRequests: 90,
    period: periodOf('2025-12-29..2026-01-04'),
    compare: periodOf('2025-12-22..2025-12-28'),
    ...given,
  };
  const report = await readReport(options, onFigures);
  if (report instanceof MintlifyError) throw report;
  const requests = mintlify.queries.map(shortQuery);
  const pages = requests.filter((each) => !each.startsWith('='));
  return { report, mintlify, requests, pages, endMs: clock.now() };
}

/** Reads a report of one week that is compared with none. */
export function alone(site: Site, options: Partial<ReadOptions> = {}) {
  return reported(site, { compare: undefined, maxRequests: 5_000, ...options });
}

/** What a request fails with: a status of an answer, or the code of a connection that failed. */
export function failure(what: number | string = 'ECONNRESET', retryAfterMs?: number): MintlifyError {
  const name = 'GET /v1/analytics/docs/views';
  const advice = 'Check the inputs.';
  const status = Number(what);
  if (Number.isNaN(status)) {
    return new NetworkError(`${name} failed (${what}).`, { advice, code: `${what}`, sent: true });
  }
  return new HttpError(`${name} returned ${what}.`, {
    advice,
    status,
    retryAfterMs,
    responseText: 'Go away',
    isOutOfCredits: status === 402,
  });
}
