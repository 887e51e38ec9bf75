import { setTimeout as delay } from 'node:timers/promises';

/** Source of time. A test can replace it to simulate hours in microseconds. */
export interface Clock {
  /** Returns the time of a monotonic clock (ms). Only the difference between two values is meaningful. */
  now(): number;
  date(): Date;
  /** Waits for `ms` milliseconds. @throws the signal's reason if `signal` aborts first */
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

/** Returns a signal that aborts with `parent`, or `ms` milliseconds from now. `release` cancels the time limit. */
export function timeLimit(clock: Clock, ms: number, parent?: AbortSignal) {
  const reason = new Error(`it took longer than ${ms / 1000} seconds.`);
  const { signal, release } = graceAfter(clock, ms, AbortSignal.abort(reason));
  return { signal: parent ? AbortSignal.any([signal, parent]) : signal, release };
}

/** Returns a signal that aborts `ms` milliseconds after `parent`. `release` prevents the abort. */
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

/** Reads `Retry-After` (seconds or an HTTP date) as ms from `now` (ms since 1970); undefined if absent or invalid. */
export function parseRetryAfter(header: string | string[] | undefined, now: number): number | undefined {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  // Date.parse accepts almost anything as a date, such as 1.5.
  const date = /^[A-Z][a-z]{2,8}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Pause before a second look (ms): an answer of GitHub or Mintlify may be a few seconds old. */
export const SECOND_LOOK_MS = 5_000;

/** Reads, and reads once more 5 s later if the first answer isn't enough. @param pick the answer that counts; the second if absent */
export async function readTwice<T>(
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
  read: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  pick: (first: T, second: T) => T = (_, second) => second,
): Promise<T> {
  const first = await read();
  if (isEnough(first) || signal.aborted) return first;
  await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  return pick(first, await read());
}
