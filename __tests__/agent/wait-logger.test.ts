import { describe, expect, test } from '@jest/globals';
import { type Awaited, waitForJob } from '../../src/agent/wait.ts';
import { WaitLogger } from '../../src/agent/wait-logger.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { errorOf, JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const MINUTE = 60_000;

/** What the log says while polls find `at` of the time waited. */
async function linesOf(
  at: (waitedMs: number, nth: number) => Job | Trouble,
  after: Awaited['after'] = 'create',
  timeoutMs = 30 * MINUTE,
): Promise<string[]> {
  const log = new CollectedLog();
  const clock = new SimulatedClock();
  let polls = 0;
  const trust = after === 'message' ? 'once active' : 'at once';
  const awaited: Omit<Awaited, 'clock' | 'signal' | 'logger'> = {
    ...{ jobId: JOB_ID, after, trust, job: jobOf('active'), timeoutMs, pollIntervalMs: 30_000 },
    async getJob() {
      polls += 1;
      const found = at(clock.now(), polls);
      if ('kind' in found) throw errorOf(found);
      return found;
    },
  };
  await waitForJob({ ...awaited, clock, signal: new AbortController().signal, logger: new WaitLogger(log) });
  return log.text.split('\n');
}

describe('the log of a wait', () => {
  test('has a line when the pause has doubled, and then every five minutes', async () => {
    expect(await linesOf(() => jobOf('active'), 'create', 20 * MINUTE)).toEqual([
      'Status active · 2 s waited, 1 poll; next in 2 s.',
      'Status active · 43 s waited, 18 polls; next in 4.3 s.',
      'Status active · 1 min 32 s waited, 26 polls; next in 9.2 s.',
      'Status active · 3 min 17 s waited, 34 polls; next in 20 s.',
      'Status active · 8 min 17 s waited, 45 polls; next in 30 s.',
      'Status active · 13 min 17 s waited, 55 polls; next in 30 s.',
      'Status active · 18 min 47 s waited, 66 polls; next in 30 s.',
    ]);
  });

  test('tells a new status at once', async () => {
    const lines = await linesOf((ms) => jobOf(ms < 11_000 ? 'queued' : ms < 21_000 ? 'active' : 'completed'));
    expect(lines).toEqual([
      'warning: The platform reports a status that is not documented: queued. It is not taken for an end.',
      'Status queued · 2 s waited, 1 poll; next in 2 s.',
      'Status active · 12 s waited, 6 polls; next in 2 s.',
    ]);
  });

  test('tells once that a finished status may be that of the request before', async () => {
    const lines = await linesOf((ms) => jobOf(ms < 11_000 ? 'completed' : 'active'), 'message', MINUTE);
    expect(lines[0]).toBe(
      'Status completed, which may still be that of the request before: waiting until that is clear, a minute at most.',
    );
    expect(lines.filter((line) => line.includes('request before'))).toHaveLength(1);
  });

  test('tells a failure once, and how many there were when polls are answered again', async () => {
    const lines = await linesOf((ms) =>
      ms > 20_000 ? jobOf('completed') : ms > 11_000 ? jobOf('active') : { kind: 'http', status: 503 },
    );
    expect(lines).toEqual([
      'A poll failed, which says nothing about the job. GET was answered 503. Do something · 2 s waited, 1 poll; next in 2 s.',
      'Polls are answered again, after 5 that failed · 12 s waited, 6 polls; next in 2 s.',
      'Status active · 12 s waited, 6 polls; next in 2 s.',
    ]);
  });

  test('tells again after five minutes that polls still fail, and at once when they fail otherwise', async () => {
    const lines = await linesOf(
      (ms) => ({ kind: 'http', status: ms < 7 * MINUTE ? 503 : 502 }),
      'create',
      10 * MINUTE,
    );
    expect(lines.map((line) => line.replace(/, which.*answered (\d+).*·/, ': $1,'))).toEqual([
      'A poll failed: 503, 2 s waited, 1 poll; next in 2 s.',
      '39 polls in a row failed: 503, 5 min 17 s waited, 39 polls; next in 30 s.',
      '43 polls in a row failed: 502, 7 min 17 s waited, 43 polls; next in 30 s.',
    ]);
  });

  test('stays short when every second poll fails', async () => {
    const lines = await linesOf((_, nth) => (nth % 2 ? { kind: 'http', status: 503 } : jobOf('active')));
    expect(lines.length).toBeLessThan(20);
  });

  test('shows what the platform says of a failure', () => {
    const log = new CollectedLog();
    const error = Object.assign(errorOf({ kind: 'http', status: 429 }), { platformText: 'Slow down' });
    new WaitLogger(log).failed(error, { waitedMs: 1000, polls: 1, nextPauseMs: 60_000 });
    expect(log.texts()).toEqual([
      'A poll failed, which says nothing about the job. GET was answered 429. The platform says "Slow down". Do something · 1 s waited, 1 poll; next in 1 min.',
    ]);
  });
});

describe('the line about an accepted request', () => {
  test.each([
    [
      'create',
      { model: 'writer-1', repository: 'acme/docs' },
      'Job created: job-id job_1 (status active, model writer-1, repository acme/docs).',
    ],
    ['message', {}, 'Follow-up accepted: job-id job_1 (status active).'],
  ] as const)('after a %s names the job', (kind, extra, line) => {
    const log = new CollectedLog();
    new WaitLogger(log).accepted(jobOf('active', extra), kind);
    expect(log.texts('info')).toEqual([line]);
  });

  test('is one line of a length that makes sense, whatever the platform says', () => {
    const log = new CollectedLog();
    const logger = new WaitLogger(log);
    const odd = 'x\r\nThe job completed.\u2028'.repeat(50);
    logger.accepted({ id: odd, status: odd, model: odd, repository: odd }, 'create');
    logger.unknownStatus(odd);
    logger.polled(jobOf(odd), { waitedMs: 1, polls: 1, nextPauseMs: 1 });
    expect(log.lines).toHaveLength(3);
    for (const { text } of log.lines) {
      expect(text).not.toMatch(/[\r\n\u2028]/);
      expect(text.length).toBeLessThan(1000);
    }
  });
});
