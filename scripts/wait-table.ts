/**
 * How many polls a job of a given duration costs, and how late its end is seen: from the wait loop itself under a
 * simulated clock, beside loops with a fixed pause. `--write FILE` puts the table between the markers in FILE.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { SimulatedClock } from '../__tests__/helpers/simulated-clock.ts';
import { pauseAfter, waitForJob } from '../src/agent/wait.ts';
import { duration } from '../src/text/duration.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** What a wait cost. */
export interface Cost {
  readonly polls: number;
  /** Milliseconds from the end of the job to the poll that sees it. */
  readonly lateMs: number;
}

const POLL_INTERVAL_MS = 30 * SECOND;

/** Waits for a job that ends after `jobMs`, with the defaults of action.yml and requests that take no time. */
export async function waitFor(jobMs: number): Promise<Cost> {
  const clock = new SimulatedClock();
  const settings = { timeoutMs: 24 * 60 * MINUTE, pollIntervalMs: POLL_INTERVAL_MS, settleMs: MINUTE };
  const end = await waitForJob({ jobId: 'job', after: 'create' }, settings, {
    clock,
    signal: new AbortController().signal,
    observer: { polled() {}, failed() {}, unsettled() {}, unknownStatus() {} },
    getJob: async () => ({ id: 'job', status: clock.now() >= jobMs ? 'completed' : 'active' }),
  });
  return { polls: end.polls, lateMs: clock.now() - jobMs };
}

/** The same for a loop that polls every `pauseMs`. */
export function fixedLoop(jobMs: number, pauseMs: number): Cost {
  const polls = Math.max(1, Math.ceil(jobMs / pauseMs));
  return { polls, lateMs: polls * pauseMs - jobMs };
}

const DURATIONS = [5, 20, 60, 120, 300, 600, 1800, 7200].map((seconds) => seconds * SECOND);

/** How late the end is seen depends on where in a pause it falls: the worst of jobs that end up to a pause earlier. */
async function worst(
  jobMs: number,
  pauseMs: number,
  costOf: (ms: number) => Promise<Cost> | Cost,
): Promise<Cost> {
  const { polls } = await costOf(jobMs);
  const earliestMs = Math.max(1, jobMs - pauseMs + 1);
  let lateMs = 0;
  for (let step = 0; step <= 500; step += 1) {
    const cost = await costOf(earliestMs + ((jobMs - earliestMs) * step) / 500);
    lateMs = Math.max(lateMs, cost.lateMs);
  }
  return { polls, lateMs };
}

async function rowOf(jobMs: number): Promise<string> {
  const fixed = (pauseMs: number) => worst(jobMs, pauseMs, (ms) => fixedLoop(ms, pauseMs));
  const own = worst(jobMs, pauseAfter(jobMs, POLL_INTERVAL_MS), waitFor);
  const costs = await Promise.all([own, fixed(5 * SECOND), fixed(30 * SECOND)]);
  const cells = costs.flatMap(({ polls, lateMs }) => [String(polls), duration(lateMs)]);
  return `| ${[duration(jobMs), ...cells].join(' | ')} |`;
}

async function waitTable(): Promise<string> {
  return [
    '| The job takes | Polls | Late at most | Every 5 s: polls | late at most | Every 30 s: polls | late at most |',
    '| --: | --: | --: | --: | --: | --: | --: |',
    ...(await Promise.all(DURATIONS.map(rowOf))),
  ].join('\n');
}

const PLACE = /(<!-- wait-table -->\n).*?(<!-- \/wait-table -->)/s;

/** @throws {RangeError} when `text` has no place for the table */
export function withTable(text: string, table: string): string {
  if (!PLACE.test(text)) throw new RangeError('There is no <!-- wait-table --> and <!-- /wait-table -->.');
  return text.replace(PLACE, (_, before: string, after: string) => `${before}\n${table}\n\n${after}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({ options: { write: { type: 'string' } } });
  const table = await waitTable();
  if (values.write) writeFileSync(values.write, withTable(readFileSync(values.write, 'utf8'), table));
  else console.log(table);
}
