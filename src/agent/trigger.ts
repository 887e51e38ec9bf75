import type { TriggerEvent } from '../github/event.ts';
import { type AgentInputs, InputError } from '../inputs.ts';
import { shorten } from '../text/markdown.ts';
import { beginsWithCode, visibleLine, visibleText } from '../text/visible.ts';
import { skipped } from './end.ts';
import { isMerge } from './permission.ts';
import { type AgentRun, givenJob, isDispatch, type Quotable, type Wanted } from './request.ts';

type Asked = Pick<AgentRun, 'event' | 'inputs' | 'wanted'>;

/** Checks that the inputs fit the event, then that it asks for something. @throws {InputError} @throws {Stop} `skipped` */
export function checkTrigger(run: Asked): void {
  const problem = inputProblem(run);
  if (problem) throw new InputError(problem);
  if (run.wanted.what === 'watch' || run.wanted.what === 'status') return;
  const reason = labelMismatch(run) ?? commentMismatch(run) ?? activityMismatch(run);
  if (reason !== undefined) throw skipped(reason);
}

/** Says what the event and the inputs ask for, if the event asks at all. */
export function wantedOf(event: TriggerEvent, inputs: AgentInputs): Wanted {
  const { prompt, jobId, include } = inputs;
  const said = isNew(event) ? instructionIn(event.comment?.body ?? '', inputs.triggerPhrase) : undefined;
  const isComment = event.subject !== undefined && said !== undefined;
  const tagGiven = event.comment ? undefined : inputs.releaseTag;
  const quotesEvent = prompt === undefined || tagGiven !== undefined;
  const quotes: ReadonlySet<Quotable> = include ?? new Set(quotesEvent ? (['event'] as const) : []);
  const isGiven = givenJob(inputs) !== undefined;
  const isWatch = isGiven && prompt === undefined && (!isComment || include?.size === 0);
  const asks = isComment ? 'comment' : 'event';
  const memory = jobId === 'latest' || isComment ? 'latest' : 'new';
  return {
    what: onlySetsStatus(event, inputs) ? 'status' : isWatch ? 'watch' : asks,
    job: isGiven ? 'given' : memory,
    quotes,
    tag: isWatch || quotes.size === 0 ? undefined : (tagGiven ?? event.push?.tag),
    asked: said ?? '',
  };
}

/** Whether the event is a new comment or review. Others may be somebody else's edits. */
function isNew({ action, comment }: TriggerEvent): boolean {
  return comment !== undefined && /^(created|submitted)$/.test(action);
}

/** Text after the phrase, which may be empty; undefined if the first visible word isn't the phrase. */
export function instructionIn(body: string, phrase: string): string | undefined {
  if (beginsWithCode(body)) return undefined;
  const text = visibleText(body);
  const word = firstWord(text);
  // Unicode has two ways to write an accented letter.
  const normal = (each: string) => each.normalize('NFC').toLowerCase();
  const isPhrase = [word, word.replace(/[.,:;!?]$/, '')].some((each) => normal(each) === normal(phrase));
  return isPhrase ? text.slice(word.length).trim() : undefined;
}

const firstWord = (text: string) => /^\S*/.exec(text)?.[0] ?? '';
const isSame = (one: string | undefined, other: string | undefined) =>
  one?.toLowerCase() === other?.toLowerCase();
const isPullRequestEvent = ({ name }: TriggerEvent) =>
  name === 'pull_request' || name === 'pull_request_target';

/** Whether the event only writes the commit status, and never asks. */
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

/** Returns the input that doesn't fit the event, with what to do about it. */
function inputProblem({ event, inputs, wanted }: Asked): Record<string, string> | undefined {
  const { name, subject, comment } = event;
  const { commitStatus, include, issueNumber, jobId, prompt, releaseTag, triggerPhrase } = inputs;
  const { what, job, asked } = wanted;
  if (commitStatus !== undefined && issueNumber !== undefined && !isDispatch(event))
    return {
      'issue-number':
        'With `commit-status`, each request is answered on its own pull request. Remove `issue-number`; only a dispatch may have it.',
    };
  if (what === 'status') return undefined;
  const it = name === '' ? 'an event without a name' : `a \`${name}\` event`;
  const hasThread = subject !== undefined && (comment !== undefined || releaseTag === undefined);
  if (jobId === 'latest' && !hasThread && issueNumber === undefined)
    return {
      'job-id': `Set \`issue-number\`: ${it} has no issue or pull request on which \`latest\` could find a job.`,
    };
  // Why such a comment doesn't ask is said by `commentMismatch`.
  const isOther = what === 'event' && comment !== undefined && subject !== undefined;
  if (prompt !== undefined || job === 'given' || isOther) return undefined;
  const isNothing = include?.size === 0;
  if (what === 'comment' && !(isNothing && asked === '')) return undefined;
  if (what === 'comment')
    return {
      include: `With \`none\`, the comment needs words after \`${triggerPhrase}\`: there is nothing to send.`,
    };
  if (isNothing)
    return { include: 'With `none`, nothing is left to send. Set `prompt`, or remove `include`.' };
  if (canMakePrompt(event, inputs, wanted)) return undefined;
  const ways = isDispatch(event) ? ', `include: changes` or `issue-number`' : ' or `job-id`';
  const way = name === 'schedule' ? ' or `include: changes`' : ways;
  return {
    prompt: `The action can't make a prompt from ${it}. Set \`prompt\`${way}. For a report of page views, set \`mode: analytics\`.`,
  };
}

function canMakePrompt(event: TriggerEvent, inputs: AgentInputs, { quotes }: Wanted): boolean {
  const { name, subject, release, push } = event;
  const ofDispatch = isDispatch(event) ? inputs.issueNumber : undefined;
  const isAbout = subject ?? release ?? push ?? inputs.releaseTag ?? ofDispatch;
  const isSweep = (isDispatch(event) || name === 'schedule') && quotes.has('changes');
  return isAbout !== undefined || isSweep || name === 'delete';
}

/** If `opened` also asked, an issue that is opened with the `trigger-label` would start two jobs. */
function labelMismatch({ event, inputs }: Asked): string | undefined {
  const { action, label, subject, comment } = event;
  const { triggerLabel, commitStatus } = inputs;
  if (comment) return undefined;
  if (commitStatus !== undefined && triggerLabel === undefined && isPullRequestEvent(event))
    return 'With `commit-status`, a pull request asks by a comment, or by the label in `trigger-label`.';
  if (triggerLabel === undefined || (label === undefined && !subject)) return undefined;
  if (action !== 'labeled') return `No label was added, but \`trigger-label\` is "${triggerLabel}".`;
  if (isSame(label, triggerLabel)) return undefined;
  return `The label "${label ?? ''}" was added, but \`trigger-label\` is "${triggerLabel}".`;
}

function commentMismatch({ event, inputs: { triggerPhrase } }: Asked): string | undefined {
  const { name, action, comment } = event;
  if (!comment) return undefined;
  const kind = name === 'pull_request_review' ? 'review' : 'comment';
  if (!isNew(event)) return `The ${kind} was ${action}. Only a new one asks.`;
  const { body } = comment;
  if (instructionIn(body, triggerPhrase) !== undefined) return undefined;
  const text = visibleText(body);
  if (text === '') return `The ${kind} has no text, but \`trigger-phrase\` is "${triggerPhrase}".`;
  if (beginsWithCode(body))
    return `The comment begins with indented code, which never counts as the \`trigger-phrase\` "${triggerPhrase}".`;
  return `The comment begins with "${shorten(firstWord(text), 40)}", but \`trigger-phrase\` is "${triggerPhrase}".`;
}

/** Activity types that ask without `prompt` and `job-id`. */
const ACTIVITIES: Readonly<Record<string, readonly string[]>> = {
  issues: ['opened', 'labeled'],
  pull_request: ['opened', 'labeled'],
  release: ['published', 'released'],
};
/** Activity types that don't ask with a prompt either. Of a release, only those above do. */
const SILENT: Readonly<Record<string, readonly string[]>> = {
  issues: ['deleted', 'transferred', 'unlabeled', 'unassigned'],
  pull_request: ['unlabeled', 'unassigned', 'review_request_removed', 'closed'],
};

function activityMismatch({ event, inputs }: Asked): string | undefined {
  const { name, action, push, comment } = event;
  const ofRelease = comment ? undefined : inputs.releaseTag;
  const hasPrompt = (inputs.prompt ?? givenJob(inputs) ?? ofRelease) !== undefined;
  if (name === 'delete') return 'A deleted branch or tag asks for nothing.';
  if (push?.deleted)
    return `The ${push.tag ? 'tag' : 'branch'} ${visibleLine(push.tag ?? push.branch ?? '')} was deleted.`;
  if (push?.tag && !push.created && !hasPrompt)
    return `Without a \`prompt\`, only new tags ask; ${visibleLine(push.tag)} was moved.`;
  const kind = name.replace(/_target$/, '');
  const asking = ACTIVITIES[kind];
  if (!asking || isMerge(event) || asking.includes(action)) return undefined;
  const silent = hasPrompt ? SILENT[kind] : undefined;
  if (silent?.includes(action)) return `The activity type \`${action}\` of \`${name}\` asks for nothing.`;
  if (silent) return undefined;
  const merges = isPullRequestEvent(event) ? ', and merges,' : '';
  const without = kind === 'release' ? '' : ' without a `prompt`';
  return `Only the activity types ${asking.map((each) => `\`${each}\``).join(' and ')} of \`${name}\`${merges} ask${without}; this one is \`${action}\`.`;
}
