import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';

/** What may know what: a folder or a file of the sandbox, and those that it may import besides its own. */
const BASE = ['operations', 'exchange', 'http-bytes', 'hostile', 'random', 'ledger', 'routing'];
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(BASE.map((name) => [name, BASE])),
  faults: BASE,
  connection: [...BASE, 'faults'],
  platform: BASE,
  github: BASE,
  results: BASE,
  scenarios: [...BASE, 'faults', 'platform', 'results'],
  server: [...BASE, 'faults', 'connection', 'platform', 'github', 'results', 'scenarios'],
  cli: [...BASE, 'scenarios', 'server', 'results'],
};

const files = globSync('sandbox/**/*.ts').map((file) => file.replaceAll('\\', '/'));

function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) .*from '(\.[^']+)'/gm);
  return [...found].map(([, name = '']) => posix.join(posix.dirname(file), name));
}

const layerOf = (file: string) => file.split('/')[1]?.replace(/\.ts$/, '') ?? '';

test('platform, GitHub, artifact service and ledger know the ledger, and nothing of each other', () => {
  expect(files.length).toBeGreaterThan(20);
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((to) => layerOf(to) !== layerOf(file) && !LAYERS[layerOf(file)]?.includes(layerOf(to)))
      .map((to) => `${file} imports ${to}`),
  );
  expect(wrong).toEqual([]);
});

test.each(['sandbox', 'campaign'])('no file of %s imports itself by way of others', (folder) => {
  const all = globSync(`${folder}/**/*.ts`).map((file) => file.replaceAll('\\', '/'));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' → ')];
    if (done.has(file)) return [];
    const found = importsOf(file).flatMap((to) => visit(to, [...path, file]));
    done.add(file);
    return found;
  };
  expect(all.flatMap((file) => visit(file, []))).toEqual([]);
});
