import type { FollowUp, RequestAction } from '../replies/record.ts';
import type { DocsRequest } from '../request-context.ts';
import { type JobCandidate, whyNoFollowUp } from './candidate.ts';
import { isTerminal } from './wait.ts';

/** What a request does at Mintlify, and why. */
export type JobChoice = Readonly<{
  action: Exclude<RequestAction, { does: 'watch' }>;
  /** Why, as sentences without remote text. */
  notes: readonly string[];
  /** Whether the job already knows the thread. */
  jobKnowsThread?: boolean;
  /** Whether the notes say that the token can't see the job's pull request. */
  saysUnseen?: boolean;
}>;

/** Decides over what was read before. @param candidate the job in `job-id`, or the latest one of the thread; undefined if there is none, and for `new` */
export function chooseJob(job: DocsRequest['target'], candidate: JobCandidate | undefined): JobChoice {
  if (!candidate) {
    const why = 'because there is no earlier one on this issue or pull request';
    return job === 'latest' ? startJob(`This request starts a new job, ${why}.`) : startJob();
  }
  const { isKnown, docsPullRequest } = candidate;
  const action = planFollowUp(candidate);
  const choice = { action, notes: [], jobKnowsThread: isKnown };
  if (job === 'given') return choice;
  const why = whyNoFollowUp(candidate);
  if (why) return startJob(`The previous job${why}, so this request starts a new job.`);
  // Said once for each job.
  if (!docsPullRequest.error || candidate.saysUnseen) return choice;
  const unseen =
    "The action can't see the pull request of this job, so it may be merged already. To check that, `github-token` needs `pull-requests: read` in the docs repository.";
  return { ...choice, notes: [unseen], saysUnseen: true };
}

function startJob(...notes: string[]): JobChoice {
  return { action: { does: 'start' }, notes };
}

function planFollowUp({ id, job, docsPullRequest: { pull } }: JobCandidate): FollowUp {
  const mayBeActive = !job || !isTerminal(job.status);
  return {
    does: 'message',
    job: id,
    trustTerminalStatus: mayBeActive ? 'after-stable' : 'after-active',
    before: pull && { url: pull.url, head: pull.head, commits: pull.size?.commits },
  };
}
