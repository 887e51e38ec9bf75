import type { Problems } from '../../inputs.ts';
import { givenJobId, isDispatch, type RequestContext } from '../context.ts';

type Asked = Pick<RequestContext, 'event' | 'inputs' | 'request'>;

/** An input that doesn't fit the event, and the sentence that says why; undefined if it fits. */
interface Check {
  readonly input: string;
  problem(asked: Asked): string | undefined;
}

/** Returns the input that doesn't fit the event, with what to do about it. The first problem counts. */
export function inputProblem(asked: Asked): Problems | undefined {
  for (const { input, problem } of checksFor(asked)) {
    const message = problem(asked);
    if (message !== undefined) return { [input]: message };
  }
  return undefined;
}

function checksFor({ event, inputs, request }: Asked): readonly Check[] {
  if (request.kind === 'status-only') return [ISSUE_NUMBER];
  // Why another comment doesn't ask is said by `commentMismatch`.
  const isOtherComment = request.kind === 'event' && event.comment !== undefined;
  const asksByItself = inputs.prompt !== undefined || givenJobId(inputs) !== undefined;
  if (asksByItself || (isOtherComment && event.issueOrPull)) return [ISSUE_NUMBER, LATEST_JOB];
  if (request.kind === 'comment') return [ISSUE_NUMBER, LATEST_JOB, WORDS];
  return [ISSUE_NUMBER, LATEST_JOB, INCLUDE, PROMPT];
}

const ISSUE_NUMBER: Check = {
  input: 'issue-number',
  problem: ({ event, inputs }) => {
    if (inputs.commitStatus === undefined || inputs.issueNumber === undefined) return undefined;
    if (isDispatch(event)) return undefined;
    return 'With `commit-status`, each request is answered on its own pull request. Remove `issue-number`; only a dispatch may have it.';
  },
};

const UNSET_VARIABLE = "A variable that isn't set is empty.";

const LATEST_JOB: Check = {
  input: 'job-id',
  problem: ({ event, inputs }) => {
    const { jobId, issueNumber, releaseTag } = inputs;
    if (jobId !== 'latest' || issueNumber !== undefined) return undefined;
    // A release has no thread, but on comments `release-tag` counts for nothing.
    const isAboutRelease = releaseTag !== undefined && event.comment === undefined;
    if (event.issueOrPull && !isAboutRelease) return undefined;
    return `Set \`issue-number\`: ${nameOf(event)} has no issue or pull request on which \`latest\` could find a job. ${UNSET_VARIABLE}`;
  },
};

const WORDS: Check = {
  input: 'include',
  problem: ({ inputs, request }) => {
    if (inputs.include?.size !== 0 || request.words !== '') return undefined;
    return `With \`none\`, the comment needs words after \`${inputs.triggerPhrase}\`: there is nothing to send.`;
  },
};

const INCLUDE: Check = {
  input: 'include',
  problem: ({ inputs }) => {
    if (inputs.include?.size !== 0) return undefined;
    return 'With `none`, nothing is left to send. Set `prompt`, or remove `include`.';
  },
};

const PROMPT: Check = {
  input: 'prompt',
  problem: (asked) => {
    if (canMakePrompt(asked)) return undefined;
    const { event } = asked;
    return `The action can't make a prompt from ${nameOf(event)}. Set \`prompt\`${otherWays(event)}. ${isDispatch(event) ? `${UNSET_VARIABLE} ` : ''}For a report of page views, set \`mode: analytics\`.`;
  },
};

function canMakePrompt({ event, inputs, request }: Asked): boolean {
  const { name, issueOrPull, release, push } = event;
  const isAboutSomething = (issueOrPull ?? release ?? push ?? inputs.releaseTag) !== undefined;
  const namesIssue = isDispatch(event) && inputs.issueNumber !== undefined;
  const isSweep = (isDispatch(event) || name === 'schedule') && request.quotes.has('changes');
  // `delete` is skipped, with its own reason.
  return isAboutSomething || namesIssue || isSweep || name === 'delete';
}

function otherWays(event: Asked['event']): string {
  if (event.name === 'schedule') return ' or `include: changes`';
  return isDispatch(event) ? ', `include: changes` or `issue-number`' : ' or `job-id`';
}

function nameOf({ name }: Asked['event']): string {
  return name === '' ? 'an event without a name' : `a \`${name}\` event`;
}
