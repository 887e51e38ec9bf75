import type { TriggerEvent } from '../github/event.ts';
import { type AgentInputs, InputError } from '../inputs.ts';
import { shorten } from '../text/markdown.ts';
import { beginsWithCode, visibleLine, visibleText } from '../text/visible.ts';
import { skipped } from './end.ts';
import { isMerge } from './permission.ts';
import { type AgentRun, givenJob, type Quotable, type Wanted } from './request.ts';

/**
 * Checks that the inputs fit the event, then that the event asks for something. Calls nobody.
 *
 * @throws {InputError}
 * @throws {Stop} `skipped`
 */
export function checkTrigger({ event, inputs, wanted }: AgentRun): void {
  const problem = inputProblem(event, inputs, wanted);
  if (problem) throw new InputError(problem);
  if (wanted.what === 'watch' || wanted.what === 'status') return;
  const reason = skipReason(event, inputs, wanted);
  if (reason !== undefined) throw skipped(reason);
}

/** Says what the event and the inputs ask for, if the event asks at all. */
export function wantedOf(event: TriggerEvent, inputs: AgentInputs): Wanted {
  const { prompt, jobId, include } = inputs;
  const said = isNew(event) ? instructionIn(event.comment?.body ?? '', inputs.triggerPhrase) : undefined;
  const isComment = event.subject !== undefined && said !== undefined;
  const job = jobId === undefined ? (isComment ? 'latest' : 'new') : jobId === 'latest' ? 'latest' : 'given';
  const tagGiven = event.comment ? undefined : inputs.releaseTag;
  const quotesEvent = prompt === undefined || tagGiven !== undefined;
  const quotes: ReadonlySet<Quotable> = include ?? new Set(quotesEvent ? (['event'] as const) : []);
  const isWatch = job === 'given' && prompt === undefined && (!isComment || include?.size === 0);
  const what = onlySetsStatus(event, inputs) ? 'status' : isWatch ? 'watch' : isComment ? 'comment' : 'event';
  const tag = tagGiven ?? event.push?.tag;
  return { what, job, quotes, tag: isWatch || quotes.size === 0 ? undefined : tag, asked: said ?? '' };
}

/** Whether the event is a new comment or review. Others may be somebody else's edits. */
function isNew({ action, comment }: TriggerEvent): boolean {
  return comment !== undefined && /^(created|submitted)$/.test(action);
}

/** Text after the phrase, which may be empty; undefined if the first visible word isn't the phrase. */
export function instructionIn(body: string, phrase: string): string | undefined {
  if (beginsWithCode(body)) return undefined;
  const text = visibleText(body);
  const [word = ''] = /^\S*/.exec(text) ?? [];
  // Unicode has two ways to write an accented letter.
  const normal = (each: string) => each.normalize('NFC').toLowerCase();
  const isPhrase = [word, word.replace(/[.,:;!?]$/, '')].some((each) => normal(each) === normal(phrase));
  return isPhrase ? text.slice(word.length).trim() : undefined;
}

const isSame = (one: string | undefined, other: string | undefined) =>
  one?.toLowerCase() === other?.toLowerCase();
const isPullRequestEvent = ({ name }: TriggerEvent) =>
  name === 'pull_request' || name === 'pull_request_target';
const isDispatch = ({ name }: TriggerEvent) => name === 'workflow_dispatch' || name === 'repository_dispatch';

/** Whether the event only writes the commit status (section 8 of the contract). */
function onlySetsStatus(event: TriggerEvent, inputs: AgentInputs): boolean {
  if (inputs.commitStatus === undefined) return false;
  const { name, action, label, isNewBase } = event;
  if (name === 'merge_group') return action === 'checks_requested';
  if (isDispatch(event)) {
    const { issueNumber, include, prompt, jobId } = inputs;
    return issueNumber !== undefined && include?.size === 0 && prompt === undefined && jobId === undefined;
  }
  if (!isPullRequestEvent(event)) return false;
  const isSkipLabel = /^(un)?labeled$/.test(action) && isSame(label, inputs.skipLabel);
  return /^(opened|reopened|synchronize)$/.test(action) || (action === 'edited' && isNewBase) || isSkipLabel;
}

type Problem = Readonly<Record<string, string>> | undefined;

/** Returns the input that doesn't fit the event, with what to do about it. */
function inputProblem(event: TriggerEvent, inputs: AgentInputs, wanted: Wanted): Problem {
  if (wanted.what === 'status') return statusProblem(event, inputs);
  return statusProblem(event, inputs) ?? latestProblem(event, inputs) ?? promptProblem(event, inputs, wanted);
}

function statusProblem(event: TriggerEvent, inputs: AgentInputs): Problem {
  if (inputs.commitStatus === undefined || inputs.issueNumber === undefined || isDispatch(event))
    return undefined;
  return {
    'issue-number':
      'With `commit-status`, each request is answered on its own pull request. Remove `issue-number`; only a dispatch may have it.',
  };
}

function latestProblem(event: TriggerEvent, inputs: AgentInputs): Problem {
  if (inputs.jobId !== 'latest') return undefined;
  if (event.subject || inputs.issueNumber !== undefined) return undefined;
  return {
    'job-id': `Set \`issue-number\`: ${nameOf(event)} has no issue or pull request on which \`latest\` could find a job.`,
  };
}

function promptProblem(
  event: TriggerEvent,
  inputs: AgentInputs,
  { what, job, quotes, asked }: Wanted,
): Problem {
  if (inputs.prompt !== undefined || job === 'given') return undefined;
  if (what === 'comment')
    return asked !== '' || quotes.size > 0
      ? undefined
      : {
          include: `With \`none\`, the comment needs words after \`${inputs.triggerPhrase}\`: there is nothing to send.`,
        };
  if (event.comment && event.subject) return undefined;
  if (inputs.include?.size === 0)
    return { include: 'With `none`, nothing is left to send. Set `prompt`, or remove `include`.' };
  const isPossible =
    event.subject !== undefined ||
    event.release !== undefined ||
    event.push !== undefined ||
    event.name === 'delete' ||
    inputs.releaseTag !== undefined ||
    (isDispatch(event) && inputs.issueNumber !== undefined) ||
    ((isDispatch(event) || event.name === 'schedule') && quotes.has('changes'));
  if (isPossible) return undefined;
  const ways = isDispatch(event)
    ? '`prompt`, `include: changes` or `issue-number`'
    : event.name === 'schedule'
      ? '`prompt` or `include: changes`'
      : '`prompt` or `job-id`';
  return {
    prompt: `The action can't make a prompt from ${nameOf(event)}. Set ${ways}. For a report of page views, set \`mode: analytics\`.`,
  };
}

function nameOf({ name }: TriggerEvent): string {
  return name === '' ? 'an event without a name' : `a \`${name}\` event`;
}

function skipReason(event: TriggerEvent, inputs: AgentInputs, wanted: Wanted): string | undefined {
  return (
    labelMismatch(event, inputs) ??
    (wanted.what === 'comment' || !event.comment ? undefined : commentMismatch(event, inputs)) ??
    activityMismatch(event, inputs)
  );
}

/**
 * With `trigger-label`, issues and pull requests ask only by that label. If `opened` also did, an issue that is opened
 * with the label would start two jobs.
 */
function labelMismatch(event: TriggerEvent, { triggerLabel, commitStatus }: AgentInputs): string | undefined {
  const { action, label, subject, comment } = event;
  if (comment) return undefined;
  if (commitStatus !== undefined && triggerLabel === undefined && isPullRequestEvent(event))
    return 'With `commit-status`, a pull request asks by a comment, or by the label in `trigger-label`.';
  if (triggerLabel === undefined || (label === undefined && !subject)) return undefined;
  if (action !== 'labeled') return `No label was added, but \`trigger-label\` is "${triggerLabel}".`;
  if (isSame(label, triggerLabel)) return undefined;
  return `The label "${label ?? ''}" was added, but \`trigger-label\` is "${triggerLabel}".`;
}

function commentMismatch(event: TriggerEvent, { triggerPhrase }: AgentInputs): string | undefined {
  const { name, action, comment } = event;
  const kind = name === 'pull_request_review' ? 'review' : 'comment';
  if (!isNew(event)) return `The ${kind} was ${action}. Only a new one asks.`;
  const body = comment?.body ?? '';
  if (instructionIn(body, triggerPhrase) !== undefined) return undefined;
  const text = visibleText(body);
  if (text === '') return `The ${kind} has no text, but \`trigger-phrase\` is "${triggerPhrase}".`;
  if (beginsWithCode(body))
    return `The comment begins with indented code, which never counts as the \`trigger-phrase\` "${triggerPhrase}".`;
  const [word = ''] = /^\S*/.exec(text) ?? [];
  return `The comment begins with "${shorten(word, 40)}", but \`trigger-phrase\` is "${triggerPhrase}".`;
}

/** Activity types that ask: without `prompt` and `job-id` only these; with a prompt all but the listed ones, or these. */
const ACTIVITIES: Readonly<
  Record<string, { readonly only: readonly string[]; readonly notWithPrompt?: readonly string[] }>
> = {
  issues: {
    only: ['opened', 'labeled'],
    notWithPrompt: ['deleted', 'transferred', 'unlabeled', 'unassigned'],
  },
  pull_request: {
    only: ['opened', 'labeled'],
    notWithPrompt: ['unlabeled', 'unassigned', 'review_request_removed', 'closed'],
  },
  release: { only: ['published', 'released'] },
};

function activityMismatch(event: TriggerEvent, inputs: AgentInputs): string | undefined {
  const { name, action, push, comment } = event;
  const hasPrompt =
    inputs.prompt !== undefined ||
    givenJob(inputs) !== undefined ||
    (inputs.releaseTag !== undefined && !comment);
  if (name === 'delete') return 'A deleted branch or tag asks for nothing.';
  if (push?.deleted)
    return `The ${push.tag ? 'tag' : 'branch'} ${visibleLine(push.tag ?? push.branch ?? '')} was deleted.`;
  if (push?.tag && !push.created && !hasPrompt)
    return `Without a \`prompt\`, only new tags ask; ${visibleLine(push.tag)} was moved.`;
  const rule = ACTIVITIES[name.replace(/_target$/, '')];
  if (!rule || isMerge(event)) return undefined;
  const { only, notWithPrompt } = rule;
  const asks = hasPrompt && notWithPrompt ? !notWithPrompt.includes(action) : only.includes(action);
  if (asks) return undefined;
  const expected = only.map((each) => `\`${each}\``).join(' and ');
  const merges = isPullRequestEvent(event) ? ', and merges,' : '';
  return hasPrompt && notWithPrompt
    ? `The activity type \`${action}\` of \`${name}\` asks for nothing.`
    : `Only the activity types ${expected} of \`${name}\`${merges} ask ${notWithPrompt ? 'without a `prompt`' : 'for something'}; this one is \`${action}\`.`;
}
