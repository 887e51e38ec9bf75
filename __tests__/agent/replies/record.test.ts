import { expect, test } from '@jest/globals';
import {
  isPullRequestOf,
  isReplyTo,
  isStarting,
  knownJob,
  latestJob,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
  replyTo,
} from '../../../src/agent/replies/record.ts';
import type { Signed } from '../../../src/github/signed-comment.ts';
import { recordOf } from '../../helpers/simulated-github.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

/** A comment with that marker, created so many seconds ago; `id` grows with time unless given. */
function signed(content: unknown, ago: number, id = 1000 - ago, updated = ago): Signed {
  const [createdAt, updatedAt] = [ago, updated].map((s) => new Date(NOW - s * 1000).toISOString());
  return { id, url: '', body: '', createdAt, updatedAt, content } as Signed;
}

function remembered(...contents: readonly unknown[]): Remembered[] {
  return rememberedIn(contents.map((content, index) => signed(content, 100 - index)));
}

const of = (request: string, others: Partial<ReplyRecord> = {}) => recordOf({ request, ...others });
const pullRequest = (job: string) => ({ kind: 'pull-request', job });

test('what no version of this action has written is not remembered', () => {
  const known = [of('a'), of('b', { job: undefined, state: 'sending', does: 'nothing' }), pullRequest('j')];
  const wrong = {
    state: 'new',
    does: 'wait',
    settle: 'never',
    write: undefined,
    completed: 'yes',
    kind: 'turn',
  };
  const strange = [
    ...[null, 'x', {}, { kind: 'report' }, { kind: 'pull-request' }, { kind: 'pull-request', job: 7 }],
    ...Object.entries(wrong).map(([name, value]) => ({ ...of('c'), [name]: value })),
  ];
  expect(remembered(...strange, ...known).map(({ record }) => record)).toEqual(known);
  expect(strange.filter((content) => isReplyTo('c')(content) || isPullRequestOf('7')(content))).toEqual([]);
});

test('a marker is recognised by its request, or by its job', () => {
  const markers = [of('a'), of('b'), pullRequest('a'), pullRequest('b')];
  expect(markers.map(isReplyTo('a'))).toEqual([true, false, false, false]);
  expect(markers.map(isPullRequestOf('a'))).toEqual([false, false, true, false]);
});

/** The states that the comments of one request hold, in the order of their creation, and the one that counts. */
test.each<[string, ...[attempt: number, write: number, state: ReplyRecord['state']][]]>([
  ['working', [1, 1, 'sending'], [1, 2, 'working']],
  ['working', [1, 2, 'working'], [1, 1, 'sending']],
  ['sending', [1, 3, 'timeout'], [2, 1, 'sending']],
  ['sending', [2, 1, 'sending'], [1, 3, 'timeout']],
  ['working', [1, 9, 'error'], [2, 10, 'working'], [2, 9, 'sending']],
  ['failed', [1, 3, 'timeout'], [1, 3, 'failed']],
])(
  'of several of one request the first is edited, and the state written last counts: %s',
  (state, ...writes) => {
    const records = writes.map(([attempt, write, each]) => of('a', { attempt, write, state: each }));
    const memory = remembered(of('b'), ...records);
    expect(memory).toHaveLength(2);
    expect(replyTo('a', memory)).toMatchObject({ comment: { id: 901 }, record: { state } });
    expect(replyTo('c', memory)).toBeUndefined();
  },
);

test('the order is that of creation, then of ids, whatever the list’s', () => {
  const list = [signed(of('a'), 9, 7), signed(pullRequest('j'), 8, 5), signed(of('c'), 8, 6)];
  for (const each of [list, list.toReversed()]) {
    expect(rememberedIn(each).map(({ comment }) => comment.id)).toEqual([7, 5, 6]);
  }
});

const WATCH = { does: 'watch' } as const;
const job = (id: string, others: Partial<ReplyRecord> = {}) => of(id, { job: id, ...others });

test.each([
  ['none', [], undefined],
  ['none that was accepted', [job('a', { accepted: false }), of('b', { job: undefined })], undefined],
  ['the last that was started or messaged', [job('a'), job('b', { does: 'message' })], 'b'],
  ['not the first', [job('a', { does: 'message' }), job('b')], 'b'],
  ['not one that was watched since', [job('a'), job('b', WATCH)], 'a'],
  ['nor one that nobody accepted since', [job('a'), job('b', { accepted: false })], 'a'],
  ['the last that was watched, where there is no other', ['a', 'c', 'b'].map((id) => job(id, WATCH)), 'b'],
  ['that of the pull request', [job('a', WATCH), pullRequest('j')], 'j'],
  ['also before a watch', [pullRequest('j'), job('a', WATCH)], 'j'],
  ['not one whose comment is copied', [pullRequest('j'), job('a'), pullRequest('j')], 'a'],
  ['but not before a later job', [pullRequest('j'), job('a')], 'a'],
  ['of several on one pull request', [pullRequest('j'), pullRequest('k')], 'k'],
])('the latest job is %s', (_, contents, expected) => {
  expect(latestJob(remembered(...contents))).toBe(expected);
});

test('a job is known once it was accepted', () => {
  const memory = remembered(job('a'), job('b', { accepted: false }), pullRequest('j'));
  expect(memory.map(knownJob)).toEqual(['a', undefined, 'j']);
});

const sending = { state: 'sending', accepted: false, job: undefined } as const;

test.each<[string, unknown, number, boolean]>([
  ['is being sent', of('a', sending), 0, true],
  ['since less than two minutes', of('a', sending), 119.999, true],
  ['but not since two minutes', of('a', sending), 120, false],
  ['is a follow-up', of('a', { ...sending, does: 'message' }), 0, false],
  ['has a job', of('a', { ...sending, state: 'working' }), 0, false],
  ['is no request', pullRequest('j'), 0, false],
])('whoever starts a job at the moment: one that %s', (_, content, ago, expected) => {
  const [one] = rememberedIn([signed(content, 900, 1, ago)]);
  expect(one && isStarting(one, NOW)).toBe(expected);
});
