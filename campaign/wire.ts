import type { Fault } from './faults.ts';
import { type RequestBytes, type ResponseBytes, readFinalHead, readResponse } from './http-bytes.ts';

/** A create or a message, which must never happen twice; a look at a job; or anything asked of GitHub. */
export type Kind = 'post' | 'get' | 'github';

/** What a request asks for: of the platform, or of GitHub. */
const OPERATIONS = [
  ['create', 'post', /^POST \/v2\/agent\/[^/]+\/job$/],
  ['message', 'post', /^POST \/v2\/agent\/[^/]+\/job\/[^/]+\/message$/],
  ['get', 'get', /^GET \/v2\/agent\/[^/]+\/job\/[^/]+$/],
  ['permission', 'github', /^GET \/github\/.*\/permission$/],
  ['react', 'github', /^\w+ \/github\/.*\/reactions(\/\d+)?$/],
  ['list-comments', 'github', /^GET \/github\/.*\/issues\/\d+\/comments(\?|$)/],
  ['read-comment', 'github', /^GET \/github\/.*\/comments\/\d+$/],
  ['create-comment', 'github', /^POST \/github\/.*\/comments$/],
  ['update-comment', 'github', /^PATCH \/github\/.*\/comments\/\d+$/],
  ['read-pull-request', 'github', /^GET \/github\/.*\/pulls\//],
] as const;
export type Operation = (typeof OPERATIONS)[number][0] | 'other';

export function operationOf({ method, path }: RequestBytes): { operation: Operation; kind: Kind } {
  const known = OPERATIONS.find(([, , pattern]) => pattern.test(`${method} ${path}`));
  const [operation, kind] = known ?? ['other', 'github'];
  return { operation, kind };
}

/** One request that came to the proxy, and all that became of it. Times are milliseconds since the wire began. */
export interface Exchange {
  /** From 1, among all exchanges. */
  readonly ordinal: number;
  /** Which of the steps that ran sent it, from 0. */
  readonly step: number;
  readonly operation: Operation;
  readonly kind: Kind;
  /** Counted from 1 within its operation and step. */
  readonly nth: number;
  readonly connection: number;
  readonly request: RequestBytes;
  readonly arrivedMs: number;
  fault: Fault | undefined;
  /** What was really answered; absent if the request never got there. */
  real?: ResponseBytes | undefined;
  realMs?: number;
  /** What went back, as far as the caller took it. */
  delivered: Buffer;
  deliveredMs?: number;
  /** The caller hung up while something was still to be sent. */
  callerLeftMs?: number;
}

export type Phase = 'on arrival' | 'on answer';

export class Wire {
  readonly exchanges: Exchange[] = [];
  connections = 0;
  /** Connections that were refused, or never answered. */
  missed = 0;
  /** Told of each request that arrives, and of each that was answered. */
  onEvent: (phase: Phase, exchange: Exchange) => void = () => {};
  readonly #startMs = performance.now();
  readonly #lines: string[] = [];

  now(): number {
    return performance.now() - this.#startMs;
  }

  note(text: string): void {
    this.#lines.push(`${this.now().toFixed(0).padStart(9)} ms  ${text}`);
  }

  get text(): string {
    return this.#lines.join('\n');
  }
}

export interface ToldJob {
  readonly kind: 'job';
  readonly id: string;
  readonly status: string;
  readonly prLink: string | undefined;
}

/** What an answer says, whoever reads it well. */
export type Meaning =
  | ToldJob
  /** An error or a redirect. Its head says so, even if the rest of it is missing. */
  | { readonly kind: 'status'; readonly status: number; readonly isWhole: boolean }
  /** No whole answer, or one that is not a job. */
  | { readonly kind: 'nothing' };

/** Reads what was delivered, by rules of its own. */
export function meaningOf({ delivered }: Pick<Exchange, 'delivered'>): Meaning {
  const response = readResponse(delivered);
  const status = readFinalHead(delivered)?.status ?? 0;
  if (status >= 300) return { kind: 'status', status, isWhole: response !== undefined };
  return response ? jobMeant(response.body) : { kind: 'nothing' };
}

function jobMeant(body: string): Meaning {
  const { id, status, prLink } = parseObject(body);
  if (typeof id !== 'string' || typeof status !== 'string') return { kind: 'nothing' };
  if (id === '' || status === '' || id === '.' || id === '..') return { kind: 'nothing' };
  return { kind: 'job', id, status, prLink: typeof prLink === 'string' ? prLink : undefined };
}

export function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
