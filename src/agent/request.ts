import type { RetryOptions } from '../github/api.ts';
import type { TriggerEvent } from '../github/event.ts';
import type { GithubApi } from '../github/rest.ts';
import type { WorkflowRun } from '../github/workflow-run.ts';
import { type AgentInputs, DEFAULT_BASE_URL } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { JobPlatform } from '../platform/client.ts';
import { signatureOf } from '../text/signature.ts';
import { visibleLine } from '../text/visible.ts';
import type { Wanted } from './trigger.ts';

/**
 * Request: what one step of one run was asked to do. A re-run of that step is the same request, so it isn't billed
 * twice. Steps of a composite action, or calls of a reusable workflow, are separate requests if they ask for different
 * things.
 */
export interface AgentRequest {
  /** Digest that identifies the request within the repository. */
  readonly id: string;
  /** Login of the person or bot who asks; empty if not known. */
  readonly by: string;
  /**
   * Trigger of the request in one line, such as `label docs`. Remote text. The workflow's own prompt is never shown.
   */
  readonly what: string;
  /** URL of the comment, issue or pull request that asks; empty if the event has none. Remote text. */
  readonly where: string;
}

/** Context that a run of agent mode begins with. */
export interface AgentContext extends ModeContext {
  readonly inputs: AgentInputs;
  readonly event: TriggerEvent;
  readonly wanted: Wanted;
  readonly run: WorkflowRun;
  readonly platform: JobPlatform;
  /** Absent without a token or outside of a repository. */
  readonly github: GithubApi | undefined;
}

/** Context of a run once its event is known to be a request. */
export interface AgentRun extends AgentContext {
  readonly request: AgentRequest;
}

/** The event with everything it is about, or the sentence that says why it isn't a request. */
export type RequestedEvent =
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  | { readonly kind: 'skip'; readonly reason: string };

/** The part of the context that is needed to read material for the prompt. */
export type MaterialSource = Pick<
  AgentContext,
  'event' | 'inputs' | 'wanted' | 'run' | 'github' | 'clock' | 'signal' | 'log'
>;

/** Context for reading one part of the material from GitHub. */
export interface IncludeSource extends MaterialSource {
  readonly github: GithubApi;
  readonly options: RetryOptions;
}

export function requestOf(event: TriggerEvent, inputs: AgentInputs, run: WorkflowRun): AgentRequest {
  return {
    id: requestId(inputs, run),
    by: event.sender?.login ?? '',
    what: visibleLine(whatOf(event, inputs.triggerPhrase)),
    where: event.comment?.url || (event.subject?.url ?? ''),
  };
}

/**
 * Returns a digest (128 bits, 22 characters) of the run, its step, and the inputs that say what is requested. Inputs
 * count by name and normalized value. Inputs at their defaults are left out, so later versions of the action with more
 * inputs compute the same digest. Tokens, and inputs about waiting and reporting, may differ between attempts. The API
 * key is part of it, so a prompt can't be guessed from its digest without the key.
 */
function requestId(inputs: AgentInputs, run: WorkflowRun): string {
  const requested = {
    'base-url': inputs.baseUrl.origin === DEFAULT_BASE_URL ? undefined : inputs.baseUrl.origin,
    include: isDefaultInclude(inputs) ? undefined : [...(inputs.include ?? [])].sort().join(',') || 'none',
    'issue-number': inputs.issueNumber,
    'job-id': inputs.jobId,
    paths: inputs.paths?.join('\n'),
    'project-id': inputs.projectId,
    prompt: inputs.prompt,
    'release-tag': inputs.releaseTag,
    'trigger-label': inputs.triggerLabel?.toLowerCase(),
  };
  // JSON has no undefined fields.
  const message = JSON.stringify([run.id, run.step, requested]);
  return signatureOf(message, inputs.apiKey, 'request').subarray(0, 16).toString('base64url');
}

function isDefaultInclude({ include, prompt }: AgentInputs): boolean {
  return include === undefined || (prompt === undefined && include.size === 1 && include.has('event'));
}

function whatOf(
  { name, action, subject, comment, asked, label, release, push }: TriggerEvent,
  phrase: string,
) {
  if (comment && subject) return asked || phrase;
  if (push)
    return subject ? `merge of #${subject.number}` : push.tag ? `tag ${push.tag}` : `push to ${push.branch}`;
  if (subject && action === 'labeled') return `label ${label ?? ''}`;
  if (subject && action !== '') return `${subject.kind} ${action}`;
  if (!release) return name;
  return `${release.kind === 'tag' ? 'tag' : 'release'} ${release.tag}`;
}
