import * as z from 'zod/mini';
import { byCreation, type Signed } from '../../github/signed-comment.ts';
import type { Outcome } from '../result.ts';
import type { SettlePolicy } from '../wait.ts';

const pullRequestSchema = z.object({ url: z.string(), head: z.string(), commits: z.number() });

const replySchema = z.object({
  kind: z.literal('reply'),
  /** `AgentRequest.id`. */
  request: z.string(),
  /** The attempt that wrote it, and a number that grows with each of its writes. */
  attempt: z.number(),
  write: z.number(),
  /** What the request does with a job. */
  does: z.enum(['start', 'message', 'watch', 'nothing']),
  /** An outcome at the end. `sending`: if it stays so, the run was cut off, and the request may have arrived. */
  state: z.custom<'sending' | 'working' | Outcome>((value) => typeof value === 'string'),
  /** Mintlify has accepted the request, or it only watches. */
  accepted: z.boolean(),
  /** When Mintlify accepted it, in milliseconds since 1970 by the runner's clock. */
  acceptedAt: z.optional(z.number()),
  /** An attempt has seen the job complete. */
  completed: z.boolean(),
  /** An attempt has ended as `unknown`. */
  wasUnknown: z.boolean(),
  /** The job that it started, or that it is for. */
  job: z.optional(z.string()),
  /** When a terminal status of that job can be taken for the end of this request. */
  settle: z.custom<SettlePolicy>((value) => typeof value === 'string'),
  /** The URL of the job's pull request, as this request last saw it. */
  pullRequest: z.optional(z.string()),
  /** That pull request before a follow-up was sent. */
  before: z.optional(pullRequestSchema),
  /** The comment on that pull request exists. */
  linked: z.optional(z.boolean()),
});
/** What a reply remembers of its request. */
export type ReplyRecord = Readonly<z.infer<typeof replySchema>>;

/** What the comment on a job's pull request remembers. */
const linkSchema = z.object({ kind: z.literal('pull-request'), job: z.string() });
export type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

/** A signed comment of an issue or pull request, with what it remembers. */
export interface Remembered<T = ReplyRecord | LinkRecord> {
  readonly comment: Signed;
  readonly record: T;
}

export function isReplyTo(request: string): (content: unknown) => boolean {
  return (content) => replySchema.safeParse(content).data?.request === request;
}

export function isLinkOf(job: string): (content: unknown) => boolean {
  return (content) => linkSchema.safeParse(content).data?.job === job;
}

/**
 * Of several comments of one request, the first is the one to edit, and the state that was written last counts; of
 * several of one pull request's job, the first: whoever copies it later does not make that job the latest.
 *
 * @param signed in the order of creation
 */
export function rememberedIn(signed: readonly Signed[]): Remembered[] {
  const replies = new Map<string, Remembered<ReplyRecord>>();
  const links: Remembered[] = [];
  for (const comment of signed) {
    const record = replySchema.safeParse(comment.content).data;
    const link = linkSchema.safeParse(comment.content).data;
    const isKnown = links.some(({ record: { job } }) => job === link?.job);
    if (link && !isKnown) links.push({ comment, record: link });
    if (!record) continue;
    const known = replies.get(record.request);
    if (!known) replies.set(record.request, { comment, record });
    else if (isLater(record, known.record)) replies.set(record.request, { ...known, record });
  }
  return [...replies.values(), ...links].sort((a, b) => byCreation(a.comment, b.comment));
}

/** Of equal ones, which only matrix jobs that cannot be told apart can leave, the one of the later comment counts. */
function isLater(a: ReplyRecord, b: ReplyRecord): boolean {
  return a.attempt === b.attempt ? a.write >= b.write : a.attempt > b.attempt;
}

export function isReply(each: Remembered): each is Remembered<ReplyRecord> {
  return each.record.kind === 'reply';
}

export function replyTo(
  request: string,
  remembered: readonly Remembered[],
): Remembered<ReplyRecord> | undefined {
  return remembered.filter(isReply).find(({ record }) => record.request === request);
}

/** The latest job that was started or messaged here, or whose pull request this is; else the latest that was watched. */
export function latestJob(remembered: readonly Remembered[]): string | undefined {
  const known = remembered.filter((each) => knownJob(each) !== undefined);
  const latest =
    known.findLast(({ record }) => record.kind !== 'reply' || record.does !== 'watch') ?? known.at(-1);
  return latest && knownJob(latest);
}

/** The job that Mintlify is known to have; absent if there is none. */
export function knownJob({ record }: Remembered): string | undefined {
  return record.kind === 'reply' && !record.accepted ? undefined : record.job;
}

/** When the job is first known to have existed, in milliseconds since 1970 by runners' clocks; absent if not known. */
export function firstAccepted(job: string, remembered: readonly Remembered[]): number | undefined {
  const times = remembered
    .filter(isReply)
    .flatMap(({ record }) => (record.job === job && record.acceptedAt) || []);
  return times.length === 0 ? undefined : Math.min(...times);
}

/** The pull request of the job that a reply saw last; absent if none did. */
export function lastPullRequest(job: string, remembered: readonly Remembered[]): string | undefined {
  const seen = remembered.filter(isReply).filter(({ record }) => record.job === job && record.pullRequest);
  return seen.at(-1)?.record.pullRequest;
}

/** Milliseconds after which a request that is still being sent was cut off. */
export const SENDING_MS = 120_000;

function isSending({ comment, record }: Remembered<ReplyRecord>, nowMs: number): boolean {
  return record.state === 'sending' && nowMs - Date.parse(comment.updatedAt) < SENDING_MS;
}

/** Whether a request is starting a job at the moment. @param nowMs since 1970, by GitHub's clock */
export function isStarting(each: Remembered, nowMs: number): boolean {
  return isReply(each) && each.record.does === 'start' && isSending(each, nowMs);
}

/** Milliseconds in which a job can still be at work on a request whose run has stopped watching. */
const UNWATCHED_MS = 60_000;
/** States in which a run has seen the job end. */
export const ENDED: ReadonlySet<string> = new Set(['pull-request', 'no-pull-request', 'failed', 'archived']);

/**
 * Whether the job may be at work on another request: its terminal status can then be the end of that one.
 *
 * @param now by GitHub's clock, and by the runner's, in milliseconds since 1970
 */
export function isAtWorkOn(job: string, each: Remembered, now: { github: number; runner: number }): boolean {
  if (!isReply(each) || each.record.job !== job || each.record.does === 'watch') return false;
  const { state, accepted, acceptedAt = 0 } = each.record;
  if (state === 'working' && accepted) return true;
  if (isSending(each, now.github)) return true;
  // It may have arrived.
  if (state === 'unknown' && !accepted) return now.github - Date.parse(each.comment.updatedAt) < UNWATCHED_MS;
  // Also after an `error`, such as a key that expired: the job keeps running.
  return accepted && !ENDED.has(state) && now.runner - acceptedAt < UNWATCHED_MS;
}
