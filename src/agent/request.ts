import type { GithubApi } from '../github/api.ts';
import type { TriggerEvent } from '../github/event.ts';
import type { WorkflowRun } from '../github/runner.ts';
import { type AgentInputs, readInput } from '../inputs.ts';
import type { ModeContext } from '../mode.ts';
import type { PlatformClient } from '../platform/client.ts';
import { signatureOf } from '../text/signature.ts';
import { visibleLine } from '../text/visible.ts';

export type Quotable = NonNullable<AgentInputs['include']> extends ReadonlySet<infer Name> ? Name : never;

export interface Wanted {
  /** `status`: only the commit status is written (`commit-status`). `watch`: nothing is sent. */
  readonly what: 'comment' | 'event' | 'watch' | 'status';
  /** Job that the request goes to: one `given` by its ID, the `latest` of the thread, or a `new` one. */
  readonly job: 'given' | 'latest' | 'new';
  /** What the prompt quotes; `event` is among them unless it quotes nothing. */
  readonly quotes: ReadonlySet<Quotable>;
  /** Tag whose release the request is about. */
  readonly tag?: string | undefined;
  /** Words after the trigger phrase; empty if there are none. Remote text of a person who may ask. */
  readonly asked: string;
}

/** What one step of one run was asked. All attempts of the run share it. */
export interface AgentRequest {
  readonly id: string;
  /** Login of who asks; empty if unknown. */
  readonly by: string;
  /** What caused the request in one line, such as `label docs`. Remote text. */
  readonly what: string;
  /** URL of the comment, issue or pull request; empty if there is none. Remote text. */
  readonly where: string;
}

export interface AgentRun extends ModeContext {
  readonly inputs: AgentInputs;
  readonly event: TriggerEvent;
  readonly wanted: Wanted;
  readonly run: WorkflowRun;
  readonly platform: PlatformClient;
  /** Undefined without a token, or outside of a repository. */
  readonly github: GithubApi | undefined;
  readonly request: AgentRequest;
}

/** Run with a token, in a repository. */
export type GithubRun = AgentRun & { readonly github: GithubApi };

/** The inputs that ask. Others, such as tokens and times, may differ between attempts. */
const ASKING = [
  ...['base-url', 'project-id', 'projectId', 'prompt', 'include', 'paths', 'release-tag', 'job-id'],
  ...['issue-number', 'trigger-label'],
];

export function requestOf({ env, inputs, event, wanted, run }: Omit<AgentRun, 'request'>): AgentRequest {
  const given = ASKING.map((name) => readInput(env, name) ?? '');
  // With the API key in the digest, nobody can guess the prompt from it.
  const digest = signatureOf(JSON.stringify([run.id, run.step, given]), inputs.apiKey, 'request');
  return {
    id: digest.subarray(0, 16).toString('base64url'),
    by: event.sender?.login ?? '',
    what: visibleLine(whatOf(event, wanted, inputs.triggerPhrase)),
    where: event.comment?.url || (event.subject?.url ?? ''),
  };
}

function whatOf(event: TriggerEvent, { asked }: Wanted, phrase: string): string {
  const { name, action, subject, comment, label, release, push } = event;
  if (comment && subject) return asked || phrase;
  if (push && subject) return `merge of #${subject.number}`;
  if (push) return push.tag ? `tag ${push.tag}` : `push to ${push.branch}`;
  if (subject && action === 'labeled') return `label ${label ?? ''}`;
  if (subject && action !== '') return `${subject.kind} ${action}`;
  return release ? `${release.kind === 'tag' ? 'tag' : 'release'} ${release.tag}` : name;
}

/** The ID in `job-id`; undefined for `latest`, or if it isn't set. */
export function givenJob({ jobId }: Pick<AgentInputs, 'jobId'>): string | undefined {
  return jobId === 'latest' ? undefined : jobId;
}

/** Number of the issue or pull request to reply on. A comment is answered on its own thread. */
export function threadOf({ event, inputs }: Pick<AgentRun, 'event' | 'inputs'>): number | undefined {
  const { comment, subject } = event;
  return comment && subject ? subject.number : (inputs.issueNumber ?? subject?.number);
}

export function isDispatch({ name }: TriggerEvent): boolean {
  return name === 'workflow_dispatch' || name === 'repository_dispatch';
}

/** Whether a request by comment says something itself, also by a review's line comments. */
export function hasWords({ wanted, event }: Pick<AgentRun, 'wanted' | 'event'>): boolean {
  return wanted.asked !== '' || (event.comment?.others ?? []).length > 0;
}

/** Whether the request goes to the job that the thread's replies remember. */
export function isRemembered({ wanted }: Pick<AgentRun, 'wanted'>): boolean {
  return wanted.what === 'comment' || wanted.job === 'latest';
}
