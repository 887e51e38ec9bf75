import type { TriggerEvent } from '../github/event.ts';
import { OWN_COMMENT } from '../github/signed-comment.ts';
import type { AgentInputs } from '../inputs.ts';

export type TriggerInputs = Pick<AgentInputs, 'triggerLabel' | 'prompt' | 'jobId' | 'context'>;

/** Activities of which a prompt is made when the workflow gives none. Other activities of these events ask for nothing. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  pull_request_target: ['opened', 'labeled'],
  issue_comment: ['created'],
  pull_request_review_comment: ['created'],
  pull_request_review: ['submitted'],
  release: ['published'],
};

/**
 * Why the event asks for nothing, as a sentence; absent if it asks: the right label, a comment with the trigger phrase,
 * an activity that a prompt can be made of. A run that only watches asks for nothing, so nothing is matched.
 */
export function whyNotAsked(event: TriggerEvent, inputs: TriggerInputs): string | undefined {
  if (watchesOnly(event, inputs)) return undefined;
  const why = whyNotByLabel(event, inputs.triggerLabel) ?? whyNotByComment(event, inputs);
  return inputs.prompt === undefined ? (why ?? whyNotByActivity(event)) : why;
}

/** Whether somebody asks with a comment or a review of an issue or pull request. */
export function asksByComment({ subject, asked }: TriggerEvent): boolean {
  return subject !== undefined && asked !== undefined;
}

/** `job-id` without anything to send: a `prompt`, or a comment that asks, unless `context: none` keeps it out. */
export function watchesOnly(event: TriggerEvent, inputs: TriggerInputs): boolean {
  if (inputs.jobId === undefined || inputs.prompt !== undefined) return false;
  return (
    !asksByComment(event) ||
    inputs.context === 'none' ||
    (whyNotByComment(event, inputs) ?? whyNotByActivity(event)) !== undefined
  );
}

/**
 * With `trigger-label`, only `labeled` events go on: a workflow that also listens to `opened` would otherwise ask
 * twice for an issue that is opened with its label. GitHub's labels are the same in upper and lower case.
 */
function whyNotByLabel(
  { action, label, subject, comment }: TriggerEvent,
  triggerLabel: string | undefined,
): string | undefined {
  const isLabeled = label !== undefined || (subject !== undefined && !comment);
  if (triggerLabel === undefined || !isLabeled) return undefined;
  if (action !== 'labeled') return 'trigger-label is set, and no label was added.';
  if (label?.toLowerCase() === triggerLabel.toLowerCase()) return undefined;
  return 'The label that was added is not the trigger-label.';
}

/**
 * A comment asks when it is made: what somebody edits later would come from nobody knows whom. A review without the
 * phrase can still be the occasion of a `prompt`.
 */
function whyNotByComment(
  { action, comment, asked }: TriggerEvent,
  { prompt }: TriggerInputs,
): string | undefined {
  if (!comment) return undefined;
  if (comment.body.includes(OWN_COMMENT)) return 'The comment is one of this action.';
  if (comment.kind === 'review' && prompt !== undefined) return undefined;
  if (action === 'deleted' || action === 'edited')
    return `The comment was ${action}, which asks for nothing.`;
  if (asked !== undefined) return undefined;
  return 'The comment does not begin with the trigger-phrase.';
}

function whyNotByActivity({ name, action, subject }: TriggerEvent): string | undefined {
  const asking = ASKING[name];
  // A payload that cannot be read has no activity; it has nothing to make a prompt of either.
  if (!asking || action === '' || asking.includes(action) || (action === 'closed' && subject?.merged))
    return undefined;
  return `Without a prompt, the activity ${action} of ${name} asks for nothing (it does on ${asking.join(', ')}).`;
}
