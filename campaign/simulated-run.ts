import { askLater, type Backdoor, type Evidence, inputsOf, prepareJob } from './evidence.ts';
import { isMoment, type Plan } from './plan.ts';
import { letTimePass, type SimulatedStep, SimulatedWorld } from './simulated-world.ts';

/** One run of the action in simulated time. */
export function simulate(plan: Plan): Promise<Evidence> {
  return letTimePass(play(plan));
}

async function play(plan: Plan): Promise<Evidence> {
  const { apiKey, jobMs, run: seed } = plan;
  const world = await SimulatedWorld.create({
    ...plan,
    sandbox: { apiKey, jobMs, seed },
    faultFor: (exchange) => plan.faultFor(exchange),
  });
  const { wire, sandbox } = world;
  const door: Backdoor = {
    sandbox,
    ask: (method, path, body) => world.ask(method, path, body),
    letPass: (ms) => world.sleep(ms),
  };
  const givenJobId = await prepareJob(plan, door);
  const beganMs = wire.now();
  const inputs = { 'base-url': 'http://127.0.0.1:4010', ...inputsOf(plan, givenJobId) };
  const step = world.start({ inputs });
  interrupt(plan, world, step);
  const { result, succeeded, endMs } = await step.ended;
  const truth = await askLater(plan, result.outputs['job-id'], door);
  await world.close();
  return {
    ...{ plan, wire, givenJobId, truth, step: result, succeeded, beganMs, endMs },
    signalMs: step.signalMs,
    jobs: sandbox.ledger.jobs,
    comments: sandbox.github.comments,
    oddEnd: undefined,
  };
}

function interrupt({ signal: planned }: Plan, { wire, sleep }: SimulatedWorld, step: SimulatedStep): void {
  if (!planned) return;
  const { signal, at } = planned;
  if ('ms' in at) void sleep(at.ms).then(() => step.interrupt(signal));
  else wire.onEvent((event) => isMoment(planned, event) && step.interrupt(signal));
}
