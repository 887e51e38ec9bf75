import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { commentPayload, labeledPayload, REPOSITORY } from '../helpers/payloads.ts';
import { answering, opening, startRawServer } from '../helpers/servers.ts';
import { endOf, expectSound, QUICK, start, withSandbox } from './cases.ts';

describe('the bundle', () => {
  test('creates a job, waits for it, and hands on its pull request', () =>
    withSandbox({}, async (sandbox) => {
      const result = await start(sandbox).finished();
      expectSound(result, sandbox);
      const [job] = sandbox.ledger.jobs;
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(job?.prompts).toEqual(['Write about proxies']);
      expect(result.outputs).toEqual({
        'job-id': job?.id,
        status: 'completed',
        outcome: 'pull-request',
        reason: 'The job completed and reported its pull request.',
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
    }));

  test('reads a job behind 100 Continue and a byte order mark', async () => {
    const job = '\ufeff{"id":"job_1","status":"active"}';
    const head = `HTTP/1.1 201 Created\r\nContent-Length: ${Buffer.byteLength(job)}\r\n\r\n`;
    const answer = `HTTP/1.1 100 Continue\r\n\r\n${head}${job}`;
    const { port } = opening(await startRawServer(answering(answer)));
    const server = { url: `http://127.0.0.1:${port}`, apiKey: 'mint_0123456789abcdef' };
    const result = await start(server, { ...QUICK, wait: 'false' }).finished();
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'started' });
    expect(result.outputs['job-id']).toBe('job_1');
  });

  test('writes the job to the outputs before it waits', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const step = start(sandbox);
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

  /** Each row: what the run is of, its variables, and what it asks of GitHub. */
  const begun = ['comment-create', 'comment-update'];
  const LINK = ['comment-list', 'comment-create'];
  const ENDED = 'comment-update';
  const label = { name: 'issues', payload: labeledPayload('docs') };
  const comment = { name: 'issue_comment', payload: commentPayload('/docs more') };
  const FOLLOW_UP = [
    ...['permission', 'comment-list', 'pull-request', 'comment-create', 'comment-list'],
    ...['comment-update', 'comment-update'],
  ];
  const RUNS = [
    ['true', label, {}, ['permission', ...begun, 'pull-request', ...LINK, ENDED]],
    ['true', label, { GITHUB_RUN_ATTEMPT: '2' }, ['permission', 'comment-list', 'pull-request', ENDED]],
    ['false', comment, { GITHUB_RUN_ID: '4712' }, FOLLOW_UP],
  ] as const;

  test('finds its reply again in a re-run and a follow-up, and asks GitHub for little', () =>
    withSandbox({ permissions: { Codertocat: 'write' } }, async (sandbox) => {
      // Lists hold the comment that makes a request.
      const { issue } = comment.payload;
      const made = { repository: REPOSITORY, issue: issue.number, user: 'Codertocat', body: '/docs more' };
      comment.payload.comment.id = sandbox.github.addComment(made).id;
      for (const [wait, event, variables, requests] of RUNS) {
        const before = sandbox.ledger.requests.length;
        const env = { GITHUB_REPOSITORY: REPOSITORY, ...variables };
        const inputs = { ...QUICK, prompt: '', comment: 'true', wait };
        const result = await start(sandbox, inputs, { event, env }).finished();
        expectSound(result, sandbox);
        expect([result.exitCode, result.outputs['job-id']]).toEqual([0, sandbox.ledger.jobs[0]?.id]);
        const asked = sandbox.ledger.requests.slice(before).filter(({ path }) => path.startsWith('/github'));
        expect(asked.map(({ operation }) => operation)).toEqual(requests);
      }
      expect(sandbox.ledger.jobs.map(({ prompts }) => prompts.length)).toEqual([2]);
    }));
});
