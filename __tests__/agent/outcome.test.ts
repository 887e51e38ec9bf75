import { describe, expect, test } from '@jest/globals';
import { afterWait } from '../../src/agent/outcome.ts';
import { pullRequestOf } from '../../src/agent/result.ts';
import type { WaitEnd } from '../../src/agent/wait.ts';
import { errorOf, JOB_ID, jobOf } from '../helpers/wait-world.ts';

const totals = { polls: 12, waitedMs: 30 * 60_000 };
const finished = (status: string, prLink?: string): WaitEnd => ({
  ...totals,
  kind: 'finished',
  job: jobOf(status, { prLink }),
});

describe('a finished job', () => {
  test('with a link is a pull request', () => {
    const result = afterWait(finished('completed', 'https://github.com/acme/docs/pull/7'), JOB_ID);
    expect(result).toMatchObject({ outcome: 'pull-request', jobId: JOB_ID, polls: 12 });
    expect(result.advice).toBeUndefined();
  });

  test('without a link is not said to have changed nothing', () => {
    const { outcome, reason, advice } = afterWait(finished('completed'), JOB_ID);
    expect(outcome).toBe('no-pull-request');
    expect(reason).toBe('The job completed, and no pull request was reported.');
    expect(advice).toContain('or the change was pushed directly');
  });

  test('that failed says what to do, since the platform gives no reason', () => {
    const { outcome, advice } = afterWait(finished('failed', 'https://github.com/acme/docs/pull/7'), JOB_ID);
    expect(outcome).toBe('failed');
    expect(advice).toContain('make the prompt more specific');
  });

  test('that is archived is archived, whatever it links to', () => {
    expect(afterWait(finished('archived', 'https://github.com/acme/docs/pull/7'), JOB_ID).outcome).toBe(
      'archived',
    );
  });
});

describe('a wait that timed out', () => {
  test('says that the job goes on, and how to watch it', () => {
    const result = afterWait({ ...totals, kind: 'timeout', job: jobOf('active'), error: undefined }, JOB_ID);
    expect(result).toMatchObject({
      outcome: 'timeout',
      reason:
        'The job was not finished after waiting 30 min; timeout-minutes leaves no time for another poll.',
    });
    expect(result.advice).toMatch(/^The job goes on remotely\. .*job-id, and no prompt\.$/);
  });

  test('says so when a finished status was not trusted', () => {
    const { reason } = afterWait(
      { ...totals, kind: 'timeout', job: jobOf('completed'), error: undefined },
      JOB_ID,
    );
    expect(reason).toContain("it may be the previous turn's (see settle-seconds)");
  });

  test('does not claim to know the job when the last poll failed', () => {
    const error = errorOf({ kind: 'http', status: 503 });
    const result = afterWait({ ...totals, kind: 'timeout', job: undefined, error }, 'job_9');
    expect(result).toMatchObject({
      jobId: 'job_9',
      reason:
        'The job was not seen to finish after waiting 30 min, and the last poll failed: GET was answered 503.',
    });
    expect(result.advice).toMatch(/^Do something\. The job goes on remotely\./);
  });
});

test('a job that cannot be read any more is an error with the platform’s own words', () => {
  const error = Object.assign(errorOf({ kind: 'http', status: 401 }), { platformText: 'Unauthorized' });
  expect(afterWait({ ...totals, kind: 'broken', job: jobOf('active'), error }, JOB_ID)).toMatchObject({
    outcome: 'error',
    reason: 'The job could not be read: GET was answered 401.',
    platformText: 'Unauthorized',
    advice: 'Do something.',
    job: { status: 'active' },
  });
});

describe('the pull request of a job', () => {
  test.each([
    ['https://github.com/acme/docs/pull/7', '7'],
    ['https://github.com/acme/docs/pull/7/files?w=1#diff', '7'],
    ['https://gitlab.com/acme/docs/-/merge_requests/12', '12'],
    ['https://bitbucket.org/acme/docs/pull-requests/3', '3'],
    ['http://git.internal/acme/docs/pull/5', '5'],
    ['https://github.com/acme/docs/tree/main', ''],
    ['https://github.com/acme/docs/pull/7abc', ''],
    ['https://github.com/acme/pull', ''],
  ])('%s has the number "%s"', (url, number) => {
    expect(pullRequestOf(jobOf('completed', { prLink: url }))).toEqual({ url, number });
  });

  test.each([
    undefined,
    '',
    'see the dashboard',
    'javascript:alert(1)',
    'ftp://github.com/acme/docs/pull/7',
    '//x/pull/1',
  ])('is none for %s', (prLink) => {
    expect(pullRequestOf(jobOf('completed', { prLink }))).toBeUndefined();
  });

  test('is none without a job', () => {
    expect(pullRequestOf(undefined)).toBeUndefined();
  });
});
