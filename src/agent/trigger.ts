import type { TriggerEvent } from '../github/event.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleText } from '../text/visible.ts';

/** How every comment of this action's own can be told, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';

export type TriggerInputs = Pick<
  AgentInputs,
  'triggerLabel' | 'triggerPhrase' | 'prompt' | 'jobId' | 'context'
>;

/**
 * Why the event asks for nothing, as a sentence; absent if it asks: the right label, a comment with the trigger phrase,
 * an activity that a prompt can be made of. A run that only watches asks for nothing, so nothing is matched.
 */
export function whyNotAsked(event: TriggerEvent, inputs: TriggerInputs): string | undefined {
  if (watchesOnly(event, inputs)) return undefined;
  const why = whyNotByLabel(event, inputs.triggerLabel) ?? whyNotByComment(event, inputs);
  return inputs.prompt === undefined ? (why ?? whyNotByActivity(event)) : why;
}

/** Whether the event is a comment or a review that begins with the phrase. */
export function asksByComment(event: TriggerEvent, phrase: string): boolean {
  return event.kind === 'comment' && instructionIn(event.comment.body, phrase) !== undefined;
}

/** `job-id` without anything to send: a `prompt`, or a comment that asks, unless `context: none` keeps it out. */
export function watchesOnly(event: TriggerEvent, inputs: TriggerInputs): boolean {
  if (inputs.jobId === undefined || inputs.prompt !== undefined) return false;
  return (
    event.kind !== 'comment' || inputs.context === 'none' || whyNotByComment(event, inputs) !== undefined
  );
}

/**
 * With `trigger-label`, only `labeled` events go on: a workflow that also listens to `opened` would otherwise ask
 * twice for an issue that is opened with its label. GitHub's labels are the same in upper and lower case.
 */
function whyNotByLabel(event: TriggerEvent, triggerLabel: string | undefined): string | undefined {
  const label = 'label' in event ? event.label : undefined;
  if (triggerLabel === undefined || (event.kind !== 'subject' && label === undefined)) return undefined;
  if (event.action !== 'labeled') return 'trigger-label is set, and no label was added.';
  if (label?.toLowerCase() === triggerLabel.toLowerCase()) return undefined;
  return 'The label that was added is not the trigger-label.';
}

/**
 * A comment is an instruction by its author, so nobody else's edit may bring it to life: a maintainer who mends a
 * stranger's comment does not ask for what it says. A review without the phrase can still be the occasion of a `prompt`.
 */
function whyNotByComment(event: TriggerEvent, { triggerPhrase, prompt }: TriggerInputs): string | undefined {
  const comment = 'comment' in event ? event.comment : undefined;
  if (!comment) return undefined;
  const { action, sender } = event;
  if (action === 'deleted') return 'The comment was deleted.';
  if (comment.body.includes(OWN_COMMENT)) return 'The comment is one of this action.';
  if (action === 'edited' && (!sender || sender.login !== comment.author?.login)) {
    return 'The comment was edited by somebody else than its author.';
  }
  const isReview = event.kind === 'comment' && event.comment.kind === 'review';
  if (isReview && prompt !== undefined) return undefined;
  if (instructionIn(comment.body, triggerPhrase) === undefined) {
    return 'The comment does not begin with the trigger-phrase.';
  }
  return isReview && action !== 'submitted'
    ? 'A review asks when it is submitted, and not later.'
    : undefined;
}

/** Activities of which a prompt is made when the workflow gives none. The other activities of these events ask for nothing. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  pull_request_target: ['opened', 'labeled'],
  release: ['published'],
};

function whyNotByActivity(event: TriggerEvent): string | undefined {
  const asking = ASKING[event.name];
  // A payload that cannot be read has no activity; it has nothing to make a prompt of either.
  if (!asking || event.action === '' || asking.includes(event.action)) return undefined;
  if (event.kind === 'subject' && event.action === 'closed' && event.merged) return undefined;
  return `Without a prompt, the activity ${event.action} of ${event.name} asks for nothing (it does on ${asking.join(', ')}).`;
}

/** What follows the phrase, possibly nothing; absent if the phrase is not the first word that a person sees. */
export function instructionIn(body: string, phrase: string): string | undefined {
  const text = visibleText(body);
  if (!text.startsWith(phrase)) return undefined;
  const rest = text.slice(phrase.length);
  return rest === '' || /^\s/.test(rest) ? rest.trim() : undefined;
}
