import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { waitForJob } from '../../src/agent/wait.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** Waits for a job that ends after `jobMs`, with the defaults of action.yml and requests that take no time. */
async function waitFor(jobMs: number): Promise<{ polls: number; lateMs: number }> {
  const clock = new SimulatedClock();
  const settings = { timeoutMs: 24 * 60 * MINUTE, pollIntervalMs: 30 * SECOND, settleMs: MINUTE };
  const { polls } = await waitForJob({ jobId: 'job', after: 'create' }, settings, {
    clock,
    signal: new AbortController().signal,
    observer: { polled() {}, failed() {}, unsettled() {}, unknownStatus() {} },
    getJob: async () => ({ id: 'job', status: clock.now() >= jobMs ? 'completed' : 'active' }),
  });
  return { polls, lateMs: clock.now() - jobMs };
}

test('with the default schedule, the end of a job of up to 2 hours is seen at most a tenth and 2 s late, and never more than 30 s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 120 * MINUTE }), async (jobMs) => {
      const { lateMs } = await waitFor(jobMs);
      expect(lateMs).toBeGreaterThanOrEqual(0);
      expect(lateMs).toBeLessThanOrEqual(Math.min(jobMs * 0.1 + 2 * SECOND, 30 * SECOND));
    }),
    { numRuns: 200 },
  );
});

test('docs/performance.md tells what the wait costs', async () => {
  const rows = readFileSync('docs/performance.md', 'utf8').matchAll(
    /^\| (\d+) (s|min|h) \| (\d+) \| ([\d.]+) s \|/gm,
  );
  const told = [...rows].map(([, duration, unit, polls, late]) => ({
    jobMs: Number(duration) * ({ s: SECOND, min: MINUTE }[unit ?? ''] ?? 60 * MINUTE),
    polls: Number(polls),
    lateMs: Number(late) * SECOND,
  }));
  expect(told).toHaveLength(8);
  for (const { jobMs, polls, lateMs } of told) {
    const cost = await waitFor(jobMs);
    expect(cost.polls).toBe(polls);
    expect(cost.lateMs).toBeLessThanOrEqual(lateMs);
  }
});
