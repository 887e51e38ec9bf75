import { describe, expect, test } from '@jest/globals';
import {
  attempt,
  type CallOptions,
  GithubError,
  isGone,
  NothingSentError,
  tryAgain,
  unlessGone,
} from '../../src/github/api.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const { signal } = new AbortController();

function failure(status: number, others: Partial<GithubError> = {}): GithubError {
  return new GithubError(`GitHub answered ${status}.`, { status, kind: 'trouble', ...others });
}

/** Tries what fails in this way, and says when, what patience was left, and the error. */
async function tries(error: Error, patienceMs: number, options: Partial<CallOptions> = {}, mayPass = true) {
  const clock = new SimulatedClock();
  const seen: [atMs: number, leftMs: number][] = [];
  const work = async (left: CallOptions): Promise<never> => {
    seen.push([clock.now(), left.patienceMs]);
    throw error;
  };
  const trying = tryAgain(clock, { signal, patienceMs, ...options }, () => mayPass, work);
  await expect(trying).rejects.toBe(error);
  return { seen, endMs: clock.now(), sleepers: clock.sleepers };
}

describe('what may pass', () => {
  test('is tried again with growing pauses, and each try is told what patience is left', async () => {
    const { seen } = await tries(failure(502), 1_600);
    expect(seen).toEqual([
      [0, 1_600],
      [500, 1_100],
      [1_500, 100],
    ]);
    const pauses = (await tries(failure(502), 30_000)).seen.map(([at]) => at);
    expect(pauses).toEqual([0, 500, 1_500, 3_500, 7_500, 12_500, 17_500, 22_500, 27_500]);
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
    let count = 0;
    const options = { signal: interruption.signal, patienceMs: 9_000 };
    const trying = tryAgain(
      clock,
      options,
      () => true,
      async () => {
        count += 1;
        throw failure(502);
      },
    );
    await expect(trying).rejects.toThrow('502');
    expect([count, clock.now(), clock.sleepers]).toEqual([2, 700, 0]);
  });
});

describe('an attempt', () => {
  test('has so much patience, ends a little later, and returns the trouble that is left', async () => {
    const clock = new SimulatedClock();
    const error = failure(502);
    const left = await attempt({ clock, signal }, 10_000, async (options) => {
      expect(options.patienceMs).toBe(10_000);
      await clock.sleep(3_600_000, options.signal).catch(() => {
        throw error;
      });
    });
    expect([left, clock.now(), clock.sleepers]).toEqual([error, 15_000, 0]);
    expect(await attempt({ clock, signal }, 10_000, async () => {})).toBeUndefined();
    expect(clock.sleepers).toBe(0);
  });

  test('hides no mistake in the program', async () => {
    const clock = new SimulatedClock();
    const work = () => Promise.reject(new TypeError('oops'));
    await expect(attempt({ clock, signal }, 10, work)).rejects.toThrow(TypeError);
  });
});

test.each<[string, GithubError | undefined, string]>([
  ['without GitHub', undefined, 'Why. Nothing was sent.'],
  ['in trouble', failure(502), 'Why. Nothing was sent: run the workflow again.'],
  [
    'a refusal',
    failure(403, { advice: 'Mend it.' }),
    'Why. Mend it. Nothing was sent: run the workflow again.',
  ],
])('nothing sent is told, %s', (_, cause, message) => {
  const error = new NothingSentError('Why.', cause);
  expect([error.name, error.message, error.cause]).toEqual(['NothingSentError', message, cause]);
});

test('an error of GitHub says what to do, if there is something', () => {
  expect([failure(502).name, failure(502).advice, failure(502).full]).toEqual([
    'GithubError',
    '',
    'GitHub answered 502.',
  ]);
  expect(failure(403, { advice: 'Mend it.' }).full).toBe('GitHub answered 403. Mend it.');
});

test('what is gone is absent', async () => {
  expect(await unlessGone(Promise.resolve(7))).toBe(7);
  for (const status of [404, 410]) expect(await unlessGone(Promise.reject(failure(status)))).toBeUndefined();
  await expect(unlessGone(Promise.reject(failure(403)))).rejects.toThrow('403');
  expect([failure(404), failure(502), { status: 404 }].map(isGone)).toEqual([true, false, false]);
});
