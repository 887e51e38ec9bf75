import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { AgentResult } from '../src/agent/result.ts';
import { Outputs } from '../src/outputs.ts';
import { parseRunnerOutput } from './helpers/runner-commands.ts';
import { jobOf } from './helpers/wait-world.ts';
import { actingText } from './text/texts.ts';

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

const ofJob = {
  'job-id': 'job_1',
  status: 'completed',
  'pr-link': 'https://github.com/acme/docs/pull/7',
  'pr-number': '7',
  model: 'writer-1',
  repository: 'acme/docs',
  ref: 'main',
  'created-at': '2026-01-05T12:00:00Z',
};

describe('the outputs', () => {
  test('of a job are its fields', () => {
    expect(written((outputs) => outputs.job(job, undefined))).toEqual(ofJob);
  });

  test('of a job that could not be read are empty, but for its id', () => {
    const values = written((outputs) => outputs.job(undefined, 'job_9'));
    expect(values).toEqual({
      ...Object.fromEntries(Object.keys(ofJob).map((name) => [name, ''])),
      'job-id': 'job_9',
    });
  });

  test('of a link that is none are empty', () => {
    const values = written((outputs) => outputs.job({ ...job, prLink: 'javascript:alert(1)' }, undefined));
    expect(values).toMatchObject({ 'pr-link': '', 'pr-number': '' });
  });

  test('of an end add how and why, and replace what was known before', () => {
    const result: AgentResult = {
      outcome: 'failed',
      reason: 'Because.',
      job: jobOf('failed'),
      jobId: 'job_1',
      polls: 1,
      durationMs: 1,
    };
    const values = written((outputs) => {
      outputs.job(job, undefined);
      outputs.agent(result, 'https://github.com/acme/docs/issues/1#issuecomment-1');
    });
    expect(values).toMatchObject({
      outcome: 'failed',
      reason: 'Because.',
      status: 'failed',
      'job-id': 'job_1',
      'pr-link': '',
      'comment-url': 'https://github.com/acme/docs/issues/1#issuecomment-1',
    });
  });

  test('of an error keep the job that was told before', () => {
    const values = written((outputs) => {
      outputs.job(job, undefined);
      outputs.error('It broke.');
    });
    expect(values).toEqual({ ...ofJob, outcome: 'error', reason: 'It broke.' });
  });

  test('are single lines of a length that makes sense, whatever the platform says', () => {
    fc.assert(
      fc.property(actingText, actingText, fc.nat(3), (text, status, power) => {
        const odd = {
          ...job,
          id: `j${text.repeat(10 ** power)}`,
          status: `s${status}`,
          model: text,
          repository: text,
        };
        const values = written((outputs) => outputs.job(odd, undefined));
        for (const value of Object.values(values)) {
          expect(value).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
          expect([...value].length).toBeLessThanOrEqual(2000);
        }
      }),
    );
  });

  test('are no commands to a runner that prints them, and a link stays one', () => {
    const prLink = 'https://github.com/acme/docs/pull/7?a=[1]##[add-mask]a';
    const odd = { ...job, prLink, model: '::stop-commands::x', ref: ' \t::error::x', repository: 'a##[b]c' };
    const values = written((outputs) => outputs.job(odd, undefined));
    for (const value of Object.values(values)) expect(parseRunnerOutput(value).commands).toEqual([]);
    expect(values).toMatchObject({ model: ': :stop-commands::x', repository: 'a# #[b]c', 'pr-number': '7' });
    expect(values['pr-link']).toBe('https://github.com/acme/docs/pull/7?a=[1]##%5Badd-mask]a');
    expect(decodeURIComponent(new URL(values['pr-link'] ?? '').href)).toBe(prLink);
  });

  test('hold no link that would have to be cut', () => {
    const prLink = `https://github.com/acme/docs/pull/7?${'x'.repeat(2_000)}`;
    expect(written((outputs) => outputs.job({ ...job, prLink }, undefined))['pr-link']).toBe('');
  });

  test('of a report list pages as JSON on one line, without a command', () => {
    const pages = [
      { path: '/a\u2028b\u0085c\nd ##[error]x', human: 1, ai: 2, total: 3, previous: null, change: null },
    ];
    const summary = {
      totalViews: 3,
      humanViews: 1,
      aiViews: 2,
      change: null,
      pageCount: 1,
      complete: true,
      topPages: pages,
      risingPages: [],
    };
    const values = written((outputs) => outputs.views(summary, '7 views in all time.', { kind: 'all' }));
    expect(values['top-pages']).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
    expect(parseRunnerOutput(values['top-pages'] ?? '').commands).toEqual([]);
    expect(JSON.parse(values['top-pages'] ?? '')).toEqual(pages);
    expect(values['rising-pages']).toBe('[]');
  });

  test('of a report are shortened by whole pages where the runner would drop them, and that is told', () => {
    const pages = Array.from({ length: 1000 }, (_, index) => ({
      path: `/${index}/${'é'.repeat(200)}`,
      ...{ human: 1, ai: 2, total: 3, previous: null, change: null },
    }));
    const views = { totalViews: 3, humanViews: 1, aiViews: 2, change: null, pageCount: 1000, complete: true };
    const summary = { ...views, topPages: pages, risingPages: pages.slice(0, 2) };
    let shortened: string[] = [];
    const values = written((outputs) => {
      shortened = outputs.views(summary, '7 views in all time.', { kind: 'all' });
    });
    const kept = JSON.parse(values['top-pages'] ?? '') as unknown[];
    expect(kept).toEqual(pages.slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(300);
    expect(Buffer.byteLength(values['top-pages'] ?? '')).toBeLessThanOrEqual(200_000);
    expect(shortened).toEqual(['top-pages']);
  });
});
