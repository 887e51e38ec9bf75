import { expect, test } from '@jest/globals';
import { afterPostFailure, afterWait, interruptedBeforeSending, started } from '../../src/agent/outcome.ts';
import { NetworkError } from '../../src/platform/errors.ts';
import { JOB_ID, jobOf } from '../helpers/wait-world.ts';

const finished = (status: string, prLink?: string) => {
  const job = jobOf(status, prLink === undefined ? {} : { prLink });
  return afterWait({ kind: 'finished', job, polls: 1, waitedMs: 0 }, JOB_ID);
};

test.each([
  [
    ...['failed', undefined, 'failed'],
    'The agent met an error that it could not recover from; the platform gives no reason.',
    'Look at the job in the platform dashboard, make the prompt more specific, and start a new job.',
  ],
  ['archived', undefined, 'archived', 'The job has been archived.', 'Start a new job to go on.'],
  [
    ...['completed', 'https://github.com/acme/docs/pull/7', 'pull-request'],
    ...['The job completed, and its pull request is open.', undefined],
  ],
  [
    ...['completed', 'pending', 'no-pull-request'],
    'The job completed, and what it reported as its pull request is not a web address.',
    'Look at the pull requests of the docs repository.',
  ],
])('%s with %s: %s', (status = '', prLink, outcome, reason, advice) => {
  const { advice: given, ...others } = finished(status, prLink);
  expect(others).toMatchObject({ outcome, reason, jobId: JOB_ID, polls: 1 });
  expect(given).toBe(advice);
});

test('a run that does not wait says what it left', () => {
  const job = jobOf('active');
  expect(started(job, { kind: 'watch', jobId: job.id }).reason).toBe(
    'The job is not finished, and this run does not wait for it (wait: false).',
  );
  for (const task of [
    { kind: 'create', prompt: 'x' },
    { kind: 'message', jobId: job.id, prompt: 'x' },
  ] as const) {
    expect(started(job, task).reason).toBe(
      'The platform accepted the request, and this run does not wait for the job (wait: false).',
    );
  }
});

test('the job of a request that was not sent, or of which nothing is known, is the one it was for', () => {
  const error = new NetworkError('It broke. Badly.', {
    ...{ method: 'POST', path: '/x', advice: '', code: 'ECONNRESET', sent: true },
  });
  const create = { kind: 'create', prompt: 'x' } as const;
  const message = { kind: 'message', jobId: 'job_7', prompt: 'x' } as const;
  expect(interruptedBeforeSending(create).jobId).toBeUndefined();
  expect(interruptedBeforeSending(message).jobId).toBe('job_7');
  expect(afterPostFailure(create, error, false).jobId).toBeUndefined();
  expect(afterPostFailure(message, error, false).jobId).toBe('job_7');
  expect(afterPostFailure(create, error, false).reason).toMatch(/ is not known: It broke\. Badly\.$/);
});
