import type { IncomingHttpHeaders } from 'node:http';
import type { Jobs } from './jobs.ts';
import type { Operation } from './routes.ts';

/** One request that arrived, and what became of it. */
export interface LedgerEntry {
  /** From 1, in the order of arrival. */
  readonly seq: number;
  /** When its last byte had arrived, in milliseconds of the sandbox's clock (since 1970 unless replaced). */
  readonly at: number;
  /** Requests with the same number came on the same connection. */
  readonly connection: number;
  readonly operation: Operation;
  readonly method: string;
  /** As on the wire, percent-encoded, without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** All of them, the key included. */
  readonly headers: IncomingHttpHeaders;
  /** As text; for an uploaded blob its size. */
  readonly body: string;
  /** Null if nothing was answered (yet). */
  readonly status: number | null;
  /** What befell it, by the name of the behaviour; null if nothing did. */
  readonly broken: string | null;
  /** Whether what was asked for was done: for a create that there is a job, for a message that the job has it. */
  readonly effect: boolean;
}

/** A job as it really is, whatever the answers said. */
export interface LedgerJob {
  readonly id: string;
  readonly project: string;
  /** The first instruction and every follow-up, in order. */
  readonly prompts: readonly string[];
  /** For each of them, when it came, when its turn really ends, and how. */
  readonly turns: readonly LedgerTurn[];
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Times are milliseconds of the sandbox's clock. */
export interface LedgerTurn {
  readonly at: number;
  readonly endsAt: number;
  readonly status: string;
  readonly pullRequest: boolean;
}

/** The truth about a sandbox: what arrived, and what was done. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #jobs: Jobs;

  constructor(jobs: Jobs) {
    this.#jobs = jobs;
  }

  get requests(): readonly LedgerEntry[] {
    return this.#entries;
  }

  get jobs(): readonly LedgerJob[] {
    return this.#jobs.all;
  }

  /** The requests for any of `operations`. */
  of(...operations: readonly Operation[]): readonly LedgerEntry[] {
    return this.#entries.filter(({ operation }) => operations.includes(operation));
  }

  /** Writes an arrival down, to be changed once it is known what became of it. */
  add(arrival: Omit<LedgerEntry, 'seq' | 'status' | 'broken' | 'effect'>): LedgerEntry {
    const entry = { seq: this.#entries.length + 1, ...arrival, status: null, broken: null, effect: false };
    this.#entries.push(entry);
    return entry;
  }

  toJSON(): Pick<Ledger, 'requests' | 'jobs'> {
    return { requests: this.requests, jobs: this.jobs };
  }
}
