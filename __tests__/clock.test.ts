import { getEventListeners } from 'node:events';
import { expect, test } from '@jest/globals';
import { parseRetryAfter, sleepUnlessAborted, systemClock } from '../src/clock.ts';

test('the machine’s clock goes on while one sleeps', async () => {
  const before = systemClock.now();
  await systemClock.sleep(20);
  // Timers may be early by a millisecond.
  expect(systemClock.now() - before).toBeGreaterThanOrEqual(19);
  expect(systemClock.date().getTime()).toBeLessThanOrEqual(Date.now());
});

test('a sleep ends early with the reason of its signal, and leaves no listener behind', async () => {
  const controller = new AbortController();
  const asleep = systemClock.sleep(60_000, controller.signal);
  controller.abort(new Error('interrupted by SIGINT'));
  await expect(asleep).rejects.toThrow('interrupted by SIGINT');
  await expect(systemClock.sleep(1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
  const { signal } = new AbortController();
  await systemClock.sleep(1, signal);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a sleep that may be cut short hides no other mistake', async () => {
  const clock = { ...systemClock, sleep: () => Promise.reject(new TypeError('oops')) };
  await expect(sleepUnlessAborted(clock, 1, new AbortController().signal)).rejects.toThrow('oops');
});

test.each<[header: string | string[], ms: number]>([
  ['120', 120_000],
  [' 0 ', 0],
  ['Mon, 05 Jan 2026 12:01:30 GMT', 90_000],
  ['Mon, 05 Jan 2026 11:00:00 GMT', 0],
  ['Monday, 05-Jan-26 12:00:10 GMT', 10_000],
  [['7', '9'], 7000],
])('Retry-After: %j is %p ms', (header, ms) => {
  expect(parseRetryAfter(header, Date.parse('2026-01-05T12:00:00Z'))).toBe(ms);
});

test.each([undefined, '', ' ', 'soon', '-5', '1.5', '1e3', '9'.repeat(20), '2026-01-05T12:01:30Z', 'Mon, x'])(
  'Retry-After: %j says nothing',
  (header) => {
    expect(parseRetryAfter(header, Date.parse('2026-01-05T12:00:00Z'))).toBeUndefined();
  },
);
