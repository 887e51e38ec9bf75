import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import { StepDirectory } from '../__tests__/helpers/action-environment.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { type Evidence, FIRST_PROMPT, inputsOf, LONGEST_TURN, PROJECT, TURN_BEFORE } from './evidence.ts';
import { writeRequest } from './http-bytes.ts';
import { effectsOf } from './judge.ts';
import { type MemorySocket, memoryPair, systemError, wiresAreQuiet } from './memory-socket.ts';
import { naiveFaults, runNaively } from './naive.ts';
import type { Plan } from './plan.ts';
import { exchangeBytes, FaultProxy } from './proxy.ts';
import { SimulatedTime } from './simulated-time.ts';
import { isMoment, type Meaning, meaningOf, WireStory } from './story.ts';

/**
 * Runs of the action in this process, in simulated time, on a network in memory: `main`, the client, undici and the
 * sandbox's HTTP server are the real ones; only the clock and the wire are not. One run at a time.
 */

const time = new SimulatedTime(wiresAreQuiet);
time.install();

/** Who takes the connections that anything in this process makes. */
let network: (caller: MemorySocket, callee: MemorySocket) => void = () => {
  throw new Error('no run is under way');
};
Object.assign(net, {
  connect() {
    const { caller, callee } = memoryPair();
    caller.connecting = true;
    network(caller, callee);
    return caller;
  },
});
syncBuiltinESMExports();

const { main } = await import('../src/main.ts');
// What is loaded on demand: loading takes real time.
await import('../src/agent/mode.ts');
await import('@actions/github');
const { startSandbox } = await import('../sandbox/server.ts');

const directory = new StepDirectory();
process.on('exit', () => directory.remove());

/** A platform, and a faulty way to it. */
export interface World {
  readonly plan: Plan;
  readonly story: WireStory;
  readonly sandbox: Sandbox;
  readonly givenJobId: string | undefined;
  /** Aborts when the plan says that the run is interrupted. */
  readonly signal: AbortSignal;
  until<T>(work: Promise<T>): Promise<T>;
  /** What the platform itself says of a job once all its turns have ended. */
  askPlatformLater(jobId: string | undefined): Promise<Meaning>;
  /** Lets everything come to its end. */
  settle(): Promise<void>;
}

/** Makes the world of a plan, with nothing done in it yet but what was there before. */
export async function createWorld(plan: Plan): Promise<World> {
  const sandbox = await startSandbox({
    apiKey: plan.apiKey,
    jobMs: plan.jobMs,
    seed: plan.run,
    now: () => time.dateMs,
  });
  const dial = () => {
    const { caller, callee } = memoryPair();
    sandbox.accept(callee);
    return caller;
  };
  const ask = (method: string, path: string, body: string) =>
    time.until(
      exchangeBytes(dial(), writeRequest(method, path, { authorization: `Bearer ${plan.apiKey}` }, body)),
    );
  const askPlatformLater = async (jobId: string | undefined): Promise<Meaning> => {
    if (!jobId) return { kind: 'nothing' };
    await time.until(time.sleep(plan.jobMs * LONGEST_TURN));
    return meaningOf({ delivered: await ask('GET', `/v2/agent/${PROJECT}/job/${jobId}`, '') });
  };
  const givenJobId = await prepareJob(plan, sandbox, ask);
  const startMs = time.nowMs;
  const story = new WireStory(() => time.nowMs - startMs);
  const open = new Set<MemorySocket>();
  const proxy = openProxy(plan, story, dial, open);
  return {
    plan,
    story,
    sandbox,
    givenJobId,
    signal: interruptionOf(plan, story),
    until: (work) => time.until(work),
    askPlatformLater,
    async settle() {
      await time.until(proxy.settled());
      // The global agent of `fetch` would use them in the next run.
      for (const connection of open) connection.resetAndDestroy();
      await time.drain();
      await sandbox.close();
    },
  };
}

/** The job of an earlier turn that has ended, or of a turn under way, for a follow-up or a watch. */
async function prepareJob(
  plan: Plan,
  sandbox: Sandbox,
  ask: (method: string, path: string, body: string) => Promise<Buffer>,
): Promise<string | undefined> {
  sandbox.setScenario(plan.task === 'watch' ? plan.scenario : TURN_BEFORE);
  let id: string | undefined;
  if (plan.task !== 'create') {
    const body = JSON.stringify({ prompt: FIRST_PROMPT });
    const told = meaningOf({ delivered: await ask('POST', `/v2/agent/${PROJECT}/job`, body) });
    if (told.kind === 'job') id = told.id;
    if (plan.task === 'message') await time.until(time.sleep(plan.jobMs * 3));
  }
  sandbox.setScenario(plan.scenario);
  return id;
}

function openProxy(
  plan: Plan,
  story: WireStory,
  dial: () => MemorySocket,
  open: Set<MemorySocket>,
): FaultProxy {
  let silentUntilMs = Number.NEGATIVE_INFINITY;
  const proxy = new FaultProxy({
    plan,
    story,
    dial,
    sleep: (ms) => time.sleep(ms),
    beginOutage: ({ lastsMs }) => {
      silentUntilMs = story.now() + lastsMs;
    },
  });
  network = (caller, callee) => {
    if (story.now() >= silentUntilMs) {
      open.add(callee);
      proxy.accept(callee);
      caller.settle();
      return;
    }
    // undici holds it weakly, as the system would hold a real one.
    open.add(caller);
    callee.on('error', () => {});
    story.missed += 1;
    story.note(`a connection is ${plan.outage?.kind}`);
    if (plan.outage?.kind === 'refused') caller.settle(systemError('ECONNREFUSED', 'connect'));
  };
  return proxy;
}

function interruptionOf(plan: Plan, story: WireStory): AbortSignal {
  const controller = new AbortController();
  const { signal: planned } = plan;
  if (!planned) return controller.signal;
  const interrupt = () => {
    if (controller.signal.aborted || story.isOver) return;
    story.signalMs = story.now();
    story.note(planned.signal);
    controller.abort(new Error(`interrupted by ${planned.signal}`));
  };
  if ('ms' in planned.at) time.sleep(planned.at.ms).then(interrupt);
  else story.onEvent((event) => isMoment(planned, event) && interrupt());
  return controller.signal;
}

/** One run of the action. */
export async function simulate(plan: Plan): Promise<Evidence> {
  const world = await createWorld(plan);
  const { story, sandbox, givenJobId } = world;
  const env = directory.environment({
    inputs: { 'base-url': 'http://127.0.0.1:4010', ...inputsOf(plan, givenJobId) },
    env: { GITHUB_API_URL: 'http://127.0.0.1:4010/github' },
  });
  directory.reset();
  Object.assign(process.env, {
    GITHUB_OUTPUT: env['GITHUB_OUTPUT'],
    GITHUB_STEP_SUMMARY: env['GITHUB_STEP_SUMMARY'],
  });
  const { value: succeeded, text } = await withCapturedStdout(() => world.until(main(env, world.signal)));
  const endMs = story.now();
  story.isOver = true;
  story.note('the run ends');
  const step = directory.result(text, '');
  const truth = await world.askPlatformLater(step.outputs['job-id']);
  await world.settle();
  const { jobs } = sandbox.ledger;
  const comments = sandbox.github.comments.map(({ body }) => body);
  return { plan, story, givenJobId, jobs, comments, truth, step, succeeded, oddEnd: undefined, endMs };
}

async function withCapturedStdout<T>(work: () => Promise<T>): Promise<{ value: T; text: string }> {
  const write = process.stdout.write;
  let text = '';
  process.stdout.write = (chunk: string | Uint8Array) => {
    text += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  };
  try {
    return { value: await work(), text };
  } finally {
    process.stdout.write = write;
  }
}

/** What a script with `curl --retry` comes to under the same plan. */
export async function simulateNaively(plan: Plan): Promise<ReturnType<typeof naiveFaults>> {
  const world = await createWorld({ ...plan, comment: false });
  const { Agent, request } = await import('undici');
  const end = await world.until(
    runNaively(plan, world.givenJobId, {
      interrupted: world.signal,
      now: () => world.story.now(),
      sleep: (ms) => time.sleep(ms),
      async attempt(method, path, body, limitMs) {
        const dispatcher = new Agent();
        const signal = AbortSignal.any([AbortSignal.timeout(limitMs), world.signal]);
        const headers = { authorization: `Bearer ${plan.apiKey}`, 'content-type': 'application/json' };
        try {
          const options = { method, headers, signal, dispatcher, ...(body === undefined ? {} : { body }) };
          const response = await request(`http://127.0.0.1:4010${path}`, options);
          const text = await response.body.text();
          if (response.statusCode < 400) return { body: text };
          const after = Number(response.headers['retry-after']);
          return { retryAfterSeconds: after > 0 ? after : undefined };
        } catch {
          return {};
        } finally {
          await dispatcher.destroy();
        }
      },
    }),
  );
  const truth = await world.askPlatformLater(end.jobId);
  await world.settle();
  const effects = effectsOf({ jobs: world.sandbox.ledger.jobs, givenJobId: world.givenJobId });
  return naiveFaults(end, effects, truth);
}
