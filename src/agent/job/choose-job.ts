import { byCreation } from '../../github/comments.ts';
import type { GithubComment } from '../../github/objects.ts';
import type { DocsRequest } from '../context.ts';
import { olderOpenReplies, type SignedReply, type ThreadHistory } from '../replies/history.ts';
import type { FollowUp, ReplyRecord, RequestAction } from '../replies/record.ts';
import { type JobCandidate, whyJobIsOver } from './candidate.ts';
import { isTerminal } from './wait.ts';

// Decisions over what was read before.

/** What a request does at Mintlify, and why. */
export interface JobChoice {
  readonly action: Exclude<RequestAction, { does: 'watch' }>;
  /** Why, as sentences without remote text. */
  readonly notes: readonly string[];
  /** Whether the job already knows the thread. */
  readonly isFollowUp: boolean;
  /** Whether the notes say that the token can't see the job's pull request. */
  readonly saysUnseen: boolean;
}

const NO_JOB_YET =
  'This request starts a new job, because there is no earlier one on this issue or pull request.';
const UNSEEN =
  "The action can't see the pull request of this job, so it may be merged already. To check that, `github-token` needs `pull-requests: read` in the docs repository.";

/** @param candidate the job in `job-id`, or the latest one of the thread; undefined if there is none */
export function chooseJob(job: DocsRequest['job'], candidate: JobCandidate | undefined): JobChoice {
  switch (job) {
    case 'new':
      return startJob();
    case 'given':
      return candidate ? followUp(candidate) : startJob();
    case 'latest': {
      if (!candidate) return startJob(NO_JOB_YET);
      const why = whyJobIsOver(candidate);
      if (why === undefined) return followUpToLatest(candidate);
      return startJob(`The previous job${why}, so this request starts a new job.`);
    }
  }
}

function startJob(...notes: string[]): JobChoice {
  return { action: { does: 'start' }, notes, isFollowUp: false, saysUnseen: false };
}

function followUp(candidate: JobCandidate): JobChoice {
  const { isKnown } = candidate;
  return { action: planFollowUp(candidate), notes: [], isFollowUp: isKnown, saysUnseen: false };
}

/** Says once for each job that its pull request can't be seen. */
function followUpToLatest(candidate: JobCandidate): JobChoice {
  const isUnseen = candidate.docsPullRequest.kind === 'unseen' && !candidate.saysUnseen;
  const choice = followUp(candidate);
  return isUnseen ? { ...choice, notes: [UNSEEN], saysUnseen: true } : choice;
}

function planFollowUp({ id, reading, docsPullRequest }: JobCandidate): FollowUp {
  const mayBeActive = reading.kind !== 'read' || !isTerminal(reading.job.status);
  const action = {
    does: 'message',
    job: id,
    trustTerminalStatus: mayBeActive ? 'after-stable' : 'after-active',
  } as const;
  if (docsPullRequest.kind !== 'read') return action;
  const { url, head, size } = docsPullRequest.pull;
  return { ...action, before: { url, head, commits: size?.commits } };
}

/** An older reply of another run to the comment that asks; undefined if there is none. */
export function olderAnswer(
  own: ReplyRecord,
  comment: GithubComment | undefined,
  { replies }: ThreadHistory,
): SignedReply | undefined {
  const { eventKey, run } = own;
  if (eventKey === undefined) return undefined;
  const other = replies.find(({ record }) => record.eventKey === eventKey && record.run !== run);
  return other && comment && byCreation(other, comment) <= 0 ? other : undefined;
}

/** How long one other request is waited for (ms): longer than a POST can take with all its tries. */
const PATIENCE_MS = 180_000;

/**
 * The request of another run to wait for, which may be starting a job, so that two comments in one second make one job.
 *
 * @param waitedMs how long each was waited for, by the ID of its reply
 */
export function requestToWaitFor(
  comment: GithubComment | undefined,
  request: string,
  history: ThreadHistory,
  waitedMs: ReadonlyMap<number, number>,
): SignedReply | undefined {
  const others = comment ? olderOpenReplies(comment, request, history) : [];
  return others.find(({ id }) => (waitedMs.get(id) ?? 0) < PATIENCE_MS);
}
