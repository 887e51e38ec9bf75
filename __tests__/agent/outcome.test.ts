import { expect, test } from '@jest/globals';
import { afterPostFailure, afterWait, interruptedBeforeSending, started } from '../../src/agent/outcome.ts';
import type { WaitEnd } from '../../src/agent/wait.ts';
import { NetworkError } from '../../src/platform/errors.ts';
import { errorOf, JOB_ID, jobOf } from '../helpers/wait-world.ts';

const PULL_REQUEST = 'https://github.com/acme/docs/pull/7';
const totals = { polls: 12, waitedMs: 30 * 60_000 };
const create = { kind: 'create' } as const;
const message = { kind: 'message', jobId: 'job_7', knowsSubject: true, settle: 'after-active' } as const;
const watch = { kind: 'watch', jobId: 'job_7', settle: 'immediate' } as const;

const DONE = 'The job completed';
const NONE =
  'Either no file had to change, or the agent pushed the change directly, or the platform did not report the link: look at the docs repository.';
const ODD = `${DONE}, and the pull request that it reported is not a web address.`;
const FAILED = [
  'The agent met an error that it could not recover from; the platform gives no reason.',
  'Look at the job in the platform dashboard, make the prompt more specific, and start a new job.',
] as const;

test.each([
  ['failed', undefined, 'failed', ...FAILED],
  ['failed', PULL_REQUEST, 'failed', ...FAILED],
  ['archived', PULL_REQUEST, 'archived', 'The job has been archived.', 'Start a new job to go on.'],
  ['completed', PULL_REQUEST, 'pull-request', `${DONE}, and its pull request is open.`, undefined],
  ['completed', 'pending', 'no-pull-request', ODD, 'Look at the pull requests of the docs repository.'],
  ['completed', undefined, 'no-pull-request', `${DONE} and reported no pull request.`, NONE],
])('a job that is %s with %s is %s', (status, prLink, outcome, reason, advice) => {
  const end: WaitEnd = { ...totals, kind: 'finished', job: jobOf(status, { prLink }) };
  const result = afterWait(end, 'another');
  expect(result).toMatchObject({ outcome, reason, jobId: JOB_ID, polls: 12 });
  expect(result.advice).toBe(advice);
});

const GOES_ON = /^The job goes on remotely\. .*job-id, and no prompt\.$/;
const failure = Object.assign(errorOf({ kind: 'http', status: 503 }), { platformText: 'Busy' });

const LATE =
  'The job had not finished after 30 min of waiting; timeout-minutes leaves no time for another poll.';
const STALE =
  'The job showed a finished status after 30 min of waiting, but it may still be that of the request before.';
const UNSEEN =
  'This run did not see the job finish in 30 min of waiting, and the last poll failed: GET was answered 503.';

test.each([
  [jobOf('active'), undefined, JOB_ID, LATE, GOES_ON],
  [jobOf('completed'), undefined, JOB_ID, STALE, GOES_ON],
  [undefined, failure, 'job_9', UNSEEN, /^Do something\. The job goes on remotely\./],
])('a wait that timed out: %#', (job, error, jobId, reason, advice) => {
  const result = afterWait({ ...totals, kind: 'timeout', job, error }, 'job_9');
  expect(result).toMatchObject({ outcome: 'timeout', jobId, reason, advice: expect.stringMatching(advice) });
  expect(result.platformText).toBe(error?.platformText);
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

const ACCEPTED = 'The platform accepted the request, and this run does not wait for the job (wait: false).';

test.each([
  [watch, 'The job is not finished, and this run does not wait for it (wait: false).'],
  [create, ACCEPTED],
  [message, ACCEPTED],
])('a run that does not wait says what it left: %#', (task, reason) => {
  expect(started(jobOf('active'), task)).toMatchObject({ reason, advice: expect.stringMatching(GOES_ON) });
});

test('an interrupted wait says that the job goes on', () => {
  const result = afterWait({ ...totals, kind: 'interrupted', job: jobOf('active') }, 'job_9');
  expect(result).toMatchObject({ outcome: 'cancelled', jobId: JOB_ID });
  expect(result.advice).toMatch(GOES_ON);
});

test('the job of a request of which nothing is known is the one it was for', () => {
  const error = new NetworkError('It broke. Badly.', {
    ...{ method: 'POST', path: '/x', advice: '', code: 'ECONNRESET', sent: true },
  });
  expect(interruptedBeforeSending('job_7').jobId).toBe('job_7');
  expect(afterPostFailure(create, error, false).jobId).toBeUndefined();
  expect(afterPostFailure(message, error, false).jobId).toBe('job_7');
  expect(afterPostFailure(create, error, false).reason).toMatch(/ accepted it: It broke\. Badly\.$/);
});
