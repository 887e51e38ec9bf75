import { createHmac } from 'node:crypto';
import type { TriggerEvent } from '../github/event.ts';
import type { GithubApi } from '../github/rest.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import type { AgentInputs } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import { derivedKey } from '../text/derived-key.ts';
import { visibleLine } from '../text/visible.ts';
import { instructionIn } from './trigger.ts';

/**
 * One request: what one step of one run was asked. A re-run of the step is the same request, so that nothing is paid
 * for twice; another leg of a matrix, another call of a reusable workflow and another step of a composite are others.
 */
export interface Request {
  /** Names the request among all of the repository. */
  readonly id: string;
  /** Names what is asked, whichever run or step asks it. */
  readonly asks: string;
  /** The run that asks. */
  readonly run: string;
  readonly step: string;
  /** Login of who asks; empty if not known. */
  readonly by: string;
  /** What is asked, in a line. Remote text, except for what the workflow itself says: that is never shown. */
  readonly what: string;
  /** The comment, issue or pull request in which it is asked; absent if the event has none. Remote text. */
  readonly where: string | undefined;
}

/** What a run of agent mode is about. */
export interface Asked {
  readonly event: TriggerEvent;
  readonly inputs: AgentInputs;
  readonly run: WorkflowRun;
  readonly request: Request;
}

/** The same, with what it works with. */
export interface AgentRun extends Asked, ModeContext {
  /** Absent without a token or outside of a repository. */
  readonly github: GithubApi | undefined;
}

export function requestOf(event: TriggerEvent, inputs: AgentInputs, run: WorkflowRun): Request {
  const asks = digest(inputs.apiKey, whatIsAsked(inputs));
  return {
    id: digest(inputs.apiKey, [run.id, run.step, asks]),
    asks,
    run: run.id,
    step: run.step,
    by: event.sender?.login ?? run.actor,
    what: visibleLine(whatOf(event, inputs.triggerPhrase)),
    where: whereOf(event),
  };
}

/** The inputs that say what is asked. How long to wait and what to tell may differ between attempts; so do tokens. */
function whatIsAsked(inputs: AgentInputs): readonly unknown[] {
  const { baseUrl, projectId, prompt, context, jobId, issueNumber, triggerLabel, matrix, include } = inputs;
  return [baseUrl.origin, projectId, prompt, context, jobId, issueNumber, triggerLabel, matrix, ...include];
}

/** Nobody can guess a prompt from its digest without the key. 128 bits, as 22 characters. */
function digest(apiKey: string, parts: readonly unknown[]): string {
  const message = JSON.stringify(parts.map((part) => part ?? null));
  const hmac = createHmac('sha256', derivedKey(apiKey, 'request')).update(message);
  return hmac.digest().subarray(0, 16).toString('base64url');
}

function whereOf(event: TriggerEvent): string | undefined {
  if (event.kind === 'comment') return event.comment.url || event.subject.url;
  return event.kind === 'subject' ? event.subject.url : undefined;
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
