import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { behaviourNamed, type Fault } from '../../sandbox/faults.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import type { DatedCounts } from '../../src/analytics/model.ts';
import { systemClock } from '../../src/clock.ts';
import { annotations, PROJECT, type StepOptions } from '../helpers/action-environment.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { opening } from '../helpers/servers.ts';

afterAll(removeMainDirectory);

const sandboxWith = async (options: SandboxOptions = {}) => opening(await startSandbox(options));
/** The sandbox's views depend on the day. On this one, adding up the fractions in binary shows. */
const CLOCK = { ...systemClock, date: () => new Date('2026-11-22T00:10:00Z') };
const run = (options: StepOptions) => runMain(options, undefined, CLOCK);

const ANALYTICS = { mode: 'analytics', 'artifact-name': '' };

/** The answer of `status` to the views requests of these numbers; to all without any. */
function refusing(status: number, only?: readonly number[]): Fault {
  const reply = {
    status,
    body: '{"error":"Go away"}',
    headers: { 'content-type': 'application/json' },
  };
  return { on: 'views', ...(only && { only }), behaviour: { kind: 'answer', effect: false, reply } };
}

const UNREAD =
  'pages of the comparison period after the first 250. The `max-requests` limit (2) was reached.';
const FIRST = /Mintlify's rate limit for analytics was reached: run again after \d\d:\d\d UTC\./;

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
])('a refusal with %i fails the step, which says what to change', async (status, advice) => {
  const sandbox = await sandboxWith();
  sandbox.setFaults([refusing(status)]);
  const result = await run({ sandbox, inputs: ANALYTICS });
  const { reason = '' } = result.outputs;
  expect(endOf(result)).toEqual([false, 'error', 'false']);
  expect(reason).toMatch(new RegExp(`^Mintlify answered ${status} [A-Z][A-Za-z ]+\\. `));
  // The address stands in the log alone.
  expect(`${reason}${result.summary}`).not.toMatch(/GET|\/v1\//);
  const log = annotations(result, 'error').join();
  for (const text of [advice, 'Go away', 'GET /v1/analytics/']) expect(log).toContain(text);
  expect(reason).toContain(advice);
  expect(result.summary.replaceAll('&#96;', '`')).toContain(advice);
});

test('projects that are refused have the advice of each, and what else was read is written', async () => {
  const sandbox = await sandboxWith({ pages: 900 });
  // Of three projects, each has its first request in turn.
  sandbox.setFaults([refusing(404, [1]), refusing(403, [2])]);
  const inputs = { ...ANALYTICS, 'project-id': 'one\ntwo\nok', 'max-requests': '6' };
  const result = await run({ sandbox, inputs });
  expect(endOf(result)).toEqual([false, 'error', 'false']);
  const { reason = '', 'total-views': total } = result.outputs;
  expect(reason).toMatch(/^Mintlify refused .* and .*\. The report covers the other projects\. /);
  for (const text of [reason, annotations(result, 'error').join()]) {
    expect(text).toMatch(/: Nothing was read\. Mintlify answered 404 Not Found\. .*Check `project-id`/);
    expect(text).toMatch(/: Nothing was read\. Mintlify answered 403 Forbidden\. .*`read` scope/);
  }
  expect(reason).toContain('ok: Not read: pages after the first ');
  expect(result.summary.match(/^> - \w+: Nothing was read\. /gm)).toHaveLength(2);
  expect(Number(total)).toBeGreaterThan(0);
  expect(Object.keys(result.files).filter((name) => /page-views\.|report\./.test(name))).toHaveLength(4);
});

test.each(['happy', 'fractions', 'big-counts', 'hostile-text', 'unicode-paths', 'long-path'])(
  'a report has what the sandbox has in words, outputs, summary and files, to the last view: %s',
  async (scenario) => {
    const sandbox = await sandboxWith({ scenario, pages: scenario === 'happy' ? 1_200 : 300 });
    const result = await run({ sandbox, inputs: ANALYTICS });
    const { outputs, summary } = result;
    const rows = parse(fileOf(result, '.csv'), { bom: true, columns: true }) as Record<string, string>[];
    const json = JSON.parse(fileOf(result, '.json'));
    const [{ totals, sums, days, history, sections, headline }] = json.projects;
    const truth = sandbox.platform.pageViews(PROJECT, '2026-11-15', '2026-11-22').totals;
    const daily = days.map((day: DatedCounts) => day.counts);
    const shown = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 20 });
    const html = fileOf(result, 'report.html');
    for (const name of ['total', 'human', 'ai'] as const) {
      const right = Number(truth[name].toFixed(6));
      const sumOf = (parts: readonly Record<string, unknown>[]) =>
        Number(parts.reduce((all, part) => all + Number(part[name]), 0).toFixed(6));
      const sumsOfParts = [rows, [totals], [sums], sections, daily].map(sumOf);
      expect([Number(outputs[`${name}-views`]), ...sumsOfParts]).toEqual(Array(6).fill(right));
      expect(summary).toContain(`${shown(right)} ${name === 'total' ? 'views from' : '|'}`);
      expect(html).toContain(`>${shown(right)}${name === 'total' ? ' views from' : '</dd>'}`);
    }
    const [from, to] = ['2026-11-15', '2026-11-21'];
    expect([outputs['date-from'], outputs['date-to']]).toEqual([from, to]);
    expect([json.period, rows[0]?.['from'], rows[0]?.['to']]).toEqual([{ from, to }, from, to]);
    expect([json.headline, headline]).toEqual(Array(2).fill(outputs['headline']));
    const [, bold] = summary.replaceAll('\u00a0', ' ').split('\n\n');
    const text = bold?.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point));
    expect(text).toBe(`**${headline}**`);
    const columns = html.match(/<small>[^<]*: ([\d,.]+) views, ([\d,.]+) by people and ([\d,.]+) by AI/g);
    expect([history.length, columns?.length]).toEqual([8, 8 + 1 + 7]);
    expect([...endOf(result), outputs['reason']]).toEqual([
      ...[true, 'report', 'true'],
      'The report is complete.',
    ]);
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
    const inputs = { ...ANALYTICS, 'max-requests': most, 'fail-on': failOn };
    const result = await run({ sandbox, inputs });
    expect(endOf(result)).toEqual([succeeds, 'report', String(isComplete)]);
    expect(result.outputs['status']).toBe('completed');
    const texts = [result.outputs['reason'], result.summary, fileOf(result, '.json')];
    expect(texts.map((text) => text?.replaceAll('&#96;', '`').includes(UNREAD))).toEqual(
      Array(3).fill(!isComplete),
    );
    expect(annotations(result, 'error').join().includes('fail-on')).toBe(!succeeds);
  },
);

test.each([
  ['with nothing to show ends as error', undefined, [false, 'error', 'false'], 1],
  ['with rows in hand writes the report', [2, 3, 4, 5, 6, 7, 8, 9], [true, 'report', 'false'], 2],
])('a run that finds the hour spent, %s, and says first when to run again', async (_, only, end, made) => {
  const sandbox = await sandboxWith({ pages: 900 });
  sandbox.setFaults([refusing(429, only)]);
  const result = await run({ sandbox, inputs: ANALYTICS });
  expect(endOf(result)).toEqual(end);
  expect(result.outputs['reason']?.search(FIRST)).toBe(0);
  // Below the title; of a report, also below the headline.
  expect(result.summary.split('\n\n')[made]).toMatch(FIRST);
  if (made === 1) expect(annotations(result, 'error')[0]?.search(FIRST)).toBe(0);
  expect(sandbox.ledger.of('views')).toHaveLength(made);
});

test('files that cannot be written fail the step, and the figures are told', async () => {
  const sandbox = await sandboxWith();
  // A file, where a directory should be.
  const result = await run({ sandbox, inputs: ANALYTICS, env: { RUNNER_TEMP: process.execPath } });
  expect(endOf(result)).toEqual([false, 'error', 'true']);
  expect(result.outputs).toMatchObject({
    'total-views': expect.stringMatching(/^\d+$/),
    'report-path': '',
  });
  expect(result.outputs['reason']).toMatch(/ could not be written: .* The figures are in the job summary/);
  expect(annotations(result, 'error')).toEqual([result.outputs['reason']]);
  expect(result.summary).toContain('Docs page views');
});

describe('a report that is posted', () => {
  const POSTED = { ...ANALYTICS, comment: 'true', 'issue-number': '7' };
  const WEEK = { ...POSTED, period: '2026-01-05..2026-01-11' };

  test('is a new comment for each period, issue and set of projects, and the same one for a second report', async () => {
    const sandbox = await sandboxWith({ now: () => Date.parse('2026-01-20') });
    const one = await run({ sandbox, inputs: { ...WEEK, 'project-id': 'docs, blog' } });
    const before = { ...POSTED, period: '2025-12-29..2026-01-04' };
    const other = await run({ sandbox, inputs: { ...before, 'project-id': 'docs, blog' } });
    expect(sandbox.github.comments).toHaveLength(2);
    // The set of projects counts, not their order.
    const again = await run({ sandbox, inputs: { ...WEEK, 'project-id': 'blog, docs', trend: 'false' } });
    const [first = '', second, ...more] = sandbox.github.comments.map(({ body }) => body);
    expect(more).toEqual([]);
    expect(first).toContain('5 to 11 January 2026');
    expect(first.match(/^### .*/gm)).toEqual([
      ...['### All projects', '### Views', '### Most views gained', '### Most views lost', '### Top pages'],
    ]);
    expect(second).toContain('29 December 2025 to 4 January 2026');
    const [url, otherUrl, sameUrl] = [one, other, again].map(({ outputs }) => outputs['comment-url']);
    expect([sameUrl === url, otherUrl === url]).toEqual([true, false]);
    expect([one, other, again].map(({ succeeded }) => succeeded)).toEqual([true, true, true]);
    const directories = [one, other, again].map(({ outputs }) => outputs['report-path']);
    expect(new Set(directories).size).toBe(3);
    const both = { 'project-id': 'docs, blog' };
    const third = await run({ sandbox, inputs: { ...WEEK, ...both } });
    expect(third.outputs['comment-url']).toBe(url);
    for (const more of [{ 'project-id': 'docs' }, { ...both, 'issue-number': '8' }]) {
      await run({ sandbox, inputs: { ...WEEK, ...more } });
    }
    expect(sandbox.github.comments).toHaveLength(4);
  });

  test('goes where the event is, if no issue is named', async () => {
    const sandbox = await sandboxWith();
    const issue = { number: 12, title: 'Views' };
    const payload = { action: 'labeled', issue, sender: { login: 'octocat' } };
    const inputs = { ...ANALYTICS, comment: 'true' };
    const event = { name: 'issues', payload };
    const { outputs } = await run({ sandbox, inputs, event });
    expect(outputs['comment-url']).toContain('/12#issuecomment');
    const named = await run({ sandbox, inputs: { ...inputs, 'issue-number': '7' }, event });
    expect(named.outputs['comment-url']).toContain('/7#issuecomment');
  });

  test('has a place: an event that cannot be read is an error before any request', async () => {
    const sandbox = await sandboxWith();
    const event = { name: 'issues', payload: 'no event' };
    const result = await run({ sandbox, inputs: { ...ANALYTICS, comment: 'true' }, event });
    expect(annotations(result, 'error')).toEqual([
      expect.stringMatching(/The payload of the `issues` event/),
    ]);
    expect(sandbox.ledger.requests).toEqual([]);
  });

  test.each([
    ['there is no token', { 'issue-number': '7', 'github-token': '' }, /because `github-token` is empty/],
    ['GitHub refuses', { 'issue-number': '7' }, /answered 403.*`issues: write`/],
  ])('is a warning where %s, and the report is written all the same', async (_, more, why) => {
    const sandbox = await sandboxWith();
    sandbox.setFaults([{ on: 'comment-create', behaviour: behaviourNamed('403') }]);
    const result = await run({ sandbox, inputs: { ...ANALYTICS, comment: 'true', ...more } });
    const [warning = ''] = annotations(result, 'warning');
    expect(warning).toMatch(/^The report wasn't posted: /);
    expect(warning).toMatch(why);
    expect([...endOf(result), result.outputs['comment-url']]).toEqual([true, 'report', 'true', '']);
  });
});
