import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { json } from '../../sandbox/exchange.ts';
import { behaviourNamed } from '../../sandbox/faults.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { DatedCounts } from '../../src/analytics/report.ts';
import { systemClock } from '../../src/clock.ts';
import { tableOf } from '../agent/table.ts';
import { annotations, PROJECT, type StepOptions } from '../helpers/action-environment.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { opening } from '../helpers/servers.ts';
import { fileOf } from '../hostile/readers.ts';

afterAll(removeMainDirectory);

type Given = Record<string, string>;
const sandboxWith = async (options: SandboxOptions = {}) => opening(await startSandbox(options));
/** The sandbox's views depend on the day. On this one, adding up the fractions in binary shows. */
const CLOCK = { ...systemClock, date: () => new Date('2026-11-22T00:10:00Z') };

async function run(sandbox: Sandbox, inputs: Given = {}, options: StepOptions = {}, signal?: AbortSignal) {
  const step = { sandbox, inputs: { mode: 'analytics', 'artifact-name': '', ...inputs }, ...options };
  const result = await runMain(step, signal, { clock: CLOCK });
  const { outputs, succeeded } = result;
  const errors = annotations(result, 'error').join('\n');
  const warnings = annotations(result, 'warning').join('\n');
  return { ...result, errors, warnings, end: [succeeded, outputs['outcome'], outputs['complete']] };
}

test('a first answer of 403 fails the step, which says what to change', async () => {
  const sandbox = await sandboxWith();
  const reply = json(403, { error: 'Go away' });
  sandbox.setFaults([{ on: 'views', behaviour: { kind: 'answer', effect: false, reply } }]);
  const { outputs, summary, errors, end, lines } = await run(sandbox);
  const { reason = '' } = outputs;
  expect([...end, sandbox.ledger.of('views').length]).toEqual([false, 'error', 'false', 1]);
  expect(reason).toMatch(/^Mintlify answered 403 Forbidden\. /);
  expect([outputs['date-from'], outputs['date-to']]).toEqual(['2026-11-15', '2026-11-21']);
  // The address stands in the log alone.
  expect(`${reason}${summary}`).not.toMatch(/GET|\/v1\//);
  for (const text of ['Go away', 'GET /v1/analytics/']) {
    expect(errors).toContain(text);
    expect(lines.join('\n')).not.toContain(text);
  }
  for (const text of [reason, summary, errors]) expect(text).toContain('`read` scope');
  expect(summary).toContain('Go away');
});

test('a run that is cut off while it reads the trend keeps the figures', async () => {
  const sandbox = await sandboxWith({ pages: 100 });
  sandbox.setFaults([{ on: 'views', only: [3, 4, 5, 6], behaviour: { kind: 'hang', effect: true } }]);
  const interruption = new AbortController();
  const running = run(sandbox, {}, {}, interruption.signal);
  while (sandbox.ledger.of('views').length < 6) await delay(10);
  interruption.abort(new Error('SIGTERM'));
  const { end, outputs, lines } = await running;
  const { totals } = sandbox.mintlify.pageViews(PROJECT, '2026-11-15', '2026-11-22');
  expect(end).toEqual([false, 'error', 'true']);
  expect(outputs).toMatchObject({
    'total-views': `${totals.total}`,
    'ai-views': `${totals.ai}`,
    change: expect.stringMatching(/^[+-]\d/),
    headline: expect.stringContaining(' views from 15 to 21 November 2026, '),
    'top-pages': expect.stringMatching(/^\[\{"path"/),
    'date-to': '2026-11-21',
  });
  expect(lines).toContain(outputs['headline']);
});

test.each(['happy', 'fractions', 'big-counts', 'hostile-text', 'unicode-paths', 'long-path'])(
  'a report has what the sandbox has in words, outputs, summary and files, to the last view: %s',
  async (scenario) => {
    const sandbox = await sandboxWith({ scenario, pages: scenario === 'happy' ? 1_200 : 300 });
    const result = await run(sandbox);
    const { outputs, summary } = result;
    const html = fileOf(result, 'report.html').replaceAll('<wbr>', '');
    const rows = parse(fileOf(result, '.csv'), { bom: true, columns: true }) as Given[];
    const json = JSON.parse(fileOf(result, '.json'));
    const { totals, sums, days, sections, pages, headline } = json;
    const [from, to] = ['2026-11-15', '2026-11-21'];
    const truth = sandbox.mintlify.pageViews(PROJECT, from, '2026-11-22');
    const before = sandbox.mintlify.pageViews(PROJECT, '2026-11-08', from);
    const daily = days.map((day: DatedCounts) => day.counts);
    for (const name of ['total', 'human', 'ai'] as const) {
      const right = Number(truth.totals[name].toFixed(6));
      const sumOf = (parts: readonly Record<string, unknown>[]) =>
        Number(parts.reduce((all, part) => all + Number(part[name]), 0).toFixed(6));
      const sumsOfParts = [rows, [totals], [sums], sections, daily].map(sumOf);
      expect([Number(outputs[`${name}-views`]), ...sumsOfParts]).toEqual(Array(6).fill(right));
      const shown = right.toLocaleString('en-US', { maximumFractionDigits: 20 });
      expect(summary).toContain(`${shown} ${name === 'total' ? 'views from' : '|'}`);
      expect(html).toContain(`>${shown}${name === 'total' ? ' views from' : '</dd>'}`);
    }
    const change = Number(((truth.totals.total / before.totals.total - 1) * 100).toFixed(1));
    expect([Number(outputs['change']), json.changePercent]).toEqual([change, change]);
    const paths = new Set([...truth.rows, ...before.rows].map(({ path }) => path));
    expect(new Set(pages.map(({ path }: { path: string }) => path))).toEqual(paths);
    const top = JSON.parse(outputs['top-pages'] ?? '');
    expect(Object.keys(top[0])).toEqual(['path', 'human', 'ai', 'total', 'previous', 'change']);
    expect([top.length, top[0].total]).toEqual([10, pages[scenario === 'long-path' ? 1 : 0].total]);
    expect([json.period, rows[0]]).toEqual([{ from, to }, expect.objectContaining({ from, to })]);
    expect(outputs['headline']).toBe(headline);
    expect(result.lines).toContain(headline);
    expect(outputs).toMatchObject({
      complete: 'true',
      status: 'completed',
      reason: 'The report is complete.',
      'date-from': from,
      'date-to': to,
    });
    expect(sandbox.github.comments).toEqual([]);
  },
);

test.each(
  tableOf<'failOn' | 'maxRequests' | 'gaps' | 'succeeds'>(`
    failOn          | maxRequests | gaps | succeeds
    incomplete      | 2           | 3    | false
    failed, timeout | 2           | 3    | true
    none            | 2           | 3    | true
    incomplete      | 90          | 0    | true
  `),
)('with fail-on $failOn and $gaps gaps, the step succeeds: $succeeds', async (row) => {
  const sandbox = await sandboxWith({ pages: 600 });
  const result = await run(sandbox, { 'max-requests': row.maxRequests, 'fail-on': row.failOn });
  const { reason } = result.outputs;
  const { gaps, notes } = JSON.parse(fileOf(result, '.json'));
  expect(result.end.map(String)).toEqual([row.succeeds, 'report', String(row.gaps === '0')]);
  expect([`${gaps.length}`, reason]).toEqual([row.gaps, gaps.join(' ') || 'The report is complete.']);
  for (const gap of gaps) expect(result.summary).toContain(`> - ${gap}`);
  for (const note of notes) expect(result.lines).toContain(note);
  expect([String(!result.errors.includes('fail-on')), result.warnings]).toEqual([
    row.succeeds,
    gaps.join(' '),
  ]);
});

const POSTED = { comment: 'true', 'issue-number': '7' };
/** An event on an issue, on which no report is asked for. */
const issue = { number: 12, title: 'Views' };
const event = { name: 'issues', payload: { action: 'labeled', issue, sender: { login: 'octocat' } } };

test('a report is a new comment for each period, issue and project, and the same one for a second report', async () => {
  const sandbox = await sandboxWith({ now: () => Date.parse('2026-01-20') });
  const play = async (others: Given) => {
    const inputs = { ...POSTED, period: '2026-01-05..2026-01-11', ...others };
    return (await run(sandbox, inputs, { event })).outputs['comment-url'];
  };
  const url = await play({});
  const lists =
    /^## .*\*\*[\d,]+ views from 5 to 11 January 2026, .*### Most views gained\n.*### Most views lost\n/s;
  expect(sandbox.github.comments[0]?.body).toMatch(lists);
  expect(sandbox.github.comments[0]?.body).not.toContain('### Top pages');
  expect(await play({ 'max-requests': '1' })).toBe(url);
  expect(sandbox.github.comments[0]?.body).toContain('> **This report is incomplete.**\n> - ');
  expect(sandbox.github.comments).toHaveLength(1);
  await play({ period: '2026-01-05..2026-01-10' });
  await play({ 'project-id': 'blog' });
  expect(await play({ 'issue-number': '8' })).toMatch(/\/8#issuecomment-/);
  expect(sandbox.github.comments.map((comment) => comment.issue)).toEqual([7, 7, 7, 8]);
});

test.each([{ comment: 'true' }, { ...POSTED, comment: 'false' }])(
  'with %j a report is not posted',
  async (inputs) => {
    const sandbox = await sandboxWith();
    const { outputs, succeeded } = await run(sandbox, inputs, { event });
    expect([succeeded, outputs['comment-url'] ?? '', sandbox.github.comments]).toEqual([true, '', []]);
  },
);

test.each([
  { why: 'there is no token', inputs: { 'github-token': '' }, told: /because `github-token` is empty/ },
  { why: 'GitHub refuses', inputs: {}, told: /answered 403.*`issues: write`/ },
])('a report that cannot be posted because $why is written, with a warning', async ({ inputs, told }) => {
  const sandbox = await sandboxWith();
  sandbox.setFaults([{ on: 'comment-create', behaviour: behaviourNamed('403') }]);
  const { warnings, end, outputs } = await run(sandbox, { ...POSTED, ...inputs });
  expect(warnings).toMatch(/^The report wasn't posted: [^\n]*$/);
  expect(warnings).toMatch(told);
  expect([...end, outputs['comment-url']]).toEqual([true, 'report', 'true', '']);
});
