import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { marked } from 'marked';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { labeledPayload } from '../helpers/payloads.ts';
import { endOf, existingJob, expectSound, QUICK, run, start, withSandbox } from './cases.ts';

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
        'pr-title': '',
        'pr-branch': '',
        'pr-state': '',
      });
      expect(annotations(result, 'error')).toEqual([]);
      expect(annotations(result, 'warning')).toEqual([]);
      expect(visibleText(result)).toContain(`Job created: job-id ${job?.id}`);
      expect(visibleText(result)).toContain('https://github.com/acme/docs/pull/41');
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

  test('sends a follow-up, and waits for its turn to end', () =>
    withSandbox({ scenario: 'stale-after-message', jobMs: 1000 }, async (sandbox) => {
      const id = await existingJob(sandbox);
      await new Promise((resolve) => setTimeout(resolve, 1050));
      const result = await run(sandbox, { ...QUICK, 'job-id': id });
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(sandbox.ledger.jobs[0]?.prompts).toEqual(['Before', 'Write about proxies']);
      expect(sandbox.ledger.of('message')).toHaveLength(1);
      expect(visibleText(result)).toContain("may still be the previous turn's");
      expect(visibleText(result)).toContain('Status active');
    }));

  test('watches a job without sending anything', () =>
    withSandbox({}, async (sandbox) => {
      const id = await existingJob(sandbox);
      const result = await run(sandbox, { 'job-id': id, 'poll-interval-seconds': '0.05' });
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(result.outputs['job-id']).toBe(id);
      expect(sandbox.ledger.of('message', 'create')).toHaveLength(1);
    }));

  test('does not wait when it is told so', () =>
    withSandbox({ scenario: 'slow' }, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, wait: 'false' });
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'started' });
      expect(result.outputs).toMatchObject({ 'job-id': sandbox.ledger.jobs[0]?.id, status: 'active' });
      expect(sandbox.ledger.of('get')).toEqual([]);
      expect(visibleText(result)).toContain(
        'To watch it, run this action with the same project-id and this job-id',
      );
    }));

  test('sends nothing in a dry run, and shows the prompt', () =>
    withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'dry-run': 'true' });
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'skipped' });
      expect(sandbox.ledger.requests).toEqual([]);
      expect(visibleText(result)).toContain('Write about proxies');
    }));

  test('reads the prompt from a file of the workspace', () =>
    withSandbox({}, async (sandbox) => {
      const step = start(sandbox, { 'prompt-file': 'prompt.md', wait: 'false' });
      writeFileSync(path.join(step.directory.workspace, 'prompt.md'), 'Write about files\n');
      const result = await step.finished();
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'started' });
      expect(sandbox.ledger.jobs[0]?.prompts).toEqual(['Write about files']);
    }));

  test('goes on through polls that fail in every way, and reports odd jobs as they are', () =>
    withSandbox({ scenario: 'flaky-polls' }, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
      expect(sandbox.ledger.of('get').length).toBeGreaterThan(7);
      expect(visibleText(result)).toContain('A poll failed, which says nothing about the job.');
      sandbox.setScenario('bare-job');
      const bare = await run(sandbox, QUICK);
      expect(endOf(bare)).toEqual({ exitCode: 0, outcome: 'no-pull-request' });
      expect(bare.outputs).toMatchObject({ model: '', repository: '', 'pr-link': '' });
      sandbox.setScenario('early-404');
      expect(endOf(await run(sandbox, QUICK)).outcome).toBe('pull-request');
      sandbox.setScenario('unknown-status');
      const unknown = await run(sandbox, QUICK);
      expect(endOf(unknown).outcome).toBe('pull-request');
      expect(annotations(unknown, 'warning')).toEqual([expect.stringContaining('not documented: queued')]);
    }));

  test('lets no text of the platform act anywhere', () =>
    withSandbox({ scenario: 'hostile-text' }, async (sandbox) => {
      const result = await run(sandbox, QUICK);
      expect(endOf(result).exitCode).toBe(0);
      for (const [, value] of result.written) expect(value).not.toMatch(/\p{Cc}/u);
      expect(result.written.map(([name]) => name)).not.toContain('status=failed');
      const html = marked.parse(result.summary, { gfm: true, async: false });
      expect(html).not.toMatch(/<(img|script|svg|iframe|b|em|strong)\b/);
      for (const [, href = ''] of html.matchAll(/href="([^"]*)"/g))
        expect(href).toMatch(/^https:\/\/github\.com\/acme\//);
    }));
});

describe('fail-on', () => {
  test.concurrent.each([
    ['failed', '', 'failed', 1],
    ['failed', 'none', 'failed', 0],
    ['failed', 'archived', 'failed', 0],
    ['archived', '', 'archived', 0],
    ['archived', 'archived', 'archived', 1],
    ['no-pull-request', '', 'no-pull-request', 0],
    ['no-pull-request', 'no-pull-request', 'no-pull-request', 1],
    ['slow', '', 'timeout', 1],
    ['slow', 'failed', 'timeout', 0],
  ])('%s with "%s" ends as %s with %d', async (scenario, failOn, outcome, exitCode) => {
    await withSandbox({ scenario }, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, 'fail-on': failOn, 'timeout-minutes': '0.06' });
      expect(endOf(result)).toEqual({ exitCode, outcome });
      expect(annotations(result, 'error')).toHaveLength(exitCode);
      expect(result.outputs['job-id']).toBe(sandbox.ledger.jobs[0]?.id);
    });
  });
});

describe('bad input', () => {
  test('is told all at once, without a request', () =>
    withSandbox({}, async (sandbox) => {
      const inputs = {
        'api-key': 'mint_hunter2 hunter2',
        'project-id': '',
        prompt: 'x',
        'prompt-file': 'y',
        wait: 'yes',
        'timeout-minutes': '-1',
        'fail-on': 'all',
      };
      const result = await run(sandbox, inputs);
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(result.outputs['reason']).toBe(
        'The inputs cannot be used: api-key, fail-on, project-id, prompt-file, wait, timeout-minutes.',
      );
      const [error = ''] = annotations(result, 'error');
      expect(
        error
          .split('\n')
          .slice(1)
          .map((line) => line.split(':')[0]),
      ).toEqual(['api-key', 'fail-on', 'project-id', 'prompt-file', 'wait', 'timeout-minutes']);
      expect(result.summary).toContain('timeout-minutes: got "-1"');
      expect(result.log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('hunter2');
      expect(sandbox.ledger.requests).toEqual([]);
    }));

  test.concurrent.each([
    ['no key', { 'api-key': '' }, 'api-key: missing'],
    ['a key of another kind', { 'api-key': 'mint_dsc_0123456789' }, 'assistant key'],
    ['no prompt and no event that has one', { prompt: '' }, 'give'],
    ['a mode that is none', { mode: 'both' }, 'Accepted: agent or analytics.'],
  ])('such as %s is an error that says so', async (_, inputs, message) => {
    await withSandbox({}, async (sandbox) => {
      const result = await run(sandbox, { ...QUICK, ...inputs });
      expect(endOf(result)).toEqual({ exitCode: 1, outcome: 'error' });
      expect(annotations(result, 'error').join('\n').toLowerCase()).toContain(message.toLowerCase());
      expect(sandbox.ledger.requests).toEqual([]);
    });
  });
});

/** A directory, where a file should be. */
const ROOT = path.parse(process.cwd()).root;

describe('files that the runner did not give', () => {
  test.concurrent.each([
    ['GITHUB_OUTPUT', undefined],
    ['GITHUB_OUTPUT', '/nowhere/output'],
    ['GITHUB_OUTPUT', ROOT],
    ['GITHUB_STEP_SUMMARY', '/nowhere/summary'],
    ['GITHUB_STEP_SUMMARY', ROOT],
  ])('%s=%s is a warning, and the end is the true one', async (name, value) => {
    await withSandbox({ scenario: 'failed' }, async (sandbox) => {
      const step = start(sandbox, QUICK, { env: { [name]: value } });
      const result = await step.finished();
      expectSound(result, sandbox.apiKey);
      expect(result.exitCode).toBe(1);
      expect(annotations(result, 'warning')).toEqual([
        expect.stringContaining(`The file of ${name} could not be written`),
      ]);
      expect(annotations(result, 'error')).toEqual([expect.stringContaining('could not recover from')]);
      sandbox.setScenario('happy');
      expect((await start(sandbox, QUICK, { env: { [name]: value } }).finished()).exitCode).toBe(0);
    });
  });
});

test('what GitHub hides of an issue does not reach the agent, and what it shows does', () =>
  withSandbox({ permissions: { maintainer: 'write' } }, async (sandbox) => {
    const hidden = [
      '[//]: # (HIDDEN)',
      '[x]: https://a.example "HIDDEN"',
      '<!-- HIDDEN -->',
      '<?HIDDEN?>',
      '<!HIDDEN x>',
      '<![CDATA[HIDDEN]]>',
      '<img alt="HIDDEN">',
      '[t](https://a.example "HIDDEN")',
      '![HIDDEN](https://a.example/b.png)',
      '[^never]: HIDDEN',
      '```HIDDEN\ncode\n```',
    ];
    const shown = ['Use `<!-- SHOWN -->`.', '```\n<!-- SHOWN -->\n```', 'An unclosed <!-- SHOWN', 'می‌خواهم'];
    const payload = labeledPayload('docs');
    payload.sender = { login: 'maintainer', type: 'User' };
    payload.issue.body = [...hidden, ...shown].join('\n\n');
    const result = await run(
      sandbox,
      { 'poll-interval-seconds': '0.05' },
      { event: { name: 'issues', payload } },
    );
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
    const prompt = sandbox.ledger.jobs[0]?.prompts[0] ?? '';
    expect(prompt).not.toContain('HIDDEN');
    expect(prompt.match(/SHOWN/g)).toHaveLength(3);
    expect(prompt).toContain('> می‌خواهم');
  }));
