/**
 * Holds the docs against the repository:
 *
 * - Each YAML block in README.md and docs/, and each file in examples/, is YAML. Where it uses this action it sets
 *   no input that action.yml does not have, leaves out none that is required, and reads no output that there is
 *   not. actionlint looks at it too where it is installed, and it must be installed with `REQUIRE_ACTIONLINT`.
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
import { parse, parseDocument } from 'yaml';
import { hasActionlint, lintWorkflow } from './check-docs/actionlint.ts';
import { type Located, type Markdown, readMarkdown } from './check-docs/markdown.ts';
import { type ActionInterface, problemsOfSnippet } from './check-docs/snippets.ts';

const TROUBLESHOOTING = 'docs/troubleshooting.md';
const NOT_OURS = ['node_modules', 'dist', 'lib', 'coverage', 'reports', 'demo-output'];

/**
 * @param root the repository's directory
 * @param lint what else is wrong with a workflow, or a part of one
 * @returns everything that is wrong, such as `README.md:3: there is no input "mod"`; empty if nothing is
 */
export function checkDocs(root: string, lint: typeof lintWorkflow = () => []): string[] {
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: NOT_OURS })
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const action: ActionInterface = parse(read('action.yml'));
  const sources = files('src/**/*.ts').map(read);
  const pages = new Map(files('**/*.md').map((file) => [file, readMarkdown(read(file))]));
  const problems: string[] = [];
  const check = (file: string, places: readonly Located[], problemsOf: (text: string) => string[]) => {
    for (const { text, line } of places) {
      problems.push(...problemsOf(text).map((problem) => `${file}:${line}: ${problem}`));
    }
  };
  const checkSnippets = (file: string, snippets: readonly Located[]) => {
    check(file, snippets, (text) => problemsOfSnippet(root, text, action));
    for (const { text, line: first } of snippets) {
      const found = lint(root, text, parseDocument(text).toJS());
      problems.push(...found.map(({ line, message }) => `${file}:${first + line - 1}: ${message}`));
    }
  };
  for (const [file, { yaml, links, messages }] of pages) {
    if (file === 'README.md' || file.startsWith('docs/')) checkSnippets(file, yaml);
    check(file, links, (link) => problemsOfLink(root, file, link, pages));
    if (file === TROUBLESHOOTING) check(file, messages, (message) => problemsOfMessage(message, sources));
  }
  for (const file of files('examples/*.yml')) checkSnippets(file, [{ text: read(file), line: 1 }]);
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
  const problems = checkDocs(process.cwd(), isLinted ? lintWorkflow : undefined);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  else console.log('The docs hold.');
}
