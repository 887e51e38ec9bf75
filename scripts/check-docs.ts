/**
 * Checks pages, action.yml and examples: YAML by actionlint where it is installed (`REQUIRE_ACTIONLINT` makes that a must),
 * links, quoted messages against `src` (`…` is what varies), and long sentences.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseDocument } from 'yaml';

interface Part {
  readonly text: string;
  readonly line: number;
}

/** The call of an organization's own workflow, and the example that it is a copy of. */
export const COPIED = [
  /(?<=uses: )[\w-]+\/workflows\/\.github\/workflows\/docs\.yml@\S+/,
  './examples/organization-workflow.yml',
] as const;
const QUOTING = /^docs\/(troubleshooting|reference|reports)\.md$/;
const FENCED = /^ *```[\s\S]*?^ *```$/gm;
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;
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
  const files = (...patterns: string[]) => {
    const names = globSync(patterns, { cwd: root }).sort();
    return names.map((name) => [name.replaceAll('\\', '/'), readFileSync(join(root, name), 'utf8')] as const);
  };
  const pages = files('*.md', 'docs/*.md', 'bench/*.md');
  const anchors = new Map(pages.map(([file, text]) => [file, anchorsOf(text)]));
  const printed = files('src/**/*.ts').map(([, text]) =>
    text.replace(/(['"`])\s*\+\s*(['"`])/g, '').replace(/\\(['"`])/g, '$1'),
  );
  const inPages = pages.flatMap(([file, source]) => {
    const text = source.replace(FENCED, blank);
    const links = found(text.replace(CODE, blank), /(?:\]\(|\]: |\s(?:href|src|srcset)=")([^)\s"]+)/g);
    const messages = found(text, CODE).filter(
      ({ text }) => QUOTING.test(file) && /^[A-Z]\S+ [\w…]/.test(text),
    );
    return [
      ...yamlIn(source).flatMap((part) => problemsOfYaml(root, part, isLinted)),
      ...links.flatMap(({ text, line }) => at(line, problemOfLink(root, file, text, anchors))),
      ...messages.flatMap(({ text, line }) => at(line, problemOfMessage(printed, text))),
      ...longSentences(text.replace(/!?\[([^\]]*)\]\([^)]*\)|<[^>]+>|^\|.*$/gm, '$1')),
    ].map((problem) => `${file}:${problem}`);
  });
  const inData = files('action.yml', 'examples/*.yml').flatMap(([file, text]) => {
    const linted = file === 'action.yml' ? [] : problemsOfYaml(root, { text, line: 1 }, isLinted);
    const prose = text.replace(/^(?! *#| *description: ).*$/gm, '').replace(/^ *(?:# ?|description: )/gm, '');
    return [...linted, ...longSentences(prose)].map((problem) => `${file}:${problem}`);
  });
  return [...inPages, ...inData];
}

function found(text: string, pattern: RegExp): Part[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match.at(-1) ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}

function at(line: number, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${line}: ${problem}`];
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

function yamlIn(page: string): Part[] {
  return [...page.matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm)].map(
    ({ 1: indent = '', 2: text = '', index }) => ({
      text: text.replaceAll(`\n${indent}`, '\n').slice(indent.length),
      line: page.slice(0, index).split('\n').length + 1,
    }),
  );
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
  const owners = found(text, new RegExp(`uses: ([\\w-]+)(?=/${posix.basename(repository)}@)`, 'g'));
  const foreign = owners
    .filter(({ text }) => !repository.startsWith(`${text}/`))
    .map(({ text, line }) => `${first + line - 1}: "${text}" should be the owner of ${repository}`);
  const [begins, above = '', indent = 0] = PARTS.find(([begins]) => begins.test(text)) ?? [];
  if (!isLinted || !begins) return foreign;
  const options = ['-stdin-filename', 'action.yml', '-format', '{{json .}}'];
  if (above !== '') options.push('-ignore', 'is not defined in object type \\{\\}');
  if (begins.source === '^with:') options.push('-ignore', 'missing input');
  const own = text.replaceAll(`${repository}@v1`, './').replace(...COPIED);
  const input = above + own.replace(/^(?=.)/gm, ' '.repeat(indent));
  const lint = spawnSync('actionlint', [...options, '-'], { cwd: root, input, encoding: 'utf8' });
  if (lint.status !== 0 && lint.status !== 1) throw new Error(`actionlint did not run: ${lint.stderr}`);
  const shift = first - above.split('\n').length;
  const linted: { line: number; message: string }[] = JSON.parse(lint.stdout);
  return [...foreign, ...linted.map(({ line, message }) => `${Math.max(first, line + shift)}: ${message}`)];
}

/** Other sites are not asked. */
function problemOfLink(root: string, file: string, link: string, anchors: ReadonlyMap<string, Set<string>>) {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return undefined;
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? file : posix.join(path.startsWith('/') ? '' : posix.dirname(file), path);
  if (!existsSync(join(root, target))) return `${target} does not exist`;
  const known = anchors.get(target.replace(/^\//, ''));
  return anchor && known && !known.has(anchor) ? `${target} has no heading #${anchor}` : undefined;
}

/** One source file must hold everything between the `…` of a message. */
function problemOfMessage(sources: readonly string[], message: string): string | undefined {
  const parts = message.split('…').map((part) => part.trim());
  const isPrinted = sources.some((source) =>
    parts.every((part) => !/\w/.test(part) || source.includes(part)),
  );
  return isPrinted ? undefined : `no source file prints "${message}"`;
}

/** Makes anchors of the headings as GitHub does, and adds ids. */
function anchorsOf(page: string): Set<string> {
  const text = page.replace(FENCED, '');
  const headings = found(text, /^#+ +(.+)$/gm).map(({ text }) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  const numbered = headings.map((anchor, index) => {
    const repeats = headings.slice(0, index).filter((other) => other === anchor).length;
    return repeats === 0 ? anchor : `${anchor}-${repeats}`;
  });
  return new Set([...numbered, ...found(text, /\s(?:id|name)="([^"]+)"/g).map(({ text }) => text)]);
}

function longSentences(text: string): string[] {
  return found(text.replace(CODE, '`…`'), /(?:[^\n]+\n?)+?(?=\n|$|^ *(?:-|\d+\.) )/gm).flatMap(
    ({ text, line }) =>
      text.split(/(?<=[.!?:;]\)?)\s+/u).flatMap((sentence) => {
        const words = sentence.match(/[\p{L}\p{N}…]\S*/gu)?.length ?? 0;
        return at(line, words > 25 ? `${words} words, at most 25: ${sentence}` : undefined);
      }),
  );
}

if (import.meta.main) {
  mkdirSync('reports/snippets', { recursive: true });
  for (const snippet of snippets()) writeFileSync(...snippet);
  const problems = checkDocs('.', hasActionlint() || process.env['REQUIRE_ACTIONLINT'] !== undefined);
  console.log(problems.join('\n') || 'The docs hold.');
  if (problems.length > 0) process.exitCode = 1;
}
