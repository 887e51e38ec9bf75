import { expect, test } from '@jest/globals';
import { readReview } from '../../src/agent/review.ts';
import { type CallOptions, GithubError, NothingSentError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { getReview, listReviewComments, type Operation } from '../../src/github/operations.ts';
import type { GithubApi, Parameters } from '../../src/github/rest.ts';
import type { AgentInputs } from '../../src/inputs.ts';
import { changed, commentPayload, event, labeledPayload, type Payload } from '../helpers/payloads.ts';

const options: CallOptions = { signal: new AbortController().signal, patienceMs: 7 };
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

/** What is read of an event whose review has this text, if there is a token, and what GitHub is asked. */
async function read(at: TriggerEvent, text?: string | Error, context: AgentInputs['context'] = 'auto') {
  const asked: unknown[][] = [];
  const answer = <T>(content: unknown, ...question: [unknown, Parameters, CallOptions]) => {
    asked.push(question);
    return text instanceof Error ? Promise.reject<T>(text) : Promise.resolve(content as T);
  };
  const github: Pick<GithubApi, 'read' | 'all'> = {
    read: <T>(...question: [Operation<T>, Parameters, CallOptions]) => answer<T>({ body: text }, ...question),
    all: <T>(...question: [Operation<T[]>, Parameters, CallOptions]) =>
      answer<T[]>(LINES.toReversed(), ...question),
  };
  const inputs = { triggerPhrase: '/docs', context };
  const whole = await readReview(at, inputs, text === undefined ? undefined : github, options);
  return { whole, asked };
}

const LIST = [[listReviewComments, { pull_number: 2, review_id: REVIEW }, options]];
const GET = [[getReview, { pull_number: 2, review_id: REVIEW }, options]];
const whole = { event: { comment: { id: REVIEW, others: LINES } } };
const refusal =
  'The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review.';
const gone = (status: number) => new GithubError('Not Found', { status, kind: 'refused' });

/** The event, the text of its review, what is asked of GitHub, and what comes of it if that is not the event as it is. */
test.each<[string, TriggerEvent, string | Error, AgentInputs['context'], unknown[], object?]>([
  ['a review with the phrase has all its comments', review('/docs x'), '', 'auto', LIST, whole],
  ['one without it asks for nothing', review('LGTM'), '', 'auto', []],
  ['unless it is wanted whatever it says', review('LGTM'), '', 'event', LIST, whole],
  ['but not when it is edited', review('LGTM', 'edited'), '', 'event', []],
  ['a line of a review without the phrase is a request', line('/docs x'), 'Thoughts', 'auto', GET],
  ['one in a review with it is not', line('/docs x'), '/docs all of it', 'auto', GET, { refusal }],
  ['one whose review is gone stands alone', line('/docs x'), gone(404), 'auto', GET],
  ['also for good', line('/docs x'), gone(410), 'auto', GET],
  ['so does one that is edited', line('/docs x', { action: 'edited' }), '/docs all', 'auto', []],
  ['one that does not ask', line('LGTM'), '/docs all', 'event', []],
  ['and one of no review', line('/docs x', { review: null }), '/docs all', 'auto', []],
  ['a label is as it is', event('issues', labeledPayload('docs')), '', 'event', []],
  ['a comment', event('issue_comment', commentPayload('/docs x')), '', 'event', []],
  ['a push', event('push', {}), '', 'event', []],
])('%s', async (_, at, text, context, questions, expected: object | null = null) => {
  const { whole, asked } = await read(at, text, context);
  if (expected) expect(whole).toMatchObject(expected);
  else expect(whole).toEqual({ event: at });
  expect(asked).toEqual(questions);
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
      new NothingSentError('This action cannot read the review without github-token.'),
    );
  }
});
