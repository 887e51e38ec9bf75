import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { parseFileCommands } from '../__tests__/helpers/runner-commands.ts';

export interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

interface Job {
  readonly steps: readonly Step[];
  readonly defaults?: { readonly run?: { readonly shell?: string } };
}

/** What a step left. */
export interface StepEnd {
  readonly ok: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

export interface Player {
  /** Where the repository is checked out. */
  readonly directory: string;
  /** Of all steps, on top of their own. */
  readonly env: NodeJS.ProcessEnv;
  /** Values of expressions, such as `matrix.os`. */
  readonly values?: Readonly<Record<string, string>>;
  /** Plays an action of others, or this one. */
  readonly uses: (step: Step) => Promise<StepEnd>;
  /** Changes what a step runs. */
  readonly rewrite?: (run: string) => string;
}

/** Reads the jobs of a workflow. */
export function jobsOf(file: string): Readonly<Record<string, Job>> {
  return parse(readFileSync(file, 'utf8')).jobs;
}

/**
 * Plays the steps of a job one after the other, as a runner would: each script in a shell of its own, with the options that
 * GitHub gives it. act doesn't run a job in place, and ends what a step leaves running.
 *
 * @throws with what a step printed, if it fails
 */
export async function playJob({ steps, defaults }: Job, player: Player): Promise<void> {
  const values: Record<string, string> = { ...player.values };
  const started: ChildProcess[] = [];
  try {
    for (const step of steps) {
      if (step.if === 'failure()') continue;
      const ready = evaluated(step, values);
      const end = ready.run === undefined ? await player.uses(ready) : await playScript(ready);
      if (!end.ok && !step['continue-on-error']) throw new Error(`failed: ${step.name ?? step.uses}`);
      if (step.id === undefined) continue;
      values[`steps.${step.id}.outcome`] = end.ok ? 'success' : 'failure';
      for (const [name, value] of Object.entries(end.outputs)) {
        values[`steps.${step.id}.outputs.${name}`] = value;
      }
    }
  } finally {
    // What a step left running ends with the job.
    for (const { pid } of started) if (pid !== undefined) endGroup(pid);
  }

  async function playScript({ run = '', shell = defaults?.run?.shell, env }: Step): Promise<StepEnd> {
    const script = player.rewrite?.(run) ?? run;
    return playShell(script, shell, { ...player, env: { ...player.env, ...env } }, started);
  }
}

/** Replaces expressions whose values are known. */
function evaluated(step: Step, values: Readonly<Record<string, string>>): Step {
  const text = JSON.stringify(step).replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (expression, name: string) =>
    name in values ? JSON.stringify(values[name]).slice(1, -1) : expression,
  );
  return JSON.parse(text);
}

/** Runs a script in GitHub's shell. @throws with what it printed, if it fails */
async function playShell(
  script: string,
  shell: string | undefined,
  { directory, env }: Player,
  started: ChildProcess[],
): Promise<StepEnd> {
  const temporary = mkdtempSync(path.join(env['RUNNER_TEMP'] ?? '', 'step-'));
  const file = (name: string, content = '') => {
    writeFileSync(path.join(temporary, name), content);
    return path.join(temporary, name);
  };
  // https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell
  const options = shell === 'bash' ? ['--noprofile', '--norc', '-eo', 'pipefail'] : ['-e'];
  const output = file('output');
  const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: file('summary'), GITHUB_PATH: file('path') };
  const log = openSync(path.join(temporary, 'log'), 'w');
  const child = spawn('bash', [...options, file('script.sh', script)], {
    cwd: directory,
    env: { ...env, ...files },
    // A file, since a process that stays in the background would keep pipes open.
    stdio: ['ignore', log, log],
    detached: true,
  });
  started.push(child);
  const [exitCode] = await once(child, 'exit');
  closeSync(log);
  if (exitCode !== 0) {
    const printed = readFileSync(path.join(temporary, 'log'), 'utf8');
    throw new Error(`exit code ${exitCode} of:\n${script}\n${printed}`);
  }
  return { ok: true, outputs: Object.fromEntries(parseFileCommands(readFileSync(output, 'utf8'))) };
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // All of it has ended.
  }
}
