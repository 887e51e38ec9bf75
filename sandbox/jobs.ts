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
  readonly answersActive?: boolean | undefined;
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

interface Turn extends Pick<Lifecycle, 'end' | 'answersActive'> {
  readonly at: number;
  readonly endsAt: number;
  readonly prompt: string;
  readonly phases: readonly { readonly shows: string; readonly until: number }[];
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
      turns: turns.map(({ at, endsAt, end: { status, pullRequest } }) => ({
        at,
        endsAt,
        status,
        pullRequest,
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

  message({ turns }: Job, prompt: string, { first, followUp, end, answersActive }: Lifecycle): void {
    const at = this.#settings.now();
    let endsAt = at;
    const phases = (turns.length === 0 ? first : followUp).map(({ shows, lasts }) => {
      endsAt += lasts * this.#settings.jobMs;
      return { shows, until: endsAt };
    });
    turns.push({ at, endsAt, prompt, phases, end, answersActive });
  }

  find(project: string, id: string): Job | undefined {
    return this.#jobs.find((job) => job.project === project && job.id === id);
  }

  /** What the job shows now; absent while it is hidden. */
  shown({ turns }: Job): Shown | undefined {
    return shownAt(turns, this.#settings.now());
  }

  /** Whether the turn of a job has opened this pull request. */
  hasPullRequest(repository: string, number: number): boolean {
    if (repository !== this.#settings.docsRepository) return false;
    const { turns = [] } = this.#jobs.find((job) => job.number === number) ?? {};
    return turns.some((turn) => turn.end.pullRequest && turn.endsAt <= this.#settings.now());
  }

  /** What the answer to the last turn's POST shows: its first phase, or `active` while nothing can be shown. */
  answered({ turns }: Job): Shown {
    const { at, phases, answersActive } = turns.at(-1) as Turn;
    const { shows = 'hidden' } = phases[0] ?? {};
    if (shows === 'previous' && !answersActive) {
      return shownAt(turns.slice(0, -1), at) ?? unfinished('active');
    }
    return unfinished(shows === 'hidden' || shows === 'previous' ? 'active' : shows);
  }
}

function shownAt(turns: readonly Turn[], now: number): Shown | undefined {
  const { at, endsAt, phases, end } = turns.at(-1) as Turn;
  const { shows } = phases.find(({ until }) => now < until) ?? {};
  if (shows === 'hidden') return undefined;
  if (shows === 'previous') return shownAt(turns.slice(0, -1), at);
  const { status, pullRequest, archivedAt } = end;
  return shows ? unfinished(shows) : { status, pullRequest, archivedAt: archivedAt ? endsAt : null };
}

function unfinished(status: string): Shown {
  return { status, pullRequest: false, archivedAt: null };
}
