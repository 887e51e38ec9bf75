import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { Fault } from './faults.ts';
import { type RequestBytes, readRequest, readResponse } from './http-bytes.ts';
import type { Outage, Plan } from './plan.ts';
import type { Exchange, Operation, WireStory } from './story.ts';

/** A connection with a way to be reset, as `net.Socket` has it. */
export interface Connection extends Duplex {
  resetAndDestroy(): unknown;
}

export interface ProxyPorts {
  readonly plan: Plan;
  readonly story: WireStory;
  /** A new connection to the platform. */
  dial(): Duplex;
  sleep(ms: number): Promise<void>;
  /** From now on nobody listens, for a while. */
  beginOutage(outage: Outage): void;
}

/**
 * Stands between the caller and the platform, and does to each request what the plan says. It works on bytes, over
 * TCP as well as in memory.
 */
export class FaultProxy {
  readonly #ports: ProxyPorts;
  readonly #counts = new Map<Operation, number>();
  readonly #serving = new Set<Promise<void>>();
  #answers = 0;
  #outageOver = false;

  constructor(ports: ProxyPorts) {
    this.#ports = ports;
    this.#beginOutage();
  }

  /** Once every request that has come is dealt with. */
  async settled(): Promise<void> {
    while (this.#serving.size > 0) await Promise.all(this.#serving);
  }

  #beginOutage(): void {
    const { plan, story } = this.#ports;
    if (!plan.outage || this.#outageOver || this.#answers < plan.outage.afterAnswers) return;
    this.#outageOver = true;
    story.note(`an outage begins (${plan.outage.kind}, ${plan.outage.lastsMs.toFixed(0)} ms)`);
    this.#ports.beginOutage(plan.outage);
  }

  accept(connection: Connection): void {
    const { story } = this.#ports;
    const number = story.connections.push({ openedMs: story.now() });
    let waiting: Buffer = Buffer.alloc(0);
    let busy: Promise<void> = Promise.resolve();
    connection.on('error', () => {});
    // Nobody closes one direction alone: whoever ends has left.
    connection.on('end', () => connection.destroy());
    connection.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk]);
      for (let request = readRequest(waiting); request; request = readRequest(waiting)) {
        waiting = waiting.subarray(request.raw.length);
        const exchange = this.#arrival(request, number);
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

  #arrival(request: RequestBytes, connection: number): Exchange {
    const { plan, story } = this.#ports;
    const operation = operationOf(request);
    const nth = (this.#counts.get(operation) ?? 0) + 1;
    this.#counts.set(operation, nth);
    const fault = operation === 'other' ? undefined : plan.faultFor(operation, nth);
    const exchange: Exchange = {
      operation,
      nth,
      connection,
      request,
      arrivedMs: story.now(),
      fault,
      delivered: Buffer.alloc(0),
    };
    story.exchanges.push(exchange);
    story.note(`→ ${operation} ${nth} on connection ${connection}${fault ? `: ${fault.name}` : ''}`);
    story.emit({ phase: 'arrived', exchange });
    return exchange;
  }

  async #serve(connection: Connection, exchange: Exchange): Promise<void> {
    const { plan, story, sleep } = this.#ports;
    const { fault, request } = exchange;
    if (plan.latencyMs > 0 || fault?.beforeMs) await sleep(plan.latencyMs + (fault?.beforeMs ?? 0));
    const real = fault?.passOn === false ? Buffer.alloc(0) : await this.#passOn(request);
    exchange.real = readResponse(real);
    if (exchange.real) story.note(`  ${exchange.operation} ${exchange.nth} done: ${exchange.real.status}`);
    if (fault?.afterMs) await sleep(fault.afterMs);
    const answer = fault?.answer?.(request, real) ?? real;
    await this.#answer(connection, exchange, answer);
    this.#answers += 1;
    this.#beginOutage();
    story.emit({ phase: 'answered', exchange });
    await this.#end(connection, fault);
  }

  async #answer(connection: Connection, exchange: Exchange, answer: Buffer): Promise<void> {
    const { story, sleep } = this.#ports;
    const { fault } = exchange;
    const length = fault?.part === undefined ? answer.length : Math.floor(fault.part * answer.length);
    const step = fault?.msPerByte === undefined ? length : 1;
    for (let at = 0; at < length && !connection.destroyed; at += step) {
      if (at > 0) await sleep(fault?.msPerByte ?? 0);
      if (connection.destroyed) break;
      const bytes = answer.subarray(at, Math.min(length, at + step));
      connection.write(bytes);
      exchange.delivered = Buffer.concat([exchange.delivered, bytes]);
    }
    exchange.deliveredMs = story.now();
    const whole = exchange.delivered.length === answer.length;
    if (connection.destroyed && !whole) exchange.callerLeftMs = story.now();
    const what = exchange.delivered.toString('latin1', 0, 15).replace(/[^ -~]/g, '?');
    story.note(
      `← ${exchange.operation} ${exchange.nth}: ${exchange.delivered.length} of ${answer.length} bytes${what && ` (${what})`}${exchange.callerLeftMs === undefined ? '' : ', the caller had left'}`,
    );
  }

  async #end(connection: Connection, fault: Fault | undefined): Promise<void> {
    if (!fault?.end) return;
    if (fault.idleMs) await this.#ports.sleep(fault.idleMs);
    if (fault.end === 'reset') connection.resetAndDestroy();
    else if (fault.end === 'close') connection.end();
    // Nothing more is answered on a connection that hangs.
    else if (!connection.closed) await once(connection, 'close');
  }

  /** The platform's answer, whole. */
  async #passOn(request: RequestBytes): Promise<Buffer> {
    return exchangeBytes(this.#ports.dial(), request.raw);
  }
}

/** Sends one request and waits for its whole answer. */
export async function exchangeBytes(connection: Duplex, request: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let answer: Buffer = Buffer.alloc(0);
  connection.on('data', (chunk: Buffer) => {
    answer = Buffer.concat([answer, chunk]);
    if (readResponse(answer)) resolve(answer);
  });
  connection.on('error', reject);
  connection.on('close', () => reject(new Error('the platform closed the connection')));
  connection.write(request);
  try {
    return await promise;
  } finally {
    connection.destroy();
  }
}

function operationOf({ method, path }: RequestBytes): Operation {
  if (method === 'GET' && /^\/v2\/agent\/[^/]+\/job\/[^/]+$/.test(path)) return 'get';
  if (method === 'POST' && /^\/v2\/agent\/[^/]+\/job$/.test(path)) return 'create';
  if (method === 'POST' && /^\/v2\/agent\/[^/]+\/job\/[^/]+\/message$/.test(path)) return 'message';
  return /^\/github\/.*\/comments/.test(path) ? 'comment' : 'other';
}
