import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { StepDirectory, type StepOptions, type StepResult } from './action-environment.ts';

/** A step that ran to its end in a process of its own. */
export interface BundleResult extends StepResult {
  /** Null if a signal ended the process. */
  readonly exitCode: number | null;
}

/** `BUNDLE_DIRECTORY` is for trying what src builds before it is committed. */
const dist = process.env['BUNDLE_DIRECTORY'] ?? path.resolve(import.meta.dirname, '../../dist');

/** A copy of `dist/` outside the repository, so that its `node_modules` cannot help. */
export class Bundle {
  readonly #directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-bundle-'));

  constructor() {
    cpSync(dist, this.#directory, { recursive: true });
  }

  get script(): string {
    return path.join(this.#directory, 'index.js');
  }

  /** Starts the action as the runner does. */
  start(options: StepOptions): StartedStep {
    return new StartedStep(this.script, options);
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** A step under way. */
export class StartedStep {
  readonly directory = new StepDirectory();
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  #log = '';
  #stderr = '';

  constructor(script: string, options: StepOptions) {
    const env = this.directory.environment(options);
    this.#process = spawn(process.execPath, [script], {
      cwd: this.directory.workspace,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#closed = once(this.#process, 'close');
    this.#process.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
      this.#stderr += text;
    });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Gives each line of stdout, as it comes. */
  onLine(show: (line: string) => void): void {
    if (this.#process.stdout) createInterface({ input: this.#process.stdout }).on('line', show);
  }

  /** Waits until the log holds `text`. */
  async logged(text: string): Promise<void> {
    await this.until(() => this.#log.includes(text), `"${text}" in the log`);
  }

  /** Looks at `condition` again and again until it holds; fails if the process ends first. */
  async until(condition: () => boolean, what: string): Promise<void> {
    while (!condition()) {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null) {
        throw new Error(`The process ended before ${what}:\n${this.#log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Waits for the process to end, reads what it left, and removes its directory. */
  async finished(): Promise<BundleResult> {
    const [exitCode] = (await this.#closed) as [number | null];
    const result = { ...this.directory.result(this.#log, this.#stderr), exitCode };
    this.directory.remove();
    return result;
  }
}
