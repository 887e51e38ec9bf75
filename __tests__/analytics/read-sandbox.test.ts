import { afterEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { type ReadOptions, readReport } from '../../src/analytics/read.ts';
import { PlatformClient } from '../../src/platform/client.ts';
import { Transport } from '../../src/platform/transport.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { ASKED } from './fake-site.ts';

/** The report's numbers against the sandbox's own, through the real client and real sockets. */

const NONE = { human: 0, ai: 0, total: 0 };

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing) await close();
  closing = [];
});

async function reported(sandboxOptions: SandboxOptions, options: Partial<ReadOptions> = {}) {
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
  return { sandbox, report, project, log, made: sandbox.ledger.of('views').length };
}

function truth(sandbox: Sandbox, from: string, to: string) {
  return sandbox.pageViews('docs', from, to);
}

describe('a report of the sandbox', () => {
  test('is exact to the row, the day and the page before', async () => {
    const { sandbox, report, project, made } = await reported({ pages: 613 });
    const now = truth(sandbox, '2025-12-29', '2026-01-05');
    const before = truth(sandbox, '2025-12-22', '2025-12-29');
    expect(project.totals).toEqual(now.totals);
    expect(project.sums).toEqual(now.totals);
    expect(project.previousTotals).toEqual(before.totals);
    expect(project.notes).toEqual([]);
    expect(made).toBe(report.requests.spent);

    const previous = new Map(before.rows.map(({ path, ...counts }) => [path, counts]));
    const expected = now.rows.map((row) => {
      const counts = previous.get(row.path);
      return {
        ...row,
        ...(counts ? { state: 'known', previous: counts } : { state: 'new', previous: NONE }),
      };
    });
    expect(new Map(project.pages.map((page) => [page.path, page]))).toEqual(
      new Map(expected.map((page) => [page.path, page])),
    );
    const current = new Set(now.rows.map(({ path }) => path));
    expect(new Set(project.gone.map(({ path }) => path))).toEqual(
      new Set(before.rows.map(({ path }) => path).filter((path) => !current.has(path))),
    );
    const days = project.days?.map(({ from, counts }) => [from, counts]);
    const trueDays = ['29', '30', '31']
      .map((day) => `2025-12-${day}`)
      .concat(['01', '02', '03', '04'].map((day) => `2026-01-${day}`));
    expect(days).toEqual(
      trueDays.map((day, index) => [day, truth(sandbox, day, trueDays[index + 1] ?? '2026-01-05').totals]),
    );
  });

  test('has 25,000 rows of 25,000 pages, with at most 3 requests in vain', async () => {
    const { sandbox, project, made } = await reported(
      { pages: 25_000, steadyPages: true },
      { maxRequests: 1000, daily: false, compare: false },
    );
    const { rows, totals } = truth(sandbox, '2025-12-29', '2026-01-05');
    expect(rows).toHaveLength(25_000);
    expect(project.pages.map(({ path, human, ai, total }) => ({ path, human, ai, total }))).toEqual(
      [...rows].sort((a, b) => b.total - a.total || (a.path < b.path ? -1 : 1)),
    );
    expect(project).toMatchObject({ complete: true, totals, sums: totals });
    expect(made).toBeLessThanOrEqual(103);
  });
});

describe('a sandbox that misbehaves', () => {
  const alone = { compare: false, daily: false };

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
    const { sandbox, project, log } = await reported({ scenario, pages, steadyPages: true }, alone);
    const { rows } = truth(sandbox, '2025-12-29', '2026-01-05');
    const known = new Map(rows.map((row) => [row.path, row]));
    for (const page of project.pages) expect(page).toMatchObject(known.get(page.path) ?? {});
    expect(project.pages.every(({ path }) => known.has(path))).toBe(true);
    expect(project.complete).toBe(isComplete);
    if (isComplete) expect(project.pages).toHaveLength(rows.length);
    else
      expect(log.texts('warning')).toEqual([
        expect.stringMatching(/Not all pages of the period were read: |Pages may be missing\./),
      ]);
    expect(sandbox.ledger.of('views').length).toBeLessThanOrEqual(Math.max(1, Math.ceil(pages / 250)) + 6);
  });

  test('and limits the hour leaves the rest out', async () => {
    const { project } = await reported({ pages: 2000, steadyPages: true, perHour: 5 });
    expect(project.pages.length).toBe(1250);
    expect(project.notes).toEqual([
      expect.stringMatching(
        /^Not all pages of the period were read: GET .* was answered 429 Too Many Requests\. .*in an hour/,
      ),
      'Not all days were read: reading had ended already.',
      'The pages of the period before were not read: reading had ended already.',
    ]);
  });
});
