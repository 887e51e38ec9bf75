import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Incoming, Reply } from './exchange.ts';
import type { Behaviour } from './faults.ts';
import type { LedgerEntry } from './ledger.ts';

/** How a request was answered: the status, and the behaviour that befell it. */
export type Delivery = Pick<LedgerEntry, 'status' | 'broken'>;

/** @returns the status */
export function send(response: ServerResponse, reply: Reply): number {
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.end(reply.body);
  return reply.status;
}

/** @param carryOut does what the request asks and gives the real answer */
export async function deliver(
  response: ServerResponse,
  request: Incoming,
  behaviour: Behaviour | undefined,
  carryOut: () => Reply,
): Promise<Delivery> {
  if (!behaviour) return { status: send(response, carryOut()), broken: null };
  return { status: await misbehave(response, request, behaviour, carryOut), broken: behaviour.kind };
}

/** @returns the status; null when not even the head of an answer was sent */
async function misbehave(
  response: ServerResponse,
  request: Incoming,
  behaviour: Behaviour,
  carryOut: () => Reply,
): Promise<number | null> {
  if ('effect' in behaviour && behaviour.effect) carryOut();
  switch (behaviour.kind) {
    case 'answer': {
      const { reply } = behaviour;
      return send(response, typeof reply === 'function' ? reply(request) : reply);
    }
    case 'reset':
      reset(response.socket);
      return null;
    case 'hang':
      return null;
    case 'truncate':
      return truncate(response, carryOut());
    case 'huge':
      return huge(response, carryOut(), behaviour.bytes);
    case 'edit':
      return send(response, edited(carryOut(), behaviour.edit));
    case 'delay': {
      const reply = carryOut();
      await delay(behaviour.ms, undefined, { ref: false });
      return send(response, reply);
    }
  }
}

function edited(reply: Reply, edit: (value: Record<string, unknown>) => unknown): Reply {
  return reply.status < 400 ? { ...reply, body: JSON.stringify(edit(JSON.parse(reply.body))) } : reply;
}

function reset(socket: Socket | null): void {
  // Node cannot send an RST below TLS; there the connection closes without a word.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}

function truncate(response: ServerResponse, reply: Reply): number {
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.write(Buffer.from(reply.body).subarray(0, Math.ceil(length / 2)));
  response.socket?.end();
  return reply.status;
}

async function huge(response: ServerResponse, reply: Reply, bytes: number): Promise<number> {
  response.writeHead(reply.status, reply.headers);
  // A client that stops reading is what this is for.
  await pipeline(Readable.from(padded(reply.body, bytes)), response).catch(() => {});
  return reply.status;
}

function* padded(body: string, bytes: number): Generator<string> {
  const chunk = 'x'.repeat(256 * 1024);
  yield '{"padding":"';
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield `",${body.slice(1)}`;
}
