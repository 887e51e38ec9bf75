import type { TriggerEvent } from '../../github/event.ts';
import type { Problems } from '../../inputs.ts';
import { givenJobId, isDispatch, type RequestContext } from '../request-context.ts';

/** Returns an input that doesn't fit the event, with the sentence that says why; undefined if it fits. */
type Check = (context: RequestContext) => Problems | undefined;

/** Returns the input that doesn't fit the event, with what to do about it. The first problem counts. */
export function inputProblem(context: RequestContext): Problems | undefined {
  for (const check of checksFor(context)) {
    const problem = check(context);
    if (problem) return problem;
  }
  return undefined;
}

function checksFor({ event, inputs, request }: RequestContext) {
  if (request.kind === 'status-only') return [checkIssueNumber];
  // Why another comment doesn't ask is said by `commentMismatch`.
  const isOtherComment = request.kind === 'event' && event.comment !== undefined;
  const asksByItself = inputs.prompt !== undefined || givenJobId(inputs) !== undefined;
  if (asksByItself || (isOtherComment && event.issueOrPull)) return [checkIssueNumber, checkLatestJob];
  if (request.kind === 'comment') return [checkIssueNumber, checkLatestJob, checkWords];
  return [checkIssueNumber, checkLatestJob, checkInclude, checkPrompt];
}

const checkIssueNumber: Check = ({ event, inputs }) => {
  if (!inputs.commitStatus || !inputs.issueNumber || isDispatch(event)) return undefined;
  return {
    'issue-number':
      'With `commit-status`, each request is answered on its own pull request. Remove `issue-number`; only a dispatch may have it.',
  };
};

const UNSET_VARIABLE = "A variable that isn't set is empty.";

const checkLatestJob: Check = ({ event, inputs }) => {
  if (inputs.jobId !== 'latest' || inputs.issueNumber) return undefined;
  // A release has no thread, but on comments `release-tag` counts for nothing.
  const isAboutRelease = inputs.releaseTag && !event.comment;
  if (event.issueOrPull && !isAboutRelease) return undefined;
  return {
    'job-id': `Set \`issue-number\`: ${nameOf(event)} has no issue or pull request on which \`latest\` could find a job. ${UNSET_VARIABLE}`,
  };
};

const checkWords: Check = ({ inputs, request }) => {
  if (inputs.include?.size !== 0 || request.words) return undefined;
  return {
    include: `With \`none\`, the comment needs words after \`${inputs.triggerPhrase}\`: there is nothing to send.`,
  };
};

const checkInclude: Check = ({ inputs }) => {
  if (inputs.include?.size !== 0) return undefined;
  return { include: 'With `none`, nothing is left to send. Set `prompt`, or remove `include`.' };
};

const checkPrompt: Check = (context) => {
  if (canMakePrompt(context)) return undefined;
  const { event } = context;
  const unset = isDispatch(event) ? `${UNSET_VARIABLE} ` : '';
  return {
    prompt: `The action can't make a prompt from ${nameOf(event)}. Set \`prompt\`${otherWays(event)}. ${unset}For a report of page views, set \`mode: analytics\`.`,
  };
};

function canMakePrompt({ event, inputs, request }: RequestContext) {
  const { name, issueOrPull, release, push } = event;
  const isAboutSomething = (issueOrPull ?? release ?? push ?? inputs.releaseTag) !== undefined;
  const namesIssue = isDispatch(event) && inputs.issueNumber !== undefined;
  const isSweep = (isDispatch(event) || name === 'schedule') && request.quotes.has('changes');
  // `delete` is skipped, with its own reason.
  return isAboutSomething || namesIssue || isSweep || name === 'delete';
}

function otherWays(event: TriggerEvent) {
  if (event.name === 'schedule') return ' or `include: changes`';
  return isDispatch(event) ? ', `include: changes` or `issue-number`' : ' or `job-id`';
}

function nameOf({ name }: TriggerEvent) {
  return name ? `a \`${name}\` event` : 'an event without a name';
}
