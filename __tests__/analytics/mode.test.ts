import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { type Fault, refuse } from '../../sandbox/faults.ts';
import { systemClock } from '../../src/clock.ts';
import { annotations, type StepOptions } from '../helpers/action-environment.ts';
import { removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

afterAll(removeMainDirectory);

const withSandbox = sandboxUser({});
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

describe('a project that the platform refuses', () => {
  test.each([
    [401, 'keys last 90 days'],
    [403, '`read` scope'],
    [404, 'check project-id'],
  ])(
    'with %i fails the step, which says what to change and writes what else was read',
    async (status, advice) => {
      await withSandbox({}, async (sandbox) => {
        sandbox.setFaults([refusing(status)]);
        const alone = await run({ sandbox, inputs: ANALYTICS });
        expect([alone.succeeded, alone.outputs['outcome']]).toEqual([false, 'error']);
        expect(alone.outputs['reason']).toMatch(new RegExp(`was answered ${status} [A-Z][A-Za-z ]+\\. `));
        expect(alone.outputs['reason']).toContain(advice);
        for (const text of [advice, 'Go away']) expect(annotations(alone, 'error').join()).toContain(text);
        expect(alone.summary.replace(/<\/?code>|&#\d+;|`/g, '')).toContain(advice.replaceAll('`', ''));

        // Of two projects, each has its first request in turn.
        sandbox.setFaults([refusing(status, [2])]);
        const both = await run({ sandbox, inputs: { ...ANALYTICS, 'project-id': 'docs\nwrong' } });
        expect([both.succeeded, both.outputs['outcome']]).toEqual([false, 'error']);
        const { reason = '', 'total-views': views } = both.outputs;
        // Which of them was the second is for the network to say.
        const refused = sandbox.ledger.requests.findLast((request) => request.status === status);
        const project = /analytics\/(docs|wrong)\/views/.exec(refused?.path ?? '')?.[1];
        expect(reason).toMatch(new RegExp(`^The platform refused ${project}: .* was answered ${status} `));
        expect(annotations(both, 'error').join()).toContain(reason);
        expect(Number(views)).toBeGreaterThan(0);
        expect(Object.keys(both.files).filter((name) => /page-views|report\./.test(name))).toHaveLength(4);
        expect(both.summary).toMatch(new RegExp(`> - ${project}: Not read: this project\\. `));
      });
    },
  );
});

describe('a report', () => {
  test.each(['happy', 'fractions', 'big-counts'])(
    'says the same in words, outputs, summary and files, to the last view: %s',
    async (scenario) => {
      await withSandbox({ scenario, pages: 300 }, async (sandbox) => {
        const { succeeded, outputs, files, summary } = await run({ sandbox, inputs: ANALYTICS });
        const fileOf = (end: string) => {
          const [, latin1 = ''] = Object.entries(files).find(([name]) => name.endsWith(end)) ?? [];
          return Buffer.from(latin1, 'latin1').toString('utf8');
        };
        const exact = (value: number) => String(Number(value.toFixed(6)));
        const sumOf = (parts: readonly Record<string, unknown>[], name: string) =>
          exact(parts.reduce((sum, part) => sum + Number(part[name]), 0));
        const rows = parse(fileOf('.csv'), { bom: true, columns: true }) as Record<string, string>[];
        const json = JSON.parse(fileOf('.json'));
        const [{ totals, sums, days, history, sections }] = json.projects;
        const parts = [[totals], [sums], sections, days.map((day: { counts: object }) => day.counts)];
        for (const name of ['total', 'human', 'ai']) {
          expect(outputs[`${name}-views`]).toBe(sumOf(rows, name));
          for (const each of parts) expect(sumOf(each, name)).toBe(sumOf(rows, name));
        }
        expect(history).toHaveLength(8);
        expect([outputs['date-from'], outputs['date-to']]).toEqual(['2026-11-15', '2026-11-21']);
        expect([json.period, rows[0]?.['from'], rows[0]?.['to']]).toEqual([
          { from: '2026-11-15', to: '2026-11-21' },
          '2026-11-15',
          '2026-11-21',
        ]);
        const shown = (text: string) => Number(text).toLocaleString('en-US', { maximumFractionDigits: 20 });
        const headline = outputs['headline'] ?? '';
        expect(headline.startsWith(`${shown(sumOf(rows, 'total'))} views from `)).toBe(true);
        expect(headline).toMatch(/, [\d.]+ % (?:more|fewer) than in the 7 days before/);
        expect([json.headline, json.projects[0].headline]).toEqual([headline, headline]);
        expect(
          summary.split('\n\n')[1]?.replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(point)),
        ).toBe(`**${headline}**`);
        const html = fileOf('report.html');
        for (const name of ['human', 'ai']) {
          expect(summary).toContain(`| ${shown(sumOf(rows, name))} |`);
          expect(html).toContain(`>${shown(sumOf(rows, name))}</dd>`);
        }
        const told = html.match(/<small>[^<]*: ([\d,.]+) views, ([\d,.]+) by people and ([\d,.]+) by AI/g);
        expect(told).toHaveLength(8 + 1 + 7);
        expect([succeeded, outputs['complete'], outputs['reason']]).toEqual([
          true,
          'true',
          'The report is complete.',
        ]);
      });
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
      await withSandbox({ pages: 600 }, async (sandbox) => {
        const inputs = { ...ANALYTICS, 'max-requests': most, 'fail-on': failOn };
        const result = await run({ sandbox, inputs });
        expect(result.succeeded).toBe(succeeds);
        const outcome = { outcome: 'report', complete: String(isComplete), status: 'completed' };
        expect(result.outputs).toMatchObject(outcome);
        const gap =
          'those of the period compared with after the first 250. All of max-requests (2) was used.';
        const json = Object.entries(result.files).find(([name]) => name.endsWith('.json'))?.[1] ?? '';
        for (const text of [result.outputs['reason'], result.summary, json]) {
          expect(text?.includes(gap)).toBe(!isComplete);
        }
        expect(annotations(result, 'error').join().includes('fail-on')).toBe(!succeeds);
      });
    },
  );
});

describe('a run that finds the hour spent', () => {
  const FIRST =
    /^The organization's analytics requests of this hour are spent: run again after \d\d:\d\d UTC\./;

  test('with nothing to show ends as error, and says first when to run again', async () => {
    await withSandbox({}, async (sandbox) => {
      sandbox.setFaults([refusing(429)]);
      const result = await run({ sandbox, inputs: ANALYTICS });
      expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
      expect(result.outputs['reason']).toMatch(FIRST);
      expect(annotations(result, 'error')[0]).toMatch(FIRST);
      expect(result.summary.split('\n\n')[1]).toMatch(FIRST);
      expect(sandbox.ledger.of('views')).toHaveLength(1);
    });
  });

  test('with rows in hand writes the report, and says so first', async () => {
    await withSandbox({ pages: 900 }, async (sandbox) => {
      sandbox.setFaults([refusing(429, [2, 3, 4, 5, 6, 7, 8, 9])]);
      const result = await run({ sandbox, inputs: ANALYTICS });
      expect([result.succeeded, result.outputs['outcome'], result.outputs['complete']]).toEqual([
        true,
        'report',
        'false',
      ]);
      expect(result.outputs['reason']).toMatch(FIRST);
      expect(result.summary.split('\n')[5]).toMatch(
        /^> \*\*The organization's analytics requests of this hour are spent/,
      );
    });
  });
});

describe('a report that is posted', () => {
  const POSTED = { ...ANALYTICS, comment: 'true', 'issue-number': '7' };
  const FIRST = { ...POSTED, period: '2026-01-05..2026-01-11' };

  test('is a new comment for each period, and the same one when the period is reported again', async () => {
    await withSandbox({ today: '2026-01-20' }, async (sandbox) => {
      const one = await run({ sandbox, inputs: { ...FIRST, 'project-id': 'docs, blog' } });
      const other = await run({
        sandbox,
        inputs: { ...POSTED, 'project-id': 'docs, blog', period: '2025-12-29..2026-01-04' },
      });
      expect(sandbox.github.comments).toHaveLength(2);
      // The set of projects counts, not their order.
      const again = await run({ sandbox, inputs: { ...FIRST, 'project-id': 'blog, docs', trend: 'false' } });
      expect(sandbox.github.comments).toHaveLength(2);
      const [first, second] = sandbox.github.comments;
      expect(first?.body).toContain('5 to 11 January 2026');
      expect(first?.body.match(/^### .*/gm)).toEqual(['### Top pages', '### Rising', '### Falling']);
      expect(second?.body).toContain('29 December 2025 to 4 January 2026');
      expect(again.outputs['comment-url']).toBe(one.outputs['comment-url']);
      expect(one.outputs['comment-url']).not.toBe(other.outputs['comment-url']);
      expect([one, other, again].map(({ succeeded }) => succeeded)).toEqual([true, true, true]);
    });
  });

  test('is one comment although the answer to its creation is lost', async () => {
    await withSandbox({ today: '2026-01-20' }, async (sandbox) => {
      sandbox.setFaults([{ on: 'comment-create', only: [1], behaviour: { kind: 'reset', effect: true } }]);
      const lost = await run({ sandbox, inputs: FIRST });
      const again = await run({ sandbox, inputs: FIRST });
      expect(sandbox.github.comments).toHaveLength(1);
      expect(lost.outputs['comment-url']).toBe(again.outputs['comment-url']);
      expect(lost.outputs['comment-url']).not.toBe('');
    });
  });

  test('takes no comment for its own whose marker was made up, or copied', async () => {
    await withSandbox({ today: '2026-01-20' }, async (sandbox) => {
      await run({ sandbox, inputs: FIRST });
      const [own] = sandbox.github.comments;
      const mark = /<!-- docs-agent-action v3 \S+ [0-9a-f]{64} -->/.exec(own?.body ?? '')?.[0] ?? '';
      expect(mark).not.toBe('');
      const elsewhere = { repository: 'acme/product', issue: 8, user: 'mallory', body: `copied ${mark}` };
      sandbox.github.addComment(elsewhere);
      const invented = `invented ${mark.replace(/[0-9a-f]{64}/, '0'.repeat(64))}`;
      sandbox.github.addComment({ ...elsewhere, issue: 7, body: invented });
      await run({ sandbox, inputs: { ...FIRST, 'issue-number': '8' } });
      await run({ sandbox, inputs: { ...FIRST, 'project-id': 'other' } });
      const bodies = sandbox.github.comments.map(({ body }) => body);
      expect([bodies.length, bodies.slice(1, 3)]).toEqual([5, [elsewhere.body, invented]]);
    });
  });

  test('goes where the event is, if no issue is named', async () => {
    await withSandbox({}, async (sandbox) => {
      const payload = {
        action: 'labeled',
        issue: { number: 12, title: 'Views' },
        sender: { login: 'octocat' },
      };
      const event = { name: 'issues', payload };
      const { outputs } = await run({ sandbox, inputs: { ...ANALYTICS, comment: 'true' }, event });
      expect(outputs['comment-url']).toContain('/12#issuecomment');
    });
  });

  test('is a warning where it cannot be posted, and the report is written all the same', async () => {
    await withSandbox({}, async (sandbox) => {
      const nowhere = await run({ sandbox, inputs: { ...ANALYTICS, comment: 'true' } });
      expect(annotations(nowhere, 'warning').join()).toContain(
        'was not posted: the event has no issue or pull request',
      );
      sandbox.setFaults([{ on: 'comment-create', behaviour: refuse(403, 'Resource not accessible') }]);
      const refused = await run({
        sandbox,
        inputs: { ...ANALYTICS, comment: 'true', 'issue-number': '7' },
      });
      expect(annotations(refused, 'warning').join()).toMatch(
        /was not posted: .* answered 403.*`issues: write`/,
      );
      for (const { succeeded, outputs } of [nowhere, refused]) {
        expect([succeeded, outputs['outcome'], outputs['comment-url']]).toEqual([true, 'report', '']);
      }
    });
  });
});
