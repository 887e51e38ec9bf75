import { spawnSync } from 'node:child_process';

const JOB = 'on: push\njobs:\n  snippet:\n    runs-on: ubuntu-latest\n';

/** Whether actionlint is on the `PATH`. */
export function hasActionlint(): boolean {
  return spawnSync('actionlint', ['-version']).status === 0;
}

/**
 * What actionlint says of a workflow, or of a part of one: jobs, steps, or a step.
 *
 * @param root the repository, whose actionlint.yaml counts
 * @param value what `text` holds as YAML
 * @returns problems, with lines of `text` from 1; none if it is no part of a workflow
 */
export function lintWorkflow(
  root: string,
  text: string,
  value: unknown,
): { line: number; message: string }[] {
  const around = surroundings(value);
  if (!around) return [];
  const [above, indent] = around;
  const workflow = above + text.replace(/^(?=.)/gm, ' '.repeat(indent));
  // A part may speak of steps and jobs that it does not show.
  const options = above === '' ? [] : ['-ignore', 'is not defined in object type \\{\\}'];
  const { status, stdout, stderr, error } = spawnSync(
    'actionlint',
    ['-format', '{{json .}}', ...options, '-'],
    {
      cwd: root,
      input: workflow,
      encoding: 'utf8',
    },
  );
  if (error || status === null || status > 1) throw new Error(`actionlint did not run: ${error ?? stderr}`);
  const found: { line: number; message: string }[] = JSON.parse(stdout);
  const linesAbove = above.split('\n').length - 1;
  return found.map(({ line, message }) => ({ line: Math.max(1, line - linesAbove), message }));
}

/** What makes a whole workflow of a part of one: the lines above it, and the columns before it. */
function surroundings(value: unknown): [above: string, indent: number] | undefined {
  const has = (item: unknown, ...keys: string[]) => keys.some((key) => Object.hasOwn(Object(item), key));
  if (Array.isArray(value)) {
    const areSteps = value.length > 0 && value.every((item) => has(item, 'uses', 'run'));
    return areSteps ? [`${JOB}    steps:\n`, 6] : undefined;
  }
  if (has(value, 'jobs')) return has(value, 'on') ? ['', 0] : ['on: push\n', 0];
  if (has(value, 'steps')) return [JOB, 4];
  return has(value, 'uses', 'run') ? [`${JOB}    steps:\n      -\n`, 8] : undefined;
}
