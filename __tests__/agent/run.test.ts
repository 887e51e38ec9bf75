import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Decision } from '../../src/agent/decide.ts';
import type { AgentResult } from '../../src/agent/result.ts';
import { carryOut } from '../../src/agent/run.ts';
import type { AgentInputs } from '../../src/inputs.ts';
import type { JobPlatform } from '../../src/platform/client.ts';
import { deliveryOf } from '../../src/platform/retry.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type PlatformScript, type PostScript, SimulatedPlatform } from '../helpers/simulated-platform.ts';
import { errorOf, JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const create: Decision = { kind: 'create' };
const message: Decision = { kind: 'message', jobId: 'job_7', knowsSubject: true, trust: 'once active' };
const watch: Decision = { kind: 'watch', jobId: 'job_7', trust: 'at once' };

type Settings = Partial<Pick<AgentInputs, 'wait' | 'timeoutMs' | 'pollIntervalMs'>>;

interface Played {
  readonly result: AgentResult;
  readonly platform: SimulatedPlatform;
  readonly log: CollectedLog;
  /** What was reported of the job, and how many polls were made by then. */
  readonly reported: readonly { readonly job: Job; readonly polls: number }[];
  readonly endMs: number;
}

async function play(
  decision: Decision,
  script: PlatformScript,
  settings: Settings = {},
  interruptedAtMs = Number.POSITIVE_INFINITY,
): Promise<Played> {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  const { signal } = interruption;
  if (interruptedAtMs <= 0) interruption.abort();
  else if (interruptedAtMs < Number.POSITIVE_INFINITY) clock.at(interruptedAtMs, () => interruption.abort());
  const platform = new SimulatedPlatform(clock, script);
  const log = new CollectedLog();
  const reported: { job: Job; polls: number }[] = [];
  const onJob = (job: Job) => void reported.push({ job, polls: platform.polls.length });
  const inputs = { ...agentInputs(), ...settings };
  const prompt = 'Write about proxies';
  const result = await carryOut(decision, { inputs, platform, clock, log, signal, prompt, onJob });
  // No timer and no listener is left, save the interruption that is still to come.
  const isDue = interruptedAtMs < Number.POSITIVE_INFINITY && !signal.aborted;
  expect([clock.sleepers, getEventListeners(signal, 'abort').length]).toEqual([isDue ? 1 : 0, 0]);
  return { result, platform, log, reported, endMs: clock.now() };
}

const refused: Trouble = { kind: 'network', code: 'ECONNREFUSED', sent: false };
const reset: Trouble = { kind: 'network', code: 'ECONNRESET', sent: true };
const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });

test('a create is sent once, told of before the wait, and waited for', async () => {
  const done = jobOf('completed', { prLink: 'https://github.com/acme/docs/pull/7' });
  const { result, platform, reported } = await play(create, { polls: [jobOf('active'), done] });
  expect(platform.posts).toMatchObject([
    { operation: 'create', prompt: 'Write about proxies', timeoutMs: 60_000 },
  ]);
  expect(reported).toEqual([
    { job: jobOf('active'), polls: 0 },
    { job: done, polls: 2 },
  ]);
  expect(result).toMatchObject({
    outcome: 'pull-request',
    job: done,
    jobId: JOB_ID,
    polls: 2,
    durationMs: 4000,
  });
});

test('a POST gets at least 10 s, and at most as long as the run has, within a minute', async () => {
  const timeouts = [1, 20, 3600].map(async (seconds) => {
    const { platform } = await play(create, {}, { timeoutMs: seconds * SECOND });
    return platform.posts[0]?.timeoutMs;
  });
  expect(await Promise.all(timeouts)).toEqual([10_000, 20_000, 60_000]);
});

interface Given extends PlatformScript {
  readonly settings?: Settings;
  readonly interruptedAtMs?: number;
}

/** When something was sent, how often was polled and reported, and how and when it ended; without what there was not. */
function storyOf({ platform, result, reported, endMs }: Played): string {
  const { posts: sent, polls } = platform;
  return [
    sent.length > 0 ? `${sent[0]?.operation} ${sent.map(({ startMs }) => startMs / SECOND).join(', ')}` : '',
    polls.length > 0 ? `${polls.length} polls` : '',
    reported.length > 0 ? `${reported.length} reports` : '',
    [result.outcome, result.jobId, endMs / SECOND].filter((part) => part !== undefined).join(' '),
  ]
    .filter((part) => part !== '')
    .join('; ');
}

/** Each row: what happens, what is given, the story, and the reason where it is made here. */
function stories(decision: Decision, rows: readonly (readonly [string, Given, string, ...string[]])[]): void {
  test.each(rows)('%s', async (_, { settings, interruptedAtMs, ...script }, story, ...reasons) => {
    const played = await play(decision, script, settings, interruptedAtMs);
    expect(storyOf(played)).toBe(story);
    for (const reason of reasons) expect(played.result.reason).toBe(reason);
  });
}

const posts = (latencyMs: number, ...outcomes: PostScript['outcome'][]) => ({
  posts: outcomes.map((outcome) => ({ latencyMs, outcome })),
});
const active = { polls: [jobOf('active')] };
const once = { settings: { wait: false } };
const at = (seconds: number) => ({ interruptedAtMs: seconds * SECOND });

const UNSENT = 'The run was interrupted before anything was sent to the platform.';
const unknown = (what: string, why: string) =>
  `The request to ${what} was sent, and nobody knows whether the platform accepted it: ${why}.`;
const RESET = unknown('create the job', 'POST failed (ECONNRESET)');
const RESET_MESSAGE = unknown('send the follow-up', 'POST failed (ECONNRESET)');
const CUT = unknown('create the job', 'the run was interrupted while the request was under way');
const REFUSED = 'POST failed (ECONNREFUSED).';
const WRONG_KEY = 'POST was answered 401.';
const GONE = 'The job could not be read: GET was answered 404.';
const UNFINISHED = 'The job is not finished, and this run does not wait for it (wait: false).';
const SOON = 'The run was interrupted after 0 s of waiting, and did not stop the job.';
const ASLEEP = 'The run was interrupted after 1 min 1 s of waiting, and did not stop the job.';

describe('a create', () => {
  const thrice = [refused, refused, refused];
  const late = { ...posts(0, http(429, 29 * MINUTE), 'accepted'), ...active };
  const slow = { ...posts(9000, 'accepted'), ...active, settings: { timeoutMs: 5 * SECOND } };
  const unconnected = { posts: [{ latencyMs: 30_000, outcome: 'accepted', connects: false }] } as const;
  const asked = posts(0, http(429, 60_000));

  stories(create, [
    ['that does not wait makes no poll', once, 'create 0; 1 reports; started job_1 0'],
    [
      'is sent again when the connection was never made, a little later each time',
      posts(0, ...thrice, 'accepted'),
      'create 0, 2, 6, 14; 1 polls; 2 reports; no-pull-request job_1 16',
    ],
    ['is given up after four times', posts(0, ...thrice, refused), 'create 0, 2, 6, 14; error 14', REFUSED],
    ['spends its deadline on sending, too', late, 'create 0, 1740; 22 polls; 1 reports; timeout job_1 1798'],
    ['that is accepted too late is not waited for', slow, 'create 0; 1 reports; timeout job_1 9'],
    ['is never sent again if nobody knows whether it arrived', posts(0, reset), 'create 0; unknown 0', RESET],
  ]);

  describe('that is interrupted', () => {
    stories(create, [
      ['before it is sent leaves nothing behind', at(0), 'cancelled 0', UNSENT],
      [
        'waits 2.5 s for the answer, so that the job is not lost',
        { ...posts(3000, 'accepted'), ...at(1) },
        'create 0; 1 reports; cancelled job_1 3',
      ],
      ['is unknown without one', { ...posts(30_000, 'accepted'), ...at(1) }, 'create 0; unknown 3.5', CUT],
      [
        'is an error if it is refused',
        { ...posts(2000, http(401)), ...at(1) },
        'create 0; error 2',
        WRONG_KEY,
      ],
      ['before it is connected', { ...unconnected, ...at(1) }, 'create 0; cancelled 3.5', UNSENT],
      ['is not sent a second time', { ...posts(2000, refused), ...at(1) }, 'create 0; cancelled 2', UNSENT],
      [
        'while it is sent for the last time',
        { ...posts(1000, ...thrice, refused), ...at(17.5) },
        'create 0, 3, 8, 17; cancelled 18',
        UNSENT,
      ],
      ['before it is sent again leaves it unsent', { ...asked, ...at(5) }, 'create 0; cancelled 5', UNSENT],
      [
        'while asleep ends at once',
        { ...active, ...at(61.234) },
        'create 0; 21 polls; 1 reports; cancelled job_1 61.234',
        ASLEEP,
      ],
    ]);
  });
});

describe('a message', () => {
  const failing = { polls: [jobOf('active'), jobOf('failed')] };
  const quick = { settings: { pollIntervalMs: 2000 } };

  stories(message, [
    [
      'goes to its job, and the wait follows the job',
      failing,
      'message 0; 2 polls; 2 reports; failed job_7 4',
    ],
    ['keeps its job-id when it is unknown', posts(0, reset), 'message 0; unknown job_7 0', RESET_MESSAGE],
    ['that is interrupted before it is sent', at(0), 'cancelled job_7 0', UNSENT],
    ['is not over before that is clear', quick, 'message 0; 30 polls; 2 reports; no-pull-request job_7 60'],
  ]);
});

describe('a watch', () => {
  const stuck = { pollLatencyMs: 5000, ...at(1), ...once };

  stories(watch, [
    [
      'sends nothing, and polls at once',
      { polls: [jobOf('archived')] },
      '1 polls; 1 reports; archived job_7 0',
    ],
    [
      'that does not wait polls once',
      { ...active, ...once },
      '1 polls; 1 reports; started job_7 0',
      UNFINISHED,
    ],
    ['or sees the end', once, '1 polls; 1 reports; no-pull-request job_7 0'],
    ['or tells why it saw nothing', { polls: [http(404)], ...once }, '1 polls; error job_7 0', GONE],
    ['or is interrupted', stuck, '1 polls; cancelled job_7 1', SOON],
    ['that is interrupted before it begins', at(0), 'cancelled job_7 0', UNSENT],
  ]);

  const settling = { ...watch, trust: 'once settled' } as const;
  stories(settling, [
    ['of a follow-up that does not wait cannot tell its end', once, '1 polls; 1 reports; started job_7 0'],
    [
      'and waits until that is clear',
      { settings: { pollIntervalMs: 2000 } },
      '31 polls; 1 reports; no-pull-request job_7 60',
    ],
  ]);
});

test('what may not be sent ends with its result, and nothing is asked', async () => {
  const result = { outcome: 'error', reason: 'Because.' } as const;
  const { platform, ...played } = await play({ kind: 'stop', result }, {});
  expect(played.result).toEqual(result);
  expect(platform.calls).toEqual([]);
});

test('a watch is told, and the time that a run took is its own', async () => {
  const clock = new SimulatedClock();
  await clock.sleep(5_000);
  const [platform, log] = [
    new SimulatedPlatform(clock, { polls: [jobOf('active'), jobOf('failed')] }),
    new CollectedLog(),
  ];
  const { signal } = new AbortController();
  const carrying = { inputs: agentInputs(), platform, clock, log, signal, prompt: '', onJob() {} };
  expect(await carryOut(watch, carrying)).toMatchObject({ outcome: 'failed', durationMs: 2_000 });
  expect(log.text).toMatch(/^Watching job-id job_7\.\ngroup: Waiting for the job, at most 30 min\n/);
});

test('what is sent again is told, and what is not, with advice', async () => {
  const { result, log } = await play(create, posts(0, refused, reset));
  expect(log.texts('info')).toEqual([
    'POST failed (ECONNREFUSED). Nothing was started. Sending it again in 2 s.',
  ]);
  expect(result.advice).toMatch(/^Do something\. It was not sent again, since that could pay .* job-id /s);
  const { result: never } = await play(create, posts(0, http(400)));
  expect(never.advice).toBe('Do something. Nothing was started.');
});

test('reports a job again only when there is news', async () => {
  const link = { prLink: 'https://github.com/acme/docs/pull/7' };
  const seen = [jobOf('active'), jobOf('active', link)];
  const polls = [...seen, ...seen.slice(1), jobOf('completed', link)];
  const { reported } = await play(watch, { polls: [jobOf('active'), ...polls] });
  expect(reported.map(({ polls: made }) => made)).toEqual([1, 3, 5]);
});

test('a mistake in the program is not taken for trouble with the platform', async () => {
  await expect(play(create, { posts: [] })).rejects.toThrow('There is no script');
  const clock = new SimulatedClock();
  const getJob: JobPlatform['getJob'] = () => Promise.reject(new TypeError('x is not a function'));
  const platform = Object.assign(new SimulatedPlatform(clock, {}), { getJob });
  const { signal } = new AbortController();
  const inputs = { ...agentInputs(), wait: false };
  const carrying = { inputs, platform, clock, log: new CollectedLog(), signal, prompt: '', onJob() {} };
  await expect(carryOut(watch, carrying)).rejects.toThrow(TypeError);
});

/** How sure it is that a POST did not arrive; `retry.test.ts` holds the rule itself. */
function fateOf({ outcome }: PostScript) {
  return outcome === 'accepted' ? outcome : deliveryOf(errorOf(outcome, 'POST'));
}

const postOutcome: fc.Arbitrary<PostScript['outcome']> = fc.oneof(
  fc.constant('accepted' as const),
  {
    weight: 3,
    arbitrary: fc.constantFrom(refused, http(429), http(429, 0), http(429, 700), http(429, 20_000)),
  },
  fc.constantFrom<Trouble>(
    reset,
    http(500),
    http(503, 1000),
    http(408),
    http(302),
    http(400),
    http(401),
    { kind: 'shape' },
    { kind: 'network', code: 'CERT_HAS_EXPIRED', sent: false },
    { kind: 'network', code: 'PROXY_407', sent: false },
    { kind: 'network', code: 'EAI_AGAIN', sent: false },
  ),
);

const life = fc.record({
  decision: fc.constantFrom<Decision>(create, message),
  posts: fc.array(
    fc.record({
      latencyMs: fc.constantFrom(0, 50, 3000, 70_000),
      outcome: postOutcome,
      connects: fc.boolean(),
    }),
    { minLength: 4, maxLength: 4 },
  ),
  settings: fc.record({
    wait: fc.boolean(),
    timeoutMs: fc.constantFrom(5000, MINUTE, 30 * MINUTE),
    pollIntervalMs: fc.constantFrom(500, 5000, 30_000),
  }),
  interruptedAtMs: fc.option(fc.oneof(fc.nat(6000), fc.nat(100_000)), { nil: undefined, freq: 2 }),
});

test('whatever happens, nothing is sent twice, no job is lost, and the outcome is true', async () => {
  await fc.assert(
    fc.asyncProperty(life, async ({ decision, posts, settings, interruptedAtMs }) => {
      const { result, platform, reported, endMs } = await play(
        decision,
        { posts, accepted: jobOf('active') },
        settings,
        interruptedAtMs,
      );
      const sent = platform.posts;
      // An interruption or the time limit can cut a request short: then only whether it connected is known.
      const isCut = sent.map(
        ({ startMs, endMs: until }, index) => until - startMs < (posts[index]?.latencyMs ?? 0),
      );
      const fates = isCut.map((cut, index) => {
        const script = posts[index] as PostScript;
        if (!cut) return fateOf(script);
        return script.connects ? 'unknown' : 'again';
      });
      const last = fates.at(-1);
      const interrupted = interruptedAtMs !== undefined && endMs >= interruptedAtMs;

      expect(sent.length).toBeLessThanOrEqual(4);
      expect(fates.slice(0, -1).every((fate) => fate === 'again')).toBe(true);
      for (const [index, { startMs }] of sent.slice(1).entries()) {
        const before = sent[index];
        const { outcome } = posts[index] as PostScript;
        const answered = !isCut[index] && typeof outcome === 'object' && outcome.kind === 'http';
        // A platform that answered 429 gets a second at least, whatever it asks for.
        const asked = answered ? Math.max(outcome.retryAfterMs ?? 0, 1000) : 0;
        expect(startMs - (before?.endMs ?? 0)).toBeCloseTo(
          Math.max(asked, Math.min(2000 * 2 ** index, settings.pollIntervalMs)),
        );
        expect(startMs).toBeLessThan(settings.timeoutMs);
      }
      if (interruptedAtMs !== undefined) expect(endMs).toBeLessThanOrEqual(interruptedAtMs + 2500);

      if (last === 'accepted') {
        const [first] = reported;
        expect(first).toMatchObject({ polls: 0, job: { id: sent.at(-1)?.job?.id } });
        expect(result.jobId).toBe(sent.at(-1)?.job?.id);
        expect(['started', 'no-pull-request', 'timeout', 'cancelled']).toContain(result.outcome);
      } else {
        expect(reported).toEqual([]);
        expect(platform.polls).toEqual([]);
        expect(result.jobId).toBe(decision.kind === 'message' ? 'job_7' : undefined);
        const never =
          sent.length === 0 || (last === 'again' && interrupted && result.outcome === 'cancelled');
        const expected = last === 'unknown' ? 'unknown' : never ? 'cancelled' : 'error';
        expect(result.outcome).toBe(expected);
      }
      expect(result.durationMs).toBe(endMs);
    }),
    { numRuns: 1500 },
  );
});
