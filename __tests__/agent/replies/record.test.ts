import { expect, test } from '@jest/globals';
import {
  firstAccepted,
  isAtWorkOn,
  isLinkOf,
  isReplyTo,
  isStarting,
  knownJob,
  lastPullRequest,
  latestJob,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
  replyTo,
} from '../../../src/agent/replies/record.ts';
import { OUTCOME_NAMES } from '../../../src/agent/result.ts';
import type { Signed } from '../../../src/github/signed-comment.ts';
import { recordOf } from '../../helpers/wait-world.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

/** A comment with that marker, created so many seconds ago; `id` grows with time unless given. */
function signed(content: unknown, ago: number, id = 1000 - ago, updated = ago): Signed {
  const [createdAt, updatedAt] = [ago, updated].map((s) => new Date(NOW - s * 1000).toISOString());
  return { id, url: '', body: '', createdAt, updatedAt, content } as Signed;
}

function remembered(...contents: readonly unknown[]): Remembered[] {
  return rememberedIn(contents.map((content, index) => signed(content, 100 - index)));
}

const reply = (request: string, others: Partial<ReplyRecord> = {}) => recordOf({ request, ...others });
const link = (job: string) => ({ kind: 'pull-request', job });

test('what this action has not written is not remembered', () => {
  const known = [reply('a'), reply('b', { job: undefined, state: 'sending', does: 'nothing' }), link('j')];
  const wrong = {
    ...{ kind: 'turn', request: 7, attempt: '1', write: undefined, does: 'wait', state: 7, settle: 7 },
    ...{ accepted: 'yes', completed: 'yes', wasUnknown: undefined, acceptedAt: 'now', job: 7 },
    ...{ pullRequest: 7, before: { url: 'u' }, linked: 'yes' },
  };
  const strange = [
    ...[null, 'x', {}, { kind: 'report' }, { kind: 'pull-request' }, { kind: 'pull-request', job: 7 }],
    ...Object.entries(wrong).map(([name, value]) => ({ ...reply('c'), [name]: value })),
  ];
  expect(remembered(...strange, ...known).map(({ record }) => record)).toEqual(known);
  expect(strange.filter((content) => isReplyTo('c')(content) || isLinkOf('7')(content))).toEqual([]);
});

test('a marker is recognised by its request, or by its job', () => {
  const markers = [reply('a'), reply('b'), link('a'), link('b')];
  expect(markers.map(isReplyTo('a'))).toEqual([true, false, false, false]);
  expect(markers.map(isLinkOf('a'))).toEqual([false, false, true, false]);
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
    const records = writes.map(([attempt, write, each]) => reply('a', { attempt, write, state: each }));
    const memory = remembered(reply('b'), ...records);
    expect(memory).toHaveLength(2);
    expect(replyTo('a', memory)).toMatchObject({ comment: { id: 901 }, record: { state } });
    expect(replyTo('c', memory)).toBeUndefined();
  },
);

test('the order is that of creation, then of ids, whatever the list’s', () => {
  const list = [signed(reply('a'), 9, 7), signed(link('j'), 8, 5), signed(reply('c'), 8, 6)];
  for (const each of [list, list.toReversed()]) {
    expect(rememberedIn(each).map(({ comment }) => comment.id)).toEqual([7, 5, 6]);
  }
});

const WATCH = { does: 'watch' } as const;
const job = (id: string, others: Partial<ReplyRecord> = {}) => reply(id, { job: id, ...others });

test.each([
  ['none', [], undefined],
  ['none that was accepted', [job('a', { accepted: false }), reply('b', { job: undefined })], undefined],
  ['the last that was started or messaged', [job('a'), job('b', { does: 'message' })], 'b'],
  ['not the first', [job('a', { does: 'message' }), job('b')], 'b'],
  ['not one that was watched since', [job('a'), job('b', WATCH)], 'a'],
  ['nor one that nobody accepted since', [job('a'), job('b', { accepted: false })], 'a'],
  ['the last that was watched, where there is no other', ['a', 'c', 'b'].map((id) => job(id, WATCH)), 'b'],
  ['that of the pull request', [job('a', WATCH), link('j')], 'j'],
  ['also before a watch', [link('j'), job('a', WATCH)], 'j'],
  ['not one whose comment is copied', [link('j'), job('a'), link('j')], 'a'],
  ['but not before a later job', [link('j'), job('a')], 'a'],
  ['of several on one pull request', [link('j'), link('k')], 'k'],
])('the latest job is %s', (_, contents, expected) => {
  expect(latestJob(remembered(...contents))).toBe(expected);
});

test('a job’s age and its pull request are those that its replies remember', () => {
  const url = (name: string) => ({ pullRequest: `https://github.com/acme/docs/pull/${name}` });
  const memory = remembered(
    ...[job('a', { acceptedAt: 30, ...url('1') }), reply('b', { job: 'a', acceptedAt: 20, ...url('2') })],
    ...[reply('c', { job: 'a', acceptedAt: 40 }), reply('d', { job: 'x', acceptedAt: 10, ...url('9') })],
    ...[job('y'), link('a'), link('z')],
  );
  expect(['a', 'x', 'y', 'z'].map((id) => firstAccepted(id, memory))).toEqual([20, 10, undefined, undefined]);
  const pulls = ['a', 'x', 'y', 'z'].map((id) => lastPullRequest(id, memory)?.at(-1));
  expect(pulls).toEqual(['2', '9', undefined, undefined]);
});

test('a job is known once it was accepted', () => {
  const memory = remembered(job('a'), job('b', { accepted: false }), link('j'));
  expect(memory.map(knownJob)).toEqual(['a', undefined, 'j']);
});

const sending = { state: 'sending', accepted: false, job: undefined } as const;

test.each<[string, unknown, number, boolean]>([
  ['is being sent', reply('a', sending), 0, true],
  ['since less than two minutes', reply('a', sending), 119.999, true],
  ['but not since two minutes', reply('a', sending), 120, false],
  ['is a follow-up', reply('a', { ...sending, does: 'message' }), 0, false],
  ['has a job', reply('a', { ...sending, state: 'working' }), 0, false],
  ['is no request', link('j'), 0, false],
])('whoever starts a job at the moment: one that %s', (_, content, ago, expected) => {
  const [one] = rememberedIn([signed(content, 900, 1, ago)]);
  expect(one && isStarting(one, NOW)).toBe(expected);
});

/** By GitHub's clock and by the runner's, which need not agree. */
const CLOCKS = { github: NOW, runner: NOW + 600_000 };
const watched = { does: 'message', state: 'working', acceptedAt: NOW - 3600_000 } as const;
const sent = { ...sending, does: 'message' } as const;
const left = { does: 'message', state: 'timeout', acceptedAt: CLOCKS.runner - 59_999 } as const;

/** What the request to the job is, and seconds since its reply was updated. */
test.each<[string, Partial<ReplyRecord>, number, boolean]>([
  ['is waited for', watched, 3600, true],
  ['started it', { ...watched, does: 'start' }, 3600, true],
  ['is for another job', { ...watched, job: 'k' }, 0, false],
  ['only watches it', { ...watched, does: 'watch' }, 0, false],
  ['ends before it is sent', { ...watched, accepted: false }, 0, false],
  ['is being sent', { ...sent, job: 'j' }, 119.999, true],
  ['was cut off two minutes ago', { ...sent, job: 'j' }, 120, false],
  ['is not waited for any more', left, 3600, true],
  ['was accepted a minute ago', { ...left, acceptedAt: CLOCKS.runner - 60_000 }, 0, false],
  ['was accepted at an unknown time', { ...left, acceptedAt: undefined }, 0, false],
  ['may have arrived', { ...sent, job: 'j', state: 'unknown' }, 59.999, true],
  ['may have arrived a minute ago', { ...sent, job: 'j', state: 'unknown' }, 60, false],
  ['was not accepted', { ...left, accepted: false }, 0, false],
])('whether a job is at work on another request: one that %s', (_, others, ago, expected) => {
  const found = rememberedIn([signed(job('j', others), 5000, 1, ago)]);
  expect(found.map((each) => isAtWorkOn('j', each, CLOCKS))).toEqual([expected]);
});

test('a job can be at work on a request that ended without its end, and on no other', () => {
  const states = OUTCOME_NAMES.filter((state) => {
    const [reply] = remembered(job('j', { ...left, state }));
    return reply && isAtWorkOn('j', reply, CLOCKS);
  });
  const seen = ['pull-request', 'no-pull-request', 'failed', 'archived'];
  expect(states).toEqual(OUTCOME_NAMES.filter((state) => !seen.includes(state)));
  expect(remembered(link('j')).some((each) => isAtWorkOn('j', each, CLOCKS))).toBe(false);
});
