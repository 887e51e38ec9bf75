import { expect, test } from '@jest/globals';
import type { PullRequestState } from '../../src/agent/pull-request.ts';
import {
  type AgentResult,
  headlineOf,
  isFailure,
  nothingSent,
  OUTCOMES,
  type Outcome,
  pullRequestOf,
  reusableJobId,
} from '../../src/agent/result.ts';
import { GithubError } from '../../src/github/api.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';

test('what each outcome means for the step', () => {
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

test('what GitHub did not say is an error that says to run again, with GitHub’s advice if there is one', () => {
  const error = (advice?: string) =>
    new GithubError('GitHub answered 502.', { status: 502, kind: 'transient', ...(advice && { advice }) });
  const advice = 'Nothing was sent, since sending it twice could cost twice. Run the workflow again.';
  const reason = 'It could not be read: GitHub answered 502.';
  expect(nothingSent('It could not be read', error())).toEqual({ outcome: 'error', reason, advice });
  expect(nothingSent('It could not be read', error('Wait.')).advice).toBe(`${advice} Wait.`);
});

const REUSABLE = ['pull-request', 'no-pull-request', 'started', 'timeout', 'cancelled', 'unknown'] as const;

test.each<[Outcome, Partial<AgentResult>, string]>([
  ...REUSABLE.map((outcome): [Outcome, object, string] => [outcome, {}, 'job_1']),
  ['unknown', { jobId: undefined }, ''],
  ['failed', { job: jobOf('failed') }, ''],
  ['archived', { job: jobOf('failed') }, ''],
  ['error', {}, ''],
  ['error', { job: jobOf('active') }, 'job_1'],
])('after %s with %j, the job that can take a follow-up is %j', (outcome, others, id) => {
  expect(reusableJobId({ outcome, reason: '', jobId: 'job_1', ...others })).toBe(id);
});

const READY = '✅ The docs pull request is ready';
const FINISHED = '✅ The docs agent finished the follow-up';
const followUp = { isFollowUp: true };
const pullRequest = (state: PullRequestState['state']) => ({ pullRequest: { ...PULL_REQUEST, state } });

test.each<[string, Partial<AgentResult>]>([
  [READY, {}],
  [READY, { isFollowUp: false, ...pullRequest('open') }],
  [FINISHED, followUp],
  [FINISHED, { ...followUp, ...pullRequest('open') }],
  ['✅ The docs pull request has 1 new commit', { ...followUp, change: { kind: 'new-commits', count: 1 } }],
  ['✅ The docs pull request has 2 new commits', { ...followUp, change: { kind: 'new-commits', count: 2 } }],
  ['✅ The docs pull request was changed', { ...followUp, change: { kind: 'rewritten' } }],
  [
    '☑️ The docs agent finished, and the docs pull request has no new commit',
    { ...followUp, ...pullRequest('open'), change: { kind: 'unchanged' } },
  ],
  ['✅ The docs pull request is merged', pullRequest('merged')],
  [
    '✅ The docs pull request is merged',
    { ...followUp, ...pullRequest('merged'), change: { kind: 'unchanged' } },
  ],
  ['☑️ The docs pull request is closed', { ...followUp, ...pullRequest('closed') }],
  // What a pull request shows says nothing of a job that did not end with it.
  ['❌ The docs agent failed', { outcome: 'failed', ...followUp, ...pullRequest('merged') }],
  ['⏳ The docs agent needs longer than this run waited', { outcome: 'timeout', ...followUp }],
])('the headline %s', (headline, others) => {
  expect(headlineOf({ outcome: 'pull-request', reason: '', ...others })).toBe(headline);
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
])('%s is not a pull request', (prLink) => {
  expect(pullRequestOf(jobOf('completed', { prLink }))).toBeUndefined();
  expect(pullRequestOf(undefined)).toBeUndefined();
});
