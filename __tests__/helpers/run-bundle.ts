import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { StepDirectory, type StepOptions } from './action-environment.ts';

/** A step under way, which runs as below the runner. */
export class StartedStep {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  readonly #directory = new StepDirectory();
  readonly #closed: Promise<unknown>;
  #log = '';
  #stderr = '';

  /** @param shell what a shell does before, such as `ulimit -f 20` */
  constructor(script: string, options: StepOptions, shell = '') {
    const { workspace } = this.#directory;
    const node = [process.execPath, script];
    const [file = '', ...args] = shell ? ['bash', '-c', `${shell}; exec "$0" "$1"`, ...node] : node;
    const env = this.#directory.environment(options);
    this.process = spawn(file, args, { cwd: workspace, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.process, 'close');
    const { stdout, stderr } = this.process;
    for (const stream of [stdout, stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
        if (stream === stderr) this.#stderr += text;
      });
    }
  }

  /** Waits until the log holds `text`. */
  logged(text: string): Promise<void> {
    return this.until(() => this.#log.includes(text), `"${text}" in the log`);
  }

  /** Looks at `condition` again and again until it holds; fails if the process ends first. */
  async until(condition: () => boolean, what: string): Promise<void> {
    while (!condition()) {
      const { exitCode, signalCode } = this.process;
      const hasEnded = (exitCode ?? signalCode) !== null;
      if (hasEnded) throw new Error(`The process ended before ${what}:\n${this.#log}`);
      await delay(5);
    }
  }

  /** Waits for the process to end, reads what it left, and removes its directory. */
  async finished() {
    await this.#closed;
    const { exitCode } = this.process;
    const result = { ...this.#directory.result(this.#log, this.#stderr), exitCode };
    this.#directory.remove();
    return result;
  }
}
