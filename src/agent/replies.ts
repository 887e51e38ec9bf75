import { byCreation, counted, listSigned, type Signed } from '../github/comments.ts';
import type { Outcome } from './end.ts';
import type { PullRequestState } from './pull-request.ts';
import type { Thread } from './thread.ts';
import type { SettlePolicy } from './wait.ts';

export type Action =
  | { readonly does: 'start' }
  | {
      readonly does: 'message';
      readonly job: string;
      readonly settle: SettlePolicy;
      /** State of the job's pull request before the follow-up; absent if it couldn't be read. */
      readonly before?: Pick<PullRequestState, 'url' | 'head' | 'commits'>;
    }
  | { readonly does: 'watch'; readonly job: string };

/** Content of a reply's marker. Only this action can sign one, so that its shape isn't checked again. */
export interface ReplyRecord {
  readonly kind: 'reply';
  /** `AgentRequest.id`. */
  readonly request: string;
  /** Run that the request belongs to, and the name of its workflow file. */
  readonly run: string;
  readonly workflow: string;
  /** Kind and ID of the comment or review that asked. */
  readonly asks?: string | undefined;
  /**
   * `open`: Mintlify may or may not have the request, if the run is over. `accepted`: Mintlify took it, or the run only
   * watches. `ended`: Mintlify didn't confirm it.
   */
  readonly state: 'open' | 'accepted' | 'ended';
  readonly action?: Action;
  readonly job?: string;
  /** When Mintlify took the request (ms since 1970, by the runner's clock); absent for a watch. */
  readonly acceptedAt?: number;
  /** How the last run ended; absent while it runs. */
  readonly outcome?: Outcome;
  /** Whether a run has seen the job complete. */
  readonly completed?: boolean;
  /** URL of the job's pull request, as last reported. */
  readonly pullRequest?: string;
  /** Commit status that the request decides, and the head of its pull request before the POST. */
  readonly status?: { readonly name: string; readonly head: string };
}

/** Job of a signed comment on a docs pull request; undefined for other comments. */
export function docsJobIn({ content }: Pick<Signed, 'content'>): string | undefined {
  const docs = content as { readonly kind?: unknown; readonly job?: string } | null;
  return docs?.kind === 'pull-request' ? docs.job : undefined;
}

export interface Remembered extends Signed {
  readonly record: ReplyRecord;
}

/** What the signed comments of a thread say. */
export interface Memory {
  /** One reply for each request, in the order of creation. */
  readonly replies: readonly Remembered[];
  /** Job whose pull request the thread is; undefined if it is none. */
  readonly docsJob: string | undefined;
}

export const NO_MEMORY: Memory = { replies: [], docsJob: undefined };

/** Reads the memory. @param own ID of the run's own reply, which the list must show @throws {GithubError} */
export async function readThread(thread: Thread, own?: number): Promise<Memory> {
  const mustHold = own === undefined ? [] : [own];
  const signed = await listSigned(thread.github, thread, { budget: 'needed', mustHold });
  const replies = signed.flatMap((comment) => {
    const record = comment.content as ReplyRecord | null;
    return record?.kind === 'reply' ? [{ ...comment, record }] : [];
  });
  const byRequest = [...Map.groupBy(replies, ({ record }) => record.request).values()];
  const counting = byRequest.flatMap((all) => counted(all) ?? []);
  const docsJob = signed.flatMap((comment) => docsJobIn(comment) ?? []).at(-1);
  return { replies: counting.sort(byCreation), docsJob };
}

export function replyTo(request: string, { replies }: Memory): Remembered | undefined {
  return replies.find(({ record }) => record.request === request);
}

/** The latest job that a request started or messaged, or that the thread is the pull request of; else a watched one. */
export function latestJob({ replies, docsJob }: Memory): string | undefined {
  const known = replies.filter(({ record }) => record.job !== undefined);
  const asked = known.findLast(({ record }) => record.action?.does !== 'watch');
  return asked?.record.job ?? docsJob ?? known.at(-1)?.record.job;
}

/** What the thread says of a job; `acceptedAt` is when it last took a request (ms since 1970). */
export function knownOf(job: string, { replies, docsJob }: Memory) {
  const records = replies.map(({ record }) => record).filter((record) => record.job === job);
  const times = records.flatMap(({ acceptedAt }) => acceptedAt ?? []);
  return {
    isKnown: docsJob === job || records.length > 0,
    acceptedAt: times.sort((a, b) => a - b).at(-1),
    pullRequest: records.findLast(({ pullRequest }) => pullRequest)?.pullRequest,
  };
}

/** How much older an open reply may be to still be waited for (ms). */
const OLDEST_MS = 10 * 60_000;
type Written = Pick<Signed, 'id' | 'updatedAt'>;

/** Open replies to other requests that were written before this one, by `updated_at`, then ID. The first comes first. */
export function openBefore(own: Written, request: string, { replies }: Memory): Remembered[] {
  const written = ({ updatedAt }: Written) => Date.parse(updatedAt);
  const order = (a: Written, b: Written) => written(a) - written(b) || a.id - b.id;
  return replies
    .filter(({ record }) => record.state === 'open' && record.request !== request)
    .filter((each) => order(each, own) < 0 && written(own) - written(each) <= OLDEST_MS)
    .sort(order);
}
