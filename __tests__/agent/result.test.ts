import { expect, test } from '@jest/globals';
import {
  type AgentResult,
  idToGoOn,
  OUTCOMES,
  type Outcome,
  pullRequestOf,
  sizeOf,
} from '../../src/agent/result.ts';
import { jobOf } from '../helpers/wait-world.ts';

test('what each outcome means; what comments say of it is in comment-text.test.ts', () => {
  const rows = Object.entries(OUTCOMES).map(([outcome, { fails, reaction = 'none', headline }]) =>
    [outcome, fails, reaction, headline].join(' | '),
  );
  expect(rows).toEqual([
    'pull-request | never | rocket | ✅ The docs pull request is open',
    'no-pull-request | fail-on | rocket | ☑️ Finished: no pull request reported',
    'failed | fail-on | confused | ❌ The docs agent failed',
    'archived | fail-on | confused | 🗄️ The job is archived',
    'started | never | none | 🚀 The docs agent is at work',
    'timeout | fail-on | confused | ⏳ The time was up before the job was seen to finish',
    'cancelled | never | confused | ✋ Interrupted: the job goes on',
    'unknown | always | confused | ❓ Sent, but nobody knows whether it arrived',
    'skipped | never | none | ⏭️ Skipped',
    'error | always | confused | ❌ The run ended in an error',
  ]);
  expect([OUTCOMES.skipped.inComment, OUTCOMES.skipped.inShort]).toEqual(['⏭️ Skipped', 'skipped']);
});

test.each<[Outcome, Partial<AgentResult>, string]>([
  ['pull-request', {}, 'job_1'],
  ['no-pull-request', {}, 'job_1'],
  ['started', {}, 'job_1'],
  ['timeout', {}, 'job_1'],
  ['cancelled', {}, 'job_1'],
  ['unknown', {}, 'job_1'],
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
});

test('nor has nothing one', () => {
  expect(pullRequestOf(undefined)).toBeUndefined();
});

test.each([
  [1, '1 file, +3 −2'],
  [0, '0 files, +3 −2'],
  [7, '7 files, +3 −2'],
])('a pull request that changes %d files has a size', (files, size) => {
  const facts = { title: '', branch: '', state: 'open', additions: 3, deletions: 2 } as const;
  expect(sizeOf({ ...facts, files })).toBe(size);
});
