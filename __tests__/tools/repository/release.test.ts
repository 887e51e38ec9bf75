import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { prepare, problemsOfRelease, released } from '../../../scripts/prepare-release.ts';
import { bundledPackages, sbom } from '../../../scripts/sbom.ts';
import { VERSION } from '../../../src/version.ts';

const RELEASED = ['package.json', 'package-lock.json', 'src/version.ts', 'docs'];
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** A copy of what a release changes, before the first release. */
function copyBeforeRelease(): string {
  const copy = mkdtempSync(join(tmpdir(), 'release-'));
  for (const name of [...RELEASED, ...globSync('*.md')]) cpSync(name, join(copy, name), { recursive: true });
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\nThere is no release yet: see `main`.\n\n### Added\n\n- It.\n';
  writeFileSync(join(copy, 'CHANGELOG.md'), changelog);
  const page = 'First.\n\nThere is no release yet: fork `a.b`, and\nwait. Then copy.\n';
  writeFileSync(join(copy, 'docs/first.md'), page);
  return copy;
}

test('one command sets version and changelog, and removes what holds only before the first release', () => {
  const copy = copyBeforeRelease();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  expect(problemsOfRelease(copy)).toContain('docs/first.md: still says "no release yet"');
  prepare(copy, '4.5.6', '2026-02-03');
  expect(problemsOfRelease(copy)).toEqual([]);
  expect([json(join(copy, 'package.json')).version, json(join(copy, 'package-lock.json')).version]).toEqual([
    '4.5.6',
    '4.5.6',
  ]);
  expect(json(join(copy, 'package-lock.json')).packages[''].version).toBe('4.5.6');
  expect(read('src/version.ts')).toContain("VERSION = '4.5.6'");
  expect(read('CHANGELOG.md')).toBe(
    '# Changelog\n\n## [Unreleased]\n\n## [4.5.6] - 2026-02-03\n\n### Added\n\n- It.\n',
  );
  expect(read('docs/first.md')).toBe('First.\n\nThen copy.\n');
});

test('the next release needs news; a version that GitHub would not take is refused', () => {
  const copy = copyBeforeRelease();
  expect(() => prepare(copy, '1.0.0-rc.1', '2026-02-03')).toThrow('give X.Y.Z');
  prepare(copy, '1.0.0', '2026-02-03');
  expect(() => prepare(copy, '1.0.1', '2026-02-04')).toThrow('CHANGELOG.md: lists nothing for 1.0.1');
});

test.each([
  ['# A\n\nThere is no release yet: it is `main`.\n\n### B\n', '# A\n\n### B\n'],
  ['1. Copy.\n   There is no release yet: fork\n   `a.b`.\n2. Next\n', '1. Copy.\n2. Next\n'],
  ['- Copy. There is no release yet, so\n  fork it.\n- Next\n', '- Copy.\n- Next\n'],
  ['> There is no release yet. Then copy.\n', '> Then copy.\n'],
  ['There is no release yet: fork it, and\nwait. Then copy.\n', 'Then copy.\n'],
])('%j becomes %j', (before, after) => {
  expect(released(before)).toBe(after);
});

test('the version is the same wherever it is', () => {
  const { version, packages } = json('package-lock.json');
  expect([json('package.json').version, version, packages[''].version]).toEqual([VERSION, VERSION, VERSION]);
});

test('the bill of materials lists what is in dist/licenses.txt', () => {
  const listed = bundledPackages(readFileSync('dist/licenses.txt', 'utf8'));
  const { components } = sbom('.');
  expect(components.map(({ name, version }) => ({ name, version }))).toEqual(listed);
  expect(listed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(json('package.json').dependencies)),
  );
  expect(components.filter(({ hashes, licenses }) => !hashes || !licenses)).toEqual([]);
});

test('everything can be installed with the oldest Node that CONTRIBUTING.md names', () => {
  const packages = Object.entries<{ engines?: { node?: string } }>(json('package-lock.json').packages);
  const tooNew = packages.filter(([, { engines }]) => /^>=? ?(2[1-9]|[3-9]\d)/.test(engines?.node ?? ''));
  expect(tooNew.map(([place]) => place)).toEqual([]);
});
