import type { CommentEvent, PlainEvent, SubjectEvent, TriggerEvent } from '../github/event.ts';
import { ALLOWED, refused, type Verdict } from '../github/verdict.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleText } from '../text/visible.ts';

/** How every comment of this action's own can be told, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';

export type TriggerInputs = Pick<
  AgentInputs,
  'triggerLabel' | 'triggerPhrase' | 'prompt' | 'jobId' | 'context'
>;

/**
 * Whether the event asks for something: the right label, a comment with the trigger phrase, an activity that a prompt
 * can be made of. A run that only watches asks for nothing, so nothing is matched.
 */
export function matchTrigger(event: TriggerEvent, inputs: TriggerInputs): Verdict {
  if (watchesOnly(event, inputs)) return ALLOWED;
  const label = matchLabel(event, inputs.triggerLabel);
  if (!label.allowed) return label;
  const comment = matchComment(event, inputs);
  if (!comment.allowed || inputs.prompt !== undefined) return comment;
  return matchActivity(event);
}

/** Whether the event is a comment or a review that begins with the phrase. */
export function asksByComment(event: TriggerEvent, phrase: string): boolean {
  return event.kind === 'comment' && instructionIn(event.comment.body, phrase) !== undefined;
}

/** `job-id` without anything to send: a `prompt`, or a comment that asks, unless `context: none` keeps it out. */
export function watchesOnly(event: TriggerEvent, inputs: TriggerInputs): boolean {
  if (inputs.jobId === undefined || inputs.prompt !== undefined) return false;
  return event.kind !== 'comment' || inputs.context === 'none' || !matchComment(event, inputs).allowed;
}

/**
 * With `trigger-label`, only `labeled` events go on: a workflow that also listens to `opened` would otherwise ask
 * twice for an issue that is opened with its label. GitHub's labels are the same in upper and lower case.
 */
function matchLabel(event: TriggerEvent, triggerLabel: string | undefined): Verdict {
  const { action, label } = labelOf(event);
  if (triggerLabel === undefined || (event.kind !== 'subject' && label === undefined)) return ALLOWED;
  if (action !== 'labeled') return refused('trigger-label is set, and no label was added.');
  if (label?.toLowerCase() === triggerLabel.toLowerCase()) return ALLOWED;
  return refused('The label that was added is not the trigger-label.');
}

function labelOf(event: TriggerEvent): Partial<Pick<SubjectEvent, 'action' | 'label'>> {
  return event.kind === 'subject' || event.kind === 'plain' ? event : {};
}

/**
 * A comment is an instruction by its author, so nobody else's edit may bring it to life: a maintainer who mends a
 * stranger's comment does not ask for what it says. A review without the phrase can still be the occasion of a `prompt`.
 */
function matchComment(event: TriggerEvent, { triggerPhrase, prompt }: TriggerInputs): Verdict {
  const comment = commentOf(event);
  if (!comment) return ALLOWED;
  const { action, sender } = event as CommentEvent | PlainEvent;
  if (action === 'deleted') return refused('The comment was deleted.');
  if (comment.body.includes(OWN_COMMENT)) return refused('The comment is one of this action.');
  if (action === 'edited' && (!sender || sender.login !== comment.author?.login)) {
    return refused('The comment was edited by somebody else than its author.');
  }
  const isReview = event.kind === 'comment' && event.comment.kind === 'review';
  if (isReview && prompt !== undefined) return ALLOWED;
  if (instructionIn(comment.body, triggerPhrase) === undefined) {
    return refused('The comment does not begin with the trigger-phrase.');
  }
  return isReview && action !== 'submitted'
    ? refused('A review asks when it is submitted, and not later.')
    : ALLOWED;
}

function commentOf(event: TriggerEvent): PlainEvent['comment'] {
  return event.kind === 'comment' || event.kind === 'plain' ? event.comment : undefined;
}

/** Activities of which a prompt is made when the workflow gives none. The other activities of these events ask for nothing. */
const ASKING: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  pull_request_target: ['opened', 'labeled'],
  release: ['published'],
};

function matchActivity(event: TriggerEvent): Verdict {
  const asking = ASKING[event.name];
  // A payload that cannot be read has no activity; it has nothing to make a prompt of either.
  if (!asking || event.action === '' || asking.includes(event.action)) return ALLOWED;
  if (event.kind === 'subject' && event.action === 'closed' && event.merged) return ALLOWED;
  return refused(
    `Without a prompt, the activity ${event.action} of ${event.name} asks for nothing (it does on ${asking.join(', ')}).`,
  );
}

/** What follows the phrase, possibly nothing; absent if the phrase is not the first word that a person sees. */
export function instructionIn(body: string, phrase: string): string | undefined {
  const text = visibleText(body);
  if (!text.startsWith(phrase)) return undefined;
  const rest = text.slice(phrase.length);
  return rest === '' || /^\s/.test(rest) ? rest.trim() : undefined;
}
