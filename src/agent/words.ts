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

/** Where people read the words. */
interface Style {
  /** Where to comment, such as `here`. */
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

interface Words {
  readonly headline: string;
  readonly url: string;
  /** Remote text; empty if GitHub didn't give it. */
  readonly title: string;
  readonly size: string;
  readonly why: string;
  /** Whether headline and next steps already say why. */
  readonly isObvious: boolean;
  /** Mintlify's response. Remote text. */
  readonly quote: string;
  readonly next: string;
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

function wordsOf(end: End, situation: Situation, { inputs, run }: AgentRun, style: Style): Words {
  const { outcome, reason, platformText = '', pullRequest, change, job } = end;
  const url = outcome === 'pull-request' ? (pullRequestOf(job)?.url ?? '') : '';
  const there = pullRequestAt(url, run.serverUrl);
  const isThere =
    there !== undefined && situation.thread !== undefined && isSameThread(there, situation.thread);
  const steps = nextSteps(end, situation, inputs.triggerPhrase, isThere, style);
  return {
    headline: headlineOf(end, situation),
    url,
    title: pullRequest?.title ?? '',
    size: pullRequest ? sizeText(pullRequest, change) : '',
    why: reason,
    isObvious: /^(pull-request|started|archived)$/.test(outcome) || (outcome === 'cancelled' && !job),
    quote: platformText,
    next: steps.filter((step) => step !== '').join(' '),
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
  switch (change?.kind) {
    case 'new-commits':
      return `✅ The docs pull request has ${counted(change.count, 'new commit')}`;
    case 'rewritten':
      return '✅ The docs pull request was changed';
    case 'unchanged':
      return '☑️ The docs agent finished, and the docs pull request has no new commit';
    case undefined:
      return '✅ The docs agent finished the follow-up';
  }
}

function nextSteps(end: End, situation: Situation, phrase: string, isThere: boolean, style: Style): string[] {
  const { outcome, advice = '', job, jobId = '' } = end;
  const { does, thread } = situation;
  const own = style.sentence(advice);
  const invite = (to: string, effect = '', where = style.where) =>
    thread
      ? `To ${to}, comment ${style.code(`${phrase} …`)} ${where}. ${effect}`.trim()
      : `To send a follow-up, run the action with ${style.code(`job-id: ${jobId}`, 300)} and a prompt.`;
  const watch = () => {
    const runs = keepsRunning(end) ? 'The job keeps running in Mintlify.' : '';
    const how = thread
      ? 'To keep watching the job, re-run the workflow.'
      : `To watch the job, run the action with ${style.code(`job-id: ${jobId}`, 300)} and no prompt.`;
    return [runs, how];
  };
  switch (outcome) {
    case 'pull-request': {
      const isOpen = !end.pullRequest || end.pullRequest.state === 'open';
      if (!isOpen)
        return [own, invite('request another change', does === 'start' ? 'That starts a new job.' : '')];
      const lines = isThere ? `${style.where}, on a line or in a review` : style.where;
      return [
        own,
        invite('request changes', does === 'watch' ? '' : 'The request goes to the same job.', lines),
      ];
    }
    case 'no-pull-request':
      return [own, invite(does === 'watch' ? 'request changes' : 'send the same job a follow-up')];
    case 'failed':
    case 'archived':
      return [
        own,
        thread
          ? invite(does === 'start' ? 'try again with a new job' : 'try again')
          : 'To try again, start a new job.',
      ];
    case 'started':
    case 'timeout':
      return [own, ...watch()];
    case 'cancelled':
      return job || does === 'watch'
        ? watch()
        : ['Nothing was sent. To send the request, re-run the workflow.'];
    case 'error':
      return [own, ...(job && keepsRunning(end) ? [...watch(), otherKey(end)] : [])];
    case 'unknown':
    case 'skipped':
      return [own];
  }
}

/** A reply is signed with a key derived from the API key, so that a re-run with another one doesn't find it. */
function otherKey({ reason }: End): string {
  return /\b401\b/.test(reason) ? 'A re-run with another API key would send the request again.' : '';
}

/** How the run ended, for the log. Contains remote text. */
export function logText(end: End, situation: Situation, run: AgentRun): string {
  if (end.outcome === 'skipped') return `Skipped, and nothing was sent to Mintlify. ${end.reason}`;
  const where = situation.thread ? `on #${situation.thread.issue}` : '';
  const { headline, url, title, size, why, quote, next } = wordsOf(end, situation, run, {
    where,
    code: onOneLine,
    sentence: onOneLine,
  });
  const took =
    end.polls && end.outcome !== 'timeout'
      ? ` (${duration(end.durationMs ?? 0)}, ${counted(end.polls, 'poll')})`
      : '';
  const details = [title, size].filter((text) => text !== '');
  const lines = [
    `${why.replace(/\.$/, '')}${took}.`,
    url,
    details.length > 0 ? `${headline}: ${onOneLine(details.join(' · '))}` : '',
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
  const { headline, url, title, size, why, quote, next } = wordsOf(end, situation, run, {
    ...MARKDOWN,
    where,
  });
  const { job, jobId = '', durationMs, polls, outcome } = end;
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
  return `${[`## ${headline}`, sentence(why), facts, response, next].filter((text) => text !== '').join('\n\n')}\n`;
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

function endLines(
  record: ReplyRecord,
  notes: readonly string[],
  end: End,
  thread: Thread,
  run: AgentRun,
): string[] {
  const situation = { does: record.action?.does, thread };
  const { headline, url, title, size, why, isObvious, quote, next } = wordsOf(end, situation, run, {
    ...MARKDOWN,
    where: 'here',
  });
  const there = pullRequestAt(url, run.run.serverUrl);
  const isElsewhere = url !== '' && !(there && isSameThread(there, thread));
  return [
    `**${headline}**${isElsewhere ? `: ${link(there ? threadName(there, thread) : code(url), url)}` : ''}`,
    [code(title, 120), size].filter((text) => text !== '').join(' · '),
    // Why it was sent would mislead where Mintlify didn't take it.
    ...(record.state === 'accepted' ? notes.map(sentence) : []),
    isObvious ? '' : sentence(why),
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

/** The comment on a docs pull request. @param replyUrl empty if there is no reply */
export function docsPullRequestText(
  job: string,
  there: Address,
  thread: Thread,
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
