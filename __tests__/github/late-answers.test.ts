import { expect, test } from '@jest/globals';
import { listTagsWith } from '../../src/agent/prompt/changes.ts';
import { EventAnswerPolicy } from '../../src/github/late-answers.ts';
import { getIssue, getPullRequest } from '../../src/github/operations.ts';
import { changed, event, type Payload } from '../helpers/payloads.ts';
import { answering } from './github.ts';

const AT = '2026-01-05T12:00:00Z';
const PULL = { updated_at: AT, head: { sha: 'new' }, base: { ref: 'main' }, labels: [{ name: 'Docs' }] };
const payload = (action: string, fields: Payload = {}) => {
  return changed('pull_request', action, { pull_request: PULL, label: { name: 'docs' }, ...fields });
};

/** Policy of a run for pull request #2. */
const policyOf = (action: string, fields: Payload = {}, attempt = 1) => {
  return new EventAnswerPolicy(event('pull_request_target', payload(action, fields)), attempt);
};

/** Pull request #2 as GitHub answers. */
const answer = (fields: Payload = {}) => {
  const { pull_request } = payload('opened');
  return getPullRequest.schema.parse({ ...pull_request, ...fields });
};

// Stories (late.txt) hold which refusals only mean that GitHub is late, and which tags and commits are waited for.
const NEW_BASE = { changes: { base: { ref: { from: 'v1' } } } };
test.each<[action: string, old: Payload, event?: Payload]>([
  ['synchronize', { head: { sha: 'old' } }],
  ['labeled', { labels: [] }],
  ['unlabeled', { labels: [{ name: 'DOCS' }] }, { pull_request: { ...PULL, labels: [] } }],
  ['edited', { base: { ref: 'v1' } }, NEW_BASE],
  ['closed', { state: 'open' }, { pull_request: { ...PULL, state: 'closed' } }],
  ['reopened', { state: 'closed' }],
])('after %s, an answer with %j is old, unless something changed later', (...row) => {
  const [action, old, fields] = row;
  const isOld = (attempt: number, changes: Payload) => {
    return policyOf(action, fields, attempt).rememberNewest(getPullRequest, answer(changes)).isOld;
  };
  const asInEvent = { ...PULL, ...fields?.pull_request };
  const later = { ...old, updated_at: '2026-01-05T12:00:01Z' };
  const all = [
    isOld(1, old),
    isOld(1, asInEvent),
    isOld(1, later),
    isOld(1, { ...old, number: 3 }),
    isOld(2, old),
  ];
  expect(all).toEqual([true, false, false, false, false]);
});

test('an answer older than another one counts for nothing, in every attempt', () => {
  const policy = policyOf('opened', {}, 2);
  const newer = answer({ title: 'New' });
  expect(policy.rememberNewest(getPullRequest, newer)).toEqual({ newest: newer, isOld: false });
  const older = answer({ title: 'Old', updated_at: '2026-01-05T11:59:59Z' });
  expect(policy.rememberNewest(getPullRequest, older)).toEqual({ newest: newer, isOld: true });
  const other = answer({ number: 3, updated_at: '2026-01-05T11:59:59Z' });
  expect(policy.rememberNewest(getPullRequest, other)).toEqual({ newest: other, isOld: false });
  expect(policy.rememberNewest<unknown>(getIssue, older)).toEqual({ newest: older, isOld: false });
});

test('tags are read once where none is expected', async () => {
  const { api, paths } = await answering([200, '[]']);
  expect(await listTagsWith('v', undefined, api)).toEqual([]);
  expect(paths()).toHaveLength(1);
});
