import { appendFile } from 'node:fs/promises';
import * as core from '@actions/core';
import type { Log } from '../log.ts';
import { cutAtLine } from '../text/limit.ts';
import type { Redact } from '../text/redact.ts';

/** The files through which the runner takes outputs and the job summary. */
export type RunnerFiles = ReturnType<typeof createRunnerFiles>;

/** GitHub drops a step's summary over 1 MiB whole. */
const MAX_SUMMARY_BYTES = 1_020_000;
const CUT = '*The rest was cut: GitHub shows no more.*';

/**
 * A file that is missing or cannot be written must not change how a run ends, so trouble is one warning for each file.
 */
export function createRunnerFiles(env: NodeJS.ProcessEnv, log: Log, redact: Redact) {
  const warned = new Set<string>();
  let room = MAX_SUMMARY_BYTES;
  const warn = (variable: string, error: unknown) => {
    if (warned.has(variable)) return;
    warned.add(variable);
    const why = error instanceof Error ? error.message : String(error);
    log.warning(`The file of ${variable} could not be written: ${why}`);
  };
  return {
    setOutput(name: string, value: string): void {
      // Without the file, @actions/core would fall back to a workflow command that the runner no longer takes.
      try {
        if (!env['GITHUB_OUTPUT']) throw new Error('the variable is not set');
        core.setOutput(name, redact(value));
      } catch (error) {
        warn('GITHUB_OUTPUT', error);
      }
    },
    /** Appends Markdown to the job summary. */
    async addSummary(markdown: string): Promise<void> {
      const file = env['GITHUB_STEP_SUMMARY'];
      if (!file) return;
      const text = cutAtLine(`${redact(markdown)}\n`, room, CUT);
      try {
        await appendFile(file, text);
        room -= Buffer.byteLength(text);
      } catch (error) {
        warn('GITHUB_STEP_SUMMARY', error);
      }
    },
  };
}
