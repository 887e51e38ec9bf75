import type { Clock } from '../../src/clock.ts';

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  fire(): void;
}

/**
 * A clock whose time jumps to the next thing that is due as soon as everyone is asleep. Simulated requests take time
 * by sleeping on it too, so hours pass in microseconds and everything happens in the order of its time.
 */
export class SimulatedClock implements Clock {
  /** The wall clock at the start. */
  static readonly EPOCH_MS = Date.UTC(2026, 0, 5, 12);

  readonly #whenQuiet: (then: () => void) => void;
  readonly #waiting: (() => void)[] = [];
  #nowMs = 0;
  #ordinal = 0;
  #timers: Timer[] = [];
  #woken = false;

  /** @param whenQuiet calls back once nobody has anything to do at this moment */
  constructor(whenQuiet: (then: () => void) => void = (then) => void setImmediate(then)) {
    this.#whenQuiet = whenQuiet;
  }

  /** How many are asleep. */
  get sleepers(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#nowMs;
  }

  date(): Date {
    return new Date(this.wall());
  }

  /** Milliseconds since 1970. */
  readonly wall = () => SimulatedClock.EPOCH_MS + this.#nowMs;

  /** Goes on by so much; whoever should have woken meanwhile wakes late. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = this.at(this.#nowMs + ms, resolve);
    const onAbort = () => {
      this.cancel(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Does something when it is `dueMs`, at once if that is past. */
  at(dueMs: number, fire: () => void): Timer {
    this.#ordinal += 1;
    const timer = { dueMs: Math.max(dueMs, this.#nowMs), order: this.#ordinal, fire };
    this.#timers.push(timer);
    this.#wake();
    return timer;
  }

  cancel(timer: Timer): void {
    const index = this.#timers.indexOf(timer);
    if (index >= 0) this.#timers.splice(index, 1);
  }

  /** Resolves once nothing is due any more. */
  async emptied(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#wake();
    await promise;
  }

  /** Waits until nobody has anything to do at this moment, then lets the next thing happen. */
  #wake(): void {
    if (this.#woken) return;
    this.#woken = true;
    this.#whenQuiet(() => {
      this.#woken = false;
      const [first, ...others] = this.#timers;
      if (!first) {
        for (const resolve of this.#waiting.splice(0)) resolve();
        return;
      }
      const next = others.reduce((best, timer) => (isBefore(timer, best) ? timer : best), first);
      this.cancel(next);
      this.#nowMs = Math.max(this.#nowMs, next.dueMs);
      next.fire();
      if (this.#timers.length > 0 || this.#waiting.length > 0) this.#wake();
    });
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}
