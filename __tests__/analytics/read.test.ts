import { expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import type { ReadOptions } from '../../src/analytics/read.ts';
import { failure, reported, type Site, trendLost, unreadViews, weekly } from './reading.ts';
import { monthOf, pagesOf, range } from './reports.ts';

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const BEFORE =
  '2025-11-03 2025-11-10 2025-11-17 2025-11-24 2025-12-01 2025-12-08 2025-12-15 2025-12-22'.split(' ');
const totals = (days: readonly string[]) => days.map((day) => `=${day}`);
const TREND = [...totals(BEFORE).reverse(), ...totals(DAYS)];
const WEEKS = 'N0 B0 N250 N500 B250 B500';

test('reads both first pages, then the others of each, earlier totals with the latest first, then days', async () => {
  const log = new CollectedLog();
  const { report, requests, mintlify } = await reported(weekly(613, 600), { log });
  expect(requests).toEqual([...WEEKS.split(' '), ...TREND.slice(1)]);
  expect(report.generatedAt).toMatch(/^2026-01-05T12:00:00/);
  expect([report.gaps, report.notes, mintlify.mostAtOnce]).toEqual([[], [], 4]);
  expect(report.requests).toEqual({ allowed: 90, spent: requests.length });
  expect(log.texts()).toEqual([
    'Plan for at most 90 API calls: pages of 2025-12-29 to 2026-01-04 (7 days, UTC), then of 2025-12-22 to 2025-12-28 (7 days, UTC); then totals of 8 earlier periods and of each day.',
  ]);
});

// The requests that are made, the days, and the last day of the last earlier period.
test.each<[string, Partial<ReadOptions>, requests: number, days: number, last: string]>([
  ['last year', { compare: range('2024-12-29', '2025-01-04') }, 2 + TREND.length, 7, '2025-12-28'],
  ['a month', { period: monthOf('2025-12'), compare: monthOf('2025-11') }, 2 + 7, 0, '2025-11-30'],
  [
    'two weeks',
    { period: range('2025-12-22', '2026-01-04'), compare: undefined },
    1 + 8 + 14,
    14,
    '2025-12-21',
  ],
  ['15 days', { period: range('2025-12-21', '2026-01-04'), compare: undefined }, 1 + 8, 0, '2025-12-20'],
  ['a day', { period: range('2026-01-04', '2026-01-04'), compare: undefined }, 1 + 8, 1, '2026-01-03'],
])('of %s asks for nothing twice', async (_, options, made, days, last) => {
  const { requests, report } = await reported({ rows: pagesOf(3) }, options);
  expect([requests.length, new Set(requests).size]).toEqual([made, made]);
  expect([report.days.length, report.history.length, report.history.at(-1)?.to]).toEqual([days, 8, last]);
  expect([report.gaps, report.notes]).toEqual([[], []]);
  if (days === 7) expect(requests.slice(-TREND.length)).toEqual(TREND);
  if (days === 1) expect(report.days[0]?.counts).toEqual(report.totals);
});

const REACHED = (allowed: number) => `The \`max-requests\` limit (${allowed}) doesn't allow more.`;

// The requests about pages, then the numbers of earlier periods, days and gaps, and what the note says.
test.each<[number, number, string, periods: number, days: number, gaps: number, note: string]>([
  [600, 1, 'N0', 0, 0, 2, trendLost(8)],
  [600, 2, 'N0 B0', 1, 0, 2, trendLost(7)],
  [600, 5, 'N0 B0 N250 N500 B250', 1, 0, 1, trendLost(7)],
  [600, 8, WEEKS, 3, 0, 0, trendLost(5)],
  [600, 19, WEEKS, 8, 0, 0, 'Not read: 7 of 7 days.'],
  [600, 20, WEEKS, 8, 7, 0, ''],
  [
    2600,
    20,
    'N0 B0 N250 N500 N750 N1000 N1250 N1500 N1750 N2000 N2250 N2500 B250 B500 B750 B1000 B1250 B1500 B1750 B2000',
    1,
    0,
    1,
    trendLost(7),
  ],
])('of %i pages %i requests read %s', async (size, most, read, periods, days, gaps, note) => {
  const { report, requests, pages } = await reported(weekly(size, size), { maxRequests: most });
  expect(requests.slice(0, pages.length).join(' ')).toBe(read);
  expect([report.history.length, report.days.length]).toEqual([periods, days]);
  expect([...report.history, ...report.days].every((span) => span.counts)).toBe(true);
  // What the gaps name as the cause is not repeated.
  expect(report.notes).toEqual(note ? [note, ...(gaps > 0 ? [] : [REACHED(most)])] : []);
  expect([report.gaps[0], report.gaps.length]).toEqual(gaps > 0 ? [REACHED(most), gaps + 1] : [undefined, 0]);
  expect(report.pages.some(({ state }) => state === 'new')).toBe(false);
});

const SERVER = 'Mintlify answered 500 Internal Server Error. Try again later.';
const RESET = 'The request to Mintlify failed (ECONNRESET). Try again later.';
const LIMITED = 'Mintlify answered 429 Too Many Requests. Try again later.';
const EXPIRED = 'Mintlify answered 401 Unauthorized. Try again later.';
const REFUSED =
  'Mintlify answered 404 Not Found. It refused this period, but answered other calls with the same key and project.';
const LOST = "The comparison period wasn't read.";
/** Two weeks of three pages each, where the answers about the days `from` are errors. */
const weeksWithout = (from: string, error: Error, leastOffset = 0) =>
  weekly(600, 600, (_, { dateFrom, offset }) =>
    dateFrom === from && offset >= leastOffset ? error : undefined,
  );
const blocked = failure(429, 120_000);

const ONE_PERIOD = 'Not read: 1 of 8 earlier periods.';

test.each<[string, Site, number, gaps: string[], notes: string[]]>([
  ['an earlier period', weeksWithout('2025-11-10', failure(500)), 24, [], [ONE_PERIOD, SERVER]],
  ['one that is refused', weeksWithout('2025-11-10', failure(404)), 20, [], [ONE_PERIOD, REFUSED]],
  ['a day', weeksWithout('2026-01-01', failure(500)), 24, [], ['Not read: 1 of 7 days.', SERVER]],
  ['the comparison', weeksWithout('2025-12-22', failure(500)), 22, [SERVER, LOST], [ONE_PERIOD]],
  ['one that is refused', weeksWithout('2025-12-22', failure(404)), 18, [REFUSED, LOST], [ONE_PERIOD]],
  ['a later page', weeksWithout('2025-12-29', failure(), 500), 24, [RESET, unreadViews('4,274')], []],
  ['all from an earlier period on', weeksWithout('2025-12-15', blocked), 10, [], [trendLost(4), LIMITED]],
  [
    'all from a key that expires on',
    weeksWithout('2025-12-15', failure(401)),
    10,
    [],
    [trendLost(4), EXPIRED],
  ],
  [
    'all but one',
    weeksWithout('2025-12-22', blocked),
    2,
    [LIMITED, unreadViews('19,429'), LOST],
    [trendLost(8)],
  ],
])('only what fails is missing: %s', async (_, site, made, gaps, notes) => {
  const log = new CollectedLog();
  const { report, requests } = await reported(site, { log });
  expect([requests.length, report.gaps, report.notes]).toEqual([made, gaps, notes]);
  // The log alone has Mintlify's own words.
  expect(log.texts('info').at(-1)).toMatch(/ returned \d+\.\nMintlify's response: Go away$|ECONNRESET/);
});
