import { once } from 'node:events';
import { type Duplex, duplexPair } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sandbox } from '../sandbox/server.ts';
import type { Fault } from './faults.ts';
import { type RequestBytes, readRequest, readResponse } from './http-bytes.ts';
import { type Exchange, operationOf, type Wire } from './wire.ts';

/** A connection with a way to be reset, as `net.Socket` has it. */
export interface Connection extends Duplex {
  resetAndDestroy(): unknown;
}

export interface ProxyPorts {
  readonly wire: Wire;
  /** Milliseconds that a healthy answer takes. */
  readonly latencyMs: number;
  faultFor(exchange: Exchange): Fault | undefined;
  sandbox(): Sandbox;
}

/**
 * Stands between the action and everything it talks to, and does to each request what it is told. It works on bytes,
 * over TCP as well as in memory.
 */
export class FaultProxy {
  readonly #ports: ProxyPorts;
  readonly #counts = new Map<string, number>();
  readonly #serving = new Set<Promise<void>>();

  constructor(ports: ProxyPorts) {
    this.#ports = ports;
  }

  /** Once every request that has come is dealt with. */
  async settled(): Promise<void> {
    while (this.#serving.size > 0) await Promise.all(this.#serving);
  }

  /** @param step which of the steps that run has connected */
  accept(connection: Connection, step = 0): void {
    const { wire } = this.#ports;
    wire.connections += 1;
    const number = wire.connections;
    let waiting: Buffer = Buffer.alloc(0);
    let busy: Promise<void> = Promise.resolve();
    connection.on('error', () => {});
    // Nobody closes one direction alone: whoever ends has left.
    connection.on('end', () => connection.destroy());
    connection.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let request = readRequest(waiting); request; request = readRequest(waiting)) {
        waiting = waiting.subarray(request.raw.length);
        const exchange = this.#arrival(request, number, step);
        busy = this.#track(
          // Without a platform behind it there is nothing to say.
          busy.then(() => this.#serve(connection, exchange)).catch(() => void connection.destroy()),
        );
      }
    });
  }

  #track(work: Promise<void>): Promise<void> {
    this.#serving.add(work);
    work.finally(() => this.#serving.delete(work));
    return work;
  }

  #arrival(request: RequestBytes, connection: number, step: number): Exchange {
    const { wire } = this.#ports;
    const { operation, kind } = operationOf(request);
    const key = `${step} ${operation}`;
    const nth = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, nth);
    const exchange: Exchange = {
      ordinal: wire.exchanges.length + 1,
      step,
      operation,
      kind,
      nth,
      connection,
      request,
      arrivedMs: wire.now(),
      fault: undefined,
      delivered: Buffer.alloc(0),
    };
    exchange.fault = this.#ports.faultFor(exchange);
    wire.exchanges.push(exchange);
    const fault = exchange.fault ? `: ${exchange.fault.name}` : '';
    wire.note(`→ ${nameOf(exchange)} on connection ${connection}${fault}`);
    wire.onEvent('on arrival', exchange);
    return exchange;
  }

  async #serve(connection: Connection, exchange: Exchange): Promise<void> {
    const { latencyMs, wire, sandbox } = this.#ports;
    const { fault, request } = exchange;
    if (latencyMs > 0 || fault?.beforeMs) await delay(latencyMs + (fault?.beforeMs ?? 0));
    const real = fault?.passOn === false ? Buffer.alloc(0) : await exchangeBytes(sandbox(), request.raw);
    exchange.real = readResponse(real);
    exchange.realMs = wire.now();
    if (exchange.real) wire.note(`  ${nameOf(exchange)} done: ${exchange.real.status}`);
    if (fault?.afterMs) await delay(fault.afterMs);
    const answer = fault?.answer?.(request, real) ?? real;
    await this.#answer(connection, exchange, answer);
    wire.onEvent('on answer', exchange);
    await this.#end(connection, fault);
  }

  async #answer(connection: Connection, exchange: Exchange, answer: Buffer): Promise<void> {
    const { wire } = this.#ports;
    const { fault } = exchange;
    const length = fault?.part === undefined ? answer.length : Math.floor(fault.part * answer.length);
    const step = fault?.msPerByte === undefined ? length : 1;
    for (let at = 0; at < length && !connection.destroyed; at += step) {
      if (at > 0) await delay(fault?.msPerByte ?? 0);
      if (connection.destroyed) break;
      const bytes = answer.subarray(at, Math.min(length, at + step));
      connection.write(bytes);
      exchange.delivered = Buffer.concat([exchange.delivered, bytes]);
    }
    exchange.deliveredMs = wire.now();
    const whole = exchange.delivered.length === answer.length;
    if (connection.destroyed && !whole) exchange.callerLeftMs = wire.now();
    const what = exchange.delivered.toString('latin1', 0, 15).replace(/[^ -~]/g, '?');
    wire.note(
      `← ${nameOf(exchange)}: ${exchange.delivered.length} of ${answer.length} bytes${what && ` (${what})`}${exchange.callerLeftMs === undefined ? '' : ', the caller had left'}`,
    );
  }

  async #end(connection: Connection, fault: Fault | undefined): Promise<void> {
    if (!fault?.end) return;
    if (fault.idleMs) await delay(fault.idleMs);
    if (fault.end === 'reset') connection.resetAndDestroy();
    else if (fault.end === 'close') connection.end();
    // Nothing more is answered on a connection that hangs.
    else if (!connection.closed) await once(connection, 'close');
  }
}

/** Sends the sandbox one request, past all faults, and waits for its whole answer. */
export async function exchangeBytes(sandbox: Sandbox, request: Buffer): Promise<Buffer> {
  const [near, far] = duplexPair();
  sandbox.accept(far);
  near.write(request);
  let answer: Buffer = Buffer.alloc(0);
  for await (const chunk of near) {
    answer = Buffer.concat([answer, chunk as Buffer]);
    if (readResponse(answer)) return answer;
  }
  throw new Error('the other side closed the connection');
}

/** As `[0] create 1`: the step, what it asks, and which time. */
function nameOf({ step, operation, nth }: Exchange): string {
  return `[${step}] ${operation} ${nth}`;
}
