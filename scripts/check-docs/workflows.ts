import { spawnSync } from 'node:child_process';
import { parseDocument } from 'yaml';
import { repositoryOf } from '../own.ts';
import type { Located } from './markdown.ts';

/** The call of an organization's own workflow, and the file that it is a copy of. */
export const COPIED = [
  /(?<=uses: )[\w-]+\/workflows\/\.github\/workflows\/docs\.yml@\S+/,
  './examples/organization-workflow.yml',
] as const;
const JOB = 'on: push\njobs:\n  part:\n    runs-on: ubuntu-latest\n';
/** How a part of a workflow begins, and what makes it a whole one: the lines above, and the columns before. */
const PARTS: readonly (readonly [begins: RegExp, above: string, indent: number])[] = [
  [/^on:/m, '', 0],
  [/^jobs:/m, 'on: push\n', 0],
  [/^strategy:/, `${JOB}    steps: [{ run: echo }]\n`, 4],
  [/^- /, `${JOB}    steps:\n`, 6],
  [/^with:/, `${JOB}    steps:\n      - uses: ./\n`, 8],
];
/** A part may use steps, jobs and inputs that it doesn't show. */
const NOT_SHOWN = ['is not defined in object type \\{\\}', 'missing input'];

/** Checks whether actionlint is on the `PATH`. */
export function hasActionlint(): boolean {
  return spawnSync('actionlint', ['-version']).status === 0;
}

/**
 * Checks a workflow, or a part of one: YAML's grammar and, if actionlint is there, all that it finds. Uses of this action
 * are checked against `action.yml`, and calls of the organization's workflow against the example.
 *
 * @param root the repository's directory
 * @returns problems, with lines of `text` from 1
 */
export function problemsOfYaml(root: string, text: string, isLinted: boolean): Located[] {
  const [error] = parseDocument(text).errors;
  if (error) return [{ line: 1, text: `not YAML: ${error.message}` }];
  const repository = repositoryOf(root);
  const named = [...text.matchAll(/([\w-]+\/docs-agent-action)@/g)].map(([, name]) => name);
  const foreign = named.find((name) => name !== repository);
  const problems = foreign === undefined ? [] : [{ line: 1, text: `"${foreign}" should be ${repository}` }];
  const [begins, above = '', indent = 0] = PARTS.find(([begins]) => begins.test(text)) ?? [];
  if (!isLinted || !begins) return problems;
  const own = text.replaceAll(new RegExp(`${repository}@\\S+`, 'g'), './').replace(...COPIED);
  const ignored = above === '' ? [] : NOT_SHOWN.slice(0, begins.source === '^with:' ? 2 : 1);
  const found = lint(root, above + own.replace(/^(?=.)/gm, ' '.repeat(indent)), ignored);
  const linesAbove = above.split('\n').length - 1;
  return [
    ...problems,
    ...found.map(({ line, message }) => ({ line: Math.max(1, line - linesAbove), text: message })),
  ];
}

/** Runs actionlint in the repository, which the name of a file there shows it. */
function lint(root: string, workflow: string, ignored: readonly string[]) {
  const options = ['-stdin-filename', 'action.yml', '-format', '{{json .}}'];
  for (const each of ignored) options.push('-ignore', each);
  const settings = { cwd: root, input: workflow, encoding: 'utf8' } as const;
  const { status, stdout, stderr, error } = spawnSync('actionlint', [...options, '-'], settings);
  if (error || status === null || status > 1) throw new Error(`actionlint did not run: ${error ?? stderr}`);
  return JSON.parse(stdout) as { readonly line: number; readonly message: string }[];
}
