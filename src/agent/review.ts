import {
  GithubError,
  isGone,
  NO_TOKEN,
  NothingSentError,
  type RetryOptions,
  tryAgain,
  withinBudget,
} from '../github/api.ts';
import { instructionIn } from '../github/event.ts';
import { getReview, listReviewComments } from '../github/operations.ts';
import type { MaterialSource, RequestedEvent } from './request.ts';

const OF_REVIEW =
  'This comment belongs to a review that begins with the `trigger-phrase`, so the whole review is one request. To receive it, the workflow must listen for `pull_request_review`.';

/** Time limit for retries until GitHub returns a new review (ms). The longest delay seen was 1.5 s. */
const LATE_MS = 8_000;

/**
 * Reads the review that a comment belongs to. If the review begins with the trigger phrase, the review and all its
 * line comments are one request. Otherwise, each line comment with the phrase is a separate request.
 *
 * @throws {NothingSentError} if the review can't be read, because an incomplete review must not be sent
 */
export async function readReview(source: MaterialSource): Promise<RequestedEvent> {
  const { event, inputs, github, clock } = source;
  const { comment, subject, asked } = event;
  const isLine = comment?.kind === 'line';
  const review = isLine ? comment.review : comment?.kind === 'review' ? comment.id : undefined;
  if (!comment || !subject || asked === undefined || review === undefined) return { kind: 'event', event };
  if (!github) throw new NothingSentError(`The action can't read the review because ${NO_TOKEN}.`);
  const place = { pull_number: subject.number, review_id: review };
  const unlessLate = <T>(read: (options: RetryOptions) => Promise<T>) =>
    withinBudget(source, 'required', (options) =>
      tryAgain(clock, { ...options, patienceMs: LATE_MS }, isGone, () => read(options)),
    );
  try {
    if (!isLine) {
      const others = await unlessLate((options) => github.all(listReviewComments, place, options));
      const shown = others.filter(({ isMinimized }) => !isMinimized).sort((a, b) => a.id - b.id);
      return { kind: 'event', event: { ...event, comment: { ...comment, others: shown } } };
    }
    const { body } = await unlessLate((options) => github.call(getReview, place, options));
    const isPart = instructionIn(body, inputs.triggerPhrase) !== undefined;
    return isPart ? { kind: 'skip', reason: OF_REVIEW } : { kind: 'event', event };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    // If the review doesn't exist, the line comment is a separate request.
    if (isLine && isGone(error)) return { kind: 'event', event };
    throw new NothingSentError(error.message, error);
  }
}
