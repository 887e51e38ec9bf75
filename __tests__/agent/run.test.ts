import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Task } from '../../src/agent/decide.ts';
import type { AgentResult } from '../../src/agent/result.ts';
import { type RunSettings, runTask } from '../../src/agent/run.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { type PlatformScript, type PostScript, SimulatedPlatform } from '../helpers/simulated-platform.ts';
import { JOB_ID, jobOf, type Trouble } from '../helpers/wait-world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const create: Task = { kind: 'create', prompt: 'Write about proxies' };
const message: Task = { kind: 'message', jobId: 'job_7', prompt: 'Shorter', knowsSubject: true };
const watch: Task = { kind: 'watch', jobId: 'job_7', prompt: '' };

const defaults: RunSettings = {
  wait: true,
  timeoutMs: 30 * MINUTE,
  pollIntervalMs: 30 * SECOND,
  settleMs: MINUTE,
};

interface Played {
  readonly result: AgentResult;
  readonly platform: SimulatedPlatform;
  readonly log: CollectedLog;
  /** What was reported of the job, and how many polls were made by then. */
  readonly reported: readonly { readonly job: Job; readonly polls: number }[];
  readonly endMs: number;
}

async function play(
  task: Task,
  script: PlatformScript,
  settings: Partial<RunSettings> = {},
  interruptedAtMs?: number,
): Promise<Played> {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  if (interruptedAtMs !== undefined) {
    if (interruptedAtMs <= 0) interruption.abort();
    else clock.at(interruptedAtMs, () => interruption.abort());
  }
  const platform = new SimulatedPlatform(clock, script);
  const log = new CollectedLog();
  const reported: { job: Job; polls: number }[] = [];
  const result = await runTask(
    task,
    { ...defaults, ...settings },
    {
      platform,
      clock,
      log,
      signal: interruption.signal,
      onJob: (job) => void reported.push({ job, polls: platform.polls.length }),
    },
  );
  return { result, platform, log, reported, endMs: clock.now() };
}

const refused: Trouble = { kind: 'network', code: 'ECONNREFUSED', sent: false };
const reset: Trouble = { kind: 'network', code: 'ECONNRESET', sent: true };
const http = (status: number, retryAfterMs?: number): Trouble => ({ kind: 'http', status, retryAfterMs });
const meets = (...outcomes: PostScript['outcome'][]): PostScript[] =>
  outcomes.map((outcome) => ({ latencyMs: 200, outcome }));

describe('a create', () => {
  test('is sent once, told of before the wait, and waited for', async () => {
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

  test('that does not wait makes no poll', async () => {
    const { result, platform } = await play(create, {}, { wait: false });
    expect(platform.polls).toHaveLength(0);
    expect(result).toMatchObject({ outcome: 'started', jobId: JOB_ID });
    expect(result.advice).toContain('no prompt');
  });

  test('gets at least 10 s for its POST, and at most as long as the run has, within a minute', async () => {
    const timeouts = [1, 20, 3600].map(async (seconds) => {
      const { platform } = await play(create, {}, { timeoutMs: seconds * SECOND });
      return platform.posts[0]?.timeoutMs;
    });
    expect(await Promise.all(timeouts)).toEqual([10_000, 20_000, 60_000]);
  });

  test('is sent again when the connection was never made, a little later each time', async () => {
    const posts = [
      { latencyMs: 0, outcome: refused },
      { latencyMs: 0, outcome: refused },
      { latencyMs: 0, outcome: refused },
      { latencyMs: 0, outcome: 'accepted' as const },
    ];
    const { result, platform, log } = await play(create, { posts });
    expect(platform.posts.map(({ startMs }) => startMs)).toEqual([0, 2000, 6000, 14_000]);
    expect(result.outcome).toBe('no-pull-request');
    expect(log.texts('info')[0]).toBe(
      'POST failed (ECONNREFUSED). Nothing was started. Sending it again in 2 s.',
    );
  });

  test('is given up after four times, and nothing was started', async () => {
    const { result, platform } = await play(create, { posts: meets(refused, refused, refused, refused) });
    expect(platform.posts).toHaveLength(4);
    expect(result).toMatchObject({
      outcome: 'error',
      reason: 'POST failed (ECONNREFUSED).',
      advice: 'Do something. Nothing was started.',
    });
    expect(result.jobId).toBeUndefined();
  });

  test('waits as long as a 429 asks before it is sent again', async () => {
    const { platform } = await play(create, {
      posts: [
        { latencyMs: 0, outcome: http(429, 90_000) },
        { latencyMs: 0, outcome: 'accepted' },
      ],
    });
    expect(platform.posts.map(({ startMs }) => startMs)).toEqual([0, 90_000]);
  });

  test('spends the time of its deadline on sending, too', async () => {
    const { result, endMs } = await play(create, {
      posts: meets(http(429, 20 * MINUTE), 'accepted'),
      polls: [jobOf('active')],
    });
    expect(result).toMatchObject({ outcome: 'timeout', jobId: JOB_ID });
    expect(endMs).toBeGreaterThan(29 * MINUTE);
    expect(endMs).toBeLessThanOrEqual(30 * MINUTE);
  });

  test('that is accepted when the time is up is not waited for', async () => {
    const { result, platform } = await play(
      create,
      { posts: [{ latencyMs: 9 * SECOND, outcome: 'accepted' }], polls: [jobOf('active')] },
      { timeoutMs: 5 * SECOND },
    );
    expect(result).toMatchObject({ outcome: 'timeout', jobId: JOB_ID, polls: 0 });
    expect(platform.polls).toHaveLength(0);
  });

  test('is not sent again when a 429 asks for more time than there is', async () => {
    const { result, platform } = await play(create, { posts: meets(http(429, 40 * MINUTE)) });
    expect(platform.posts).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'error' });
  });

  test.each([
    ['a reset', reset],
    ['no answer in time', { kind: 'network', code: 'TIMEOUT', sent: true } as const],
    ['500', http(500)],
    ['503', http(503, 1)],
    ['408', http(408)],
    ['a redirect', http(302)],
    ['an unreadable body', { kind: 'shape' } as const],
  ])('is never sent again after %s, and nobody knows whether it arrived', async (_, trouble) => {
    const { result, platform } = await play(create, { posts: meets(trouble) });
    expect(platform.calls).toHaveLength(1);
    expect(result.outcome).toBe('unknown');
    expect(result.reason).toMatch(
      /^The request to create the job was sent, and nobody knows whether the platform accepted it: POST [^.]+\.$/,
    );
    expect(result.advice).toMatch(/^Do something\. It was not sent again, since that could pay .* job-id /s);
  });

  test.each([400, 401, 403, 404, 413, 422])('is refused for good by %d', async (status) => {
    const { result, platform } = await play(create, { posts: meets(http(status)) });
    expect(platform.calls).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'error', reason: `POST was answered ${status}.` });
  });

  test('is not sent again when no connection can ever be made', async () => {
    const untrusted: Trouble = { kind: 'network', code: 'SELF_SIGNED_CERT_IN_CHAIN', sent: false };
    const { result, platform } = await play(create, { posts: meets(untrusted) });
    expect(platform.posts).toHaveLength(1);
    expect(result.outcome).toBe('error');
  });
});

describe('a message', () => {
  test('goes to its job, and the wait follows the job', async () => {
    const { result, platform } = await play(message, {
      polls: [jobOf('active'), jobOf('failed')],
    });
    expect(platform.calls.map(({ operation, jobId }) => [operation, jobId])).toEqual([
      ['message', 'job_7'],
      ['get', 'job_7'],
      ['get', 'job_7'],
    ]);
    expect(result).toMatchObject({ outcome: 'failed', jobId: 'job_7' });
  });

  test('keeps its job-id when nobody knows whether it arrived', async () => {
    const { result } = await play(message, { posts: meets(reset) });
    expect(result).toMatchObject({ outcome: 'unknown', jobId: 'job_7' });
    expect(result.reason).toMatch(/^The request to send the follow-up was sent/);
  });
});

describe('a watch', () => {
  test('sends nothing, and looks at once', async () => {
    const { result, platform, reported } = await play(watch, { polls: [jobOf('archived')] });
    expect(platform.calls).toMatchObject([{ operation: 'get', startMs: 0 }]);
    expect(reported).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'archived', polls: 1, jobId: 'job_7' });
  });

  test('that does not wait takes one look', async () => {
    const active = await play(watch, { polls: [jobOf('active')] }, { wait: false });
    expect(active.platform.calls).toHaveLength(1);
    expect(active.result).toMatchObject({ outcome: 'started', polls: 1, job: { status: 'active' } });
    expect(active.result.reason).not.toContain('accepted');
    expect(active.reported).toHaveLength(1);
    const done = await play(watch, { polls: [jobOf('completed')] }, { wait: false });
    expect(done.result).toMatchObject({ outcome: 'no-pull-request', polls: 1 });
  });

  test('that does not wait tells why it saw nothing', async () => {
    const { result } = await play(watch, { polls: [http(404)] }, { wait: false });
    expect(result).toMatchObject({
      outcome: 'error',
      reason: 'The job could not be read: GET was answered 404.',
      jobId: 'job_7',
    });
    const late = await play(watch, { pollLatencyMs: 5000 }, { wait: false }, 1000);
    expect(late.result).toMatchObject({ outcome: 'cancelled', jobId: 'job_7' });
    expect(late.endMs).toBe(1000);
  });

  test('reports a job again only when there is news', async () => {
    const link = { prLink: 'https://github.com/acme/docs/pull/7' };
    const polls = [
      jobOf('active'),
      jobOf('active'),
      jobOf('active', link),
      jobOf('active', link),
      jobOf('completed', link),
    ];
    const { reported } = await play(watch, { polls });
    expect(reported.map(({ polls: made }) => made)).toEqual([1, 3, 5]);
  });
});

describe('an interruption', () => {
  test.each([create, message, watch])(
    'before anything is sent leaves nothing behind: $kind',
    async (task) => {
      const { result, platform } = await play(task, {}, {}, 0);
      expect(platform.calls).toHaveLength(0);
      expect(result).toMatchObject({
        outcome: 'cancelled',
        reason: 'The run was interrupted before anything was sent to the platform.',
      });
      expect(result.jobId).toBe(task.kind === 'create' ? undefined : 'job_7');
    },
  );

  test('during the POST waits 2.5 s for the answer, so that the job is not lost', async () => {
    const posts = [{ latencyMs: 3000, outcome: 'accepted' as const }];
    const { result, reported, endMs } = await play(create, { posts }, {}, 1000);
    expect(reported).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'cancelled', jobId: JOB_ID });
    expect(result.advice).toContain('job-id');
    expect(endMs).toBe(3000);
  });

  test('during a POST that is not answered in that time is unknown', async () => {
    const { result, endMs } = await play(
      create,
      { posts: [{ latencyMs: 30_000, outcome: 'accepted' }] },
      {},
      1000,
    );
    expect(result.outcome).toBe('unknown');
    expect(result.reason).toContain('the run was interrupted while the request was under way');
    expect(endMs).toBe(3500);
  });

  test('during a POST that is refused in that time is an error', async () => {
    const { result } = await play(create, { posts: [{ latencyMs: 2000, outcome: http(401) }] }, {}, 1000);
    expect(result).toMatchObject({ outcome: 'error', reason: 'POST was answered 401.' });
  });

  test('before the connection is made sends nothing, also not a second time', async () => {
    const unconnected = [{ latencyMs: 30_000, outcome: 'accepted' as const, connects: false }];
    const { result, endMs } = await play(create, { posts: unconnected }, {}, 1000);
    expect(result).toMatchObject({ outcome: 'cancelled' });
    expect(result.jobId).toBeUndefined();
    expect(endMs).toBe(3500);
    const late = await play(create, { posts: [{ latencyMs: 2000, outcome: refused }] }, {}, 1000);
    expect(late.platform.posts).toHaveLength(1);
    expect(late.result.outcome).toBe('cancelled');
  });

  test('before it is sent again leaves it unsent', async () => {
    const { result, platform, endMs } = await play(create, { posts: meets(http(429, 60_000)) }, {}, 5000);
    expect(platform.posts).toHaveLength(1);
    expect(result).toMatchObject({ outcome: 'cancelled' });
    expect(endMs).toBe(5000);
  });

  test('while asleep ends the run at once, and says that the job goes on', async () => {
    const { result, endMs } = await play(create, { polls: [jobOf('active')] }, {}, 61_234);
    expect(result).toMatchObject({
      outcome: 'cancelled',
      reason: 'The run was interrupted after 1 min 1 s of waiting, and did not stop the job.',
      jobId: JOB_ID,
    });
    expect(result.advice).toContain('The job goes on remotely.');
    expect(endMs).toBe(61_234);
  });

  test('while a poll is under way does not wait for it', async () => {
    const { result, endMs } = await play(create, { pollLatencyMs: 15_000 }, {}, 10_000);
    expect(result).toMatchObject({ outcome: 'cancelled', polls: 1 });
    expect(endMs).toBe(10_000);
  });
});

test.each([undefined, 500])('a run leaves no timer or listener behind (interrupted at %s)', async (atMs) => {
  const clock = new SimulatedClock();
  const interruption = new AbortController();
  if (atMs !== undefined) clock.at(atMs, () => interruption.abort());
  const { signal } = interruption;
  const platform = new SimulatedPlatform(clock, { posts: [{ latencyMs: 1000, outcome: 'accepted' }] });
  await runTask(create, defaults, { platform, clock, log: new CollectedLog(), signal, onJob() {} });
  expect({ sleepers: clock.sleepers, listeners: getEventListeners(signal, 'abort').length }).toEqual({
    sleepers: 0,
    listeners: 0,
  });
});

test('a mistake in the program is not taken for trouble with the platform', async () => {
  await expect(play(create, { posts: [] })).rejects.toThrow('There is no script');
  const clock = new SimulatedClock();
  const broken = { getJob: () => Promise.reject(new TypeError('x is not a function')) };
  const platform = Object.assign(new SimulatedPlatform(clock, {}), broken);
  const ports = {
    platform,
    clock,
    log: new CollectedLog(),
    signal: new AbortController().signal,
    onJob() {},
  };
  await expect(runTask(watch, { ...defaults, wait: false }, ports)).rejects.toThrow(TypeError);
});

/** How sure it is that a POST did not arrive, told from what happened to it. */
function fateOf({ outcome }: PostScript): 'accepted' | 'again' | 'refused' | 'unknown' {
  if (outcome === 'accepted') return 'accepted';
  if (outcome.kind === 'shape') return 'unknown';
  if (outcome.kind === 'network') {
    if (outcome.sent) return 'unknown';
    return /^PROXY_407|CERT/.test(outcome.code) ? 'refused' : 'again';
  }
  if (outcome.status === 429) return 'again';
  return outcome.status >= 400 && outcome.status < 500 && outcome.status !== 408 ? 'refused' : 'unknown';
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
  task: fc.constantFrom<Task>(create, message),
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
    fc.asyncProperty(life, async ({ task, posts, settings, interruptedAtMs }) => {
      const { result, platform, reported, endMs } = await play(
        task,
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
        expect(result.jobId).toBe(task.kind === 'message' ? 'job_7' : undefined);
        const never =
          sent.length === 0 || (last === 'again' && interrupted && result.outcome === 'cancelled');
        const expected = last === 'unknown' ? 'unknown' : never ? 'cancelled' : 'error';
        expect(result.outcome).toBe(expected);
      }
      expect(result.durationMs).toBe(endMs);
    }),
    { numRuns: 3000 },
  );
});
