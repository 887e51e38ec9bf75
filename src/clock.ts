import { setTimeout as delay } from 'node:timers/promises';

/** Time as the action sees it, handed in so that a test can simulate hours in microseconds. */
export interface Clock {
  /** Milliseconds on a monotonic clock: only differences mean something. */
  now(): number;
  /** The wall clock, for dates that people read and for `Retry-After` dates. */
  date(): Date;
  /**
   * Resolves after `ms` milliseconds.
   * @throws the signal's reason when `signal` aborts first
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (ms, signal) =>
    delay(ms, undefined, signal ? { signal } : {}).catch((error: unknown) => {
      throw signal?.aborted ? signal.reason : error;
    }),
};

export async function sleepUnlessAborted(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(ms, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/**
 * Returns a signal that aborts after `ms` milliseconds or with `parent`, until it is released. The reason can end a
 * sentence.
 */
export function timeLimit(clock: Clock, ms: number, parent: AbortSignal) {
  const reason = new Error(`it took longer than ${ms / 1000} seconds.`);
  const { signal, release } = graceAfter(clock, ms, AbortSignal.abort(reason));
  return { signal: AbortSignal.any([signal, parent]), release };
}

/**
 * Returns a signal that aborts `ms` milliseconds after `parent`, until it is released: time to finish what is under
 * way.
 */
export function graceAfter(clock: Clock, ms: number, parent: AbortSignal) {
  const late = new AbortController();
  const released = new AbortController();
  const onAbort = () => {
    clock.sleep(ms, released.signal).then(
      () => late.abort(parent.reason),
      () => {},
    );
  };
  if (parent.aborted) onAbort();
  else parent.addEventListener('abort', onAbort, { once: true, signal: released.signal });
  return { signal: late.signal, release: () => released.abort() };
}

/**
 * Milliseconds to wait, of a `Retry-After` header in seconds or as an HTTP date; absent if there is none that makes sense.
 *
 * @param now the wall clock in milliseconds
 */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Date.parse takes almost anything for a date, such as 1.5.
  const date = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
