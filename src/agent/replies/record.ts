import * as z from 'zod/mini';
import { byCreation, commentToEdit, type Signed } from '../../github/signed-comment.ts';
import type { Outcome } from '../outcome.ts';
import type { SettlePolicy } from '../wait.ts';

const pullRequestSchema = z.object({ url: z.string(), head: z.string(), commits: z.number() });

const startSchema = z.object({ does: z.literal('start') });
const messageSchema = z.object({
  does: z.literal('message'),
  job: z.string(),
  /** Rule for when a terminal status of that job ends this request. */
  settle: z.custom<SettlePolicy>((value) => typeof value === 'string'),
  /** URL of the job's pull request before the follow-up; absent if there is none. */
  pullRequest: z.optional(z.string()),
  /** State of that pull request before the follow-up; absent if it couldn't be read. */
  before: z.optional(pullRequestSchema),
});
const watchSchema = z.object({ does: z.literal('watch'), job: z.string() });
const targetSchema = z.discriminatedUnion('does', [startSchema, messageSchema, watchSchema]);
/** How a request uses a job: `start` creates it, `message` sends it a follow-up, and `watch` only waits for it. */
export type Target = Readonly<z.infer<typeof targetSchema>>;

const outcomeSchema = z.custom<Outcome>((value) => typeof value === 'string');

const common = {
  kind: z.literal('reply'),
  /** ID of the request, from `AgentRequest.id`. */
  request: z.string(),
  /** Number of the attempt that wrote the record. */
  attempt: z.number(),
  /** Number of times that this attempt has written the record. */
  write: z.number(),
  /** Whether an attempt has ended as `unknown`. If so, people were advised to check whether the request arrived. */
  wasUnknown: z.boolean(),
  /** Comment that makes the request, and the workflow run for that comment; absent for other requests. */
  asks: z.optional(z.object({ comment: z.string(), run: z.string(), workflow: z.string() })),
};

const replySchema = z.discriminatedUnion('state', [
  /** The job isn't chosen yet, and nothing was sent. */
  z.object({ ...common, state: z.literal('undecided') }),
  /**
   * The request is being sent. If the record stays like this, the run was cut off, and the request may have arrived.
   */
  z.object({ ...common, state: z.literal('sending'), target: targetSchema }),
  z.object({
    ...common,
    state: z.literal('accepted'),
    target: targetSchema,
    job: z.string(),
    /** Time when Mintlify accepted the request, in ms since 1970 by the runner's clock; absent for a watch. */
    acceptedAt: z.optional(z.number()),
    /** Outcome of the run; absent while the run waits for the job. */
    outcome: z.optional(outcomeSchema),
    /** Whether an attempt has seen the job complete. */
    completed: z.boolean(),
    /** URL of the job's pull request, as last read for this request; absent if there is none. */
    pullRequest: z.optional(z.string()),
    /** Whether that pull request has a comment of this action; absent until a run has ended. */
    linked: z.optional(z.boolean()),
  }),
  /** The run ended, but Mintlify didn't confirm the request. It was refused, never sent, or may not have arrived. */
  z.object({
    ...common,
    state: z.literal('ended'),
    target: z.optional(targetSchema),
    outcome: outcomeSchema,
  }),
]);
/** Record of a request, stored in the reply to that request. */
export type ReplyRecord = Readonly<z.infer<typeof replySchema>>;

/** Record of a link, which is the action's comment on a job's pull request. */
const linkSchema = z.object({ kind: z.literal('pull-request'), job: z.string() });
export type LinkRecord = Readonly<z.infer<typeof linkSchema>>;

const recordSchema = z.union([replySchema, linkSchema]);

/** Signed comment with its record. */
export interface Remembered<T = ReplyRecord | LinkRecord> {
  readonly comment: Signed;
  readonly record: T;
}

/**
 * Returns a function that checks whether the content of a signed comment is a reply to this request.
 *
 * @param attempt number of the attempt that must have written the reply; any attempt if absent
 */
export function isReplyTo(request: string, attempt?: number): (content: unknown) => boolean {
  return (content) => {
    const { data } = replySchema.safeParse(content);
    return data?.request === request && (attempt ?? data.attempt) === data.attempt;
  };
}

/** Returns a function that checks whether a signed comment's content is the link on this job's pull request. */
export function isLinkOf(job: string): (content: unknown) => boolean {
  return (content) => linkSchema.safeParse(content).data?.job === job;
}

/**
 * Deduplicates signed comments, so that copied comments don't change anything. For each request's reply and each job's
 * link, keeps only the comment that the action would edit. Pairs this comment with the record that was written last,
 * even if another comment contains that record.
 *
 * @param signed comments in the order of creation
 * @returns the comments to edit, in the order of creation
 */
export function rememberedIn(signed: readonly Signed[]): Remembered[] {
  const all = signed.flatMap((comment) => {
    const record = recordSchema.safeParse(comment.content).data;
    return record ? [{ comment, record }] : [];
  });
  const groups = [...Map.groupBy(all, nameOf).values()];
  return groups.flatMap(rememberedOf).sort((a, b) => byCreation(a.comment, b.comment));
}

/** Returns the key by which comments are grouped: the request of a reply, or the job of a link. */
export function nameOf({ record }: Remembered): string {
  return record.kind === 'reply' ? `reply ${record.request}` : `pull-request ${record.job}`;
}

function rememberedOf(group: readonly Remembered[]): Remembered[] {
  const comment = commentToEdit(group.map((each) => each.comment));
  // The links of a job all have equal records, so the first one will do.
  const record = lastWritten(group.filter(isReply)) ?? group[0]?.record;
  return comment && record ? [{ comment, record }] : [];
}

/**
 * Returns the record that was written last. If any record is decided, ignores undecided ones, because their attempts
 * didn't find the decided record. If two records have the same attempt and write numbers, the one in the later comment
 * wins. Only matrix jobs that share a prompt cause this tie.
 */
function lastWritten(group: readonly Remembered<ReplyRecord>[]): ReplyRecord | undefined {
  const records = group.map(({ record }) => record);
  const decided = records.filter(({ state }) => state !== 'undecided');
  return (decided.length > 0 ? decided : records)
    .toSorted((a, b) => a.attempt - b.attempt || a.write - b.write)
    .at(-1);
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

/**
 * Returns the latest job that was started or messaged on this thread. If the thread is a job's pull request, that job
 * counts too. If no job qualifies, returns the latest watched job; undefined if there is none.
 */
export function latestJob(remembered: readonly Remembered[]): string | undefined {
  const known = remembered.filter((each) => knownJob(each) !== undefined);
  const latest = known.findLast((each) => !isWatch(each)) ?? known.at(-1);
  return latest && knownJob(latest);
}

function isWatch({ record }: Remembered): boolean {
  return recordedTarget(record)?.does === 'watch';
}

/**
 * Returns the job of the latest accepted request in `now` whose job isn't in any record of `before`; undefined if there
 * is none. Ignores requests in `now` that only watch a job.
 */
export function jobAcceptedSince(
  before: readonly Remembered[],
  now: readonly Remembered[],
): string | undefined {
  const known = new Set(before.map(knownJob));
  return now
    .filter((each) => isReply(each) && !isWatch(each))
    .map(knownJob)
    .findLast((job) => job !== undefined && !known.has(job));
}

/** Returns the job of a link, or of a request in the state `accepted`; undefined for other records. */
export function knownJob({ record }: Pick<Remembered, 'record'>): string | undefined {
  return 'job' in record ? record.job : undefined;
}

/** Returns the job that a request, accepted or not, goes to; undefined if the request doesn't have a job yet. */
export function jobIn(record: ReplyRecord): string | undefined {
  const target = recordedTarget(record);
  return knownJob({ record }) ?? (target && 'job' in target ? target.job : undefined);
}

/** Returns whether a request starts, messages or watches a job; undefined for a link, or if this isn't decided. */
export function recordedTarget(record: Remembered['record']): Target | undefined {
  return 'target' in record ? record.target : undefined;
}

/**
 * Returns the earliest time at which the job is known to have existed, in milliseconds since 1970 by runners' clocks;
 * undefined if unknown.
 */
export function firstAccepted(job: string, remembered: readonly Remembered[]): number | undefined {
  const times = remembered.flatMap(({ record }) =>
    'acceptedAt' in record && record.job === job && record.acceptedAt ? [record.acceptedAt] : [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Returns the URL of the job's pull request as last recorded in a reply; undefined if there is none. */
export function lastPullRequest(job: string, remembered: readonly Remembered[]): string | undefined {
  return remembered.flatMap(({ record }) => pullRequestIn(record, job) ?? []).at(-1);
}

function pullRequestIn(record: Remembered['record'], job: string): string | undefined {
  if ('pullRequest' in record && record.job === job && record.pullRequest) return record.pullRequest;
  const target = recordedTarget(record);
  return target?.does === 'message' && target.job === job ? target.pullRequest : undefined;
}

/** How long an undecided or sending request can go without a write before it is treated as cut off (ms). */
export const CUT_OFF_MS = 120_000;

/**
 * Checks whether the request's reply was written so recently that its run may still be alive.
 *
 * @param nowMs time since 1970, by GitHub's clock
 */
function isUnderWay({ comment }: Remembered, nowMs: number): boolean {
  return nowMs - Date.parse(comment.updatedAt) < CUT_OFF_MS;
}

/** Checks whether a request is starting a job right now. @param nowMs time since 1970, by GitHub's clock */
export function isStarting(each: Remembered, nowMs: number): boolean {
  if (!isReply(each) || each.record.state !== 'sending') return false;
  return each.record.target.does === 'start' && isUnderWay(each, nowMs);
}

/** Checks whether a request may still start a job. @param nowMs time since 1970, by GitHub's clock */
export function isUndecided(each: Remembered, nowMs: number): boolean {
  return isReply(each) && each.record.state === 'undecided' && isUnderWay(each, nowMs);
}

/** How long a job may keep working on a request that no run watches any more (ms). */
const UNWATCHED_MS = 60_000;
/** Outcomes of runs that saw the job end. */
export const JOB_ENDED: ReadonlySet<string> = new Set([
  'pull-request',
  'no-pull-request',
  'failed',
  'archived',
]);

/**
 * Checks whether the job may be working on another request. If so, the job's next terminal status may belong to that
 * request.
 *
 * @param each record of the other request
 * @param now time in milliseconds since 1970, by GitHub's clock and by the runner's
 */
export function isAtWorkOn(
  job: string,
  each: Remembered,
  now: { readonly github: number; readonly runner: number },
): boolean {
  if (!isReply(each)) return false;
  const { record, comment } = each;
  // An undecided request may still choose this job.
  if (record.state === 'undecided') return isUnderWay(each, now.github);
  if (jobIn(record) !== job || isWatch(each)) return false;
  if (record.state === 'sending') return isUnderWay(each, now.github);
  if (record.state === 'accepted') {
    const { outcome, acceptedAt = 0 } = record;
    // An `error`, such as an expired key, doesn't stop the job.
    return outcome === undefined || (!JOB_ENDED.has(outcome) && now.runner - acceptedAt < UNWATCHED_MS);
  }
  // It isn't known whether the request arrived.
  return record.outcome === 'unknown' && now.github - Date.parse(comment.updatedAt) < UNWATCHED_MS;
}
