import { createHash } from 'node:crypto';
import type { LedgerJob, LedgerWork } from '../ledger.ts';

/**
 * A stretch of the work on a prompt. `hidden`: the job is not found yet. `previous`: it still shows what it showed when the
 * follow-up came. `before`: it shows the work before. Anything else is a status.
 */
export interface Phase {
  readonly shows: string;
  readonly lasts: number;
}

export interface Lifecycle {
  /** After its creation. */
  readonly first: readonly Phase[];
  /** After each follow-up. */
  readonly followUp: readonly Phase[];
  /** For good, once these phases are over; and whether `archivedAt` tells when. */
  readonly end: {
    readonly status: string;
    readonly pullRequest: boolean;
    readonly archivedAt?: boolean;
    readonly commits?: number;
  };
  /** A follow-up waits until the work before it has ended, which the job shows meanwhile. */
  readonly oneAtATime?: boolean;
  readonly answersActive?: boolean;
}

export interface Shown {
  readonly status: string;
  readonly pullRequest: boolean;
  /** Milliseconds; null for a job that is not archived, or does not tell. */
  readonly archivedAt: number | null;
}

interface Work extends LedgerWork, Shown {
  readonly phases: readonly { readonly shows: string; readonly until: number }[];
  readonly answersActive: boolean;
}

export interface Job extends LedgerJob {
  readonly prompts: string[];
  readonly work: Work[];
}

/** @param ordinal of the sandbox's jobs, from 1 */
export function jobId(ordinal: number): string {
  return `job_${createHash('sha256').update(`1:${ordinal}`).digest('hex').slice(0, 16)}`;
}

export function prompt(job: Job, text: string, at: number, jobMs: number, lifecycle: Lifecycle): void {
  const { first, followUp, end, answersActive = false, oneAtATime } = lifecycle;
  const waitMs = oneAtATime ? Math.max(0, (job.work.at(-1)?.endsAt ?? at) - at) : 0;
  // It takes a while to begin with the next one.
  const waiting = waitMs > 0 ? [{ shows: 'before', lasts: waitMs / jobMs + 0.5 }] : [];
  let endsAt = at;
  const phases = [...waiting, ...(job.work.length === 0 ? first : followUp)].map(({ shows, lasts }) => {
    endsAt += lasts * jobMs;
    return { shows, until: endsAt };
  });
  job.prompts.push(text);
  job.work.push({ at, endsAt, ...end, archivedAt: end.archivedAt ? endsAt : null, phases, answersActive });
}

export function answered({ work }: Job): Shown {
  const { at, phases, answersActive } = work.at(-1) as Work;
  const { shows = 'hidden' } = phases[0] ?? {};
  const before = shows === 'previous' && !answersActive ? shownAt(work.slice(0, -1), at) : undefined;
  return before ?? unfinished(/^(hidden|previous|before)$/.test(shows) ? 'active' : shows);
}

/** What is shown at that time of a job with such work; absent while it is hidden. */
export function shownAt(all: readonly Work[], now: number): Shown | undefined {
  const last = all.at(-1) as Work;
  const { shows } = last.phases.find(({ until }) => now < until) ?? {};
  if (shows === 'hidden') return undefined;
  if (shows === 'before') return shownAt(all.slice(0, -1), now);
  if (shows === 'previous') return shownAt(all.slice(0, -1), last.at);
  return shows ? unfinished(shows) : last;
}

function unfinished(status: string): Shown {
  return { status, pullRequest: false, archivedAt: null };
}
