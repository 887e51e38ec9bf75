import { expect, test } from '@jest/globals';
import { previousTag } from '../../../src/agent/previous-tag.ts';
import { changesPart, isQuoted } from '../../../src/agent/prompt/changes-part.ts';
import { closedIssues } from '../../../src/agent/prompt/linked-issues.ts';
import { matchesPaths } from '../../../src/agent/prompt/paths.ts';
import fc from '../../helpers/fast-check.ts';
import { rowsOf } from '../world.ts';

const NINES = '9'.repeat(39);

/** The tag, the tags that there are, and the one before: `-` for none. */
const TAGS = `
v1.2.0 | v1.2.0 v1.1.0 v1.0.0 | v1.1.0
v1.10.0 | v1.9.0 v1.8.0 | v1.9.0
v1.4.3 | v2.0.0 v1.4.2 | v1.4.2
v2.0.0 | v2.0.0-rc.2 v2.0.0rc1 v2.0.0.dev3 v2.0.0a1 v2.0.0-M2 v2.0.0-1 v1.9.5 | v1.9.5
v2.0.0-rc.10 | v2.0.0 v2.0.0-rc.9 v2.0.0-rc.2 v1.9.5 | v2.0.0-rc.9
v2.0.0-rc.1 | v2.0.0-rc.2 v1.9.5 v1.9.5-rc.3 | v1.9.5
v1.2.0-1 | v1.2.0 v1.1.0 v1.2.0-2 | v1.1.0
v1.2.0+build.5 | v1.2.0+build.4 v1.1.0 v1.3.0 | v1.1.0
v2.0 | v2.0.0 1.9 v1 | 1.9
v1.2.3.10 | v1.2.3.9.1 v1.2.3.9 | v1.2.3.9.1
v${NINES}9.1 | v${NINES}8.2 v${NINES}8.1 | v${NINES}8.2
k8s-v1.0.0 | k3s-v9.0.0 k3s-v0.9.0 v0.9.0 | -
k8s-v1.0.0 | k3s-v9.0.0 k8s-v0.9.0 | k8s-v0.9.0
python3.11-v1.2.0 | python3.11-v1.1.0 python3.10-v1.1.9 | python3.11-v1.1.0
@acme/cli@2.1.0 | @acme/core@2.0.0 @acme/cli@2.0.9 cli@2.0.99 | @acme/cli@2.0.9
release1.2.3 | release1.2.2 rev1.2.2 | release1.2.2
release-2026-10-01 | release-2026-9-30 release-2026-10-02 | release-2026-9-30
release-2026 | release-2025-12-31 | release-2025-12-31
20261001-abc | 20260930-b12c4d 20260901-fe | 20260930-b12c4d
r75 | r8 r74 k74 | r74
v1.0.0 | v1.0.0 | -
v1.0.0 | | -
spring | winter v1.0.0 | -`;

/** As GitHub's own examples: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#patterns-to-match-file-paths */
const PATHS = `
* | README.md server.rb | docs/README.md
** | all/the/files.md |
*.js | app.js index.js | src/app.js app.jsx
**.js | index.js js/index.js src/js/app.js | index.jsx
docs/* | docs/README.md docs/file.txt | docs/mona/octocat.txt README.md
docs/** | docs/README.md docs/mona/octocat.txt | docs my/docs/README.md
docs/**/*.md | docs/README.md docs/mona/hello-world.md docs/a/markdown/file.md | docs/file.txt
**/docs/** | docs/hello.md dir/docs/my-file.txt space/docs/plan/space.doc | mydocs/hello.md
**/README.md | README.md js/README.md | js/MY-README.md
**/*src/** | a/src/app.js my-src/code/js/app.js | source/app.js
**/*-post.md | my-post.md path/their-post.md | post.md
**/migrate-*.sql | migrate-10909.sql db/migrate-v1.0.sql db/sept/migrate-v1.sql | migrate.sql
*.md, !README.md | hello.md | README.md docs/hello.md
*.md, !README.md, README* | hello.md README.md README.doc | docs/README.md
sub-project/**, !sub-project/docs/** | sub-project/a/b.ts | sub-project/docs/a.md a.ts
**, !docs/** | .github/a.yml src/docs/a.md | docs/a.md
a.b/(c)$ | a.b/(c)$ | aXb/c
a**/b | a/b ax/y/b | b
wow!/*, !wow!/no! | wow!/a | wow!/no! wow/a`;

const CLOSED = `
Fixes #3 | 3
closes #1, resolved: #2 and FIX #3 | 1 2 3
Close acme/app#4 | 4
Fixed https://github.com/Acme/App/issues/5. | 5
Resolves #7, resolves #7 | 7
See #3 |
prefixes #3 |
Fixes other/app#3, fixes acme/apps#3, fixes https://github.com/other/app/issues/3 |
Fixes https://evil.example/acme/app/issues/3 |
Fixes #0, fixes #1234567890, fixes the issue #3 |
${'fixes '.repeat(20_000)}#1 fixes${' '.repeat(100_000)}#2 | 1`;

const words = (cell = '') => cell.split(' ').filter((word) => word !== '');

test.each(rowsOf(TAGS))('the tag before %s, of %s, is %s', (tag = '', tags, expected) => {
  expect(previousTag(tag, words(tags)) ?? '-').toBe(expected);
  expect(previousTag(tag, words(tags).toReversed()) ?? '-').toBe(expected);
});

test.each(rowsOf(PATHS))('%s matches %s and not %s', (patterns = '', matched, others) => {
  const all = [...words(matched), ...words(others)];
  const list = patterns.split(', ');
  expect(all.filter((file) => matchesPaths(file, list))).toEqual(words(matched));
});

test.each(rowsOf(CLOSED))('%.60s closes %s', (text = '', numbers) => {
  expect(closedIssues(text, 'acme/app', 'https://github.com')).toEqual(words(numbers).map(Number));
});

const NAMED_ONLY = `
  package-lock.json app/Cargo.lock go.sum go.work.sum Package.resolved gradle.lockfile bun.lockb pnpm-lock.yaml
  .terraform.lock.hcl vendor/github.com/x/y.go vendored/b.c third_party/a.c web/node_modules/a/index.js .yarn/releases/yarn.cjs
  src/api.pb.go api/x_pb2_grpc.py src/__generated__/client.ts gen/a.ts src/client.gen.ts lib/a.g.dart a_pb.d.ts
  __tests__/__snapshots__/a.snap pkg/zz_generated.deepcopy.go public/app.min.js dist/a.js.map docs/logo.png
  docs/LOGO.PNG a.woff2 b.tgz c.sqlite3`;
const QUOTED = `
  src/lock.ts src/generate.ts docs/vendors.md src/minimum.js package.json go.mod docs/general.md src/ago.ts map.ts
  api/lockfile.md a.gogo`;

test.each([[NAMED_ONLY], [QUOTED]])(
  'by their names, the patches of these files are quoted or not: %s',
  (names) => {
    const quoted = words(names.replaceAll('\n', ' ')).map((filename) =>
      isQuoted({ filename, patch: '@@ -1 +1 @@' }),
    );
    expect(new Set(quoted)).toEqual(new Set([names === QUOTED]));
  },
);

const LINK = 'https://github.com/acme/app/pull/7/files';
const usual = { status: 'modified', additions: 1, deletions: 1 } as const;
const file = (filename: string, patch = '') => ({ filename, ...usual, patch });
const partOf = (...files: ReturnType<typeof file>[]) =>
  changesPart({ files, isCut: false, url: LINK, what: 'in pull request #7', note: '' });
const patch = (lines: number) => `@@ -1 +1,${lines} @@\n${'+line\n'.repeat(lines)}`;

test('names come first, then the patches that fit, each of a whole file', () => {
  const sizes = { 'yarn.lock': 1, 'large.ts': 900, 'small.ts': 2 };
  const files = Object.entries(sizes).map(([name, lines]) => file(name, patch(lines)));
  const part = partOf(...files, file('image.ts'));
  const { text, leftOut } = part(1500);
  expect(text.split('\n').slice(3)).toEqual([
    ...['> 4 files changed:', '> large.ts: modified, +1 -1', '> small.ts: modified, +1 -1'],
    ...['> yarn.lock: modified, +1 -1, patch not quoted', '> image.ts: modified, +1 -1, patch not quoted'],
    ...['>', '> File: small.ts', '> @@ -1 +1,2 @@', '> +line', '> +line'],
  ]);
  expect(leftOut).toBe('1 patch of what changed in pull request #7');
  expect(part(300).leftOut).toBe(`4 files of what changed in pull request #7 (${LINK})`);
  const all = Array.from({ length: 3000 }, (_, index) => file(`src/file-${index}.ts`, patch(1)));
  const many = partOf(...all)(30_000);
  expect(many.text.indexOf('> File:')).toBeLessThanOrEqual(10_400);
  expect(many.leftOut).toMatch(/^2,\d{3} file names and 2,\d{3} patches of /);
});

test('in any room changes keep to it, and no line of a patch leaves its quotation or names a file', () => {
  const name = fc.constantFrom('a.ts', 'a\nb', 'c\r\nd\u2028e', '> c', '```', 'go.sum', 'x'.repeat(300));
  const line = fc.constantFrom('+a', ' b', '+```', '+> x', 'File: y', '+', '+x\rFile: y', '\u2028File: y');
  const some = fc.array(line, { minLength: 1, maxLength: 40 });
  const patches = fc.option(some.map((lines) => ['@@ -1,9 +1,9 @@', ...lines, '+last'].join('\n')));
  const files = fc.array(fc.tuple(name, patches), { minLength: 1, maxLength: 60 });
  const property = fc.property(files, fc.nat(20_000), (given, room) => {
    const part = partOf(...given.map(([name, patch]) => file(name, patch ?? '')));
    expect(part(10_000_000).leftOut).toBe('');
    const { text } = part(room);
    expect(text.length).toBeLessThanOrEqual(room);
    expect(
      text
        .split('\n')
        .slice(2)
        .every((each) => each === '' || each.startsWith('>')),
    ).toBe(true);
    expect(text.match(/^> File: y/gm)).toBeNull();
    expect(text.match(/^> @@/gm)?.length).toBe(text.match(/^> \+last$/gm)?.length);
  });
  fc.assert(property, { numRuns: 300 });
});
