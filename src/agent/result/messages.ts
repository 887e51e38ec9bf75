import { isSameThread, pullRequestAt, type ThreadAddress } from '../../github/address.ts';
import type { Thread } from '../../github/comments.ts';
import { pullRequestOf } from '../../mintlify/schemas.ts';
import { onOneLine } from '../../text/characters.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { formatDuration } from '../../text/duration.ts';
import { joinNonEmpty } from '../../text/join.ts';
import { codeBlock, factTable, inlineCode, linkTo, ownSentence } from '../../text/markdown.ts';
import { formatCount } from '../../text/numbers.ts';
import type { PullRequestChange, PullRequestState } from '../docs-pull-request.ts';
import { keepsRunning } from '../job/job-result.ts';
import type { ReplyRecord, RequestAction } from '../replies/record.ts';
import { type RequestContext, triggerOf, triggerUrl } from '../request-context.ts';
import type { Outcome, RunResult } from '../run-result.ts';

// One template for how a run ended: log, job summary, reply and notification are filled from `partsOf`.

/** How text is made safe where people read it. */
interface Style {
  /** Where to comment, such as `here`. */
  readonly where: string;
  code(text: string, longest?: number): string;
  sentence(text: string): string;
}

/** A run that is over, as far as its texts depend on it. */
export type FinishedRun = Readonly<{
  result: RunResult;
  /** Undefined if none was chosen. */
  action: RequestAction | undefined;
  /** Thread on which people can comment; undefined if no reply is kept. */
  thread: Thread | undefined;
  /** What the reply remembers; undefined if no reply is kept. */
  record: ReplyRecord | undefined;
  context: RequestContext;
}>;

const HEADLINES: Record<Outcome, string> = {
  'pull-request': '✅ The docs pull request is ready',
  'no-pull-request': '☑️ The docs agent finished without reporting a pull request',
  failed: '❌ The docs agent failed',
  archived: '🗄️ The job is archived',
  started: '🚀 The docs agent has started',
  timeout: '⏳ The docs agent is still working; this run stopped waiting',
  cancelled: '✋ The run was cancelled',
  unknown: "❓ It's unknown whether the request arrived",
  skipped: '⏭️ Skipped',
  error: '❌ The run ended in an error',
};

/** With the name of the input before an ID of 300 characters. */
const LONGEST_JOB_ID = 310;

const WORKING = '👷 The docs agent is working on it';

/** What people read of a result. Empty parts are left out. `quote` is Mintlify's response. */
function partsOf(run: FinishedRun, style: Style) {
  const { outcome, responseText = '', pullRequest, change, job } = run.result;
  return {
    headline: headlineOf(run),
    url: outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    title: pullRequest?.title ?? '',
    size: pullRequest ? sizeText(pullRequest, change) : '',
    quote: responseText,
    next: joinNonEmpty(nextSteps(run, style), ' '),
  };
}

function headlineOf({ result, action, record }: FinishedRun) {
  const { outcome, job } = result;
  const isWatch = action?.does === 'watch';
  const mayHaveStarted = job || isWatch || record?.acceptedAt || record?.mayHaveArrived;
  if (outcome === 'error' && !mayHaveStarted) return '❌ Nothing was started';
  if (outcome === 'started' && isWatch) return WORKING;
  if (outcome === 'timeout' && !keepsRunning(result)) return '⏳ This run stopped waiting for the docs agent';
  return outcome === 'pull-request' ? pullRequestHeadline(result, action) : HEADLINES[outcome];
}

function pullRequestHeadline({ pullRequest, change }: RunResult, action: RequestAction | undefined) {
  if (pullRequest?.state === 'merged') return '✅ The docs pull request is merged';
  if (pullRequest?.state === 'closed') return '☑️ The docs pull request is closed';
  if (action?.does !== 'message') return HEADLINES['pull-request'];
  switch (change?.kind) {
    case undefined:
      return '✅ The docs agent finished the follow-up';
    case 'new-commits':
      return `✅ The docs pull request has ${formatCount(change.count, 'new commit')}`;
    case 'rewritten':
    case 'changed':
      return '✅ The docs pull request was changed';
    case 'unchanged':
      return '☑️ The docs agent finished, and the docs pull request has no new commit';
  }
}

/**
 * Formats the size, such as `3 files changed, +40 −12`, with the change where the headline can't say it. Empty if GitHub
 * doesn't say it.
 */
export function sizeText({ size, state }: PullRequestState, change: PullRequestChange | undefined): string {
  if (!size) return '';
  const { files, additions, deletions } = size;
  const text = `${formatCount(files, 'file')} changed, +${additions} −${deletions}`;
  if (!change || state === 'open') return text;
  switch (change.kind) {
    case 'rewritten':
      return `${text} · its commits were rewritten`;
    case 'changed':
      return text;
    case 'new-commits':
      return `${text} · ${formatCount(change.count, 'new commit')} since this request`;
    case 'unchanged':
      return `${text} · no new commit since this request`;
  }
}

/** Says what to do next: advice first, then how to ask again, or how to watch the job. */
function nextSteps(run: FinishedRun, style: Style) {
  const { result, action, thread } = run;
  const { job } = result;
  const does = action?.does;
  const advice = style.sentence(joinNonEmpty([result.advice ?? '', whatWasNotDone(run)], ' '));
  switch (result.outcome) {
    case 'pull-request':
      return nextForPullRequest(run, style);
    case 'no-pull-request':
      return [
        advice,
        invitation(does === 'watch' ? 'request changes' : 'send the same job a follow-up', run, style),
      ];
    case 'failed':
    case 'archived':
      if (!thread) return [advice, 'To try again, start a new job.'];
      return [advice, invitation(does === 'start' ? 'try again with a new job' : 'try again', run, style)];
    case 'cancelled':
      if (job || does === 'watch' || run.record?.acceptedAt) return [watching(run, style)];
      return [advice, result.advice ? '' : 'To send the request, re-run the workflow.'];
    case 'error': {
      // The advice on a refused key says how to watch with another one.
      const isJobKnown = job || run.record?.acceptedAt;
      const mayBeWatched = isJobKnown && keepsRunning(result) && !result.isKeyRefused;
      return [advice, mayBeWatched ? watching(run, style) : ''];
    }
    case 'started':
    case 'timeout':
      return [advice, watching(run, style)];
    case 'unknown':
    case 'skipped':
      return [advice];
  }
}

/** Says what this attempt didn't do, as far as nobody takes it for the whole request. */
function whatWasNotDone({ result: { nothingWas: verb }, record, context }: FinishedRun) {
  if (!verb) return '';
  if (record?.mayHaveArrived)
    return `This attempt ${verb} nothing, but an earlier one may have sent the request.`;
  return context.workflowRun.attempt > 1 ? `This attempt ${verb} nothing.` : `Nothing was ${verb}.`;
}

function nextForPullRequest(run: FinishedRun, style: Style) {
  const { result, action, thread } = run;
  const isOpen = !result.pullRequest || result.pullRequest.state === 'open';
  const invite = invitation(isOpen ? 'request changes' : 'request another change', run, style);
  if (!thread) return [invite];
  if (isOpen) return [invite, action?.does === 'watch' ? '' : 'The request goes to the same job.'];
  return [invite, action?.does === 'start' ? 'That starts a new job.' : ''];
}

function invitation(to: string, { result, thread, context }: FinishedRun, { code, where }: Style) {
  const jobId = code(`job-id: ${result.jobId ?? ''}`, LONGEST_JOB_ID);
  if (!thread) return `To send a follow-up, run the action with ${jobId} and a prompt.`;
  const there = pullRequestAt(pullRequestOf(result.job)?.url, context.workflowRun.serverUrl);
  const lines = there && isSameThread(there, thread) ? ', on a line or in a review' : '';
  return `To ${to}, comment ${code(`${context.inputs.triggerPhrase} …`)} ${where}${lines}.`;
}

function watching({ result, thread }: FinishedRun, { code }: Style) {
  const how = thread
    ? 'To keep watching the job, re-run the workflow.'
    : `To watch the job, run the action with ${code(`job-id: ${result.jobId ?? ''}`, LONGEST_JOB_ID)} and no prompt.`;
  return keepsRunning(result) ? `The job keeps running in Mintlify. ${how}` : how;
}

/** How the run ended, for the log. Contains remote text. */
export function logText(run: FinishedRun): string {
  const { outcome, reason, polls, durationMs = 0 } = run.result;
  if (outcome === 'skipped') return `Skipped, and nothing was sent to Mintlify. ${reason}`;
  const where = run.thread ? `on #${run.thread.issue}` : '';
  const { headline, url, title, size, quote, next } = partsOf(run, {
    where,
    code: onOneLine,
    sentence: onOneLine,
  });
  const counts = `${formatDuration(durationMs)}, ${formatCount(polls ?? 0, 'poll')}`;
  const took = polls && outcome !== 'timeout' ? ` (${counts})` : '';
  const why = `${reason.replace(/\.$/, '')}${took}.`;
  const details = onOneLine(joinNonEmpty([title, size], ' · '));
  const pull = details && `${headline}: ${details}`;
  return joinNonEmpty([why, url, pull, quote && `Mintlify's response: ${quote}`, next], '\n');
}

/** How the run ended, as Markdown for the job summary. @param leftOut what the prompt had no room for */
export function summaryText(run: FinishedRun, replyUrl: string, leftOut: string): string {
  const where = replyUrl ? `below ${linkTo('the reply', replyUrl)}` : 'on the issue or pull request';
  const { headline, url, title, size, quote, next } = partsOf(run, markdownStyle(where));
  const { job, jobId = '', durationMs, polls, outcome, reason } = run.result;
  const rows: [string, string][] = [
    ['Pull request', url && linkTo(`\\#${pullRequestOf(job)?.number}`, url)],
    ['Title', inlineCode(title)],
    ['Changes', size],
    ['Outcome', inlineCode(outcome)],
    ['Agent job', inlineCode(jobId, 300)],
    ['Status', inlineCode(job?.status ?? '')],
    ['Project', inlineCode(run.context.inputs.projectId)],
    ['Repository', joinNonEmpty([inlineCode(job?.repository ?? ''), inlineCode(job?.ref ?? '')], ' at ')],
    ['Left out of the prompt', inlineCode(leftOut, 500)],
    ['Model', inlineCode(job?.model ?? '')],
    ['Duration', durationMs === undefined ? '' : formatDuration(durationMs)],
    ['Polls', String(polls ?? '')],
  ];
  const facts = outcome === 'skipped' ? '' : factTable(rows.filter(([, value]) => value));
  const response = quote && `Mintlify's response:\n\n${codeBlock(quote)}`;
  return `${joinNonEmpty([`## ${headline}`, ownSentence(reason), facts, response, next], '\n\n')}\n`;
}

function markdownStyle(where: string) {
  return { where, code: inlineCode, sentence: ownSentence };
}

/** The reply to a request. @param result undefined while the run is under way */
export function replyText(
  record: ReplyRecord,
  notes: readonly string[],
  result: RunResult | undefined,
  thread: Thread,
  context: RequestContext,
): string {
  const { action, state } = record;
  const why = notes.map(ownSentence);
  const last = footer(record, context);
  if (!result) {
    const headline = state === 'open' ? '📨 The action received the request' : WORKING;
    const next = 'This reply will be updated when the job ends.';
    return joinNonEmpty([`**${headline}**`, ...why, next, last], '\n\n');
  }
  const run = { result, action, thread, record, context };
  // Why it was sent would mislead where Mintlify didn't take it.
  const lines = resultLines(run, thread, state === 'accepted' ? why : []);
  return joinNonEmpty([...lines, last], '\n\n');
}

/** Outcomes whose headline says the reason. */
const OBVIOUS: readonly Outcome[] = ['pull-request', 'started', 'archived'];

function resultLines(run: FinishedRun, thread: Thread, why: readonly string[]) {
  const { outcome, reason, job } = run.result;
  const { headline, url, title, size, quote, next } = partsOf(run, markdownStyle('here'));
  const there = pullRequestAt(url, run.context.workflowRun.serverUrl);
  const isHere = !url || (there && isSameThread(there, thread));
  const name = there ? threadName(there, thread) : inlineCode(url);
  // Headline and next steps already say why.
  const isObvious = OBVIOUS.includes(outcome) || (outcome === 'cancelled' && !job);
  return [
    `**${headline}**${isHere ? '' : `: ${linkTo(name, url)}`}`,
    joinNonEmpty([inlineCode(title, 120), size], ' · '),
    ...why,
    isObvious ? '' : ownSentence(reason),
    quote && `Mintlify's response: ${inlineCode(quote, 300)}`,
    next,
  ];
}

function footer({ job }: ReplyRecord, context: RequestContext) {
  const { requester } = context.request;
  const trigger = inlineCode(triggerOf(context), 120);
  const url = triggerUrl(context);
  const asked = url && trigger ? linkTo(trigger, url) : trigger;
  const asker = joinNonEmpty([requester && `Requested by ${inlineCode(requester)}`, asked], ': ');
  const facts = [asker, job && `job ${inlineCode(job, 300)}`, linkTo('run', context.workflowRun.url)];
  return `<sub>${joinNonEmpty(facts, ' · ')}</sub>`;
}

/** `#41`, or `acme/docs #41` seen from another repository. */
function threadName(thread: ThreadAddress, from: ThreadAddress) {
  const isHere = equalsIgnoringCase(thread.repository, from.repository);
  return `${isHere ? '' : `${inlineCode(thread.repository)} `}\\#${thread.issue}`;
}

/** The comment on a docs pull request: where it was asked for, and how to ask for more. @param replyUrl may be empty */
export function docsPullRequestText(
  job: string,
  there: ThreadAddress,
  thread: Thread,
  replyUrl: string,
  { inputs, request, workflowRun }: RequestContext,
): string {
  const asked = replyUrl || `${workflowRun.serverUrl}/${thread.repository}/issues/${thread.issue}`;
  const place = linkTo(threadName(thread, there), asked);
  const by = request.requester && ` by ${inlineCode(request.requester)}`;
  const phrase = inlineCode(`${inputs.triggerPhrase} …`);
  const isHere = equalsIgnoringCase(thread.repository, there.repository);
  const next = isHere
    ? `To request changes, comment ${phrase} here, on a line or in a review. The request goes to the same job.`
    : `To send a follow-up to the job that opened this pull request, comment ${phrase} on ${place}. You can also comment here if a workflow in this repository listens for comments.`;
  return `**📝 The docs agent opened this pull request**, as requested${by} in ${place}.\n\n${next}\n\n<sub>job ${inlineCode(job, 300)}</sub>`;
}

/** The notification, without the mention. */
export function notificationText(run: FinishedRun): string {
  const { headline, url } = partsOf(run, markdownStyle(''));
  return `${headline}${url ? `: ${linkTo(inlineCode(url), url)}` : '.'}`;
}
