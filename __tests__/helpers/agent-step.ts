import type { Sandbox } from '../../sandbox/server.ts';
import type { StepOptions } from './action-environment.ts';
import { type Payload, REPOSITORY } from './payloads.ts';

export interface StepOf {
  readonly name: string;
  readonly payload: Payload;
  /** Digits. */
  readonly run: string;
  readonly attempt?: number;
  readonly given?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The step of a run as a workflow of `Codertocat/Hello-World` has it, with `comment: true`. */
export function stepOf(
  sandbox: Sandbox,
  { name, payload, run, attempt = 1, given, env }: StepOf,
): StepOptions {
  return {
    sandbox,
    event: { name, payload },
    inputs: { comment: 'true', 'poll-interval-seconds': '0.005', ...given },
    env: {
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: run,
      GITHUB_RUN_ATTEMPT: String(attempt),
      ...env,
    },
  };
}
