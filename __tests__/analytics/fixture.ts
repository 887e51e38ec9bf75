import { HOSTILE } from '../../sandbox/hostile.ts';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import { type DatedCounts, joinPages, type Report, sectionsOf } from '../../src/analytics/report.ts';
import type { Clock } from '../../src/clock.ts';
import type { CallOptions, ViewsQuery } from '../../src/mintlify/client.ts';
import { HttpError, MintlifyError, NetworkError } from '../../src/mintlify/errors.ts';
import type { Counts, PageViews, ViewsResponse } from '../../src/mintlify/schemas.ts';

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

/** Days or weeks with about these views, from `first` on; those without are not read. */
export function spansFrom(first: string, views: readonly (number | undefined)[], length = 1): DatedCounts[] {
  const dateOf = (days: number) => new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10);
  return views.map((total, index) => ({
    ...range(dateOf(index * length), dateOf((index + 1) * length - 1)),
    counts: total === undefined ? undefined : counts(Math.ceil(total * 0.7), Math.floor(total * 0.3)),
  }));
}

interface Given extends Partial<Report> {
  readonly now?: readonly PageViews[];
  /** Pages of the comparison period; null if it was not read. */
  readonly before?: readonly PageViews[] | null;
}

/** A report as the analytics would compute it for a believable documentation site. */
export function report({ now = pagesOf(140), before = pagesOf(150, 1.4), ...given }: Given = {}): Report {
  const { hasAllPages = true, hasAllPreviousPages = before !== null } = given;
  const side = (all: readonly PageViews[]) => ({ pages: [...all], isUnsound: false });
  const sideBefore = before ? { ...side(before), isComplete: hasAllPreviousPages } : undefined;
  const pages = joinPages({ ...side(now), isComplete: hasAllPages }, sideBefore);
  return {
    ...{ generatedAt: '2026-01-12T06:17:42Z', projectId: 'handbook-docs', siteUrl: undefined },
    ...{ period: range('2026-01-05', '2026-01-11'), comparison: range('2025-12-29', '2026-01-04') },
    ...{ totals: sumOf(now), previousTotals: before ? sumOf(before) : undefined, sums: sumOf(now) },
    ...{ pages, hasAllPages, hasAllPreviousPages, gaps: [], notes: [] },
    sections: sectionsOf(pages, hasAllPages && hasAllPreviousPages),
    history: spansFrom('2025-11-10', [60_100, 61_000, 59_300, 60_700, 62_500, 58_800, 61_200, 63_000], 7),
    days: spansFrom('2026-01-05', [9_000, 9_800, 16_100, 9_100, 8_400, 3_900, 4_200]),
    requests: { allowed: 90, spent: 16 },
    ...given,
  };
}

const YEARS = ['2023-10-09', '2024-10-08'].flatMap((from, index) => spansFrom(from, [2e6 + index], 365));
/** Without charts. */
export const LISTS = { history: [], days: [] };

/** Paths that would act if a format let them. */
const HOSTILE_PATHS = [
  ...['"><svg/onload=alert(1)>', '', '/\ud800lone', `/${'long-segment/'.repeat(308)}`.slice(0, 4000)],
  ...HOSTILE,
];

/** What a report may look like. */
export const REPORTS = {
  week: report({ siteUrl: 'https://docs.example.com' }),
  incomplete: report({
    ...{ now: pagesOf(100), before: null, totals: counts(90_000, 30_000), hasAllPages: false, days: [] },
    gaps: [
      "The `max-requests` limit (2) doesn't allow more.",
      'The period has 120,000 views, 4,000 of them *elsewhere*.',
    ],
    notes: ['Not read: 7 of 7 days.'],
  }),
  alone: report({
    ...{ before: null, comparison: undefined, period: range('2026-01-01', '2026-01-14') },
    ...{ history: [], days: spansFrom('2026-01-01', [...Array(13).fill(900), undefined]) },
  }),
  years: report({
    ...{ history: YEARS, days: [], period: range('2025-10-08', '2026-10-07'), comparison: YEARS[1] },
  }),
  nothing: report({ now: [], before: [], history: [], days: spansFrom('2026-01-05', Array(7).fill(0)) }),
  one: report({ now: [page('/big', 2 ** 32 + 5, 2 ** 33)], before: [page('/big', 2 ** 31, 5)], ...LISTS }),
  hostile: report({
    projectId: '</title><script>alert(2)</script>',
    now: HOSTILE_PATHS.map((path, at) => page(path, 5000 - at * 10, 300 + at)),
    before: HOSTILE_PATHS.map((path, at) => page(at < 6 ? `${path} gone` : path, 2000 + at * 400, 10)),
  }),
};

export interface Site {
  /** The pages of the period that is asked for. */
  readonly rows: readonly PageViews[] | ((query: ViewsQuery) => readonly PageViews[]);
  /** How long the answer to the nth request takes, from 1. */
  readonly delayMs?: (nth: number) => number;
  /** What the answer to the nth request has in the place of the real one. */
  readonly instead?: (nth: number, query: ViewsQuery, real: ViewsResponse) => Instead;
}
type Instead = Partial<ViewsResponse> | Error | undefined;

/** Mintlify in memory, whose requests take time on a simulated clock. */
function mintlifyOf(clock: Clock, { rows, delayMs = () => 10, instead }: Site) {
  let underWay = 0;
  const mintlify = {
    queries: [] as ViewsQuery[],
    mostAtOnce: 0,
    /** When the last answer came that was about pages, and not about totals alone. */
    pagesMs: 0,
    async getViews(query: ViewsQuery, { signal }: CallOptions = {}): Promise<ViewsResponse> {
      const nth = mintlify.queries.push(query);
      underWay += 1;
      mintlify.mostAtOnce = Math.max(mintlify.mostAtOnce, underWay);
      const answered = clock.sleep(delayMs(nth), signal).finally(() => {
        underWay -= 1;
        if (query.limit > 1) mintlify.pagesMs = clock.now();
      });
      await answered.catch(() => Promise.reject(failure('INTERRUPTED')));
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
  const mintlify = mintlifyOf(clock, site);
  const { signal } = new AbortController();
  const report = await readReport({ mintlify, log, clock, signal, ...ASKED, ...options });
  if (report instanceof MintlifyError) throw report;
  const requests = mintlify.queries.map(shown);
  const pages = requests.filter((each) => !each.startsWith('='));
  return { report, mintlify, requests, pages };
}

/** The same, of one week that is compared with none. */
export const alone = (site: Site, options: Partial<ReadOptions> = {}) =>
  reported(site, { compare: undefined, maxRequests: 5_000, ...options });

/** What a request fails with: a status of an answer, or the code of a connection that failed. */
export function failure(what: number | string = 'ECONNRESET', retryAfterMs?: number): MintlifyError {
  const request = { method: 'GET', path: '/v1/analytics/docs/views', advice: 'Try again later.' };
  const name = `GET ${request.path}`;
  if (typeof what === 'string')
    return new NetworkError(`${name} failed (${what}).`, { ...request, code: what, sent: true });
  const answer = { status: what, retryAfterMs, responseText: 'Go away', isOutOfCredits: what === 402 };
  return new HttpError(`${name} returned ${what}.`, { ...request, ...answer });
}
