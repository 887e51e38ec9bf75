import { AsyncLocalStorage } from 'node:async_hooks';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { install } from '@sinonjs/fake-timers';

/**
 * Simulated time for a whole process: timers, clocks, `AbortSignal.timeout` and `timers/promises` follow it, so that the
 * action, undici and the sandbox run unchanged, and hours pass in milliseconds. Import it before anything that is to
 * live in it.
 */

/** Turns of the event loop without any activity after which nothing more can happen at this moment. */
const QUIET_TURNS = 4;
/** Turns without activity or a timer after which a run is stuck. */
const STUCK_TURNS = 200_000;

const clock = install({
  now: Date.UTC(2026, 0, 5, 12),
  toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
});

/** What is under way, and happens without a timer. */
let underWay = 0;

/** Does `action` later, but at the same simulated time, as a network delivers. */
export function deliver(action: () => unknown): void {
  underWay += 1;
  setImmediate(() => {
    underWay -= 1;
    action();
  });
}

/** Lets time pass until `work` is done, and then until nothing is due any more: nothing is left for the next one. */
export async function letTimePass<T>(work: Promise<T>): Promise<T> {
  let done = false;
  const finish = () => {
    done = true;
  };
  work.then(finish, finish);
  for (let idle = 0; ; ) {
    await quiet();
    const isOver = clock.countTimers() === 0;
    if (done && isOver) return work;
    idle = isOver ? idle + 1 : 0;
    clock.next();
    if (idle > STUCK_TURNS) throw new Error('nothing happens any more, and the run has not ended');
  }
}

async function quiet(): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (underWay > 0) turns = -1;
  }
}

/** Node waits a millisecond at least; the library takes parts of one for none, so that no time would pass. */
function wholeMs(ms = 1): number {
  return Math.max(1, Math.ceil(ms));
}

/** Whoever set a timer is known again when it fires. */
function keepCaller<T extends typeof setTimeout | typeof setInterval>(start: T): T {
  return ((callback: () => void, ms?: number, ...rest: []) =>
    start(AsyncLocalStorage.bind(callback), wholeMs(ms), ...rest)) as unknown as T;
}

Object.assign(globalThis, { setTimeout: keepCaller(setTimeout), setInterval: keepCaller(setInterval) });
const { setTimeout: sleep } = timersPromises;
Object.assign(timersPromises, {
  setTimeout: (ms: number, ...rest: []) => sleep(wholeMs(ms), ...rest),
});
AbortSignal.timeout = (ms) => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms);
  return controller.signal;
};

/** No time passes while a file is read or written. */
const files = fs.promises as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
for (const name of ['access', 'appendFile', 'writeFile', 'readFile', 'mkdir', 'open', 'stat']) {
  const original = files[name];
  if (!original) continue;
  files[name] = (...args) => {
    underWay += 1;
    return original.apply(files, args).finally(() => {
      underWay -= 1;
    });
  };
}
syncBuiltinESMExports();
