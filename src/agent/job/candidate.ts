import { readTwice } from '../../clock.ts';
import { MintlifyError } from '../../mintlify/errors.ts';
import { isNotFound } from '../../mintlify/failures.ts';
import { type AgentJob, pullRequestOf } from '../../mintlify/schemas.ts';
import type { RequestContext } from '../context.ts';
import { type PullRequestReading, readPullRequest } from '../docs-pull-request.ts';
import { type KnownJob, knownJob, type ThreadHistory } from '../replies/history.ts';

/** What Mintlify says of a job. `gone`: it doesn't have it, asked twice. */
export type JobReading =
  | { readonly kind: 'read'; readonly job: AgentJob }
  | { readonly kind: 'gone' | 'unreadable' };

/** A job that the request could go to, with what is known of it before the choice. */
export interface JobCandidate extends KnownJob {
  readonly id: string;
  readonly reading: JobReading;
  /** Time since the job last took a request (ms), as far as the thread knows. */
  readonly ageMs: number;
  /** Not read (`none`) if the job can't take a request anyway. */
  readonly docsPullRequest: PullRequestReading;
}

/** Time limit of a read (ms). */
const TIMEOUT_MS = 10_000;
/** Time for which Mintlify may not find a job that it just accepted (ms). */
const YOUNG_MS = 60_000;

/** Reads a job, and asks twice for one that isn't found. */
export async function readJob(id: string, context: RequestContext): Promise<JobReading> {
  const { mintlify, signal } = context;
  const read = async (): Promise<JobReading> => {
    try {
      return { kind: 'read', job: await mintlify.getJob(id, { signal, timeoutMs: TIMEOUT_MS }) };
    } catch (error) {
      if (!(error instanceof MintlifyError)) throw error;
      return { kind: isNotFound(error) && !signal.aborted ? 'gone' : 'unreadable' };
    }
  };
  return readTwice(context, read, ({ kind }) => kind !== 'gone');
}

/** Reads what Mintlify knows of the job, and what GitHub does unless Mintlify's answer decides. */
export async function readCandidate(
  id: string,
  history: ThreadHistory,
  context: RequestContext,
): Promise<JobCandidate> {
  const candidate = { ...unreadCandidate(id, history, context), reading: await readJob(id, context) };
  if (whyJobIsOver(candidate) !== undefined) return candidate;
  const { reading } = candidate;
  const reported = reading.kind === 'read' ? pullRequestOf(reading.job)?.url : undefined;
  const docsPullRequest = await readPullRequest(reported ?? candidate.pullRequest, context);
  if (docsPullRequest.kind === 'unseen')
    context.log.info(
      `The docs pull request may be merged already, because the action couldn't read it: ${docsPullRequest.error.full}`,
    );
  return { ...candidate, docsPullRequest };
}

/** What the thread alone says of the job. */
export function unreadCandidate(
  id: string,
  history: ThreadHistory,
  { clock }: Pick<RequestContext, 'clock'>,
): JobCandidate {
  const known = knownJob(id, history);
  const ageMs = clock.date().getTime() - (known.acceptedAt ?? Number.NEGATIVE_INFINITY);
  return { id, ...known, ageMs, reading: { kind: 'unreadable' }, docsPullRequest: { kind: 'none' } };
}

const OVER_BY_STATUS: ReadonlyMap<string, string> = new Map([
  ['failed', ' has failed'],
  ['archived', ' is archived'],
]);

/** Why the job can't take a follow-up, continuing "The previous job"; undefined if it may. */
export function whyJobIsOver({ reading, ageMs, docsPullRequest }: JobCandidate): string | undefined {
  if (reading.kind === 'gone' && ageMs >= YOUNG_MS) return ' no longer exists';
  const byStatus = reading.kind === 'read' ? OVER_BY_STATUS.get(reading.job.status) : undefined;
  if (byStatus !== undefined) return byStatus;
  if (docsPullRequest.kind !== 'read' || docsPullRequest.pull.state === 'open') return undefined;
  return `'s pull request is ${docsPullRequest.pull.state}`;
}
