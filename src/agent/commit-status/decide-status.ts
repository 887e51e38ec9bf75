import type { IssueOrPull } from '../../github/objects.ts';
import type { CommitStatus } from '../../github/status.ts';
import type { AgentInputs } from '../../inputs.ts';
import { pullRequestOf } from '../../mintlify/schemas.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { type ChangedFiles, folderAdvice, readPullRequestFiles, selectFiles } from '../changed-files.ts';
import type { GithubContext, RequestContext } from '../context.ts';
import { readHistory, type ThreadHistory } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { threadOn } from '../replies/thread.ts';
import { isUnlistedBot } from '../request/permission.ts';

export interface DecidedStatus extends Omit<CommitStatus, 'context'> {
  /** Sentence for the log; GitHub doesn't show it. */
  readonly advice?: string;
}

type Pull = Pick<IssueOrPull, 'number' | 'head' | 'labels' | 'url' | 'author'>;

export const DECIDED_ON_PULL_REQUEST = success('Decided on the pull request');

function success(description: string, targetUrl?: string): DecidedStatus {
  return { state: 'success', description, targetUrl };
}

/** Comments that this run wrote, which lists may show late. */
export interface OwnComments {
  readonly reply?: OwnReply | undefined;
  /** The comment on a docs pull request of this repository: its number, and the job that opened it. */
  readonly docs?: DocsComment | undefined;
}

export interface DocsComment {
  readonly number: number;
  readonly job: string;
}

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
    const readsFiles = inputs.paths !== undefined || inputs.docsPaths !== undefined;
    const byFiles = readsFiles ? decidedByFiles(await readFiles(pull), inputs) : undefined;
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
  const own = reply?.thread.issue === number ? reply : undefined;
  const history = await readHistory(thread, own?.comment?.id);
  const written = own?.written;
  const replies = history.replies.map((each) => {
    return written && each.id === own?.comment?.id ? { ...each, record: written } : each;
  });
  const docsJob = history.docsJob ?? (docs?.number === number ? docs.job : undefined);
  return { replies, docsJob };
}

export function decidedByLabel(
  { labels, url }: Pull,
  { skipLabels }: Pick<AgentInputs, 'skipLabels'>,
): DecidedStatus | undefined {
  const isOn = (skipLabel: string) => labels.some((label) => equalsIgnoringCase(label, skipLabel));
  const found = skipLabels.find(isOn);
  return found === undefined ? undefined : success(`No docs needed (label ${found})`, url);
}

/** By the last request that completed, or else by the comment on a docs pull request. */
export function decidedOnThread(
  { head }: Pick<Pull, 'head'>,
  { replies, docsJob }: ThreadHistory,
  { inputs, workflowRun }: Pick<RequestContext, 'inputs' | 'workflowRun'>,
): DecidedStatus | undefined {
  const decision = replies
    .map(({ record }) => record)
    .filter(({ status }) => status && equalsIgnoringCase(status.name, inputs.commitStatus))
    .findLast(({ completed }) => completed);
  if (!decision?.status) return docsJob === undefined ? undefined : success('Written by the docs agent');
  const docs = pullRequestOf({ prLink: decision.pullRequest });
  const what = docs ? `Docs pull request #${docs.number}` : 'The docs agent opened no pull request';
  const { serverUrl, repository } = workflowRun;
  const targetUrl = docs?.url ?? `${serverUrl}/${repository}/actions/runs/${decision.run}`;
  const { head: askedAt } = decision.status;
  return success(askedAt === head ? what : `${what} (asked at ${askedAt.slice(0, 7)})`, targetUrl);
}

export function decidedByFiles(
  { files, isCut }: ChangedFiles,
  { paths, docsPaths }: Pick<AgentInputs, 'paths' | 'docsPaths'>,
): DecidedStatus | undefined {
  if (docsPaths && selectFiles(files, docsPaths).length > 0) return success('Changes the docs itself');
  if (!paths || isCut || selectFiles(files, paths).length > 0) return undefined;
  return { ...success('No files that the docs depend on'), advice: folderAdvice(paths) };
}

export function pending({ author, url }: Pull, inputs: AgentInputs): DecidedStatus {
  const { skipLabels, triggerLabel, triggerPhrase } = inputs;
  const ways = [
    ...(isUnlistedBot(author, inputs) ? [] : [`comment ${triggerPhrase}`]),
    ...(triggerLabel === undefined ? [] : [`add the label ${triggerLabel}`]),
    `add the label ${skipLabels[0]}`,
  ];
  const description = ways.join(', or ').replace(/^./, (first) => first.toUpperCase());
  return { state: 'pending', description, targetUrl: url };
}
