import { expect, test } from '@jest/globals';
import type { Message } from '../../src/agent/action.ts';
import { afterPostFailure, afterWait, interruptedBeforeSending, started } from '../../src/agent/outcome.ts';
import type { WaitEnd } from '../../src/agent/wait.ts';
import { NetworkError } from '../../src/platform/errors.ts';
import { errorOf, JOB_ID, jobOf } from '../helpers/wait-world.ts';

const PULL_REQUEST = 'https://github.com/acme/docs/pull/7';
const totals = { polls: 12, waitedMs: 30 * 60_000 };
const create = { kind: 'create' } as const;
const message: Message = {
  ...{ kind: 'message', jobId: 'job_7', isKnownHere: true, before: undefined },
  ...{ settle: 'after-active', acceptedAt: undefined },
};

const DONE = 'The job completed';
const NONE =
  'Either no file had to change, or the agent pushed the change directly, or Mintlify did not report the link: check the docs repository.';
const ODD = `${DONE}, and the pull request that it reported is not a web address.`;
const FAILED = [
  'The agent met an error that it could not recover from; Mintlify gives no reason.',
  'Look at the job in the Mintlify dashboard, make the prompt more specific, and start a new job.',
] as const;

test.each([
  ['failed', undefined, 'failed', ...FAILED],
  ['failed', PULL_REQUEST, 'failed', ...FAILED],
  ['archived', PULL_REQUEST, 'archived', 'The job has been archived.', 'Start a new job.'],
  ['completed', PULL_REQUEST, 'pull-request', `${DONE} and reported its pull request.`, undefined],
  ['completed', 'pending', 'no-pull-request', ODD, 'Look at the pull requests of the docs repository.'],
  ['completed', undefined, 'no-pull-request', `${DONE} and reported no pull request.`, NONE],
])('a job that is %s with %s is %s', (status, prLink, outcome, reason, advice) => {
  const end: WaitEnd = { ...totals, kind: 'finished', job: jobOf(status, { prLink }) };
  const result = afterWait(end, 'another');
  expect(result).toMatchObject({ outcome, reason, jobId: JOB_ID, polls: 12 });
  expect(result.advice).toBe(advice);
});

const KEEPS_RUNNING = /^The job keeps running in Mintlify\. .*this job-id and no prompt\.$/;
const failure = Object.assign(errorOf({ kind: 'http', status: 503 }), { platformText: 'Busy' });

const LATE = 'The job did not finish in 30 min; timeout-minutes leaves no time for another poll.';
const STALE = "The job showed a terminal status after 30 min, but it may still be the previous request's.";
const UNSEEN = 'The job was not seen to finish in 30 min, and the last poll failed: GET was answered 503.';

test.each([
  [jobOf('active'), undefined, JOB_ID, LATE, KEEPS_RUNNING],
  [jobOf('completed'), undefined, JOB_ID, STALE, KEEPS_RUNNING],
  [undefined, failure, 'job_9', UNSEEN, /^Do something\. The job keeps running in Mintlify\./],
])('a wait that timed out: %#', (job, error, jobId, reason, advice) => {
  const result = afterWait({ ...totals, kind: 'timeout', job, error }, 'job_9');
  expect(result).toMatchObject({ outcome: 'timeout', jobId, reason, advice: expect.stringMatching(advice) });
  expect(result.platformText).toBe(error?.platformText);
});

test.each([
  [401, /^Do something\. The job keeps running in Mintlify\. .*no prompt\.$/],
  [403, /^Do something\. The job keeps running in Mintlify\. .*no prompt\.$/],
  [404, /^Do something\.$/],
])('a job that cannot be read any more (%d) is an error with Mintlify’s answer', (status, advice) => {
  const error = Object.assign(errorOf({ kind: 'http', status }), { platformText: 'No' });
  expect(afterWait({ ...totals, kind: 'broken', job: jobOf('active'), error }, JOB_ID)).toMatchObject({
    outcome: 'error',
    reason: `The job could not be read: GET was answered ${status}.`,
    platformText: 'No',
    advice: expect.stringMatching(advice),
    job: { status: 'active' },
  });
});

const ACCEPTED = 'Mintlify accepted the request, and this run does not wait for the job (wait: false).';

const UNSETTLED =
  "The job shows a terminal status that may still be the previous request's, and this run does not wait (wait: false).";

test.each([
  ['active', true, 'The job is not finished, and this run does not wait for it (wait: false).'],
  ['completed', true, UNSETTLED],
  ['active', false, ACCEPTED],
  ['completed', false, ACCEPTED],
])('a run that does not wait says what it left: %s, as a watch %s', (status, isWatch, reason) => {
  const expected = {
    outcome: 'started',
    jobId: JOB_ID,
    reason,
    advice: expect.stringMatching(KEEPS_RUNNING),
  };
  expect(started(jobOf(status), isWatch)).toMatchObject(expected);
});

test('an interrupted wait says that the job keeps running', () => {
  const result = afterWait({ ...totals, kind: 'interrupted', job: jobOf('active') }, 'job_9');
  expect(result).toMatchObject({ outcome: 'cancelled', jobId: JOB_ID });
  expect(result.advice).toMatch(KEEPS_RUNNING);
});

test('a request whose fate is not known has the job it was for, and says where to look', () => {
  const error = new NetworkError('It broke. Badly.', {
    ...{ method: 'POST', path: '/x', advice: 'Wait.', code: 'ECONNRESET', sent: true },
  });
  expect(interruptedBeforeSending('job_7').jobId).toBe('job_7');
  const [first, followUp] = [afterPostFailure(create, error, false), afterPostFailure(message, error, false)];
  expect(first).toMatchObject({ outcome: 'unknown', jobId: undefined });
  expect(first.reason).toMatch(/ to create the job was sent.* accepted it: It broke\. Badly\.$/);
  expect(first.advice).toMatch(
    /^Wait\. The action did not send it again.* agent jobs .* re-run the workflow\.$/,
  );
  expect(followUp).toMatchObject({ outcome: 'unknown', jobId: 'job_7' });
  expect(followUp.reason).toContain(' to send the follow-up was sent');
  expect(followUp.advice).toMatch(/ Check the job in .* If the follow-up arrived, /);
});
