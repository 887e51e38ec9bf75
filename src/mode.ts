import type { Log } from './log.ts';
import type { Outputs } from './outputs.ts';
import type { RunnerFiles } from './runner/files.ts';

/** What `main` hands to the mode at hand. */
export interface ModeContext {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly outputs: Outputs;
  readonly files: RunnerFiles;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}
