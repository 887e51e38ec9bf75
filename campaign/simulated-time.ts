import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';

/**
 * Simulated time for a whole process: `setTimeout`, `performance.now`, `Date`, `AbortSignal.timeout` and
 * `timers/promises` follow it, so that the action, undici and the sandbox run unchanged, and hours pass in
 * milliseconds. Install it before anything that is to live in it is imported.
 */

interface Timer {
  dueMs: number;
  readonly delayMs: number;
  readonly every: boolean;
  readonly fire: () => void;
}

/** Turns of the event loop without any activity after which nothing more can happen at this moment. */
const QUIET_TURNS = 4;
/** Turns without activity or a timer after which a run is stuck. */
const STUCK_TURNS = 200_000;
const EPOCH_MS = Date.UTC(2026, 0, 5, 12);

const immediate = globalThis.setImmediate;

export class SimulatedTime {
  #nowMs = 0;
  #timers: Timer[] = [];
  #filesUnderWay = 0;
  readonly #isQuiet: () => boolean;

  /** @param isQuiet whether nothing is under way that happens without a timer */
  constructor(isQuiet: () => boolean) {
    this.#isQuiet = isQuiet;
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  /** Milliseconds since 1970. */
  get dateMs(): number {
    return EPOCH_MS + this.#nowMs;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#add(resolve, ms, false));
  }

  /** Lets time pass until `work` is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finish = () => {
      done = true;
    };
    work.then(finish, finish);
    for (let idle = 0; ; ) {
      await this.#quiet();
      if (done) return work;
      const fired = this.#fireNext();
      idle = fired ? 0 : idle + 1;
      if (idle > STUCK_TURNS) throw new Error('nothing happens any more, and the run has not ended');
    }
  }

  /** Lets time pass until nothing is due any more, so that nothing of a run is left for the next one. */
  async drain(): Promise<void> {
    do await this.#quiet();
    while (this.#fireNext());
  }

  async #quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
      await new Promise<void>((resolve) => immediate(resolve));
      if (!this.#isQuiet() || this.#filesUnderWay > 0) turns = -1;
    }
  }

  #fireNext(): boolean {
    const timer = this.#timers.pop();
    if (!timer) return false;
    this.#nowMs = Math.max(this.#nowMs, timer.dueMs);
    if (timer.every) this.#schedule(timer);
    timer.fire();
    return true;
  }

  #add(fire: () => void, ms: number, every: boolean): Timer {
    // Node takes what is no useful delay for 1 ms.
    const delayMs = ms >= 1 && ms <= 2 ** 31 - 1 ? ms : 1;
    // Whoever set the timer is known again when it fires.
    const timer: Timer = { dueMs: 0, delayMs, every, fire: AsyncLocalStorage.bind(fire) };
    this.#schedule(timer);
    return timer;
  }

  /** There are few timers at a time, the soonest last, and of two at the same time the older one. */
  #schedule(timer: Timer): void {
    this.#cancel(timer);
    timer.dueMs = this.#nowMs + timer.delayMs;
    const at = this.#timers.findLastIndex(({ dueMs }) => dueMs > timer.dueMs);
    this.#timers.splice(at + 1, 0, timer);
  }

  #cancel(timer: Timer): void {
    const at = this.#timers.indexOf(timer);
    if (at >= 0) this.#timers.splice(at, 1);
  }

  /** Puts this time in place of the process's own. */
  install(): void {
    this.#installTimers();
    this.#installClocks();
    this.#watchFiles();
    syncBuiltinESMExports();
  }

  #installTimers(): void {
    const start =
      (every: boolean) =>
      (callback: (...args: unknown[]) => void, ms = 1, ...args: unknown[]) =>
        this.#handle(this.#add(() => callback(...args), ms, every));
    const stop = (handle: unknown) => {
      if (handle instanceof Handle) this.#cancel(handle.timer);
    };
    Object.assign(globalThis, {
      setTimeout: start(false),
      setInterval: start(true),
      clearTimeout: stop,
      clearInterval: stop,
    });
    AbortSignal.timeout = (ms) => {
      const controller = new AbortController();
      this.#add(
        () => controller.abort(new DOMException('The operation timed out', 'TimeoutError')),
        ms,
        false,
      );
      return controller.signal;
    };
    Object.assign(timersPromises, {
      setTimeout: (ms = 1, value?: unknown, options: { signal?: AbortSignal } = {}) =>
        this.#delay(ms, value, options.signal),
    });
  }

  #delay(ms: number, value: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new DOMException('The operation was aborted', 'AbortError'));
      if (signal?.aborted) return fail();
      const timer = this.#add(() => resolve(value), ms, false);
      signal?.addEventListener('abort', () => {
        this.#cancel(timer);
        fail();
      });
    });
  }

  #handle(timer: Timer): Handle {
    return new Handle(
      timer,
      () => this.#schedule(timer),
      () => this.#cancel(timer),
    );
  }

  #installClocks(): void {
    const simulated = this;
    performance.now = () => this.#nowMs;
    globalThis.Date = class extends Date {
      constructor(...given: unknown[]) {
        super(...((given.length === 0 ? [simulated.dateMs] : given) as [number]));
      }
      static override now(): number {
        return simulated.dateMs;
      }
    } as DateConstructor;
  }

  /** No time passes while a file is read or written. */
  #watchFiles(): void {
    const promises = fs.promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    for (const name of ['access', 'appendFile', 'writeFile', 'readFile', 'mkdir', 'open', 'stat']) {
      const original = promises[name];
      if (!original) continue;
      promises[name] = async (...args) => {
        this.#filesUnderWay += 1;
        try {
          return await original.apply(promises, args);
        } finally {
          this.#filesUnderWay -= 1;
        }
      };
    }
  }
}

/** What `setTimeout` gives. */
class Handle {
  readonly timer: Timer;
  readonly #restart: () => void;
  readonly #stop: () => void;

  constructor(timer: Timer, restart: () => void, stop: () => void) {
    this.timer = timer;
    this.#restart = restart;
    this.#stop = stop;
  }

  refresh(): this {
    this.#restart();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.#stop();
    return this;
  }
}
