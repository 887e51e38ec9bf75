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
 * Writes the files that the runner reads. Trouble with a file is reported once. A run without its job summary is
 * complete. A run without its outputs is not, because later steps depend on them.
 */
export function createRunnerFiles(env: NodeJS.ProcessEnv, log: Log, redact: Redact) {
  const told = new Set<string>();
  let room = MAX_SUMMARY_BYTES;
  const tell = (variable: string, level: 'warning' | 'error', error: unknown) => {
    if (told.has(variable)) return;
    told.add(variable);
    const why = error instanceof Error ? error.message : String(error);
    log[level](`The file of ${variable} could not be written: ${why}`);
  };
  return {
    /** Whether an output could not be written. */
    get lacksOutputs(): boolean {
      return told.has('GITHUB_OUTPUT');
    },
    setOutput(name: string, value: string): void {
      // Without the file, @actions/core would fall back to a workflow command that the runner no longer takes.
      try {
        if (!env['GITHUB_OUTPUT']) throw new Error('the variable is not set');
        core.setOutput(name, redact(value));
      } catch (error) {
        tell('GITHUB_OUTPUT', 'error', error);
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
        tell('GITHUB_STEP_SUMMARY', 'warning', error);
      }
    },
  };
}
