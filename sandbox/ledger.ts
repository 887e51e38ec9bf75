import type { IncomingHttpHeaders } from 'node:http';
import type { Incoming, Reply } from './exchange.ts';
import type { Operation } from './operations.ts';

/** One request that arrived, and what became of it. Times are milliseconds of the sandbox's clock. */
export interface LedgerEntry {
  /** From 1, in the order of arrival. */
  readonly seq: number;
  readonly at: number;
  readonly connection: number;
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
  readonly body: string;
  /** Null if nothing was answered (yet). */
  readonly status: number | null;
  /** What befell it, by the name or the kind of the behaviour; null if nothing did. */
  readonly broken: string | null;
  /** Whether what was asked for was done: for a create that there is a job, for a message that the job has it. */
  readonly effect: boolean;
  /** What was really answered; absent if what was asked for was not even tried. */
  readonly real?: Reply | undefined;
}

type OpenEntry = { -readonly [Field in keyof LedgerEntry]: LedgerEntry[Field] };

export interface LedgerJob {
  readonly id: string;
  readonly project: string;
  readonly prompts: readonly string[];
  readonly work: readonly LedgerWork[];
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

export class Ledger {
  readonly requests: OpenEntry[] = [];
  readonly jobs: LedgerJob[] = [];

  of(...operations: readonly Operation[]): readonly LedgerEntry[] {
    return this.requests.filter(({ operation }) => operations.includes(operation));
  }

  add(
    request: Incoming,
    arrival: Pick<LedgerEntry, 'at' | 'connection' | 'caller' | 'operation'>,
  ): OpenEntry {
    const { method, path, headers, query, body } = request;
    const { operation } = arrival;
    const before = this.of(operation).filter(({ caller }) => caller === arrival.caller);
    const entry: OpenEntry = {
      seq: this.requests.length + 1,
      nth: before.length + 1,
      ...arrival,
      method,
      path,
      headers,
      query: Object.fromEntries(query),
      body: operation === 'blob' ? `${body.length} bytes` : body.toString('utf8'),
      status: null,
      broken: null,
      effect: false,
    };
    this.requests.push(entry);
    return entry;
  }
}
