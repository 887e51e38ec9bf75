import type { Place } from '../../github/signed-comment.ts';
import { code, link, sentence } from '../../text/markdown.ts';
import type { Request } from '../request.ts';
import { type AgentResult, OUTCOMES, pullRequestOf } from '../result.ts';
import type { ReplyRecord } from './record.ts';

/** An issue or a pull request. */
export type Thread = Pick<Place, 'repository' | 'issue'>;

/** Where a comment stands, and what its words are made of. */
export interface Surroundings extends Thread {
  /** Of the GitHub server, without a slash at the end. */
  readonly serverUrl: string;
  /** The word that a comment to the agent begins with. */
  readonly triggerPhrase: string;
  readonly request: Request;
  /** Of the workflow run. */
  readonly runUrl: string;
}

/** The pull request at that address, if it is one of the server. */
export function pullRequestAt(url: string | undefined, serverUrl: string): Thread | undefined {
  const path = url?.startsWith(`${serverUrl}/`) ? url.slice(serverUrl.length) : '';
  const [, repository, number] = /^\/([^/]+\/[^/]+)\/pull\/([1-9]\d{0,14})\/?$/.exec(path) ?? [];
  return repository === undefined ? undefined : { repository, issue: Number(number) };
}

/** GitHub's names are the same in upper and lower case. */
export function isSameRepository(one: Thread, other: Thread): boolean {
  return one.repository.toLowerCase() === other.repository.toLowerCase();
}

export function isSameThread(one: Thread, other: Thread): boolean {
  return isSameRepository(one, other) && one.issue === other.issue;
}

/** Characters that are shown of each. */
const LONGEST = { id: 300, quote: 300, what: 120 } as const;

/**
 * What people read in a reply: what happened, then what they can do, then who asked, the job and the run.
 *
 * @param note what led to this, made by this action
 * @param result once the run has ended
 */
export function replyText(
  record: ReplyRecord,
  where: Surroundings,
  note?: string | undefined,
  result?: AgentResult | undefined,
): string {
  const { state, accepted } = record;
  const { job, platformText } = result ?? {};
  const url = state === 'pull-request' ? pullRequestOf(job)?.url : undefined;
  const there = pullRequestAt(url, where.serverUrl);
  // On the pull request itself, a link to it leads nowhere else.
  const isHere = there !== undefined && isSameThread(there, where);
  const pullRequest =
    url === undefined || isHere ? '' : `: ${link(there ? threadName(there, where) : code(url), url)}`;
  const parts = [
    `**${wordsOf(state, accepted)}**${pullRequest}`,
    note === undefined ? '' : sentence(note),
    ...explanation(result).map(sentence),
    platformText ? `The platform said: ${code(platformText, LONGEST.quote)}` : '',
    nextStep(record, where.triggerPhrase, isHere),
    facts(record, where),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function wordsOf(state: ReplyRecord['state'], accepted: boolean): string {
  if (state === 'sending') return '📨 The docs agent has received the request';
  if (state === 'working') return '👷 The docs agent is at work';
  if (state === 'error' && !accepted) return '❌ Nothing was started';
  return OUTCOMES[state].headline;
}

/** What the first line leaves open. */
function explanation(result: AgentResult | undefined): string[] {
  const { outcome, reason = '', advice = '' } = result ?? {};
  if (outcome === 'no-pull-request') return [advice];
  if (outcome === 'failed') return [reason];
  return outcome === 'error' || outcome === 'unknown' ? [reason, advice] : [];
}

/** What the person who asked can do now. @param isHere the reply is on the pull request that came of it */
function nextStep({ state, accepted }: ReplyRecord, triggerPhrase: string, isHere: boolean): string {
  const comment = `Comment ${code(`${triggerPhrase} …`)} here`;
  switch (state) {
    case 'sending':
    case 'working':
      return 'This reply will say how it ends.';
    case 'pull-request': {
      const lines = isHere ? ', on a line or in a review,' : '';
      return `${comment}${lines} to go on: the same job changes the pull request.`;
    }
    case 'no-pull-request':
      return `${comment} to go on with the same job.`;
    case 'failed':
    case 'archived':
      return `${comment} to ask again: that starts a new job.`;
    case 'started':
    case 'timeout':
      return 'Re-run the workflow run to keep watching: that starts nothing new.';
    case 'cancelled':
      return accepted
        ? 'The job goes on. Re-run the workflow run to keep watching: that starts nothing new.'
        : 'Nothing was started. Run the workflow again to ask for it.';
    default:
      return '';
  }
}

function facts({ job }: ReplyRecord, { request, runUrl }: Surroundings): string {
  const { by, what, where } = request;
  const shown = code(what, LONGEST.what);
  const asked = where === '' || shown === '' ? shown : link(shown, where);
  const parts = [
    [by === '' ? '' : `Asked by ${code(by)}`, asked].filter((part) => part !== '').join(': '),
    job === undefined ? '' : `job ${code(job, LONGEST.id)}`,
    link('run', runUrl),
  ];
  return `<sub>${parts.filter((part) => part !== '').join(' · ')}</sub>`;
}

/** `#41`, or `acme/docs#41` of another repository. */
function threadName(thread: Thread, here: Thread): string {
  const { repository, issue } = thread;
  return isSameRepository(thread, here) ? `\\#${issue}` : `${code(repository)} \\#${issue}`;
}

/** The comment on a job's pull request: where it was asked for, and how to go on. @param replyUrl of the reply there */
export function pullRequestText(job: string, there: Thread, where: Surroundings, replyUrl: string): string {
  const { request, triggerPhrase, serverUrl, repository, issue } = where;
  const place = link(threadName(where, there), replyUrl || `${serverUrl}/${repository}/issues/${issue}`);
  const by = request.by === '' ? '' : ` by ${code(request.by)}`;
  const phrase = code(`${triggerPhrase} …`);
  const next = isSameRepository(where, there)
    ? `Comment ${phrase} here, on a line or in a review, to go on: the same job changes this pull request.`
    : `To go on with the same job, comment ${phrase} on ${place}, or here, if a workflow of this repository listens to it.`;
  return [
    `**📝 The docs agent opened this pull request**, as asked${by} in ${place}.`,
    next,
    `<sub>job ${code(job, LONGEST.id)}</sub>`,
  ].join('\n\n');
}
