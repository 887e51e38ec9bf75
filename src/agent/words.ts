import { pullRequestOf } from '../platform/schemas.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { code, codeBlock, factTable, link, sentence } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { type End, keepsRunning, type Outcome } from './end.ts';
import { type Address, isSameRepository, isSameThread, pullRequestAt, sizeText } from './pull-request.ts';
import type { Action, ReplyRecord } from './replies.ts';
import type { AgentRun } from './request.ts';
import type { Thread } from './thread.ts';

// One template for how a run ended: log, job summary, reply and notification are filled from `wordsOf`.

/** How text is made safe where people read it. `where` says where to comment, such as `here`. */
interface Style {
  readonly where: string;
  code(text: string, longest?: number): string;
  sentence(text: string): string;
}

/** How a run ended, with what its texts depend on. */
export interface Ending {
  readonly end: End;
  readonly does: Action['does'] | undefined;
  /** Thread on which people can comment; undefined if no reply is kept. */
  readonly thread: Thread | undefined;
  readonly run: AgentRun;
}

const HEADLINES = {
  'pull-request': '✅ The docs pull request is ready',
  'no-pull-request': '☑️ The docs agent finished without reporting a pull request',
  failed: '❌ The docs agent failed',
  archived: '🗄️ The job is archived',
  started: '🚀 The docs agent has started',
  timeout: '⏳ The docs agent is still working; this run stopped waiting',
  cancelled: '✋ The run was cancelled',
  unknown: '❓ The request was sent, but it may not have arrived',
  skipped: '⏭️ Skipped',
  error: '❌ The run ended in an error',
} as const satisfies Record<Outcome, string>;

const WORKING = '👷 The docs agent is working on it';

/** Joins the parts that aren't empty. */
export function joined(parts: readonly string[], by: string): string {
  return parts.filter((part) => part !== '').join(by);
}

function wordsOf(ending: Ending, style: Style) {
  const { outcome, platformText: quote = '', pullRequest, change, job } = ending.end;
  return {
    headline: headlineOf(ending),
    url: outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    title: pullRequest?.title ?? '',
    size: pullRequest ? sizeText(pullRequest, change) : '',
    quote,
    next: joined(nextSteps(ending, style), ' '),
  };
}

function headlineOf({ end, does }: Ending): string {
  const { outcome, job, pullRequest, change } = end;
  if (outcome === 'error' && !job && does !== 'watch') return '❌ Nothing was started';
  if (outcome === 'started' && does === 'watch') return WORKING;
  if (outcome === 'timeout' && !keepsRunning(end)) return '⏳ This run stopped waiting for the docs agent';
  if (outcome !== 'pull-request') return HEADLINES[outcome];
  if (pullRequest?.state === 'merged') return '✅ The docs pull request is merged';
  if (pullRequest?.state === 'closed') return '☑️ The docs pull request is closed';
  if (does !== 'message') return HEADLINES[outcome];
  if (change?.kind === 'new-commits')
    return `✅ The docs pull request has ${counted(change.count, 'new commit')}`;
  if (change?.kind === 'rewritten') return '✅ The docs pull request was changed';
  return change
    ? '☑️ The docs agent finished, and the docs pull request has no new commit'
    : '✅ The docs agent finished the follow-up';
}

/** Says what to do next: advice first, then how to ask again, or how to watch the job. */
function nextSteps(ending: Ending, style: Style): string[] {
  const { end, does, thread } = ending;
  const { outcome, advice = '', job, pullRequest } = end;
  const own = style.sentence(advice);
  const invite = (to: string, effect = '') =>
    joined([invitation(to, ending, style), thread ? effect : ''], ' ');
  switch (outcome) {
    case 'pull-request':
      return pullRequest && pullRequest.state !== 'open'
        ? [invite('request another change', does === 'start' ? 'That starts a new job.' : '')]
        : [invite('request changes', does === 'watch' ? '' : 'The request goes to the same job.')];
    case 'no-pull-request':
      return [own, invite(does === 'watch' ? 'request changes' : 'send the same job a follow-up')];
    case 'failed':
    case 'archived':
      if (!thread) return [own, 'To try again, start a new job.'];
      return [own, invite(does === 'start' ? 'try again with a new job' : 'try again')];
    case 'cancelled':
      if (job || does === 'watch') return [watching(ending, style)];
      return ['Nothing was sent. To send the request, re-run the workflow.'];
    case 'error':
      // The advice on a wrong key says how to watch with another one.
      return [own, job && keepsRunning(end) && !/\b401\b/.test(end.reason) ? watching(ending, style) : ''];
    case 'started':
    case 'timeout':
      return [own, watching(ending, style)];
    default:
      return [own];
  }
}

function invitation(to: string, { end, thread, run }: Ending, { code, where }: Style): string {
  const jobId = code(`job-id: ${end.jobId ?? ''}`, 300);
  if (!thread) return `To send a follow-up, run the action with ${jobId} and a prompt.`;
  const there = pullRequestAt(pullRequestOf(end.job)?.url, run.run.serverUrl);
  const lines = there && isSameThread(there, thread) ? ', on a line or in a review' : '';
  return `To ${to}, comment ${code(`${run.inputs.triggerPhrase} …`)} ${where}${lines}.`;
}

function watching({ end, thread }: Ending, { code }: Style): string {
  const how = thread
    ? 'To keep watching the job, re-run the workflow.'
    : `To watch the job, run the action with ${code(`job-id: ${end.jobId ?? ''}`, 300)} and no prompt.`;
  return keepsRunning(end) ? `The job keeps running in Mintlify. ${how}` : how;
}

/** How the run ended, for the log. Contains remote text. */
export function logText(ending: Ending): string {
  const { outcome, reason, polls, durationMs = 0 } = ending.end;
  if (outcome === 'skipped') return `Skipped, and nothing was sent to Mintlify. ${reason}`;
  const where = ending.thread ? `on #${ending.thread.issue}` : '';
  const plain = { where, code: onOneLine, sentence: onOneLine };
  const { headline, url, title, size, quote, next } = wordsOf(ending, plain);
  const took = polls && outcome !== 'timeout' ? ` (${duration(durationMs)}, ${counted(polls, 'poll')})` : '';
  const why = `${reason.replace(/\.$/, '')}${took}.`;
  const pull = size && `${headline}: ${onOneLine(`${title} · ${size}`)}`;
  return joined([why, url, pull, quote && `Mintlify's response: ${quote}`, next], '\n');
}

/** How the run ended, as Markdown for the job summary. `leftOut`: what the prompt had no room for. */
export function summaryText(ending: Ending, replyUrl: string, leftOut: string): string {
  const where = replyUrl === '' ? 'on the issue or pull request' : `below ${link('the reply', replyUrl)}`;
  const { headline, url, title, size, quote, next } = wordsOf(ending, { code, sentence, where });
  const { job, jobId = '', durationMs, polls, outcome, reason } = ending.end;
  const rows: [string, string][] = [
    ['Pull request', url && link(`\\#${pullRequestOf(job)?.number}`, url)],
    ['Title', code(title)],
    ['Changes', size],
    ['Outcome', code(outcome)],
    ['Agent job', code(jobId, 300)],
    ['Status', code(job?.status ?? '')],
    ['Project', code(ending.run.inputs.projectId)],
    ['Repository', joined([code(job?.repository ?? ''), code(job?.ref ?? '')], ' at ')],
    ['Left out of the prompt', code(leftOut, 500)],
    ['Model', code(job?.model ?? '')],
    ['Duration', durationMs === undefined ? '' : duration(durationMs)],
    ['Polls', String(polls ?? '')],
  ];
  const facts = outcome === 'skipped' ? '' : factTable(rows.filter(([, value]) => value !== ''));
  const response = quote && `Mintlify's response:\n\n${codeBlock(quote)}`;
  return `${joined([`## ${headline}`, sentence(reason), facts, response, next], '\n\n')}\n`;
}

/** The reply to a request. @param end how the run ended; undefined while it runs */
export function replyText(
  record: ReplyRecord,
  notes: readonly string[],
  end: End | undefined,
  thread: Thread,
  run: AgentRun,
): string {
  const why = notes.map(sentence);
  const state = record.state === 'open' ? '📨 The action received the request' : WORKING;
  const lines = end
    ? endLines(record, why, { end, does: record.action?.does, thread, run }, thread)
    : [`**${state}**`, ...why, 'This reply will be updated when the job ends.'];
  return joined([...lines, facts(record, run)], '\n\n');
}

function endLines({ state }: ReplyRecord, why: readonly string[], ending: Ending, thread: Thread): string[] {
  const { outcome, reason, job } = ending.end;
  const { headline, url, title, size, quote, next } = wordsOf(ending, { code, sentence, where: 'here' });
  const there = pullRequestAt(url, ending.run.run.serverUrl);
  const isHere = url === '' || (there && isSameThread(there, thread));
  // Headline and next steps already say why.
  const isObvious = /^(pull-request|started|archived)$/.test(outcome) || (outcome === 'cancelled' && !job);
  return [
    `**${headline}**${isHere ? '' : `: ${link(there ? threadName(there, thread) : code(url), url)}`}`,
    joined([code(title, 120), size], ' · '),
    // Why it was sent would mislead where Mintlify didn't take it.
    ...(state === 'accepted' ? why : []),
    isObvious ? '' : sentence(reason),
    quote && `Mintlify's response: ${code(quote, 300)}`,
    next,
  ];
}

function facts({ job, action }: ReplyRecord, { request, run }: AgentRun): string {
  const { by, what, where } = request;
  const shown = code(what, 120);
  const asked = where && shown ? link(shown, where) : shown;
  const target = job ?? (action && 'job' in action ? action.job : '');
  const asker = joined([by && `Requested by ${code(by)}`, asked], ': ');
  return `<sub>${joined([asker, target && `job ${code(target, 300)}`, link('run', run.url)], ' · ')}</sub>`;
}

/** `#41`, or `acme/docs #41` seen from another repository. */
function threadName(thread: Address, from: Address): string {
  const isHere = isSameRepository(thread.repository, from.repository);
  return `${isHere ? '' : `${code(thread.repository)} `}\\#${thread.issue}`;
}

/** The comment on a docs pull request: where it was asked for, and how to ask for more. @param replyUrl may be empty */
export function docsPullRequestText(
  job: string,
  there: Address,
  thread: Address,
  replyUrl: string,
  { inputs, request, run }: AgentRun,
): string {
  const asked = replyUrl || `${run.serverUrl}/${thread.repository}/issues/${thread.issue}`;
  const place = link(threadName(thread, there), asked);
  const by = request.by && ` by ${code(request.by)}`;
  const phrase = code(`${inputs.triggerPhrase} …`);
  const next = isSameRepository(thread.repository, there.repository)
    ? `To request changes, comment ${phrase} here, on a line or in a review. The request goes to the same job.`
    : `To send a follow-up to the job that opened this pull request, comment ${phrase} on ${place}. You can also comment here if a workflow in this repository listens for comments.`;
  return `**📝 The docs agent opened this pull request**, as requested${by} in ${place}.\n\n${next}\n\n<sub>job ${code(job, 300)}</sub>`;
}

/** The notification, without the mention. */
export function notificationText(ending: Ending): string {
  const { headline, url } = wordsOf(ending, { code, sentence, where: '' });
  return `${headline}${url ? `: ${link(code(url), url)}` : '.'}`;
}
