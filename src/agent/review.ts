import type { TriggerEvent } from '../github/event.ts';
import { listReviewComments } from '../github/operations.ts';
import { NEEDED, neededGithub } from './needed.ts';
import type { AgentRun } from './request.ts';
import { instructionIn } from './trigger.ts';

/**
 * Adds the line comments to a review that asks, without those that GitHub hides and those that are requests of their
 * own. Other comments stay as they are.
 */
export async function readReview(run: AgentRun): Promise<TriggerEvent> {
  const { event, inputs } = run;
  const { comment, subject } = event;
  if (comment?.kind !== 'review' || !subject) return event;
  const github = neededGithub(run, "The action can't read the review");
  const place = { pull_number: subject.number, review_id: comment.id };
  const all = await github.all(listReviewComments, place, { ...NEEDED, alsoRetry: [404] });
  const others = all
    .filter(
      ({ isMinimized, body }) => !isMinimized && instructionIn(body, inputs.triggerPhrase) === undefined,
    )
    .sort((a, b) => a.id - b.id);
  return { ...event, comment: { ...comment, others } };
}
