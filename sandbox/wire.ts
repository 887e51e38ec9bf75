import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import type { Incoming, Reply } from './exchange.ts';
import type { Behaviour } from './faults.ts';

/** How a request was answered. */
export interface Delivery {
  /** Absent when not even the head of an answer was sent. */
  readonly status: number | null;
  /** How the answer was broken; absent for a whole one. */
  readonly broken: Behaviour['kind'] | null;
}

export function send(response: ServerResponse, reply: Reply): Delivery {
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.end(reply.body);
  return { status: reply.status, broken: null };
}

/**
 * Lets `behaviour` happen.
 *
 * @param carryOut does what the request asks and gives the real answer
 */
export async function misbehave(
  response: ServerResponse,
  request: Incoming,
  behaviour: Behaviour,
  carryOut: () => Reply,
): Promise<Delivery> {
  if ('effect' in behaviour && behaviour.effect) carryOut();
  switch (behaviour.kind) {
    case 'answer': {
      const { reply } = behaviour;
      const sent = send(response, typeof reply === 'function' ? reply(request) : reply);
      return { ...sent, broken: 'answer' };
    }
    case 'reset':
      reset(response.socket);
      return { status: null, broken: 'reset' };
    case 'hang':
      return { status: null, broken: 'hang' };
    case 'truncate':
      return truncate(response, carryOut());
    case 'drip':
      return drip(response, carryOut(), behaviour.msPerByte);
    case 'huge':
      return huge(response, carryOut(), behaviour.bytes);
    case 'edit': {
      const reply = carryOut();
      if (reply.status >= 400) return send(response, reply);
      const body = JSON.stringify(behaviour.edit(JSON.parse(reply.body) as Record<string, unknown>));
      return { ...send(response, { ...reply, body }), broken: 'edit' };
    }
    case 'delay': {
      const reply = carryOut();
      await delay(behaviour.ms, undefined, { ref: false });
      return { ...send(response, reply), broken: 'delay' };
    }
  }
}

function reset(socket: Socket | null): void {
  // Node cannot send an RST below TLS; there the connection closes without a word.
  if (socket instanceof TLSSocket) socket.destroy();
  else socket?.resetAndDestroy();
}

function truncate(response: ServerResponse, reply: Reply): Delivery {
  const length = Buffer.byteLength(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': length });
  response.write(Buffer.from(reply.body).subarray(0, Math.ceil(length / 2)));
  response.socket?.end();
  return { status: reply.status, broken: 'truncate' };
}

async function drip(response: ServerResponse, reply: Reply, msPerByte: number): Promise<Delivery> {
  const bytes = Buffer.from(reply.body);
  response.writeHead(reply.status, { ...reply.headers, 'content-length': bytes.length });
  for (let at = 0; at < bytes.length && !response.destroyed; at += 1) {
    response.write(bytes.subarray(at, at + 1));
    await delay(msPerByte, undefined, { ref: false });
  }
  response.end();
  return { status: reply.status, broken: 'drip' };
}

async function huge(response: ServerResponse, reply: Reply, bytes: number): Promise<Delivery> {
  response.writeHead(reply.status, reply.headers);
  // A client that stops reading is what this is for.
  await pipeline(Readable.from(padded(reply.body, bytes)), response).catch(() => {});
  return { status: reply.status, broken: 'huge' };
}

function* padded(body: string, bytes: number): Generator<string> {
  const chunk = 'x'.repeat(256 * 1024);
  yield '{"padding":"';
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk;
  yield `",${body.slice(1)}`;
}
