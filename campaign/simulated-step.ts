import { AsyncLocalStorage } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { StepDirectory, type StepOptions } from '../__tests__/helpers/action-environment.ts';
import { MemorySocket, systemError } from './memory-socket.ts';
import type { StepEnd } from './story-result.ts';

/**
 * Steps of the action in this process, in simulated time, on a network in memory: `main`, the client, undici, Octokit
 * and the sandbox's HTTP server are the real ones; only the clock and the wire are not. One world at a time, and any
 * number of steps in it at once, each with output, variables and connections of its own.
 */

/** The way from a step to the world. */
interface Network {
  accept(connection: Duplex): void;
  /** A connection was refused, or is not answered. */
  miss(): void;
}

export type OutageKind = 'refused' | 'silent';

/** The step on whose behalf the code at hand runs. */
const running = new AsyncLocalStorage<SimulatedStep>();

Object.assign(net, {
  connect() {
    const step = running.getStore();
    if (!step) throw new Error('a connection that no step asked for');
    return step.connect();
  },
});
syncBuiltinESMExports();

const outside = process.env;
Object.defineProperty(process, 'env', { get: () => running.getStore()?.env ?? outside });
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array, ...rest: never[]) => {
  const step = running.getStore();
  if (!step) return write(chunk, ...rest);
  step.log += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
  return true;
}) as typeof process.stdout.write;

const { main } = await import('../src/main.ts');
// What is loaded on demand: loading takes real time, in which hours would pass for a story.
await Promise.all([
  import('@actions/github'),
  import('../src/agent/run-agent.ts'),
  import('../src/agent/prompt/include/include.ts'),
  import('../src/agent/notify.ts'),
  import('../src/agent/wait-for-checks.ts'),
  import('../src/agent/review.ts'),
  import('../src/agent/subject.ts'),
]);

/** Of steps that have ended: making one takes longer than a step. */
const directories: StepDirectory[] = [];
process.on('exit', () => {
  for (const directory of directories) directory.remove();
});

export class SimulatedStep {
  readonly env: Record<string, string>;
  log = '';
  signalMs: number | undefined;
  /** The machine was gone, with nothing but files left. */
  killed = false;
  /** Once none of its code runs any more. */
  readonly settled: Promise<unknown>;
  readonly #network: Network;
  readonly #directory: StepDirectory;
  readonly #interruption = new AbortController();
  readonly #end = Promise.withResolvers<StepEnd>();
  readonly ended = this.#end.promise;
  readonly #connections = new Set<MemorySocket>();
  #outage: OutageKind | undefined;
  #isGone = false;

  constructor(options: StepOptions, network: Network) {
    this.#network = network;
    this.#directory = directories.pop() ?? new StepDirectory();
    for (const file of [this.#directory.output, this.#directory.summary]) writeFileSync(file, '');
    this.env = this.#directory.environment(options);
    this.settled = running
      .run(this, () => main(this.env, this.#interruption.signal))
      .then((succeeded) => this.#finish(succeeded))
      .finally(() => directories.push(this.#directory));
  }

  connect(): MemorySocket {
    const { caller, callee } = MemorySocket.pair();
    caller.connecting = true;
    callee.on('error', () => {});
    // undici holds it weakly, as the system would hold a real one.
    this.#connections.add(caller);
    if (this.#isGone) {
      caller.settle(systemError('ECONNREFUSED', 'connect'));
    } else if (this.#outage) {
      this.#network.miss();
      if (this.#outage === 'refused') caller.settle(systemError('ECONNREFUSED', 'connect'));
    } else {
      this.#network.accept(callee);
      caller.settle();
    }
    return caller;
  }

  setOutage(kind: OutageKind | undefined): void {
    this.#outage = kind;
  }

  get isOver(): boolean {
    return this.#isGone;
  }

  /** As the runner does it first when a job is cancelled. */
  interrupt(signal: NodeJS.Signals): void {
    this.signalMs ??= Date.now();
    this.#abort(signal);
  }

  kill(): void {
    this.killed = true;
    this.#finish(false);
    this.#abort('SIGKILL');
  }

  #abort(signal: NodeJS.Signals): void {
    running.run(this, () => this.#interruption.abort(new Error(`interrupted by ${signal}`)));
  }

  #finish(succeeded: boolean): void {
    if (this.#isGone) return;
    this.#isGone = true;
    const result = this.#directory.result(this.log, '');
    for (const connection of this.#connections) connection.resetAndDestroy();
    this.#end.resolve({ result, succeeded });
  }
}
