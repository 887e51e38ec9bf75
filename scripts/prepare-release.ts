/**
 * Prepares a release in the files of the repository: the version, the changelog, the sentences that hold only before the
 * first release, and `dist/`. Commit what it changes.
 *
 *     npm run release:prepare -- 1.0.0
 *     npm run release:prepare -- --check    exit 1 if the repository is not prepared; changes nothing
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const VERSION = /^\d+\.\d+\.\d+$/;
const PAGES = ['*.md', 'docs/*.md'];
/** Up to its full stop. */
const SENTENCE = String.raw`There is no release yet\b(?:[^.]|\.(?=\S))*\.(?!\S)`;
/** What holds only before the first release: a paragraph, whole lines, the end of a line, another part. */
const BEFORE_FIRST_RELEASE = [
  new RegExp(String.raw`(?<=\n\n)[ \t]*${SENTENCE}[ \t]*\n\n`, 'g'),
  new RegExp(String.raw`^[ \t]*${SENTENCE}[ \t]*\n`, 'gm'),
  new RegExp(String.raw`(?<=\S)[ \t]+${SENTENCE}[ \t]*$`, 'gm'),
  new RegExp(String.raw`${SENTENCE}\s+`, 'g'),
];
const LEFT = /no release yet|until the first release/i;
const UNRELEASED = /^## \[Unreleased\]\n+/m;

/** Replaces what `change` finds in a file, and requires that it finds something. */
function edit(file: string, pattern: RegExp, replacement: string): void {
  const text = readFileSync(file, 'utf8');
  if (!pattern.test(text)) throw new Error(`${file} has nothing like ${pattern}`);
  writeFileSync(file, text.replace(pattern, replacement));
}

/** Returns the text without the sentences that hold only before the first release. */
export function released(text: string): string {
  return BEFORE_FIRST_RELEASE.reduce((rest, pattern) => rest.replace(pattern, ''), text);
}

/** Lists the pages below `root`. */
function pages(root: string): string[] {
  return globSync(PAGES, { cwd: root })
    .map((file) => path.join(root, file))
    .sort();
}

/**
 * Writes the version, the changelog's heading and the sentences.
 *
 * @param date of the release, such as `2026-11-23`
 * @throws if `version` is not `X.Y.Z`, or the changelog lists nothing new
 */
export function prepare(root: string, version: string, date: string): void {
  if (!VERSION.test(version)) throw new Error(`"${version}" is not a version: give X.Y.Z`);
  const within = (file: string) => path.join(root, file);
  for (const file of pages(root)) {
    const text = readFileSync(file, 'utf8');
    if (LEFT.test(text)) writeFileSync(file, released(text));
  }
  edit(within('CHANGELOG.md'), UNRELEASED, `## [Unreleased]\n\n## [${version}] - ${date}\n\n`);
  edit(within('src/version.ts'), /(?<=VERSION = ')[^']+/, version);
  edit(within('package.json'), /(?<="version": ")[^"]+/, version);
  // The first two are the package's own.
  edit(
    within('package-lock.json'),
    /("version": ")[^"]+("[\s\S]*?"version": ")[^"]+/,
    `$1${version}$2${version}`,
  );
  const problems = problemsOfRelease(root);
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

/** Returns what is left to prepare, such as `README.md: still says "There is no release yet"`. */
export function problemsOfRelease(root: string): string[] {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const { version } = JSON.parse(read('package.json'));
  const { version: locked } = JSON.parse(read('package-lock.json'));
  const [, built] = /VERSION = '([^']+)'/.exec(read('src/version.ts')) ?? [];
  const [, notes = ''] = read('CHANGELOG.md').split(`\n## [${version}] - `);
  const left = pages(root).flatMap((file) => {
    const [sentence] = LEFT.exec(readFileSync(file, 'utf8')) ?? [];
    return sentence === undefined ? [] : [`${path.relative(root, file)}: still says "${sentence}"`];
  });
  return [
    ...(VERSION.test(version) ? [] : [`package.json: ${version} is not the version of a release`]),
    ...(locked === version ? [] : [`package-lock.json: has version ${locked}, not ${version}`]),
    ...(built === version ? [] : [`src/version.ts: has version ${built}, not ${version}`]),
    ...(/^- /m.test(notes.split('\n## ')[0] ?? '') ? [] : [`CHANGELOG.md: lists nothing for ${version}`]),
    ...left,
  ];
}

if (import.meta.main) {
  process.chdir(path.resolve(import.meta.dirname, '..'));
  const [argument = ''] = process.argv.slice(2);
  if (argument === '--check') {
    const problems = problemsOfRelease('.');
    for (const problem of problems) console.error(problem);
    if (problems.length > 0) console.error('Run npm run release:prepare -- X.Y.Z');
    process.exitCode = problems.length > 0 ? 1 : 0;
  } else {
    prepare('.', argument, new Date().toISOString().slice(0, 10));
    execFileSync(process.execPath, ['--no-warnings', 'scripts/build.ts'], { stdio: 'inherit' });
    console.log(`Commit these changes, and push the tag v${argument} once they are on main.`);
  }
}
