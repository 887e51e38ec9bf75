import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { endOf, QUICK, run, start, withSandbox } from './cases.ts';

describe('the bundle', () => {
  test('creates a job, waits for it, and hands on its pull request', () =>
    withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      const [job] = sandbox.ledger.jobs;
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(job?.prompts).toEqual(['Write about proxies']);
      expect(result.outputs).toEqual({
        'job-id': job?.id,
        status: 'completed',
        outcome: 'pull-request',
        reason: 'The job completed, and its pull request is open.',
        'pr-link': 'https://github.com/acme/docs/pull/41',
        'pr-number': '41',
        model: 'sandbox-writer-1',
        repository: 'acme/docs',
        ref: 'main',
        'created-at': job?.createdAt,
        'comment-url': '',
      });
      expect([...annotations(result, 'error'), ...annotations(result, 'warning')]).toEqual([]);
      expect(visibleText(result)).toContain(`Job created: job-id ${job?.id}`);
      const html = marked.parse(result.summary, { gfm: true, async: false });
      expect(html).toContain('<a href="https://github.com/acme/docs/pull/41">#41</a>');
      expect(html).toContain(job?.id);
      const { headers } = sandbox.ledger.of('create')[0] ?? {};
      expect(headers?.['user-agent']).toMatch(/^docs-agent-action\/\d+\.\d+\.\d+$/);
    }));

  test('writes the job to the outputs before it waits', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox, QUICK);
      await step.logged('Waiting for the job');
      step.kill('SIGKILL');
      const { outputs, exitCode } = await step.finished();
      expect(exitCode).toBeNull();
      expect(outputs).toMatchObject({
        'job-id': sandbox.ledger.jobs[0]?.id,
        status: 'active',
        model: 'sandbox-writer-1',
      });
    }));

  test('tells bad input all at once, without a request', () =>
    withSandbox({}, async (sandbox) => {
      const inputs = { 'api-key': 'mint_hunter2 hunter2', 'project-id': '', wait: 'yes' };
      const result = await run(sandbox, inputs);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(result.outputs['reason']).toBe('The inputs cannot be used: api-key, project-id, wait.');
      expect(result.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('hunter2');
      expect(sandbox.ledger.requests).toEqual([]);
    }));

  test('sends nothing a second time that may have arrived', () =>
    withSandbox({ scenario: 'create-reset-after' }, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'unknown' });
      expect([sandbox.ledger.of('create').length, sandbox.ledger.jobs.length]).toEqual([1, 1]);
      expect(annotations(result, 'error').join()).toContain('It was not sent again');
    }));
});
