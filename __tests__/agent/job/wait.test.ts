import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@jest/globals';
import { behaviourNamed } from '../../../sandbox/faults.ts';
import { isTerminal, waitForJob } from '../../../src/agent/job/wait.ts';
import { MintlifyError } from '../../../src/mintlify/errors.ts';
import { endsPolling, isNotFound } from '../../../src/mintlify/failures.ts';
import type { AgentJob } from '../../../src/mintlify/schemas.ts';
import { Outputs } from '../../../src/outputs.ts';
import fc from '../../helpers/fast-check.ts';
import { World } from '../world.ts';

// How waits end is told by stories (send.txt). Here stands what holds of every wait.

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const oneOf = (words: string) => fc.constantFrom(...words.split(/\s+/));
const seconds = (...numbers: readonly number[]) => fc.constantFrom<number[]>(...numbers);
/** What matters happens early, around 30 s and 60 s, or late. */
const moment = fc.oneof(fc.nat(12), fc.nat(40), fc.nat(100), fc.nat(1800));
const STATUSES = 'active active active completed completed failed archived queued queued odd hidden';
/** Faults of the sandbox, and in capitals why there is no connection. */
const TROUBLES = `408 429 429-retry-after.1 429-retry-after.2 429-retry-after.3 500 503 504 redirect 410
  reset-after hang html empty ECONNREFUSED 400 401 403 404 PROXY_407 CERT_HAS_EXPIRED`;

/** Everything that can happen during one wait. Times are seconds. */
const anyScenario = fc.record({
  // Whether something was sent before the wait, and the status in the answer to it.
  sent: fc.boolean(),
  answered: oneOf('active active completed failed queued'),
  trust: fc.constantFrom('immediately', 'after-active', 'after-stable'),
  trustedIn: seconds(60, 60, 60, 45, 12, 0),
  // What the job shows before it completes for good.
  phases: fc.array(fc.record({ shows: oneOf(STATUSES), lasts: moment }), { maxLength: 6 }),
  // What befalls the nth poll, and how long it takes, which repeats from the start.
  troubles: fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant('') }, oneOf(TROUBLES)), { maxLength: 12 }),
  latencies: fc.array(seconds(0, 0, 0, 0.1, 0.2, 1, 3, 19, 60), { minLength: 1, maxLength: 4 }),
  timeout: seconds(1, 5, 20, 90, 300, 1800),
  interval: seconds(1, 2, 5, 30, 120),
  interruptedAt: fc.oneof({ weight: 3, arbitrary: fc.constant(Number.POSITIVE_INFINITY) }, moment),
});
type Scenario = typeof anyScenario extends fc.Arbitrary<infer Given> ? Given : never;

/** One poll, with the times of the simulated clock. */
interface Poll {
  readonly startMs: number;
  readonly endMs: number;
  readonly saw: AgentJob | MintlifyError;
}

/** What a job shows: a completed one its link, unless it is `linkless`. */
function shown({ id, status }: { readonly id: string; readonly status: string }): AgentJob {
  if (status === 'linkless') return { id, status: 'completed' };
  return { id, status, ...(status === 'completed' && { prLink: 'https://github.com/acme/docs/pull/7' }) };
}

/** A job of the sandbox, and the real client, whose polls are kept. */
function startJob({ phases, troubles, latencies }: Scenario, polls: Poll[]) {
  const troubleNow = () => troubles[polls.length] ?? '';
  const faultFor = () => (troubleNow() === '' ? undefined : behaviourNamed(troubleNow()));
  const world = new World({ jobMs: SECOND, faultFor });
  const { clock, log, sandbox, mintlify } = world;
  sandbox.mintlify.scenario = { lifecycle: { first: phases }, shape: shown };
  const { wire } = world;
  world.wire = async (sent, onConnect) => {
    await clock.sleep((latencies[polls.length % latencies.length] ?? 0) * SECOND);
    const code = troubleNow();
    if (/^[A-Z]/.test(code)) throw Object.assign(new Error('No connection'), { code });
    return wire(sent, onConnect);
  };
  const read = mintlify.getJob.bind(mintlify);
  const getJob: typeof read = async (...call) => {
    const startMs = clock.now();
    const saw = await read(...call).catch((error: MintlifyError) => error);
    polls.push({ startMs, endMs: clock.now(), saw });
    if (saw instanceof Error) throw saw;
    return saw;
  };
  const { id } = sandbox.mintlify.startJob('p1', 'Look');
  return { clock, log, mintlify: Object.assign(mintlify, { getJob }), jobId: id };
}

const CONTEXT = new World().context();

/** Plays the scenario with the real wait loop. */
async function play(scenario: Scenario) {
  const { interruptedAt, sent, answered, trust, trustedIn, timeout, interval } = scenario;
  const polls: Poll[] = [];
  const { jobId, ...services } = startJob(scenario, polls);
  const { clock } = services;
  const interruption = new AbortController();
  if (interruptedAt === 0) interruption.abort();
  clock.at(interruptedAt * SECOND, () => interruption.abort());
  const reported: string[] = [];
  const job = { id: jobId, status: answered };
  // Each job that is told is told with its status.
  const outputs = new Outputs((name, value) => name === 'status' && reported.push(value));
  const end = await waitForJob(
    {
      jobId,
      trustTerminalStatus: trust,
      trustAfterMs: trustedIn * SECOND,
      timeoutMs: timeout * SECOND,
      sent: sent ? shown(job) : undefined,
      onPoll() {},
    },
    {
      ...CONTEXT,
      ...services,
      outputs,
      signal: interruption.signal,
      inputs: { ...CONTEXT.inputs, pollIntervalMs: interval * SECOND },
    },
  );
  return { end, polls, endMs: clock.now(), reported };
}

const statusOf = ({ saw }: Poll) => (saw instanceof MintlifyError ? undefined : saw.status);
const isAnswer = (poll: Poll) => statusOf(poll) !== undefined || isNotFound(poll.saw);

/** What the contract takes for the end of a job, judged by what the polls saw alone. */
function isEnd({ trust, trustedIn }: Scenario, poll: Poll, before: readonly Poll[]): boolean {
  const status = statusOf(poll);
  if (!isTerminal(status ?? '')) return false;
  if (trust === 'immediately') return true;
  const reads = before.filter((each) => statusOf(each) !== undefined);
  if (trust === 'after-active')
    return reads.some((each) => statusOf(each) === 'active') || poll.endMs >= trustedIn * SECOND;
  const since = reads[reads.findLastIndex((each) => statusOf(each) !== status) + 1] ?? poll;
  return poll.endMs - since.endMs >= MINUTE;
}

/** Sums of floating-point milliseconds. */
const EPSILON_MS = 0.01;
const about = (a: number, b: number) => Math.abs(a - b) <= EPSILON_MS;

type Simulation = Awaited<ReturnType<typeof play>>;

/** What holds of every wait. */
const PROMISES: Record<string, (given: Scenario, simulation: Simulation) => boolean> = {
  'is finished by the first finished status that counts, and by nothing else': (given, { end, polls }) => {
    const isTrusted = given.sent && given.trust === 'immediately' && isTerminal(given.answered);
    if (isTrusted) return end.kind === 'finished' && polls.length === 0 && end.job.status === given.answered;
    const first = polls.findIndex((poll, index) => isEnd(given, poll, polls.slice(0, index)));
    if (first < 0) return end.kind !== 'finished';
    return end.kind === 'finished' && first === polls.length - 1 && end.job === polls[first]?.saw;
  },

  'gives each poll at most 20 s, and ends by the deadline': ({ timeout }, { polls, endMs, end }) => {
    const isInTime = (poll: Poll) =>
      poll.startMs < timeout * SECOND && poll.endMs - poll.startMs <= 20 * SECOND + EPSILON_MS;
    return polls.every(isInTime) && endMs <= timeout * SECOND + EPSILON_MS && about(end.waitedMs, endMs);
  },

  'gives up only after one last poll, within 2 s of the deadline': ({ timeout }, { polls, end }) => {
    const lastPollMs = timeout * SECOND - Math.min(2 * SECOND, (timeout * SECOND) / 4);
    const late = polls.filter(({ endMs }) => endMs >= lastPollMs - EPSILON_MS);
    return end.kind === 'timeout' ? late.length === 1 && late[0] === polls.at(-1) : late.length <= 1;
  },

  'pauses as scheduled, but for Retry-After and the last poll': ({ sent, interval }, { polls }) =>
    polls.every(({ startMs }, index) => {
      const previous = polls[index - 1];
      if (!previous && !sent) return startMs === 0;
      const { endMs: fromMs, saw } = previous ?? { endMs: 0 };
      const askedMs = saw instanceof MintlifyError ? Math.min(saw.retryAfterMs ?? 0, MINUTE) : 0;
      const usualMs = Math.min(Math.max(2 * SECOND, fromMs / 10), interval * SECOND);
      const isMissing = !sent && isNotFound(polls.slice(0, index).findLast(isAnswer)?.saw);
      const dueMs = fromMs + (isMissing ? 5 * SECOND : Math.max(usualMs, askedMs));
      return about(startMs, dueMs) || (index === polls.length - 1 && startMs <= dueMs);
    }),

  'goes on after what may pass, and stops at once after what will not': (_, { end, polls }) => {
    const first = polls.findIndex(({ saw }) => saw instanceof MintlifyError && endsPolling(saw));
    if (first < 0) return end.kind !== 'broken' || isNotFound(end.error);
    const isLast = first === polls.length - 1;
    return isLast && (end.kind === 'broken' ? end.error === polls[first]?.saw : end.kind === 'interrupted');
  },

  'ends when it is interrupted, unless it was over before': ({ interruptedAt }, { end, endMs, polls }) => {
    const interruptedMs = interruptedAt * SECOND;
    if (polls.some(({ startMs }) => startMs >= interruptedMs)) return false;
    return end.kind === 'interrupted' ? about(endMs, interruptedMs) : endMs <= interruptedMs + EPSILON_MS;
  },

  'keeps the last job, and says each change of status once': ({ sent, answered }, simulation) => {
    const { end, polls, reported } = simulation;
    const seen = [sent ? answered : undefined, ...polls.flatMap((poll) => statusOf(poll) ?? [])];
    const changes = seen.filter((status, index) => index > 0 && status !== seen[index - 1]);
    const isTold = isDeepStrictEqual(reported, changes);
    return isTold && end.polls === polls.length && end.job?.status === seen.at(-1);
  },
};

test('whatever happens, the wait keeps all of its promises', async () => {
  const property = fc.asyncProperty(anyScenario, async (given) => {
    const simulation = await play(given);
    const broken = Object.entries(PROMISES).find(([, isKept]) => !isKept(given, simulation));
    // When each poll was made and answered, and with what.
    const seen = simulation.polls.map((poll) => [poll.startMs, poll.endMs, statusOf(poll) ?? `${poll.saw}`]);
    if (broken) throw new Error(`the wait ${broken[0]}: not so for ${JSON.stringify(seen)}`);
  });
  await fc.assert(property, { numRuns: 1000 });
});

/** A job that is created, and completes at once. */
const CREATED: Scenario = {
  sent: true,
  answered: 'active',
  trust: 'immediately',
  trustedIn: 60,
  phases: [],
  troubles: [],
  latencies: [0],
  timeout: 1800,
  interval: 30,
  interruptedAt: 1e9,
};

test('the default schedule costs what bench/RESULTS.md says', async () => {
  const table = readFileSync('bench/RESULTS.md', 'utf8');
  const rows = [...table.matchAll(/^\| (\d+) (s|min|h) \| (\d+) \| ([\d.]+) s \|/gm)];
  expect(rows).toHaveLength(8);
  for (const [, duration, unit, polls, late] of rows) {
    const lasts = Number(duration) * ({ s: 1, min: 60 }[unit ?? ''] ?? 3600);
    const { end, endMs } = await play({ ...CREATED, phases: [{ shows: 'active', lasts }], timeout: 86_400 });
    expect(end.polls).toBe(Number(polls));
    expect(endMs / SECOND - lasts).toBeLessThanOrEqual(Number(late));
  }
});

test('a job that is completed at once without a link is read once more after 5 s, if there is time', async () => {
  const { end, endMs } = await play({ ...CREATED, answered: 'linkless' });
  expect([end.polls, end.job?.prLink !== undefined, endMs]).toEqual([1, true, 5000]);
  expect((await play({ ...CREATED, answered: 'linkless', timeout: 0 })).polls).toEqual([]);
});

test('a wait does not hide a bug', async () => {
  await expect(play({ ...CREATED, troubles: ['no fault'] })).rejects.toThrow(RangeError);
});
