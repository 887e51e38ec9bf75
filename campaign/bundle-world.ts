import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bundle, StartedStep } from '../__tests__/helpers/run-bundle.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import {
  type Evidence,
  FIRST_PROMPT,
  inputsOf,
  LONGEST_TURN,
  PROJECT,
  PROMPT,
  TURN_BEFORE,
} from './evidence.ts';
import { writeRequest } from './http-bytes.ts';
import { effectsOf } from './judge.ts';
import { naiveFaults } from './naive.ts';
import type { Plan } from './plan.ts';
import { exchangeBytes, FaultProxy } from './proxy.ts';
import { isMoment, type Meaning, meaningOf, WireStory } from './story.ts';

/** Runs of the bundle as a process of its own, over TCP and in real time. Any number at once. */

/** Where the action connects to: the proxy, with the sandbox behind it. */
class RealWorld {
  readonly plan: Plan;
  readonly story: WireStory;
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
    this.story = new WireStory(() => performance.now() - this.#startMs);
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
    this.#proxy ??= new FaultProxy({
      plan: this.plan,
      story: this.story,
      dial: () => this.#dial(),
      sleep: (ms) => delay(ms),
      beginOutage: ({ lastsMs }) => void this.#outage(lastsMs),
    });
  }

  #dial(): net.Socket {
    return net.connect(Number(new URL(this.sandbox.url).port), '127.0.0.1');
  }

  async #outage(ms: number): Promise<void> {
    this.story.missed += 1;
    this.#server.close();
    await this.#started.promise;
    await delay(ms);
    if (this.#port !== 0) await this.#listen();
  }

  /** From now on the time of the run counts. */
  start(): void {
    // It may have been busy for a while before that was noticed here.
    const [first] = this.story.exchanges;
    this.story.beganMs = Math.min(this.story.now(), first?.arrivedMs ?? Number.POSITIVE_INFINITY);
    this.#started.resolve();
  }

  async ask(method: string, path: string, body: string): Promise<Meaning> {
    const headers = { authorization: `Bearer ${this.plan.apiKey}` };
    const delivered = await exchangeBytes(this.#dial(), writeRequest(method, path, headers, body));
    return meaningOf({ delivered });
  }

  /** What the platform itself says of a job once all its turns have ended. */
  async askPlatformLater(jobId: string | undefined): Promise<Meaning> {
    if (!jobId) return { kind: 'nothing' };
    this.#skippedMs += this.plan.jobMs * LONGEST_TURN;
    return this.ask('GET', `/v2/agent/${PROJECT}/job/${jobId}`, '');
  }

  /** The job of an earlier turn that has ended, or of a turn under way. */
  async prepareJob(): Promise<string | undefined> {
    const { task, scenario, jobMs } = this.plan;
    this.sandbox.setScenario(task === 'watch' ? scenario : TURN_BEFORE);
    let id: string | undefined;
    if (task !== 'create') {
      const told = await this.ask(
        'POST',
        `/v2/agent/${PROJECT}/job`,
        JSON.stringify({ prompt: FIRST_PROMPT }),
      );
      if (told.kind === 'job') id = told.id;
      if (task === 'message') this.#skippedMs += jobMs * 3;
    }
    this.sandbox.setScenario(scenario);
    return id;
  }

  /** Interrupts `kill`'s process as the plan says. */
  interrupt(kill: (signal: NodeJS.Signals) => void): void {
    const { signal: planned } = this.plan;
    if (!planned) return;
    const interrupt = () => {
      if (this.story.signalMs !== undefined) return;
      this.story.signalMs = this.story.now();
      this.story.note(planned.signal);
      kill(planned.signal);
      if (planned.twice) setTimeout(() => kill('SIGTERM'), 50).unref();
    };
    if ('ms' in planned.at)
      void this.#started.promise.then(() => delay((planned.at as { ms: number }).ms)).then(interrupt);
    else this.story.onEvent((event) => isMoment(planned, event) && interrupt());
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
  const { story, sandbox } = world;
  const givenJobId = await world.prepareJob();
  const step = bundle.start({
    inputs: { 'base-url': world.url, ...inputsOf(plan, givenJobId) },
    env: { GITHUB_API_URL: `${world.url}/github` },
  });
  world.interrupt((signal) => step.kill(signal));
  await step.logged('::add-mask::');
  world.start();
  const result = await step.finished();
  const endMs = story.now();
  story.note('the process has ended');
  const truth = await world.askPlatformLater(result.outputs['job-id']);
  await world.close();
  return {
    plan,
    story,
    givenJobId,
    jobs: sandbox.ledger.jobs,
    comments: sandbox.github.comments.map(({ body }) => body),
    truth,
    step: result,
    succeeded: result.exitCode === 0,
    oddEnd: oddEndOf(result),
    endMs,
  };
}

function oddEndOf({ exitCode, stderr }: Awaited<ReturnType<StartedStep['finished']>>): string | undefined {
  if (exitCode !== 0 && exitCode !== 1) return `the process ended with ${exitCode}`;
  return stderr === '' ? undefined : `the process wrote to stderr: ${stderr.slice(0, 500)}`;
}

/** Longer than curl takes to give up. */
const LONGEST_SCRIPT_MS = 40_000;

const SCRIPT = `
set -euo pipefail
fetch() { curl -sS --fail --retry 5 --retry-all-errors -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
if [ "$TASK" = watch ]; then id=$GIVEN
elif [ "$TASK" = message ]; then id=$GIVEN; fetch --max-time 60 -d "$BODY" "$JOBS/$id/message" | jq -er .id >&2
else id=$(fetch --max-time 60 -d "$BODY" "$JOBS" | jq -er .id); fi
echo "$id"
[ "$WAIT" = true ] || exit 0
while true; do
  job=$(fetch --max-time 20 "$JOBS/$id")
  status=$(jq -er .status <<<"$job")
  case $status in completed | failed | archived) break ;; esac
  sleep "$PAUSE"
done
echo "$status"
jq -r '.prLink // ""' <<<"$job"
`;

/** What a script with `curl --retry` comes to under the same plan. */
export async function runCurl(plan: Plan): Promise<ReturnType<typeof naiveFaults>> {
  const world = await RealWorld.create({ ...plan, comment: false });
  const givenJobId = await world.prepareJob();
  const env = {
    PATH: process.env['PATH'] ?? '',
    KEY: plan.apiKey,
    TASK: plan.task,
    GIVEN: givenJobId ?? '',
    BODY: JSON.stringify({ prompt: PROMPT }),
    JOBS: `${world.url}/v2/agent/${PROJECT}/job`,
    WAIT: String(plan.wait),
    PAUSE: (plan.pollIntervalMs / 1000).toFixed(3),
  };
  // A group of its own: the script's curl must end with it.
  const child = spawn('bash', ['-c', SCRIPT], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const kill = (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), signal);
  };
  world.interrupt(kill);
  const deadline = setTimeout(() => kill('SIGKILL'), Math.max(plan.timeoutMs, LONGEST_SCRIPT_MS));
  world.start();
  const [jobId = '', status, prLink] = (await text(child.stdout)).split('\n');
  clearTimeout(deadline);
  const truth = await world.askPlatformLater(jobId);
  await world.close();
  const effects = effectsOf({ jobs: world.sandbox.ledger.jobs, givenJobId });
  const end = {
    jobId: jobId || (givenJobId ?? ''),
    status: status || undefined,
    prLink: prLink || undefined,
  };
  return naiveFaults(end, effects, truth);
}
