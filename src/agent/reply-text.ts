import { fullName } from '../github/workflow-run.ts';
import { code, link, sentence } from '../text/markdown.ts';
import { checksMarkdown } from './checks-text.ts';
import { type EndReport, stepsText } from './end-report.ts';
import { type PullRequestAddress, pullRequestAt } from './pull-request.ts';
import { jobIn, type ReplyRecord } from './replies/record.ts';
import type { AgentRun } from './request.ts';

type ReplyContext = Pick<AgentRun, 'inputs' | 'request' | 'run'>;

/** Checks whether both addresses are in one repository. GitHub ignores case in repository names. */
export function isSameRepository(one: PullRequestAddress, other: PullRequestAddress): boolean {
  return one.repository.toLowerCase() === other.repository.toLowerCase();
}

export function isSameThread(one: PullRequestAddress, other: PullRequestAddress): boolean {
  return isSameRepository(one, other) && one.issue === other.issue;
}

/** Maximum number of characters to show of each kind of text. */
const LONGEST = { id: 300, quote: 300, what: 120, title: 120 } as const;

/**
 * Renders a reply: what happened, what people can do next, and a last line with the person, the job and the run.
 *
 * @param notes sentences on why the run starts, continues or watches a job, without remote text
 * @param report report on how the run ended; undefined while the run is under way
 */
export function replyText(
  record: ReplyRecord,
  agent: ReplyContext,
  thread: PullRequestAddress,
  notes: readonly string[],
  report?: EndReport,
): string {
  const lines = report
    ? endLines(report, agent, thread, notes)
    : [`**${headline(record)}**`, ...notes.map(sentence), 'This reply will be updated when the job ends.'];
  return [...lines, facts(record, agent)].filter((line) => line !== '').join('\n\n');
}

function headline({ state }: ReplyRecord): string {
  if (state === 'undecided') return '📨 The action received the request';
  return state === 'sending' ? '📨 The action is sending the request' : '👷 The docs agent is working on it';
}

function endLines(
  report: EndReport,
  { inputs, run }: ReplyContext,
  thread: PullRequestAddress,
  notes: readonly string[],
): string[] {
  const { headline, pullRequest, checks, why, isObvious, quote } = report;
  const { url, title = '', size = '' } = pullRequest ?? {};
  const there = pullRequestAt(url, run.serverUrl);
  // A reply on the pull request itself doesn't need a link to it.
  const isElsewhere = url !== undefined && !(there && isSameThread(there, thread));
  const name = isElsewhere ? `: ${link(there ? threadName(there, thread) : code(url), url)}` : '';
  return [
    `**${headline}**${name}`,
    [code(title, LONGEST.title), size].filter((text) => text !== '').join(' · '),
    checksMarkdown(checks),
    ...notes.map(sentence),
    isObvious ? '' : sentence(why),
    quote === '' ? '' : `Mintlify's response: ${code(quote, LONGEST.quote)}`,
    stepsText(report, 'here', inputs.triggerPhrase, { typed: (text) => code(text, LONGEST.id), sentence }),
  ];
}

function facts(record: ReplyRecord, { request, run }: ReplyContext): string {
  const { by, what, where } = request;
  const shown = code(what, LONGEST.what);
  const asked = where === '' || shown === '' ? shown : link(shown, where);
  const job = jobIn(record);
  const parts = [
    [by === '' ? '' : `Requested by ${code(by)}`, asked].filter((part) => part !== '').join(': '),
    job === undefined ? '' : `job ${code(job, LONGEST.id)}`,
    link('run', `${run.serverUrl}/${fullName(run)}/actions/runs/${run.id}`),
  ];
  return `<sub>${parts.filter((part) => part !== '').join(' · ')}</sub>`;
}

/** Renders the name of a thread: `#41`, or `acme/docs #41` if it is in another repository. */
function threadName(thread: PullRequestAddress, here: PullRequestAddress): string {
  const { repository, issue } = thread;
  return isSameRepository(thread, here) ? `\\#${issue}` : `${code(repository)} \\#${issue}`;
}

/**
 * Renders the comment on a job's pull request. It says where the pull request was requested and how to send a
 * follow-up.
 *
 * @param replyUrl URL of the reply on the thread; empty if there is none
 */
export function pullRequestText(
  job: string,
  there: PullRequestAddress,
  { inputs, request, run }: ReplyContext,
  thread: PullRequestAddress,
  replyUrl: string,
): string {
  const { repository, issue } = thread;
  const place = link(threadName(thread, there), replyUrl || `${run.serverUrl}/${repository}/issues/${issue}`);
  const by = request.by === '' ? '' : ` by ${code(request.by)}`;
  const phrase = code(`${inputs.triggerPhrase} …`);
  const next = isSameRepository(thread, there)
    ? `To request changes, comment ${phrase} here, on a line or in a review. The request goes to the same job.`
    : `To send a follow-up to the job that opened this pull request, comment ${phrase} on ${place}. You can also comment here if a workflow in this repository listens for comments.`;
  return [
    `**📝 The docs agent opened this pull request**, as requested${by} in ${place}.`,
    next,
    `<sub>job ${code(job, LONGEST.id)}</sub>`,
  ].join('\n\n');
}
