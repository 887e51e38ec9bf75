/**
 * Holds the docs against the repository:
 *
 * - Each YAML block in README.md and docs/, and each file in examples/, is YAML, and nothing that actionlint objects to:
 *   it sets the inputs that there are, and reads the outputs that there are. It is YAML alone where actionlint is not
 *   installed, as it must be with `REQUIRE_ACTIONLINT`.
 * - Each relative link in any Markdown file leads to a file, and to a heading in it.
 * - Each error message in docs/troubleshooting.md is one that `src` can print. A message is a heading, or the first
 *   cell of a row in a table headed "Message", that is one code span, with `…` for what varies:
 *
 *       ### `api-key: required, but … was given`
 *
 *     node scripts/check-docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Located, type Markdown, readMarkdown } from './check-docs/markdown.ts';
import { hasActionlint, problemsOfYaml } from './check-docs/workflows.ts';

const TROUBLESHOOTING = 'docs/troubleshooting.md';
const NOT_OURS = ['node_modules', 'dist', 'lib', 'coverage', 'reports', 'demo-output'];

/**
 * @param root the repository's directory
 * @param isLinted whether actionlint looks at workflows, and parts of them
 * @returns everything that is wrong, such as `README.md:3: docs/gone.md does not exist`; empty if nothing is
 */
export function checkDocs(root: string, isLinted = false): string[] {
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: NOT_OURS })
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const sources = files('src/**/*.ts').map(read);
  const pages = new Map(files('**/*.md').map((file) => [file, readMarkdown(read(file))]));
  const problems: string[] = [];
  const check = (file: string, places: readonly Located[], problemsOf: (text: string) => string[]) => {
    for (const { text, line } of places) {
      problems.push(...problemsOf(text).map((problem) => `${file}:${line}: ${problem}`));
    }
  };
  const checkYaml = (file: string, { text, line: first }: Located) => {
    const found = problemsOfYaml(root, text, isLinted);
    problems.push(...found.map(({ line, message }) => `${file}:${first + line - 1}: ${message}`));
  };
  for (const [file, { yaml, links, messages }] of pages) {
    if (file === 'README.md' || file.startsWith('docs/')) for (const block of yaml) checkYaml(file, block);
    check(file, links, (link) => problemsOfLink(root, file, link, pages));
    if (file === TROUBLESHOOTING) check(file, messages, (message) => problemsOfMessage(message, sources));
  }
  for (const file of files('examples/*.yml')) checkYaml(file, { text: read(file), line: 1 });
  return problems;
}

/** A link to a file that is not there, or to a heading that is not in it. Other sites are not asked. */
function problemsOfLink(root: string, file: string, link: string, pages: ReadonlyMap<string, Markdown>) {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return [];
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : resolveLink(file, path);
  if (!existsSync(join(root, target))) return [`${target} does not exist`];
  const anchors = pages.get(target)?.anchors;
  return anchor && anchors && !anchors.has(anchor) ? [`${target} has no heading #${anchor}`] : [];
}

/** As GitHub does: from the file's directory, or from the repository's root after a slash. */
function resolveLink(file: string, path: string): string {
  const plain = decodeURI(path.replace(/\?.*$/, ''));
  return posix.normalize(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(file), plain));
}

/** A message that no source file can print: all that is between its `…` must be in one of them. */
function problemsOfMessage(message: string, sources: readonly string[]): string[] {
  const parts = message.split('…').map((part) => part.trim());
  const told = parts.filter((part) => /\w/.test(part));
  const found = sources.map(joinStrings).some((source) => told.every((part) => source.includes(part)));
  return found && told.length > 0 ? [] : [`no source file prints "${message}"`];
}

/** A message that is written as `'…' + '…'`, over several lines, or with escaped quotes, as it is printed. */
function joinStrings(source: string): string {
  return source.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1');
}

if (import.meta.main) {
  const isLinted = hasActionlint() || process.env['REQUIRE_ACTIONLINT'] !== undefined;
  const problems = checkDocs(process.cwd(), isLinted);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The docs hold.');
}
