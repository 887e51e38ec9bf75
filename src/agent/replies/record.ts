import * as z from 'zod/mini';
import type { GithubError } from '../../github/api.ts';
import { byCreation, type Signed } from '../../github/signed-comment.ts';
import { OUTCOME_NAMES } from '../result.ts';
import { TRUST } from '../wait.ts';

const replySchema = z.object({
  kind: z.literal('reply'),
  /** `Request.id`. */
  request: z.string(),
  /** The attempt that wrote it, and a number that grows with each of its writes. */
  attempt: z.number(),
  write: z.number(),
  /** What the request does with a job. */
  does: z.enum(['start', 'message', 'watch', 'nothing']),
  /** `sending`: if it stays so, the run was cut off, and nobody knows whether the request arrived. */
  state: z.enum(['sending', 'working', ...OUTCOME_NAMES]),
  /** The platform has accepted the request, or it only watches. */
  accepted: z.boolean(),
  /** An attempt has seen the job complete. */
  completed: z.boolean(),
  /** The job it started, or that it is for. */
  job: z.optional(z.string()),
  /** When a finished status of that job can be taken for the end of this request. */
  trust: z.enum(TRUST),
});
/** What a reply remembers of its request. */
export type ReplyRecord = Readonly<z.infer<typeof replySchema>>;

/** What the comment on a job's pull request remembers. */
const pullRequestSchema = z.object({ kind: z.literal('pull-request'), job: z.string() });

/** A signed comment of an issue or pull request, with what it remembers. */
export interface Remembered {
  readonly comment: Signed;
  readonly record: ReplyRecord | z.infer<typeof pullRequestSchema>;
}

/** What the comments of an issue or pull request remember. */
export type Memory =
  /** No reply is kept. */
  | { readonly kind: 'none' }
  /** In the order of creation. */
  | { readonly kind: 'read'; readonly remembered: readonly Remembered[] }
  /** GitHub could not be asked, so nobody knows. */
  | { readonly kind: 'unread'; readonly error: GithubError };

export function isReplyTo(request: string): (content: unknown) => boolean {
  return (content) => replySchema.safeParse(content).data?.request === request;
}

export function isPullRequestOf(job: string): (content: unknown) => boolean {
  return (content) => pullRequestSchema.safeParse(content).data?.job === job;
}

/**
 * Of several comments of one request, the first is the one to edit, and the state that was written last counts; of
 * several of one pull request's job, the first: whoever copies it later does not make that job the latest.
 *
 * @param signed in the order of creation
 */
export function rememberedIn(signed: readonly Signed[]): Remembered[] {
  const replies = new Map<string, Remembered & { record: ReplyRecord }>();
  const others: Remembered[] = [];
  for (const comment of signed) {
    const record = replySchema.safeParse(comment.content).data;
    const pullRequest = pullRequestSchema.safeParse(comment.content).data;
    const isKnown = others.some(({ record: { job } }) => job === pullRequest?.job);
    if (pullRequest && !isKnown) others.push({ comment, record: pullRequest });
    if (!record) continue;
    const known = replies.get(record.request);
    if (!known) replies.set(record.request, { comment, record });
    else if (isLater(record, known.record)) replies.set(record.request, { ...known, record });
  }
  return [...replies.values(), ...others].sort((a, b) => byCreation(a.comment, b.comment));
}

/** Of equal ones, which only matrix jobs that cannot be told apart can leave, the one of the later comment counts. */
function isLater(a: ReplyRecord, b: ReplyRecord): boolean {
  return a.attempt === b.attempt ? a.write >= b.write : a.attempt > b.attempt;
}

export function replyTo(request: string, remembered: readonly Remembered[]) {
  const isOwn = (each: Remembered): each is Remembered & { record: ReplyRecord } =>
    each.record.kind === 'reply' && each.record.request === request;
  return remembered.find(isOwn);
}

/** The latest job that was started or messaged here, or whose pull request this is; else the latest that was watched. */
export function latestJob(remembered: readonly Remembered[]): string | undefined {
  const known = remembered.filter((each) => knownJob(each) !== undefined);
  const latest =
    known.findLast(({ record }) => record.kind !== 'reply' || record.does !== 'watch') ?? known.at(-1);
  return latest && knownJob(latest);
}

/** The job that the platform is known to have; absent if there is none. */
export function knownJob({ record }: Remembered): string | undefined {
  return record.kind === 'reply' && !record.accepted ? undefined : record.job;
}

/** Milliseconds after which a request that is still being sent was cut off. */
const SENDING_MS = 120_000;

/** Whether a request is starting a job at the moment. @param nowMs since 1970, by GitHub's clock */
export function isStarting({ comment, record }: Remembered, nowMs: number): boolean {
  if (record.kind !== 'reply' || record.state !== 'sending' || record.does !== 'start') return false;
  return nowMs - Date.parse(comment.updatedAt) < SENDING_MS;
}
