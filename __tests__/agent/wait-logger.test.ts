import { expect, test } from '@jest/globals';
import { waitForJob } from '../../src/agent/wait.ts';
import { WaitLogger } from '../../src/agent/wait-logger.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { SimulatedPlatform } from '../helpers/simulated-platform.ts';
import { JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const MINUTE = 60_000;
const active = jobOf('active');
const down: Trouble = { kind: 'http', status: 503 };
const worse: Trouble = { kind: 'http', status: 502 };

/** What the log says of `minutes` of waiting after a follow-up, while polls find `at` of the time waited. */
async function linesOf(minutes: number, at: (waitedMs: number, nth: number) => Job | Trouble) {
  const log = new CollectedLog();
  const clock = new SimulatedClock();
  const { getJob } = new SimulatedPlatform(clock, { poll: (nth, ms) => at(ms, nth) });
  await waitForJob({
    ...{ jobId: JOB_ID, after: 'message', settle: 'after-active', jobAgeMs: 0, job: active, getJob },
    ...{ timeoutMs: minutes * MINUTE, pollIntervalMs: 30_000 },
    ...{ clock, signal: new AbortController().signal, logger: new WaitLogger(log) },
  });
  return log.text.split('\n');
}

const FAILED = 'which does not mean that the job failed. GET was answered';

test.each<[string, number, Parameters<typeof linesOf>[1], string[]]>([
  [
    'has a line when the pause has doubled, and then every five minutes',
    20,
    () => active,
    [
      'Status active · 2 s waited, 1 poll; next in 2 s.',
      'Status active · 43 s waited, 18 polls; next in 4.3 s.',
      'Status active · 1 min 32 s waited, 26 polls; next in 9.2 s.',
      'Status active · 3 min 17 s waited, 34 polls; next in 20 s.',
      'Status active · 8 min 17 s waited, 45 polls; next in 30 s.',
      'Status active · 13 min 17 s waited, 55 polls; next in 30 s.',
      'Status active · 18 min 47 s waited, 66 polls; next in 30 s.',
    ],
  ],
  [
    'has a new status at once, and warns of one that is not documented',
    30,
    (ms) => jobOf(ms < 11_000 ? 'queued' : ms < 21_000 ? 'active' : 'completed'),
    [
      'warning: Mintlify reports a status that is not documented: queued. The action keeps waiting.',
      'Status queued · 2 s waited, 1 poll; next in 2 s.',
      'Status active · 12 s waited, 6 polls; next in 2 s.',
    ],
  ],
  [
    'says once that a terminal status may be the previous request’s',
    1,
    (ms) => jobOf(ms < 11_000 ? 'completed' : ms < 21_000 ? 'active' : 'completed'),
    [
      "Status completed, which may still be the previous request's: waiting until that is clear, a minute at most.",
      'Status active · 12 s waited, 6 polls; next in 2 s.',
    ],
  ],
  [
    'has a failure once, and how many there were when polls are answered again',
    30,
    (ms) => (ms > 20_000 ? jobOf('completed') : ms > 11_000 ? active : down),
    [
      `A poll failed, ${FAILED} 503. Do something · 2 s waited, 1 poll; next in 2 s.`,
      'Polls are answered again, after 5 that failed · 12 s waited, 6 polls; next in 2 s.',
      'Status active · 12 s waited, 6 polls; next in 2 s.',
    ],
  ],
  [
    'repeats after five minutes that polls still fail, and has another failure at once',
    10,
    (ms) => (ms < 7 * MINUTE ? down : worse),
    [
      `A poll failed, ${FAILED} 503. Do something · 2 s waited, 1 poll; next in 2 s.`,
      `39 polls in a row failed, ${FAILED} 503. Do something · 5 min 17 s waited, 39 polls; next in 30 s.`,
      `43 polls in a row failed, ${FAILED} 502. Do something · 7 min 17 s waited, 43 polls; next in 30 s.`,
    ],
  ],
  [
    'stays short when most polls fail',
    8,
    (_, nth) => (nth % 3 === 1 ? active : down),
    [
      `A poll failed, ${FAILED} 503. Do something · 2 s waited, 1 poll; next in 2 s.`,
      'Status active · 4 s waited, 2 polls; next in 2 s.',
      'Status active · 52 s waited, 20 polls; next in 5.2 s.',
      'Status active · 2 min 2 s waited, 29 polls; next in 12 s.',
      'Status active · 4 min 48 s waited, 38 polls; next in 29 s.',
      `A poll failed, ${FAILED} 503. Do something · 5 min 17 s waited, 39 polls; next in 30 s.`,
      'Polls are answered again, after 2 that failed · 6 min 17 s waited, 41 polls; next in 30 s.',
    ],
  ],
])('the log of a wait %s', async (_, minutes, at, lines) => {
  expect(await linesOf(minutes, at)).toEqual(lines);
});

test('a line of the log is one line of a length that makes sense, whatever Mintlify sends', () => {
  const log = new CollectedLog();
  const logger = new WaitLogger(log);
  const odd = 'x\r\nThe job completed.\u2028'.repeat(50);
  logger.accepted({ id: odd, status: odd, model: odd, repository: odd }, 'create');
  logger.unknownStatus(odd);
  logger.polled(jobOf(odd), { waitedMs: 1, polls: 1, nextPauseMs: 1 });
  expect(log.lines).toHaveLength(3);
  for (const { text } of log.lines) expect(text).toMatch(/^[^\r\n\u2028]{1,999}$/);
});
