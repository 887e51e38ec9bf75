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

export type RunContext = Readonly<{
  env: NodeJS.ProcessEnv;
  log: Log;
  clock: Clock;
  outputs: Outputs;
  files: RunnerFiles;
  redact: Redact;
  signal: AbortSignal;
  network: Network;
}>;
