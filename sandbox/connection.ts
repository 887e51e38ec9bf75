import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Incoming, Reply, SandboxClock } from './exchange.ts';
import type { Behaviour } from './faults.ts';
import type { LedgerEntry, OpenEntry } from './ledger.ts';

export interface Arrival {
  readonly entry: OpenEntry;
  readonly request: Incoming;
  readonly behaviour: Behaviour | undefined;
  carryOut(): Reply;
}

export interface ExchangeSettings {
  readonly clock: SandboxClock;
  /** Milliseconds that any answer takes. */
  readonly latencyMs: number;
  readonly admit?: (entry: LedgerEntry) => Promise<void> | undefined;
  readonly onAnswer?: (entry: LedgerEntry) => void;
}

type Outcome = Reply | 'reset' | 'close' | 'hang';

/** Waits as long as the request takes, and carries it out unless its fault prevents that. */
export async function exchange(arrival: Arrival, settings: ExchangeSettings): Promise<Outcome> {
  const { entry, behaviour, request, carryOut } = arrival;
  const { clock, latencyMs } = settings;
  const waitMs = latencyMs + (behaviour?.kind === 'late' ? behaviour.ms : 0);
  if (waitMs > 0) await clock.sleep(waitMs);
  await settings.admit?.(entry);
  entry.real = behaviour && 'effect' in behaviour && !behaviour.effect ? undefined : carryOut();
  if (behaviour?.kind === 'delay') await clock.sleep(behaviour.ms);
  const outcome = outcomeOf(behaviour, entry.real, request, clock.now());
  entry.status = typeof outcome === 'string' ? null : outcome.status;
  settings.onAnswer?.(entry);
  return outcome;
}

function outcomeOf(
  behaviour: Behaviour | undefined,
  real: Reply | undefined,
  request: Incoming,
  nowMs: number,
): Outcome {
  switch (behaviour?.kind) {
    case 'reset':
    case 'close':
    case 'hang':
      return behaviour.kind;
    case 'answer':
      return typeof behaviour.reply === 'function' ? behaviour.reply(request, nowMs) : behaviour.reply;
    case 'edit':
      if (!real || real.status >= 400) break;
      return { ...real, body: JSON.stringify(behaviour.edit(JSON.parse(real.body))) };
  }
  return real ?? 'close';
}

export function respond(outcome: Outcome, { socket }: IncomingMessage, response: ServerResponse): void {
  if (typeof outcome !== 'string') {
    const length = outcome.status === 204 ? {} : { 'content-length': Buffer.byteLength(outcome.body) };
    response.writeHead(outcome.status, { ...length, ...outcome.headers }).end(outcome.body);
  }
  // Node cannot send an RST below TLS; there the connection closes without a word.
  else if (outcome === 'reset' && !(socket instanceof TLSSocket)) socket.resetAndDestroy();
  else if (outcome !== 'hang') socket.destroy();
}

/** The outcome for a caller in memory. @throws with the code ECONNRESET; never settles where nobody answers */
export async function inMemory(outcome: Promise<Outcome>): Promise<Reply> {
  const what = await outcome;
  if (what === 'hang') return new Promise<never>(() => {});
  if (typeof what !== 'string') return what;
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
}

export function report(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
}
