import type { RunContext } from '../context.ts';
import type { GithubApi } from '../github/api.ts';
import type { TriggerEvent } from '../github/event.ts';
import type { GithubComment, IssueOrPull, Push, Release } from '../github/objects.ts';
import type { WorkflowRun } from '../github/runner.ts';
import type { AgentInputs, Material } from '../inputs.ts';
import type { MintlifyClient } from '../mintlify/client.ts';
import { visibleLine } from '../text/visible.ts';

/** What one step of one run was asked. All attempts of the run share it. */
export type DocsRequest = Readonly<{
  id: string;
  /** Name of the comment, review or label event that asked, the same for every workflow; undefined for other events. */
  eventKey: string | undefined;
  /** Login of who asks; empty if unknown. */
  requester: string;
  /** `watch`: nothing is sent. `status-only`: only the commit status is written. */
  kind: 'comment' | 'event' | 'watch' | 'status-only';
  /** Job that the request goes to: one `given` by its ID, the `latest` of the thread, or a `new` one. */
  target: 'given' | 'latest' | 'new';
  /** What the prompt quotes; `event` is among them unless it quotes nothing. */
  quotes: ReadonlySet<Material>;
  /** Tag whose release the request is about. */
  tag: string | undefined;
  /** Words after the trigger phrase; empty if there are none. Remote text of a person who may ask. */
  words: string;
}>;

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
export type RequestContext = RunContext &
  Readonly<{
    inputs: AgentInputs;
    event: TriggerEvent;
    request: DocsRequest;
    subject: RequestSubject;
    workflowRun: WorkflowRun;
    mintlify: MintlifyClient;
    /** Undefined without a token, or outside of a repository. */
    github: GithubApi | undefined;
    /** When the run started. */
    startedAt: Date;
  }>;

/** Context with a token, in a repository. */
export type GithubContext = RequestContext & { readonly github: GithubApi };

/** The ID in `job-id`; undefined for `latest`, or if it isn't set. */
export function givenJobId({ jobId }: AgentInputs): string | undefined {
  return jobId === 'latest' ? undefined : jobId;
}

export function isDispatch({ name }: TriggerEvent): boolean {
  return name === 'workflow_dispatch' || name === 'repository_dispatch';
}

/** Number of the issue or pull request to reply on. A comment is answered on its own thread. */
export function threadNumber({ event, subject, inputs }: RequestContext): number | undefined {
  const own = subject.issueOrPull?.number;
  return event.comment ? (own ?? inputs.issueNumber) : (inputs.issueNumber ?? own);
}

/** Whether the person who asked says something, also by a review's line comments. */
export function hasWords({ request, subject }: RequestContext): boolean {
  return request.words !== '' || subject.lineComments.length > 0;
}

/** Whether the thread decides what is sent. */
export function dependsOnThread({ kind, target }: DocsRequest): boolean {
  return kind === 'comment' || target === 'latest';
}

/** What caused the request, in one line, such as `label docs`. Remote text, as people see it. */
export function triggerOf(context: RequestContext): string {
  return visibleLine(rawTrigger(context));
}

function rawTrigger({ event, request, subject, inputs }: RequestContext) {
  const { issueOrPull, release, push } = subject;
  const { name, action, label = '', comment } = event;
  if (comment && issueOrPull) return request.words || inputs.triggerPhrase;
  if (push && issueOrPull) return `merge of #${issueOrPull.number}`;
  if (push) return push.tag ? `tag ${push.tag}` : `push to ${push.branch}`;
  if (issueOrPull && action === 'labeled') return `label ${label}`;
  if (issueOrPull && action) return `${issueOrPull.kind} ${action}`;
  if (release) return `${release.kind === 'tag' ? 'tag' : 'release'} ${release.tag}`;
  return name;
}

/** URL of the comment, issue or pull request; empty if there is none. Remote text. */
export function triggerUrl({ event, subject }: RequestContext): string {
  return event.comment?.url || (subject.issueOrPull?.url ?? '');
}
