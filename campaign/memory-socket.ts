import { Duplex } from 'node:stream';
import { deliver } from './simulated-time.ts';

/**
 * One end of a connection in memory, with as much of `net.Socket` as undici uses: an end, a reset and a refusal look to
 * the other side as they do over TCP.
 */
export class MemorySocket extends Duplex {
  connecting = false;
  #peer!: MemorySocket;
  #reset = false;

  /** Two ends of one connection. */
  static pair(): { caller: MemorySocket; callee: MemorySocket } {
    const options = { allowHalfOpen: false, highWaterMark: 1024 * 1024 };
    const [caller, callee] = [new MemorySocket(options), new MemorySocket(options)];
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
    const isGone = this.#peer.destroyed;
    if (!isGone) this.#send(chunk);
    callback(isGone ? systemError('EPIPE', 'write') : undefined);
  }

  override _final(callback: () => void): void {
    this.#send(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    if (this.#reset) deliver(() => this.#peer.destroy(systemError('ECONNRESET', 'read')));
    else this.#send(null);
    // As with a real socket, `close` comes in a later round of the event loop.
    deliver(() => callback(error));
  }

  /** Bytes, or the end of them. */
  #send(chunk: Buffer | null): void {
    const peer = this.#peer;
    deliver(() => peer.destroyed || peer.readableEnded || peer.push(chunk));
  }

  resetAndDestroy(): this {
    this.#reset = true;
    return this.destroy();
  }

  readonly #itself = () => this;
  readonly setNoDelay = this.#itself;
  readonly setKeepAlive = this.#itself;
  readonly ref = this.#itself;
  readonly unref = this.#itself;
}

export function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}
