import { once } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Incoming, Reply, SandboxClock, Sent } from './exchange.ts';
import type { Behaviour } from './faults.ts';
import { readRequest, writeReply } from './http-bytes.ts';
import type { LedgerEntry, OpenEntry } from './ledger.ts';

/** A request that arrived: where it is written down, its fault, and what answers it. */
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
  /** Holds a request up before it is carried out. */
  readonly admit?: (entry: LedgerEntry) => Promise<void> | undefined;
  /** Called with each request once it was answered, or will never be. */
  readonly onAnswer?: (entry: LedgerEntry) => void;
}

/** Waits as long as the request takes, carries it out unless its fault prevents that, and gives the real answer. */
async function carriedOut(arrival: Arrival, settings: ExchangeSettings): Promise<Reply | undefined> {
  const { entry, behaviour, carryOut } = arrival;
  const waitMs = settings.latencyMs + (behaviour?.kind === 'late' ? behaviour.ms : 0);
  if (waitMs > 0) await settings.clock.sleep(waitMs);
  await settings.admit?.(entry);
  entry.real = behaviour && 'effect' in behaviour && !behaviour.effect ? undefined : carryOut();
  if (behaviour?.kind === 'delay') await settings.clock.sleep(behaviour.ms);
  return entry.real;
}

/** The answer that goes back instead of the real one, where a fault says so in HTTP. */
function replyOf({ behaviour, request }: Arrival, real: Reply | undefined, nowMs: number): Reply | undefined {
  if (behaviour?.kind === 'answer') {
    const { reply } = behaviour;
    return typeof reply === 'function' ? reply(request, nowMs) : reply;
  }
  if (behaviour?.kind !== 'edit' || !real || real.status >= 400) return real;
  return { ...real, body: JSON.stringify(behaviour.edit(JSON.parse(real.body))) };
}

/**
 * Answers a request that came in memory.
 *
 * @throws with the code ECONNRESET where a fault loses the answer; never settles where nobody answers
 */
export async function exchangeInMemory(arrival: Arrival, settings: ExchangeSettings): Promise<Reply> {
  const { entry, behaviour } = arrival;
  const real = await carriedOut(arrival, settings);
  const kind = behaviour?.kind;
  const reply = replyOf(arrival, real, settings.clock.now());
  const isLost = kind === 'reset' || kind === 'close' || kind === 'hang';
  if (!isLost) entry.status = reply?.status ?? null;
  settings.onAnswer?.(entry);
  if (kind === 'hang') await new Promise<never>(() => {});
  if (isLost || !reply) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  return reply;
}

/** Answers the requests on a connection, one after the other, and does to each what its behaviour says. */
export function serve(connection: Socket, settings: ExchangeSettings, arrive: (sent: Sent) => Arrival): void {
  let waiting: Buffer = Buffer.alloc(0);
  let busy: Promise<void> = Promise.resolve();
  connection.on('error', () => {});
  // Nobody closes one direction alone: whoever ends has left.
  connection.on('end', () => connection.destroy());
  connection.on('data', (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    try {
      for (let sent = readRequest(waiting); sent; sent = readRequest(waiting)) {
        waiting = waiting.subarray(sent.length);
        const arrival = arrive(sent);
        busy = busy.then(() => exchange(connection, arrival, settings)).catch(report);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) report(error);
      connection.destroy();
    }
  });
}

/** A mistake in here must be seen. */
export function report(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
}

async function exchange(connection: Socket, arrival: Arrival, settings: ExchangeSettings): Promise<void> {
  const { entry, behaviour } = arrival;
  const real = await carriedOut(arrival, settings);
  const bytes = bytesOf(arrival, real, settings);
  entry.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes.toString('latin1', 0, 16))?.[1]) || null;
  await write(
    connection,
    entry,
    bytes,
    behaviour?.kind === 'drip' ? behaviour.ms : undefined,
    settings.clock,
  );
  settings.onAnswer?.(entry);
  if (behaviour) await end(connection, behaviour, settings.clock);
  else if (entry.headers.connection === 'close') connection.end();
}

/** What goes back, as far as it is not lost. */
function bytesOf(arrival: Arrival, real: Reply | undefined, { clock }: ExchangeSettings): Buffer {
  const { behaviour } = arrival;
  if (behaviour?.kind === 'reset' || behaviour?.kind === 'close' || behaviour?.kind === 'hang')
    return Buffer.alloc(0);
  const reply = replyOf(arrival, real, clock.now());
  const bytes = reply ? writeReply(reply) : Buffer.alloc(0);
  return behaviour?.kind === 'bytes' ? behaviour.change(bytes) : bytes;
}

/** At once, or byte by byte. */
async function write(
  connection: Socket,
  entry: OpenEntry,
  bytes: Buffer,
  msPerByte: number | undefined,
  clock: SandboxClock,
): Promise<void> {
  const step = msPerByte === undefined ? bytes.length : 1;
  for (let at = 0; at < bytes.length; at += step) {
    // The last byte ends it, so the pauses are between them.
    if (at > 0 && msPerByte !== undefined) await clock.sleep(msPerByte);
    if (connection.destroyed) return;
    connection.write(bytes.subarray(at, at + step));
    entry.delivered = bytes.subarray(0, at + step);
  }
}

async function end(connection: Socket, behaviour: Behaviour, clock: SandboxClock): Promise<void> {
  const { kind } = behaviour;
  if (kind === 'idle' && behaviour.ms > 0) await clock.sleep(behaviour.ms);
  const how = kind === 'reset' || kind === 'close' || kind === 'hang' ? kind : behaviour.end;
  if (how === 'close') connection.end();
  // Nothing more is answered on a connection that hangs.
  else if (how === 'hang') await (connection.closed || once(connection, 'close'));
  // Node cannot send an RST below TLS; there the connection closes without a word.
  else if (how === 'reset' && !(connection instanceof TLSSocket)) connection.resetAndDestroy();
  else if (how === 'reset') connection.destroy();
}
