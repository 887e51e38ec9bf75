import type { IncomingHttpHeaders } from 'node:http';
import type { Reply } from './exchange.ts';
import type { Operation } from './operations.ts';

/** One request that arrived, and what became of it. Times are milliseconds of the sandbox's clock. */
export interface LedgerEntry {
  /** From 1, in the order of arrival. */
  readonly seq: number;
  readonly at: number;
  /** Requests with the same number came on the same connection; 0 in memory. */
  readonly connection: number;
  /** Who sent it, where that was handed over with it; 0 otherwise. */
  readonly caller: number;
  readonly operation: Operation;
  /** Which call of its operation and caller this is, from 1. */
  readonly nth: number;
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
  /** What befell it, by the name or the kind of the behaviour; null if nothing did. */
  readonly broken: string | null;
  /** Whether what was asked for was done: for a create that there is a job, for a message that the job has it. */
  readonly effect: boolean;
  /** What was really answered; absent if what was asked for was not even tried. */
  readonly real?: Reply | undefined;
  /** What went back over a connection, as far as the caller took it. */
  readonly delivered: Buffer;
}

/** An entry while things still happen to it. */
export type OpenEntry = { -readonly [Field in keyof LedgerEntry]: LedgerEntry[Field] };

/** A job as it really is, whatever the answers said. */
export interface LedgerJob {
  readonly id: string;
  readonly project: string;
  /** The first instruction and every follow-up, in order. */
  readonly prompts: readonly string[];
  /** For each of them, when it came, when the work on it really ends, and how. */
  readonly work: readonly LedgerWork[];
  /** Where its pull requests are opened. */
  readonly pullRequest: { readonly repository: string; readonly number: number };
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface LedgerWork {
  readonly at: number;
  readonly endsAt: number;
  readonly status: string;
  readonly pullRequest: boolean;
  /** New commits on the pull request, -1 if it was rewritten; 1 unless given. */
  readonly commits?: number;
}

/** What really happened in a sandbox: what arrived, and what was done. */
export class Ledger {
  readonly requests: OpenEntry[] = [];
  /** The platform adds to it. */
  readonly jobs: LedgerJob[] = [];

  /** The requests for any of `operations`. */
  of(...operations: readonly Operation[]): readonly LedgerEntry[] {
    return this.requests.filter(({ operation }) => operations.includes(operation));
  }

  /** Writes an arrival down, to be changed once it is known what became of it. */
  add(arrival: Omit<LedgerEntry, 'seq' | 'status' | 'broken' | 'effect' | 'delivered'>): OpenEntry {
    const entry = { ...arrival, status: null, broken: null, effect: false, delivered: Buffer.alloc(0) };
    return this.requests[this.requests.push({ seq: this.requests.length + 1, ...entry }) - 1] as OpenEntry;
  }

  toJSON() {
    const shown = ({ delivered: _, real: __, ...entry }: LedgerEntry) => entry;
    return { requests: this.requests.map(shown), jobs: this.jobs };
  }
}
