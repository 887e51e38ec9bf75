import { expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import { readComparison } from '../../src/period.ts';
import { tableOf } from '../agent/table.ts';
import { failure, reported, weekly } from './reading.ts';
import { pagesOf, periodOf } from './reports.ts';

test('reads both first pages, then the others of each, earlier totals with the latest first, then days', async () => {
  const log = new CollectedLog();
  const { report, requests, mintlify } = await reported(weekly(613, 600), { log });
  const before = '=2025-12-15 =2025-12-08 =2025-12-01 =2025-11-24 =2025-11-17 =2025-11-10 =2025-11-03';
  const days = '=2025-12-29 =2025-12-30 =2025-12-31 =2026-01-01 =2026-01-02 =2026-01-03 =2026-01-04';
  expect(requests.join(' ')).toBe(`N0 B0 N250 N500 B250 B500 ${before} ${days}`);
  expect(report.generatedAt).toMatch(/^2026-01-05T12:00:00/);
  expect([report.gaps, report.notes, mintlify.mostAtOnce]).toEqual([[], [], 4]);
  expect(report.requests).toEqual({ allowed: 90, spent: requests.length });
  expect(log.texts()).toEqual([
    'Plan for at most 90 API calls, in this order: pages of 2025-12-29 to 2026-01-04 (7 days, UTC), then of 2025-12-22 to 2025-12-28 (7 days, UTC); then totals of 8 earlier periods and of each day.',
  ]);
});

// The first rows, totals of those of eight earlier periods that are not compared with, and days.
test.each(
  tableOf<'period' | 'compare' | 'requests' | 'days' | 'last'>(`
    period                 | compare   | requests | days | last
    2025-12-29..2026-01-04 | last-year | 17       | 7    | 2025-12-28
    2025-12                | previous  | 9        | 0    | 2025-11-30
    2025-12-22..2026-01-04 | none      | 23       | 14   | 2025-12-21
    2025-12-21..2026-01-04 | none      | 9        | 0    | 2025-12-20
    2026-01-04             | none      | 9        | 1    | 2026-01-03
  `),
)('of $period, compared with $compare, nothing is asked for twice', async (row) => {
  const period = periodOf(row.period);
  const compare = readComparison(row.compare, period);
  const { requests, report } = await reported({ rows: pagesOf(3) }, { period, compare });
  const { days, history, totals, gaps, notes } = report;
  expect([requests.length, new Set(requests).size]).toEqual([Number(row.requests), requests.length]);
  expect([days.length, history.length, history.at(-1)?.to]).toEqual([Number(row.days), 8, row.last]);
  for (const { counts } of [...days, ...history]) expect(counts).toEqual(totals);
  expect([gaps, notes]).toEqual([[], []]);
});

// The requests about pages, the numbers of earlier periods, days and gaps, and what is told. No cause is told twice.
test.each(
  tableOf<'most' | 'read' | 'periods' | 'days' | 'gaps' | 'told'>(`
    most | read                      | periods | days | gaps | told
    1    | N0                        | 0       | 0    | 3    | The \`max-requests\` limit (1) doesn't allow more. The period has 102,048 views, 19,429 of them on pages that weren't read. The comparison period wasn't read. Not read: 8 of 8 earlier periods and 7 of 7 days.
    2    | N0 B0                     | 1       | 0    | 3    | The \`max-requests\` limit (2) doesn't allow more. The period has 102,048 views, 19,429 of them on pages that weren't read. The comparison period has 102,048 views, 19,429 of them on pages that weren't read. Not read: 7 of 8 earlier periods and 7 of 7 days.
    5    | N0 B0 N250 N500 B250      | 1       | 0    | 2    | The \`max-requests\` limit (5) doesn't allow more. The comparison period has 102,048 views, 4,274 of them on pages that weren't read. Not read: 7 of 8 earlier periods and 7 of 7 days.
    8    | N0 B0 N250 N500 B250 B500 | 3       | 0    | 0    | Not read: 5 of 8 earlier periods and 7 of 7 days. The \`max-requests\` limit (8) doesn't allow more.
    19   | N0 B0 N250 N500 B250 B500 | 8       | 0    | 0    | Not read: 7 of 7 days. The \`max-requests\` limit (19) doesn't allow more.
    20   | N0 B0 N250 N500 B250 B500 | 8       | 7    | 0    |
  `),
)('of 600 pages and 8 earlier periods $most requests read $read', async (row) => {
  const { report, requests, pages } = await reported(weekly(600, 600), { maxRequests: Number(row.most) });
  const { history, days, gaps, notes } = report;
  expect(requests.slice(0, pages.length).join(' ')).toBe(row.read);
  expect([history.length, days.length, gaps.length].map(String)).toEqual([row.periods, row.days, row.gaps]);
  expect([...history, ...days].every((span) => span.counts)).toBe(true);
  expect([...gaps, ...notes].join(' ')).toBe(row.told);
  expect(report.pages.some(({ state }) => state === 'new')).toBe(false);
});

test('a trend that is refused is told once', async () => {
  const log = new CollectedLog();
  const refusal = ({ dateFrom }: ViewsQuery) =>
    Object.assign(failure(404), { message: `GET /views?dateFrom=${dateFrom} returned 404.` });
  const instead = (_: number, query: ViewsQuery) => (query.limit === 1 ? refusal(query) : undefined);
  const { report, requests } = await reported(weekly(3, 3, instead), { log });
  expect(log.texts().slice(1)).toEqual([
    "GET /views?dateFrom=2025-12-15 returned 404.\nMintlify's response: Go away",
  ]);
  expect([requests.length, report.notes]).toEqual([
    2 + 7 + 7,
    [
      'Not read: 7 of 8 earlier periods and 7 of 7 days.',
      'Mintlify answered 404 Not Found. It refused some of these dates, but answered other calls with the same key and project.',
    ],
  ]);
});

// Two weeks of three pages each, where the answers about the days `from`, from that offset on, are errors.
test.each(
  tableOf<'from' | 'offset' | 'error' | 'retryAfterMs' | 'requests' | 'gaps' | 'notes'>(`
    from       | offset | error      | retryAfterMs | requests | gaps | notes
    2025-11-10 | 0      | 500        | 0            | 24       |      | Not read: 1 of 8 earlier periods. Mintlify answered 500 Internal Server Error. Try again later.
    2025-11-10 | 0      | 404        | 0            | 20       |      | Not read: 1 of 8 earlier periods. Mintlify answered 404 Not Found. It refused some of these dates, but answered other calls with the same key and project.
    2026-01-01 | 0      | 500        | 0            | 24       |      | Not read: 1 of 7 days. Mintlify answered 500 Internal Server Error. Try again later.
    2025-12-22 | 0      | 500        | 0            | 22       | Mintlify answered 500 Internal Server Error. Try again later. The comparison period wasn't read. | Not read: 1 of 8 earlier periods.
    2025-12-22 | 0      | 404        | 0            | 18       | Mintlify answered 404 Not Found. It refused the comparison period, but answered other calls with the same key and project. The comparison period wasn't read. | Not read: 1 of 8 earlier periods.
    2025-12-29 | 500    | 400        | 0            | 20       | Mintlify answered 400 Bad Request. It refused some of the pages, but answered other calls with the same key and project. The period has 102,048 views, 4,274 of them on pages that weren't read. |
    2025-12-29 | 500    | ECONNRESET | 0            | 24       | The request to Mintlify failed (ECONNRESET). Try again later. The period has 102,048 views, 4,274 of them on pages that weren't read. |
    2025-12-15 | 0      | 429        | 120000       | 10       |      | Not read: 4 of 8 earlier periods and 7 of 7 days. Mintlify answered 429 Too Many Requests. Check the inputs.
    2025-12-15 | 0      | 401        | 0            | 10       |      | Not read: 4 of 8 earlier periods and 7 of 7 days. Mintlify answered 401 Unauthorized. Check the inputs.
    2025-12-22 | 0      | 429        | 120000       | 2        | Mintlify answered 429 Too Many Requests. Check the inputs. The period has 102,048 views, 19,429 of them on pages that weren't read. The comparison period wasn't read. | Not read: 8 of 8 earlier periods and 7 of 7 days.
  `),
)('only what fails is missing: $error from $from on, at $offset', async (row) => {
  const log = new CollectedLog();
  const site = weekly(600, 600, (_, { dateFrom, offset }) =>
    dateFrom === row.from && offset >= Number(row.offset)
      ? failure(row.error, Number(row.retryAfterMs))
      : undefined,
  );
  const { report, requests } = await reported(site, { log });
  expect([requests.length, report.gaps.join(' '), report.notes.join(' ')]).toEqual([
    Number(row.requests),
    row.gaps,
    row.notes,
  ]);
  // The log alone has Mintlify's own words.
  expect(log.texts('info').at(-1)).toMatch(/ returned \d+\.\nMintlify's response: Go away$|ECONNRESET/);
});
