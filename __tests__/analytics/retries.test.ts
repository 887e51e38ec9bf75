import { expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import type { ReportFigures } from '../../src/analytics/report.ts';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import type { MintlifyError } from '../../src/mintlify/errors.ts';
import { alone, failure, reported, trendLost, unreadViews, weekly } from './reading.ts';
import { page, pagesOf } from './reports.ts';

/** Such an error in the place of the answers from the `first` on. */
const failing = (first: number, errorOf: () => Error, last = Number.POSITIVE_INFINITY) => {
  return (nth: number) => (nth >= first && nth <= last ? errorOf() : undefined);
};

test('a request that fails is made again after a pause, one at a time', async () => {
  const log = new CollectedLog();
  const site = { rows: pagesOf(2000), instead: failing(4, failure, 7) };
  const { report, pages, mintlify } = await alone(site, { log });
  const again = 'N750 N1000 N1250 N1500';
  expect(pages.join(' ')).toBe(`N0 N250 N500 ${again} ${again} N1750 N2000 N2250 N2500`);
  // Three rounds, the pauses, each with its request, and the last round.
  expect([report.hasAllPages, mintlify.pagesMs]).toEqual([true, 30 + 4 * 1_010 + 10]);
  const line = 'GET /v1/analytics/docs/views failed (ECONNRESET). The action tries again in 1 s.';
  expect(log.texts('info').slice(1)).toEqual(Array(4).fill(line));
});

test('a request that fails is not made again once other answers have shown that nothing is there', async () => {
  const { report, pages } = await alone({
    rows: pagesOf(400),
    delayMs: (nth) => (nth === 2 ? 100 : 10),
    instead: (_nth, { offset }) => (offset > 250 ? failure() : undefined),
  });
  expect(pages).toEqual(['N0', 'N250', 'N500']);
  expect([report.pages.length, report.hasAllPages, report.gaps]).toEqual([400, true, []]);
});

// The second try may take longer than the minute.
test.each([
  { retryAfterMs: 0, takesMs: 10, isRead: true, endMs: 1_010 },
  { retryAfterMs: 59_989, takesMs: 2_000, isRead: true, endMs: 61_989 },
  { retryAfterMs: 59_990, takesMs: 10, isRead: false, endMs: 0 },
])('a 429 with $retryAfterMs ms waits a second at least, under a minute in all', async (row) => {
  const { retryAfterMs, takesMs, isRead, endMs } = row;
  const instead = failing(2, () => failure(429, retryAfterMs), 2);
  const delayMs = (nth: number) => (nth === 4 ? takesMs : 10);
  const { report, mintlify } = await alone({ rows: pagesOf(600), delayMs, instead });
  expect([report.hasAllPages, mintlify.pagesMs]).toEqual([isRead, 20 + endMs]);
});

// The first of two that fail is asked again after 1, 4, 15 and 30 s; then the period cannot be complete.
test.each<[string, MintlifyError, requests: number, ms: number, isLast: boolean, maxRequests?: number]>([
  ['a 429 for ten minutes', failure(429, 600_000), 3, 20, true],
  ['a 429', failure(429), 7, 50_060, true],
  ['a 400', failure(400), 3, 20, false],
  ['a 401', failure(401), 3, 20, true],
  ['a 402', failure(402), 3, 20, true],
  ['a 403', failure(403), 3, 20, false],
  ['a 404', failure(404), 3, 20, false],
  ['a 500', failure(500), 7, 50_060, false],
  ['a reset', failure(), 7, 50_060, false],
  ['a wrong name', failure('ERR_TLS_CERT_ALTNAME_INVALID'), 3, 20, false],
  ['a 503 at the limit', failure(503), 2, 20, true, 2],
])('what is asked for after %s', async (_, error, made, ms, isLast, maxRequests = 99) => {
  // The rows that come add up to the totals.
  const rows = [...pagesOf(250), ...pagesOf(1750).map(({ path }) => page(`/none${path}`, 0))];
  const { report, pages, requests, mintlify } = await alone(
    { rows, instead: failing(2, () => error) },
    { maxRequests },
  );
  expect([report.pages.length, report.hasAllPages, pages.length]).toEqual([250, false, made]);
  expect([mintlify.pagesMs, requests.length === pages.length]).toEqual([ms, isLast]);
  expect(report.sums).toEqual(report.totals);
  expect(report.gaps[0]).toMatch(/^(Mintlify|The request to Mintlify) /);
});

/** Answers about the trend take so long. */
const slowTrend =
  (ms: number) =>
  (_: number, { limit }: ViewsQuery) =>
    limit === 1 ? ms : 10;
const TREND_TIMEOUT = 'The request to Mintlify failed (TIMEOUT). Try again later.';

test('a trend that is answered by errors takes under a minute, in few requests', async () => {
  const site = weekly(600, 600, (_, { limit }) => (limit === 1 ? failure(503) : undefined));
  const { report, requests, pages, endMs } = await reported(site);
  const cause = 'Mintlify answered 503 Service Unavailable. Try again later.';
  expect([report.gaps, report.notes]).toEqual([[], [trendLost(7), cause]]);
  // What fails first is asked again after 1, 4, 15 and 30 s; the next ones, as far as there is time.
  expect([requests.length - pages.length, endMs]).toEqual([17, 59_160]);
});

test('a trend that is not answered takes about a minute, 15 s for each request', async () => {
  const site = { ...weekly(600, 600), delayMs: slowTrend(Number.POSITIVE_INFINITY) };
  const { report, requests, pages, endMs } = await reported(site);
  expect([report.gaps, report.notes]).toEqual([[], [trendLost(7), TREND_TIMEOUT]]);
  expect([requests.length - pages.length, endMs]).toEqual([7, 66_040]);
});

test('a trend that takes 15 s for each answer is read', async () => {
  const { report } = await reported({ ...weekly(3, 3), delayMs: slowTrend(15_000) });
  expect([report.notes, report.history.length, report.days.length]).toEqual([[], 8, 7]);
});

test('a comparison that is not answered leaves the trend one try', async () => {
  const delayMs = (nth: number) => (nth === 1 ? 10 : Number.POSITIVE_INFINITY);
  const { report, requests, endMs } = await reported({ ...weekly(600, 600), delayMs });
  expect(report.gaps).toEqual([TREND_TIMEOUT, unreadViews('19,429'), "The comparison period wasn't read."]);
  expect(report.notes).toEqual([trendLost(8)]);
  // The first rows, then a minute for each period, and 15 s for the latest earlier ones.
  expect([requests.length, endMs]).toEqual([1 + 1 + 2 + 4, 10 + 60_000 + 60_000 + 15_000]);
});

test('the figures are known before the trend is asked for', async () => {
  const site = weekly(600, 600, (_, { limit }) =>
    limit === 1 ? new Error('The run was cut off.') : undefined,
  );
  let known: ReportFigures | undefined;
  const reading = reported(site, {}, (figures) => {
    known = figures;
  });
  await expect(reading).rejects.toThrow('The run was cut off.');
  expect(known).toMatchObject({ hasAllPages: true, hasAllPreviousPages: true, totals: { total: 102_048 } });
});

test('a mistake in the code is thrown', () =>
  expect(alone({ rows: [], instead: () => new TypeError('oops') })).rejects.toThrow('oops'));

// While answers are under way, a retry is waited for, the last try is under way.
test.each([15, 500, 5_045])('an interruption after %i ms ends the reading at once', async (afterMs) => {
  const [clock, controller, reason] = [new SimulatedClock(), new AbortController(), new Error('SIGTERM')];
  clock.at(afterMs, () => controller.abort(reason));
  const site = { rows: pagesOf(2000), instead: failing(6, failure) };
  await expect(alone(site, { signal: controller.signal, clock })).rejects.toBe(reason);
  expect(clock.now()).toBe(afterMs);
});
