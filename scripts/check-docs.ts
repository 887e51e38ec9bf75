/**
 * Holds the docs against the repository:
 *
 * - Each YAML block in README.md and docs/, and each file in examples/, is YAML. Where it uses this action it sets
 *   no input that action.yml does not have, leaves out none that is required, and reads no output that there is
 *   not. What is a workflow, or a part of one, must pass actionlint, if there is one: `$ACTIONLINT`, on the PATH,
 *   or in Go's directory. With `REQUIRE_ACTIONLINT=1` there must be one.
 * - Each relative link in any Markdown file leads to a file, and to a heading in it.
 * - Each error message in docs/troubleshooting.md is one that `src` can print. A message is a heading, or the first
 *   cell of a row in a table headed "Message", that is one code span, with `…` for what varies:
 *
 *       ### `api-key: required, but … was given`
 *
 *     node scripts/check-docs.ts
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { findActionlint } from './check-docs/actionlint.ts';
import { checkLinks } from './check-docs/links.ts';
import { type Markdown, readMarkdown } from './check-docs/markdown.ts';
import { checkMessages } from './check-docs/messages.ts';
import type { Problem } from './check-docs/problem.ts';
import { type ActionInterface, checkSnippet } from './check-docs/snippets.ts';

const TROUBLESHOOTING = 'docs/troubleshooting.md';
const NOT_OURS = ['node_modules', 'dist', 'lib', 'coverage', 'reports', 'demo-output'];

function files(root: string, pattern: string): string[] {
  const found = globSync(pattern, { cwd: root, exclude: NOT_OURS });
  return found.map((file) => file.replaceAll('\\', '/')).sort();
}

const isManual = (file: string): boolean => file === 'README.md' || file.startsWith('docs/');

/**
 * @param root the repository's directory
 * @param env where to look for actionlint
 * @returns everything that is wrong; empty if nothing is
 */
export function checkDocs(root: string, env: NodeJS.ProcessEnv): Problem[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const action: ActionInterface = parse(read('action.yml'));
  const actionlint = findActionlint(root, env);
  const pages = files(root, '**/*.md').map((file): [string, Markdown] => [file, readMarkdown(read(file))]);
  const troubleshooting = pages.find(([file]) => file === TROUBLESHOOTING)?.[1];
  const snippets = [
    ...pages
      .filter(([file]) => isManual(file))
      .flatMap(([file, { yaml }]) => yaml.map((block) => ({ file, block }))),
    ...files(root, 'examples/*.yml').map((file) => ({ file, block: { text: read(file), line: 1 } })),
  ];
  return [
    ...(env['REQUIRE_ACTIONLINT'] === '1' && !actionlint ? [missingActionlint] : []),
    ...snippets.flatMap(({ file, block }) => checkSnippet(root, file, block, action, actionlint)),
    ...pages.flatMap(([file, markdown]) => checkLinks(root, file, markdown)),
    ...(troubleshooting
      ? checkMessages(TROUBLESHOOTING, troubleshooting, files(root, 'src/**/*.ts').map(read))
      : []),
  ];
}

const missingActionlint: Problem = {
  file: 'scripts/check-docs.ts',
  line: 1,
  message: 'actionlint is not installed: go install github.com/rhysd/actionlint/cmd/actionlint@latest',
};

if (import.meta.main) {
  const problems = checkDocs(process.cwd(), process.env);
  for (const { file, line, message } of problems) console.error(`${file}:${line}: ${message}`);
  if (problems.length > 0) process.exitCode = 1;
  else
    console.log(
      existsSync(TROUBLESHOOTING) ? 'The docs hold.' : `The docs hold. There is no ${TROUBLESHOOTING}.`,
    );
}
