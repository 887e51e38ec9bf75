import { describe, expect, test } from '@jest/globals';
import type { PageRow, ProjectReport } from '../../src/analytics/model.ts';
import { type ReadOptions, readReport, whenToRunAgain } from '../../src/analytics/read.ts';
import type { ViewsQuery } from '../../src/platform/client.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { ASKED, FakeSite, type FakeSiteOptions, httpError, pagesOf } from './fake-site.ts';

type Site = Omit<FakeSiteOptions, 'clock'>;

/** A site that has pages in the week, others in any time before. */
function weekly(current: number, previous = 0, instead?: Site['instead']): Site {
  const [now, before] = [pagesOf(current), pagesOf(previous)];
  const rows = ({ dateFrom }: ViewsQuery) => (dateFrom < '2025-12-29' ? before : now);
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

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const BEFORE =
  '2025-11-03 2025-11-10 2025-11-17 2025-11-24 2025-12-01 2025-12-08 2025-12-15 2025-12-22'.split(' ');
const latestFirst = (days: readonly string[]) => days.map((day) => `=${day}`).reverse();
const MONTH = { from: '2025-12-01', to: '2025-12-31', isMonth: true };

const pathsOf = ({ pages }: ProjectReport, state: PageRow['state']) =>
  pages.filter((page) => page.state === state).map(({ path }) => path);

describe('a report', () => {
  test('reads totals before pages: the first pages, the periods before, the days, then the other pages', async () => {
    const { report, requests, log, platforms } = await reported(weekly(613, 600));
    expect(requests).toEqual([
      ...['2025-12-29 +0', '2025-12-22 +0'],
      ...latestFirst(BEFORE.slice(0, -1)),
      ...latestFirst(DAYS),
      ...['2025-12-29 +250', '2025-12-29 +500', '2025-12-22 +250', '2025-12-22 +500'],
    ]);
    expect(report.generatedAt).toMatch(/^2026-01-05T12:00:00/);
    expect([log.texts('warning'), platforms[0]?.fake.mostAtOnce]).toEqual([[], 4]);
  });

  const between = (from: string, to: string) => ({ from, to, isMonth: false });
  const [YEAR, WEEK] = [between('2024-12-29', '2025-01-04'), between('2025-12-01', '2025-12-07')];
  const [LONG, DAY] = [between('2025-12-21', '2026-01-04'), between('2026-01-04', '2026-01-04')];
  const TWO_WEEKS = between('2025-12-22', '2026-01-04');
  const FIRST = '2025-12-29 +0';
  const TREND = [...latestFirst(BEFORE), ...latestFirst(DAYS)];
  const OTHERS = TREND.filter((request) => request !== '=2025-12-01');
  test.each<[Partial<ReadOptions>, string[] | number, number | undefined, string | undefined]>([
    [{ compare: undefined, trend: false }, [FIRST], undefined, undefined],
    [{ compare: undefined }, [FIRST, ...TREND], 7, '2025-12-28'],
    [{ compare: YEAR }, [FIRST, '2024-12-29 +0', ...TREND], 7, '2025-12-28'],
    [{ compare: WEEK }, [FIRST, '2025-12-01 +0', ...OTHERS], 7, '2025-12-28'],
    [{ period: MONTH, compare: undefined, trend: false }, ['2025-12-01 +0'], undefined, undefined],
    [{ period: MONTH, compare: undefined }, 1 + 8, undefined, '2025-11-30'],
    // A period of more than 14 days has none; one day is its own.
    [{ period: TWO_WEEKS, compare: undefined }, 1 + 8 + 14, 14, '2025-12-21'],
    [{ period: LONG, compare: undefined }, 1 + 8, undefined, '2025-12-20'],
    [{ period: DAY, compare: undefined }, 1 + 8, 1, '2026-01-03'],
  ])('with %j asks for nothing else', async (options, expected, days, last) => {
    const { requests, texts, project } = await reported({ rows: pagesOf(3) }, options);
    expect([typeof expected === 'number' ? requests.length : requests, texts]).toEqual([expected, []]);
    expect([project.days?.length, project.history?.at(-1)?.to]).toEqual([days, last]);
    if (days === 1) expect(project.days).toEqual([{ from: DAY.from, to: DAY.to, counts: project.totals }]);
  });

  test('has its plan printed in one line, once the first answers say how much there is', async () => {
    const { log } = await reported([weekly(3), weekly(3)], { maxRequests: 20 });
    expect(log.texts('info')).toEqual([
      'Request plan (limit 20): 4 for totals, 14 for earlier periods, 0 for daily totals, 2 left for more rows and retries.',
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
});

describe('the trend', () => {
  const partly = (count: number, allowed: number) =>
    `Only the latest ${count} of 8 earlier periods were requested, because of \`max-requests\` (${allowed}).`;
  const WITHOUT_DAYS = (allowed: number) =>
    `Daily totals weren't requested, because of \`max-requests\` (${allowed}).`;
  const NONE = "Earlier periods weren't requested, because of `max-requests` (5).";
  const sites = (count: number, size = 120) => Array(count).fill(weekly(size, size));

  test.each<[string, Site[], number, number, string, string[]]>([
    [
      'has as many earlier periods as fit for all',
      sites(12),
      90,
      84,
      '6, no days',
      [partly(6, 90), WITHOUT_DAYS(90)],
    ],
    ['takes half while there are more pages', sites(1, 600), 16, 13, '8, no days', [WITHOUT_DAYS(16)]],
    ['takes all of what is left where there are none', sites(1), 16, 16, '8, 7 days', []],
    ['has three periods at least', sites(1), 4, 4, '3, no days', [partly(3, 4), WITHOUT_DAYS(4)]],
    ['is left out with too few of them', sites(2), 5, 4, 'no, no days', [NONE, WITHOUT_DAYS(5)]],
  ])('%s, and the rest is a note, no gap', async (_, given, maxRequests, made, expected, notes) => {
    const { report, project, asked, texts } = await reported(given, { maxRequests });
    const trend = `${project.history?.length ?? 'no'}, ${project.days?.length ?? 'no'} days`;
    expect([asked.length, trend, report.notes]).toEqual([made, expected, notes]);
    if (given.length !== 1 || project.complete) expect(texts).toEqual([]);
  });

  const failing = (from: string, status: number, size = 3) =>
    weekly(size, size, (_nth, { dateFrom }) => (dateFrom === from ? httpError(status) : undefined));

  test.each([
    ['an earlier period', '2025-11-03', 15, 'Not read: 1 of 8 earlier periods and 7 of 7 days.'],
    ['a day', '2026-01-01', 19, 'Not read: 4 of 7 days.'],
    ['the period compared with', '2025-12-22', 20, 'Not read: the comparison period.'],
  ])('and no page is lost where %s fails for good', async (_, from, made, gap) => {
    const { project, texts, asked } = await reported(failing(from, 500, 600));
    expect([project.complete, asked.length]).toEqual([true, made]);
    expect(texts).toEqual([`${gap} Mintlify answered 500 Internal Server Error. Try again later.`]);
  });

  test('is left out where a comparison that failed leaves two earlier periods', async () => {
    const { project, report } = await reported(failing('2025-12-22', 400), { maxRequests: 4 });
    expect([project.history, report.notes[0]]).toEqual([
      undefined,
      expect.stringMatching(/^Earlier periods were/),
    ]);
  });

  test('has the totals as they are without what binary fractions add', async () => {
    const rows = [{ path: '/a', human: 0.1, ai: 0.2, total: 0.1 + 0.2 }];
    const { project } = await reported({ rows }, { trend: false });
    expect(project.totals?.total).toBe(0.3);
  });
});

test('of 24,000 pages as many of the one period are read as of the other, so that they can be compared', async () => {
  const { project, requests, texts } = await reported(weekly(24_000, 24_000));
  const [now, before] = ['2025-12-29 +', '2025-12-22 +'].map(
    (start) => requests.filter((request) => request.startsWith(start)).length,
  );
  expect([requests.length, now, before]).toEqual([90, 39, 37]);
  expect(texts).toEqual([
    expect.stringMatching(
      /^Not read: pages after the first 9,750 \([\d,]+ of [\d,]+ views\) and pages of the comparison period after the first 9,250\. The `max-requests` limit \(90\) was reached\.$/,
    ),
  ]);
  expect(pathsOf(project, 'known')).toHaveLength(9_250);
});

describe('several projects', () => {
  test('take turns, a step of the period and a step of the one compared with', async () => {
    const { asked } = await reported([weekly(1400, 300), weekly(700, 20)], { trend: false });
    expect(asked.slice(4)).toEqual([
      ...['docs 2025-12-29 +250', 'docs 2025-12-29 +500', 'docs 2025-12-22 +250', 'docs 2025-12-22 +500'],
      ...['blog 2025-12-29 +250', 'blog 2025-12-29 +500'],
      ...[750, 1000, 1250, 1500].map((offset) => `docs 2025-12-29 +${offset}`),
    ]);
  });

  test.each([401, 404, 400])('do not fail because one of them does with %i', async (status) => {
    const { report, asked } = await reported([weekly(3, 0, () => httpError(status)), weekly(3)]);
    expect([asked.length, asked.filter((request) => request.startsWith('docs')).length]).toEqual([17, 1]);
    expect(report.projects.map(({ error }) => error)).toEqual([
      expect.objectContaining({ status }),
      undefined,
    ]);
  });

  test('go on without one that has failed, whose rows that are left stay a gap', async () => {
    const instead: Site['instead'] = (_nth, { dateFrom, offset }, real) => {
      if (dateFrom === '2025-12-29' && offset > 250) return httpError(500);
      return offset === 250 ? { ...real, views: real.views.slice(0, 100), hasMore: true } : undefined;
    };
    const { project, texts, asked } = await reported([weekly(900, 900, instead), weekly(1400)], {
      trend: false,
    });
    expect([asked.at(-1), project.complete]).toEqual(['blog 2025-12-29 +1500', false]);
    expect(texts).toEqual([
      expect.stringMatching(/^Not read: pages after the first 350 .* Mintlify answered 500/),
    ]);
  });

  test('have the error of each if all of them fail, and no trend', async () => {
    const sites = [404, 403].map((status) => weekly(0, 0, () => httpError(status)));
    const { report, asked, log } = await reported(sites);
    expect(report).toMatchObject({
      projects: [
        { projectId: 'docs', error: { status: 404 } },
        { projectId: 'blog', error: { status: 403 } },
      ],
    });
    expect([asked.length, log.texts('warning')]).toEqual([2, []]);
    expect(log.texts('info').join()).not.toContain('Plan');
  });

  test('count every earlier period that a 429 left unread, also the comparison period, and say no reason twice', async () => {
    const { texts } = await reported(weekly(3, 3, (nth) => (nth === 2 ? httpError(429) : undefined)));
    expect(texts).toEqual(['Not read: the comparison period, 8 of 8 earlier periods and 7 of 7 days.']);
  });

  test('are not requested after a 429', async () => {
    const limited = weekly(600, 0, (nth) => (nth === 2 ? httpError(429) : undefined));
    const { report, asked } = await reported([limited, weekly(3)]);
    expect(asked).toHaveLength(4);
    expect([report.notes, report.runAgainAfter]).toEqual([[], expect.stringMatching(/^2026-01-05T13:00:00/)]);
  });
});

test.each([
  [429, 120_000, '2026-01-05T12:02:00.000Z'],
  [429, undefined, '2026-01-05T13:00:00.000Z'],
  [503, 120_000, undefined],
])(
  'a failure of %i with Retry-After of %s ms says when to run again: %s',
  (status, retryAfterMs, expected) => {
    expect(whenToRunAgain(httpError(status, retryAfterMs), new Date('2026-01-05T12:00:00Z'))).toBe(expected);
  },
);
