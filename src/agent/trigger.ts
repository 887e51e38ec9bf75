import type { CommentEvent, SubjectEvent, TriggerEvent } from '../github/event.ts';
import { ALLOWED, refused, type Verdict } from '../github/verdict.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleText } from '../text/visible.ts';

/** How every comment of this action's own can be told, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';

/** Whether the event is one that the workflow waits for: the right label, or a comment with the trigger phrase. */
export function matchTrigger(
  event: TriggerEvent,
  inputs: Pick<AgentInputs, 'triggerLabel' | 'triggerPhrase'>,
): Verdict {
  if (event.kind === 'subject') return matchLabel(event, inputs.triggerLabel);
  if (event.kind === 'comment') return matchComment(event, inputs.triggerPhrase);
  return ALLOWED;
}

/**
 * With `trigger-label`, only `labeled` events go on: a workflow that also listens to `opened` would otherwise ask
 * twice for an issue that is opened with its label. GitHub's labels are the same in upper and lower case.
 */
function matchLabel({ action, label }: SubjectEvent, triggerLabel: string | undefined): Verdict {
  if (triggerLabel === undefined) return ALLOWED;
  if (action !== 'labeled') return refused('trigger-label is set, and no label was added.');
  if (label?.toLowerCase() === triggerLabel.toLowerCase()) return ALLOWED;
  return refused('The label that was added is not the trigger-label.');
}

/**
 * A comment is an instruction by its author, so nobody else's edit may bring it to life: a maintainer who mends a
 * stranger's comment does not ask for what it says.
 */
function matchComment({ action, comment, sender }: CommentEvent, phrase: string): Verdict {
  if (action === 'deleted') return refused('The comment was deleted.');
  if (comment.body.includes(OWN_COMMENT)) return refused('The comment is one of this action.');
  if (instructionIn(comment.body, phrase) === undefined) {
    return refused('The comment does not begin with the trigger-phrase.');
  }
  if (action === 'edited' && (!sender || sender.login !== comment.author?.login)) {
    return refused('The comment was edited by somebody else than its author.');
  }
  return ALLOWED;
}

/** What follows the phrase, possibly nothing; absent if the phrase is not the first word that a person sees. */
export function instructionIn(body: string, phrase: string): string | undefined {
  const text = visibleText(body);
  if (!text.startsWith(phrase)) return undefined;
  const rest = text.slice(phrase.length);
  return rest === '' || /^\s/.test(rest) ? rest.trim() : undefined;
}
