import type { SandboxOptions } from '../sandbox/server.ts';
import type { Stage } from './stage.ts';

export interface Scenario {
  /** What it proves, in a few words. */
  readonly title: string;
  /** On top of {@link SandboxOptions} that suit most. */
  readonly sandbox?: SandboxOptions;
  /** @throws when something is not as it should be */
  play(stage: Stage): Promise<void>;
}
