import { withoutTraces } from '../../simulation/without-traces.ts';
import { main } from '../../src/main.ts';
import { StepDirectory, type StepOptions, type StepResult } from './action-environment.ts';
import { stdoutOf } from './runner-commands.ts';

/** A step that ran to its end in this process. */
export type MainResult = StepResult & { readonly succeeded: boolean };

/** `@actions/core` remembers the path of the summary, so all steps of a test file share one place. */
const directory = new StepDirectory();

/**
 * Runs `main` as `index.ts` does, with what it writes to stdout collected. One at a time: stdout and the
 * variables of the process belong to the run.
 */
export async function runMain(
  options: StepOptions,
  signal = new AbortController().signal,
  simulated: Parameters<typeof main>[2] = {},
): Promise<MainResult> {
  directory.reset();
  const env = directory.environment(options);
  const before = { ...process.env };
  replaceEnvironment({ ...before, GITHUB_OUTPUT: undefined, GITHUB_STEP_SUMMARY: undefined, ...env });
  let succeeded = false;
  try {
    const log = await stdoutOf(async () => {
      succeeded = await withoutTraces(() => main(env, signal, simulated));
    });
    return { ...directory.result(log, ''), succeeded };
  } finally {
    replaceEnvironment(before);
  }
}

/** Removes what the runs of a test file left. */
export const removeMainDirectory = () => directory.remove();

function replaceEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}
