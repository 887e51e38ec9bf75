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

describe('the lists of a report', () => {
  const views = { human: 1, ai: 2, total: 3, previous: null, change: null };
  const pageAt = (path: string) => ({ path, ...views });

  function lists(top: ReturnType<typeof pageAt>[], rising: ReturnType<typeof pageAt>[]) {
    const totals = { human: 1, ai: 2, total: 3 };
    const figures = { totals, previousTotals: undefined, change: null, pageCount: 1, complete: true };
    const summary = { ...figures, topPages: top, risingPages: rising };
    let shortened: string[] = [];
    const values = written((outputs) => {
      shortened = outputs.views(summary, '7 views in all time.', { kind: 'all' });
    });
    return { top: values['top-pages'] ?? '', rising: values['rising-pages'] ?? '', shortened };
  }

  test('are JSON on one line, without a command', () => {
    const pages = [pageAt('/a\u2028b\u0085c\nd ##[error]x')];
    const { top, rising } = lists(pages, []);
    expect(top).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(parseRunnerOutput(top).commands).toEqual([]);
    expect(JSON.parse(top)).toEqual(pages);
    expect(rising).toBe('[]');
  });

  test('are shortened by whole pages where the runner would drop them, and that is told', () => {
    const pages = Array.from({ length: 1000 }, (_, index) => pageAt(`/${index}/${'é'.repeat(200)}`));
    const { top, shortened } = lists(pages, pages.slice(0, 2));
    const kept = JSON.parse(top) as unknown[];
    expect(kept).toEqual(pages.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(300);
    expect(Buffer.byteLength(top)).toBeLessThanOrEqual(200_000);
    expect(shortened).toEqual(['top-pages']);
  });
});
