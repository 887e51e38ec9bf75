import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import type { Clock } from '../src/clock.ts';

interface Timer {
  readonly dueMs: number;
  fire(): void;
}

/**
 * A clock whose time jumps to the next thing that is due as soon as everyone is asleep. Simulated requests take time
 * by sleeping on it too, so hours pass in microseconds and everything happens in the order of its time.
 */
export class SimulatedClock implements Clock {
  /** The wall clock at the start. */
  static readonly EPOCH_MS = Date.UTC(2026, 0, 5, 12);

  #nowMs = 0;
  /** In their order; of those of one moment, the first that was set comes first. */
  #timers: Timer[] = [];
  #isWoken = false;

  readonly now = () => this.#nowMs;
  readonly date = () => new Date(this.wall());
  /** Milliseconds since 1970. */
  readonly wall = () => SimulatedClock.EPOCH_MS + this.#nowMs;

  get sleepers(): number {
    return this.#timers.length;
  }

  /** Goes on by so much; whoever should have woken meanwhile wakes late. */
  advance(ms: number): void {
    this.#nowMs += ms;
  }

  readonly sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = this.at(this.#nowMs + ms, resolve);
    const onAbort = () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  };

  /** Does something when it is `dueMs`, at once if that is past. */
  at(dueMs: number, fire: () => void): Timer {
    const timer = { dueMs: Math.max(dueMs, this.#nowMs), fire };
    this.#timers.splice(this.#timers.findLastIndex((each) => each.dueMs <= timer.dueMs) + 1, 0, timer);
    this.#wake();
    return timer;
  }

  /** Resolves once nothing is due any more, and nobody has anything to do. */
  async emptied(): Promise<void> {
    for (let quietTurns = 0; quietTurns < 20; quietTurns += 1) {
      await eventLoopTurn();
      if (this.#timers.length > 0) quietTurns = 0;
    }
  }

  /** Waits until nobody has anything to do at this moment, then lets the next thing happen. */
  #wake(): void {
    if (this.#isWoken) return;
    this.#isWoken = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isWoken = false;
        const next = this.#timers.shift();
        if (!next) return;
        this.#nowMs = Math.max(this.#nowMs, next.dueMs);
        next.fire();
        if (this.#timers.length > 0) this.#wake();
      }),
    );
  }
}
