import { code, link, sentence } from '../text/markdown.ts';
import { keepsRunning } from './outcome.ts';
import { type PullRequestAddress, pullRequestAt, sizeText } from './pull-request.ts';
import type { ReplyRecord } from './replies/record.ts';
import type { AgentRequest } from './request.ts';
import { type AgentResult, headlineOf, pullRequestOf } from './result.ts';

/** Where a reply is, and what its text is made of. */
export interface ReplyContext extends PullRequestAddress {
  /** Of the GitHub server, without a slash at the end. */
  readonly serverUrl: string;
  /** The word that a comment to the agent begins with. */
  readonly triggerPhrase: string;
  readonly request: AgentRequest;
  /** Of the workflow run. */
  readonly runUrl: string;
}

/** GitHub's names are the same in upper and lower case. */
export function isSameRepository(one: PullRequestAddress, other: PullRequestAddress): boolean {
  return one.repository.toLowerCase() === other.repository.toLowerCase();
}

export function isSameThread(one: PullRequestAddress, other: PullRequestAddress): boolean {
  return isSameRepository(one, other) && one.issue === other.issue;
}

/** Characters that are shown of each. */
const LONGEST = { id: 300, quote: 300, what: 120, title: 120 } as const;

/**
 * What people read in a reply: what happened, then what they can do, then who asked, the job and the run.
 *
 * @param note what led to this, made by this action
 * @param result once the run has ended
 */
export function replyText(
  record: ReplyRecord,
  where: ReplyContext,
  note?: string | undefined,
  result?: AgentResult | undefined,
): string {
  const { job, platformText } = result ?? {};
  const url = record.state === 'pull-request' ? pullRequestOf(job)?.url : undefined;
  const there = pullRequestAt(url, where.serverUrl);
  // On the pull request itself, a link to it leads nowhere else.
  const isHere = there !== undefined && isSameThread(there, where);
  const pullRequest =
    url === undefined || isHere ? '' : `: ${link(there ? threadName(there, where) : code(url), url)}`;
  const parts = [
    `**${headline(record, result)}**${pullRequest}`,
    pullRequestLine(result),
    note === undefined ? '' : sentence(note),
    ...explanation(record, result).map(sentence),
    platformText ? `Mintlify's answer: ${code(platformText, LONGEST.quote)}` : '',
    nextStep(record, where.triggerPhrase, isHere, result),
    facts(record, where),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function headline(record: ReplyRecord, result: AgentResult | undefined): string {
  const { state, does, accepted, wasUnknown } = record;
  if (state === 'sending') return '📨 The action is sending the request';
  const isWatched = state === 'started' && does === 'watch';
  if (state === 'working' || isWatched) return '👷 The docs agent is working on it';
  if (state === 'error' && !accepted) {
    return wasUnknown ? '❌ This attempt started nothing' : '❌ Nothing was started';
  }
  return headlineOf(result ?? { outcome: state, reason: '' });
}

/** `Document the limit · 3 files changed, +40 −12`, if the pull request could be read. */
function pullRequestLine({ outcome, pullRequest, change }: Partial<AgentResult> = {}): string {
  if (outcome !== 'pull-request' || !pullRequest) return '';
  return [code(pullRequest.title, LONGEST.title), sizeText(pullRequest, change)]
    .filter((text) => text !== '')
    .join(' · ');
}

/** What the first line leaves open. */
function explanation({ accepted, wasUnknown }: ReplyRecord, result: AgentResult | undefined): string[] {
  const { outcome, job, reason = '', advice = '' } = result ?? {};
  if (outcome === 'no-pull-request') return [advice];
  if (outcome === 'failed' || (outcome === 'timeout' && !keepsRunning({ outcome, job }))) return [reason];
  if (outcome === 'error' && wasUnknown) return [reason, advice, EARLIER_UNKNOWN];
  if (outcome === 'cancelled' && wasUnknown && !accepted) return [EARLIER_UNKNOWN];
  return outcome === 'error' || outcome === 'unknown' ? [reason, advice] : [];
}

const EARLIER_UNKNOWN =
  'An earlier attempt sent the request without learning whether it arrived, so there may be a job: check the Mintlify dashboard before you run it again.';

function keepWatching({ does, completed }: ReplyRecord, result: AgentResult | undefined): string {
  const sendsAgain =
    does !== 'watch' && !completed
      ? 'The re-run sends the request again, which may cost money, only if the job has failed or was archived by then.'
      : '';
  const runs = !result || keepsRunning(result) ? 'The job keeps running.' : '';
  return `${runs} Re-run the workflow run to keep watching. ${sendsAgain}`.trim();
}

/** What the person who asked can do now. @param isHere the reply is on the job's pull request */
function nextStep(
  record: ReplyRecord,
  triggerPhrase: string,
  isHere: boolean,
  result: AgentResult | undefined,
): string {
  const { state, does, accepted, wasUnknown } = record;
  const comment = `comment ${code(`${triggerPhrase} …`)} here`;
  switch (state) {
    case 'sending':
    case 'working':
      return 'This reply will be updated when the job ends.';
    case 'pull-request': {
      const { state: pullRequest = 'open' } = result?.pullRequest ?? {};
      const startsAnother = does === 'start' ? ' It starts a new job.' : '';
      if (pullRequest !== 'open') return `To request another change, ${comment}.${startsAnother}`;
      const lines = isHere ? ', on a line or in a review' : '';
      // A watch counts only where the thread knows no other job.
      const goesTo = does === 'watch' ? '' : ' The request goes to the same job.';
      return `To request changes, ${comment}${lines}.${goesTo}`;
    }
    case 'no-pull-request':
      return `To ${does === 'watch' ? 'request changes' : 'send the same job a follow-up'}, ${comment}.`;
    case 'failed':
    case 'archived':
      // A follow-up or a watch can be to a job-id that the workflow gives, which the next comment goes to as well.
      return `To try again${does === 'start' ? ' with a new job' : ''}, ${comment}.`;
    case 'started':
    case 'timeout':
      return keepWatching(record, result);
    case 'cancelled':
      return accepted
        ? keepWatching(record, result)
        : `${wasUnknown ? 'This attempt sent nothing.' : 'Nothing was sent.'} Re-run the workflow run to send the request.`;
    default:
      return '';
  }
}

function facts({ job }: ReplyRecord, { request, runUrl }: ReplyContext): string {
  const { by, what, where } = request;
  const shown = code(what, LONGEST.what);
  const asked = where === '' || shown === '' ? shown : link(shown, where);
  const parts = [
    [by === '' ? '' : `Requested by ${code(by)}`, asked].filter((part) => part !== '').join(': '),
    job === undefined ? '' : `job ${code(job, LONGEST.id)}`,
    link('run', runUrl),
  ];
  return `<sub>${parts.filter((part) => part !== '').join(' · ')}</sub>`;
}

/** `#41`, or `acme/docs#41` of another repository. */
function threadName(thread: PullRequestAddress, here: PullRequestAddress): string {
  const { repository, issue } = thread;
  return isSameRepository(thread, here) ? `\\#${issue}` : `${code(repository)} \\#${issue}`;
}

/** The comment on a job's pull request: where it was requested, and how to send a follow-up. @param replyUrl of the reply there */
export function pullRequestText(
  job: string,
  there: PullRequestAddress,
  where: ReplyContext,
  replyUrl: string,
): string {
  const { request, triggerPhrase, serverUrl, repository, issue } = where;
  const place = link(threadName(where, there), replyUrl || `${serverUrl}/${repository}/issues/${issue}`);
  const by = request.by === '' ? '' : ` by ${code(request.by)}`;
  const phrase = code(`${triggerPhrase} …`);
  const next = isSameRepository(where, there)
    ? `To request changes, comment ${phrase} here, on a line or in a review. The request goes to the same job.`
    : `To send the same job a follow-up, comment ${phrase} on ${place}, or here if a workflow of this repository responds to it.`;
  return [
    `**📝 The docs agent opened this pull request**, as requested${by} in ${place}.`,
    next,
    `<sub>job ${code(job, LONGEST.id)}</sub>`,
  ].join('\n\n');
}
