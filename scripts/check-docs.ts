/**
 * Holds the docs against the repository:
 *
 * - Each YAML block in README.md and docs/, and each file in examples/, is YAML, and nothing that actionlint objects to:
 *   it sets the inputs that there are, and reads the outputs that there are. It is YAML alone where actionlint is not
 *   installed, as it must be with `REQUIRE_ACTIONLINT`.
 * - Each relative link in any Markdown file leads to a file, and to a heading in it.
 * - Each error message in docs/troubleshooting.md is one that `src` can print. A message is a heading, or the first
 *   cell of a row in a table headed "Message", that is one code span, or a code span that begins as a sentence does, with
 *   `…` for what varies:
 *
 *       ### `api-key: required, but … was given`
 *
 * - Pages, examples, action.yml and the messages in `src` are in plain words, and no page is too long (`words.ts`).
 *
 *     node scripts/check-docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Markdown, readMarkdown } from './check-docs/markdown.ts';
import { messagesOf, problemsOfLength, problemsOfWords, proseOf } from './check-docs/words.ts';
import { hasActionlint, problemsOfYaml } from './check-docs/workflows.ts';

const NOT_OURS = ['node_modules', 'dist', 'lib', 'coverage', 'reports', 'demo-output'];

/**
 * @param root the repository's directory
 * @param isLinted whether actionlint looks at workflows, and parts of them
 * @returns everything that is wrong, such as `README.md:3: docs/gone.md does not exist`; empty if nothing is
 */
export function checkDocs(root: string, isLinted = false): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const files = (pattern: string) =>
    globSync(pattern, { cwd: root, exclude: NOT_OURS })
      .map((file) => file.replaceAll('\\', '/'))
      .sort();
  const pages = new Map(files('**/*.md').map((file) => [file, readMarkdown(read(file))]));
  const sources = files('src/**/*.ts').map((file) => joinStrings(read(file)));
  const checkYaml = (file: string, text: string, first: number) =>
    problemsOfYaml(root, text, isLinted).map(
      (problem) => `${file}:${first + problem.line - 1}: ${problem.text}`,
    );
  const inPages = [...pages].flatMap(([file, { yaml, links, messages }]) => {
    const examples = /^(README\.md$|docs\/)/.test(file) ? yaml : [];
    const quoted = file === 'docs/troubleshooting.md' ? messages : [];
    return [
      ...examples.flatMap(({ text, line }) => checkYaml(file, text, line)),
      ...links.flatMap(({ text, line }) => problemsOfLink(root, file, text, line, pages)),
      ...quoted
        .filter(({ text }) => !canPrint(sources, text))
        .map(({ text, line }) => `${file}:${line}: no source file prints "${text}"`),
    ];
  });
  return [
    ...inPages,
    ...files('examples/*.yml').flatMap((file) => checkYaml(file, read(file), 1)),
    ...problemsInWords(files, read),
  ];
}

function problemsInWords(files: (pattern: string) => string[], read: (file: string) => string): string[] {
  const pages = new Map(files('**/*.md').map((file) => [file, read(file)]));
  const data = ['action.yml', 'examples/*.yml', '.github/ISSUE_TEMPLATE/*.yml'].flatMap(files);
  return [
    ...[...pages].flatMap(([file, text]) => problemsOfWords(file, proseOf(text))),
    ...data.flatMap((file) => problemsOfWords(file, proseOf(read(file)))),
    ...files('src/**/*.ts').flatMap((file) => problemsOfWords(file, messagesOf(read(file)))),
    ...problemsOfLength(pages),
  ];
}

type Pages = ReadonlyMap<string, Markdown>;

/** A link to a file that is not there, or to a heading that is not in it. Other sites are not asked. */
function problemsOfLink(root: string, file: string, link: string, line: number, pages: Pages): string[] {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return [];
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : resolveLink(file, path);
  if (!existsSync(join(root, target))) return [`${file}:${line}: ${target} does not exist`];
  const anchors = pages.get(target)?.anchors;
  const isThere = !anchor || !anchors || anchors.has(anchor);
  return isThere ? [] : [`${file}:${line}: ${target} has no heading #${anchor}`];
}

/** As GitHub does: from the file's directory, or from the repository's root after a slash. */
function resolveLink(file: string, path: string): string {
  const plain = decodeURI(path.replace(/\?.*$/, ''));
  return posix.normalize(plain.startsWith('/') ? plain.slice(1) : posix.join(posix.dirname(file), plain));
}

/** Whether all that is between the `…` of the message is in one source file. */
function canPrint(sources: readonly string[], message: string): boolean {
  const parts = message.split('…').map((part) => part.trim());
  const printed = parts.filter((part) => /\w/.test(part));
  return printed.length > 0 && sources.some((source) => printed.every((part) => source.includes(part)));
}

/** A message that is written as `'…' + '…'`, over several lines, or with escaped quotes, as it is printed. */
function joinStrings(source: string): string {
  return source.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1');
}

if (import.meta.main) {
  const isLinted = hasActionlint() || process.env['REQUIRE_ACTIONLINT'] !== undefined;
  const problems = checkDocs(process.cwd(), isLinted);
  console.log(problems.join('\n') || 'The docs hold.');
  if (problems.length > 0) process.exitCode = 1;
}
