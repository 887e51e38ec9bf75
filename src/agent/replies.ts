import * as z from 'zod/mini';
import { byCreation, listSigned, type Signed } from '../github/comments.ts';
import type { Outcome } from './end.ts';
import type { Thread } from './thread.ts';
import type { SettlePolicy } from './wait.ts';

const action = z.discriminatedUnion('does', [
  z.object({ does: z.literal('start') }),
  z.object({
    does: z.literal('message'),
    job: z.string(),
    /** When a terminal status ends this request. */
    settle: z.custom<SettlePolicy>((value) => typeof value === 'string'),
    /** State of the job's pull request before the follow-up; absent if it couldn't be read. */
    before: z.optional(z.object({ url: z.string(), head: z.string(), commits: z.number() })),
  }),
  z.object({ does: z.literal('watch'), job: z.string() }),
]);
/** What a run does to a job. */
export type Action = Readonly<z.infer<typeof action>>;

const replySchema = z.object({
  kind: z.literal('reply'),
  /** `AgentRequest.id`. */
  request: z.string(),
  /** Run that the request belongs to, and the name of its workflow file. */
  run: z.string(),
  workflow: z.string(),
  /** Kind and ID of the comment or review that asked; absent for other requests. */
  asks: z.optional(z.string()),
  /**
   * `open`: Mintlify may or may not have the request, if the run is over. `accepted`: Mintlify took it, or the run only
   * watches. `ended`: Mintlify didn't confirm it.
   */
  state: z.enum(['open', 'accepted', 'ended']),
  action: z.optional(action),
  job: z.optional(z.string()),
  /** When Mintlify took the request (ms since 1970, by the runner's clock); absent for a watch. */
  acceptedAt: z.optional(z.number()),
  /** How the last run ended; absent while it runs. */
  outcome: z.optional(z.custom<Outcome>((value) => typeof value === 'string')),
  /** Whether a run has seen the job complete. */
  completed: z.optional(z.boolean()),
  /** URL of the job's pull request, as last reported. */
  pullRequest: z.optional(z.string()),
  /** Commit status that the request decides, and the head of its pull request before the POST. */
  status: z.optional(z.object({ name: z.string(), head: z.string() })),
});
export type ReplyRecord = Readonly<z.infer<typeof replySchema>>;

const docsPullRequest = z.object({ kind: z.literal('pull-request'), job: z.string() });

/** Whether a signed comment's content is the comment on a docs pull request (of this job, if given). */
export function isDocsPullRequest(content: unknown, job?: string): boolean {
  const { data } = docsPullRequest.safeParse(content);
  return data !== undefined && (job ?? data.job) === data.job;
}

/** Reply with its record. */
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

/**
 * Reads the memory of the thread.
 *
 * @param own ID of the run's own reply, which the list must show
 * @throws {GithubError}
 */
export async function readThread(
  { github, place }: Pick<Thread, 'github' | 'place'>,
  own?: number,
): Promise<Memory> {
  const mustHold = own === undefined ? [] : [own];
  return memoryIn(await listSigned(github, place, { budget: 'needed', mustHold }));
}

/**
 * Of several replies to one request, the one whose marker holds its own ID counts, or else the first. Every edit by the
 * action adds the ID, so that an edited comment without it is somebody's copy.
 */
export function memoryIn(signed: readonly Signed[]): Memory {
  const replies = signed.flatMap((comment) => {
    const record = replySchema.safeParse(comment.content).data;
    return record ? [{ ...comment, record }] : [];
  });
  const byRequest = [...Map.groupBy(replies, ({ record }) => record.request).values()];
  const counting = byRequest.flatMap(
    (all) => all.find(({ holdsId }) => holdsId) ?? all.find(isUnedited) ?? all.slice(0, 1),
  );
  const docsJob = signed.flatMap(({ content }) => docsPullRequest.safeParse(content).data?.job ?? []).at(-1);
  return { replies: counting.sort(byCreation), docsJob };
}

const isUnedited = ({ createdAt, updatedAt }: Signed) => createdAt === updatedAt;

export function replyTo(request: string, { replies }: Memory): Remembered | undefined {
  return replies.find(({ record }) => record.request === request);
}

/** The latest job that a request started or messaged, or that the thread is the pull request of; else a watched one. */
export function latestJob({ replies, docsJob }: Memory): string | undefined {
  const known = replies.filter(({ record }) => record.job !== undefined);
  const asked = known.findLast(({ record }) => record.action?.does !== 'watch');
  return asked?.record.job ?? docsJob ?? known.at(-1)?.record.job;
}

export function isKnown(job: string, { replies, docsJob }: Memory): boolean {
  return docsJob === job || replies.some(({ record }) => record.job === job);
}

/** When the job is first known to have taken a request (ms since 1970). */
export function acceptedAt(job: string, { replies }: Memory): number | undefined {
  const times = replies.flatMap(({ record }) => (record.job === job ? (record.acceptedAt ?? []) : []));
  return times.length === 0 ? undefined : Math.max(...times);
}

/** URL of the job's pull request, as the replies last knew it. */
export function pullRequestOfJob(job: string, { replies }: Memory): string | undefined {
  return replies.findLast(({ record }) => record.job === job && record.pullRequest)?.record.pullRequest;
}

/** How much older an open reply may be to still be waited for (ms). */
const OLDEST_MS = 10 * 60_000;

/** Open replies to other requests that were written before this one, by `updated_at`, then ID. The first comes first. */
export function openBefore(
  own: Pick<Signed, 'id' | 'updatedAt'>,
  request: string,
  { replies }: Memory,
): Remembered[] {
  const order = (a: Pick<Signed, 'id' | 'updatedAt'>, b: Pick<Signed, 'id' | 'updatedAt'>) =>
    Date.parse(a.updatedAt) - Date.parse(b.updatedAt) || a.id - b.id;
  return replies
    .filter(({ record }) => record.state === 'open' && record.request !== request)
    .filter(
      (each) => order(each, own) < 0 && Date.parse(own.updatedAt) - Date.parse(each.updatedAt) <= OLDEST_MS,
    )
    .sort(order);
}
