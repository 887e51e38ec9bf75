import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { behaviourNamed, type Fault } from '../../sandbox/faults.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { DatedCounts } from '../../src/analytics/report.ts';
import { systemClock } from '../../src/clock.ts';
import { annotations, PROJECT, type StepOptions } from '../helpers/action-environment.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { opening } from '../helpers/servers.ts';

afterAll(removeMainDirectory);

const sandboxWith = async (options: SandboxOptions = {}) => opening(await startSandbox(options));
/** The sandbox's views depend on the day. On this one, adding up the fractions in binary shows. */
const CLOCK = { ...systemClock, date: () => new Date('2026-11-22T00:10:00Z') };
const run = (options: StepOptions) => runMain(options, undefined, { clock: CLOCK });

const ANALYTICS = { mode: 'analytics', 'artifact-name': '' };

/** The answer of `status` to the views requests of these numbers; to all without any. */
function refusing(status: number, only?: readonly number[]): Fault {
  const reply = { status, body: '{"error":"Go away"}', headers: { 'content-type': 'application/json' } };
  return { on: 'views', ...(only && { only }), behaviour: { kind: 'answer', effect: false, reply } };
}

/** The report's file whose name ends so. */
function fileOf({ files }: MainResult, end: string): string {
  const [, latin1 = ''] = Object.entries(files).find(([name]) => name.endsWith(end)) ?? [];
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

function endOf({ succeeded, outputs }: MainResult): unknown[] {
  return [succeeded, outputs['outcome'], outputs['complete']];
}

test.each([
  [401, 'Keys last 90 days'],
  [403, '`read` scope'],
  [404, 'Check `project-id`'],
])('a first answer of %i fails the step, which says what to change', async (status, advice) => {
  const sandbox = await sandboxWith();
  sandbox.setFaults([refusing(status)]);
  const result = await run({ sandbox, inputs: ANALYTICS });
  const { reason = '' } = result.outputs;
  expect([...endOf(result), sandbox.ledger.of('views').length]).toEqual([false, 'error', 'false', 1]);
  expect(reason).toMatch(new RegExp(`^Mintlify answered ${status} [A-Z][A-Za-z ]+\\. `));
  expect([result.outputs['date-from'], result.outputs['date-to']]).toEqual(['2026-11-15', '2026-11-21']);
  // The address stands in the log alone.
  expect(`${reason}${result.summary}`).not.toMatch(/GET|\/v1\//);
  const log = annotations(result, 'error').join();
  for (const text of [advice, 'Go away', 'GET /v1/analytics/']) expect(log).toContain(text);
  for (const text of [reason, result.summary]) expect(text).toContain(advice);
  expect(result.summary).toContain('Go away');
});

test.each(['happy', 'fractions', 'big-counts', 'hostile-text', 'unicode-paths', 'long-path'])(
  'a report has what the sandbox has in words, outputs, summary and files, to the last view: %s',
  async (scenario) => {
    const sandbox = await sandboxWith({ scenario, pages: scenario === 'happy' ? 1_200 : 300 });
    const result = await run({ sandbox, inputs: ANALYTICS });
    const { outputs, summary } = result;
    const rows = parse(fileOf(result, '.csv'), { bom: true, columns: true }) as Record<string, string>[];
    const json = JSON.parse(fileOf(result, '.json'));
    const { totals, sums, days, history, sections, pages, headline } = json;
    const truth = sandbox.platform.pageViews(PROJECT, '2026-11-15', '2026-11-22');
    const before = sandbox.platform.pageViews(PROJECT, '2026-11-08', '2026-11-15');
    const daily = days.map((day: DatedCounts) => day.counts);
    const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 20 });
    const html = fileOf(result, 'report.html');
    for (const name of ['total', 'human', 'ai'] as const) {
      const right = Number(truth.totals[name].toFixed(6));
      const sumOf = (parts: readonly Record<string, unknown>[]) =>
        Number(parts.reduce((all, part) => all + Number(part[name]), 0).toFixed(6));
      const sumsOfParts = [rows, [totals], [sums], sections, daily].map(sumOf);
      expect([Number(outputs[`${name}-views`]), ...sumsOfParts]).toEqual(Array(6).fill(right));
      expect(summary).toContain(`${shown(right)} ${name === 'total' ? 'views from' : '|'}`);
      expect(html).toContain(`>${shown(right)}${name === 'total' ? ' views from' : '</dd>'}`);
    }
    const change = ((truth.totals.total / before.totals.total - 1) * 100).toFixed(1);
    expect([Number(outputs['change']), json.changePercent]).toEqual([Number(change), Number(change)]);
    const paths = new Set([...truth.rows, ...before.rows].map(({ path }) => path));
    expect(new Set(pages.map(({ path }: { path: string }) => path))).toEqual(paths);
    const top = JSON.parse(outputs['top-pages'] ?? '');
    expect(top.length).toBe(10);
    expect(Object.keys(top[0])).toEqual(['path', 'human', 'ai', 'total', 'previous', 'change']);
    expect(top[0].total).toBe(scenario === 'long-path' ? pages[1].total : pages[0].total);
    const [from, to] = ['2026-11-15', '2026-11-21'];
    expect([outputs['date-from'], outputs['date-to']]).toEqual([from, to]);
    expect([json.period, rows[0]?.['from'], rows[0]?.['to']]).toEqual([{ from, to }, from, to]);
    const bold = summary.split('\n\n')[1]?.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point));
    expect([headline, bold]).toEqual([outputs['headline'], `**${headline}**`]);
    const columns = html.match(/<small>[^<]*: ([\d,.]+) views, ([\d,.]+) by people and ([\d,.]+) by AI/g);
    expect([history.length, columns?.length]).toEqual([8, 8 + 1 + 7]);
    expect(outputs).toMatchObject({ outcome: 'report', complete: 'true', status: 'completed' });
    expect([outputs['reason'], sandbox.github.comments]).toEqual(['The report is complete.', []]);
  },
);

test.each([
  ['incomplete', '2', false, false],
  ['failed, timeout', '2', false, true],
  ['none', '2', false, true],
  ['incomplete', '90', true, true],
])(
  'with fail-on %s and %s requests is complete: %s, and succeeds: %s',
  async (failOn, most, isComplete, succeeds) => {
    const sandbox = await sandboxWith({ pages: 600 });
    const result = await run({ sandbox, inputs: { ...ANALYTICS, 'max-requests': most, 'fail-on': failOn } });
    expect(endOf(result)).toEqual([succeeds, 'report', String(isComplete)]);
    const { gaps } = JSON.parse(fileOf(result, '.json'));
    expect(gaps).toHaveLength(isComplete ? 0 : 3);
    expect(result.outputs['reason']).toBe(gaps.join(' ') || 'The report is complete.');
    const html = fileOf(result, '.html')
      .replaceAll(/<\/?code>/g, '`')
      .replaceAll('&#39;', "'");
    for (const gap of gaps)
      expect([result.summary.includes(`> - ${gap}`), html.includes(`<li>${gap}</li>`)]).toEqual([true, true]);
    expect(annotations(result, 'error').join().includes('fail-on')).toBe(!succeeds);
    expect(annotations(result, 'warning')).toEqual(isComplete ? [] : [result.outputs['reason']]);
  },
);

test('files that cannot be written fail the step, and the figures are told', async () => {
  const sandbox = await sandboxWith();
  // A file, where a directory should be.
  const result = await run({ sandbox, inputs: ANALYTICS, env: { RUNNER_TEMP: process.execPath } });
  expect(endOf(result)).toEqual([false, 'error', 'true']);
  expect(result.outputs).toMatchObject({ 'total-views': expect.stringMatching(/^\d+$/), 'report-path': '' });
  expect(result.outputs['reason']).toMatch(/ could not be written: .* The figures are in the job summary/);
  expect(annotations(result, 'error')).toEqual([result.outputs['reason']]);
  expect(result.summary).toContain('Docs page views');
});

describe('a report that is posted', () => {
  const POSTED = { ...ANALYTICS, comment: 'true', 'issue-number': '7' };
  const WEEK = { ...POSTED, period: '2026-01-05..2026-01-11' };

  test('is a new comment for each period, issue and project, and the same one for a second report', async () => {
    const sandbox = await sandboxWith({ now: () => Date.parse('2026-01-20') });
    const play = async (inputs: Record<string, string>) =>
      (await run({ sandbox, inputs })).outputs['comment-url'];
    const url = await play(WEEK);
    const [first = ''] = sandbox.github.comments.map(({ body }) => body);
    expect(first).toContain('views from 5 to 11 January 2026, ');
    // The headline alone.
    expect(first).not.toContain('### ');
    expect(await play({ ...WEEK, 'max-requests': '2' })).toBe(url);
    expect(sandbox.github.comments).toHaveLength(1);
    const others = [
      { ...POSTED, period: '2025-12-29..2026-01-04' },
      { ...WEEK, 'project-id': 'blog' },
      { ...WEEK, 'issue-number': '8' },
    ];
    for (const inputs of others) expect(await play(inputs)).not.toBe(url);
    expect(sandbox.github.comments).toHaveLength(4);
  });

  test('is posted only where `issue-number` says, not where the event is', async () => {
    const sandbox = await sandboxWith();
    const issue = { number: 12, title: 'Views' };
    const event = { name: 'issues', payload: { action: 'labeled', issue, sender: { login: 'octocat' } } };
    const inputs = { ...ANALYTICS, comment: 'true' };
    const { outputs, succeeded } = await run({ sandbox, inputs, event });
    expect([succeeded, outputs['comment-url'] ?? '', sandbox.github.comments]).toEqual([true, '', []]);
    const named = await run({ sandbox, inputs: POSTED, event });
    expect(named.outputs['comment-url']).toContain('/7#issuecomment');
    const off = await run({ sandbox, inputs: { ...POSTED, comment: 'false' }, event });
    expect([off.outputs['comment-url'] ?? '', sandbox.github.comments.length]).toEqual(['', 1]);
  });

  test.each([
    ['there is no token', { 'github-token': '' }, /because `github-token` is empty/],
    ['GitHub refuses', {}, /answered 403.*`issues: write`/],
  ])('is a warning where %s, and the report is written all the same', async (_, more, why) => {
    const sandbox = await sandboxWith();
    sandbox.setFaults([{ on: 'comment-create', behaviour: behaviourNamed('403') }]);
    const result = await run({ sandbox, inputs: { ...POSTED, ...more } });
    expect(annotations(result, 'warning')).toEqual([expect.stringMatching(/^The report wasn't posted: /)]);
    expect(annotations(result, 'warning').join()).toMatch(why);
    expect([...endOf(result), result.outputs['comment-url']]).toEqual([true, 'report', 'true', '']);
  });
});
