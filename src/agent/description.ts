import type { TriggerEvent } from '../github/event.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import { visibleLine } from '../text/visible.ts';
import { instructionIn } from './trigger.ts';

/** Who asked for what, in a line. Remote text, except for what the workflow itself says: that is never shown. */
export interface Description {
  /** Login; empty if not known. */
  readonly by: string;
  readonly what: string;
}

export function describeRequest(
  event: TriggerEvent,
  { triggerPhrase }: Pick<AgentInputs, 'triggerPhrase'>,
  run: WorkflowRun,
): Description {
  return { by: event.sender?.login ?? run.actor, what: visibleLine(whatOf(event, triggerPhrase)) };
}

function whatOf(event: TriggerEvent, triggerPhrase: string): string {
  switch (event.kind) {
    case 'comment':
      return instructionIn(event.comment.body, triggerPhrase) || triggerPhrase;
    case 'subject':
      return event.action === 'labeled'
        ? `label ${event.label ?? ''}`
        : `${event.subject.kind} ${event.action}`;
    case 'release':
      return `release ${event.release?.tag ?? ''}`;
    case 'plain':
      return event.name;
  }
}
