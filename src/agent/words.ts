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

/** What the words depend on beside the end. */
export interface Situation {
  readonly does: Action['does'] | undefined;
  /** Thread on which people can comment; undefined if no reply is kept. */
  readonly thread: Thread | undefined;
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

function wordsOf(end: End, situation: Situation, run: AgentRun, style: Style) {
  const { outcome, platformText: quote = '', pullRequest, change, job } = end;
  return {
    headline: headlineOf(end, situation),
    url: outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '',
    title: pullRequest?.title ?? '',
    size: pullRequest ? sizeText(pullRequest, change) : '',
    /** Mintlify's response. */
    quote,
    next: nextSteps(end, situation, run, style)
      .filter((step) => step !== '')
      .join(' '),
  };
}

function headlineOf(end: End, { does }: Situation): string {
  const { outcome, job, pullRequest, change } = end;
  if (outcome === 'error' && !job && does !== 'watch') return '❌ Nothing was started';
  if (outcome === 'started' && does === 'watch') return '👷 The docs agent is working on it';
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
function nextSteps(end: End, situation: Situation, run: AgentRun, style: Style): string[] {
  const { outcome, advice = '', job } = end;
  const { does } = situation;
  const own = style.sentence(advice);
  const invite = (to: string, effect = '') => invitation(to, effect, end, situation, run, style);
  switch (outcome) {
    case 'pull-request': {
      const isOpen = !end.pullRequest || end.pullRequest.state === 'open';
      if (!isOpen)
        return [invite('request another change', does === 'start' ? 'That starts a new job.' : '')];
      return [invite('request changes', does === 'watch' ? '' : 'The request goes to the same job.')];
    }
    case 'no-pull-request':
      return [own, invite(does === 'watch' ? 'request changes' : 'send the same job a follow-up')];
    case 'failed':
    case 'archived':
      return [
        own,
        situation.thread
          ? invite(does === 'start' ? 'try again with a new job' : 'try again')
          : 'To try again, start a new job.',
      ];
    case 'cancelled':
      if (!job && does !== 'watch') return ['Nothing was sent. To send the request, re-run the workflow.'];
      return watching(end, situation, style);
    case 'error': {
      // The advice says how to watch with another key.
      const isKey = /\b401\b/.test(end.reason);
      return [own, ...(job && keepsRunning(end) && !isKey ? watching(end, situation, style) : [])];
    }
    case 'started':
    case 'timeout':
      return [own, ...watching(end, situation, style)];
    default:
      return [own];
  }
}

function invitation(
  to: string,
  effect: string,
  { job, jobId = '' }: End,
  { thread }: Situation,
  { inputs, run }: AgentRun,
  { code, where }: Style,
): string {
  if (!thread)
    return `To send a follow-up, run the action with ${code(`job-id: ${jobId}`, 300)} and a prompt.`;
  const there = pullRequestAt(pullRequestOf(job)?.url, run.serverUrl);
  const lines = there && isSameThread(there, thread) ? ', on a line or in a review' : '';
  return `To ${to}, comment ${code(`${inputs.triggerPhrase} …`)} ${where}${lines}. ${effect}`.trim();
}

function watching(end: End, { thread }: Situation, { code }: Style): string[] {
  const how = thread
    ? 'To keep watching the job, re-run the workflow.'
    : `To watch the job, run the action with ${code(`job-id: ${end.jobId ?? ''}`, 300)} and no prompt.`;
  return [keepsRunning(end) ? 'The job keeps running in Mintlify.' : '', how];
}

/** How the run ended, for the log. Contains remote text. */
export function logText(end: End, situation: Situation, run: AgentRun): string {
  const { outcome, reason, polls, durationMs = 0 } = end;
  if (outcome === 'skipped') return `Skipped, and nothing was sent to Mintlify. ${reason}`;
  const where = situation.thread ? `on #${situation.thread.issue}` : '';
  const plain = { where, code: onOneLine, sentence: onOneLine };
  const { headline, url, title, size, quote, next } = wordsOf(end, situation, run, plain);
  const took = polls && outcome !== 'timeout' ? ` (${duration(durationMs)}, ${counted(polls, 'poll')})` : '';
  const lines = [
    `${reason.replace(/\.$/, '')}${took}.`,
    url,
    size === '' ? '' : `${headline}: ${onOneLine(`${title} · ${size}`)}`,
    quote === '' ? '' : `Mintlify's response: ${quote}`,
    next,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const MARKDOWN = { code, sentence };

/** How the run ended, as Markdown for the job summary. `leftOut`: what the prompt had no room for. */
export function summaryText(
  end: End,
  situation: Situation,
  replyUrl: string,
  leftOut: string,
  run: AgentRun,
): string {
  const where = replyUrl === '' ? 'on the issue or pull request' : `below ${link('the reply', replyUrl)}`;
  const { headline, url, title, size, quote, next } = wordsOf(end, situation, run, { ...MARKDOWN, where });
  const { job, jobId = '', durationMs, polls, outcome, reason } = end;
  const rows: [string, string][] = [
    ['Pull request', url && link(`\\#${pullRequestOf(job)?.number}`, url)],
    ['Title', code(title)],
    ['Changes', size],
    ['Outcome', code(outcome)],
    ['Agent job', code(jobId, 300)],
    ['Status', code(job?.status ?? '')],
    ['Project', code(run.inputs.projectId)],
    ['Repository', [job?.repository, job?.ref].flatMap((text) => code(text ?? '') || []).join(' at ')],
    ['Left out of the prompt', code(leftOut, 500)],
    ['Model', code(job?.model ?? '')],
    ['Duration', durationMs === undefined ? '' : duration(durationMs)],
    ['Polls', String(polls ?? '')],
  ];
  const facts = outcome === 'skipped' ? '' : factTable(rows.filter(([, value]) => value !== ''));
  const response = quote && `Mintlify's response:\n\n${codeBlock(quote)}`;
  return `${[`## ${headline}`, sentence(reason), facts, response, next].filter((text) => text !== '').join('\n\n')}\n`;
}

/** The reply to a request. @param end how the run ended; undefined while it runs */
export function replyText(
  record: ReplyRecord,
  notes: readonly string[],
  end: End | undefined,
  thread: Thread,
  run: AgentRun,
): string {
  const lines = end
    ? endLines(record, notes, end, thread, run)
    : [atWork(record), ...notes.map(sentence), UPDATED];
  return [...lines, facts(record, run)].filter((line) => line !== '').join('\n\n');
}

const UPDATED = 'This reply will be updated when the job ends.';

function atWork({ state }: ReplyRecord): string {
  return state === 'open'
    ? '**📨 The action received the request**'
    : '**👷 The docs agent is working on it**';
}

function endLines(record: ReplyRecord, notes: readonly string[], end: End, thread: Thread, run: AgentRun) {
  const { outcome, reason, job } = end;
  const situation = { does: record.action?.does, thread };
  const style = { ...MARKDOWN, where: 'here' };
  const { headline, url, title, size, quote, next } = wordsOf(end, situation, run, style);
  const there = pullRequestAt(url, run.run.serverUrl);
  const isElsewhere = url !== '' && !(there && isSameThread(there, thread));
  // Headline and next steps already say why.
  const isObvious = /^(pull-request|started|archived)$/.test(outcome) || (outcome === 'cancelled' && !job);
  return [
    `**${headline}**${isElsewhere ? `: ${link(there ? threadName(there, thread) : code(url), url)}` : ''}`,
    [code(title, 120), size].filter((text) => text !== '').join(' · '),
    // Why it was sent would mislead where Mintlify didn't take it.
    ...(record.state === 'accepted' ? notes.map(sentence) : []),
    isObvious ? '' : sentence(reason),
    quote === '' ? '' : `Mintlify's response: ${code(quote, 300)}`,
    next,
  ];
}

function facts({ job, action }: ReplyRecord, { request, run }: AgentRun): string {
  const { by, what, where } = request;
  const shown = code(what, 120);
  const asked = where === '' || shown === '' ? shown : link(shown, where);
  const target = job ?? (action && 'job' in action ? action.job : undefined);
  const parts = [
    [by === '' ? '' : `Requested by ${code(by)}`, asked].filter((part) => part !== '').join(': '),
    target === undefined ? '' : `job ${code(target, 300)}`,
    link('run', run.url),
  ];
  return `<sub>${parts.filter((part) => part !== '').join(' · ')}</sub>`;
}

/** `#41`, or `acme/docs #41` seen from another repository. */
function threadName(thread: Address, from: Address): string {
  const number = `\\#${thread.issue}`;
  return isSameRepository(thread.repository, from.repository)
    ? number
    : `${code(thread.repository)} ${number}`;
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
  const by = request.by === '' ? '' : ` by ${code(request.by)}`;
  const phrase = code(`${inputs.triggerPhrase} …`);
  const next = isSameRepository(thread.repository, there.repository)
    ? `To request changes, comment ${phrase} here, on a line or in a review. The request goes to the same job.`
    : `To send a follow-up to the job that opened this pull request, comment ${phrase} on ${place}. You can also comment here if a workflow in this repository listens for comments.`;
  return `**📝 The docs agent opened this pull request**, as requested${by} in ${place}.\n\n${next}\n\n<sub>job ${code(job, 300)}</sub>`;
}

/** The notification, without the mention. */
export function notificationText(end: End, situation: Situation, run: AgentRun): string {
  const { headline, url } = wordsOf(end, situation, run, { ...MARKDOWN, where: '' });
  return `${headline}${url ? `: ${link(code(url), url)}` : '.'}`;
}
