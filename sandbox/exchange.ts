import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from './operations.ts';

export interface Sent {
  readonly method: string;
  /** Path and query as on the wire, percent-encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Incoming extends Omit<Sent, 'target'> {
  /** As it was on the wire, still percent-encoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SandboxClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  answer(request: Incoming): Reply;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  };
}

export function plain(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

/** The JSON object in `body`; absent if it is anything else. */
export function jsonObject(body: Buffer | string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
