import { createHash } from 'node:crypto';
import type { LedgerJob } from './ledger.ts';
import type { Settings } from './server.ts';

/**
 * A stretch of a turn. `hidden`: the job is not found yet. `previous`: it still shows what it showed when the
 * follow-up came. Anything else is a status.
 */
export interface Phase {
  readonly shows: string;
  /** In units of the sandbox's `jobMs`. */
  readonly lasts: number;
}

/** What a job goes through, turn by turn. */
export interface Lifecycle {
  /** After its creation. */
  readonly first: readonly Phase[];
  /** After each follow-up. */
  readonly followUp: readonly Phase[];
  /** For good, once the phases of a turn are over. */
  readonly end: End;
  /** The answer to a follow-up says `active`, whatever the job shows. */
  readonly answersActive?: boolean;
}

/** How a turn ends. */
export interface End {
  readonly status: string;
  readonly pullRequest: boolean;
  /** Whether `archivedAt` tells when. */
  readonly archivedAt?: boolean;
}

/** What a job shows at a moment. */
export interface Shown {
  readonly status: string;
  readonly pullRequest: boolean;
  /** Milliseconds; null for a job that is not archived, or does not tell. */
  readonly archivedAt: number | null;
}

interface Turn {
  readonly at: number;
  readonly prompt: string;
  readonly lifecycle: Lifecycle;
}

export interface Job {
  readonly id: string;
  readonly project: string;
  /** Of its pull request. */
  readonly number: number;
  readonly turns: Turn[];
}

/** All jobs, in memory. Their state is a function of the time, so nothing has to run meanwhile. */
export class Jobs {
  readonly #settings: Settings;
  readonly #jobs: Job[] = [];

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get all(): readonly LedgerJob[] {
    return this.#jobs.map(({ id, project, turns }) => ({
      id,
      project,
      prompts: turns.map(({ prompt }) => prompt),
      turns: turns.map((turn, index) => ({
        at: turn.at,
        endsAt: this.#endOf(turn, index),
        status: turn.lifecycle.end.status,
        pullRequest: turn.lifecycle.end.pullRequest,
      })),
      createdAt: new Date(turns[0]?.at ?? 0).toISOString(),
    }));
  }

  /** @param suffix appended to the id */
  create(project: string, prompt: string, lifecycle: Lifecycle, suffix = ''): Job {
    const ordinal = this.#jobs.length + 1;
    const digest = createHash('sha256').update(`${this.#settings.seed}:${ordinal}`).digest('hex');
    const job = { id: `job_${digest.slice(0, 16)}${suffix}`, project, number: 40 + ordinal, turns: [] };
    this.#jobs.push(job);
    this.message(job, prompt, lifecycle);
    return job;
  }

  message(job: Job, prompt: string, lifecycle: Lifecycle): void {
    job.turns.push({ at: this.#settings.now(), prompt, lifecycle });
  }

  find(project: string, id: string): Job | undefined {
    return this.#jobs.find((job) => job.project === project && job.id === id);
  }

  /** What the job shows now; absent while it is hidden. */
  shown(job: Job): Shown | undefined {
    return this.#shownAt(job, job.turns.length - 1, this.#settings.now());
  }

  /** Whether the turn of a job has opened this pull request. */
  hasPullRequest(repository: string, number: number): boolean {
    if (repository !== this.#settings.docsRepository) return false;
    const job = this.#jobs.find((each) => each.number === number);
    return (
      job?.turns.some(
        (turn, index) => turn.lifecycle.end.pullRequest && this.#endOf(turn, index) <= this.#settings.now(),
      ) ?? false
    );
  }

  /** What the answer to the last turn's POST shows: its first phase, or `active` while nothing can be shown. */
  answered(job: Job): Shown {
    const last = job.turns.length - 1;
    const { at, lifecycle } = job.turns[last] as Turn;
    const phase = phasesOf(lifecycle, last)[0];
    if (phase?.shows === 'previous' && !lifecycle.answersActive) {
      return this.#shownAt(job, last - 1, at) ?? unfinished('active');
    }
    return unfinished(phase && !isSpecial(phase) ? phase.shows : 'active');
  }

  #endOf({ at, lifecycle }: Turn, index: number): number {
    return phasesOf(lifecycle, index).reduce((ends, { lasts }) => ends + lasts * this.#settings.jobMs, at);
  }

  #shownAt(job: Job, index: number, now: number): Shown | undefined {
    const { at, lifecycle } = job.turns[index] as Turn;
    let ends = at;
    for (const phase of phasesOf(lifecycle, index)) {
      ends += phase.lasts * this.#settings.jobMs;
      if (now >= ends) continue;
      if (phase.shows === 'hidden') return undefined;
      return phase.shows === 'previous' ? this.#shownAt(job, index - 1, at) : unfinished(phase.shows);
    }
    const { status, pullRequest, archivedAt } = lifecycle.end;
    return { status, pullRequest, archivedAt: archivedAt ? ends : null };
  }
}

function phasesOf(lifecycle: Lifecycle, turn: number): readonly Phase[] {
  return turn === 0 ? lifecycle.first : lifecycle.followUp;
}

function isSpecial({ shows }: Phase): boolean {
  return shows === 'hidden' || shows === 'previous';
}

function unfinished(status: string): Shown {
  return { status, pullRequest: false, archivedAt: null };
}
