import { expect, test } from '@jest/globals';
import { CollectedLog } from '../../simulation/collected-log.ts';
import { SimulatedClock } from '../../simulation/simulated-clock.ts';
import type { ReadOptions } from '../../src/analytics/read.ts';
import type { ViewsQuery } from '../../src/mintlify/client.ts';
import type { PageViews, ViewsResponse } from '../../src/mintlify/schemas.ts';
import fc from '../helpers/fast-check.ts';
import type { Site } from './fixture.ts';
import { alone, counts, failure, page, pagesOf, range, reported, sumOf, weekly } from './fixture.ts';

/** Such an error in the place of the answers from the `first` on. */
const failing = (first: number, errorOf: () => Error, last = Number.POSITIVE_INFINITY) => {
  return (nth: number) => (nth >= first && nth <= last ? errorOf() : undefined);
};

/** What comes in the place of the nth, from a list, again and again. */
const nthOf = <T>(list: readonly T[], nth: number): T => list[nth % list.length] as T;

const SIZES = [0, 1, 249, 250, 251, 499, 500, 501, 613, 750, 1000, 3000];
const sizes = fc.oneof(fc.integer({ min: 0, max: 1300 }), fc.constantFrom(...SIZES));
/** Rows in any order, with counts of any kind, few or many; a row without views is no page. */
const anySite = fc
  .tuple(sizes, fc.infiniteStream(fc.tuple(fc.nat(3000), fc.nat(40))))
  .map(([size, all]) => [...all.take(size)].map(([human, ai], at) => page(`/${at}`, human, ai)));
/** The most rows that an answer has, again and again. */
const caps = fc.option(fc.array(fc.integer({ min: 1, max: 250 }), { minLength: 1, maxLength: 8 }));

test('pages are asked for by 250, one page, then two, then four at once', async () => {
  const { mintlify } = await alone({ rows: pagesOf(10_000), delayMs: () => 100 });
  const bounds = { dateFrom: '2025-12-29', dateTo: '2026-01-05', limit: 250 };
  const expected = Array.from({ length: 43 }, (_, at) => ({ ...bounds, offset: 250 * at }));
  expect(mintlify.queries.slice(0, 43)).toStrictEqual(expected);
  // 1 + 2 + 10 × 4.
  expect([mintlify.mostAtOnce, mintlify.pagesMs]).toEqual([4, 1_200]);
  const numberFor = (size: number) => alone({ rows: pagesOf(size) }).then(({ pages }) => pages.length);
  expect(await Promise.all([250, 251, 750, 751].map(numberFor))).toEqual([1, 3, 3, 7]);
});

test('pages are exactly those of the site, however many, in any order, also where answers are short', async () => {
  const byPath = (rows: readonly PageViews[]) =>
    rows.map(({ path, human, ai, total }) => `${path} ${human} ${ai} ${total}`).sort();
  await fc.assert(
    fc.asyncProperty(anySite, caps, async (all, capList) => {
      const rows = capList ? all.slice(0, 900) : all;
      const { report, mintlify, requests, pages } = await alone({
        rows,
        delayMs: (nth) => (nth * 37) % 50,
        instead: (nth, { offset, limit }) => {
          const end = offset + Math.min(limit, nthOf(capList ?? [250], nth));
          return { views: rows.slice(offset, end), hasMore: end < rows.length };
        },
      });
      expect(byPath(report.pages)).toEqual(byPath(rows.filter(({ total }) => total > 0)));
      expect([report.hasAllPages, report.gaps]).toEqual([true, []]);
      expect([report.sums, report.totals]).toEqual([sumOf(rows), sumOf(rows)]);
      expect([mintlify.mostAtOnce <= 4, report.requests.spent]).toEqual([true, requests.length]);
      const beyond = pages.filter((each) => Number(each.slice(1)) >= Math.max(1, rows.length));
      expect(beyond.length).toBeLessThanOrEqual(3);
      expect(pages).toHaveLength(new Set(pages).size);
    }),
    { numRuns: 120 },
  );
});

type Answer = (real: ViewsResponse, at: number, nth: number) => Partial<ViewsResponse>;
const rows = pagesOf(613);
const around = (start: number) => Array.from({ length: 250 }, (_, at) => nthOf(rows, start + at));
const REPEATED = ' and Mintlify repeated rows or sent fewer than it promised.';
const UNSAID = 'Mintlify says that it returned all pages';
const ODD = ", and 1 row had a format that Mintlify doesn't document.";
const FOREVER = { views: [], hasMore: true };
const NO_MORE: Answer = (real, at) => (at > 250 ? FOREVER : real);
const beyond: Answer = (real, at) => ({ totals: counts(1e6), hasMore: !at || (at > 250 && real.hasMore) });
/** The last of them, with less than 1 % of the views. */
const rare = rows.map((row, at) => (at < 500 ? row : page(row.path, 1)));
const odd: Answer = ({ views }, at) => (at === 250 ? { views: views.slice(1), oddRows: 1 } : {});

test.each<[string, number, gap: string, number, Answer, PageViews[]?]>([
  ['repeats the first rows for ever', 250, REPEATED, 3, () => ({ views: around(0), hasMore: true })],
  ['sends nothing more for ever', 500, REPEATED, 3, NO_MORE],
  ['keeps back 1 view of each page', 500, REPEATED, 3, NO_MORE, rare],
  ['has no rows but more', 0, REPEATED, 1, () => FOREVER],
  ['begins again after the last row', 613, '', 7, (_, at) => ({ ...FOREVER, views: around(at) })],
  ['says at the end that there is more', 613, '', 4, () => ({ hasMore: true })],
  ['gives some rows twice', 613, '', 3, (_, at) => ({ views: around(Math.max(0, at - 10)) })],
  ['changes its order', 603, REPEATED, 3, (real, at) => (at === 250 ? { views: around(240) } : real)],
  ['has other totals than its rows', 613, '', 3, () => ({ totals: counts(1) })],
  ['moves its totals', 613, '', 3, ({ totals }, _, nth) => ({ totals: { ...totals, ai: nth } })],
  ['sends rows beyond the end that it told', 700, REPEATED, 3, beyond, pagesOf(700)],
  ['has a row of another shape, and one without views', 612, ODD, 3, odd, [...rows, page('/unseen', 0)]],
  ['keeps back 1 % of the views', 1, '', 1, () => ({ totals: counts(100) }), [page('/a', 99)]],
  ['keeps back more than 1 %', 1, ' 1 of them on', 1, () => ({ totals: counts(99) }), [page('/a', 98)]],
])('a site %s: %i pages are read, the gap is %j', async (_, read, gap, most, answer, site = rows) => {
  const instead: Site['instead'] = (nth, { offset }, real) => answer(real, offset, nth);
  const { report, pages } = await alone({ rows: site, instead });
  expect([report.pages.length, report.hasAllPages]).toEqual([read, gap === '']);
  expect(report.gaps).toEqual(gap === '' ? [] : [expect.stringContaining(gap)]);
  const real = { totals: sumOf(site), views: site.slice(0, 250), oddRows: 0, hasMore: true };
  expect(report.totals).toEqual({ ...real, ...answer(real, 0, 1) }.totals);
  expect(pages.length).toBeLessThanOrEqual(most);
});

// The platform's counts need not add up: each may be the only difference to 2 by people, 5 by AI, 7 in all.
const LARGER = ['2 5 7', '2 5 8', '1 7 8', '3 4 7', '3 5 7', '2 6 7'];
test.each(LARGER)(
  'a platform that gives a page again with %s views: the larger counts stay',
  async (larger) => {
    const rowOf = (text: string): PageViews => {
      const [human = 0, ai = 0, total = 0] = text.split(' ').map(Number);
      return { path: '/twice', human, ai, total };
    };
    const again = rowOf(larger);
    const twice = [rowOf('2 5 7'), again];
    for (const rows of [twice, twice.toReversed()]) {
      const { report } = await alone({ rows });
      expect([report.pages, report.hasAllPages]).toEqual([[expect.objectContaining(again)], false]);
      expect(again).toMatchObject(report.sums);
    }
  },
);

test('a report has neither new nor gone pages where rows are missing', async () => {
  const told = async (oddDay: string, odd: Partial<ViewsResponse>) => {
    const other = ({ dateFrom }: ViewsQuery) => (dateFrom === '2025-12-29' ? '/new' : '/gone');
    const rows = (query: ViewsQuery) => [page('/a', 400), page(other(query), 100)];
    const instead: Site['instead'] = (_, { dateFrom }) => (dateFrom === oddDay ? odd : {});
    const { report } = await reported({ rows, instead });
    return [...report.pages.map(({ path, state }) => `${path} ${state}`), ...report.gaps].join(', ');
  };
  const more = { totals: counts(800) };
  const missing = `has 800 views, 300 of them on pages that weren't read, although ${UNSAID}.`;
  expect(await told('', {})).toBe('/a known, /new new, /gone gone');
  expect(await told('2025-12-29', more)).toBe(`/a known, /new unknown, The period ${missing}`);
  const alike = await told('2025-12-29', { oddRows: 1 });
  expect(alike).toBe(`/a known, /new new, The period has 500 views${ODD}`);
  expect(await told('2025-12-22', more)).toBe(`/a known, /new unknown, The comparison period ${missing}`);
});

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
  [0, 10, true, 1_010],
  [60_000, 2_000, true, 62_000],
  [60_001, 10, false, 0],
])('a 429 with %i ms waits a second at least, a minute at most', async (wait, takes, isRead, ms) => {
  const instead = failing(2, () => failure(429, wait), 2);
  const delayMs = (nth: number) => (nth === 4 ? takes : 10);
  const { report, mintlify } = await alone({ rows: pagesOf(600), delayMs, instead });
  expect([report.hasAllPages, mintlify.pagesMs]).toEqual([isRead, 20 + ms]);
});

// The first of two that fail is asked again after 1, 4, 15 and 30 s; then the period cannot be complete.
test.each<readonly [string, number, number, boolean, () => Error, number?]>([
  ['429 that asks for more time than there is', 3, 20, true, () => failure(429, 600_000)],
  ['429 without Retry-After', 7, 50_060, true, () => failure(429)],
  ...[401, 402, 403, 404].map((status) => [`${status}`, 3, 20, status < 403, () => failure(status)] as const),
  ['400', 3, 20, false, () => failure(400)],
  ['500', 7, 50_060, false, () => failure(500)],
  ['a reset', 7, 50_060, false, () => failure()],
  ['a name that no server has', 3, 20, false, () => failure('ERR_TLS_CERT_ALTNAME_INVALID')],
  ['503 without a request for another try', 2, 20, true, () => failure(503), 2],
])('failing with %s: %i in %i ms, the last: %s', async (_, made, ms, isLast, errorOf, maxRequests = 99) => {
  // The rows that come add up to the totals.
  const rows = [...pagesOf(250), ...pagesOf(1750).map(({ path }) => page(`/none${path}`, 0))];
  const site = { rows, instead: failing(2, errorOf) };
  const { report, pages, requests, mintlify } = await alone(site, { maxRequests });
  expect([report.pages.length, report.hasAllPages, pages.length]).toEqual([250, false, made]);
  expect([mintlify.pagesMs, requests.length === made]).toEqual([ms, isLast]);
  expect(report.sums).toEqual(report.totals);
  expect(report.gaps[0]).toMatch(/Try again later\.$/);
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

const NOVEMBER = range('2025-11-01', '2025-11-30', true);
const MONTH = { period: range('2025-12-01', '2025-12-31', true), compare: NOVEMBER };
const to = (from: string) => ({ period: range(from, '2026-01-04'), compare: undefined });
const YEAR = { compare: range('2024-12-29', '2025-01-04') };
// How many requests, how many days, and the end of the last earlier period.
test.each<[string, Partial<ReadOptions>, number, number, string]>([
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
  [600, 5, 'N0 B0 N250 N500 B250', 1, 0, 1, TREND_LOST(7)],
  [600, 8, WEEKS, 3, 0, 0, TREND_LOST(5)],
  [600, 19, WEEKS, 8, 0, 0, DAYS_LOST],
  [600, 20, WEEKS, 8, 7, 0, ''],
  [2600, 20, `${MANY} B250 B500 B750 B1000 B1250 B1500 B1750 B2000`, 1, 0, 1, TREND_LOST(7)],
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
const UNREAD = (views: string) =>
  `The period has 102,048 views, ${views} of them on pages that weren't read.`;
const LOST = "The comparison period wasn't read.";
/** Two weeks of three pages each, where the answers about the days `from` are errors. */
const weeksWithout = (from: string, error: Error = failure(500), least = 0) =>
  weekly(600, 600, (_, asked) => (asked.dateFrom === from && asked.offset >= least ? error : undefined));
const blocked = failure(429, 120_000);
test.each<[string, Site, number, string[], string[]]>([
  ['an earlier period', weeksWithout('2025-11-10'), 24, [], ['Not read: 1 of 8 earlier periods.', SERVER]],
  ['a day', weeksWithout('2026-01-01'), 24, [], ['Not read: 1 of 7 days.', SERVER]],
  ['the comparison', weeksWithout('2025-12-22'), 22, [SERVER, LOST], ['Not read: 1 of 8 earlier periods.']],
  ['a later page', weeksWithout('2025-12-29', failure(), 500), 24, [RESET, UNREAD('4,274')], []],
  ['all from an earlier period on', weeksWithout('2025-12-15', blocked), 10, [], [TREND_LOST(4), LIMITED]],
  ['all but one', weeksWithout('2025-12-22', blocked), 2, [LIMITED, UNREAD('19,429'), LOST], [TREND_LOST(8)]],
])('only what fails is missing: %s', async (_, site, made, gaps, notes) => {
  const log = new CollectedLog();
  const { report, requests } = await reported(site, { log });
  expect([requests.length, report.gaps, report.notes]).toEqual([made, gaps, notes]);
  // The log alone has Mintlify's own words.
  expect(log.texts('info').at(-1)).toMatch(/ returned \d+\.\nMintlify's response: Go away$|ECONNRESET/);
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
