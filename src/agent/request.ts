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
 * One request: what one step of one run was asked to do. A re-run of the step is the same request, so that it is not
 * billed twice. A step of a composite action, or a call of a reusable workflow, that requests something else is another
 * one.
 */
export interface AgentRequest {
  /** Names the request among all of the repository. */
  readonly id: string;
  /** Login of who asks; empty if not known. */
  readonly by: string;
  /** Request in one line. Remote text, except for the workflow's own words, which are never shown. */
  readonly what: string;
  /** The comment, issue or pull request in which it is asked; empty if the event has none. Remote text. */
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

/** The event with all that it is about, or why it is not a request, as a sentence. */
export type RequestedEvent =
  | { readonly kind: 'event'; readonly event: TriggerEvent }
  | { readonly kind: 'skip'; readonly reason: string };

/** Source of a prompt's material. */
export type MaterialSource = Pick<
  AgentContext,
  'event' | 'inputs' | 'wanted' | 'run' | 'github' | 'clock' | 'signal' | 'log'
>;

/** Source of one part of the material, with GitHub. */
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
 * Returns a digest of the run, its step, and the inputs that say what is requested, by name and normalized value. It
 * leaves out inputs at their defaults, so that a later version of the action, with more inputs, computes the same. How
 * long to wait and what to report may differ between attempts, and so may tokens. A prompt cannot be guessed from its
 * digest without the key. It has 128 bits, as 22 characters.
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
