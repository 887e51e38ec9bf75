/**
 * Checks pages and examples: YAML by actionlint where it is installed (`REQUIRE_ACTIONLINT` makes that a must), links, quoted
 * messages against `src` (`…` is what varies), and long sentences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseDocument } from 'yaml';

type Part = { readonly text: string; readonly line: number };

/** The call of an organization's own workflow, and the example that it is a copy of. */
export const COPIED = [
  /(?<=uses: )[\w-]+\/workflows\/\.github\/workflows\/docs\.yml@\S+/,
  './examples/organization-workflow.yml',
] as const;
const QUOTING = /^docs\/(troubleshooting|reference|reports)\.md$/;
const FENCED = /^ *```[\s\S]*?^ *```$/gm;
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
const LINK = /(?:\]\(|\]: |\s(?:href|src|srcset)=")(?![a-z][a-z\d+.-]*:|\/\/)([^)\s"]+)/g;
const PARAGRAPH = /(?:[^\n]+\n?)+?(?=\n|$|^ *(?:-|\d+\.) )/gm;
const JOB = 'on: push\njobs:\n  part:\n    runs-on: ubuntu-latest\n    steps:\n';
/** How a part of a workflow begins, and what makes it a whole one: the lines above, and the columns before. */
const PARTS: readonly (readonly [begins: RegExp, above: string, indent: number])[] = [
  [/^on:/m, '', 0],
  [/^jobs:/m, 'on: push\n', 0],
  [/^- /, JOB, 6],
  [/^with:/, `${JOB}      - uses: ./\n`, 8],
];

/** Returns `owner/name`, as package.json has it. */
export function repositoryOf(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).repository.replace('github:', '');
}

export function hasActionlint(): boolean {
  return spawnSync('actionlint', ['-version']).status === 0;
}

/** @returns problems, such as `README.md:3: docs/gone.md does not exist` */
export function checkDocs(root: string, isLinted = false): string[] {
  const files = (...patterns: string[]) =>
    globSync(patterns, { cwd: root })
      .sort()
      .map((name) => [name.replaceAll('\\', '/'), readFileSync(join(root, name), 'utf8')] as const);
  const pages = files('*.md', 'docs/*.md', 'bench/*.md');
  const anchors = new Map(pages.map(([file, text]) => [file, anchorsOf(text)]));
  const printed = files('src/**/*.ts').map(([, text]) =>
    text.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1'),
  );
  const inPages = pages.flatMap(([file, source]) => {
    const text = source.replace(FENCED, blank);
    const prose = text.replace(CODE, '`…`').replace(/!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|^\|.*$/gm, '$1');
    return [
      ...yamlIn(source).flatMap((part) => problemsOfYaml(root, part, isLinted)),
      ...check(text.replace(CODE, blank), LINK, (link) => problemOfLink(root, file, link, anchors)),
      ...(QUOTING.test(file) ? check(text, CODE, (code) => problemOfMessage(printed, code)) : []),
      ...check(prose, PARAGRAPH, longSentence),
    ].map((problem) => `${file}:${problem}`);
  });
  const inExamples = files('examples/*.yml').flatMap(([file, text]) => {
    const comments = text
      .replace(/^(?! *#).*$/gm, '')
      .replace(/^ *# ?/gm, '')
      .replace(CODE, '`…`');
    const problems = problemsOfYaml(root, { text, line: 1 }, isLinted);
    return [...problems, ...check(comments, PARAGRAPH, longSentence)].map((problem) => `${file}:${problem}`);
  });
  return [...inPages, ...inExamples];
}

/** Checks the last group of each match. */
function check(text: string, pattern: RegExp, problemOf: (found: string) => string | undefined): string[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const problem = problemOf(match.at(-1) ?? '');
    return problem === undefined ? [] : [`${lineAt(text, match.index)}: ${problem}`];
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;
const blank = (text: string) => text.replace(/[^\n]/g, ' ');

function yamlIn(page: string): Part[] {
  const blocks = [...page.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm)];
  return blocks.map(({ 1: indent = '', 2: text = '', index }) => ({
    text: text.replaceAll(`\n${indent}`, '\n').slice(indent.length),
    line: lineAt(page, index) + 1,
  }));
}

/** Returns the whole workflows of the pages, by the names of files for linters that read files. */
export function snippets(): [file: string, text: string][] {
  return ['README.md', ...globSync('docs/*.md').sort()].flatMap((page) => {
    const whole = yamlIn(readFileSync(page, 'utf8')).filter(({ text }) => /^on:[\s\S]*^jobs:/m.test(text));
    const name = `reports/snippets/snippet-${posix.basename(page, '.md')}`;
    return whole.map(({ text }, index): [string, string] => [`${name}-${index + 1}.yml`, text]);
  });
}

/** Checks a workflow, or a part of one, which may use steps, jobs and inputs that it doesn't show. */
function problemsOfYaml(root: string, { text, line: first }: Part, isLinted: boolean): string[] {
  const [error] = parseDocument(text).errors;
  if (error) return [`${first}: not YAML: ${error.message}`];
  const repository = repositoryOf(root);
  const owner = new RegExp(`uses: ([\\w-]+)(?=/${posix.basename(repository)}@)`);
  const [, found = ''] = owner.exec(text) ?? [];
  if (!repository.startsWith(found)) return [`${first}: "${found}" should be the owner of ${repository}`];
  const [begins, above = '', indent = 0] = PARTS.find(([begins]) => begins.test(text)) ?? [];
  if (!isLinted || !begins) return [];
  const ignored = above === '' ? [] : ['-ignore', 'is not defined in object type \\{\\}'];
  if (indent === 8) ignored.push('-ignore', 'missing input');
  const own = text.replaceAll(`${repository}@v1`, './').replace(...COPIED);
  const input = above + own.replace(/^(?=.)/gm, ' '.repeat(indent));
  const options = ['-stdin-filename', 'action.yml', '-format', '{{json .}}', ...ignored, '-'];
  const { status, stdout, stderr } = spawnSync('actionlint', options, { cwd: root, input, encoding: 'utf8' });
  if (status !== 0 && status !== 1) throw new Error(`actionlint did not run: ${stderr}`);
  const shift = first - above.split('\n').length;
  const problems: { line: number; message: string }[] = JSON.parse(stdout);
  return problems.map(({ line, message }) => `${Math.max(first, line + shift)}: ${message}`);
}

function problemOfLink(root: string, file: string, link: string, anchors: ReadonlyMap<string, Set<string>>) {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : posix.join(path.startsWith('/') ? '' : posix.dirname(file), path);
  if (!existsSync(join(root, target))) return `${target} does not exist`;
  const known = anchors.get(target.replace(/^\//, ''));
  return anchor && known && !known.has(anchor) ? `${target} has no heading #${anchor}` : undefined;
}

/** Finds code that reads like a message, and that no source file prints: one must hold all between the `…`. */
function problemOfMessage(sources: readonly string[], code: string): string | undefined {
  const parts = code.split('…').map((part) => part.trim());
  const isPrinted = sources.some((source) =>
    parts.every((part) => !/\w/.test(part) || source.includes(part)),
  );
  return isPrinted || !/^[A-Z]\S+ [\w…]/.test(code) ? undefined : `no source file prints "${code}"`;
}

/** Makes anchors of the headings as GitHub does, and adds ids. */
function anchorsOf(page: string): Set<string> {
  const headings = [...page.replace(FENCED, '').matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) => {
    const plain = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
    return plain.trim().replaceAll(' ', '-');
  });
  const numbered = headings.map((anchor, index) => {
    const repeats = headings.slice(0, index).filter((other) => other === anchor).length;
    return repeats === 0 ? anchor : `${anchor}-${repeats}`;
  });
  return new Set([...numbered, ...[...page.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id)]);
}

function longSentence(paragraph: string): string | undefined {
  const counts = (sentence: string) => sentence.match(/[\p{L}\p{N}…]\S*/gu)?.length ?? 0;
  const long = paragraph.split(/(?<=[.!?:;]\)?)\s+/).find((sentence) => counts(sentence) > 25);
  return long && `${counts(long)} words, at most 25: ${long}`;
}

if (import.meta.main) {
  mkdirSync('reports/snippets', { recursive: true });
  for (const snippet of snippets()) writeFileSync(...snippet);
  const isLinted = hasActionlint() || process.env['REQUIRE_ACTIONLINT'] !== undefined;
  if (!isLinted) console.log('actionlint was not found, so workflows are checked only as YAML.');
  const problems = checkDocs('.', isLinted);
  console.log(problems.join('\n') || 'The docs hold.');
  if (problems.length > 0) process.exitCode = 1;
}
