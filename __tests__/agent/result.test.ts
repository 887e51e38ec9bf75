import { describe, expect, test } from '@jest/globals';
import {
  type AgentResult,
  idToGoOn,
  OUTCOMES,
  type Outcome,
  pullRequestOf,
  sizeOf,
} from '../../src/agent/result.ts';
import { jobOf } from '../helpers/wait-world.ts';

/** Outcome, whether it fails the step, the reaction, and what people read in summary, comment and list. */
const WORDS: readonly (readonly [Outcome, string, string | undefined, string, string, string])[] = [
  [
    'pull-request',
    ...(['never', 'rocket', '✅ The docs pull request is open'] as const),
    ...(['✅ The docs pull request is ready', 'pull request ready'] as const),
  ],
  [
    'no-pull-request',
    ...(['fail-on', 'rocket', '☑️ Finished: no pull request reported'] as const),
    ...(['☑️ The docs agent has finished and reported no pull request', 'no pull request reported'] as const),
  ],
  ['failed', 'fail-on', 'confused', '❌ The docs agent failed', '❌ The docs agent failed', 'failed'],
  ['archived', 'fail-on', 'confused', '🗄️ The job is archived', '🗄️ The job is archived', 'archived'],
  ['started', 'never', undefined, '🚀 The docs agent is at work', '🚀 The docs agent has started', 'started'],
  [
    'timeout',
    ...(['fail-on', 'confused', '⏳ The time was up before the job was seen to finish'] as const),
    ...(['⏳ The docs agent takes longer than this run waited', 'not seen to finish'] as const),
  ],
  [
    'cancelled',
    ...(['never', 'confused', '✋ Interrupted: the job goes on'] as const),
    ...(['✋ The run was interrupted', 'interrupted'] as const),
  ],
  [
    'unknown',
    ...(['always', 'confused', '❓ Sent, but nobody knows whether it arrived'] as const),
    ...(['❓ Nobody knows whether the request arrived', 'not known whether it arrived'] as const),
  ],
  ['skipped', 'never', undefined, '⏭️ Skipped', '⏭️ Skipped', 'skipped'],
  [
    'error',
    ...(['always', 'confused', '❌ The run ended in an error'] as const),
    ...(['❌ Something went wrong', 'went wrong'] as const),
  ],
];

describe('the outcomes', () => {
  test.each(WORDS)('%s', (outcome, fails, reaction, headline, inComment, inShort) => {
    const { reaction: given, ...others } = OUTCOMES[outcome];
    expect(others).toEqual({ fails, headline, inComment, inShort });
    expect(given).toBe(reaction);
  });

  test('are these and no others', () => {
    expect(Object.keys(OUTCOMES)).toEqual(WORDS.map(([outcome]) => outcome));
  });
});

describe('the job to go on with', () => {
  const result = (outcome: Outcome, others: Partial<AgentResult> = {}): AgentResult => {
    return { outcome, reason: '', polls: 0, durationMs: 0, jobId: 'job_1', ...others };
  };

  test.each(['pull-request', 'no-pull-request', 'started', 'timeout', 'cancelled', 'unknown'] as const)(
    'of a request that ended as %s is its job',
    (outcome) => {
      expect(idToGoOn(result(outcome))).toBe('job_1');
      expect(idToGoOn(result(outcome, { jobId: undefined }))).toBe('');
    },
  );

  test.each(['failed', 'archived'] as const)('is none after %s', (outcome) => {
    expect(idToGoOn(result(outcome, { job: jobOf('failed') }))).toBe('');
  });

  test('after an error is one that was seen', () => {
    expect(idToGoOn(result('error'))).toBe('');
    expect(idToGoOn(result('error', { job: jobOf('active') }))).toBe('job_1');
  });
});

describe('the pull request of a job', () => {
  test.each([
    ['https://github.com/acme/docs/pull/41', '41'],
    ['https://github.com/acme/docs/pull/41/files', '41'],
    ['https://gitlab.com/acme/docs/-/merge_requests/7', '7'],
    ['https://bitbucket.org/acme/docs/pull-requests/8', '8'],
    ['http://ghes.example/acme/docs/pull/9', '9'],
    ['https://github.com/acme/docs/pull/41x', ''],
    ['https://github.com/acme/docs/pulls', ''],
  ])('%s has the number %j', (prLink, number) => {
    expect(pullRequestOf(jobOf('completed', { prLink }))).toEqual({ url: prLink, number });
  });

  test('is none if it is no web address, or too long to be kept whole', () => {
    expect(pullRequestOf(undefined)).toBeUndefined();
    expect(pullRequestOf(jobOf('completed'))).toBeUndefined();
    for (const prLink of ['', 'pending', 'javascript:alert(1)', 'xhttps://a.example', 'httpsx://a.example']) {
      expect(pullRequestOf(jobOf('completed', { prLink }))).toBeUndefined();
    }
    const longest = `https://a.example/${'x'.repeat(2_000 - 18)}`;
    expect(pullRequestOf(jobOf('completed', { prLink: longest }))?.url).toBe(longest);
    expect(pullRequestOf(jobOf('completed', { prLink: `${longest}x` }))).toBeUndefined();
  });

  test.each([
    [1, '1 file, +3 −2'],
    [0, '0 files, +3 −2'],
    [7, '7 files, +3 −2'],
  ])('that changes %d files has a size', (files, size) => {
    const facts = { title: '', branch: '', state: 'open' } as const;
    expect(sizeOf({ ...facts, files, additions: 3, deletions: 2 })).toBe(size);
  });
});
