import { type CallOptions, GithubError, isGone, NothingSentError } from '../github/api.ts';
import { instructionIn, type TriggerEvent } from '../github/event.ts';
import { getReview, listReviewComments } from '../github/operations.ts';
import type { GithubApi } from '../github/rest.ts';
import type { AgentInputs } from '../inputs.ts';

/** What a review comes to: an event that holds all of it, or why this event asks for nothing, as a sentence. */
export type WholeReview = { readonly event: TriggerEvent } | { readonly refusal: string };

const OF_REVIEW =
  'The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review.';

/**
 * A review with the phrase in its text is one request with all its line comments. In a review without it, each line
 * comment with the phrase is a request of its own.
 *
 * @throws {NothingSentError} when the review cannot be read: half of it must not be sent
 */
export async function readReview(
  event: TriggerEvent,
  { triggerPhrase, context }: Pick<AgentInputs, 'triggerPhrase' | 'context'>,
  github: Pick<GithubApi, 'read' | 'all'> | undefined,
  options: CallOptions,
): Promise<WholeReview> {
  const { comment, subject, asked, action } = event;
  if (!comment || !subject) return { event };
  const isMade = comment.kind === 'review' && action === 'submitted';
  const isWhole = isMade && (asked !== undefined || context === 'event');
  const review = comment.kind === 'line' && asked !== undefined ? comment.review : undefined;
  if (!isWhole && review === undefined) return { event };
  if (!github) throw new NothingSentError('This action cannot read the review without github-token.');
  const place = { pull_number: subject.number, review_id: review ?? comment.id };
  try {
    if (review === undefined) {
      const others = await github.all(listReviewComments, place, options);
      others.sort((a, b) => a.id - b.id);
      return { event: { ...event, comment: { ...comment, others } } };
    }
    const { body: text } = await github.read(getReview, place, options);
    return instructionIn(text, triggerPhrase) === undefined ? { event } : { refusal: OF_REVIEW };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    // Without its review, a line comment stands alone.
    if (review !== undefined && isGone(error)) return { event };
    throw new NothingSentError(error.message, error);
  }
}
