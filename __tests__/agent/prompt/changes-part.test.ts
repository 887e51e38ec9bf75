import { expect, test } from '@jest/globals';
import { changesPart, isQuoted } from '../../../src/agent/prompt/changes-part.ts';
import type { GithubFile } from '../../../src/github/operations.ts';
import fc from '../../helpers/fast-check.ts';

const NAMED_ONLY = `
  package-lock.json app/Cargo.lock go.sum go.work.sum Package.resolved gradle.lockfile bun.lockb pnpm-lock.yaml
  .terraform.lock.hcl vendor/github.com/x/y.go vendored/b.c third_party/a.c web/node_modules/a/index.js .yarn/releases/yarn.cjs
  src/api.pb.go api/x_pb2_grpc.py src/__generated__/client.ts gen/a.ts src/client.gen.ts lib/a.g.dart a_pb.d.ts
  __tests__/__snapshots__/a.snap pkg/zz_generated.deepcopy.go public/app.min.js dist/a.js.map docs/logo.png
  docs/LOGO.PNG a.woff2 b.tgz c.sqlite3`;
const QUOTED = `
  src/lock.ts src/generate.ts docs/vendors.md src/minimum.js package.json go.mod docs/general.md src/ago.ts map.ts
  api/lockfile.md a.gogo`;

test('the patches of lock files, and of generated, vendored and binary files, are not quoted', () => {
  const isQuotedPath = (filename: string) => isQuoted(file(filename, '@@ -1 +1 @@'));
  const paths = (list: string) => list.trim().split(/\s+/);
  expect(paths(NAMED_ONLY).filter(isQuotedPath)).toEqual([]);
  expect(paths(QUOTED).filter(isQuotedPath)).toEqual(paths(QUOTED));
});

const url = 'https://github.com/acme/app/pull/7/files';

function file(filename: string, patch = '') {
  return { filename, status: 'modified', additions: 1, deletions: 1, patch } as const;
}

const partOf = (...files: GithubFile[]) =>
  changesPart({ files, isCut: false, url, what: 'in pull request #7', note: '' });

const patchOf = (lines: number) => `@@ -1 +1,${lines} @@\n${'+line\n'.repeat(lines)}`;

test('names come first, then the patches that fit, each of a whole file', () => {
  const part = partOf(
    file('yarn.lock', patchOf(1)),
    file('large.ts', patchOf(900)),
    { ...file('small.ts', patchOf(2)), previous_filename: 'tiny.ts' },
    file('image.ts'),
  );
  const { text, leftOut } = part(1500);
  expect(text.slice(text.indexOf('> 4'))).toBe(`> 4 files changed:
> large.ts: modified, +1 -1
> small.ts: modified from tiny.ts, +1 -1
> yarn.lock: modified, +1 -1, patch not quoted
> image.ts: modified, +1 -1, patch not quoted
>
> File: small.ts
> @@ -1 +1,2 @@
> +line
> +line`);
  expect(leftOut).toBe('1 patch of what changed in pull request #7');
  expect(part(300).leftOut).toBe(`4 files of what changed in pull request #7 (${url})`);
});

test('names take at most a third of the room', () => {
  const files = Array.from({ length: 3000 }, (_, index) => file(`src/file-${index}.ts`, patchOf(1)));
  const { text, leftOut } = partOf(...files)(30_000);
  expect(text.indexOf('> File:')).toBeLessThanOrEqual(10_400);
  expect(leftOut).toMatch(/^2,\d{3} file names and 2,\d{3} patches of /);
});

test('in any room changes keep to it, and no line of a patch leaves its quotation or names a file', () => {
  const anyName = fc.constantFrom('a.ts', 'a\nb', 'c\r\nd\u2028e', '> c', '```', 'go.sum', 'x'.repeat(300));
  const anyLine = fc.constantFrom('+a', ' b', '+```', '+> x', 'File: y', '+', '+x\rFile: y', '\u2028File: y');
  const anyLines = fc.array(anyLine, { minLength: 1, maxLength: 40 });
  const anyPatch = fc.option(anyLines.map((lines) => ['@@ -1,9 +1,9 @@', ...lines, '+last'].join('\n')));
  const anyFiles = fc.array(fc.tuple(anyName, anyPatch), { minLength: 1, maxLength: 60 });
  const property = fc.property(anyFiles, fc.nat(20_000), (files, room) => {
    const part = partOf(...files.map(([name, patch]) => file(name, patch ?? '')));
    expect(part(10_000_000).leftOut).toBe('');
    const { text } = part(room);
    expect(text.length).toBeLessThanOrEqual(room);
    const unquoted = text
      .split('\n')
      .slice(2)
      .filter((line) => line !== '' && !line.startsWith('>'));
    expect(unquoted).toEqual([]);
    expect(text.match(/^> File: y/gm)).toBeNull();
    expect(text.match(/^> @@/gm)?.length).toBe(text.match(/^> \+last$/gm)?.length);
  });
  fc.assert(property, { numRuns: 300 });
});
