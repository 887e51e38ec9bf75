import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Incoming, Reply } from './exchange.ts';
import type { Behaviour } from './faults.ts';
import { type RequestBytes, readRequest, writeReply } from './http-bytes.ts';
import type { LedgerEntry, OpenEntry } from './ledger.ts';

/** A request that arrived: where it is written down, its fault, and what answers it. */
export interface Arrival {
  readonly entry: OpenEntry;
  readonly request: Incoming;
  readonly behaviour: Behaviour | undefined;
  carryOut(): Reply;
}

export interface ConnectionSettings {
  /** The clock of everything here, in milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds that any answer takes. */
  readonly latencyMs: number;
  /** Holds a request up before it is carried out. */
  readonly admit?: (entry: LedgerEntry) => Promise<void> | undefined;
  /** Called with each request once it was answered, or will never be. */
  readonly onAnswer?: (entry: LedgerEntry) => void;
}

/** Answers the requests on a connection, one after the other, and does to each what its behaviour says. It works on bytes. */
export function serve(
  connection: Duplex,
  settings: ConnectionSettings,
  arrive: (bytes: RequestBytes) => Arrival,
): void {
  let waiting: Buffer = Buffer.alloc(0);
  let busy: Promise<void> = Promise.resolve();
  connection.on('error', () => {});
  // Nobody closes one direction alone: whoever ends has left.
  connection.on('end', () => connection.destroy());
  connection.on('data', (chunk: Buffer) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    try {
      for (let bytes = readRequest(waiting); bytes; bytes = readRequest(waiting)) {
        waiting = waiting.subarray(bytes.length);
        const arrival = arrive(bytes);
        busy = busy.then(() => exchange(connection, arrival, settings)).catch(report);
      }
    } catch (error) {
      if (!(error instanceof SyntaxError)) report(error);
      connection.destroy();
    }
  });
}

/** A mistake in here must be seen. */
function report(error: unknown): void {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
}

async function exchange(connection: Duplex, arrival: Arrival, settings: ConnectionSettings): Promise<void> {
  const { entry, behaviour, carryOut } = arrival;
  const waitMs = settings.latencyMs + (behaviour?.kind === 'late' ? behaviour.ms : 0);
  if (waitMs > 0) await pause(waitMs);
  await settings.admit?.(entry);
  const real = behaviour && 'effect' in behaviour && !behaviour.effect ? undefined : carryOut();
  entry.real = real;
  entry.realAt = settings.now();
  if (behaviour?.kind === 'delay') await pause(behaviour.ms);
  const bytes = answerTo(arrival, real);
  entry.status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes.toString('latin1', 0, 16))?.[1]) || null;
  await write(connection, entry, bytes, behaviour?.kind === 'drip' ? behaviour.ms : undefined);
  entry.deliveredAt = settings.now();
  if (connection.destroyed && entry.delivered.length < bytes.length) entry.callerLeftAt = settings.now();
  settings.onAnswer?.(entry);
  if (behaviour) await end(connection, behaviour);
  else if (entry.headers.connection === 'close') connection.end();
}

function pause(ms: number): Promise<void> {
  return delay(ms, undefined, { ref: false });
}

/** What goes back, as far as it is not lost. */
function answerTo({ behaviour, request }: Arrival, real: Reply | undefined): Buffer {
  if (behaviour?.kind === 'answer') {
    const { reply } = behaviour;
    return writeReply(typeof reply === 'function' ? reply(request) : reply);
  }
  const bytes = real ? writeReply(real) : Buffer.alloc(0);
  switch (behaviour?.kind) {
    case 'reset':
    case 'close':
    case 'hang':
      return Buffer.alloc(0);
    case 'bytes':
      return behaviour.change(bytes);
    case 'edit':
      if (!real || real.status >= 400) return bytes;
      return writeReply({ ...real, body: JSON.stringify(behaviour.edit(JSON.parse(real.body))) });
    default:
      return bytes;
  }
}

/** At once, or byte by byte. */
async function write(connection: Duplex, entry: OpenEntry, bytes: Buffer, msPerByte?: number): Promise<void> {
  const step = msPerByte === undefined ? bytes.length : 1;
  for (let at = 0; at < bytes.length; at += step) {
    // The last byte ends it, so the pauses are between them.
    if (at > 0 && msPerByte !== undefined) await pause(msPerByte);
    if (connection.destroyed) return;
    connection.write(bytes.subarray(at, at + step));
    entry.delivered = bytes.subarray(0, at + step);
  }
}

async function end(connection: Duplex, behaviour: Behaviour): Promise<void> {
  const { kind } = behaviour;
  if (kind === 'idle' && behaviour.ms > 0) await pause(behaviour.ms);
  const how = kind === 'reset' || kind === 'close' || kind === 'hang' ? kind : behaviour.end;
  if (how === 'close') connection.end();
  // Nothing more is answered on a connection that hangs.
  else if (how === 'hang') await (connection.closed || once(connection, 'close'));
  // Node cannot send an RST below TLS; there the connection closes without a word.
  else if (how === 'reset' && 'resetAndDestroy' in connection && !(connection instanceof TLSSocket))
    (connection as Socket).resetAndDestroy();
  else if (how === 'reset') connection.destroy();
}
