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
  const known = [
    of('a'),
    of('b', { job: undefined, state: 'sending', does: 'nothing' }),
    pullRequest('job_2'),
  ];
  const strange = [
    ...[null, 'x', {}, { kind: 'report' }, { kind: 'pull-request' }, { kind: 'pull-request', job: 7 }],
    ...[
      { ...of('c'), state: 'new' },
      { ...of('d'), does: 'wait' },
      { ...of('e'), trust: 'never' },
    ],
    ...[
      { ...of('f'), write: undefined },
      { ...of('g'), completed: 'yes' },
      { ...of('h'), kind: 'turn' },
    ],
  ];
  expect(remembered(...strange, ...known).map(({ record }) => record)).toEqual(known);
  expect(strange.filter((content) => isReplyTo('c')(content) || isPullRequestOf('7')(content))).toEqual([]);
});

test('a marker is recognised by its request, or by its job', () => {
  expect([isReplyTo('a')(of('a')), isReplyTo('a')(of('b'))]).toEqual([true, false]);
  expect([isPullRequestOf('j')(pullRequest('j')), isPullRequestOf('j')(pullRequest('k'))]).toEqual([
    true,
    false,
  ]);
  expect([isReplyTo('j')(pullRequest('j')), isPullRequestOf('a')(of('a'))]).toEqual([false, false]);
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
  'of several comments of one request the first is edited, and the state written last counts: %s',
  (state, ...writes) => {
    const comments = writes.map(([attempt, write, each], index) =>
      signed(of('a', { attempt, write, state: each }), 50 - index),
    );
    const memory = rememberedIn([signed(of('b'), 60), ...comments]);
    expect(memory).toHaveLength(2);
    const own = replyTo('a', memory);
    expect(own).toMatchObject({ comment: { id: comments[0]?.id }, record: { state } });
    expect(replyTo('c', memory)).toBeUndefined();
  },
);

test('the order is that of creation, then of ids, whatever the list’s', () => {
  const [first, second, third] = [
    signed(of('a'), 9, 7),
    signed(pullRequest('j'), 8, 5),
    signed(of('c'), 8, 6),
  ];
  for (const list of [
    [first, second, third],
    [third, second, first],
  ]) {
    expect(rememberedIn(list).map(({ comment }) => comment.id)).toEqual([7, 5, 6]);
  }
});

const job = (id: string, others: Partial<ReplyRecord> = {}) => of(id, { job: id, ...others });

test.each([
  ['none', [], undefined],
  ['none that was accepted', [job('a', { accepted: false }), of('b', { job: undefined })], undefined],
  ['the last that was started or messaged', [job('a'), job('b', { does: 'message' })], 'b'],
  ['not the first', [job('a', { does: 'message' }), job('b')], 'b'],
  ['not one that was watched since', [job('a'), job('b', { does: 'watch' })], 'a'],
  ['nor one that nobody accepted since', [job('a'), job('b', { accepted: false })], 'a'],
  [
    'one that was watched, where there is no other',
    ['a', 'c', 'b'].map((id) => job(id, { does: 'watch' })),
    'b',
  ],
  ['that of the pull request', [job('a', { does: 'watch' }), pullRequest('j')], 'j'],
  ['also before a watch', [pullRequest('j'), job('a', { does: 'watch' })], 'j'],
  ['not one whose comment is copied', [pullRequest('j'), job('a'), pullRequest('j')], 'a'],
  ['but not before a later job', [pullRequest('j'), job('a')], 'a'],
  ['whoever copies the comment on its pull request', [pullRequest('j'), job('a'), pullRequest('j')], 'a'],
  ['of several on one pull request', [pullRequest('j'), pullRequest('k')], 'k'],
])('the latest job is %s', (_, contents, expected) => {
  expect(latestJob(remembered(...contents))).toBe(expected);
});

test('a job is known once it was accepted', () => {
  expect(remembered(job('a'), job('b', { accepted: false }), pullRequest('j')).map(knownJob)).toEqual([
    ...['a', undefined, 'j'],
  ]);
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
