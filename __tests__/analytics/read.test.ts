import { describe, expect, test } from '@jest/globals';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import type { ViewsQuery } from '../../src/platform/client.ts';
import { PlatformError } from '../../src/platform/errors.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { counts, FakeSite, httpError, networkError, page, pagesOf, type Site } from './fake-site.ts';
import { range } from './fixture.ts';

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

/** Such as `2025-12-29 +250`, or of totals alone `=2026-01-04`; the week is `N`, the one before `B`. */
function shown({ dateFrom, limit, offset }: ViewsQuery): string {
  if (limit === 1) return `=${dateFrom}`;
  return `${dateFrom} +${offset}`.replace('2025-12-29 +', 'N').replace('2025-12-22 +', 'B');
}

async function reported(site: Site, options: Partial<ReadOptions> = {}) {
  const [clock, log] = [new SimulatedClock(), new CollectedLog()];
  const platform = new FakeSite(clock, site);
  const { signal } = new AbortController();
  const report = await readReport({ platform, log, clock, signal, ...ASKED, ...options });
  if (report instanceof PlatformError) throw report;
  return { report, log, requests: platform.queries.map(shown), mostAtOnce: platform.mostAtOnce };
}

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const BEFORE =
  '2025-11-03 2025-11-10 2025-11-17 2025-11-24 2025-12-01 2025-12-08 2025-12-15 2025-12-22'.split(' ');
const totals = (days: readonly string[]) => days.map((day) => `=${day}`);
const TREND = [...totals(BEFORE).reverse(), ...totals(DAYS)];
const WEEKS = 'N0 B0 N250 N500 B250 B500';

test('reads both first pages, then the others of each, earlier totals with the latest first, then days', async () => {
  const { report, requests, log, mostAtOnce } = await reported(weekly(613, 600));
  expect(requests).toEqual([...WEEKS.split(' '), ...TREND.slice(1)]);
  expect(report.generatedAt).toMatch(/^2026-01-05T12:00:00/);
  expect([report.gaps, report.notes, mostAtOnce]).toEqual([[], [], 4]);
  expect(report.requests).toEqual({ allowed: 90, spent: requests.length });
  expect(log.texts()).toEqual([
    'Plan for at most 90 API calls: pages of 2025-12-29 to 2026-01-04 (7 days, UTC), then of 2025-12-22 to 2025-12-28 (7 days, UTC); then totals of 8 earlier periods and of each day.',
  ]);
});

const NOVEMBER = range('2025-11-01', '2025-11-30', true);
const MONTH = { period: range('2025-12-01', '2025-12-31', true), compare: NOVEMBER };
const to = (from: string) => ({ period: range(from, '2026-01-04'), compare: undefined });
const YEAR = { compare: range('2024-12-29', '2025-01-04') };
// How many requests, how many days, and the end of the last earlier period.
test.each<[string, Partial<ReadOptions>, number, number, string]>([
  ['no comparison', { compare: undefined }, 1 + TREND.length, 7, '2025-12-28'],
  ['last year', YEAR, 2 + TREND.length, 7, '2025-12-28'],
  ['a month, compared with an earlier one', MONTH, 2 + 7, 0, '2025-11-30'],
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
const DAYS_LOST = 'Not read: 7 of 7 days.';
const REACHED = (allowed: number) => `The \`max-requests\` limit (${allowed}) doesn't allow more.`;
const MANY = 'N0 B0 N250 N500 N750 N1000 N1250 N1500 N1750 N2000 N2250 N2500';

// The requests of pages, then the numbers of earlier periods, days and gaps, and what the note says.
test.each<[number, number, string, number, number, number, string]>([
  [600, 1, 'N0', 0, 0, 2, TREND_LOST(8)],
  [600, 2, 'N0 B0', 1, 0, 2, TREND_LOST(7)],
  [600, 3, 'N0 B0 N250', 1, 0, 2, TREND_LOST(7)],
  [600, 5, 'N0 B0 N250 N500 B250', 1, 0, 1, TREND_LOST(7)],
  [600, 8, WEEKS, 3, 0, 0, TREND_LOST(5)],
  [600, 19, WEEKS, 8, 0, 0, DAYS_LOST],
  [600, 20, WEEKS, 8, 7, 0, ''],
  [2600, 5, 'N0 B0 N250 N500 N750', 1, 0, 2, TREND_LOST(7)],
  [2600, 20, `${MANY} B250 B500 B750 B1000 B1250 B1500 B1750 B2000`, 1, 0, 1, TREND_LOST(7)],
])('of %i pages %i requests read %s', async (size, most, read, periods, days, gaps, note) => {
  const { report, requests } = await reported(weekly(size, size), { maxRequests: most });
  const pages = requests.filter((request) => !request.startsWith('='));
  expect(requests.slice(0, pages.length).join(' ')).toBe(read);
  const lengths = [report.history, report.days, report.gaps].map(({ length }) => length);
  expect(lengths).toEqual([periods, days, gaps && gaps + 1]);
  expect([...report.history, ...report.days].every((span) => span.counts)).toBe(true);
  // What the gaps name as the cause is not repeated.
  expect(report.notes).toEqual(note ? [note, ...(gaps > 0 ? [] : [REACHED(most)])] : []);
  if (gaps > 0) expect(report.gaps[0]).toBe(REACHED(most));
  expect(report.pages.some(({ state }) => state === 'new')).toBe(false);
});

describe('what fails', () => {
  const SERVER = 'Mintlify answered 500 Internal Server Error. Try again later.';
  const RESET = 'The request to Mintlify failed (ECONNRESET). Try again later.';
  const limited = httpError(429, 120_000);
  const failing = (from: string, error: Error = httpError(500), least = 0) =>
    weekly(600, 600, (_, asked) => (asked.dateFrom === from && asked.offset >= least ? error : undefined));
  const LIMITED = 'Mintlify answered 429 Too Many Requests. Try again later.';
  const UNREAD = (views: string) =>
    `The period has 102,048 views, ${views} of them on pages that weren't read.`;
  const LOST = "The comparison period wasn't read.";
  test.each<[string, Site, number, string[], string[]]>([
    ['an earlier period', failing('2025-11-10'), 24, [], ['Not read: 1 of 8 earlier periods.', SERVER]],
    ['a day', failing('2026-01-01'), 24, [], ['Not read: 1 of 7 days.', SERVER]],
    ['the comparison', failing('2025-12-22'), 22, [SERVER, LOST], ['Not read: 1 of 8 earlier periods.']],
    ['a later page', failing('2025-12-29', networkError(), 500), 24, [RESET, UNREAD('4,274')], []],
    ['an earlier period, with 429', failing('2025-12-15', limited), 10, [], [TREND_LOST(4), LIMITED]],
    ['that, with 429', failing('2025-12-22', limited), 2, [LIMITED, UNREAD('19,429'), LOST], [TREND_LOST(8)]],
  ])('is missing alone: %s', async (_, site, made, gaps, notes) => {
    const { report, requests, log } = await reported(site);
    expect([requests.length, report.gaps, report.notes]).toEqual([made, gaps, notes]);
    // The log alone has Mintlify's own words.
    expect(log.texts('info').at(-1)).toMatch(/ returned \d+\.\nMintlify's response: Go away$|ECONNRESET/);
  });
});

const ODD = ", and 1 row had a format that Mintlify doesn't document.";
const ALL = ", 300 of them on pages that weren't read, although Mintlify says that it returned all pages.";
const TWICE =
  ", 1 of them on pages that weren't read, and Mintlify repeated rows or sent fewer than it promised.";
test.each([
  ['rows of another shape', { oddRows: 1 }, ODD, 'new'],
  ['more views than its rows have', { totals: counts(800) }, ALL, 'unknown'],
  ['the first rows for ever', { hasMore: true, totals: counts(501) }, TWICE, 'unknown'],
])('%s are a gap, and then no page is new or gone', async (_, odd, text, state) => {
  const resultOf = async (oddDay: string) => {
    const isNow = ({ dateFrom }: ViewsQuery) => dateFrom === '2025-12-29';
    const rows = (query: ViewsQuery) => [page('/a', 400), page(isNow(query) ? '/new' : '/gone', 100)];
    const more = (query: ViewsQuery) => (query.dateFrom === oddDay ? odd : {});
    const instead: Site['instead'] = (_, query) => ({ views: rows(query), ...more(query) });
    const { report } = await reported({ rows, instead });
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
  const found = [page('/found', 0.1), page('/found/too', 0.2)];
  const now = [page('/a', 9), page('/lost', 0), page('/never', 0), ...found];
  const before = [page('/a', 9), page('/lost', 5), page('/found', 0), page('/never', 0)];
  const { report } = await reported({ rows: ({ dateFrom }) => (dateFrom < '2025-12-29' ? before : now) });
  const states = report.pages.map(({ path, state }) => `${path} ${state}`);
  expect(states).toEqual(['/a known', '/found/too new', '/found new', '/lost gone']);
  expect([report.totals.total, report.sums.total, report.sections[1]?.total]).toEqual([9.3, 9.3, 0.3]);
});
