import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { bundle, endOf, QUICK, start, withSandbox } from './cases.ts';

test('the licence of every dependency is with the bundle, and nothing is bundled that has none', () => {
  const text = readFileSync(path.join(path.dirname(bundle.script), 'licenses.txt'), 'utf8');
  const names = [...text.matchAll(/^=== (\S+) \S+$/gm)].map(([, name = '']) => name);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  // The readers of archives that @actions/artifact needs for downloads.
  expect(names.filter((name) => ['unzip-stream', 'binary', 'buffers', 'chainsaw'].includes(name))).toEqual(
    [],
  );
});

/** Octokit is loaded with the first request to GitHub. */
test('an agent step without a token loads at most 600 kB of JavaScript', async () => {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-coverage-'));
  await withSandbox({}, async (sandbox) => {
    const result = await start(
      sandbox,
      { ...QUICK, 'github-token': '' },
      { env: { NODE_V8_COVERAGE: directory } },
    ).finished();
    expect(endOf(result)).toEqual({ exitCode: 0, outcome: 'pull-request' });
  });
  const urls = readdirSync(directory).flatMap((name): string[] => {
    const { result } = JSON.parse(readFileSync(path.join(directory, name), 'utf8'));
    return result.map(({ url }: { url: string }) => url);
  });
  rmSync(directory, { recursive: true });
  const files = [...new Set(urls.filter((url) => url.startsWith('file:')))].map((url) => fileURLToPath(url));
  const sizes = files.map(
    (file) => statSync(path.join(path.dirname(bundle.script), path.basename(file))).size,
  );
  expect(sizes.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(600_000);
});
