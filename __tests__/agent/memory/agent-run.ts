import type { Sandbox } from '../../../sandbox/server.ts';
import type { Clock } from '../../../src/clock.ts';
import { annotations, type StepOptions } from '../../helpers/action-environment.ts';
import { type Payload, REPOSITORY } from '../../helpers/payloads.ts';
import { runMain } from '../../helpers/run-main.ts';

export interface AgentRun {
  readonly name: string;
  readonly payload: Payload;
  /** Digits. */
  readonly run: string;
  readonly attempt?: number;
  readonly given?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export interface Ended {
  readonly outcome: string;
  readonly reason: string;
  /** What was asked of the platform. */
  readonly kind: 'create' | 'message' | 'watch' | 'nothing';
  readonly succeeded: boolean;
  readonly jobId: string;
  readonly prLink: string;
  readonly commentUrl: string;
  readonly warnings: readonly string[];
  readonly log: string;
}

/** A clock on which pauses and limits take a `factor`th of their time. */
export function fastClock(factor: number): Clock {
  return {
    now: () => performance.now() * factor,
    date: () => new Date(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, ms / factor);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }),
  };
}

/** For limits that come to their end; an answer that is to come within one may take longer on a busy machine. */
export const FAST_CLOCK = fastClock(100);

/** The step of a run as a workflow of `Codertocat/Hello-World` has it, with `comment: true`. */
export function stepOf(
  sandbox: Sandbox,
  { name, payload, run, attempt = 1, given, env }: AgentRun,
): StepOptions {
  return {
    sandbox,
    event: { name, payload },
    inputs: { comment: 'true', 'poll-interval-seconds': '0.005', 'settle-seconds': '0.05', ...given },
    env: {
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: run,
      GITHUB_RUN_ATTEMPT: String(attempt),
      GITHUB_JOB: 'docs',
      GITHUB_ACTION: '__run',
      ...env,
    },
  };
}

/** One run of the action, from the event to its end. One at a time. */
export async function agentRun(sandbox: Sandbox, given: AgentRun, clock?: Clock): Promise<Ended> {
  const before = sandbox.ledger.requests.length;
  const result = await runMain(stepOf(sandbox, given), given.signal, clock);
  const asked = sandbox.ledger.requests.slice(before).map(({ operation }) => operation);
  const { outcome = '', reason = '', 'job-id': jobId = '', 'pr-link': prLink = '' } = result.outputs;
  return {
    outcome,
    reason,
    kind: asked.includes('create')
      ? 'create'
      : asked.includes('message')
        ? 'message'
        : asked.includes('get')
          ? 'watch'
          : 'nothing',
    succeeded: result.succeeded,
    jobId,
    prLink,
    commentUrl: result.outputs['comment-url'] ?? '',
    warnings: annotations(result, 'warning'),
    log: result.log,
  };
}
