import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { annotations } from '../helpers/action-environment.ts';
import { BUNDLE, preloading, root, run, start, WELL, withSandbox } from './cases.ts';

test('the bundle creates a job, waits for it, and hands on its pull request', () =>
  withSandbox({}, async (sandbox) => {
    const { end, outputs } = await run(sandbox, { 'issue-number': '12' });
    const [job] = sandbox.ledger.jobs;
    const { comments } = sandbox.github;
    expect(comments.map(({ issue }) => issue)).toEqual([12, 41]);
    expect([end, job?.prompts]).toEqual([WELL, ['Write about proxies']]);
    expect(outputs).toMatchObject({
      'job-id': job?.id,
      status: 'completed',
      'pr-link': 'https://github.com/acme/docs/pull/41',
      'comment-url': `https://github.com/acme/product/issues/12#issuecomment-${comments[0]?.id}`,
    });
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
  const names = [...text.matchAll(/^=== (\S+) \S+$/gm)].map(([, name]) => name);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  // The readers of archives that @actions/artifact needs for downloads.
  for (const name of ['unzip-stream', 'binary', 'buffers', 'chainsaw']) expect(names).not.toContain(name);
});

/** Octokit is loaded with the first request to GitHub. */
test('an agent step without a token loads at most 600 kB of JavaScript', () =>
  withSandbox({}, async (sandbox) => {
    const coverage = path.join(root, 'coverage');
    const { end } = await run(sandbox, { 'github-token': '' }, { env: { NODE_V8_COVERAGE: coverage } });
    expect(end).toEqual(WELL);
    const texts = readdirSync(coverage).map((name) => readFileSync(path.join(coverage, name), 'utf8'));
    const urls = texts.flatMap((text) => [...text.matchAll(/"url":"file:[^"]*\/([^"]+)"/g)]);
    const files = [...new Set(urls.map(([, file = '']) => file))];
    const sizes = files.map((file) => statSync(path.join(BUNDLE, file)).size);
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000);
  }));
