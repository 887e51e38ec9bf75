import { AsyncLocalStorage } from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { StepDirectory, type StepOptions, type StepResult } from '../__tests__/helpers/action-environment.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import type { Fault } from './faults.ts';
import { writeRequest } from './http-bytes.ts';
import { type MemorySocket, memoryPair, systemError, wiresAreQuiet } from './memory-socket.ts';
import type { Outage } from './plan.ts';
import { exchangeBytes, FaultProxy } from './proxy.ts';
import { SimulatedTime } from './simulated-time.ts';
import { type Exchange, Wire } from './wire.ts';

/**
 * Steps of the action in this process, in simulated time, on a network in memory: `main`, the client, undici, Octokit
 * and the sandbox's HTTP server are the real ones; only the clock and the wire are not. One world at a time, and any
 * number of steps in it at once, each with output, variables and connections of its own.
 */

const time = new SimulatedTime(wiresAreQuiet);
time.install();

/** The step on whose behalf the code at hand runs. */
const running = new AsyncLocalStorage<SimulatedStep>();

/** The world that takes the connections. */
let world: SimulatedWorld | undefined;
Object.assign(net, {
  connect() {
    const { caller, callee } = memoryPair();
    const step = running.getStore();
    if (!world || !step) throw new Error('a connection that no step asked for');
    caller.connecting = true;
    world.connect(caller, callee, step);
    return caller;
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
// What is loaded on demand: loading takes real time.
await import('../src/agent/mode.ts');
await import('@actions/github');
const { startSandbox } = await import('../sandbox/server.ts');

const directories: StepDirectory[] = [];
const free: StepDirectory[] = [];
process.on('exit', () => {
  for (const directory of directories) directory.remove();
});

function takeDirectory(): StepDirectory {
  const known = free.pop();
  if (known) {
    known.reset();
    return known;
  }
  const directory = new StepDirectory();
  directories.push(directory);
  return directory;
}

/** Lets time pass until `work` is done. */
export function letTimePass<T>(work: Promise<T>): Promise<T> {
  return time.until(work);
}

export interface WorldOptions {
  readonly sandbox: Omit<SandboxOptions, 'now'>;
  /** Milliseconds that a healthy answer takes. */
  readonly latencyMs: number;
  readonly outage?: Outage | undefined;
  faultFor(exchange: Exchange): Fault | undefined;
}

/** How a step ended. */
export interface StepEnd {
  readonly result: StepResult;
  readonly succeeded: boolean;
  /** The process was killed, with nothing but its files left. */
  readonly killed: boolean;
  /** Milliseconds since the world began. */
  readonly endMs: number;
}

/** The platform and GitHub, and a faulty way to them. */
export class SimulatedWorld {
  readonly wire: Wire;
  readonly sandbox: Sandbox;
  readonly steps: SimulatedStep[] = [];
  readonly #options: WorldOptions;
  readonly #proxy: FaultProxy;
  #silentUntilMs = Number.NEGATIVE_INFINITY;

  static async create(options: WorldOptions): Promise<SimulatedWorld> {
    return new SimulatedWorld(options, await startSandbox({ ...options.sandbox, now: () => time.dateMs }));
  }

  private constructor(options: WorldOptions, sandbox: Sandbox) {
    const startMs = time.nowMs;
    this.#options = options;
    this.sandbox = sandbox;
    this.wire = new Wire(() => time.nowMs - startMs);
    this.#proxy = new FaultProxy({
      ...options,
      faultFor: (exchange) => options.faultFor(exchange),
      wire: this.wire,
      dial: () => this.#dial(),
      sleep: (ms) => time.sleep(ms),
      beginOutage: ({ lastsMs }) => {
        this.#silentUntilMs = this.wire.now() + lastsMs;
      },
    });
    world = this;
  }

  /** Milliseconds since 1970. */
  get dateMs(): number {
    return time.dateMs;
  }

  sleep(ms: number): Promise<void> {
    return time.sleep(ms);
  }

  #dial(): MemorySocket {
    const { caller, callee } = memoryPair();
    this.sandbox.accept(callee);
    return caller;
  }

  connect(caller: MemorySocket, callee: MemorySocket, step: SimulatedStep): void {
    callee.on('error', () => {});
    if (step.isGone) {
      caller.settle(systemError('ECONNREFUSED', 'connect'));
      return;
    }
    // undici holds it weakly, as the system would hold a real one.
    step.connections.add(caller);
    if (this.wire.now() >= this.#silentUntilMs) {
      this.#proxy.accept(callee, step.index);
      caller.settle();
      return;
    }
    const { outage } = this.#options;
    this.wire.missed += 1;
    this.wire.note(`a connection is ${outage?.kind}`);
    if (outage?.kind === 'refused') caller.settle(systemError('ECONNREFUSED', 'connect'));
  }

  /** A request of somebody else, past all faults. */
  async ask(method: string, path: string, body = ''): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.sandbox.apiKey}` };
    return exchangeBytes(this.#dial(), writeRequest(method, path, headers, body));
  }

  /** Starts the action as the runner does. */
  start(options: StepOptions): SimulatedStep {
    const step = new SimulatedStep(this.steps.length, this.wire, takeDirectory(), options);
    this.steps.push(step);
    this.#proxy.begin();
    running.run(step, () => step.begin());
    return step;
  }

  /** Lets everything come to its end. */
  async close(): Promise<void> {
    for (const step of this.steps) {
      await time.until(step.settled);
      step.release();
    }
    await time.until(this.#proxy.settled());
    await time.drain();
    await this.sandbox.close();
  }
}

/** One step of the action, as a process would be. */
export class SimulatedStep {
  readonly index: number;
  readonly env: Record<string, string>;
  readonly connections = new Set<MemorySocket>();
  /** How it ended, or was ended. */
  readonly ended: Promise<StepEnd>;
  /** Once none of its code runs any more. */
  settled: Promise<unknown> = Promise.resolve();
  log = '';
  /** Milliseconds since the world began; absent if nobody interrupted it. */
  signalMs: number | undefined;
  isGone = false;
  readonly #wire: Wire;
  readonly #directory: StepDirectory;
  readonly #interruption = new AbortController();
  readonly #finish: (end: StepEnd) => void;

  constructor(index: number, wire: Wire, directory: StepDirectory, options: StepOptions) {
    this.index = index;
    this.#wire = wire;
    this.#directory = directory;
    const { promise, resolve } = Promise.withResolvers<StepEnd>();
    this.ended = promise;
    this.#finish = resolve;
    // Each process has a connection pool of its own for GitHub; here each has a port of its own.
    const github = `http://127.0.0.1:${5000 + index}/github`;
    this.env = directory.environment({ ...options, env: { GITHUB_API_URL: github, ...options.env } });
  }

  begin(): void {
    this.settled = main(this.env, this.#interruption.signal).then((succeeded) => this.#end(succeeded, false));
  }

  /** As the runner does it first when a job is cancelled. */
  interrupt(signal: 'SIGINT' | 'SIGTERM'): void {
    if (this.isGone || this.#interruption.signal.aborted) return;
    this.signalMs = this.#wire.now();
    this.#wire.note(`[${this.index}] ${signal}`);
    running.run(this, () => this.#interruption.abort(new Error(`interrupted by ${signal}`)));
  }

  /** Its machine is gone, without a word. */
  kill(): void {
    if (this.isGone) return;
    this.#wire.note(`[${this.index}] its machine is gone`);
    this.#end(false, true);
    running.run(this, () => this.#interruption.abort(new Error('killed')));
  }

  #end(succeeded: boolean, killed: boolean): void {
    if (this.isGone) return;
    this.isGone = true;
    this.#wire.note(`[${this.index}] ends`);
    const result = this.#directory.result(this.log, '');
    for (const connection of this.connections) connection.resetAndDestroy();
    this.#finish({ result, succeeded, killed, endMs: this.#wire.now() });
  }

  release(): void {
    free.push(this.#directory);
  }
}
