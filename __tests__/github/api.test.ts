import { describe, expect, test } from '@jest/globals';
import {
  GithubError,
  isGone,
  NothingSentError,
  type RetryOptions,
  tryAgain,
  unlessGone,
  withinBudget,
} from '../../src/github/api.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const { signal } = new AbortController();

function failure(status: number, others: Partial<GithubError> = {}): GithubError {
  return new GithubError(`GitHub answered ${status}.`, { status, kind: 'transient', ...others });
}

/** Tries what fails in this way, and says at which milliseconds. */
async function tries(
  error: Error,
  patienceMs: number,
  options: Partial<RetryOptions> = {},
  mayPass = true,
  clock = new SimulatedClock(),
) {
  const seen: number[] = [];
  const work = async (): Promise<never> => {
    seen.push(clock.now());
    throw error;
  };
  const trying = tryAgain(clock, { signal, patienceMs, ...options }, () => mayPass, work);
  await expect(trying).rejects.toBe(error);
  return { seen };
}

describe('what may pass', () => {
  test('is tried again with growing pauses', async () => {
    const { seen } = await tries(failure(502), 30_000);
    expect(seen).toEqual([0, 500, 1_500, 3_500, 7_500, 12_500, 17_500, 22_500, 27_500]);
  });

  test('is tried once more at the end of the patience, but not later than a limit ends', async () => {
    expect((await tries(failure(502), 500)).seen).toHaveLength(2);
    expect((await tries(failure(429, { retryAfterMs: 7_000 }), 7_000)).seen).toHaveLength(2);
    expect((await tries(failure(429, { retryAfterMs: 7_001 }), 7_000)).seen).toHaveLength(1);
  });

  test('is tried no more after an interruption, nor when it may not pass, nor when it is none of GitHub’s', async () => {
    expect((await tries(failure(502), 9_000, { signal: AbortSignal.abort() })).seen).toHaveLength(1);
    expect((await tries(failure(502), 9_000, {}, false)).seen).toHaveLength(1);
    expect((await tries(new TypeError('oops'), 9_000)).seen).toHaveLength(1);
    const clock = new SimulatedClock();
    const interruption = new AbortController();
    clock.at(700, () => interruption.abort(new Error('interrupted')));
    const { seen } = await tries(failure(502), 9_000, { signal: interruption.signal }, true, clock);
    expect([seen.length, clock.now(), clock.sleepers]).toEqual([2, 700, 0]);
  });
});

test.each([
  ['required', 30_000],
  ['optional', 5_000],
] as const)(
  'what is %s is asked for again during %d ms, and the last try ends 10 s later',
  async (budget, ms) => {
    const clock = new SimulatedClock();
    const error = failure(502);
    const work = withinBudget({ clock, signal }, budget, async (options) => {
      expect(options.patienceMs).toBe(ms);
      await clock.sleep(3_600_000, options.signal).catch(() => {
        throw error;
      });
    });
    await expect(work).rejects.toBe(error);
    expect([clock.now(), clock.sleepers]).toEqual([ms + 10_000, 0]);
    expect(await withinBudget({ clock, signal }, budget, async () => 7)).toBe(7);
    expect(clock.sleepers).toBe(0);
  },
);

const [trouble, refusal] = [failure(502), failure(403, { kind: 'refused', advice: 'Mend it.' })];

test.each<[GithubError | undefined, string]>([
  [undefined, 'Why. Nothing was sent.'],
  [trouble, 'Why. Nothing was sent. Re-run the workflow.'],
  [
    refusal,
    'Why. Mend it. Nothing was sent. If you change the workflow file, start a new run, because a re-run uses the old file.',
  ],
])('nothing sent is told, after %s', (cause, message) => {
  const error = new NothingSentError('Why.', cause);
  expect([`${error.message} ${error.advice}`, error.cause]).toEqual([message, cause]);
});

test('an error of GitHub says what to do, if there is something', () => {
  expect(trouble).toMatchObject({ name: 'GithubError', advice: '', full: 'GitHub answered 502.' });
  expect(refusal.full).toBe('GitHub answered 403. Mend it.');
});

test('what is gone is absent', async () => {
  expect(await unlessGone(Promise.resolve(7))).toBe(7);
  for (const status of [404, 410]) expect(await unlessGone(Promise.reject(failure(status)))).toBeUndefined();
  await expect(unlessGone(Promise.reject(failure(403)))).rejects.toThrow('403');
  expect([failure(404), failure(502), { status: 404 }].map(isGone)).toEqual([true, false, false]);
});
