import type { RunContext } from '../context.ts';
import type { GithubApi } from '../github/api.ts';
import type { TriggerEvent } from '../github/event.ts';
import type { GithubComment, IssueOrPull, Push, Release } from '../github/objects.ts';
import type { WorkflowRun } from '../github/runner.ts';
import type { AgentInputs } from '../inputs.ts';
import type { MintlifyClient } from '../mintlify/client.ts';
import { visibleLine } from '../text/visible.ts';

/** Parts that a prompt can quote. */
export type Quotable = 'event' | 'changes' | 'linked-issues' | 'discussion';

/** What one step of one run was asked. All attempts of the run share it. */
export interface DocsRequest {
  readonly id: string;
  /** Name of the comment, review or label event that asked, the same for every workflow; undefined for other events. */
  readonly eventKey?: string | undefined;
  /** Login of who asks; empty if unknown. */
  readonly requester: string;
  /** `watch`: nothing is sent. `status-only`: only the commit status is written. */
  readonly kind: 'comment' | 'event' | 'watch' | 'status-only';
  /** Job that the request goes to: one `given` by its ID, the `latest` of the thread, or a `new` one. */
  readonly job: 'given' | 'latest' | 'new';
  /** What the prompt quotes; `event` is among them unless it quotes nothing. */
  readonly quotes: ReadonlySet<Quotable>;
  /** Tag whose release the request is about. */
  readonly tag?: string | undefined;
  /** Words after the trigger phrase; empty if there are none. Remote text of a person who may ask. */
  readonly words: string;
}

/**
 * What a request is about. At first, only what the event's payload says; for pushes, releases, dispatches and reviews, more
 * is read. All texts are remote text.
 */
export interface RequestSubject {
  readonly issueOrPull?: IssueOrPull | undefined;
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
  /** Line comments of a review, which are part of the request. */
  readonly lineComments: readonly GithubComment[];
}

/** Everything that the phases of one request need. */
export interface RequestContext extends RunContext {
  readonly inputs: AgentInputs;
  readonly event: TriggerEvent;
  readonly request: DocsRequest;
  readonly subject: RequestSubject;
  readonly workflowRun: WorkflowRun;
  readonly mintlify: MintlifyClient;
  /** Undefined without a token, or outside of a repository. */
  readonly github: GithubApi | undefined;
  /** When the run started. */
  readonly startedAt: Date;
}

/** Context with a token, in a repository. */
export type GithubContext = RequestContext & { readonly github: GithubApi };

/** The ID in `job-id`; undefined for `latest`, or if it isn't set. */
export function givenJobId({ jobId }: Pick<AgentInputs, 'jobId'>): string | undefined {
  return jobId === 'latest' ? undefined : jobId;
}

export function isDispatch({ name }: TriggerEvent): boolean {
  return name === 'workflow_dispatch' || name === 'repository_dispatch';
}

/** Number of the issue or pull request to reply on. A comment is answered on its own thread. */
export function threadNumber(context: Pick<RequestContext, 'event' | 'subject' | 'inputs'>) {
  const { event, subject, inputs } = context;
  const own = subject.issueOrPull?.number;
  return event.comment && own !== undefined ? own : (inputs.issueNumber ?? own);
}

/** Whether the person who asked says something, also by a review's line comments. */
export function hasWords({ request, subject }: Pick<RequestContext, 'request' | 'subject'>): boolean {
  return request.words !== '' || subject.lineComments.length > 0;
}

/** Whether the thread decides what is sent. */
export function dependsOnThread({ kind, job }: DocsRequest): boolean {
  return kind === 'comment' || job === 'latest';
}

/** What caused the request, in one line, such as `label docs`. Remote text, as people see it. */
export function triggerOf(context: Pick<RequestContext, 'event' | 'request' | 'subject' | 'inputs'>): string {
  const { event, request, subject, inputs } = context;
  const { issueOrPull, release, push } = subject;
  const { action } = event;
  if (event.comment && issueOrPull) return visibleLine(request.words || inputs.triggerPhrase);
  if (push && issueOrPull) return `merge of #${issueOrPull.number}`;
  if (push) return visibleLine(push.tag ? `tag ${push.tag}` : `push to ${push.branch}`);
  if (issueOrPull && action === 'labeled') return visibleLine(`label ${event.label ?? ''}`);
  if (issueOrPull && action !== '') return visibleLine(`${issueOrPull.kind} ${action}`);
  if (release) return visibleLine(`${release.kind === 'tag' ? 'tag' : 'release'} ${release.tag}`);
  return visibleLine(event.name);
}

/** URL of the comment, issue or pull request; empty if there is none. Remote text. */
export function triggerUrl({ event, subject }: Pick<RequestContext, 'event' | 'subject'>): string {
  return event.comment?.url || (subject.issueOrPull?.url ?? '');
}
