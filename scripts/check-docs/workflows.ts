import { spawnSync } from 'node:child_process';
import { parseDocument } from 'yaml';
import { repositoryOf } from '../own.ts';
import type { Located } from './markdown.ts';

/** What a caller of an organization's own workflow calls, and what it is a copy of. */
export const COPIED = [
  /(?<=uses: )[\w-]+\/workflows\/\.github\/workflows\/docs\.yml@\S+/,
  './examples/organization-workflow.yml',
] as const;
const JOB = 'on: push\njobs:\n  part:\n    runs-on: ubuntu-latest\n';
const STEPS = `${JOB}    steps:\n`;
/** A part may speak of steps and jobs that it does not show. */
const NOT_SHOWN = 'is not defined in object type \\{\\}';
/** A file of the repository, by which actionlint knows whose workflow it reads. */
const AS = 'action.yml';

/** Whether actionlint is on the `PATH`. */
export function hasActionlint(): boolean {
  return spawnSync('actionlint', ['-version']).status === 0;
}

/**
 * What is wrong with a workflow, or a part of one (jobs, steps, a step, its `with`): YAML's grammar and, where there is
 * actionlint, all that it finds. What it uses of this action is taken for the repository's own, so inputs and outputs are
 * held against it; so is what it calls of the organization's workflow.
 *
 * @param root the repository
 * @returns problems, with lines of `text` from 1
 */
export function problemsOfYaml(root: string, text: string, isLinted: boolean): Located[] {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) return [{ line: 1, text: `not YAML: ${error.message}` }];
  const repository = repositoryOf(root);
  const named = [...text.matchAll(/([\w-]+\/docs-agent-action)@/g)].map(([, name]) => name);
  const foreign = named.find((name) => name !== repository);
  const problems = foreign === undefined ? [] : [{ line: 1, text: `"${foreign}" should be ${repository}` }];
  const around = isLinted ? surroundings(document.toJS()) : undefined;
  if (!around) return problems;
  const [above, indent, ...ignored] = around;
  const own = text.replaceAll(new RegExp(`${repository}@\\S+`, 'g'), './').replace(...COPIED);
  const found = lint(root, above + own.replace(/^(?=.)/gm, ' '.repeat(indent)), ignored);
  const linesAbove = above.split('\n').length - 1;
  const inText = (line: number) => Math.max(1, line - linesAbove);
  return [...problems, ...found.map(({ line, message }) => ({ line: inText(line), text: message }))];
}

function lint(root: string, workflow: string, ignored: readonly string[]) {
  const options = ['-stdin-filename', AS, '-format', '{{json .}}'];
  for (const each of ignored) options.push('-ignore', each);
  const settings = { cwd: root, input: workflow, encoding: 'utf8' } as const;
  const { status, stdout, stderr, error } = spawnSync('actionlint', [...options, '-'], settings);
  if (error || status === null || status > 1) throw new Error(`actionlint did not run: ${error ?? stderr}`);
  return JSON.parse(stdout) as { readonly line: number; readonly message: string }[];
}

/** What makes a whole workflow of a part: the lines above it, the columns before it, and what it cannot know. */
function surroundings(value: unknown): [above: string, indent: number, ...ignored: string[]] | undefined {
  const has = (item: unknown, ...keys: string[]) => keys.some((key) => Object.hasOwn(Object(item), key));
  if (Array.isArray(value) && value.length > 0 && value.every((item) => has(item, 'uses', 'run')))
    return [STEPS, 6, NOT_SHOWN];
  if (has(value, 'jobs')) return has(value, 'on') ? ['', 0] : ['on: push\n', 0, NOT_SHOWN];
  if (has(value, 'steps')) return [JOB, 4, NOT_SHOWN];
  if (has(value, 'uses', 'run')) return [`${STEPS}      -\n`, 8, NOT_SHOWN];
  return has(value, 'with') ? [`${STEPS}      - uses: ./\n`, 8, NOT_SHOWN, 'missing input'] : undefined;
}
