import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { stepOf } from '../agent/memory/agent-run.ts';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { labeledPayload } from '../helpers/payloads.ts';
import { bundle, endOf, QUICK, run, start, withSandbox } from './cases.ts';

describe('the bundle', () => {
  test('creates a job, waits for it, and hands on its pull request', () =>
    withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      const [job] = sandbox.ledger.jobs;
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(job?.prompts).toEqual(['Write about proxies']);
      const empty = { 'comment-url': '', 'pr-title': '', 'pr-branch': '', 'pr-state': '' };
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
        ...empty,
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
});

test('a label run on the bundle asks GitHub eight times; its re-run finds the job and sends nothing', () =>
  withSandbox({ scenario: 'no-pull-request', permissions: { Codertocat: 'write' } }, async (sandbox) => {
    const label = { name: 'issues', payload: labeledPayload('docs'), run: '100' };
    const first = await bundle.run(stepOf(sandbox, label));
    const github = sandbox.ledger.requests.filter(({ path }) => path.startsWith('/github'));
    expect(github.map(({ operation }) => operation)).toEqual([
      ...['permission', 'comment-list', 'comment-create', 'comment-update'],
      ...['comment-get', 'comment-update', 'comment-get', 'comment-update'],
    ]);
    const again = await bundle.run(stepOf(sandbox, { ...label, attempt: 2 }));
    expect(again.outputs).toMatchObject({ outcome: 'no-pull-request', 'job-id': first.outputs['job-id'] });
    expect(sandbox.ledger.of('create', 'message')).toHaveLength(1);
  }));
