import type { Clock } from '../clock.ts';
import {
  type CallOptions,
  GithubError,
  isGone,
  NO_TOKEN,
  NothingSentError,
  tryAgain,
} from '../github/api.ts';
import { instructionIn, type TriggerEvent } from '../github/event.ts';
import { getReview, listReviewComments } from '../github/operations.ts';
import type { GithubApi } from '../github/rest.ts';
import type { AgentInputs } from '../inputs.ts';

/** An event that holds all of its review, or why the event is no request of its own, as a sentence. */
export type WholeReview =
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  | { readonly kind: 'skip'; readonly reason: string };

const OF_REVIEW =
  'The review of this comment begins with the trigger-phrase, so the review is the request, with all of its comments: the workflow has to listen to pull_request_review.';

/** GitHub may show a review some seconds late (seen: 1.5 s). */
const LATE_MS = 8_000;

/**
 * A review with the phrase in its text is one request with all its line comments. In a review without it, each line
 * comment with the phrase is a request of its own.
 *
 * @throws {NothingSentError} when the review cannot be read: half of it must not be sent
 */
export async function readReview(
  event: TriggerEvent,
  { triggerPhrase }: Pick<AgentInputs, 'triggerPhrase'>,
  github: Pick<GithubApi, 'read' | 'all'> | undefined,
  options: CallOptions,
  clock: Clock,
): Promise<WholeReview> {
  const { comment, subject, asked } = event;
  const review = comment?.kind === 'line' ? comment.review : comment?.id;
  const mayBeReview = comment?.kind === 'line' || comment?.kind === 'review';
  if (!subject || !mayBeReview || asked === undefined || review === undefined)
    return { kind: 'event', event };
  if (!github) throw new NothingSentError(`The action cannot read the review without ${NO_TOKEN}.`);
  const place = { pull_number: subject.number, review_id: review };
  const patience = { signal: options.signal, patienceMs: LATE_MS };
  const unlessLate = <T>(read: () => Promise<T>) => tryAgain(clock, patience, isGone, read);
  try {
    if (comment.kind === 'review') {
      const others = await unlessLate(() => github.all(listReviewComments, place, options));
      others.sort((a, b) => a.id - b.id);
      return { kind: 'event', event: { ...event, comment: { ...comment, others } } };
    }
    const { body } = await unlessLate(() => github.read(getReview, place, options));
    const isPart = instructionIn(body, triggerPhrase) !== undefined;
    return isPart ? { kind: 'skip', reason: OF_REVIEW } : { kind: 'event', event };
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    // Without its review, a line comment stands alone.
    if (comment.kind === 'line' && isGone(error)) return { kind: 'event', event };
    throw new NothingSentError(error.message, error);
  }
}
