import { expect, test } from '@jest/globals';
import {
  type AgentResult,
  idToGoOn,
  isFailure,
  nothingSent,
  OUTCOMES,
  type Outcome,
  pullRequestOf,
} from '../../src/agent/result.ts';
import { GithubError } from '../../src/github/api.ts';
import { jobOf } from '../helpers/wait-world.ts';

test('what each outcome means for the step; its words are held in replies/text.test.ts', () => {
  const outcomes = Object.entries(OUTCOMES);
  const of = (kind: string) => outcomes.filter(([, { fails }]) => fails === kind).map(([name]) => name);
  expect(of('always')).toEqual(['unknown', 'error']);
  expect(of('fail-on')).toEqual(['no-pull-request', 'failed', 'archived', 'timeout']);
  expect(of('never')).toEqual(['pull-request', 'started', 'cancelled', 'skipped']);
  const failing = outcomes.filter(([outcome]) =>
    isFailure({ outcome: outcome as Outcome, reason: '' }, new Set(['failed', 'started'])),
  );
  expect(failing.map(([name]) => name)).toEqual(['failed', 'unknown', 'error']);
});

test('what GitHub did not tell is an error that says to run again, with GitHub’s advice if there is one', () => {
  const error = (advice?: string) =>
    new GithubError('GitHub answered 502.', { status: 502, kind: 'transient', ...(advice && { advice }) });
  const advice = 'Nothing was sent, since that could pay for the same work twice. Run the workflow again.';
  const reason = 'It could not be read: GitHub answered 502.';
  expect(nothingSent('It could not be read', error())).toEqual({ outcome: 'error', reason, advice });
  expect(nothingSent('It could not be read', error('Wait.')).advice).toBe(`${advice} Wait.`);
});

const GO_ON = ['pull-request', 'no-pull-request', 'started', 'timeout', 'cancelled', 'unknown'] as const;

test.each<[Outcome, Partial<AgentResult>, string]>([
  ...GO_ON.map((outcome): [Outcome, object, string] => [outcome, {}, 'job_1']),
  ['unknown', { jobId: undefined }, ''],
  ['failed', { job: jobOf('failed') }, ''],
  ['archived', { job: jobOf('failed') }, ''],
  ['error', {}, ''],
  ['error', { job: jobOf('active') }, 'job_1'],
])('after %s with %j, the job to go on with is %j', (outcome, others, id) => {
  expect(idToGoOn({ outcome, reason: '', jobId: 'job_1', ...others })).toBe(id);
});

const LONGEST = `https://a.example/${'x'.repeat(2_000 - 18)}`;

test.each([
  ['https://github.com/acme/docs/pull/41', '41'],
  ['https://github.com/acme/docs/pull/41/files?w=1#diff', '41'],
  ['https://gitlab.com/acme/docs/-/merge_requests/12', '12'],
  ['https://bitbucket.org/acme/docs/pull-requests/3', '3'],
  ['http://git.internal/acme/docs/pull/5', '5'],
  ['https://github.com/acme/docs/tree/main', ''],
  ['https://github.com/acme/docs/pull/41x', ''],
  ['https://github.com/acme/pull', ''],
  [LONGEST, ''],
])('the pull request %s has the number "%s"', (prLink, number) => {
  expect(pullRequestOf(jobOf('completed', { prLink }))).toEqual({ url: prLink, number });
});

test.each([
  ...[undefined, '', 'see the dashboard', 'javascript:alert(1)', 'ftp://github.com/acme/docs/pull/7'],
  ...['//x/pull/1', 'xhttps://a.example', 'httpsx://a.example', `${LONGEST}x`],
])('%s is no pull request', (prLink) => {
  expect(pullRequestOf(jobOf('completed', { prLink }))).toBeUndefined();
  expect(pullRequestOf(undefined)).toBeUndefined();
});
