import { describe, expect, test } from '@jest/globals';
import { gatherReview } from '../../src/agent/review.ts';
import { type CallOptions, GithubError, NothingSentError } from '../../src/github/api.ts';
import type { Comment, TriggerEvent } from '../../src/github/event.ts';
import { commentPayload, event, example, labeledPayload } from '../helpers/payloads.ts';

const options: CallOptions = { signal: new AbortController().signal, patienceMs: 7 };
const REVIEW = 900;
const PULL_REQUEST = 2;

function lineOf(id: number, body: string): Comment {
  const author = { login: 'Codertocat', isBot: false };
  return { kind: 'line', id, body, url: '', author, association: 'OWNER', createdAt: '', review: REVIEW };
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
  return {
    asked: [] as unknown[][],
    async reviewText(...question: [number, number, CallOptions]): Promise<string> {
      this.asked.push(['text', ...question]);
      if (error) throw error;
      return text;
    },
    async reviewComments(...question: [number, number, CallOptions]): Promise<readonly Comment[]> {
      this.asked.push(['comments', ...question]);
      if (error) throw error;
      return comments;
    },
  };
}

async function gathered(at: TriggerEvent, api: ReturnType<typeof github> | undefined, context = 'auto') {
  return gatherReview(at, { triggerPhrase: '/docs', context }, api, options);
}

describe('a review', () => {
  const comments = [lineOf(1, 'one'), lineOf(2, '/docs two')];

  test('with the phrase takes all of its line comments along', async () => {
    const api = github('', comments);
    const at = review('/docs shorten these');
    expect(await gathered(at, api)).toMatchObject({ event: { comment: { id: REVIEW, others: comments } } });
    expect(api.asked).toEqual([['comments', PULL_REQUEST, REVIEW, options]]);
  });

  test('without it is read only if `context: event` asks for the event whatever it says', async () => {
    const api = github('', comments);
    const at = review('LGTM');
    expect(await gathered(at, api)).toEqual({ event: at });
    expect(api.asked).toEqual([]);
    expect(await gathered(at, api, 'event')).toMatchObject({ event: { comment: { others: comments } } });
  });

  test('that cannot be read is an error, also when it is gone', async () => {
    for (const status of [404, 410, 502, undefined]) {
      const error = new GithubError('GitHub has trouble.', { status, kind: 'trouble' });
      const asked = gathered(review('/docs x'), github('', [], error));
      await expect(asked).rejects.toBeInstanceOf(NothingSentError);
      await expect(asked).rejects.toThrow('GitHub has trouble. Nothing was sent: run the workflow again.');
    }
  });

  test('needs a token', async () => {
    await expect(gathered(review('/docs x'), undefined)).rejects.toThrow(
      new NothingSentError('This action cannot read the review without github-token.'),
    );
  });
});

describe('a line comment', () => {
  test('asks for all that ask in its review, if it is the oldest of them', async () => {
    const others = [lineOf(12, '/docs later'), lineOf(13, '/docs last')];
    const api = github('Some thoughts', [
      lineOf(9, 'no'),
      lineOf(11, '/docs x'),
      ...others,
      lineOf(14, 'no'),
    ]);
    expect(await gathered(line(11, '/docs x'), api)).toMatchObject({
      event: { comment: { id: 11, others } },
    });
    expect(api.asked).toEqual([
      ['text', PULL_REQUEST, REVIEW, options],
      ['comments', PULL_REQUEST, REVIEW, options],
    ]);
  });

  test('leaves it to an older one', async () => {
    const api = github('', [lineOf(10, '/docs first'), lineOf(11, '/docs x')]);
    expect(await gathered(line(11, '/docs x'), api)).toEqual({
      refusal: 'An earlier comment of the same review asks as well, and its run asks for all of them.',
    });
  });

  test('leaves it to the review’s own event, if its text asks', async () => {
    expect(await gathered(line(11, '/docs x'), github('/docs all of it', []))).toEqual({
      refusal:
        'The review of this comment begins with the trigger-phrase, so its own run asks for all of it.',
    });
  });

  test.each([404, 410])('stands alone when its review is gone (%s)', async (status) => {
    const gone = new GithubError('Not Found', { status, kind: 'refusal' });
    const at = line(11, '/docs x');
    expect(await gathered(at, github('', [], gone))).toEqual({ event: at });
  });

  test('is an error when its review cannot be read', async () => {
    const error = new GithubError('Bad gateway.', { status: 502, kind: 'trouble' });
    await expect(gathered(line(11, '/docs x'), github('', [], error))).rejects.toBeInstanceOf(
      NothingSentError,
    );
    await expect(gathered(line(11, '/docs x'), undefined)).rejects.toThrow('github-token');
    const mistake = new TypeError('oops');
    await expect(gathered(line(11, '/docs x'), github('', [], mistake))).rejects.toBe(mistake);
  });

  test('stands alone when it is edited, when it does not ask, and when it is of no review', async () => {
    const api = github('/docs all of it', []);
    for (const at of [
      line(11, '/docs x', { action: 'edited' }),
      line(11, 'LGTM'),
      line(11, '/docs x', { review: null }),
    ]) {
      expect(await gathered(at, api)).toEqual({ event: at });
      expect(await gathered(at, undefined, 'event')).toEqual({ event: at });
    }
    expect(api.asked).toEqual([]);
  });
});

test.each([
  event('issues', labeledPayload('docs')),
  event('issue_comment', commentPayload('/docs x')),
  event('push', {}),
])('other events are as they are, and nothing is asked: %#', async (at) => {
  expect(await gathered(at, undefined, 'event')).toEqual({ event: at });
});
