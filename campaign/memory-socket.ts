import { Duplex } from 'node:stream';
import { deliver } from './simulated-time.ts';

/**
 * One end of a connection in memory, with as much of `net.Socket` as undici uses: an end, a reset and a refusal look to
 * the other side as they do over TCP.
 */
export class MemorySocket extends Duplex {
  connecting = false;
  #peer: MemorySocket | undefined;
  #reset = false;

  /** Two ends of one connection. */
  static pair(): { caller: MemorySocket; callee: MemorySocket } {
    const [caller, callee] = [0, 1].map(
      () => new MemorySocket({ allowHalfOpen: false, highWaterMark: 1024 * 1024 }),
    ) as [MemorySocket, MemorySocket];
    caller.#peer = callee;
    callee.#peer = caller;
    return { caller, callee };
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
    if (!peer || peer.destroyed) {
      callback(systemError('EPIPE', 'write'));
      return;
    }
    deliver(() => peer.destroyed || peer.readableEnded || peer.push(chunk));
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

export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}
