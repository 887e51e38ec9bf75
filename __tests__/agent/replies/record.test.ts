import { expect, test } from '@jest/globals';
import { OUTCOME_NAMES, type Outcome } from '../../../src/agent/outcome.ts';
import {
  firstAccepted,
  isAtWorkOn,
  isLinkOf,
  isReplyTo,
  isStarting,
  isUndecided,
  jobAcceptedSince,
  knownJob,
  lastPullRequest,
  latestJob,
  type Remembered,
  type ReplyRecord,
  rememberedIn,
  replyTo,
} from '../../../src/agent/replies/record.ts';
import type { Signed } from '../../../src/github/signed-comment.ts';

const NOW = Date.UTC(2026, 0, 5, 12);

/** A comment with that marker, created so many seconds ago; `id` grows with time unless given. */
function signed(content: unknown, ago: number, id = 1000 - ago, updated = ago): Signed {
  const [createdAt, updatedAt] = [ago, updated].map((s) => new Date(NOW - s * 1000).toISOString());
  return { id, url: '', body: '', createdAt, updatedAt, content, holdsId: false } as Signed;
}

function remembered(...contents: readonly unknown[]): Remembered[] {
  return rememberedIn(contents.map((content, index) => signed(content, 100 - index)));
}

const own = (request: string, write = 1, attempt = 1) =>
  ({ kind: 'reply', request, attempt, write, wasUnknown: false }) as const;
const START = { does: 'start' } as const;
const MESSAGE = { does: 'message', job: 'j', settle: 'immediate' } as const;

/** A request that Mintlify accepted. */
function accepted(request: string, job: string, others: Partial<ReplyRecord> = {}) {
  const record = { ...own(request), state: 'accepted', target: START, job, completed: false, ...others };
  return record as Extract<ReplyRecord, { state: 'accepted' }>;
}
const watch = (request: string, job = request) =>
  accepted(request, job, { target: { does: 'watch', job } } as Partial<ReplyRecord>);
const sending = (request: string, target: unknown = START) => ({ ...own(request), state: 'sending', target });
const ended = (request: string, outcome: Outcome, target?: unknown) => {
  return { ...own(request), state: 'ended', outcome, target };
};
const undecided = (request: string) => ({ ...own(request), state: 'undecided' });
const link = (job: string) => ({ kind: 'pull-request', job });

test('what this action has not written is not remembered', () => {
  const known = [accepted('a', 'j'), sending('b'), ended('d', 'error'), undecided('e'), link('j')];
  const wrong = {
    ...{ kind: 'turn', request: 7, attempt: '1', write: undefined, wasUnknown: undefined, job: 7 },
    ...{ state: 'pull-request', target: { does: 'wait' }, acceptedAt: 'now', completed: 'yes' },
    ...{ pullRequest: 7, linked: 'yes', outcome: 7, asks: { comment: 7 } },
  };
  const strange = [
    ...[null, 'x', {}, { kind: 'report' }, { kind: 'pull-request' }, { kind: 'pull-request', job: 7 }],
    ...Object.entries(wrong).map(([name, value]) => ({ ...accepted('c', 'j'), [name]: value })),
    { ...sending('c'), target: undefined },
    { ...sending('c'), target: { ...MESSAGE, before: { url: 'u' } } },
    { ...sending('c'), target: { ...MESSAGE, settle: 7 } },
    { ...ended('c', 'error'), outcome: undefined },
  ];
  expect(remembered(...strange, ...known).map(({ record }) => record)).toEqual(known);
  expect(strange.filter((content) => isReplyTo('c')(content) || isLinkOf('7')(content))).toEqual([]);
});

test('a marker is recognised by its request, or by its job', () => {
  const markers = [undecided('a'), accepted('b', 'j'), link('a'), link('b')];
  expect(markers.map(isReplyTo('a'))).toEqual([true, false, false, false]);
  expect(markers.map(isLinkOf('a'))).toEqual([false, false, true, false]);
});

/** Attempt, write and state of the comments of one request, in the order of their creation, and which one counts. */
test.each<[number, ...[attempt: number, write: number, state: 'undecided' | 'sending' | Outcome][]]>([
  [1, [1, 1, 'sending'], [1, 2, 'failed']],
  [0, [1, 2, 'failed'], [1, 1, 'sending']],
  [1, [1, 3, 'timeout'], [2, 1, 'sending']],
  [0, [2, 1, 'sending'], [1, 3, 'timeout']],
  [1, [1, 9, 'error'], [2, 10, 'timeout'], [2, 9, 'sending']],
  [1, [1, 3, 'timeout'], [1, 3, 'failed']],
  // An attempt that did not find the reply of an earlier one knows less.
  [0, [1, 1, 'sending'], [2, 1, 'undecided']],
  [1, [2, 1, 'undecided'], [1, 3, 'timeout']],
  [1, [1, 1, 'undecided'], [2, 1, 'undecided']],
])('of several of one request the one written last counts: %s of %j', (index, ...writes) => {
  const records = writes.map(([attempt, write, each]) => {
    const record =
      each === 'undecided' ? undecided('a') : each === 'sending' ? sending('a') : ended('a', each);
    return { ...record, attempt, write };
  });
  const memory = remembered(undecided('b'), ...records);
  expect(memory).toHaveLength(2);
  const { comment, record } = replyTo('a', memory) ?? {};
  expect([comment?.id, record]).toEqual([901, records[index]]);
  expect(replyTo('c', memory)).toBeUndefined();
});

/** Comments of one request, in the order of creation, and which is edited. */
const EDITED = { id: 1, updatedAt: 'later' };
test.each<[string, readonly Partial<Signed>[], number]>([
  ['the first', [{ id: 1 }, { id: 2 }], 1],
  ['the one that holds its own id, before an older copy', [EDITED, { id: 2, holdsId: true }], 2],
  [
    'the one that was never edited, before an older comment that was edited to be a copy',
    [EDITED, { id: 2 }],
    2,
  ],
  [
    'the one that replaces another',
    [
      { id: 1, holdsId: true },
      { id: 2, replaces: 1 },
    ],
    2,
  ],
  ['the edited one, where nothing else is left', [EDITED], 1],
])('of several comments of one request, the one to edit is %s', (_, comments, id) => {
  const all = comments.map((each, index) => {
    const comment = signed(undecided('a'), 100 - index);
    const updatedAt = each.updatedAt ? new Date(NOW).toISOString() : comment.createdAt;
    return { ...comment, ...each, updatedAt };
  });
  expect(replyTo('a', rememberedIn(all))?.comment.id).toBe(id);
});

test('a copy of the comment on a pull request in an older comment changes no order', () => {
  const copy = { ...signed(link('j'), 100, 1), updatedAt: new Date(NOW).toISOString() };
  const all = [copy, signed(accepted('a', 'k'), 90, 2), signed(link('j'), 80, 3)];
  expect(rememberedIn(all).map(({ comment }) => comment.id)).toEqual([2, 3]);
});

test('the order is that of creation, then of ids, whatever the list’s', () => {
  const list = [signed(undecided('a'), 9, 7), signed(link('j'), 8, 5), signed(undecided('c'), 8, 6)];
  for (const each of [list, list.toReversed()]) {
    expect(rememberedIn(each).map(({ comment }) => comment.id)).toEqual([7, 5, 6]);
  }
});

test.each<[string, readonly unknown[], string | undefined]>([
  ['none', [], undefined],
  ['none that was accepted', [sending('a', MESSAGE), ended('b', 'unknown', MESSAGE)], undefined],
  ['none that is undecided', [undecided('c')], undefined],
  ['the last that was started or messaged', [accepted('a', 'a'), accepted('b', 'b')], 'b'],
  ['not one that was watched since', [accepted('a', 'a'), watch('b')], 'a'],
  ['nor one that nobody accepted since', [accepted('a', 'a'), sending('b', { ...MESSAGE, job: 'b' })], 'a'],
  ['the last that was watched, where there is no other', ['a', 'c', 'b'].map((id) => watch(id)), 'b'],
  ['that of the pull request', [watch('a'), link('j')], 'j'],
  ['also before a watch', [link('j'), watch('a')], 'j'],
  ['not one whose comment is copied', [link('j'), accepted('a', 'a'), link('j')], 'a'],
  ['but not before a later job', [link('j'), accepted('a', 'a')], 'a'],
  ['of several on one pull request', [link('j'), link('k')], 'k'],
])('the latest job is %s', (_, contents, expected) => {
  expect(latestJob(remembered(...contents))).toBe(expected);
});

test('a job that was accepted meanwhile is the last that was not known, and neither watched nor of a pull request', () => {
  const before = remembered(accepted('a', 'a'));
  const now = (...more: unknown[]) => jobAcceptedSince(before, remembered(accepted('a', 'a'), ...more));
  expect(now()).toBeUndefined();
  expect(now(watch('w'), link('l'), sending('s'))).toBeUndefined();
  expect(now(accepted('b', 'b'), accepted('c', 'c'), accepted('d', 'a'), undecided('u'))).toBe('c');
});

test('a job’s age and its pull request are those that its replies remember', () => {
  const url = (name: string) => ({ pullRequest: `https://github.com/acme/docs/pull/${name}` });
  const at = (acceptedAt: number, name?: string) => ({ acceptedAt, ...(name && url(name)) });
  const same = [at(30, '1'), at(20, '2'), at(40)].map((each, index) => accepted(`${index}`, 'a', each));
  const sent = sending('e', { ...MESSAGE, job: 'm', ...url('5') });
  const others = [accepted('d', 'x', at(10, '9')), accepted('y', 'y'), link('a'), link('z'), sent];
  const memory = remembered(...same, ...others);
  const jobs = ['a', 'x', 'y', 'z', 'm'];
  expect(jobs.map((id) => firstAccepted(id, memory))).toEqual([20, 10, undefined, undefined, undefined]);
  const pulls = jobs.map((id) => lastPullRequest(id, memory)?.at(-1));
  expect(pulls).toEqual(['2', '9', undefined, undefined, '5']);
});

test('a job is known once it was accepted', () => {
  const failed = ended('c', 'error', MESSAGE);
  const memory = remembered(accepted('a', 'a'), sending('b', MESSAGE), failed, link('j'));
  expect(memory.map(knownJob)).toEqual(['a', undefined, undefined, 'j']);
});

/** Whether it is starting a job, and whether it is undecided. */
test.each<[string, unknown, number, boolean, boolean]>([
  ['sends', sending('a'), 0, true, false],
  ['sends since less than two minutes', sending('a'), 119.999, true, false],
  ['sends since two minutes', sending('a'), 120, false, false],
  ['sends a follow-up', sending('a', MESSAGE), 0, false, false],
  ['has a job', accepted('a', 'a'), 0, false, false],
  ['is undecided', undecided('a'), 119.999, false, true],
  ['is undecided since two minutes', undecided('a'), 120, false, false],
  ['is no request', link('j'), 0, false, false],
])('who may start a job at the moment: one that %s', (_, content, ago, starts, decides) => {
  const [one] = rememberedIn([signed(content, 900, 1, ago)]);
  expect(one && [isStarting(one, NOW), isUndecided(one, NOW)]).toEqual([starts, decides]);
});

/** By GitHub's clock and by the runner's, which need not agree. */
const CLOCKS = { github: NOW, runner: NOW + 600_000 };
const jobOf = (others: object) => accepted('a', 'j', others as Partial<ReplyRecord>);
const waited = jobOf({ target: MESSAGE, acceptedAt: NOW - 3600_000 });
const left = jobOf({ outcome: 'timeout', acceptedAt: CLOCKS.runner - 59_999 });

/** What the request to the job is, and seconds since its reply was updated. */
test.each<[string, unknown, number, boolean]>([
  ['is waited for', waited, 3600, true],
  ['started it', { ...waited, target: START }, 3600, true],
  ['is for another job', { ...waited, job: 'k' }, 0, false],
  ['only watches it', watch('a', 'j'), 0, false],
  ['is being sent', sending('a', MESSAGE), 119.999, true],
  ['is sent to another job', sending('a', { ...MESSAGE, job: 'k' }), 0, false],
  ['starts another', sending('a'), 0, false],
  ['was cut off two minutes ago', sending('a', MESSAGE), 120, false],
  ['may go to it', undecided('a'), 119.999, true],
  ['was undecided two minutes ago', undecided('a'), 120, false],
  ['is not waited for any more', left, 3600, true],
  ['was accepted a minute ago', { ...left, acceptedAt: CLOCKS.runner - 60_000 }, 0, false],
  ['was accepted at an unknown time', { ...left, acceptedAt: undefined }, 0, false],
  ['may have arrived', ended('a', 'unknown', MESSAGE), 59.999, true],
  ['may have arrived a minute ago', ended('a', 'unknown', MESSAGE), 60, false],
  ['was not accepted', ended('a', 'error', MESSAGE), 0, false],
])('whether a job is at work on another request: one that %s', (_, content, ago, expected) => {
  const found = rememberedIn([signed(content, 5000, 1, ago)]);
  expect(found.map((each) => isAtWorkOn('j', each, CLOCKS))).toEqual([expected]);
});

test('a job can be at work on a request that ended without its end, and on no other', () => {
  const outcomes = OUTCOME_NAMES.filter((outcome) => {
    const [reply] = remembered({ ...left, outcome });
    return reply && isAtWorkOn('j', reply, CLOCKS);
  });
  const seen = ['pull-request', 'no-pull-request', 'failed', 'archived'];
  expect(outcomes).toEqual(OUTCOME_NAMES.filter((outcome) => !seen.includes(outcome)));
  expect(remembered(link('j')).some((each) => isAtWorkOn('j', each, CLOCKS))).toBe(false);
});
