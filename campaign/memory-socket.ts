import { Duplex } from 'node:stream';

/** Pieces of data and endings that are on their way between two ends. */
let underWay = 0;

/** Whether nothing is on its way on any pair of sockets. */
export function wiresAreQuiet(): boolean {
  return underWay === 0;
}

/** Later, but at the same simulated time, as a network delivers. */
function deliver(action: () => void): void {
  underWay += 1;
  setImmediate(() => {
    underWay -= 1;
    action();
  });
}

/**
 * One end of a connection in memory, with as much of `net.Socket` as undici and Node's HTTP server use: an end, a reset
 * and a refusal look to the other side as they do over TCP.
 */
export class MemorySocket extends Duplex {
  readonly remoteAddress = '127.0.0.1';
  readonly remotePort = 1;
  connecting = false;
  #peer: MemorySocket | undefined;
  #reset = false;
  #idle: NodeJS.Timeout | undefined;
  #idleMs = 0;

  constructor(allowHalfOpen: boolean) {
    super({ allowHalfOpen, highWaterMark: 1024 * 1024 });
  }

  /** Connects to `peer`, after which both get what the other one writes. */
  join(peer: MemorySocket): void {
    this.#peer = peer;
    peer.#peer = this;
  }

  /** Tells this end that its connection stands, or why it does not. */
  settle(error?: Error): void {
    deliver(() => {
      if (this.destroyed) return;
      this.connecting = false;
      if (error) this.destroy(error);
      else this.emit('connect');
    });
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, callback: (error?: Error) => void): void {
    const peer = this.#peer;
    this.#restartIdle();
    if (!peer || peer.destroyed) {
      callback(systemError('EPIPE', 'write'));
      return;
    }
    deliver(() => {
      if (peer.destroyed || peer.readableEnded) return;
      peer.#restartIdle();
      peer.push(chunk);
    });
    callback();
  }

  override _final(callback: () => void): void {
    const peer = this.#peer;
    if (peer) deliver(() => peer.destroyed || peer.push(null));
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    const peer = this.#peer;
    const reset = this.#reset;
    clearTimeout(this.#idle);
    if (peer && !peer.destroyed) deliver(() => peer.#otherSideIsGone(reset));
    // As with a real socket, `close` comes in a later turn of the event loop.
    deliver(() => callback(error));
  }

  #otherSideIsGone(reset: boolean): void {
    if (this.destroyed) return;
    if (reset) this.destroy(systemError('ECONNRESET', 'read'));
    else if (!this.readableEnded) this.push(null);
  }

  resetAndDestroy(): this {
    this.#reset = true;
    return this.destroy();
  }

  destroySoon(): void {
    if (this.writable) this.end(() => this.destroy());
    else this.destroy();
  }

  setTimeout(ms: number, callback?: () => void): this {
    this.#idleMs = ms;
    if (callback) this.once('timeout', callback);
    this.#restartIdle();
    return this;
  }

  #restartIdle(): void {
    clearTimeout(this.#idle);
    if (this.#idleMs > 0 && !this.destroyed) {
      this.#idle = setTimeout(() => this.emit('timeout'), this.#idleMs).unref();
    }
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/** Two ends of one connection. */
export function memoryPair(): { caller: MemorySocket; callee: MemorySocket } {
  const [caller, callee] = [new MemorySocket(false), new MemorySocket(true)];
  caller.join(callee);
  return { caller, callee };
}

export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}
