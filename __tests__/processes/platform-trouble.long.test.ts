import { describe, expect, test } from '@jest/globals';
import { annotations } from '../helpers/action-environment.ts';
import { HURRIED } from '../helpers/preloaded.ts';
import { endOf, existingJob, QUICK, run, withSandbox } from './cases.ts';

/** What befalls a create: how it ends, what a maintainer is told, how many jobs there are, how often it was sent. */
const CREATES: readonly (readonly [string, 'error' | 'unknown', string, number, number])[] = [
  ['create-401', 'error', 'Make a new admin key', 0, 1],
  ['create-429', 'error', 'try again in an hour at the latest', 0, 4],
  ['create-500', 'unknown', 'Internal server error', 0, 1],
  ['create-502-html', 'unknown', 'answered 502', 1, 1],
  ['create-redirect', 'unknown', 'follows no redirect', 0, 1],
  ['create-reset-before', 'unknown', 'closed before the answer was complete', 0, 1],
  ['create-reset-after', 'unknown', 'closed before the answer was complete', 1, 1],
  ['create-truncated', 'unknown', 'closed before the answer was complete', 1, 1],
  ['create-hang', 'unknown', 'no complete answer came in time', 0, 1],
  ['create-hang-after', 'unknown', 'no complete answer came in time', 1, 1],
  ['create-html', 'unknown', 'HTML instead of JSON', 1, 1],
  ['create-no-id', 'unknown', 'JSON of another shape than documented (id)', 1, 1],
  ['create-huge', 'unknown', 'more than 1048576 bytes', 1, 1],
];

describe('trouble with the platform', () => {
  test.concurrent.each(CREATES)('%s ends as %s', async (scenario, outcome, says, jobs, requests) => {
    await withSandbox({ scenario }, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'timeout-minutes': '2' }, { env: HURRIED });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs).toMatchObject({ 'job-id': '', status: '', 'pr-link': '' });
      expect(sandbox.ledger.jobs).toHaveLength(jobs);
      expect(sandbox.ledger.requests.map(({ operation }) => operation)).toEqual(
        Array(requests).fill('create'),
      );
      const [error = '', ...others] = annotations(result, 'error');
      expect(others).toEqual([]);
      const ends = {
        error: ['Nothing was started.'],
        unknown: [
          'nobody knows whether the platform accepted it',
          ...['It was not sent again', 'watch it with its job-id'],
        ],
      };
      for (const text of ['POST /v2/agent/docs-project/job', says, ...ends[outcome]]) {
        expect(error).toContain(text);
      }
      expect(result.outputs['reason']?.split('\n')).toHaveLength(1);
    });
  });

  test.concurrent('a 429 that passes is waited out, and one job is made', async () => {
    await withSandbox({ scenario: 'create-429-retry-after' }, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(sandbox.ledger.of('create')).toHaveLength(2);
      expect(sandbox.ledger.jobs).toHaveLength(1);
      expect(result.log).toContain('Nothing was started. Sending it again in');
    });
  });

  test.concurrent.each([
    ['message-404', 'error', 'check project-id and job-id'],
    ['message-reset-after', 'unknown', 'closed before the answer was complete'],
  ])('%s ends as %s and keeps the job-id', async (scenario, outcome, says) => {
    await withSandbox({}, async (sandbox) => {
      const id = await existingJob(sandbox);
      sandbox.setScenario(scenario);
      const result = await run(sandbox, { ...QUICK, 'job-id': id });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs['job-id']).toBe(id);
      expect(sandbox.ledger.of('message')).toHaveLength(1);
      expect(annotations(result, 'error')[0]).toContain(says);
    });
  });

  test.concurrent.each([
    ['get-403', 'error', 'The job could not be read: GET', '`read` scope'],
    ['get-429', 'timeout', 'the last poll failed: GET', 'Too many requests'],
    ['get-truncated', 'timeout', 'the last poll failed: GET', 'closed before the answer was complete'],
    ['get-hang', 'timeout', 'the last poll failed: GET', 'came in time'],
    ['lost-job', 'timeout', 'the last poll failed: GET', 'answered 404'],
  ])('%s ends as %s with the job that was created', async (scenario, outcome, reason, says) => {
    await withSandbox({ scenario }, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'timeout-minutes': '0.5' }, { env: HURRIED });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs).toMatchObject({ 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' });
      expect(result.outputs['reason']).toContain(reason);
      const [error = ''] = annotations(result, 'error');
      expect(error).toContain(says);
      if (outcome === 'timeout') expect(error).toContain('The job goes on remotely.');
      expect(sandbox.ledger.of('create')).toHaveLength(1);
    });
  });
});
