import { expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import type { ReportFigures } from '../../src/analytics/report.ts';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import { tableOf } from '../agent/table.ts';
import { alone, failure, reported, weekly } from './reading.ts';
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
test.each(
  tableOf<'retryAfterMs' | 'takesMs' | 'isRead' | 'endMs'>(`
    retryAfterMs | takesMs | isRead | endMs
    0            | 10      | true   | 1030
    59989        | 2000    | true   | 62009
    59990        | 10      | false  | 20
  `),
)('a 429 with $retryAfterMs ms waits a second at least, under a minute in all', async (row) => {
  const instead = failing(2, () => failure(429, Number(row.retryAfterMs)), 2);
  const delayMs = (nth: number) => (nth === 4 ? Number(row.takesMs) : 10);
  const { report, mintlify } = await alone({ rows: pagesOf(600), delayMs, instead });
  expect([report.hasAllPages, mintlify.pagesMs].map(String)).toEqual([row.isRead, row.endMs]);
});

// The first of two that fail is asked again after 1, 4, 15 and 30 s; then the period cannot be complete.
test.each(
  tableOf<'error' | 'retryAfterMs' | 'maxRequests' | 'requests' | 'endMs' | 'isLast'>(`
    error                        | retryAfterMs | maxRequests | requests | endMs | isLast
    429                          | 600000       | 99          | 3        | 20    | true
    429                          | 0            | 99          | 7        | 50060 | true
    400                          | 0            | 99          | 3        | 20    | false
    401                          | 0            | 99          | 3        | 20    | true
    402                          | 0            | 99          | 3        | 20    | true
    403                          | 0            | 99          | 3        | 20    | false
    404                          | 0            | 99          | 3        | 20    | false
    500                          | 0            | 99          | 7        | 50060 | false
    ECONNRESET                   | 0            | 99          | 7        | 50060 | false
    ERR_TLS_CERT_ALTNAME_INVALID | 0            | 99          | 3        | 20    | false
    503                          | 0            | 2           | 2        | 20    | true
  `),
)('what is asked for after $error, with $retryAfterMs ms to wait', async (row) => {
  // The rows that come add up to the totals.
  const rows = [...pagesOf(250), ...pagesOf(1750).map(({ path }) => page(`/none${path}`, 0))];
  const instead = failing(2, () => failure(row.error, Number(row.retryAfterMs)));
  const result = await alone({ rows, instead }, { maxRequests: Number(row.maxRequests) });
  const { report, pages, requests, mintlify } = result;
  expect(report).toMatchObject({ hasAllPages: false, sums: report.totals });
  expect(report.pages).toHaveLength(250);
  const isLast = requests.length === pages.length;
  expect([pages.length, mintlify.pagesMs, isLast].map(String)).toEqual([row.requests, row.endMs, row.isLast]);
  expect(report.gaps[0]).toMatch(/^(Mintlify|The request to Mintlify) /);
});

/** Answers about the trend take so long. */
const slowTrend =
  (ms: number) =>
  (_: number, { limit }: ViewsQuery) =>
    limit === 1 ? ms : 10;
const TREND_TIMEOUT = 'The request to Mintlify failed (TIMEOUT). Try again later.';

// What fails first is asked again after 1, 4, 15 and 30 s; the next ones, as far as there is time.
test.each([
  {
    how: 'by errors',
    site: weekly(600, 600, (_, { limit }) => (limit === 1 ? failure(503) : undefined)),
    cause: 'Mintlify answered 503 Service Unavailable. Try again later.',
    made: 17,
    ms: 59_160,
  },
  {
    how: 'never, which takes 15 s each',
    site: { ...weekly(600, 600), delayMs: slowTrend(Number.POSITIVE_INFINITY) },
    cause: TREND_TIMEOUT,
    made: 7,
    ms: 66_040,
  },
])('a trend that is answered $how takes about a minute, in few requests', async (row) => {
  const { report, requests, pages, endMs } = await reported(row.site);
  const lost = 'Not read: 7 of 8 earlier periods and 7 of 7 days.';
  expect([report.gaps, report.notes]).toEqual([[], [lost, row.cause]]);
  expect([requests.length - pages.length, endMs]).toEqual([row.made, row.ms]);
});

test('a trend that takes 15 s for each answer is read', async () => {
  const { report } = await reported({ ...weekly(3, 3), delayMs: slowTrend(15_000) });
  expect([report.notes, report.history.length, report.days.length]).toEqual([[], 8, 7]);
});

test('a comparison that is not answered leaves the trend one try', async () => {
  const delayMs = (nth: number) => (nth === 1 ? 10 : Number.POSITIVE_INFINITY);
  const { report, requests, endMs } = await reported({ ...weekly(600, 600), delayMs });
  expect(report.gaps).toEqual([
    TREND_TIMEOUT,
    "The period has 102,048 views, 19,429 of them on pages that weren't read.",
    "The comparison period wasn't read.",
  ]);
  expect(report.notes).toEqual(['Not read: 8 of 8 earlier periods and 7 of 7 days.']);
  // The first rows, then a minute for each period, and 15 s for the latest earlier ones.
  expect([requests.length, endMs]).toEqual([1 + 1 + 2 + 4, 10 + 60_000 + 60_000 + 15_000]);
});

test('the figures are known before the trend is asked for, and what is no failure of a request is thrown', async () => {
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

// While answers are under way, a retry is waited for, the last try is under way.
test.each([15, 500, 5_045])('an interruption after %i ms ends the reading at once', async (afterMs) => {
  const [clock, controller, reason] = [new SimulatedClock(), new AbortController(), new Error('SIGTERM')];
  clock.at(afterMs, () => controller.abort(reason));
  const site = { rows: pagesOf(2000), instead: failing(6, failure) };
  await expect(alone(site, { signal: controller.signal, clock })).rejects.toBe(reason);
  expect(clock.now()).toBe(afterMs);
});
