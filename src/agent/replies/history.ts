import {
  byCreation,
  type ListSignedOptions,
  listSigned,
  pickOriginal,
  type SignedComment,
  type Thread,
} from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import type { GithubComment } from '../../github/objects.ts';
import type { RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { docsJobIn, type ReplyRecord, recordIn } from './record.ts';
import { explainOnThread } from './thread.ts';

export type SignedReply = SignedComment & { readonly record: ReplyRecord };

/** What the signed comments of a thread say. */
export interface ThreadHistory {
  /** One reply for each request, in the order of creation. */
  readonly replies: readonly SignedReply[];
  /** Job whose pull request the thread is; undefined if it is none. */
  readonly docsJob: string | undefined;
}

export const EMPTY_HISTORY: ThreadHistory = { replies: [], docsJob: undefined };

/** @param ownId ID of the run's own reply, which the list must show @throws {GithubError} */
export async function readHistory(
  thread: Thread,
  ownId?: number,
  options: ListSignedOptions = {},
): Promise<ThreadHistory> {
  const mustHold = ownId ? [ownId] : [];
  const signed = await listSigned(thread, { ...options, mustHold });
  const replies = signed.flatMap((comment): SignedReply[] => {
    const record = recordIn(comment.content);
    return record ? [{ ...comment, record }] : [];
  });
  const byRequest = Map.groupBy(replies, ({ record }) => record.request);
  const counting = [...byRequest.values()].flatMap((all) => pickReply(all) ?? []);
  // A copy comes after its original, so the first comment of each job counts.
  const docsJobs = new Set(signed.flatMap(({ content }) => docsJobIn(content) ?? []));
  return { replies: counting.sort(byCreation), docsJob: [...docsJobs].at(-1) };
}

/** The original. If old lists hid it from a re-run, there is an earlier one by its author, which may have been sent. */
function pickReply(all: readonly SignedReply[]) {
  const original = pickOriginal(all);
  if (!original?.author || original.record.state === 'accepted') return original;
  const hidden = all.find((each) => {
    const isByAuthor = each.author?.login === original.author?.login;
    const isOwn = isByAuthor && (each.holdsId || each.createdAt === each.updatedAt);
    return isOwn && byCreation(each, original) < 0 && each.record.state !== 'unconfirmed';
  });
  return hidden ?? original;
}

export function replyTo(request: string, { replies }: ThreadHistory): SignedReply | undefined {
  return replies.find(({ record }) => record.request === request);
}

/** The latest job that a request started or messaged, or that the thread is the pull request of; else a watched one. */
export function latestJob({ replies, docsJob }: ThreadHistory): string | undefined {
  const withJob = replies.filter(({ record }) => record.job);
  const asked = withJob.findLast(({ record }) => record.action?.does !== 'watch');
  return asked?.record.job ?? docsJob ?? withJob.at(-1)?.record.job;
}

/** How much older an open reply may be to still be waited for (ms). */
const OLDEST_MS = 10 * 60_000;

/** Open replies to other requests whose last edit is older than the own one's, by `updated_at`, then ID; oldest first. */
export function olderOpenReplies(
  own: GithubComment,
  request: string,
  { replies }: ThreadHistory,
): SignedReply[] {
  const editedAt = ({ updatedAt }: GithubComment) => Date.parse(updatedAt);
  const byEdit = (a: GithubComment, b: GithubComment) => editedAt(a) - editedAt(b) || a.id - b.id;
  return replies
    .filter(({ record }) => record.state === 'open' && record.request !== request)
    .filter((other) => byEdit(other, own) < 0 && editedAt(own) - editedAt(other) <= OLDEST_MS)
    .sort(byEdit);
}

/** Reads the history of the reply's thread. @throws {RunStopped} if it can't be read */
export async function readHistoryFor(
  { thread, comment }: { readonly thread: Thread; readonly comment: GithubComment | undefined },
  { inputs, signal }: RequestContext,
  options: ListSignedOptions = {},
): Promise<ThreadHistory> {
  try {
    return await readHistory(thread, comment?.id, options);
  } catch (error) {
    if (!(error instanceof GithubError) || signal.aborted) throw error;
    const { message, advice } = explainOnThread(error, thread, inputs);
    throw RunStopped.beforeSending(
      `The action's earlier replies couldn't be read: ${message}`,
      `${advice} Re-run the workflow.`.trim(),
    );
  }
}
