import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { annotations } from '../helpers/action-environment.ts';
import { BUNDLE, endOf, expectSound, preloading, start, withSandbox } from './cases.ts';

const WELL = { exitCode: 0, outcome: 'pull-request' };

test('the bundle creates a job, waits for it, and hands on its pull request', () =>
  withSandbox({}, async (sandbox) => {
    const result = await start(sandbox, { 'issue-number': '12' }).finished();
    expectSound(result, sandbox);
    const [job] = sandbox.ledger.jobs;
    const [reply, link, ...others] = sandbox.github.comments;
    expect([reply?.issue, link?.issue, others]).toEqual([12, 41, []]);
    expect([endOf(result), job?.prompts]).toEqual([WELL, ['Write about proxies']]);
    expect(result.outputs).toMatchObject({
      ...{ 'job-id': job?.id, status: 'completed', 'pr-number': '41' },
      reason: expect.stringMatching(/^The job completed .*pull request\.$/),
      'pr-link': 'https://github.com/acme/docs/pull/41',
      job: expect.stringContaining(`"id":"${job?.id}"`),
      'comment-url': `https://github.com/acme/product/issues/12#issuecomment-${reply?.id}`,
    });
    expect([...annotations(result, 'error'), ...annotations(result, 'warning')]).toEqual([]);
    expect(result.lines).toContain(`Job created: job-id ${job?.id}.`);
    expect(result.summary).toContain('(<https://github.com/acme/docs/pull/41>)');
  }));

test('the bundle reads 613 rows in three requests', () =>
  withSandbox({ pages: 613 }, async (sandbox) => {
    // Three requests are left for the pages, and none for the trend.
    const report = { mode: 'analytics', 'artifact-name': '', compare: 'none', 'max-requests': '3' };
    const result = await start(sandbox, { ...report, prompt: '' }).finished();
    expectSound(result, sandbox);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'report' });
    expect([result.outputs['complete'], sandbox.ledger.of('views').length]).toEqual(['true', 3]);
  }));

test('on an older Node, the bundle says which one it needs, and does nothing', () =>
  withSandbox({}, async (sandbox) => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '20.19.5' }); delete Map.groupBy;`;
    const result = await start(sandbox, {}, { env: preloading(code) }).finished();
    expect([result.exitCode, result.stderr, sandbox.ledger.requests]).toEqual([1, '', []]);
    const message = 'Docs Agent needs Node 24, but runs on 20.19.5. Update the runner.';
    expect(annotations(result, 'error')).toEqual([message]);
  }));

test('the licence of every dependency is with the bundle, and nothing is bundled that has none', () => {
  const text = readFileSync(path.join(BUNDLE, 'licenses.txt'), 'utf8');
  const names = [...text.matchAll(/^=== (\S+) \S+$/gm)].map(([, name = '']) => name);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  // The readers of archives that @actions/artifact needs for downloads.
  const archives = ['unzip-stream', 'binary', 'buffers', 'chainsaw'];
  expect(names.filter((name) => archives.includes(name))).toEqual([]);
});

/** Octokit is loaded with the first request to GitHub. */
test('an agent step without a token loads at most 600 kB of JavaScript', () =>
  withSandbox({}, async (sandbox) => {
    const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-coverage-'));
    const env = { NODE_V8_COVERAGE: directory };
    expect(endOf(await start(sandbox, { 'github-token': '' }, { env }).finished())).toEqual(WELL);
    const urls = readdirSync(directory).flatMap((name): string[] => {
      const { result } = JSON.parse(readFileSync(path.join(directory, name), 'utf8'));
      return result.map(({ url }: { url: string }) => url);
    });
    const files = new Set(urls.filter((url) => url.startsWith('file:')).map((url) => path.basename(url)));
    const sizes = [...files].map((file) => statSync(path.join(BUNDLE, file)).size);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000);
  }));
