/** Loaded before the action (`node --import`): its clocks become the shared one. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { CLOCK_VARIABLE, SharedClock } from './shared-clock.ts';

const clock = new SharedClock(process.env[CLOCK_VARIABLE] ?? '');

class SharedDate extends Date {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? clock.now() : given[0]);
  }

  static override now(): number {
    return clock.now();
  }
}

const timers: typeof import('node:timers/promises') = createRequire(import.meta.url)('node:timers/promises');
const { setTimeout: delay } = timers;

/** Pauses of so many milliseconds may be time limits: they are released before they end, unless something hangs. */
const LONG_MS = 9_000;
const REAL_MS = 2_000;

async function pause(ms = 0, ...rest: [value?: unknown, options?: object]): Promise<unknown> {
  const value = await delay(ms < LONG_MS ? 0 : REAL_MS, ...rest);
  clock.pass(ms);
  return value;
}

globalThis.Date = SharedDate as DateConstructor;
performance.now = clock.now;
timers.setTimeout = pause as typeof delay;
syncBuiltinESMExports();
