import { readdirSync } from 'node:fs';
import path from 'node:path';
import '@actions/github';
import type { RunContext } from '../src/context.ts';
import { fail, runMode } from '../src/main.ts';
import { Outputs } from '../src/outputs.ts';
import { redactor } from '../src/text/redact.ts';
import { CollectedLog } from './collected-log.ts';
import { networkOver, type Wire } from './network.ts';
import type { SimulatedClock } from './simulated-clock.ts';

// What is loaded on demand would take real time, in which hours would pass for a story.
const agent = path.resolve(import.meta.dirname, '../src/agent');
for (const file of readdirSync(agent, { recursive: true }))
  if (String(file).endsWith('.ts')) await import(`../src/agent/${file}`);

/** One step of one job, as `main.ts` runs it, but in the story's time and with a network and files in memory. */
export class StepRun {
  readonly log: CollectedLog;
  readonly outputs: Record<string, string> = {};
  summary = '';
  readonly startMs: number;
  endMs = Infinity;
  signalMs: number | undefined;
  succeeded = false;
  isKilled = false;
  /** Once it is over, also where it was killed. */
  readonly ended: Promise<void>;
  readonly #end = Promise.withResolvers<void>();
  readonly #interruption = new AbortController();
  readonly #clock: SimulatedClock;

  constructor(env: Readonly<Record<string, string>>, clock: SimulatedClock, wire: Wire) {
    this.#clock = clock;
    this.startMs = clock.now();
    this.ended = this.#end.promise;
    const redact = redactor([env['INPUT_API-KEY'] ?? '', env['INPUT_GITHUB-TOKEN'] ?? '']);
    this.log = new CollectedLog(redact);
    const setOutput = (name: string, value: string) => {
      this.outputs[name] = redact(value);
    };
    const addSummary = async (markdown: string) => {
      this.summary += `${redact(markdown)}\n`;
    };
    void this.#run({
      env,
      redact,
      log: this.log,
      signal: this.#interruption.signal,
      outputs: new Outputs(setOutput),
      files: { lacksOutputs: false, setOutput, addSummary },
      clock: {
        ...clock,
        sleep: (ms, signal) => this.#whileAlive(clock.sleep(Math.ceil(ms), signal)),
      },
      network: networkOver((...sent) => this.#whileAlive(wire(...sent))),
    });
  }

  async #run(context: RunContext): Promise<void> {
    try {
      this.#finish(await runMode(context));
    } catch (error) {
      await fail(error, context);
      this.#finish(false);
    }
  }

  get isOver(): boolean {
    return this.endMs !== Infinity;
  }

  get outcome(): string {
    return this.outputs['outcome'] ?? '';
  }

  /** Everything that it tells the runner. */
  get said(): string {
    const told = Object.entries(this.outputs).map(([name, value]) => `${name}: ${value}`);
    return [...this.log.texts(), this.summary, ...told].join('\n');
  }

  interrupt(): void {
    this.signalMs ??= this.#clock.now();
    this.#interruption.abort(new Error('interrupted by SIGTERM'));
  }

  kill(): void {
    this.isKilled = true;
    this.#finish(false);
  }

  /** A process that is gone learns of nothing. */
  async #whileAlive<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      if (this.isOver) await new Promise<never>(() => {});
    }
  }

  #finish(succeeded: boolean): void {
    if (this.isOver) return;
    this.succeeded = succeeded;
    this.endMs = this.#clock.now();
    this.#end.resolve();
  }
}
