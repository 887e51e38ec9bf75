import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { SandboxOptions } from '../sandbox/server.ts';
import type { Arrivals } from './sandbox-child.ts';

/** A sandbox without limits in a process of its own, so that it takes no time from the one that is measured. */
export class SandboxProcess {
  readonly url: string;
  readonly apiKey: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { url, apiKey }: { url: string; apiKey: string }) {
    this.#child = child;
    this.url = url;
    this.apiKey = apiKey;
  }

  static async start(options: SandboxOptions): Promise<SandboxProcess> {
    const file = path.join(import.meta.dirname, 'sandbox-child.ts');
    const child = fork(file, [JSON.stringify(options)]);
    const [address] = await once(child, 'message');
    return new SandboxProcess(child, address);
  }

  /** What arrived since the last call. */
  async take(): Promise<Arrivals> {
    this.#child.send('take');
    const [arrivals] = await once(this.#child, 'message');
    return arrivals;
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}
