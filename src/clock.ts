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

/** The machine's own clocks. */
export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  async sleep(ms, signal) {
    try {
      await delay(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};
