import type { IssueOrPull } from '../../github/objects.ts';
import type { CommitStatus } from '../../github/status.ts';
import type { AgentInputs } from '../../inputs.ts';
import { pullRequestOf } from '../../mintlify/schemas.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { type ChangedFiles, patternAdvice, readPullRequestFiles, selectFiles } from '../changed-files.ts';
import { readHistory, type ThreadHistory } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { threadOn } from '../replies/thread.ts';
import { isUnlistedBot } from '../request/permission.ts';
import type { GithubContext, RequestContext } from '../request-context.ts';

export interface DecidedStatus extends CommitStatus {
  /** Sentence for the log; GitHub doesn't show it. */
  readonly advice?: string;
}

export const DECIDED_ON_PULL_REQUEST: DecidedStatus = success('Decided on the pull request');

function success(description: string, targetUrl?: string) {
  return { state: 'success', description, targetUrl } as const;
}

/** Comments that this run wrote, which lists may show late. */
export interface OwnComments {
  readonly reply?: OwnReply | undefined;
  readonly docs?: DocsPullComment | undefined;
}

/** The comment on a docs pull request of this repository: its number, and the job that opened it. */
export type DocsPullComment = Readonly<{ number: number; job: string }>;

/**
 * Returns a function that says whether somebody has dealt with the docs of a pull request. It reads the thread, then the
 * files, only as far as they are needed; the files once for each head and base.
 */
export function statusReader(
  own: OwnComments,
  context: GithubContext,
): (pull: IssueOrPull) => Promise<DecidedStatus> {
  const { inputs, github } = context;
  const lists = new Map<string, ChangedFiles>();
  const readFiles = async ({ number, head, base }: IssueOrPull) => {
    const key = `${head} ${base.ref}`;
    const files = lists.get(key) ?? (await readPullRequestFiles(number, github));
    lists.set(key, files);
    return files;
  };
  return async (pull) => {
    const byLabel = decidedByLabel(pull, inputs);
    if (byLabel) return byLabel;
    const byThread = decidedOnThread(pull, await readThread(pull.number, own, context), context);
    if (byThread) return byThread;
    const patterns = inputs.paths ?? inputs.docsPaths;
    const byFiles = patterns && decidedByFiles(await readFiles(pull), inputs);
    return byFiles ?? pending(pull, inputs);
  };
}

/** Reads the thread, with what this run wrote there. */
async function readThread(
  number: number,
  { reply, docs }: OwnComments,
  context: GithubContext,
): Promise<ThreadHistory> {
  const thread = threadOn(number, context.github, context.inputs);
  const { comment, written } = reply?.thread.issue === number ? reply : {};
  const history = await readHistory(thread, comment?.id);
  const replies = history.replies.map((each) => {
    return written && each.id === comment?.id ? { ...each, record: written } : each;
  });
  const docsJob = history.docsJob ?? (docs?.number === number ? docs.job : undefined);
  return { replies, docsJob };
}

export function decidedByLabel(
  { labels, url }: IssueOrPull,
  { skipLabels }: AgentInputs,
): DecidedStatus | undefined {
  const found = skipLabels.find((skip) => labels.some((label) => equalsIgnoringCase(label, skip)));
  return found ? success(`No docs needed (label ${found})`, url) : undefined;
}

/** By the last request that completed, or else by the comment on a docs pull request. */
export function decidedOnThread(
  { head }: IssueOrPull,
  { replies, docsJob }: ThreadHistory,
  { inputs, workflowRun }: RequestContext,
): DecidedStatus | undefined {
  const decision = replies.findLast(({ record: { completed, status } }) => {
    return completed && status && equalsIgnoringCase(status.name, inputs.commitStatus);
  })?.record;
  if (!decision?.status) return docsJob ? success('Written by the docs agent') : undefined;
  const docs = pullRequestOf({ prLink: decision.pullRequest });
  const what = docs ? `Docs pull request #${docs.number}` : 'The docs agent opened no pull request';
  const runs = `${workflowRun.serverUrl}/${workflowRun.repository}/actions/runs`;
  const targetUrl = docs?.url ?? `${runs}/${decision.run}`;
  const askedAt = decision.status.head;
  return success(askedAt === head ? what : `${what} (asked at ${askedAt.slice(0, 7)})`, targetUrl);
}

export function decidedByFiles(
  { files, isCut }: ChangedFiles,
  { paths, docsPaths }: AgentInputs,
): DecidedStatus | undefined {
  if (docsPaths && selectFiles(files, docsPaths).length > 0) return success('Changes the docs itself');
  if (!paths || isCut || selectFiles(files, paths).length > 0) return undefined;
  return { ...success('No files that the docs depend on'), advice: patternAdvice(paths) };
}

export function pending({ author, url }: IssueOrPull, inputs: AgentInputs): DecidedStatus {
  const ways = [
    ...(isUnlistedBot(author, inputs) ? [] : [`comment ${inputs.triggerPhrase}`]),
    ...(inputs.triggerLabel ? [`add the label ${inputs.triggerLabel}`] : []),
    `add the label ${inputs.skipLabels[0]}`,
  ];
  const description = ways.join(', or ').replace(/^./, (first) => first.toUpperCase());
  return { state: 'pending', description, targetUrl: url };
}
