import { afterEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { Report, Span } from '../../src/analytics/model.ts';
import { type ReadOptions, readReport, whenToRunAgain } from '../../src/analytics/read.ts';
import { PlatformClient, type ViewsQuery } from '../../src/platform/client.ts';
import type { PageViews } from '../../src/platform/schemas.ts';
import { Transport } from '../../src/platform/transport.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import {
  ASKED,
  FakeSite,
  type FakeSiteOptions,
  httpError,
  networkError,
  pagesOf,
  sumOf,
} from './fake-site.ts';

type Site = Omit<FakeSiteOptions, 'clock'>;

/** A site that has pages in the week, others in any time before, and the same share of them on each day. */
function weekly(
  current: readonly PageViews[],
  previous: readonly PageViews[] = [],
  more: Partial<Site> = {},
): Site {
  const aSeventh = current.map(({ path, human, ai, total }) => {
    return { path, human: human / 7, ai: ai / 7, total: total / 7 };
  });
  const rows = ({ dateFrom = '', limit }: ViewsQuery) =>
    dateFrom < '2025-12-29' ? previous : limit === 1 ? aSeventh : current;
  return { rows, ...more };
}

/** Reads one or more sites, named `docs`, `blog` and `help`, or by number. */
function setUp(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const asked: string[] = [];
  const fakes = [sites].flat().map((site, index) => {
    const name = ['docs', 'blog', 'help'][index] ?? `project-${index}`;
    const fake = new FakeSite({ clock, ...site });
    const getViews: FakeSite['getViews'] = (query, call) => {
      asked.push(`${name} ${shown(query)}`);
      return fake.getViews(query, call);
    };
    return { projectId: name, platform: { getViews }, queries: fake.queries };
  });
  const { signal } = new AbortController();
  const read = () => readReport({ platforms: fakes, log, clock, signal, ...ASKED, ...options });
  return { clock, log, fakes, read, asked };
}

async function reported(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const setup = setUp(sites, options);
  const report = await setup.read();
  const [project] = report.projects;
  if (!project) throw new Error('a report has a project');
  const requests = setup.fakes.flatMap(({ queries }) => queries.map(shown));
  return { ...setup, report, project, requests, texts: report.gaps.map(({ text }) => text) };
}

/** Such as `2025-12-29 +250`, or of totals alone `=2026-01-04`. */
function shown({ dateFrom = 'all', limit, offset }: ViewsQuery): string {
  return limit === 1 ? `=${dateFrom}` : `${dateFrom} +${offset}`;
}

/** What was read of a trend, such as `2025-12-29` or `no 2025-12-30`. */
function told(spans: readonly Span[] | undefined): string[] | undefined {
  return spans?.map(({ from, counts }) => `${counts ? '' : 'no '}${from}`);
}

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const BEFORE =
  '2025-11-03 2025-11-10 2025-11-17 2025-11-24 2025-12-01 2025-12-08 2025-12-15 2025-12-22'.split(' ');
const latestFirst = (days: readonly string[]) => days.map((day) => `=${day}`).reverse();
const MONTH = { from: '2025-12-01', to: '2025-12-31', isMonth: true };

describe('a report', () => {
  test('reads totals before pages: the first pages, the periods before, the days, then the other pages', async () => {
    const site = weekly(pagesOf(613), pagesOf(600, 2));
    const { report, project, requests, log } = await reported(site);
    expect(requests).toEqual([
      ...['2025-12-29 +0', '2025-12-22 +0'],
      ...latestFirst(BEFORE.slice(0, -1)),
      ...latestFirst(DAYS),
      ...['2025-12-29 +250', '2025-12-29 +500', '2025-12-22 +250', '2025-12-22 +500'],
    ]);
    expect(report).toMatchObject({
      generatedAt: expect.stringMatching(/^2026-01-05T12:00:00/),
      version: '1.2.3',
      period: ASKED.period,
      comparison: ASKED.compare,
      gaps: [],
      requests: { allowed: 90, spent: 20 },
    });
    const [totals, previousTotals] = [sumOf(pagesOf(613)), sumOf(pagesOf(600, 2))];
    expect(project).toMatchObject({ projectId: 'docs', totals, previousTotals, sums: totals, gone: [] });
    expect(project).toMatchObject({ complete: true, previousComplete: true, notes: [] });
    expect(project.pages.filter(({ state }) => state === 'new')).toHaveLength(13);
    expect([told(project.days), told(project.history)]).toEqual([DAYS, BEFORE]);
    expect(project.history?.at(-1)?.counts).toEqual(previousTotals);
    expect(log.texts('warning')).toEqual([]);
  });

  test.each<[Partial<ReadOptions>, string[]]>([
    [{ compare: undefined, trend: false }, ['2025-12-29 +0']],
    [{ compare: undefined }, ['2025-12-29 +0', ...latestFirst(BEFORE), ...latestFirst(DAYS)]],
    [
      { compare: { from: '2024-12-29', to: '2025-01-04', isMonth: false } },
      ['2025-12-29 +0', '2024-12-29 +0', ...latestFirst(BEFORE), ...latestFirst(DAYS)],
    ],
    [
      { compare: { from: '2025-12-01', to: '2025-12-07', isMonth: false } },
      [
        ...['2025-12-29 +0', '2025-12-01 +0'],
        ...latestFirst(BEFORE.filter((day) => day !== '2025-12-01')),
        ...latestFirst(DAYS),
      ],
    ],
    [{ period: MONTH, compare: undefined, trend: false }, ['2025-12-01 +0']],
  ])('with %j asks for nothing else', async (options, expected) => {
    const { requests, texts } = await reported({ rows: pagesOf(3) }, options);
    expect([requests, texts]).toEqual([expected, []]);
  });

  test('of a month has months before it, and days; one of more days has none', async () => {
    const { project, requests } = await reported({ rows: pagesOf(3) }, { period: MONTH, compare: undefined });
    expect(requests).toHaveLength(1 + 8 + 31);
    expect(project.history?.map(({ from, to }) => `${from} ${to}`).slice(-2)).toEqual([
      '2025-10-01 2025-10-31',
      '2025-11-01 2025-11-30',
    ]);
    const period = { from: '2025-12-01', to: '2026-01-01', isMonth: false };
    const long = await reported({ rows: pagesOf(3) }, { period, compare: undefined });
    expect([long.project.days, long.requests.length, long.texts]).toEqual([undefined, 9, []]);
    const day = { from: '2026-01-04', to: '2026-01-04', isMonth: false };
    const short = await reported({ rows: pagesOf(3) }, { period: day, compare: undefined });
    expect([short.project.days, short.requests.length]).toEqual([
      [{ from: '2026-01-04', to: '2026-01-04', counts: short.project.totals }],
      9,
    ]);
  });

  test.each([1, 120, 250])('takes 16 requests of a site of %i pages', async (count) => {
    const { requests } = await reported(weekly(pagesOf(count), pagesOf(count)));
    expect(requests).toHaveLength(16);
  });

  test('has its plan printed in one line before the first request', async () => {
    const { log, read, asked } = setUp([weekly(pagesOf(3)), weekly(pagesOf(3))], { maxRequests: 20 });
    const before: number[] = [];
    const { info } = log;
    log.info = (text) => {
      if (text.startsWith('Plan')) before.push(asked.length);
      info.call(log, text);
    };
    await read();
    expect(before).toEqual([0]);
    expect(log.texts('info')[0]).toBe(
      'Plan: at most 20 requests, 2 for first pages, 2 for first pages of the period compared with, 14 for totals of the periods before, 0 instead of 14 for totals of each day, 2 for other pages and retries.',
    );
  });

  test('has no page without views: one that is listed with 0 is as good as absent', async () => {
    const row = (path: string, total: number) => ({ path, human: total, ai: 0, total });
    const now = [row('/a', 9), row('/lost', 0), row('/never', 0), row('/found', 4)];
    const before = [row('/a', 9), row('/lost', 5), row('/found', 0), row('/never', 0)];
    const { project } = await reported(weekly(now, before));
    expect([...project.pages, ...project.gone].map(({ path, state }) => `${path} ${state}`)).toEqual([
      '/a known',
      '/found new',
      '/lost gone',
    ]);
  });

  test('notes what does not add up, which is no gap', async () => {
    const odd = weekly(pagesOf(3), pagesOf(3), {
      instead: (_nth, { limit }, real) => ({
        ...real,
        totals: limit === 1 ? { human: 1, ai: 0, total: 1 } : { human: 8, ai: 2, total: 9 },
      }),
    });
    const { project, texts } = await reported(odd);
    expect([texts, project.complete]).toEqual([[], true]);
    expect(project.notes).toEqual([
      "The pages of the period add up to 2,557 views, but the platform's total is 9.",
      "The pages of the period compared with add up to 2,557 views, but the platform's total is 9.",
      "The days add up to 7 views, but the platform's total is 9.",
    ]);
  });
});

describe('what is missing', () => {
  const USED = (allowed: number) => `All of max-requests (${allowed}) was used.`;

  test('of 24,000 pages is told in one gap: totals, trend and the comparison of totals are there', async () => {
    const { report, project, requests, texts, log } = await reported(
      weekly(pagesOf(24_000), pagesOf(24_000)),
    );
    expect(requests).toHaveLength(90);
    expect(requests.slice(16).every((request) => request.startsWith('2025-12-29 +'))).toBe(true);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Not read: the pages after the first 18,750 \([\d,]+ of [\d,]+ views\) and those of the period compared with after the first 250\. All of max-requests \(90\) was used\.$/,
      ),
    ]);
    expect(log.texts('warning')).toEqual([`docs: ${texts[0]}`]);
    expect(told(project.days)).toEqual(DAYS);
    expect(told(project.history)).toEqual(BEFORE);
    expect(project).toMatchObject({ complete: false, previousComplete: false });
    expect(project.previousTotals).toEqual(project.totals);
    expect(report.gaps[0]?.projectId).toBe('docs');
  });

  test('is neither new nor gone: the period compared with was read by half', async () => {
    const pages = pagesOf(600);
    const { project, texts } = await reported(weekly(pages, pages.slice(100)), {
      maxRequests: 4,
      trend: false,
    });
    expect(texts).toEqual([
      `Not read: the pages of the period compared with after the first 250. ${USED(4)}`,
    ]);
    expect(project.gone).toEqual([]);
    const states = Map.groupBy(project.pages, ({ state }) => state);
    expect([...states].map(([state, rows]) => [state, rows.length])).toEqual([
      ['unknown', 350],
      ['known', 250],
    ]);
    expect(
      project.pages.every(({ state, previous }) => (state === 'unknown') === (previous === undefined)),
    ).toBe(true);
  });

  test('of 12 projects of 120 pages is the trend, for all and told once: each is compared page by page', async () => {
    const sites = Array.from({ length: 12 }, () => weekly(pagesOf(120), pagesOf(100)));
    const { report, asked } = await reported(sites);
    expect(asked).toHaveLength(24);
    expect(asked.slice(0, 12).every((request) => request.endsWith('2025-12-29 +0'))).toBe(true);
    expect(report.gaps).toEqual([
      {
        text: 'Not read: the totals of the periods before and of each day, which do not fit into max-requests (90).',
      },
    ]);
    for (const { complete, previousComplete, pages } of report.projects) {
      expect([complete, previousComplete]).toEqual([true, true]);
      expect(pages.filter(({ state }) => state === 'new')).toHaveLength(20);
    }
  });

  test('of a trend is one kind of it for all projects, if the other fits', async () => {
    const sites = [weekly(pagesOf(3), pagesOf(3)), weekly(pagesOf(3), pagesOf(3))];
    const { report, asked } = await reported(sites, { maxRequests: 18 });
    expect(asked).toHaveLength(18);
    expect(report.gaps.map(({ text }) => text)).toEqual([
      'Not read: the totals of each day, which do not fit into max-requests (18).',
    ]);
    for (const { days, history } of report.projects) {
      expect(told(days)).toEqual(DAYS.map((day) => `no ${day}`));
      expect(told(history)).toEqual(BEFORE);
    }
  });

  test('with too few requests for the first pages are whole projects', async () => {
    const { report } = await reported([weekly(pagesOf(3)), weekly(pagesOf(3))], { maxRequests: 1 });
    expect(report.gaps).toEqual([
      { text: expect.stringMatching(/^Not read: the totals of the periods before and of each day,/) },
      { projectId: 'docs', text: `Not read: the period compared with. ${USED(1)}` },
      { projectId: 'blog', text: `Not read: this project. ${USED(1)}` },
    ]);
    expect(report.projects[1]).toMatchObject({ pages: [], complete: false, totals: undefined });
  });

  test('is rows of another shape, and repeated rows that do not add up', async () => {
    const instead: Site['instead'] = (_nth, { limit, dateFrom }, real) => {
      if (limit === 1) return undefined;
      return dateFrom === '2025-12-29'
        ? { ...real, views: real.views.slice(0, 9), oddRows: 1 }
        : { ...real, views: [...real.views.slice(1), ...real.views.slice(1, 2)] };
    };
    const { texts, project } = await reported(weekly(pagesOf(10), pagesOf(10), { instead }));
    expect(texts).toEqual([
      'Left out: 1 row of the period in another shape than the platform documents.',
      expect.stringMatching(
        /^Pages of the period compared with may be missing, since rows were repeated\. The pages of the period compared with add up to [\d,]+ views, but the platform's total is [\d,]+\.$/,
      ),
    ]);
    expect([project.complete, project.previousComplete, project.gone]).toEqual([false, false, []]);
  });

  test('never costs more than the budget, whatever fails, and is always told', async () => {
    const faults = [networkError(), ...[500, 429, 404].map((status) => httpError(status, 1_000))];
    const fault = fc.constantFrom(undefined, undefined, undefined, ...faults);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(1200), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 60 }),
        fc.array(fault, { minLength: 1, maxLength: 20 }),
        async (sizes, maxRequests, plan) => {
          let nth = 0;
          const instead = () => {
            nth += 1;
            return plan[nth % plan.length];
          };
          const sites = sizes.map((size) => weekly(pagesOf(size), pagesOf(size), { instead }));
          const { read, asked } = setUp(sites, { maxRequests });
          const report = await read().catch((error: unknown) => error);
          expect(asked.length).toBeLessThanOrEqual(maxRequests);
          if (report instanceof Error) return;
          const { requests, projects, gaps } = report as Report;
          expect(requests).toEqual({ allowed: maxRequests, spent: asked.length });
          const isWhole = projects.every(({ totals, days = [], history = [], ...project }) => {
            const spans = [...days, ...history].every(({ counts }) => counts);
            return totals && spans && project.complete && project.previousComplete;
          });
          expect(gaps.length === 0).toBe(isWhole);
          for (const [index, { pages, totals, complete, gone }] of projects.entries()) {
            if (totals) expect(totals).toEqual(sumOf(pagesOf(sizes[index] ?? 0)));
            if (complete) expect(pages).toHaveLength(sizes[index] ?? 0);
            expect([gone, pages.filter(({ state }) => state === 'new')]).toEqual([[], []]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('several projects', () => {
  test('take turns: the pages of the period, then those compared with', async () => {
    const sites = [weekly(pagesOf(1400), pagesOf(300)), weekly(pagesOf(700), pagesOf(20))];
    const { asked } = await reported(sites, { trend: false });
    expect(asked.slice(4)).toEqual([
      ...['docs 2025-12-29 +250', 'docs 2025-12-29 +500', 'blog 2025-12-29 +250', 'blog 2025-12-29 +500'],
      ...[750, 1000, 1250, 1500].map((offset) => `docs 2025-12-29 +${offset}`),
      ...['docs 2025-12-22 +250', 'docs 2025-12-22 +500'],
    ]);
  });

  test('do not fail because one of them does, of which nothing more is asked', async () => {
    const broken = weekly(pagesOf(3), [], { instead: () => httpError(404) });
    const { report, fakes } = await reported([broken, weekly(pagesOf(3))]);
    expect(fakes.map(({ queries }) => queries.length)).toEqual([1, 16]);
    const why = 'GET /v1/analytics/docs/views was answered 404. Try again later.';
    expect(report.gaps).toEqual([{ projectId: 'docs', text: `Not read: this project. ${why}` }]);
    expect(report.projects.map(({ refused }) => refused)).toEqual([why, undefined]);
    expect(report.projects[1]).toMatchObject({ complete: true, previousComplete: true });
  });

  test('fail with the first error if all of them do', async () => {
    const sites = [404, 403].map((status) => weekly([], [], { instead: () => httpError(status) }));
    await expect(setUp(sites).read()).rejects.toMatchObject({ status: 404 });
  });

  test('are not asked for after a 429', async () => {
    const limited = weekly(pagesOf(600), [], { instead: (nth) => (nth === 2 ? httpError(429) : undefined) });
    const { report, asked } = await reported([limited, weekly(pagesOf(3))]);
    expect(asked).toHaveLength(4);
    expect(report.gaps.map(({ projectId, text }) => `${projectId}: ${text}`)).toEqual([
      expect.stringMatching(
        /^docs: Not read: the pages after the first 250 \(.*\), the period compared with, 7 of 8 periods before and 7 of 7 days\. GET .* 429/,
      ),
      expect.stringMatching(/^blog: Not read: 7 of 8 periods before and 7 of 7 days\. GET .* 429/),
    ]);
    expect(report.runAgainAfter).toMatch(/^2026-01-05T13:00:00/);
  });
});

describe('a failure', () => {
  test('that retries do not mend keeps what is there, and asks for nothing more', async () => {
    const site = weekly(pagesOf(2000), [], { instead: (nth) => (nth >= 18 ? networkError() : undefined) });
    const { project, requests, texts } = await reported(site);
    expect(project.pages).toHaveLength(500);
    expect(requests).toHaveLength(16 + 2 + 2);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Not read: the pages after the first 500 \(.*\)\. GET \/v1\/analytics\/docs\/views failed \(ECONNRESET\)\. Try again later\.$/,
      ),
    ]);
  });

  test('of one day leaves that day out, and nothing else', async () => {
    const site = weekly(pagesOf(300), pagesOf(3), {
      instead: (_nth, { dateFrom, limit }) =>
        limit === 1 && dateFrom === '2026-01-02' ? httpError(400) : undefined,
    });
    const { project, texts } = await reported(site);
    expect(told(project.days)).toEqual(DAYS.map((day) => (day === '2026-01-02' ? `no ${day}` : day)));
    expect([project.complete, project.previousComplete]).toEqual([true, true]);
    expect(texts).toEqual([expect.stringMatching(/^Not read: 1 of 7 days\. GET .* answered 400\./)]);
  });

  test('because of an interruption is its reason', async () => {
    const controller = new AbortController();
    const { read, clock } = setUp(weekly(pagesOf(3)), { signal: controller.signal });
    const reason = new Error('SIGTERM');
    clock.at(15, () => controller.abort(reason));
    await expect(read()).rejects.toBe(reason);
    expect(clock.now()).toBe(15);
  });

  test.each([
    [429, 120_000, '2026-01-05T12:02:00.000Z'],
    [429, undefined, '2026-01-05T13:00:00.000Z'],
    [503, 120_000, undefined],
  ])('of %i with Retry-After of %s ms says when to run again: %s', (status, retryAfterMs, expected) => {
    expect(whenToRunAgain(httpError(status, retryAfterMs), new Date('2026-01-05T12:00:00Z'))).toBe(expected);
  });
});

/** The report's numbers against the sandbox's own, through the real client and real sockets. */
describe('against the sandbox', () => {
  let closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing) await close();
    closing = [];
  });

  async function sandboxReport(sandboxOptions: SandboxOptions, options: Partial<ReadOptions> = {}) {
    const sandbox = await startSandbox({ today: '2026-01-05', perHour: 1e6, ...sandboxOptions });
    const transport = new Transport({ baseUrl: new URL(sandbox.url), apiKey: sandbox.apiKey }, {});
    closing.push(
      () => transport.close(),
      () => sandbox.close(),
    );
    const log = new CollectedLog();
    const report = await readReport({
      platforms: [{ projectId: 'docs', platform: new PlatformClient(transport, 'docs') }],
      ...ASKED,
      log,
      clock: new SimulatedClock(),
      signal: new AbortController().signal,
      ...options,
    });
    const [project] = report.projects;
    if (!project) throw new Error('a report has a project');
    return { sandbox, report, project, made: sandbox.ledger.of('views').length };
  }

  const truth = (sandbox: Sandbox, from: string, to: string) => sandbox.pageViews('docs', from, to);

  test('a report is exact to the row, the day and the page before', async () => {
    const { sandbox, report, project, made } = await sandboxReport({ pages: 613 });
    const now = truth(sandbox, '2025-12-29', '2026-01-05');
    const before = truth(sandbox, '2025-12-22', '2025-12-29');
    const { totals } = now;
    expect(project).toMatchObject({ totals, sums: totals, previousTotals: before.totals, notes: [] });
    expect([made, report.gaps]).toEqual([report.requests.spent, []]);

    const previous = new Map(before.rows.map(({ path, ...counts }) => [path, counts]));
    const expected = now.rows.map((row) => {
      const counts = previous.get(row.path);
      const none = { human: 0, ai: 0, total: 0 };
      return { ...row, state: counts ? 'known' : 'new', previous: counts ?? none };
    });
    expect(new Map(project.pages.map((page) => [page.path, page]))).toEqual(
      new Map(expected.map((page) => [page.path, page])),
    );
    const current = new Set(now.rows.map(({ path }) => path));
    expect(new Set(project.gone.map(({ path }) => path))).toEqual(
      new Set(before.rows.map(({ path }) => path).filter((path) => !current.has(path))),
    );
    expect(project.days?.map(({ counts }) => counts)).toEqual(
      DAYS.map((day, index) => truth(sandbox, day, DAYS[index + 1] ?? '2026-01-05').totals),
    );
  });

  const alone = { compare: undefined, trend: false };

  test.each<[string, number, boolean]>([
    ['moving-totals', 613, true],
    ['overlapping-rows', 613, true],
    ['rate-limited-briefly', 2000, true],
    ['big-counts', 300, true],
    ['endless', 613, true],
    ['hostile-text', 40, true],
    ['unicode-paths', 40, true],
    ['long-path', 300, true],
    ['one-page', 1, true],
    ['no-views', 0, true],
    ['repeated-pages', 613, false],
    ['empty-with-more', 1200, false],
    ['rate-limited-midway', 2000, false],
    ['dies-midway', 2000, false],
    ['wrong-shape-midway', 2000, false],
  ])('%s, %i pages: all rows are there is %s', async (scenario, pages, isComplete) => {
    const options = { scenario, pages, steadyPages: true };
    const { sandbox, project, report } = await sandboxReport(options, alone);
    const { rows } = truth(sandbox, '2025-12-29', '2026-01-05');
    const known = new Map(rows.map((row) => [row.path, row]));
    for (const page of project.pages) expect(page).toMatchObject(known.get(page.path) ?? {});
    expect(project.pages.every(({ path }) => known.has(path))).toBe(true);
    expect([project.complete, report.gaps.length]).toEqual([isComplete, isComplete ? 0 : 1]);
    if (isComplete) expect(project.pages).toHaveLength(rows.length);
    expect(sandbox.ledger.of('views').length).toBeLessThanOrEqual(Math.max(1, Math.ceil(pages / 250)) + 6);
  });

  test('25,000 rows are 25,000 pages, with at most 3 requests in vain', async () => {
    const site = { pages: 25_000, steadyPages: true };
    const { sandbox, project, made } = await sandboxReport(site, { maxRequests: 1000, ...alone });
    const { rows, totals } = truth(sandbox, '2025-12-29', '2026-01-05');
    expect(rows).toHaveLength(25_000);
    expect(project.pages.map(({ path, human, ai, total }) => ({ path, human, ai, total }))).toEqual(
      [...rows].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1)),
    );
    expect(project).toMatchObject({ complete: true, totals, sums: totals });
    expect(made).toBeLessThanOrEqual(103);
  });
});
