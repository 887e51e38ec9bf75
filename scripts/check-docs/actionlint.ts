import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** A whole workflow for actionlint, made of a snippet. */
export interface Workflow {
  readonly text: string;
  /** Lines that were put above the snippet. */
  readonly linesAbove: number;
  /** Whether the snippet is only a part, which may speak of steps and jobs that it does not show. */
  readonly partial: boolean;
}

/** @returns what actionlint says, with lines of the snippet, from 1 */
export type Actionlint = (workflow: Workflow, file: string) => { line: number; message: string }[];

/**
 * The actionlint of `$ACTIONLINT`, `$PATH`, or Go's directory, run in the directory `root`.
 *
 * @returns undefined if there is none
 */
export function findActionlint(root: string, env: NodeJS.ProcessEnv): Actionlint | undefined {
  const name = process.platform === 'win32' ? 'actionlint.exe' : 'actionlint';
  const directories = [...(env['PATH'] ?? '').split(delimiter), join(homedir(), 'go', 'bin')];
  const candidates = env['ACTIONLINT'] ? [env['ACTIONLINT']] : directories.map((path) => join(path, name));
  const command = candidates.find((path) => existsSync(path));
  return command === undefined ? undefined : (workflow, file) => run(command, root, workflow, file);
}

function run(command: string, root: string, { text, linesAbove, partial }: Workflow, file: string) {
  const config = join('.github', 'actionlint.yaml');
  const options = [
    ...['-format', '{{json .}}', '-stdin-filename', file],
    ...(existsSync(join(root, config)) ? ['-config-file', config] : []),
    ...(partial ? ['-ignore', 'is not defined in object type \\{\\}'] : []),
  ];
  const { status, stdout, stderr, error } = spawnSync(command, [...options, '-'], {
    cwd: root,
    input: text,
    encoding: 'utf8',
  });
  if (error || status === null || status > 1) throw new Error(`${command} did not run: ${error ?? stderr}`);
  const found: { line: number; message: string }[] = JSON.parse(stdout);
  return found.map(({ line, message }) => ({ line: Math.max(1, line - linesAbove), message }));
}

const JOB = 'on: push\njobs:\n  snippet:\n    runs-on: ubuntu-latest\n';

/**
 * A workflow around `jobs`, steps, or one step.
 *
 * @returns undefined if the snippet is none of these
 */
export function asWorkflow(text: string, value: unknown): Workflow | undefined {
  const has = (key: string) => !Array.isArray(value) && Object.hasOwn(Object(value), key);
  if (has('jobs')) return has('on') ? whole(text) : wrap('on: push\n', text, 0);
  if (has('steps')) return wrap(JOB, text, 4);
  if (has('uses') || has('run')) return wrap(`${JOB}    steps:\n      -\n`, text, 8);
  if (!Array.isArray(value)) return undefined;
  const isStep = (item: unknown) => 'uses' in Object(item) || 'run' in Object(item);
  return value.length > 0 && value.every(isStep) ? wrap(`${JOB}    steps:\n`, text, 6) : undefined;
}

const whole = (text: string): Workflow => ({ text, linesAbove: 0, partial: false });

function wrap(above: string, text: string, indent: number): Workflow {
  const indented = text.replace(/^(?=.)/gm, ' '.repeat(indent));
  return { text: above + indented, linesAbove: above.split('\n').length - 1, partial: true };
}
