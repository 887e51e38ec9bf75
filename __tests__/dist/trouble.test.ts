import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../sandbox/routes.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { endOf, existingJob, QUICK, run, withSandbox } from './cases.ts';

/** What a maintainer is told of each thing that can befall a create, and what there is afterwards. */
interface Case {
  readonly scenario: string;
  readonly outcome: 'error' | 'unknown';
  readonly says: readonly string[];
  /** Jobs that the platform made. */
  readonly jobs?: number;
  readonly requests?: number;
}

const REFUSED: readonly Case[] = [
  {
    scenario: 'create-400',
    outcome: 'error',
    says: [
      'answered 400 Bad Request',
      'The platform says: Invalid request; prompt: Too small',
      'Check the inputs',
    ],
  },
  {
    scenario: 'create-401',
    outcome: 'error',
    says: ['answered 401', 'wrong or has expired', 'keys last 90 days', 'Make a new admin key'],
  },
  {
    scenario: 'create-403',
    outcome: 'error',
    says: ['answered 403', '`write` scope', 'IP allowlist', 'plan'],
  },
  { scenario: 'create-404', outcome: 'error', says: ['answered 404', 'check project-id and job-id'] },
  {
    scenario: 'create-413',
    outcome: 'error',
    says: ['answered 413', 'The prompt is too long', 'context: none'],
  },
  {
    scenario: 'create-429',
    outcome: 'error',
    says: ['answered 429', 'The platform says: Too many requests', 'try again in an hour at the latest'],
    requests: 4,
  },
];

const UNKNOWN: readonly Case[] = [
  { scenario: 'create-500', outcome: 'unknown', says: ['answered 500', 'Internal server error'] },
  { scenario: 'create-502-html', outcome: 'unknown', says: ['answered 502'], jobs: 1 },
  { scenario: 'create-reset-before', outcome: 'unknown', says: ['closed before the answer was complete'] },
  {
    scenario: 'create-reset-after',
    outcome: 'unknown',
    says: ['closed before the answer was complete'],
    jobs: 1,
  },
  { scenario: 'create-hang', outcome: 'unknown', says: ['no complete answer came in time'] },
  {
    scenario: 'create-hang-after',
    outcome: 'unknown',
    says: ['no complete answer came in time'],
    jobs: 1,
  },
  {
    scenario: 'create-truncated',
    outcome: 'unknown',
    says: ['closed before the answer was complete'],
    jobs: 1,
  },
  {
    scenario: 'create-html',
    outcome: 'unknown',
    says: ['HTML instead of JSON', 'check base-url and proxies'],
    jobs: 1,
  },
  {
    scenario: 'create-empty-object',
    outcome: 'unknown',
    says: ['JSON of another shape than documented (id, status)'],
    jobs: 1,
  },
  { scenario: 'create-empty-body', outcome: 'unknown', says: ['a body that is not JSON'], jobs: 1 },
  {
    scenario: 'create-no-id',
    outcome: 'unknown',
    says: ['JSON of another shape than documented (id)'],
    jobs: 1,
  },
  { scenario: 'create-huge', outcome: 'unknown', says: ['more than 1048576 bytes'], jobs: 1 },
  {
    scenario: 'create-redirect',
    outcome: 'unknown',
    says: ['answered 302 Found', 'follows no redirect'],
  },
];

const count = (sandbox: Sandbox, ...operations: Operation[]) => sandbox.ledger.of(...operations).length;

describe('a create', () => {
  test.concurrent.each([...REFUSED, ...UNKNOWN])(
    '$scenario ends as $outcome',
    async ({ scenario, outcome, says, jobs = 0, requests = 1 }) => {
      await withSandbox({ scenario }, async (sandbox) => {
        const result = await run(sandbox, { ...QUICK, 'timeout-minutes': '0.15' });
        expect(endOf(result)).toEqual({ exitCode: 1, outcome });
        expect(result.outputs).toMatchObject({ 'job-id': '', status: '', 'pr-link': '' });
        expect(sandbox.ledger.jobs).toHaveLength(jobs);
        expect(count(sandbox, 'create')).toBe(requests);
        expect(count(sandbox, 'get')).toBe(0);
        const [error = '', ...others] = annotations(result, 'error');
        expect(others).toEqual([]);
        for (const text of says) expect(error).toContain(text);
        expect(error).toContain('POST /v2/agent/docs-project/job');
        if (outcome === 'error') expect(error).toContain('Nothing was started.');
        else {
          expect(error).toContain('whether the platform accepted it is not known');
          expect(error).toContain('It was not sent again');
          expect(error).toContain('watch it with its job-id');
        }
        expect(result.outputs['reason']?.split('\n')).toHaveLength(1);
        expect(result.summary).toContain(outcome === 'error' ? '## ❌' : '## ❓');
      });
    },
  );

  test.concurrent.each([
    ['create-429-once', 2],
    ['create-429-retry-after', 2],
  ])('%s is sent again, and one job is made', async (scenario, requests) => {
    await withSandbox({ scenario }, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(count(sandbox, 'create')).toBe(requests);
      expect(sandbox.ledger.jobs).toHaveLength(1);
      expect(result.log).toContain('Nothing was started. Sending it again in');
    });
  });

  test.concurrent.each(['key-in-error', 'key-in-server-error'])(
    '%s shows the key nowhere',
    async (scenario) => {
      await withSandbox({ scenario }, async (sandbox) => {
        const result = await run(sandbox, QUICK);
        expect(result.exitCode).toBe(1);
        expect(result.log).toContain('Cannot use Authorization: Bearer ***');
      });
    },
  );

  test.concurrent('to a platform that is not there is sent four times, and nothing was started', async () => {
    await withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'base-url': 'http://127.0.0.1:1' });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(result.log.match(/Sending it again/g)).toHaveLength(3);
      expect(annotations(result, 'error')[0]).toMatch(
        /the connection was refused \(ECONNREFUSED\).*Check base-url/s,
      );
    });
  });
});

describe('a message', () => {
  test.concurrent.each([
    ['message-400', 'error', 'answered 400', 1],
    ['message-401', 'error', 'keys last 90 days', 1],
    ['message-404', 'error', 'check project-id and job-id', 1],
    ['message-429', 'error', 'answered 429', 4],
    ['message-500', 'unknown', 'answered 500', 1],
    ['message-reset-after', 'unknown', 'closed before the answer was complete', 1],
    ['message-empty-object', 'unknown', 'another shape', 1],
  ])('%s ends as %s and keeps the job-id', async (scenario, outcome, says, requests) => {
    await withSandbox({}, async (sandbox) => {
      const id = await existingJob(sandbox);
      sandbox.setScenario(scenario);
      const result = await run(sandbox, { ...QUICK, 'job-id': id });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs['job-id']).toBe(id);
      expect(count(sandbox, 'message')).toBe(requests);
      expect(annotations(result, 'error')[0]).toContain(says);
      expect(annotations(result, 'error')[0]).toContain(`/v2/agent/docs-project/job/${id}/message`);
    });
  });
});

describe('polls', () => {
  test.concurrent.each([
    ['get-401', 'error', 'The job could not be read: GET', 'keys last 90 days'],
    ['get-403', 'error', 'The job could not be read: GET', '`read` scope'],
    ['get-redirect', 'error', 'The job could not be read: GET', 'follows no redirect'],
    ['get-429', 'timeout', 'the last poll failed: GET', 'Too many requests'],
    ['get-500', 'timeout', 'the last poll failed: GET', 'Internal server error'],
    ['get-html', 'timeout', 'the last poll failed: GET', 'HTML instead of JSON'],
    ['get-empty-object', 'timeout', 'the last poll failed: GET', 'another shape'],
    ['get-truncated', 'timeout', 'the last poll failed: GET', 'closed before the answer was complete'],
    ['get-reset-before', 'timeout', 'the last poll failed: GET', 'closed before the answer was complete'],
    ['get-hang', 'timeout', 'the last poll failed: GET', 'came in time'],
    ['lost-job', 'timeout', 'the last poll failed: GET', 'answered 404'],
  ])('%s ends as %s with the job that was created', async (scenario, outcome, reason, says) => {
    await withSandbox({ scenario }, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'timeout-minutes': '0.08' });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome });
      expect(result.outputs).toMatchObject({ 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' });
      expect(result.outputs['reason']).toContain(reason);
      expect(annotations(result, 'error')[0]).toContain(says);
      expect(count(sandbox, 'create')).toBe(1);
      if (outcome === 'timeout')
        expect(annotations(result, 'error')[0]).toContain('The job goes on remotely.');
    });
  });

  test.concurrent('of a job that is not there are one, when it only watches', async () => {
    await withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, { 'job-id': 'job_nowhere' });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(result.outputs['job-id']).toBe('job_nowhere');
      expect(sandbox.ledger.requests).toHaveLength(1);
    });
  });
});
