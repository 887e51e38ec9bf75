import { describe, expect, test } from '@jest/globals';
import { readReview } from '../../src/agent/review.ts';
import { type CallOptions, GithubError, NothingSentError } from '../../src/github/api.ts';
import type { Comment, TriggerEvent } from '../../src/github/event.ts';
import { getReview, listReviewComments, type Operation } from '../../src/github/operations.ts';
import type { GithubApi, Parameters } from '../../src/github/rest.ts';
import type { AgentInputs } from '../../src/inputs.ts';
import { commentPayload, event, example, labeledPayload } from '../helpers/payloads.ts';

const options: CallOptions = { signal: new AbortController().signal, patienceMs: 7 };
const REVIEW = 900;
const PULL_REQUEST = 2;

function lineOf(id: number, body: string): Comment {
  const author = { login: 'Codertocat', isBot: false };
  return {
    kind: 'line',
    id,
    body,
    url: '',
    author,
    association: 'OWNER',
    createdAt: '',
    updatedAt: '',
    review: REVIEW,
  };
}

function review(body: string): TriggerEvent {
  const payload = example('pull_request_review', 'submitted');
  payload.review.id = REVIEW;
  payload.review.body = body;
  return event('pull_request_review', payload);
}

function line(id: number, body: string, others: { action?: string; review?: number | null } = {}) {
  const payload = example('pull_request_review_comment', 'created');
  const { action = 'created', review = REVIEW } = others;
  payload.action = action;
  Object.assign(payload.comment, { id, body, pull_request_review_id: review });
  return event('pull_request_review_comment', payload);
}

/** A GitHub with one review; it keeps what it was asked. */
function github(text: string, comments: readonly Comment[], error?: Error) {
  const asked: unknown[][] = [];
  const answer = <T>(operation: unknown, parameters: Parameters, given: CallOptions, content: unknown) => {
    asked.push([operation, parameters, given]);
    return error ? Promise.reject<T>(error) : Promise.resolve(content as T);
  };
  const api: Pick<GithubApi, 'read' | 'all'> = {
    read: <T>(operation: Operation<T>, ...rest: [Parameters, CallOptions]) =>
      answer<T>(operation, ...rest, { ...lineOf(REVIEW, text), kind: 'review' }),
    all: <T>(operation: Operation<T[]>, ...rest: [Parameters, CallOptions]) =>
      answer<T[]>(operation, ...rest, [...comments]),
  };
  return { asked, api };
}

function read(
  at: TriggerEvent,
  { api }: Partial<ReturnType<typeof github>> = {},
  context: AgentInputs['context'] = 'auto',
) {
  return readReview(at, { triggerPhrase: '/docs', context }, api, options);
}

const PLACE = { pull_number: PULL_REQUEST, review_id: REVIEW };

describe('a review', () => {
  const comments = [lineOf(1, 'one'), lineOf(2, '/docs two')];
  const unsorted = comments.toReversed();

  test('with the phrase takes all of its line comments along', async () => {
    const api = github('', unsorted);
    const at = review('/docs shorten these');
    expect(await read(at, api)).toMatchObject({ event: { comment: { id: REVIEW, others: comments } } });
    expect(api.asked).toEqual([[listReviewComments, PLACE, options]]);
  });

  test('without it is read only if `context: event` asks for the event whatever it says', async () => {
    const api = github('', comments);
    const at = review('LGTM');
    expect(await read(at, api)).toEqual({ event: at });
    expect(api.asked).toEqual([]);
    expect(await read(at, api, 'event')).toMatchObject({ event: { comment: { others: comments } } });
    const edited = { ...at, action: 'edited' };
    expect(await read(edited, undefined, 'event')).toEqual({ event: edited });
  });

  test('that cannot be read is an error, also when it is gone', async () => {
    for (const status of [404, 410, 502, undefined]) {
      const error = new GithubError('GitHub has trouble.', { status, kind: 'trouble' });
      const asked = read(review('/docs x'), github('', [], error));
      await expect(asked).rejects.toBeInstanceOf(NothingSentError);
      await expect(asked).rejects.toThrow('GitHub has trouble. Nothing was sent: run the workflow again.');
    }
  });

  test('needs a token', async () => {
    await expect(read(review('/docs x'))).rejects.toThrow(
      new NothingSentError('This action cannot read the review without github-token.'),
    );
  });
});

describe('a line comment', () => {
  test('is a request of its own in a review without the phrase', async () => {
    const api = github('Some thoughts', [lineOf(10, '/docs first'), lineOf(11, '/docs x')]);
    const at = line(11, '/docs x');
    expect(await read(at, api)).toEqual({ event: at });
    expect(api.asked).toEqual([[getReview, PLACE, options]]);
  });

  test('leaves it to the review’s own event, if its text asks', async () => {
    expect(await read(line(11, '/docs x'), github('/docs all of it', []))).toEqual({
      refusal:
        'The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review.',
    });
  });

  test.each([404, 410])('stands alone when its review is gone (%s)', async (status) => {
    const gone = new GithubError('Not Found', { status, kind: 'refusal' });
    const at = line(11, '/docs x');
    expect(await read(at, github('', [], gone))).toEqual({ event: at });
  });

  test('is an error when its review cannot be read', async () => {
    const error = new GithubError('Bad gateway.', { status: 502, kind: 'trouble' });
    await expect(read(line(11, '/docs x'), github('', [], error))).rejects.toBeInstanceOf(NothingSentError);
    await expect(read(line(11, '/docs x'))).rejects.toThrow('github-token');
    const mistake = new TypeError('oops');
    await expect(read(line(11, '/docs x'), github('', [], mistake))).rejects.toBe(mistake);
  });

  test('stands alone when it is edited, when it does not ask, and when it is of no review', async () => {
    const api = github('/docs all of it', []);
    for (const at of [
      line(11, '/docs x', { action: 'edited' }),
      line(11, 'LGTM'),
      line(11, '/docs x', { review: null }),
    ]) {
      expect(await read(at, api)).toEqual({ event: at });
      expect(await read(at, {}, 'event')).toEqual({ event: at });
    }
    expect(api.asked).toEqual([]);
  });
});

test.each([
  event('issues', labeledPayload('docs')),
  event('issue_comment', commentPayload('/docs x')),
  event('push', {}),
])('other events are as they are, and nothing is asked: %#', async (at) => {
  expect(await read(at, {}, 'event')).toEqual({ event: at });
});
