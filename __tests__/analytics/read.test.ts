import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Report, Span } from '../../src/analytics/model.ts';
import type { Period } from '../../src/analytics/period.ts';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import { summarize } from '../../src/analytics/summarize.ts';
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

const WEEK_BEFORE: Period = { kind: 'dates', from: '2025-12-22', to: '2025-12-29' };

type Site = Omit<FakeSiteOptions, 'clock'>;

/** A site that has pages in the week, others in the week before, and the same share of them on each day. */
function weekly(
  current: readonly PageViews[],
  previous: readonly PageViews[] = [],
  more: Partial<Site> = {},
): Site {
  const aSeventh = current.map(({ path, human, ai, total }) => {
    return { path, human: human / 7, ai: ai / 7, total: total / 7 };
  });
  const rows = ({ dateFrom = '', limit }: ViewsQuery) =>
    limit === 1 ? aSeventh : dateFrom < '2025-12-29' ? previous : current;
  return { rows, ...more };
}

/** Reads one or more sites, named `docs`, `blog` and `help`. */
function setUp(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const clock = new SimulatedClock();
  const log = new CollectedLog();
  const fakes = [sites].flat().map((site) => new FakeSite({ clock, ...site }));
  const platforms = fakes.map((platform, index) => ({
    projectId: ['docs', 'blog', 'help'][index] ?? '',
    platform,
  }));
  const { signal } = new AbortController();
  const read = () => readReport({ platforms, log, clock, signal, ...ASKED, ...options });
  return { clock, log, fakes, read };
}

async function reported(sites: Site | readonly Site[], options: Partial<ReadOptions> = {}) {
  const setup = setUp(sites, options);
  const report = await setup.read();
  const [project] = report.projects;
  if (!project) throw new Error('a report has a project');
  return { ...setup, report, project, requests: setup.fakes.flatMap(({ queries }) => queries.map(shown)) };
}

/** Such as `2025-12-29 +250`, or `day 2026-01-04`. */
function shown({ dateFrom = 'all', limit, offset }: ViewsQuery): string {
  return limit === 1 ? `day ${dateFrom}` : `${dateFrom} +${offset}`;
}

/** What was read of a trend or a history, such as `2025-12-29` or `no 2025-12-30`. */
function told(spans: readonly Span[] | undefined): string[] | undefined {
  return spans?.map(({ from, counts }) => `${counts ? '' : 'no '}${from}`);
}

const DAYS = '2025-12-29 2025-12-30 2025-12-31 2026-01-01 2026-01-02 2026-01-03 2026-01-04'.split(' ');
const DAYS_BACK = DAYS.map((day) => `day ${day}`).reverse();

describe('a report', () => {
  test('holds the pages, the days and the period before, each request made once and in this order', async () => {
    const { report, project, requests, log } = await reported(weekly(pagesOf(120), pagesOf(100, 2)));
    expect(requests).toEqual(['2025-12-29 +0', ...DAYS_BACK, '2025-12-22 +0']);
    expect(report).toMatchObject({
      generatedAt: expect.stringMatching(/^2026-01-05T12:00:00/),
      version: '1.2.3',
      period: ASKED.period,
      previousPeriod: WEEK_BEFORE,
      requests: { allowed: 90, spent: 9 },
    });
    expect(project).toMatchObject({
      projectId: 'docs',
      totals: sumOf(pagesOf(120)),
      previousTotals: sumOf(pagesOf(100, 2)),
      sums: sumOf(pagesOf(120)),
      complete: true,
      previousComplete: true,
      gone: [],
      history: undefined,
    });
    expect(project.pages.filter(({ state }) => state === 'new')).toHaveLength(20);
    expect(told(project.days)).toEqual(DAYS);
    expect(log.texts('warning')).toEqual([]);
  });

  test('has its plan printed before the first request, and anew once the pages are read', async () => {
    const { log, read, fakes } = setUp(weekly(pagesOf(613)), { maxRequests: 11 });
    let asked = -1;
    const { info } = log;
    log.info = (text) => {
      if (text.startsWith('1. ')) asked = fakes[0]?.queries.length ?? -1;
      info.call(log, text);
    };
    await read();
    expect(asked).toBe(0);
    expect(log.texts().filter((text) => !text.startsWith('docs: '))).toEqual([
      'Request budget: 11',
      'At most 11 requests, retries included, of the 100 an hour that the platform allows the organization. In this order:',
      [
        '1. Pages of the period, 250 with each request: 1 request or more, at most 11.',
        '2. Totals of each day: 7 requests.',
        '3. Pages of the period before: 1 request or more, at most 3.',
      ].join('\n'),
      'Reading page views: 2025-12-29 to 2026-01-04 (7 days, UTC)',
      'The pages of the period took 3 requests; 8 left.',
      'Totals of each day: 7 requests.\nPages of the period before: 3 requests or more, of which 1 can be made.',
      'Done: 11 requests.',
    ]);
  });

  const NO_TREND = 'There is no trend: the period is not made of whole days in UTC.';

  test.each<[Partial<ReadOptions>, string, string[]]>([
    [{ compare: false, daily: false }, '2025-12-29 +0', []],
    [
      { period: { kind: 'all' }, history: 8 },
      'all +0',
      ['There is no comparison: without dates there is no period before.', NO_TREND],
    ],
    [
      {
        period: { kind: 'dates', from: '2025-12-01T12:00:00Z', to: '2025-12-02' },
        compare: false,
        history: 8,
      },
      '2025-12-01T12:00:00Z +0',
      [NO_TREND],
    ],
    [
      { period: { kind: 'dates', from: '2026-01-05', to: '2026-01-06' }, compare: false },
      '2026-01-05 +0',
      ['The period is not over yet: its counts are still growing.'],
    ],
  ])('with %j asks for nothing else, and says what is left out', async (options, expected, notes) => {
    const { report, project, requests } = await reported({ rows: pagesOf(3) }, options);
    expect(requests).toEqual([expected]);
    expect(project.notes).toEqual(notes);
    expect(report.previousPeriod).toBeUndefined();
    expect([project.previousComplete, project.history]).toEqual([undefined, undefined]);
    // A day's totals are those of the period.
    if (expected.startsWith('2026'))
      expect(project.days).toEqual([{ from: '2026-01-05', to: '2026-01-06', counts: project.totals }]);
  });

  test('notes days that do not add up to the period', async () => {
    const { project } = await reported(
      weekly(pagesOf(3), [], {
        instead: (_nth, { limit }, real) =>
          limit === 1 ? { ...real, totals: { human: 1, ai: 0, total: 1 } } : undefined,
      }),
    );
    expect(project.notes).toEqual([
      expect.stringMatching(/^The days add up to 7 views, but the platform's total is /),
    ]);
  });
});

describe('the trend of a long period', () => {
  test.each([
    [
      'each 7 days',
      '2025-10-01',
      '2025-11-02',
      ['2025-10-01', '2025-10-05', '2025-10-12', '2025-10-19', '2025-10-26'],
    ],
    [
      'each month',
      '2025-03-01',
      '2025-11-02',
      ['03', '04', '05', '06', '07', '08', '09', '10', '11'].map((month) => `2025-${month}-01`),
    ],
  ])('is read by %s', async (name, from, to, dates) => {
    const { project, log, requests } = await reported(weekly(pagesOf(3)), {
      period: { kind: 'dates', from, to },
      compare: false,
    });
    expect(log.text).toContain(`2. Totals of ${name}: ${dates.length} requests.`);
    expect(requests).toEqual([`${from} +0`, ...dates.map((date) => `day ${date}`).reverse()]);
    expect(project.days?.map(({ from }) => from)).toEqual(dates);
    expect(project.days?.map((point) => point.to)).toEqual([...dates.slice(1), to]);
  });
});

describe('history', () => {
  const BEFORE = ['2025-11-24', '2025-12-01', '2025-12-08', '2025-12-15'];

  test('is the totals of the periods before, oldest first, the last being the one compared with', async () => {
    const { project, requests, log } = await reported(weekly(pagesOf(120), pagesOf(100, 2)), { history: 5 });
    expect(requests.slice(-5)).toEqual(['2025-12-22 +0', ...BEFORE.map((date) => `day ${date}`).reverse()]);
    expect(told(project.history)).toEqual([...BEFORE, '2025-12-22']);
    const last = { from: '2025-12-22', to: '2025-12-29', counts: project.previousTotals };
    expect(project.history?.at(-1)).toEqual(last);
    expect(log.text).toContain('4. Totals of earlier periods: 4 requests.');
  });

  test('and all else of the default weekly report take at most 17 requests for a site of up to 250 pages', async () => {
    for (const count of [1, 120, 250]) {
      const { requests } = await reported(weekly(pagesOf(count), pagesOf(count)), { history: 8 });
      expect(requests).toHaveLength(16);
    }
  });
});

describe('a budget that is too small', () => {
  const USED_UP = (allowed: number) => `max-requests (${allowed}) was used up.`;

  test('of 2 gives 500 of 613 pages and the true totals', async () => {
    const { report, project, requests, log } = await reported(weekly(pagesOf(613)), { maxRequests: 2 });
    expect(requests).toEqual(['2025-12-29 +0', '2025-12-29 +250']);
    const totals = sumOf(pagesOf(613));
    expect(summarize(report, 10)).toMatchObject({ complete: false, pageCount: 500, totals, change: null });
    expect(project.notes).toEqual([
      `Not all pages of the period were read: ${USED_UP(2)}`,
      `Not all days were read: ${USED_UP(2)}`,
      `The pages of the period before were not read: ${USED_UP(2)}`,
    ]);
    expect(told(project.days)).toEqual(DAYS.map((day) => `no ${day}`));
    expect(report.previousPeriod).toBeUndefined();
    expect(project).toMatchObject({ previousTotals: undefined, previousComplete: undefined });
    expect(log.texts('warning')).toEqual([`docs: ${project.notes.join(' ')}`]);
  });

  test('of 90 gives 22,500 of 25,000 pages', async () => {
    const { project, requests } = await reported(weekly(pagesOf(25_000)));
    expect(requests).toHaveLength(90);
    expect(requests.every((request) => request.startsWith('2025-12-29 +'))).toBe(true);
    expect([project.complete, project.pages.length]).toEqual([false, 22_500]);
  });

  test('goes to the latest days and periods first', async () => {
    const site = weekly(pagesOf(3), pagesOf(3));
    const { project } = await reported(site, { maxRequests: 4 });
    expect(told(project.days)?.filter((day) => !day.startsWith('no'))).toEqual(DAYS.slice(-3));
    expect(project.notes[0]).toBe(`Not all days were read: ${USED_UP(4)}`);
    const { project: later } = await reported(site, { history: 4, maxRequests: 11 });
    expect(told(later.history)).toEqual(['no 2025-12-01', '2025-12-08', '2025-12-15', '2025-12-22']);
    expect(later.notes).toEqual([`Not all earlier periods were read: ${USED_UP(11)}`]);
  });

  test('leaves the rest of the period before unknown', async () => {
    const site = weekly(pagesOf(600), pagesOf(600));
    const { report, project } = await reported(site, { maxRequests: 4, daily: false });
    expect(project).toMatchObject({ previousComplete: false, previousTotals: sumOf(pagesOf(600)) });
    expect(project.pages.filter(({ state }) => state === 'unknown')).toHaveLength(350);
    expect(summarize(report, 10).change).toBe('0.0');
    expect(project.notes).toEqual([`Not all pages of the period before were read: ${USED_UP(4)}`]);
  });

  test('is never exceeded, whatever fails', async () => {
    const faults = [networkError(), ...[500, 429, 404].map((status) => httpError(status, 1_000))];
    const fault = fc.constantFrom(undefined, undefined, undefined, ...faults);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(1200), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fault, { minLength: 1, maxLength: 20 }),
        async (sizes, maxRequests, plan) => {
          let nth = 0;
          const sites = sizes.map(
            (size): Site =>
              weekly(pagesOf(size), pagesOf(size), {
                instead: () => {
                  nth += 1;
                  return plan[nth % plan.length];
                },
              }),
          );
          const { read, fakes } = setUp(sites, { maxRequests });
          const report = await read().catch((error: unknown) => error);
          const made = fakes.reduce((sum, { queries }) => sum + queries.length, 0);
          expect(made).toBeLessThanOrEqual(maxRequests);
          if (report instanceof Error) return;
          const { requests, projects } = report as Report;
          expect(requests).toEqual({ allowed: maxRequests, spent: made });
          for (const [index, { pages, totals, complete, notes }] of projects.entries()) {
            if (totals) expect(totals).toEqual(sumOf(pagesOf(sizes[index] ?? 0)));
            if (complete) expect(pages).toHaveLength(sizes[index] ?? 0);
            else expect(notes.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('several projects', () => {
  test('are read in one report, first all pages, then all days, then what was before', async () => {
    const { report, requests, fakes } = await reported([weekly(pagesOf(300)), weekly(pagesOf(20))]);
    expect(
      report.projects.map(({ projectId, pages, complete }) => [projectId, pages.length, complete]),
    ).toEqual([
      ['docs', 300, true],
      ['blog', 20, true],
    ]);
    expect(requests).toHaveLength(report.requests.spent);
    expect(fakes[1]?.queries.map(shown)).toEqual(['2025-12-29 +0', ...DAYS_BACK, '2025-12-22 +0']);
  });

  test('are not all read if there are fewer requests than projects', async () => {
    const { report, log } = await reported([weekly(pagesOf(3)), weekly(pagesOf(3))], { maxRequests: 1 });
    expect(log.text).toContain(
      '1. Pages of the period, 250 with each request: 2 requests or more, of which 1 can be made.',
    );
    expect(log.text).toContain('Each step is shared equally by 2 projects.');
    expect(report.projects[1]).toMatchObject({
      pages: [],
      complete: false,
      totals: undefined,
      days: undefined,
      notes: ['The pages of the period were not read: max-requests (1) was used up.'],
    });
  });

  test('do not fail because one of them does', async () => {
    const broken = weekly(pagesOf(3), [], { instead: () => httpError(404) });
    const { report, fakes } = await reported([broken, weekly(pagesOf(3))]);
    expect(fakes[0]?.queries).toHaveLength(1);
    expect(report.projects[0]?.totals).toBeUndefined();
    expect(report.projects[0]?.notes).toEqual([
      'The pages of the period were not read: GET /v1/analytics/docs/views was answered 404. Try again later.',
    ]);
    expect(report.projects[1]).toMatchObject({ complete: true, previousComplete: true });
  });

  test('fail with the first error if all of them do', async () => {
    const sites = [404, 403].map((status) => weekly([], [], { instead: () => httpError(status) }));
    await expect(setUp(sites).read()).rejects.toMatchObject({ status: 404 });
  });

  test('are not asked for after a 429', async () => {
    const limited = weekly(pagesOf(600), [], { instead: (nth) => (nth === 2 ? httpError(429) : undefined) });
    const { report, fakes } = await reported([limited, weekly(pagesOf(2000)), weekly(pagesOf(3))]);
    // Three others were under way.
    expect(fakes.map(({ queries }) => queries.length)).toEqual([3, 3, 1]);
    expect(report.projects.map(({ complete }) => complete)).toEqual([false, false, true]);
    expect(report.projects[1]?.notes[0]).toBe(
      'Not all pages of the period were read: GET /v1/analytics/docs/views was answered 429. Try again later.',
    );
  });
});

describe('a failure', () => {
  test('in the middle of the pages keeps what is there, and asks for nothing more', async () => {
    const site = weekly(pagesOf(2000), [], { instead: (nth) => (nth >= 4 ? networkError() : undefined) });
    const { project, requests } = await reported(site);
    expect(project.complete).toBe(false);
    expect(project.pages.length).toBeGreaterThanOrEqual(750);
    expect(requests.some((request) => request.startsWith('day'))).toBe(false);
    expect(project.notes).toEqual([
      'Not all pages of the period were read: GET /v1/analytics/docs/views failed (ECONNRESET). Try again later.',
      'Not all days were read: reading had ended already.',
      'The pages of the period before were not read: reading had ended already.',
    ]);
  });

  test('of a day leaves that day out, and the comparison in', async () => {
    const site = weekly(pagesOf(3), pagesOf(3), {
      instead: (_nth, { dateFrom, limit }) =>
        limit === 1 && dateFrom === '2026-01-02' ? httpError(400) : undefined,
    });
    const { project } = await reported(site);
    expect(told(project.days)).toContain('no 2026-01-02');
    expect(project.previousComplete).toBe(true);
    expect(project.notes).toEqual([expect.stringMatching(/^Not all days were read: .* answered 400\./)]);
  });

  test('because of an interruption is its reason', async () => {
    const controller = new AbortController();
    const { read, clock } = setUp(weekly(pagesOf(3)), { signal: controller.signal });
    const reason = new Error('SIGTERM');
    clock.at(15, () => controller.abort(reason));
    await expect(read()).rejects.toBe(reason);
    expect(clock.now()).toBe(15);
  });
});
