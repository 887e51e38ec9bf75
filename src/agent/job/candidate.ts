import { readTwice } from '../../clock.ts';
import { MintlifyError } from '../../mintlify/errors.ts';
import { isNotFound } from '../../mintlify/failures.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import { type PullRequestReading, readPullRequest } from '../docs-pull-request.ts';
import type { ThreadHistory } from '../replies/history.ts';
import type { RequestContext } from '../request-context.ts';

/** What Mintlify says of a job. Nothing if it couldn't be read. */
export type JobReading = Readonly<{
  job?: AgentJob;
  /** Whether Mintlify doesn't have it, asked twice. */
  isGone?: boolean;
}>;

/** A job that the request could go to, with what is known of it before the choice. */
export type JobCandidate = JobReading &
  Readonly<{
    id: string;
    /** Whether a reply or the comment on its pull request names it. */
    isKnown: boolean;
    /** Time since the job last took a request (ms), as far as the thread knows; infinite if it never did. */
    ageMs: number;
    /** URL of its pull request, as the thread last reported it. */
    pullRequest: string | undefined;
    /** Whether a reply says already that the token can't see its pull request. */
    saysUnseen: boolean;
    /** Not read if the job can't take a request anyway. */
    docsPullRequest: PullRequestReading;
  }>;

/** Time limit of a read (ms). */
const TIMEOUT_MS = 10_000;
/** Time for which Mintlify may not find a job that it just accepted (ms). */
const YOUNG_MS = 60_000;

/** Reads a job, and asks twice for one that isn't found. */
export async function readJob(id: string, context: RequestContext): Promise<JobReading> {
  const { mintlify, signal } = context;
  const read = async (): Promise<JobReading> => {
    try {
      return { job: await mintlify.getJob(id, { signal, timeoutMs: TIMEOUT_MS }) };
    } catch (error) {
      if (!(error instanceof MintlifyError)) throw error;
      return { isGone: isNotFound(error) && !signal.aborted };
    }
  };
  return readTwice(context, read, ({ isGone }) => !isGone);
}

/** Reads what Mintlify knows of the job, and what GitHub does unless Mintlify's answer decides. */
export async function readCandidate(
  id: string,
  history: ThreadHistory,
  context: RequestContext,
): Promise<JobCandidate> {
  const candidate = { ...unreadCandidate(id, history, context), ...(await readJob(id, context)) };
  if (whyNoFollowUp(candidate)) return candidate;
  const url = pullRequestOf(candidate.job)?.url ?? candidate.pullRequest;
  const docsPullRequest = await readPullRequest(url, context);
  if (docsPullRequest.error)
    context.log.info(
      `The docs pull request may be merged already, because the action couldn't read it: ${docsPullRequest.error.full}`,
    );
  return { ...candidate, docsPullRequest };
}

/** What the thread alone says of the job. */
export function unreadCandidate(
  id: string,
  { replies, docsJob }: ThreadHistory,
  { clock }: RequestContext,
): JobCandidate {
  const records = replies.map(({ record }) => record).filter((record) => record.job === id);
  const acceptedAt = Math.max(...records.flatMap((record) => record.acceptedAt ?? []));
  return {
    id,
    isKnown: docsJob === id || records.length > 0,
    ageMs: clock.date().getTime() - acceptedAt,
    pullRequest: records.findLast(({ pullRequest }) => pullRequest)?.pullRequest,
    saysUnseen: records.some(({ saysUnseen }) => saysUnseen),
    docsPullRequest: {},
  };
}

/** Why the job can't take a follow-up, continuing "The previous job"; undefined if it may. */
export function whyNoFollowUp({ job, isGone, ageMs, docsPullRequest }: JobCandidate): string | undefined {
  const { pull } = docsPullRequest;
  if (isGone && ageMs >= YOUNG_MS) return ' no longer exists';
  if (job?.status === 'failed') return ' has failed';
  if (job?.status === 'archived') return ' is archived';
  return pull && pull.state !== 'open' ? `'s pull request is ${pull.state}` : undefined;
}
