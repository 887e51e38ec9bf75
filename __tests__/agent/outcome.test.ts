import { expect, test } from '@jest/globals';
import { afterWait } from '../../src/agent/outcome.ts';
import { JOB_ID, jobOf } from '../helpers/wait-world.ts';

const PULL_REQUEST = 'https://github.com/acme/docs/pull/7';

const DONE = 'The job completed';
const NONE =
  'Either no file had to change, or the agent pushed the change directly, or Mintlify did not report the link: check the docs repository.';
const ODD = `${DONE}, and the pull request that it reported is not a web address.`;
const FAILED = [
  'The agent met an error that it could not recover from; Mintlify gives no reason.',
  'Look at the job in the Mintlify dashboard, make the prompt more specific, and start a new job.',
] as const;

/** How else a run ends is told by the stories. */
test.each([
  ['failed', undefined, 'failed', ...FAILED],
  ['failed', PULL_REQUEST, 'failed', ...FAILED],
  ['archived', PULL_REQUEST, 'archived', 'The job has been archived.', 'Start a new job.'],
  ['completed', PULL_REQUEST, 'pull-request', `${DONE} and reported its pull request.`, undefined],
  ['completed', 'pending', 'no-pull-request', ODD, 'Look at the pull requests of the docs repository.'],
  ['completed', undefined, 'no-pull-request', `${DONE} and reported no pull request.`, NONE],
])('a job that is %s with %s is %s', (status, prLink, outcome, reason, advice) => {
  const job = jobOf(status, { prLink });
  const result = afterWait({ kind: 'finished', job, polls: 12, waitedMs: 1 }, 'another');
  expect(result).toMatchObject({ outcome, reason, jobId: JOB_ID, polls: 12 });
  expect(result.advice).toBe(advice);
});
