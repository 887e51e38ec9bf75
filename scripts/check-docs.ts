/**
 * Checks the docs against the repository:
 *
 * - YAML in README.md, docs/ and examples/ is valid, and sets and reads only inputs and outputs that exist. actionlint
 *   checks it where it is installed; `REQUIRE_ACTIONLINT` makes that a must.
 * - Relative links in Markdown files lead to a file, and to a heading in it.
 * - Messages that pages quote can be printed by `src`. `…` is what varies. A message is a heading or
 *   the first cell of a table headed "Message" that is one code span, or a code span that begins like a sentence.
 * - Pages, action.yml, examples, messages, `--help`, the JSON schema and doc comments follow the rules of `words.ts`.
 *
 *     node scripts/check-docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Located, type Markdown, readMarkdown } from './check-docs/markdown.ts';
import { messagesOf, problemsOfDocs, problemsOfWords } from './check-docs/words.ts';
import { hasActionlint, problemsOfYaml } from './check-docs/workflows.ts';

const NOT_OURS = ['**/node_modules', 'dist', 'lib', 'coverage', 'reports', 'demo-output'];
const QUOTING = ['docs/troubleshooting.md', 'docs/reference.md', 'docs/reports.md'];
const HELP = [
  'sandbox/cli.ts',
  'sandbox/scenarios.ts',
  'sandbox/faults.ts',
  'campaign/cli.ts',
  'campaign/story-index.ts',
  'docs/*.json',
];

/**
 * @param root the repository's directory
 * @param isLinted whether actionlint checks workflows, and parts of them
 * @returns problems, such as `README.md:3: docs/gone.md does not exist`
 */
export function checkDocs(root: string, isLinted = false): string[] {
  const files = (...patterns: string[]) =>
    globSync(patterns, { cwd: root, exclude: NOT_OURS })
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
  const pages = new Map(files('**/*.md').map(([file, text]) => [file, readMarkdown(text)]));
  const sources = files('src/**/*.ts');
  const printed = sources.map(([, text]) => joinStrings(text));
  const checkYaml = (file: string, text: string, first: number) =>
    problemsOfYaml(root, text, isLinted).map(({ line, text }) => `${file}:${first + line - 1}: ${text}`);
  const inPages = [...pages].flatMap(([file, { yaml, links, messages, prose }]) => [
    ...yaml.flatMap(({ text, line }) =>
      /^(README\.md$|docs\/)/.test(file) ? checkYaml(file, text, line) : [],
    ),
    ...links.flatMap(({ text, line }) => problemsOfLink(root, file, text, line, pages)),
    ...messages
      .filter(({ text }) => QUOTING.includes(file) && !canPrint(printed, text))
      .map(({ text, line }) => `${file}:${line}: no source file prints "${text}"`),
    ...problemsOfWords(file, prose),
  ]);
  const data = files('action.yml', 'examples/*.yml', '.github/ISSUE_TEMPLATE/*.yml');
  return [
    ...inPages,
    ...data.flatMap(([file, text]) => (file.startsWith('examples/') ? checkYaml(file, text, 1) : [])),
    ...data.flatMap(([file, text]) => problemsOfWords(file, proseOfYaml(text))),
    ...[...sources, ...files(...HELP)].flatMap(([file, text]) => problemsOfWords(file, messagesOf(text))),
    ...sources.flatMap(([file, text]) => problemsOfDocs(file, text)),
  ];
}

type Pages = ReadonlyMap<string, Markdown>;

/** Returns the problem of a link to a missing file or heading. Other sites are not asked. */
function problemsOfLink(root: string, file: string, link: string, line: number, pages: Pages): string[] {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return [];
  const [path = '', anchor] = link.split('#');
  const plain = decodeURI(path.replace(/\?.*$/, ''));
  const target = posix.normalize(
    plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(file), plain),
  );
  const found = path === '' ? file : target;
  if (!existsSync(join(root, found))) return [`${file}:${line}: ${found} does not exist`];
  const anchors = pages.get(found)?.anchors;
  return !anchor || !anchors || anchors.has(anchor)
    ? []
    : [`${file}:${line}: ${found} has no heading #${anchor}`];
}

/** Checks whether one source file holds everything between the `…` of a message. */
function canPrint(sources: readonly string[], message: string): boolean {
  const parts = message.split('…').map((part) => part.trim());
  const printed = parts.filter((part) => /\w/.test(part));
  return printed.length > 0 && sources.some((source) => printed.every((part) => source.includes(part)));
}

/** Joins `'…' + '…'`, and removes backslashes before quotes, so that a message reads as it is printed. */
function joinStrings(source: string): string {
  return source.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1');
}

/** Returns comments, a paragraph or an item each, and descriptions. */
function proseOfYaml(source: string): Located[] {
  const texts = source.matchAll(/(?:^ *# ?.+\n)+|(?<=(?:description|label): "?)[^"\n]+/gm);
  return [...texts].flatMap(({ 0: text, index }) => {
    const line = source.slice(0, index).split('\n').length;
    return text.split(/\n *#\s*(?=\n|- |$)/).map((part) => ({ text: part.replace(/^ *# ?-?/gm, ''), line }));
  });
}

if (import.meta.main) {
  const isLinted = hasActionlint() || process.env['REQUIRE_ACTIONLINT'] !== undefined;
  const problems = checkDocs(process.cwd(), isLinted);
  console.log(problems.join('\n') || 'The docs hold.');
  if (problems.length > 0) process.exitCode = 1;
}
