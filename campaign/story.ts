import type { Fault } from './faults.ts';
import { type RequestBytes, type ResponseBytes, readResponse, readStatus } from './http-bytes.ts';
import type { PlannedSignal } from './plan.ts';

export type Operation = 'create' | 'message' | 'get' | 'comment' | 'other';

/** One request that came to the proxy, and all that became of it. Times are milliseconds since the run began. */
export interface Exchange {
  readonly operation: Operation;
  /** Counted from 1 within its operation. */
  readonly nth: number;
  readonly connection: number;
  readonly request: RequestBytes;
  readonly arrivedMs: number;
  readonly fault: Fault | undefined;
  /** What the platform really answered; absent if it never got the request. */
  real?: ResponseBytes | undefined;
  /** What went back, as far as the caller took it. */
  delivered: Buffer;
  deliveredMs?: number;
  /** The caller hung up while something was still to be sent. */
  callerLeftMs?: number;
}

/** What happened on the wire in one run, in order. */
export class WireStory {
  readonly exchanges: Exchange[] = [];
  readonly connections: { readonly openedMs: number }[] = [];
  /** Connections that were refused, or never answered. */
  missed = 0;
  signalMs: number | undefined;
  /** When the action itself began: a process takes its time to start. */
  beganMs = 0;
  /** The run has ended; what still happens is not its doing. */
  isOver = false;
  readonly #now: () => number;
  readonly #listeners = new Set<(event: WireEvent) => void>();
  readonly #lines: string[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  onEvent(listener: (event: WireEvent) => void): void {
    this.#listeners.add(listener);
  }

  now(): number {
    return this.#now();
  }

  note(text: string): void {
    this.#lines.push(`${this.#now().toFixed(0).padStart(9)} ms  ${text}`);
  }

  emit(event: WireEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  get text(): string {
    return this.#lines.join('\n');
  }
}

export interface WireEvent {
  readonly phase: 'arrived' | 'answered';
  readonly exchange: Exchange;
}

/** Whether `event` is the moment at which the plan interrupts the run. */
export function isMoment({ at }: PlannedSignal, { phase, exchange }: WireEvent): boolean {
  if ('ms' in at) return false;
  const { operation, nth } = exchange;
  const isKind =
    at.operation === 'get' ? operation === 'get' : operation === 'create' || operation === 'message';
  return isKind && phase === at.phase && nth === at.nth;
}

/** What an answer says, whoever reads it well. */
export type Meaning =
  | {
      readonly kind: 'job';
      readonly id: string;
      readonly status: string;
      readonly prLink: string | undefined;
    }
  /** An error or a redirect. Its head says so, even if the rest of it is missing. */
  | { readonly kind: 'status'; readonly status: number; readonly isWhole: boolean }
  /** No whole answer, or one that is not a job. */
  | { readonly kind: 'nothing' };

/** Reads what was delivered, by rules of its own. */
export function meaningOf({ delivered }: Pick<Exchange, 'delivered'>): Meaning {
  const response = readResponse(delivered);
  const status = readStatus(delivered) ?? 0;
  if (status >= 300) return { kind: 'status', status, isWhole: response !== undefined };
  return response ? jobMeant(response.body) : { kind: 'nothing' };
}

function jobMeant(body: string): Meaning {
  const job = parseObject(body);
  const { id, status, prLink } = job;
  if (typeof id !== 'string' || typeof status !== 'string') return { kind: 'nothing' };
  if (id === '' || status === '' || id === '.' || id === '..') return { kind: 'nothing' };
  return { kind: 'job', id, status, prLink: typeof prLink === 'string' ? prLink : undefined };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
