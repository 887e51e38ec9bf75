import { expect, test } from '@jest/globals';
import { readReview } from '../../src/agent/review.ts';
import { type CallOptions, GithubError, NothingSentError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { getReview, listReviewComments, type Operation } from '../../src/github/operations.ts';
import type { GithubApi, RouteValues } from '../../src/github/rest.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import {
  agentInputs,
  changed,
  commentPayload,
  event,
  labeledPayload,
  type Payload,
  workflowRun,
} from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const { signal } = new AbortController();
const options: CallOptions = { signal, patienceMs: 30_000 };
const REVIEW = 900;

function review(body: string, action = 'submitted'): TriggerEvent {
  const payload = changed('pull_request_review', 'submitted', { action, review: { id: REVIEW, body } });
  return event('pull_request_review', payload);
}

function line(body: string, others: Payload = {}, id = 11): TriggerEvent {
  const { action = 'created', review = REVIEW } = others;
  const comment = { id, body, pull_request_review_id: review };
  return event(
    'pull_request_review_comment',
    changed('pull_request_review_comment', 'created', { action, comment }),
  );
}

const LINES = [line('one', {}, 1), line('/docs two', {}, 2)].map(({ comment }) => comment);

/** What is read of an event whose review has this text, after so many answers of 404, and what GitHub is asked. */
async function read(at: TriggerEvent, text?: string | Error, late = 0) {
  const clock = new SimulatedClock();
  const asked: unknown[][] = [];
  const answer = <T>(content: unknown, ...question: [unknown, RouteValues, CallOptions]) => {
    asked.push(question);
    if (asked.length <= late) return Promise.reject<T>(gone(404));
    return text instanceof Error ? Promise.reject<T>(text) : Promise.resolve(content as T);
  };
  const github: Pick<GithubApi, 'read' | 'all'> = {
    read: <T>(...question: [Operation<T>, RouteValues, CallOptions]) =>
      answer<T>({ body: text }, ...question),
    all: <T>(...question: [Operation<T[]>, RouteValues, CallOptions]) =>
      answer<T[]>(LINES.toReversed(), ...question),
  };
  const source = { inputs: agentInputs(), run: workflowRun(), log: new CollectedLog(), clock, signal };
  const given = { event: at, github: text === undefined ? undefined : (github as GithubApi) };
  const whole = await readReview({ ...source, ...given });
  return { whole, asked, tookMs: clock.now() };
}

const LIST = [[listReviewComments, { pull_number: 2, review_id: REVIEW }, options]];
const GET = [[getReview, { pull_number: 2, review_id: REVIEW }, options]];
const whole = { kind: 'event', event: { comment: { id: REVIEW, others: LINES } } };
const reason =
  'The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review.';
const skip = { kind: 'skip', reason };
const gone = (status: number) => new GithubError('Not Found', { status, kind: 'refused' });

/** The event, the text of its review, what is asked of GitHub, and what comes of it if that is not the event as it is. */
test.each<[string, TriggerEvent, string | Error, unknown[], object?]>([
  ['a review with the phrase has all its comments', review('/docs x'), '', LIST, whole],
  ['one without it', review('LGTM'), '', []],
  ['one that is edited', review('/docs x', 'edited'), '', []],
  ['a line of a review without the phrase is a request', line('/docs x'), 'Thoughts', GET],
  ['one in a review with it is not', line('/docs x'), '/docs all of it', GET, skip],
  ['a line that is edited', line('/docs x', { action: 'edited' }), '/docs all', []],
  ['one without the phrase', line('LGTM'), '/docs all', []],
  ['one of no review', line('/docs x', { review: null }), '/docs all', []],
  ['a label', event('issues', labeledPayload('docs')), '', []],
  ['a comment', event('issue_comment', commentPayload('/docs x')), '', []],
  ['a push', event('push', {}), '', []],
])('%s', async (_, at, text, questions, expected: object | null = null) => {
  const { whole, asked } = await read(at, text);
  if (expected) expect(whole).toMatchObject(expected);
  else expect(whole).toEqual({ kind: 'event', event: at });
  expect(asked).toEqual(questions);
});

test('a review that GitHub shows some seconds late is read again', async () => {
  const late = await read(line('/docs x'), '/docs all of it', 3);
  expect([late.whole, late.tookMs]).toEqual([skip, 3500]);
  expect((await read(review('/docs x'), '', 3)).whole).toMatchObject(whole);
});

test.each([404, 410])('a line whose review is gone (%s) stands alone after some seconds', async (status) => {
  const at = line('/docs x');
  const { whole, tookMs } = await read(at, gone(status));
  expect([whole, tookMs]).toEqual([{ kind: 'event', event: at }, 7500]);
});

test.each([404, 410, 502, undefined])('a review that cannot be read (%s) is an error', async (status) => {
  const trouble = new GithubError('GitHub has trouble.', { status, kind: 'transient' });
  const reading = read(review('/docs x'), trouble);
  await expect(reading).rejects.toBeInstanceOf(NothingSentError);
  await expect(reading).rejects.toThrow('GitHub has trouble. Nothing was sent: run the workflow again.');
});

test('a line is an error without its review, and nothing is read without a token', async () => {
  const trouble = new GithubError('Bad gateway.', { status: 502, kind: 'transient' });
  await expect(read(line('/docs x'), trouble)).rejects.toBeInstanceOf(NothingSentError);
  const mistake = new TypeError('oops');
  await expect(read(line('/docs x'), mistake)).rejects.toBe(mistake);
  for (const at of [line('/docs x'), review('/docs x')]) {
    await expect(read(at)).rejects.toThrow(
      new NothingSentError('The action cannot read the review without github-token, which was given empty.'),
    );
  }
});
