import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { SimulatedClock } from '../__tests__/helpers/simulated-clock.ts';

/**
 * Simulated time for a whole process: timers, clocks, `AbortSignal.timeout` and `timers/promises` follow it, so that the
 * action, undici and the sandbox run unchanged, and hours pass in milliseconds. Import it before anything that is to
 * live in it.
 */

/** Rounds of the event loop without any activity after which nothing more can happen at this moment. */
const QUIET_ROUNDS = 3;

/** What is under way, and happens without a timer. */
let underWay = 0;
const { setImmediate } = globalThis;

/** Does `action` later, but at the same simulated time, as a network delivers. */
export function deliver(action: () => unknown): void {
  underWay += 1;
  setImmediate(() => {
    underWay -= 1;
    action();
  });
}

/** Resolves to what `work` does once nothing is due any more: nothing is left for the next one. */
export async function letTimePass<T>(work: Promise<T>): Promise<T> {
  const done = await work;
  await clock.emptied();
  return done;
}

function whenQuiet(then: () => void): void {
  let rounds = 0;
  const round = () => {
    rounds = underWay > 0 ? 0 : rounds + 1;
    if (rounds < QUIET_ROUNDS) setImmediate(round);
    else then();
  };
  setImmediate(round);
}

const clock = new SimulatedClock(whenQuiet);

/** As Node has it: the caller is known again when the timer fires, and a millisecond is the least. */
class SimulatedTimer {
  readonly #fire: () => void;
  readonly #ms: number;
  #timer: ReturnType<SimulatedClock['at']>;

  constructor(callback: (...rest: unknown[]) => void, ms = 1, ...rest: unknown[]) {
    this.#fire = AsyncLocalStorage.bind(() => callback(...rest));
    this.#ms = Math.max(1, Math.ceil(ms));
    this.#timer = clock.at(clock.now() + this.#ms, this.#fire);
  }

  close(): this {
    clock.cancel(this.#timer);
    return this;
  }

  refresh(): this {
    this.close();
    this.#timer = clock.at(clock.now() + this.#ms, this.#fire);
    return this;
  }

  readonly hasRef = () => true;
  readonly ref = () => this;
  readonly unref = () => this;
}

const RealDate = Date;
class SimulatedDate extends RealDate {
  constructor(...args: [] | [string | number | Date]) {
    if (args.length === 0) super(clock.wall());
    else super(...args);
  }

  static override now(): number {
    return clock.wall();
  }
}

Object.assign(globalThis, {
  setTimeout: (...args: ConstructorParameters<typeof SimulatedTimer>) => new SimulatedTimer(...args),
  clearTimeout: (timer?: SimulatedTimer | null) => void timer?.close?.(),
  Date: SimulatedDate,
});
Object.defineProperty(performance, 'now', { value: () => clock.now() });
Object.assign(timersPromises, {
  setTimeout: async (ms: number, value?: unknown, { signal }: { signal?: AbortSignal } = {}) => {
    await clock.sleep(Math.max(1, Math.ceil(ms)), signal);
    return value;
  },
});
AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
  return controller.signal;
};

/** No time passes while outputs and the summary are written, and no thread is waited for. */
Object.assign(fs.promises, {
  appendFile: async (...args: Parameters<typeof fs.appendFileSync>) => fs.appendFileSync(...args),
});
syncBuiltinESMExports();
