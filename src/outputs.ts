import { type AgentResult, pullRequestOf } from './agent/result.ts';
import type { Job } from './platform/schemas.ts';
import { shorten } from './text/markdown.ts';

/** Characters of a remote value that make sense as an output. */
const LONGEST_VALUE = 2_000;

/** The only place that sets outputs. The names are fixed by action.yml. */
export class Outputs {
  readonly #set: (name: string, value: string) => void;

  /** @param set writes one output; a later value of the same name wins */
  constructor(set: (name: string, value: string) => void) {
    this.#set = set;
  }

  /** What is known of the job, the moment it is known: a run that is cut off keeps it. */
  job(job: Job | undefined, jobId: string | undefined): void {
    const pullRequest = pullRequestOf(job);
    this.#all({
      'job-id': job?.id ?? jobId,
      status: job?.status,
      'pr-link': pullRequest?.url,
      'pr-number': pullRequest?.number,
      model: job?.model,
      repository: job?.repository,
      ref: job?.ref,
      'created-at': job?.createdAt,
    });
  }

  /** How a run of agent mode ended. */
  agent(result: AgentResult, commentUrl: string): void {
    this.job(result.job, result.jobId);
    this.#all({ outcome: result.outcome, reason: result.reason, 'comment-url': commentUrl });
  }

  /** A run that ended before there was anything else to say. */
  error(reason: string): void {
    this.#all({ outcome: 'error', reason });
  }

  #all(values: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(values)) this.#set(name, oneLine(value ?? ''));
  }
}

/** Remote values are single lines, so that nobody's script is surprised by a second one. */
function oneLine(value: string): string {
  return shorten(value.replace(/\p{Cc}+/gu, ' '), LONGEST_VALUE);
}
