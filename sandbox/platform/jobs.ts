import { createHash } from 'node:crypto';
import type { Ledger, LedgerJob, LedgerWork } from '../ledger.ts';

export interface JobSettings {
  readonly seed: number;
  /** Milliseconds that a job is active after its creation and each message. */
  readonly jobMs: number;
  /** Where the agent opens its pull requests, `owner/name`. */
  readonly docsRepository: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * A stretch of the work on a prompt. `hidden`: the job is not found yet. `previous`: it still shows what it showed when the
 * follow-up came. Anything else is a status.
 */
export interface Phase {
  readonly shows: string;
  /** In units of the sandbox's `jobMs`. */
  readonly lasts: number;
}

/** What a job goes through, prompt by prompt. */
export interface Lifecycle {
  /** After its creation. */
  readonly first: readonly Phase[];
  /** After each follow-up. */
  readonly followUp: readonly Phase[];
  /** For good, once these phases are over. */
  readonly end: End;
  /** The answer to a follow-up says `active`, whatever the job shows. */
  readonly answersActive?: boolean | undefined;
}

/** How the work on a prompt ends. */
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

interface Work extends Pick<Lifecycle, 'end' | 'answersActive'> {
  readonly at: number;
  readonly endsAt: number;
  readonly prompt: string;
  readonly phases: readonly { readonly shows: string; readonly until: number }[];
}

export class Job implements LedgerJob {
  readonly id: string;
  readonly project: string;
  readonly pullRequest: LedgerJob['pullRequest'];
  readonly #work: Work[] = [];

  constructor(id: string, project: string, pullRequest: LedgerJob['pullRequest']) {
    this.id = id;
    this.project = project;
    this.pullRequest = pullRequest;
  }

  get prompts(): string[] {
    return this.#work.map(({ prompt }) => prompt);
  }

  get work(): LedgerWork[] {
    return this.#work.map(({ at, endsAt, end: { status, pullRequest } }) => ({
      ...{ at, endsAt, status, pullRequest },
    }));
  }

  get createdAt(): string {
    return new Date(this.#work[0]?.at ?? 0).toISOString();
  }

  add(prompt: string, at: number, jobMs: number, { first, followUp, end, answersActive }: Lifecycle): void {
    let endsAt = at;
    const phases = (this.#work.length === 0 ? first : followUp).map(({ shows, lasts }) => {
      endsAt += lasts * jobMs;
      return { shows, until: endsAt };
    });
    this.#work.push({ at, endsAt, prompt, phases, end, answersActive });
  }

  /** What it shows at that time; absent while it is hidden. */
  shownAt(ms: number): Shown | undefined {
    return shownAt(this.#work, ms);
  }

  /** What the answer to the last POST shows: its first phase, or `active` while nothing can be shown. */
  answered(): Shown {
    const { at, phases, answersActive } = this.#work.at(-1) as Work;
    const { shows = 'hidden' } = phases[0] ?? {};
    if (shows === 'previous' && !answersActive) {
      return shownAt(this.#work.slice(0, -1), at) ?? unfinished('active');
    }
    return unfinished(shows === 'hidden' || shows === 'previous' ? 'active' : shows);
  }

  toJSON(): LedgerJob {
    const { id, project, prompts, work, pullRequest, createdAt } = this;
    return { id, project, prompts, work, pullRequest, createdAt };
  }
}

/** All jobs, in memory. Their state is a function of the time, so nothing has to run meanwhile. */
export class Jobs {
  readonly #settings: JobSettings;
  readonly #ledger: Ledger;
  readonly #jobs: Job[] = [];

  constructor(settings: JobSettings, ledger: Ledger) {
    this.#settings = settings;
    this.#ledger = ledger;
  }

  /** @param suffix appended to the id */
  create(project: string, prompt: string, lifecycle: Lifecycle, suffix = ''): Job {
    const { seed, docsRepository: repository } = this.#settings;
    const ordinal = this.#jobs.length + 1;
    const digest = createHash('sha256').update(`${seed}:${ordinal}`).digest('hex');
    const id = `job_${digest.slice(0, 16)}${suffix}`;
    const job = new Job(id, project, { repository, number: 40 + ordinal });
    this.#jobs.push(job);
    this.#ledger.jobs.push(job);
    this.message(job, prompt, lifecycle);
    return job;
  }

  message(job: Job, prompt: string, lifecycle: Lifecycle): void {
    job.add(prompt, this.#settings.now(), this.#settings.jobMs, lifecycle);
  }

  find(project: string, id: string): Job | undefined {
    return this.#jobs.find((job) => job.project === project && job.id === id);
  }

  /** What the job shows now; absent while it is hidden. */
  shown(job: Job): Shown | undefined {
    return job.shownAt(this.#settings.now());
  }
}

function shownAt(all: readonly Work[], now: number): Shown | undefined {
  const { at, endsAt, phases, end } = all.at(-1) as Work;
  const { shows } = phases.find(({ until }) => now < until) ?? {};
  if (shows === 'hidden') return undefined;
  if (shows === 'previous') return shownAt(all.slice(0, -1), at);
  const { status, pullRequest, archivedAt } = end;
  return shows ? unfinished(shows) : { status, pullRequest, archivedAt: archivedAt ? endsAt : null };
}

function unfinished(status: string): Shown {
  return { status, pullRequest: false, archivedAt: null };
}
