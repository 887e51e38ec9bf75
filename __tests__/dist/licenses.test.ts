import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { Bundle } from '../helpers/run-bundle.ts';

const bundle = new Bundle();
afterAll(() => bundle.remove());

test('the licence of every dependency is with the bundle, and nothing is bundled that has none', () => {
  const text = readFileSync(path.join(path.dirname(bundle.script), 'licenses.txt'), 'utf8');
  const names = text.split('\n');
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(Object.keys(dependencies).filter((name) => !names.includes(name))).toEqual([]);
  // The readers of archives that @actions/artifact needs for downloads.
  expect(names.filter((name) => ['unzip-stream', 'binary', 'buffers', 'chainsaw'].includes(name))).toEqual(
    [],
  );
});
