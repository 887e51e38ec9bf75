import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bundle, StartedStep } from '../__tests__/helpers/run-bundle.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { askLater, type Backdoor, type Evidence, inputsOf, prepareJob } from './evidence.ts';
import { writeRequest } from './http-bytes.ts';
import { isMoment, type Plan } from './plan.ts';
import { exchangeBytes, FaultProxy } from './proxy.ts';
import { Wire } from './wire.ts';

/** Runs of the bundle as a process of its own, over TCP and in real time. Any number at once. */

/** Where the action connects to: the proxy, with the sandbox behind it. */
class RealWorld implements Backdoor {
  readonly plan: Plan;
  readonly wire: Wire;
  /** When the action itself began, and was interrupted. */
  beganMs = 0;
  signalMs: number | undefined;
  readonly sandbox: Sandbox;
  readonly #server: net.Server;
  readonly #started = Promise.withResolvers<void>();
  #proxy: FaultProxy | undefined;
  #port = 0;
  readonly #startMs = performance.now();
  /** The sandbox's clock is ahead, so that earlier turns have ended. */
  #skippedMs = 0;

  static async create(plan: Plan): Promise<RealWorld> {
    const now = () => Date.now() + (world?.skippedMs ?? 0);
    let world: RealWorld | undefined;
    const { apiKey, jobMs, run } = plan;
    const sandbox = await startSandbox({ apiKey, jobMs, seed: run, now });
    world = new RealWorld(plan, sandbox);
    await world.#listen();
    return world;
  }

  private constructor(plan: Plan, sandbox: Sandbox) {
    this.plan = plan;
    this.sandbox = sandbox;
    this.wire = new Wire(() => performance.now() - this.#startMs);
    this.#server = net.createServer((socket) => this.#proxy?.accept(socket));
  }

  get skippedMs(): number {
    return this.#skippedMs;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
    if (this.#proxy) return;
    this.#proxy = new FaultProxy({
      ...this.plan,
      faultFor: (exchange) => this.plan.faultFor(exchange),
      wire: this.wire,
      dial: () => this.#dial(),
      sleep: (ms) => delay(ms),
      beginOutage: ({ lastsMs }) => void this.#outage(lastsMs),
    });
    this.#proxy.begin();
  }

  #dial(): net.Socket {
    return net.connect(Number(new URL(this.sandbox.url).port), '127.0.0.1');
  }

  async #outage(ms: number): Promise<void> {
    this.wire.missed += 1;
    this.#server.close();
    await this.#started.promise;
    await delay(ms);
    if (this.#port !== 0) await this.#listen();
  }

  /** From now on the time of the run counts. */
  start(): void {
    // It may have been busy for a while before that was noticed here.
    const [first] = this.wire.exchanges;
    this.beganMs = Math.min(this.wire.now(), first?.arrivedMs ?? Number.POSITIVE_INFINITY);
    this.#started.resolve();
  }

  ask(method: string, path: string, body: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.plan.apiKey}` };
    return exchangeBytes(this.#dial(), writeRequest(method, path, headers, body));
  }

  async letPass(ms: number): Promise<void> {
    this.#skippedMs += ms;
  }

  /** Interrupts `kill`'s process as the plan says. */
  interrupt(kill: (signal: NodeJS.Signals) => void): void {
    const { signal: planned } = this.plan;
    if (!planned) return;
    const interrupt = () => {
      if (this.signalMs !== undefined) return;
      this.signalMs = this.wire.now();
      this.wire.note(planned.signal);
      kill(planned.signal);
      if (planned.twice) setTimeout(() => kill('SIGTERM'), 50).unref();
    };
    if ('ms' in planned.at)
      void this.#started.promise.then(() => delay((planned.at as { ms: number }).ms)).then(interrupt);
    else this.wire.onEvent((event) => isMoment(planned, event) && interrupt());
  }

  /** Lets everything come to its end. */
  async close(): Promise<void> {
    await this.#proxy?.settled();
    this.#port = 0;
    this.#server.close();
    await this.sandbox.close();
  }
}

/** One run of the bundle. */
export async function runBundle(plan: Plan, bundle: Bundle): Promise<Evidence> {
  const world = await RealWorld.create(plan);
  const { wire, sandbox } = world;
  const givenJobId = await prepareJob(plan, world);
  const step = bundle.start({
    inputs: { 'base-url': world.url, ...inputsOf(plan, givenJobId) },
    env: { GITHUB_API_URL: `${world.url}/github` },
  });
  world.interrupt((signal) => step.kill(signal));
  await step.logged('::add-mask::');
  world.start();
  const result = await step.finished();
  const endMs = wire.now();
  wire.note('the process has ended');
  const truth = await askLater(plan, result.outputs['job-id'], world);
  await world.close();
  return {
    plan,
    wire,
    givenJobId,
    jobs: sandbox.ledger.jobs,
    comments: sandbox.github.comments,
    truth,
    step: result,
    succeeded: result.exitCode === 0,
    oddEnd: oddEndOf(result),
    beganMs: world.beganMs,
    signalMs: world.signalMs,
    endMs,
  };
}

function oddEndOf({ exitCode, stderr }: Awaited<ReturnType<StartedStep['finished']>>): string | undefined {
  if (exitCode !== 0 && exitCode !== 1) return `the process ended with ${exitCode}`;
  return stderr === '' ? undefined : `the process wrote to stderr: ${stderr.slice(0, 500)}`;
}
