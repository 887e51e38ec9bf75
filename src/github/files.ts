import { appendFile } from 'node:fs/promises';
import * as core from '@actions/core';
import type { Log } from '../log.ts';
import { cutAtLine } from '../text/limit.ts';
import type { Redact } from '../text/redact.ts';

/** Files in which the runner expects outputs and the job summary. */
export type RunnerFiles = ReturnType<typeof createRunnerFiles>;

/** Maximum size of a step's summary, in bytes. GitHub drops a summary that exceeds 1 MiB. */
const MAX_SUMMARY_BYTES = 1_020_000;
const CUT = '*The rest was cut, because GitHub limits the length of a summary.*';

/**
 * Writes the files that the runner reads. If a file can't be written, reports that once. A missing output is an error,
 * because later steps depend on it. A missing summary is a warning.
 */
export function createRunnerFiles(env: NodeJS.ProcessEnv, log: Log, redact: Redact) {
  const told = new Set<string>();
  let room = MAX_SUMMARY_BYTES;
  const tell = (variable: string, level: 'warning' | 'error', error: unknown) => {
    if (told.has(variable)) return;
    told.add(variable);
    const why = error instanceof Error ? error.message : String(error);
    log[level](`The file for ${variable} couldn't be written: ${why}`);
  };
  return {
    /** Whether an output couldn't be written. */
    get lacksOutputs(): boolean {
      return told.has('GITHUB_OUTPUT');
    },
    setOutput(name: string, value: string): void {
      // Without the file, @actions/core would print a workflow command that runners no longer accept.
      try {
        if (!env['GITHUB_OUTPUT']) throw new Error("the variable isn't set");
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
