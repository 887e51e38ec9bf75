import type { CallOptions } from '../../src/platform/client.ts';
import type { PlatformError } from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { errorOf, type Trouble } from './wait-world.ts';

export interface PlatformScript {
  /** What the nth poll finds when it is answered. */
  poll(nth: number, nowMs: number): Job | Trouble;
  pollLatencyMs?(nth: number): number;
}

/** One poll, with the times of the simulated clock. */
export interface Call {
  readonly startMs: number;
  readonly timeoutMs: number;
  readonly endMs: number;
  readonly saw: Job | PlatformError;
}

/**
 * Jobs as a wait sees them, played from a script on a simulated clock. A poll ends early by its time limit or its signal,
 * as the transport sees to it.
 */
export class SimulatedPlatform {
  readonly polls: Call[] = [];
  readonly #clock: SimulatedClock;
  readonly #script: PlatformScript;

  constructor(clock: SimulatedClock, script: PlatformScript) {
    this.#clock = clock;
    this.#script = script;
  }

  readonly getJob = (id: string, { signal, timeoutMs = Number.NaN }: CallOptions = {}): Promise<Job> => {
    const startMs = this.#clock.now();
    const request = this.#answer(id, signal, timeoutMs);
    const keep = (saw: Call['saw']) =>
      void this.polls.push({ startMs, timeoutMs, endMs: this.#clock.now(), saw });
    // It is kept before the caller hears of it.
    request.then(keep, keep);
    return request;
  };

  async #answer(id: string, signal: AbortSignal | undefined, timeoutMs: number): Promise<Job> {
    const { poll, pollLatencyMs = () => 0 } = this.#script;
    const nth = this.polls.length;
    const latencyMs = pollLatencyMs(nth);
    try {
      await this.#clock.sleep(Math.min(latencyMs, timeoutMs), signal);
    } catch {
      throw errorOf({ kind: 'network', code: 'INTERRUPTED', sent: true });
    }
    if (latencyMs > timeoutMs) throw errorOf({ kind: 'network', code: 'TIMEOUT', sent: true });
    const found = poll(nth, this.#clock.now());
    if ('kind' in found) throw errorOf(found);
    return { ...found, id };
  }
}
