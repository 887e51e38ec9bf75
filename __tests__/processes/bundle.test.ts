import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { marked } from 'marked';
import { annotations, visibleText } from '../helpers/action-environment.ts';
import { bundle, endOf, expectSound, preloading, QUICK, start, withSandbox } from './cases.ts';

test('the bundle creates a job, waits for it, and hands on its pull request', () =>
  withSandbox({}, async (sandbox) => {
    const result = await start(sandbox, { ...QUICK, 'issue-number': '12' }).finished();
    expectSound(result, sandbox);
    const [job] = sandbox.ledger.jobs;
    const [reply, link, ...others] = sandbox.github.comments;
    expect([reply?.issue, link?.issue, others]).toEqual([12, 41, []]);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
    expect(job?.prompts).toEqual(['Write about proxies']);
    expect(result.outputs).toEqual({
      'job-id': job?.id,
      status: 'completed',
      outcome: 'pull-request',
      reason: expect.stringMatching(/^The job completed .*pull request\.$/),
      'pr-link': 'https://github.com/acme/docs/pull/41',
      'pr-number': '41',
      job: JSON.stringify({
        ...{ id: job?.id, status: 'completed', model: 'sandbox-writer-1' },
        prLink: 'https://github.com/acme/docs/pull/41',
        ...{ createdAt: job?.createdAt, archivedAt: null },
        source: { repository: 'acme/docs', ref: 'main' },
      }),
      'comment-url': `https://github.com/acme/product/issues/12#issuecomment-${reply?.id}`,
    });
    expect([...annotations(result, 'error'), ...annotations(result, 'warning')]).toEqual([]);
    expect(visibleText(result)).toContain(`Job created: job-id ${job?.id}`);
    const html = marked.parse(result.summary, { gfm: true, async: false });
    expect(html).toContain('<a href="https://github.com/acme/docs/pull/41">#41</a>');
    expect(html).toContain(job?.id);
  }));

test('the bundle reads 613 rows in three requests', () =>
  withSandbox({ pages: 613 }, async (sandbox) => {
    // Three requests are left for the pages, and none for the trend.
    const report = { mode: 'analytics', 'artifact-name': '', compare: 'none', 'max-requests': '3' };
    const result = await start(sandbox, report).finished();
    expectSound(result, sandbox);
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'report' });
    expect([result.outputs['complete'], sandbox.ledger.of('views').length]).toEqual(['true', 3]);
  }));

test('on an older Node, the bundle says which one it needs, and does nothing', () =>
  withSandbox({}, async (sandbox) => {
    const code = `Object.defineProperty(process.versions, 'node', { value: '20.19.5' }); delete Map.groupBy;`;
    const result = await start(sandbox, QUICK, { env: preloading(code) }).finished();
    expect([result.exitCode, result.stderr, sandbox.ledger.requests]).toEqual([1, '', []]);
    expect(annotations(result, 'error')).toEqual([
      'Docs Agent needs Node 24, but runs on 20.19.5. Update the runner.',
    ]);
  }));

test('the licence of every dependency is with the bundle, and nothing is bundled that has none', () => {
  const text = readFileSync(path.join(path.dirname(bundle.script), 'licenses.txt'), 'utf8');
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
    const result = await start(sandbox, { ...QUICK, 'github-token': '' }, { env }).finished();
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
    const urls = readdirSync(directory).flatMap((name): string[] => {
      const { result } = JSON.parse(readFileSync(path.join(directory, name), 'utf8'));
      return result.map(({ url }: { url: string }) => url);
    });
    const files = new Set(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)));
    const sizes = [...files].map(
      (file) => statSync(path.join(path.dirname(bundle.script), path.basename(file))).size,
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000);
  }));
