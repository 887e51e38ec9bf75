import type { TriggerEvent } from '../../github/event.ts';
import type { WorkflowRun } from '../../github/runner.ts';
import { sign } from '../../github/signature.ts';
import { readInput } from '../../input-variables.ts';
import type { AgentInputs, Material } from '../../inputs.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { type DocsRequest, givenJobId, isDispatch, type RequestSubject } from '../request-context.ts';
import { wordsAfterPhrase } from './phrase.ts';

/** The inputs that ask, without what starts the run. Others, such as tokens and times, may differ between attempts. */
const ASKING = [
  'base-url',
  'project-id',
  'projectId',
  'prompt',
  'include',
  'paths',
  'release-tag',
  'job-id',
  'issue-number',
];

/** Says what the event and the inputs ask for, if the event asks at all. */
export function readRequest(
  env: NodeJS.ProcessEnv,
  event: TriggerEvent,
  inputs: AgentInputs,
  workflowRun: WorkflowRun,
): DocsRequest {
  const { comment, issueOrPull, push } = event;
  const words = comment && isNew(event) ? wordsAfterPhrase(comment.body, inputs.triggerPhrase) : undefined;
  const askingComment = issueOrPull && words !== undefined ? comment : undefined;
  const isComment = askingComment !== undefined;
  const kind = kindOf(event, inputs, isComment);
  const quotes = quotesOf(event, inputs);
  const isAboutTag = kind !== 'watch' && quotes.size > 0;
  const asking = ASKING.map((name) => readInput(env, name) ?? '');
  return {
    id: digestOf([workflowRun.id, workflowRun.step, [...asking, inputs.triggerLabel ?? '']], inputs),
    eventKey: askingComment ? `${askingComment.kind} ${askingComment.id}` : labelKey(event, asking, inputs),
    requester: event.sender?.login ?? '',
    kind,
    target: targetOf(inputs, isComment),
    quotes,
    tag: isAboutTag ? (releaseTagOf(event, inputs) ?? push?.tag) : undefined,
    words: words ?? '',
  };
}

/** What the payload alone says that the request is about. */
export function subjectOfEvent({ issueOrPull, release, push }: TriggerEvent): RequestSubject {
  return { issueOrPull, release, push, lineComments: [] };
}

/** Whether the event's comment or review is new. Others may be somebody else's edits. */
export function isNew({ action }: TriggerEvent): boolean {
  return action === 'created' || action === 'submitted';
}

export function isPullRequestEvent({ name }: TriggerEvent): boolean {
  return name === 'pull_request' || name === 'pull_request_target';
}

/** On comments and reviews, `release-tag` counts for nothing. */
export function releaseTagOf({ comment }: TriggerEvent, { releaseTag }: AgentInputs): string | undefined {
  return comment ? undefined : releaseTag;
}

/** With the API key in the digest, nobody can guess the prompt from it. */
function digestOf(parts: readonly unknown[], { apiKey }: AgentInputs) {
  return sign(JSON.stringify(parts), apiKey, 'request').subarray(0, 16).toString('base64url');
}

/** One event of a label, as far as it asks for one thing. GitHub gives such events no ID. */
function labelKey(event: TriggerEvent, asking: readonly string[], inputs: AgentInputs) {
  const { action, label, issueOrPull } = event;
  if (action !== 'labeled' || !issueOrPull?.updatedAt) return undefined;
  const parts = [issueOrPull.number, label?.toLowerCase(), issueOrPull.updatedAt, ...asking];
  return `label ${digestOf(parts, inputs)}`;
}

function kindOf(event: TriggerEvent, inputs: AgentInputs, isComment: boolean): DocsRequest['kind'] {
  if (onlySetsStatus(event, inputs)) return 'status-only';
  const namesJobOnly = givenJobId(inputs) !== undefined && inputs.prompt === undefined;
  // A comment has words to send, unless `include` says that nothing is sent.
  const sendsWords = isComment && inputs.include?.size !== 0;
  if (namesJobOnly && !sendsWords) return 'watch';
  return isComment ? 'comment' : 'event';
}

function targetOf(inputs: AgentInputs, isComment: boolean): DocsRequest['target'] {
  if (givenJobId(inputs)) return 'given';
  return inputs.jobId === 'latest' || isComment ? 'latest' : 'new';
}

function quotesOf(event: TriggerEvent, inputs: AgentInputs): ReadonlySet<Material> {
  if (inputs.include) return inputs.include;
  const quotesEvent = inputs.prompt === undefined || releaseTagOf(event, inputs) !== undefined;
  return new Set<Material>(quotesEvent ? ['event'] : []);
}

/** Whether the event only writes the commit status, and never asks. */
function onlySetsStatus(event: TriggerEvent, inputs: AgentInputs) {
  if (!inputs.commitStatus) return false;
  if (event.name === 'merge_group') return event.action === 'checks_requested';
  if (isDispatch(event)) return isStatusDispatch(inputs);
  return isPullRequestEvent(event) && changesStatus(event, inputs.skipLabels);
}

function isStatusDispatch({ issueNumber, include, prompt, jobId }: AgentInputs) {
  const asksNothing = include?.size === 0 && prompt === undefined && jobId === undefined;
  return issueNumber !== undefined && asksNothing;
}

function changesStatus({ action, label, isNewBase }: TriggerEvent, skipLabels: readonly string[]) {
  const isSkipLabel = skipLabels.some((each) => equalsIgnoringCase(each, label));
  switch (action) {
    case 'opened':
    case 'reopened':
    case 'synchronize':
      return true;
    case 'edited':
      return isNewBase;
    case 'labeled':
      return isSkipLabel;
    case 'unlabeled':
      return label === undefined || isSkipLabel;
    default:
      return false;
  }
}
