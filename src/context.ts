import type { Dispatcher } from 'undici';
import type { Clock } from './clock.ts';
import type { RunnerFiles } from './github/runner.ts';
import type { Log } from './log.ts';
import type { Outputs } from './outputs.ts';
import type { Redact } from './text/redact.ts';

/** How API calls reach their hosts. A test can replace it to simulate the hosts. */
export interface Network {
  /** For GitHub's API; if absent, undici's. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly dispatcher?: ((origin: URL) => Dispatcher) | undefined;
}

export interface RunContext {
  readonly env: NodeJS.ProcessEnv;
  readonly log: Log;
  readonly clock: Clock;
  readonly outputs: Outputs;
  readonly files: RunnerFiles;
  readonly redact: Redact;
  readonly signal: AbortSignal;
  readonly network: Network;
}
