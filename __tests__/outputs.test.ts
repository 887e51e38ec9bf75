import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Outputs } from '../src/outputs.ts';
import { parseRunnerOutput } from './helpers/runner-commands.ts';
import { jobOf } from './helpers/wait-world.ts';
import { actingText } from './hostile/corpus.ts';

/** What later steps see after `write`: the last value of each. */
function written(write: (outputs: Outputs) => void): Record<string, string> {
  const values: Record<string, string> = {};
  write(
    new Outputs((name, value) => {
      values[name] = value;
    }),
  );
  return values;
}

const job = jobOf('completed', {
  prLink: 'https://github.com/acme/docs/pull/7',
  model: 'writer-1',
  repository: 'acme/docs',
  ref: 'main',
  createdAt: '2026-01-05T12:00:00Z',
});
const ofJob = (others: Partial<typeof job>) =>
  written((outputs) => outputs.job({ ...job, ...others }, undefined));

const ALL = {
  'job-id': 'job_1',
  status: 'completed',
  'pr-link': 'https://github.com/acme/docs/pull/7',
  'pr-number': '7',
  model: 'writer-1',
  repository: 'acme/docs',
  ref: 'main',
  'created-at': '2026-01-05T12:00:00Z',
};
const NONE = Object.fromEntries(Object.keys(ALL).map((name) => [name, '']));

describe('the outputs of a job', () => {
  test('are its fields, or empty but for its id if it could not be read', () => {
    expect(ofJob({})).toEqual(ALL);
    expect(written((outputs) => outputs.job(undefined, 'job_9'))).toEqual({ ...NONE, 'job-id': 'job_9' });
  });

  test('are replaced at the end, and kept by an error', () => {
    const url = 'https://github.com/acme/docs/issues/1#issuecomment-1';
    const end = { outcome: 'failed', reason: 'Because.' } as const;
    const ended = written((outputs) => {
      outputs.job(job, undefined);
      outputs.agent({ ...end, job: jobOf('failed'), jobId: 'job_1', polls: 1, durationMs: 1 }, url);
    });
    expect(ended).toEqual({ ...NONE, ...end, status: 'failed', 'job-id': 'job_1', 'comment-url': url });
    const broken = written((outputs) => {
      outputs.job(job, undefined);
      outputs.error('It broke.');
    });
    expect(broken).toEqual({ ...ALL, outcome: 'error', reason: 'It broke.' });
  });

  test.each(['javascript:alert(1)', `https://github.com/acme/docs/pull/7?${'x'.repeat(2_000)}`])(
    'hold no link that is none, or would have to be cut: %.40s',
    (prLink) => expect(ofJob({ prLink })).toMatchObject({ 'pr-link': '', 'pr-number': '' }),
  );

  test('are single lines of a length that makes sense, whatever the platform says', () => {
    fc.assert(
      fc.property(actingText, actingText, fc.nat(3), (text, status, power) => {
        const id = `j${text.repeat(10 ** power)}`;
        const values = ofJob({ id, status: `s${status}`, model: text, repository: text });
        for (const value of Object.values(values)) {
          expect(value).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect([...value].length).toBeLessThanOrEqual(2000);
        }
      }),
    );
  });

  test('are no commands to a runner that prints them, and a link stays one', () => {
    const prLink = 'https://github.com/acme/docs/pull/7?a=[1]##[add-mask]a';
    const values = ofJob({
      prLink,
      model: '::stop-commands::x',
      ref: ' \t::error::x',
      repository: 'a##[b]c',
    });
    for (const value of Object.values(values)) expect(parseRunnerOutput(value).commands).toEqual([]);
    expect(values).toMatchObject({ model: ': :stop-commands::x', repository: 'a# #[b]c', 'pr-number': '7' });
    expect(values['pr-link']).toBe('https://github.com/acme/docs/pull/7?a=[1]##%5Badd-mask]a');
    expect(decodeURIComponent(new URL(values['pr-link'] ?? '').href)).toBe(prLink);
  });
});

const PERIOD = { from: '2026-01-05', to: '2026-01-11', isMonth: false };
const pageAt = (path: string) => ({ path, human: 1, ai: 2, total: 3, previous: null, change: null });
const SUMMARY = {
  totals: { human: 1, ai: 2, total: 3 },
  previousTotals: undefined,
  change: '+12.3',
  pageCount: 2,
  complete: false,
  topPages: [pageAt('/a'), pageAt('/b')],
  risingPages: [],
};

describe('the outputs of a report', () => {
  test('are its figures, then where it is', () => {
    const url = 'https://github.com/acme/docs/actions/runs/1/artifacts/';
    const place = { directory: '/tmp/1', artifactId: '7', artifactUrl: `${url}7`, reportUrl: `${url}8` };
    const figures = {
      'total-views': '3',
      'human-views': '1',
      'ai-views': '2',
      change: '+12.3',
      'page-count': '2',
      complete: 'false',
      'date-from': '2026-01-05',
      'date-to': '2026-01-11',
      headline: '3 views.',
      'top-pages': JSON.stringify(SUMMARY.topPages),
      'rising-pages': '[]',
    };
    const end = { status: 'completed', outcome: 'report', reason: 'Because.' };
    const ends = {
      'report-path': '/tmp/1',
      'artifact-id': '7',
      'artifact-url': `${url}7`,
      'report-url': `${url}8`,
      'comment-url': `${url}9`,
    };
    const values = written((outputs) => {
      outputs.views(SUMMARY, '3 views.', PERIOD);
      outputs.report('report', 'Because.', place);
      outputs.commentUrl(`${url}9`);
    });
    expect(values).toEqual({ ...figures, ...end, ...ends });
    const failed = written((outputs) => {
      outputs.views({ ...SUMMARY, change: null }, '3 views.', PERIOD);
      outputs.report('error', 'No room.', {});
    });
    const nowhere = { 'report-path': '', 'artifact-id': '', 'artifact-url': '', 'report-url': '' };
    const error = { status: '', outcome: 'error', reason: 'No room.' };
    expect(failed).toEqual({ ...figures, change: '', ...error, ...nowhere });
  });

  test('have lists on one line, without a command, and without paths that would have all outputs dropped', () => {
    const pages = [pageAt('/a\u2028b\u0085c\nd ##[error]x'), pageAt(`/${'é'.repeat(1_999)}`)];
    const topPages = [...pages, pageAt(`/${'x'.repeat(2_000)}`)];
    const { 'top-pages': top = '' } = written((outputs) =>
      outputs.views({ ...SUMMARY, topPages }, '3 views.', PERIOD),
    );
    expect(top).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(parseRunnerOutput(top).commands).toEqual([]);
    expect(JSON.parse(top)).toEqual(pages);
  });
});

describe('a process that is cut off', () => {
  const cutOff = (isReport: boolean, before: (outputs: Outputs) => void = () => {}) =>
    written((outputs) => {
      before(outputs);
      outputs.cutOff(isReport);
    });

  test('before its end says so, and keeps the job', () => {
    const unknown = {
      outcome: 'unknown',
      reason: expect.stringMatching(/^The run was interrupted, and ended/),
    };
    expect(cutOff(false)).toEqual(unknown);
    expect(cutOff(false, (outputs) => outputs.job(job, undefined))).toEqual({ ...ALL, ...unknown });
    const error = { outcome: 'error', reason: 'The run was interrupted before the report was ready.' };
    expect(cutOff(true)).toEqual(error);
    const views = (outputs: Outputs) => outputs.views(SUMMARY, '3 views.', PERIOD);
    expect(cutOff(true, views)).toMatchObject({ ...error, 'total-views': '3' });
  });

  const END = { outcome: 'failed', reason: 'Because.', polls: 1, durationMs: 1 } as const;

  test.each<[string, boolean, (outputs: Outputs) => void]>([
    ['agent mode', false, (outputs) => outputs.agent({ ...END, job, jobId: 'job_1' }, '')],
    ['a report', true, (outputs) => outputs.report('report', 'Because.', { directory: '/tmp/1' })],
    [
      'a report, of which a comment tells',
      true,
      (outputs) => {
        outputs.report('report', 'Because.', {});
        outputs.commentUrl('https://github.com/acme/docs/issues/1#issuecomment-1');
      },
    ],
    ['an error', false, (outputs) => outputs.error('It broke.')],
  ])('after the end of %s changes nothing', (_, isReport, end) => {
    expect(cutOff(isReport, end)).toEqual(written(end));
  });
});
