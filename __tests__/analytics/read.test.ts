import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PageRow, ProjectReport, Report, Span } from '../../src/analytics/model.ts';
import { type ReadOptions, readReport, whenToRunAgain } from '../../src/analytics/read.ts';
import type { ViewsQuery } from '../../src/platform/client.ts';
import type { PageViews } from '../../src/platform/schemas.ts';
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
function weekly(current: number, previous = 0, instead?: Site['instead'], weight = 1): Site {
  const [now, before] = [pagesOf(current), pagesOf(previous, weight)];
  const aSeventh = now.map(({ path, human, ai, total }) => {
    return { path, human: human / 7, ai: ai / 7, total: total / 7 };
  });
  const rows = ({ dateFrom = '', limit }: ViewsQuery) =>
    dateFrom < '2025-12-29' ? before : limit === 1 ? aSeventh : now;
  return { rows, ...(instead && { instead }) };
}

/** Reads one or more sites, named `docs` and `blog`, or by number. */
function setUp(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const asked: string[] = [];
  const platforms = [sites].flat().map((site, index) => {
    const projectId = ['docs', 'blog'][index] ?? `project-${index}`;
    const fake = new FakeSite({ clock, ...site });
    const getViews: FakeSite['getViews'] = (query, call) => {
      asked.push(`${projectId} ${shown(query)}`);
      return fake.getViews(query, call);
    };
    return { projectId, platform: { getViews }, fake };
  });
  const { signal } = new AbortController();
  const read = () => readReport({ platforms, log, clock, signal, ...ASKED, ...options });
  return { clock, log, read, asked, platforms };
}

async function reported(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const setup = setUp(sites, options);
  const report = await setup.read();
  const [project] = report.projects;
  if (!project) throw new Error('a report has a project');
  const requests = setup.asked.map((request) => request.replace(/^docs /, ''));
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

const countsOf = ({ path, human, ai, total }: PageViews) => ({ path, human, ai, total });
const pathsOf = ({ pages }: ProjectReport, state: PageRow['state']) =>
  pages.filter((page) => page.state === state).map(({ path }) => path);

describe('a report', () => {
  test('reads totals before pages: the first pages, the periods before, the days, then the other pages', async () => {
    const { report, project, requests, log, platforms } = await reported(weekly(613, 600, undefined, 2));
    expect(requests).toEqual([
      ...['2025-12-29 +0', '2025-12-22 +0'],
      ...latestFirst(BEFORE.slice(0, -1)),
      ...latestFirst(DAYS),
      ...['2025-12-29 +250', '2025-12-29 +500', '2025-12-22 +250', '2025-12-22 +500'],
    ]);
    expect(report).toMatchObject({
      generatedAt: expect.stringMatching(/^2026-01-05T12:00:00/),
      period: ASKED.period,
      comparison: ASKED.compare,
      gaps: [],
      requests: { allowed: 90, spent: 20 },
    });
    const [totals, previousTotals] = [sumOf(pagesOf(613)), sumOf(pagesOf(600, 2))];
    expect(project).toMatchObject({ projectId: 'docs', totals, previousTotals, notes: [] });
    expect(project).toMatchObject({ complete: true, previousComplete: true });
    expect([sumOf(project.pages), pathsOf(project, 'new').length]).toEqual([totals, 13]);
    expect([told(project.days), told(project.history)]).toEqual([DAYS, BEFORE]);
    expect(project.history?.at(-1)?.counts).toEqual(previousTotals);
    expect([log.texts('warning'), platforms[0]?.fake.mostAtOnce]).toEqual([[], 4]);
  });

  const between = (from: string, to: string) => ({ from, to, isMonth: false });
  const [YEAR, WEEK] = [between('2024-12-29', '2025-01-04'), between('2025-12-01', '2025-12-07')];
  const [LONG, DAY] = [between('2025-12-01', '2026-01-01'), between('2026-01-04', '2026-01-04')];
  const FIRST = '2025-12-29 +0';
  const TREND = [...latestFirst(BEFORE), ...latestFirst(DAYS)];
  const OTHERS = TREND.filter((request) => request !== '=2025-12-01');
  test.each<[Partial<ReadOptions>, string[] | number, number | undefined, string | undefined]>([
    [{ compare: undefined, trend: false }, [FIRST], undefined, undefined],
    [{ compare: undefined }, [FIRST, ...TREND], 7, '2025-12-28'],
    [{ compare: YEAR }, [FIRST, '2024-12-29 +0', ...TREND], 7, '2025-12-28'],
    [{ compare: WEEK }, [FIRST, '2025-12-01 +0', ...OTHERS], 7, '2025-12-28'],
    [{ period: MONTH, compare: undefined, trend: false }, ['2025-12-01 +0'], undefined, undefined],
    [{ period: MONTH, compare: undefined }, 1 + 8 + 31, 31, '2025-11-30'],
    // A longer period has no days; one day is its own.
    [{ period: LONG, compare: undefined }, 1 + 8, undefined, '2025-11-30'],
    [{ period: DAY, compare: undefined }, 1 + 8, 1, '2026-01-03'],
  ])('with %j asks for nothing else', async (options, expected, days, last) => {
    const { requests, texts, project } = await reported({ rows: pagesOf(3) }, options);
    expect([typeof expected === 'number' ? requests.length : requests, texts]).toEqual([expected, []]);
    expect([project.days?.length, project.history?.at(-1)?.to]).toEqual([days, last]);
    if (days === 1) expect(project.days).toEqual([{ from: DAY.from, to: DAY.to, counts: project.totals }]);
  });

  test('has its plan printed in one line before the first request', async () => {
    const { log, read, asked } = setUp([weekly(3), weekly(3)], { maxRequests: 20 });
    const before: number[] = [];
    const { info } = log;
    log.info = (text) => {
      before.push(asked.length);
      info(text);
    };
    await read();
    expect(before).toEqual([0]);
    expect(log.texts('info')).toEqual([
      'Plan: at most 20 requests, 2 for first pages, 2 for first pages of the period compared with, 14 for totals of the periods before, 0 instead of 14 for totals of each day, 2 for other pages and retries.',
    ]);
  });

  test('has no page without views: one that is listed with 0 is as good as absent', async () => {
    const row = ([path, total]: [string, number]) => ({ path, human: total, ai: 0, total });
    const now = Object.entries({ '/a': 9, '/lost': 0, '/never': 0, '/found': 4 }).map(row);
    const before = Object.entries({ '/a': 9, '/lost': 5, '/found': 0, '/never': 0 }).map(row);
    const { project } = await reported({ rows: ({ dateFrom }) => (dateFrom < '2025-12-29' ? before : now) });
    const states = project.pages.map(({ path, state }) => `${path} ${state}`);
    expect(states).toEqual(['/a known', '/found new', '/lost gone']);
  });

  test('notes what does not add up, which is no gap', async () => {
    const instead: Site['instead'] = (_nth, { limit }, real) => ({
      ...real,
      totals: limit === 1 ? { human: 1, ai: 0, total: 1 } : { human: 8, ai: 2, total: 9 },
    });
    const { project, texts } = await reported(weekly(3, 3, instead));
    expect([texts, project.complete]).toEqual([[], true]);
    expect(project.notes).toEqual([
      "The pages of the period add up to 2,557 views, but the platform's total is 9.",
      "The pages of the period compared with add up to 2,557 views, but the platform's total is 9.",
      "The days add up to 7 views, but the platform's total is 9.",
    ]);
    const people: Site['instead'] = (_nth, _query, real) => {
      const { total, human, ai } = real.totals;
      return { ...real, totals: { total, human: human + 1, ai: ai - 1 } };
    };
    const [note] = (await reported(weekly(3, 3, people), { trend: false })).project.notes;
    expect(note).toMatch(/^The pages of the period add up to [\d,]+ views by people, but the platform's/);
  });
});

describe('what is missing', () => {
  const USED = (allowed: number) => `All of max-requests (${allowed}) was used.`;

  test('of 24,000 pages is told in one gap: totals, trend and the comparison of totals are there', async () => {
    const { report, project, requests, texts, log } = await reported(weekly(24_000, 24_000));
    expect(requests).toHaveLength(90);
    expect(requests.slice(16).every((request) => request.startsWith('2025-12-29 +'))).toBe(true);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Not read: the pages after the first 18,750 \([\d,]+ of [\d,]+ views\) and those of the period compared with after the first 250\. All of max-requests \(90\) was used\.$/,
      ),
    ]);
    expect(log.texts('warning')).toEqual([`docs: ${texts[0]}`]);
    expect([told(project.days), told(project.history)]).toEqual([DAYS, BEFORE]);
    expect(project).toMatchObject({ complete: false, previousComplete: false, notes: [] });
    expect(project.previousTotals).toEqual(project.totals);
    expect(report.gaps[0]?.projectId).toBe('docs');
  });

  test('is neither new nor gone: the period compared with was read by half', async () => {
    const { project, texts } = await reported(weekly(600, 500), { maxRequests: 4, trend: false });
    expect(texts).toEqual([
      `Not read: the pages of the period compared with after the first 250. ${USED(4)}`,
    ]);
    expect(pathsOf(project, 'known')).toHaveLength(250);
    expect(pathsOf(project, 'unknown')).toHaveLength(350);
  });

  test('of 12 projects of 120 pages is the trend, for all and told once: each is compared page by page', async () => {
    const { report, asked, log } = await reported(Array(12).fill(weekly(120, 100)));
    expect(asked).toHaveLength(24);
    expect(asked.slice(0, 12).every((request) => request.endsWith('2025-12-29 +0'))).toBe(true);
    const text =
      'Not read: the totals of the periods before and of each day, which do not fit into max-requests (90).';
    expect([report.gaps, log.texts('warning')]).toEqual([[{ text }], [`All projects: ${text}`]]);
    for (const project of report.projects) {
      expect([project.complete, project.previousComplete]).toEqual([true, true]);
      expect(pathsOf(project, 'new')).toHaveLength(20);
    }
  });

  test('of a trend is one kind of it for all projects, if the other fits', async () => {
    const { report, asked, texts } = await reported([weekly(3, 3), weekly(3, 3)], { maxRequests: 18 });
    expect(asked).toHaveLength(18);
    expect(texts).toEqual(['Not read: the totals of each day, which do not fit into max-requests (18).']);
    for (const { days, history } of report.projects) {
      expect([told(days), told(history)]).toEqual([DAYS.map((day) => `no ${day}`), BEFORE]);
    }
  });

  test('with too few requests for the first pages are whole projects', async () => {
    const { report } = await reported([weekly(3), weekly(3)], { maxRequests: 1 });
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
    const { texts, project } = await reported(weekly(10, 10, instead));
    expect(texts).toEqual([
      'Left out: 1 row of the period in another shape than the platform documents.',
      expect.stringMatching(
        /^Pages of the period compared with may be missing, since rows were repeated\. The pages of the period compared with add up to [\d,]+ views, but the platform's total is [\d,]+\.$/,
      ),
    ]);
    expect([project.complete, project.previousComplete, pathsOf(project, 'gone')]).toEqual([
      false,
      false,
      [],
    ]);
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
          const { read, asked } = setUp(
            sizes.map((size) => weekly(size, size, instead)),
            { maxRequests },
          );
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
          for (const [index, project] of projects.entries()) {
            if (project.totals) expect(project.totals).toEqual(sumOf(pagesOf(sizes[index] ?? 0)));
            if (project.complete) expect(project.pages).toHaveLength(sizes[index] ?? 0);
            const known = new Set(pagesOf(sizes[index] ?? 0).map((row) => JSON.stringify(countsOf(row))));
            expect(project.pages.filter((row) => !known.has(JSON.stringify(countsOf(row))))).toEqual([]);
            expect([pathsOf(project, 'gone'), pathsOf(project, 'new')]).toEqual([[], []]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('several projects', () => {
  test('take turns: the pages of the period, then those compared with', async () => {
    const { asked } = await reported([weekly(1400, 300), weekly(700, 20)], { trend: false });
    expect(asked.slice(4)).toEqual([
      ...['docs 2025-12-29 +250', 'docs 2025-12-29 +500', 'blog 2025-12-29 +250', 'blog 2025-12-29 +500'],
      ...[750, 1000, 1250, 1500].map((offset) => `docs 2025-12-29 +${offset}`),
      ...['docs 2025-12-22 +250', 'docs 2025-12-22 +500'],
    ]);
  });

  test.each([
    [404, 'GET /v1/analytics/docs/views was answered 404. Try again later.'],
    [400, undefined],
  ])(
    'do not fail because one of them does with %i, of which nothing more is asked',
    async (status, refused) => {
      const { report, asked } = await reported([weekly(3, 0, () => httpError(status)), weekly(3)]);
      expect(asked.filter((request) => request.startsWith('docs'))).toHaveLength(1);
      expect(asked).toHaveLength(17);
      const why = `GET /v1/analytics/docs/views was answered ${status}. Try again later.`;
      expect(report.gaps).toEqual([{ projectId: 'docs', text: `Not read: this project. ${why}` }]);
      expect(report.projects.map((project) => project.refused)).toEqual([refused, undefined]);
      expect(report.projects[1]).toMatchObject({ complete: true, previousComplete: true });
    },
  );

  test('fail with the first error if all of them do', async () => {
    const sites = [404, 403].map((status) => weekly(0, 0, () => httpError(status)));
    await expect(setUp(sites).read()).rejects.toMatchObject({ status: 404 });
  });

  test('are not asked for after a 429', async () => {
    const limited = weekly(600, 0, (nth) => (nth === 2 ? httpError(429) : undefined));
    const { report, asked } = await reported([limited, weekly(3)]);
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
  test.each<[string, Site['instead'], number, RegExp]>([
    [
      'among the other pages',
      (nth) => (nth >= 18 ? networkError() : undefined),
      16 + 2 + 2,
      /^Not read: the pages after the first 500 \([^)]*\)\. GET .* failed \(ECONNRESET\)\. Try again later\.$/,
    ],
    [
      'while a trend is read',
      (_, { limit }) => (limit === 1 ? networkError() : undefined),
      2 + 4 + 2,
      /^Not read: the pages after the first 250 .*, 7 of 8 periods before and 7 of 7 days\. GET .* failed /,
    ],
  ])('%s keeps what is there, and asks for nothing more of that project', async (_, instead, made, gap) => {
    const { requests, texts } = await reported(weekly(2000, 3, instead));
    expect([requests.length, texts]).toEqual([made, [expect.stringMatching(gap)]]);
  });

  test('of each period is told as its own', async () => {
    const fails: Site['instead'] = (_nth, { dateFrom, offset }) =>
      offset > 0 ? httpError(dateFrom === '2025-12-29' ? 400 : 500) : undefined;
    const { texts } = await reported(weekly(600, 600, fails));
    expect(texts).toEqual([
      expect.stringMatching(/^Not read: the pages after the first 250 .* answered 400/),
      expect.stringMatching(/^Not read: those of the period compared with after .* answered 500/),
    ]);
  });

  test('of one day leaves that day out, and nothing else', async () => {
    const fails: Site['instead'] = (_nth, { dateFrom, limit }) =>
      limit === 1 && dateFrom === '2026-01-02' ? httpError(400) : undefined;
    const { project, texts } = await reported(weekly(300, 3, fails));
    expect(told(project.days)).toEqual(DAYS.map((day) => (day === '2026-01-02' ? `no ${day}` : day)));
    expect(project).toMatchObject({ complete: true, previousComplete: true, notes: [] });
    expect(texts).toEqual([expect.stringMatching(/^Not read: 1 of 7 days\. GET .* answered 400\./)]);
  });

  test.each([
    [429, 120_000, '2026-01-05T12:02:00.000Z'],
    [429, undefined, '2026-01-05T13:00:00.000Z'],
    [503, 120_000, undefined],
  ])('of %i with Retry-After of %s ms says when to run again: %s', (status, retryAfterMs, expected) => {
    expect(whenToRunAgain(httpError(status, retryAfterMs), new Date('2026-01-05T12:00:00Z'))).toBe(expected);
  });
});
