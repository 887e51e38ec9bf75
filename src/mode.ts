import type { Clock } from './clock.ts';
import type { RunnerFiles } from './github/files.ts';
import type { Log } from './log.ts';
import type { Outputs } from './outputs.ts';
import type { Redact } from './text/redact.ts';

/** Context that `main` passes to a mode. */
export interface ModeContext {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly clock: Clock;
  readonly outputs: Outputs;
  readonly files: RunnerFiles;
  readonly redact: Redact;
  /** Signal that aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}
