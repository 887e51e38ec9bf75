/**
 * Loaded before the action (`node --import`): its clocks become the one in the file `$SCREENSHOTS_CLOCK`, which goes on
 * only when somebody pauses, and then at once. Minutes pass in no time, and always the same.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const file = process.env['SCREENSHOTS_CLOCK'] ?? '';
const now = (): number => Number(readFileSync(file, 'utf8'));

class SharedDate extends Date {
  constructor(...given: [] | [number | string | Date]) {
    super(given.length === 0 ? now() : given[0]);
  }

  static override now = now;
}

const timers: typeof import('node:timers/promises') = createRequire(import.meta.url)('node:timers/promises');
const { setTimeout: delay } = timers;

/** Pauses of so many milliseconds may be time limits: they are released before they end, unless something hangs. */
const LONG_MS = 9_000;
const REAL_MS = 2_000;

async function pause(ms = 0, ...rest: [value?: unknown, options?: object]): Promise<unknown> {
  const value = await delay(ms < LONG_MS ? 0 : REAL_MS, ...rest);
  writeFileSync(file, String(now() + ms));
  return value;
}

globalThis.Date = SharedDate as DateConstructor;
performance.now = now;
timers.setTimeout = pause as typeof delay;
syncBuiltinESMExports();
