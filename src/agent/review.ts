import { type CallOptions, GithubError, isGone, NothingSentError } from '../github/api.ts';
import type { Comment, CommentEvent, TriggerEvent } from '../github/event.ts';
import type { GithubApi } from '../github/rest.ts';
import { asksByComment, instructionIn } from './trigger.ts';

/** What a review comes to: an event that holds all of it, or why this event asks for nothing, as a sentence. */
export type GatheredReview = { readonly event: TriggerEvent } | { readonly refusal: string };

/**
 * A review is one request, however many events it causes: one for its text, and one for each of its line comments. If
 * its text has the phrase, the review's own event asks for everything. If only line comments have it, the oldest of
 * them asks for all of those. A single line comment is a review of its own, without text.
 *
 * @throws {NothingSentError} when the review cannot be read: half of it must not be sent
 */
export async function gatherReview(
  event: TriggerEvent,
  { triggerPhrase: phrase, context }: { readonly triggerPhrase: string; readonly context: string },
  github: Pick<GithubApi, 'reviewText' | 'reviewComments'> | undefined,
  options: CallOptions,
): Promise<GatheredReview> {
  if (event.kind !== 'comment') return { event };
  const { comment, subject, action } = event;
  const asks = asksByComment(event, phrase);
  const isWhole = comment.kind === 'review' && (asks || context === 'event');
  const isPart = comment.kind === 'line' && asks && action === 'created' && comment.review !== undefined;
  if (!isWhole && !isPart) return { event };
  if (!github) throw new NothingSentError('This action cannot read the review without github-token.');
  try {
    if (isWhole) return withOthers(event, await github.reviewComments(subject.number, comment.id, options));
    const review = comment.review ?? 0;
    const text = await github.reviewText(subject.number, review, options);
    if (instructionIn(text, phrase) !== undefined) {
      return {
        refusal:
          'The review of this comment begins with the trigger-phrase, so its own run asks for all of it.',
      };
    }
    const comments = await github.reviewComments(subject.number, review, options);
    const asking = comments.filter(({ body }) => instructionIn(body, phrase) !== undefined);
    if (asking.some(({ id }) => id < comment.id)) {
      return {
        refusal: 'An earlier comment of the same review asks as well, and its run asks for all of them.',
      };
    }
    return withOthers(
      event,
      asking.filter(({ id }) => id !== comment.id),
    );
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    // Without its review, a line comment stands alone.
    if (isPart && isGone(error)) return { event };
    throw new NothingSentError(error.message, error);
  }
}

function withOthers(event: CommentEvent, others: readonly Comment[]): GatheredReview {
  return { event: { ...event, comment: { ...event.comment, others } } };
}
