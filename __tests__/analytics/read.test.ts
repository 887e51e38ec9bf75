import { describe, expect, test } from '@jest/globals';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import type { ViewsQuery } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import {
  counts,
  FakeSite,
  type FakeSiteOptions,
  httpError,
  networkError,
  page,
  pagesOf,
} from './fake-site.ts';

type Site = Omit<FakeSiteOptions, 'clock'>;

const range = (from: string, to: string) => ({ from, to, isMonth: false });
/** What a report asks for, of the week before the day on which the simulated clock starts. */
const ASKED = {
  ...{ projectId: 'docs', siteUrl: undefined, maxRequests: 90 },
  ...{ period: range('2025-12-29', '2026-01-04'), compare: range('2025-12-22', '2025-12-28') },
};

/** A site that has pages in the week, others in any time before. */
function weekly(current: number, previous = 0, instead?: Site['instead']): Site {
  const [now, before] = [pagesOf(current), pagesOf(previous)];
  const rows = ({ dateFrom }: ViewsQuery) => (dateFrom < '2025-12-29' ? before : now);
  return { rows, ...(instead && { instead }) };
}

/** Such as `2025-12-29 +250`, or of totals alone `=2026-01-04`. */
function shown({ dateFrom = 'all', limit, offset }: ViewsQuery): string {
  return limit === 1 ? `=${dateFrom}` : `${dateFrom} +${offset}`;
}

async function reading(site: Site, options: Partial<ReadOptions> = {}) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const platform = new FakeSite({ clock, ...site });
  const { signal } = new AbortController();
  const result = await readReport({ platform, log, clock, signal, ...ASKED, ...options });
  return { result, log, requests: platform.queries.map(shown), mostAtOnce: platform.mostAtOnce };
}

async function reported(site: Site, options: Partial<ReadOptions> = {}) {
  const { result: report, ...more } = await reading(site, options);
  if (report instanceof PlatformError) throw report;
  return { ...more, report };
}

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const BEFORE =
  '2025-11-03 2025-11-10 2025-11-17 2025-11-24 2025-12-01 2025-12-08 2025-12-15 2025-12-22'.split(' ');
const totals = (days: readonly string[]) => days.map((day) => `=${day}`);
const [FIRST, FIRST_BEFORE] = ['2025-12-29 +0', '2025-12-22 +0'];
const pagesFrom = (day: string, from: number, to: number) =>
  Array.from({ length: (to - from) / 250 + 1 }, (_, index) => `${day} +${from + 250 * index}`);

test('reads both first pages, then the other pages of each, earlier totals with the latest first, then days', async () => {
  const { report, requests, log, mostAtOnce } = await reported(weekly(613, 600));
  expect(requests).toEqual([
    ...[FIRST, FIRST_BEFORE],
    ...[...pagesFrom('2025-12-29', 250, 500), ...pagesFrom('2025-12-22', 250, 500)],
    ...totals(BEFORE.slice(0, -1)).reverse(),
    ...totals(DAYS),
  ]);
  expect(report.generatedAt).toMatch(/^2026-01-05T12:00:00/);
  expect([report.gaps, report.notes, mostAtOnce]).toEqual([[], [], 4]);
  expect(report.requests).toEqual({ allowed: 90, spent: requests.length });
  expect(log.texts()).toEqual([
    'Plan for at most 90 API calls: pages of 2025-12-29 to 2026-01-04 (7 days, UTC), then of 2025-12-22 to 2025-12-28 (7 days, UTC); then totals of 8 earlier periods and of each day.',
  ]);
});

const [MONTH, NOVEMBER] = ['2025-12-01 2025-12-31', '2025-11-01 2025-11-30'].map((days) => {
  const [from = '', to = ''] = days.split(' ');
  return { from, to, isMonth: true };
}) as [typeof ASKED.period, typeof ASKED.period];
const to = (from: string) => ({ period: range(from, '2026-01-04'), compare: undefined });
const TREND = [...totals(BEFORE).reverse(), ...totals(DAYS)];
const YEAR = range('2024-12-29', '2025-01-04');
// How many requests, how many days, and the end of the last earlier period.
test.each<[string, Partial<ReadOptions>, number, number, string]>([
  ['no comparison', { compare: undefined }, 1 + TREND.length, 7, '2025-12-28'],
  ['last year', { compare: YEAR }, 2 + TREND.length, 7, '2025-12-28'],
  ['a month, compared with an earlier one', { period: MONTH, compare: NOVEMBER }, 2 + 7, 0, '2025-11-30'],
  ['two weeks', to('2025-12-22'), 1 + 8 + 14, 14, '2025-12-21'],
  ['15 days, which are too many', to('2025-12-21'), 1 + 8, 0, '2025-12-20'],
  ['a day, which is its own', to('2026-01-04'), 1 + 8, 1, '2026-01-03'],
])('of %s asks for nothing twice', async (_, options, made, days, last) => {
  const { requests, report } = await reported({ rows: pagesOf(3) }, options);
  expect([requests.length, new Set(requests).size]).toEqual([made, made]);
  expect([report.days.length, report.history.length, report.history.at(-1)?.to]).toEqual([days, 8, last]);
  expect([report.gaps, report.notes]).toEqual([[], []]);
  if (days === 7) expect(requests.slice(-TREND.length)).toEqual(TREND);
  if (days === 1) expect(report.days[0]?.counts).toEqual(report.totals);
});

const TREND_LOST = (periods: number) => `Not read: ${periods} of 8 earlier periods and 7 of 7 days.`;

describe('the budget', () => {
  const REACHED = (allowed: number) => `The \`max-requests\` limit (${allowed}) was reached.`;
  const WEEKS = 'N0 B0 N250 N500 B250 B500';
  const MANY = 'N0 B0 N250 N500 N750 N1000 N1250 N1500 N1750 N2000 N2250 N2500';

  // Requests of the period (N) and of the one before (B), then the numbers of earlier periods, days and gaps.
  test.each([
    [600, 1, 'N0', 0, 0, 2],
    [600, 2, 'N0 B0', 1, 0, 2],
    [600, 3, 'N0 B0 N250', 1, 0, 2],
    [600, 5, 'N0 B0 N250 N500 B250', 1, 0, 1],
    [600, 10, WEEKS, 5, 0, 0],
    [600, 19, WEEKS, 8, 0, 0],
    [600, 20, WEEKS, 8, 7, 0],
    [2600, 1, 'N0', 0, 0, 2],
    [2600, 2, 'N0 B0', 1, 0, 2],
    [2600, 3, 'N0 B0 N250', 1, 0, 2],
    [2600, 5, 'N0 B0 N250 N500 N750', 1, 0, 2],
    [2600, 10, 'N0 B0 N250 N500 N750 N1000 N1250 N1500 N1750 N2000', 1, 0, 2],
    [2600, 20, `${MANY} B250 B500 B750 B1000 B1250 B1500 B1750 B2000`, 1, 0, 1],
  ])(
    'of %i pages and %i requests goes in order as far as it can',
    async (size, most, expected, history, days, gaps) => {
      const { report, requests } = await reported(weekly(size, size), { maxRequests: most });
      const pages = requests.filter((request) => !request.startsWith('='));
      expect(
        pages.map((name) => name.replace('2025-12-29 +', 'N').replace('2025-12-22 +', 'B')).join(' '),
      ).toBe(expected);
      expect(requests.slice(0, pages.length)).toEqual(pages);
      expect([report.history.length, report.days.length, report.gaps.length]).toEqual([
        history,
        days,
        gaps && gaps + 1,
      ]);
      expect([...report.history, ...report.days].every((span) => span.counts)).toBe(true);
      if (gaps > 0) expect(report.gaps[0]).toBe(REACHED(most));
    },
  );

  test.each([
    [20, []],
    [19, ['Not read: 7 of 7 days.', REACHED(19)]],
    [8, [TREND_LOST(5), REACHED(8)]],
  ])('of %i leaves a note of what is missing of the trend', async (maxRequests, notes) => {
    const { report } = await reported(weekly(600, 600), { maxRequests });
    expect([report.gaps, report.notes]).toEqual([[], notes]);
  });

  test('leaves one sentence for each period that is not complete, after the reason', async () => {
    const { report } = await reported(weekly(600, 300), { maxRequests: 2 });
    const [reason, ...gaps] = report.gaps;
    expect(gaps.join(' ').replaceAll(/,\d{3}/g, ',…')).toBe(
      "The period has 28,… views, 6,… of them on pages that weren't read. The comparison period has 23,… views, 1,… of them on pages that weren't read.",
    );
    expect([reason, ...report.notes]).toEqual([REACHED(2), TREND_LOST(7)]);
    expect(report.pages.map(({ state }) => state)).not.toContain('new');
  });
});

describe('what fails', () => {
  const SERVER = 'Mintlify answered 500 Internal Server Error. Try again later.';
  const RESET = 'The request to Mintlify failed (ECONNRESET). Try again later.';
  const limited = httpError(429, 120_000);
  const failing = (from: string, error: Error = httpError(500), offset = 0) =>
    weekly(600, 600, (_nth, query) =>
      query.dateFrom === from && query.offset >= offset ? error : undefined,
    );
  const LIMITED = 'Mintlify answered 429 Too Many Requests. Try again later.';
  const UNREAD = (views: string) =>
    `The period has 28,387 views, ${views} of them on pages that weren't read.`;
  const LOST = "The comparison period wasn't read.";
  test.each<[string, Site, number, string[], string[]]>([
    ['an earlier period', failing('2025-11-10'), 24, [], ['Not read: 1 of 8 earlier periods.', SERVER]],
    ['a day', failing('2026-01-01'), 24, [], ['Not read: 1 of 7 days.', SERVER]],
    ['the comparison', failing('2025-12-22'), 22, [SERVER, LOST], ['Not read: 1 of 8 earlier periods.']],
    ['a later page', failing('2025-12-29', networkError(), 500), 24, [RESET, UNREAD('1,303')], []],
    ['an earlier period, with 429', failing('2025-12-15', limited), 10, [], [TREND_LOST(4), LIMITED]],
    ['that, with 429', failing('2025-12-22', limited), 2, [LIMITED, UNREAD('6,510'), LOST], [TREND_LOST(8)]],
  ])('is missing alone: %s', async (_, site, made, gaps, notes) => {
    const { report, requests } = await reported(site);
    expect([requests.length, report.gaps, report.notes]).toEqual([made, gaps, notes]);
  });

  test.each([401, 403, 404, 400, 500, 429])(
    'first of all with %i leaves no report, and the log says why',
    async (status) => {
      const error = httpError(status, undefined, 'Go away');
      const { result, log, requests } = await reading({ rows: [], instead: () => error });
      expect([result, requests.length]).toEqual([error, [500, 429].includes(status) ? 5 : 1]);
      expect(log.texts('info').at(-1)).toBe(`${error.message}\nMintlify's response: Go away`);
    },
  );
});

const ODD = ", and 1 row had a format that Mintlify doesn't document.";
const MISSING =
  ", 300 of them on pages that weren't read, although Mintlify says that it returned all pages.";
const TWICE =
  ", 1 of them on pages that weren't read, and Mintlify repeated rows or sent fewer than it promised.";
test.each([
  ['rows of another shape', { oddRows: 1 }, ODD, 'new'],
  ['more views than its rows have', { totals: counts(800, 0) }, MISSING, 'unknown'],
  ['the first rows for ever', { hasMore: true, totals: counts(501, 0) }, TWICE, 'unknown'],
])('%s are a gap, and then no page is new or gone', async (_, odd, text, state) => {
  const resultOf = async (oddDay: string) => {
    const real = { totals: counts(500, 0), oddRows: 0, hasMore: false };
    const { report } = await reported({
      rows: [],
      instead: (_nth, { dateFrom }) => {
        const path = dateFrom === '2025-12-29' ? '/new' : '/gone';
        const views = [page('/a', 400), page(path, 100)];
        return { ...real, ...(dateFrom === oddDay && odd), views };
      },
    });
    return [report.gaps.join(), report.pages.map((row) => `${row.path} ${row.state}`).join()];
  };
  expect(await resultOf('')).toEqual(['', '/a known,/new new,/gone gone']);
  const [gap, now] = await resultOf('2025-12-29');
  expect([gap?.replace(/^The period has \d{3} views/, ''), now]).toEqual([text, `/a known,/new ${state}`]);
  const [gapBefore, before] = await resultOf('2025-12-22');
  expect(gapBefore).toMatch(/^The comparison period has \d{3} views, /);
  expect(before).toBe('/a known,/new unknown');
});

test('has no page without views, and no more views than people add up', async () => {
  const rowsOf = (views: Record<string, number>) =>
    Object.entries(views).map(([path, total]) => page(path, total));
  const now = rowsOf({ '/a': 9, '/lost': 0, '/never': 0, '/found': 0.1, '/found/too': 0.2 });
  const before = rowsOf({ '/a': 9, '/lost': 5, '/found': 0, '/never': 0 });
  const { report } = await reported({ rows: ({ dateFrom }) => (dateFrom < '2025-12-29' ? before : now) });
  const states = report.pages.map(({ path, state }) => `${path} ${state}`);
  expect(states).toEqual(['/a known', '/found/too new', '/found new', '/lost gone']);
  expect([report.totals.total, report.sums.total, report.sections[1]?.total]).toEqual([9.3, 9.3, 0.3]);
});
