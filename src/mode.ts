import type { Clock } from './clock.ts';
import type { RunnerFiles } from './github/files.ts';
import type { Inputs } from './inputs.ts';
import type { Log } from './log.ts';
import type { Outputs } from './outputs.ts';
import { Transport } from './platform/transport.ts';
import type { Redact } from './text/redact.ts';
import { VERSION } from './version.ts';

/** What `main` hands to the mode at hand. */
export interface ModeContext {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly clock: Clock;
  readonly outputs: Outputs;
  readonly files: RunnerFiles;
  readonly redact: Redact;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** The connection to the platform, which the mode closes in the end. */
export function openTransport({ baseUrl, apiKey }: Inputs, env: NodeJS.ProcessEnv): Transport {
  return new Transport({ baseUrl, apiKey, userAgent: `docs-agent-action/${VERSION}`, env });
}
