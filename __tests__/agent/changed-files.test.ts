import { expect, test } from '@jest/globals';
import type { LedgerEntry } from '../../sandbox/ledger.ts';
import { matchesPaths, readPullRequestFiles, selectFiles } from '../../src/agent/changed-files.ts';
import { startGithub } from '../github/github.ts';
import fc from '../helpers/fast-check.ts';
import { tableOf } from './table.ts';

/**
 * As GitHub's own examples:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#patterns-to-match-file-paths
 */
const PATTERNS = tableOf<'patterns' | 'matching' | 'others'>(`
  patterns | matching | others
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
  wow!/*, !wow!/no! | wow!/a | wow!/no! wow/a`);

test.each(PATTERNS)('$patterns matches $matching, and not $others', ({ patterns, matching, others }) => {
  const paths = `${matching} ${others}`.trim().split(' ');
  expect(paths.filter((path) => matchesPaths(path, patterns.split(', ')))).toEqual(matching.split(' '));
});

/** The same as a regular expression, which is simple, but slow for some paths. */
function expressionOf(pattern: string) {
  const source = pattern.replaceAll(/(?<![^/])\*\*\/|\*\*+|\*|\./g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    return part === '.' ? '\\.' : '.*';
  });
  return new RegExp(`^${source}$`, 's');
}

test('a pattern matches what its regular expression matches', () => {
  const textOf = (...units: string[]) => fc.string({ unit: fc.constantFrom(...units), maxLength: 8 });
  const patterns = textOf('a', 'b', '.', '/', '*', '**', '**/');
  const property = fc.property(patterns, textOf('a', 'b', '.', '/', '\n'), (pattern, path) => {
    expect(matchesPaths(path, [pattern])).toBe(expressionOf(pattern).test(path));
  });
  fc.assert(property, { numRuns: 3_000 });
});

test('no path takes long', () => {
  const path = `${'-/'.repeat(500)}${'-'.repeat(3_000)}`;
  expect(matchesPaths(path, ['**/*-*-*-*-*-*-*.md', '**-**-**/**/**/*-*'])).toBe(true);
  expect(matchesPaths(path, ['**/*-*-*-*-*-*-*.md', '**-**-**/**/**/**-**.md'])).toBe(false);
});

test('the former name of a file counts, too', () => {
  const counts = { status: 'renamed', additions: 1, deletions: 1 } as const;
  const file = { ...counts, filename: 'src/new.ts', previous_filename: 'src/old.ts' };
  expect(selectFiles([file, { ...counts, filename: 'a.ts' }], ['docs/**', 'src/old.ts'])).toEqual([file]);
});

/** A page of 100 files, and 29 pages in all. */
function pageOfFiles({ path, query: { page = '1' }, headers: { host } }: LedgerEntry) {
  const files = Array.from({ length: 100 }, (_, index) => ({ filename: `${page}/${index}.ts` }));
  const next = { link: `<http://${host}${path}?per_page=100&page=${Number(page) + 1}>; rel="next"` };
  return [200, JSON.stringify(files), Number(page) < 29 ? next : {}] as const;
}

test.each([
  { latencyMs: 1_600, listed: 2_900, endsMs: 29 * 1_600, failure: undefined },
  {
    latencyMs: 5_100,
    listed: 2_300,
    endsMs: 120_000,
    failure: "Reading the files of the pull request failed: GitHub didn't answer in time.",
  },
])(
  'all files are listed within two minutes, or as many as come: $latencyMs ms for each page',
  async ({ latencyMs, listed, endsMs, failure }) => {
    const { api, clock } = await startGithub(pageOfFiles, { latencyMs });
    const changed = await readPullRequestFiles(7, api);
    expect(changed.files).toHaveLength(listed);
    expect([changed.failure?.message, changed.isCut]).toEqual([failure, failure !== undefined]);
    expect(clock.now()).toBe(endsMs);
  },
);
