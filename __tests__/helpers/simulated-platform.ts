import type { CallOptions } from '../../src/platform/client.ts';
import * as errors from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export const JOB_ID = 'job_1';

/** What a poll can meet other than the job. */
export type Trouble =
  | { readonly kind: 'http'; readonly status: number; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'network'; readonly code: string; readonly sent: boolean }
  | { readonly kind: 'shape' };

/** One poll, with the times of the simulated clock. */
export interface Call {
  readonly startMs: number;
  readonly timeoutMs: number;
  readonly endMs: number;
  readonly saw: Job | errors.PlatformError;
}

/**
 * A job as a wait sees it, played on a simulated clock. A poll ends early by its time limit or its signal, as the transport
 * sees to it.
 *
 * @param poll what the nth poll finds when it is answered
 * @param latencyMs how long the nth poll takes
 */
export function simulatedPlatform(
  clock: SimulatedClock,
  poll: (nth: number, nowMs: number) => Job | Trouble,
  latencyMs: (nth: number) => number,
) {
  const polls: Call[] = [];
  const lost = (code: string) => errorOf({ kind: 'network', code, sent: true });
  const answer = async (signal: AbortSignal | undefined, timeoutMs: number): Promise<Job> => {
    const [nth, ms] = [polls.length, latencyMs(polls.length)];
    await clock.sleep(Math.min(ms, timeoutMs), signal).catch(() => {
      throw lost('INTERRUPTED');
    });
    if (ms > timeoutMs) throw lost('TIMEOUT');
    const found = poll(nth, clock.now());
    if ('kind' in found) throw errorOf(found);
    return found;
  };
  const getJob = (_: string, { signal, timeoutMs = Number.NaN }: CallOptions = {}): Promise<Job> => {
    const startMs = clock.now();
    const request = answer(signal, timeoutMs);
    const keep = (saw: Call['saw']) => void polls.push({ startMs, timeoutMs, endMs: clock.now(), saw });
    // It is kept before the caller hears of it.
    request.then(keep, keep);
    return request;
  };
  return { polls, getJob };
}

/** The error that the client throws for `trouble`. */
function errorOf(trouble: Trouble): errors.PlatformError {
  const advice = 'Do something.';
  if (trouble.kind === 'shape') return new errors.ResponseShapeError({ method: 'GET', path: '/' }, 'HTML');
  if (trouble.kind === 'http') return new errors.HttpError('GET', { ...trouble, advice });
  return new errors.NetworkError(`GET failed (${trouble.code}).`, { ...trouble, advice });
}
