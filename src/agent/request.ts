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
 * Task of one step in one workflow run. A re-run of that step belongs to the first attempt's request, so the request
 * isn't billed twice. Steps of a composite action, and calls to a reusable workflow, are separate requests if they
 * request different things.
 */
export interface AgentRequest {
  /** Digest that identifies the request within the repository. */
  readonly id: string;
  /** Login of the person or bot that makes the request; empty if unknown. */
  readonly by: string;
  /**
   * Trigger of the request in one line, such as `label docs`. Remote text. Never contains the workflow's own prompt.
   */
  readonly what: string;
  /** URL of the comment, issue or pull request that makes the request; empty if there is none. Remote text. */
  readonly where: string;
}

/** Context at the start of a run in agent mode. */
export interface AgentContext extends ModeContext {
  readonly inputs: AgentInputs;
  readonly event: TriggerEvent;
  readonly wanted: Wanted;
  readonly run: WorkflowRun;
  readonly platform: JobPlatform;
  /** Client of GitHub's API; undefined without a token or outside a repository. */
  readonly github: GithubApi | undefined;
}

/** Context of a run once its event is known to be a request. */
export interface AgentRun extends AgentContext {
  readonly request: AgentRequest;
}

/** Either the event, completed with missing data such as a tag's release, or the reason why it isn't a request. */
export type RequestedEvent =
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  | { readonly kind: 'skip'; readonly reason: string };

/** Part of the context that is needed to read material for the prompt. */
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
 * Returns a digest (128 bits, 22 characters) of the run, its step, and the inputs that say what is requested. Each
 * input is represented by its name and normalized value. Inputs at their defaults are left out, so that later versions
 * of the action, with more inputs, compute an equal digest. Tokens, and inputs about waiting and reporting, are left
 * out, because they can differ between attempts. The digest also depends on the API key. Without the key, the prompt
 * can't be guessed from the digest.
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
  // JSON leaves out undefined fields.
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
