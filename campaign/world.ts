import { setTimeout as delay } from 'node:timers/promises';
import type { StepOptions } from '../__tests__/helpers/action-environment.ts';
import { textsOn } from '../sandbox/github-state.ts';
import { type Sandbox, startSandbox } from '../sandbox/server.ts';
import { eventOf, expectedOf, type GithubEvent, PEOPLE, payloadOf, REPOSITORY } from './event.ts';
import { drawFault, type Fault, faultNamed } from './faults.ts';
import { writeMessage } from './http-bytes.ts';
import { type Connection, exchangeBytes, FaultProxy } from './proxy.ts';
import { Random } from './random.ts';
import {
  type Act,
  type Outage,
  type Played,
  type PlayedStep,
  PROJECT,
  readTrouble,
  STOPS,
  type StepEnd,
  type StepPlan,
  type Story,
} from './story.ts';
import { type Exchange, type Phase, Wire } from './wire.ts';

/** The input whose default tells the legs of a matrix apart. */
const LEG_INPUT = 'matrix';
const STATUS_COMMENT = /<!-- docs-agent-action/;

/** What runs steps of the action: in this process and in simulated time, or as processes of the bundle. */
export interface Runner {
  /** Resolves to what `work` does, once nothing of it is left. */
  letTimePass<T>(work: Promise<T>): Promise<T>;
  /** @param options what the step is given where the platform and GitHub are at these URLs */
  start(options: (urls: Urls) => StepOptions, network: Network): Promise<StepProcess>;
}

export interface Urls {
  readonly platform: string;
  readonly github: string;
}

/** The way from a step to the world. */
export interface Network {
  /** Of the step. */
  readonly index: number;
  readonly wire: Wire;
  accept(connection: Connection): void;
}

export interface StepProcess {
  /** Once the action itself runs. */
  readonly began: Promise<unknown>;
  /** Resolves to how it ended, or was ended. */
  readonly ended: Promise<StepEnd>;
  /** Once none of its code runs any more. */
  readonly settled: Promise<unknown>;
  /** From now on nobody listens to it, or everybody does again. */
  setOutage(kind: Outage['kind'] | undefined): void;
  interrupt(signal: NodeJS.Signals): void;
  /** Without a word. */
  kill(): void;
}

export async function playStory(story: Story): Promise<Played> {
  // Simulated time takes over the whole process, so it is loaded only where it is wanted.
  const { runner } = await (story.pace === 'real'
    ? import('./bundle-step.ts')
    : import('./simulated-step.ts'));
  const world = new World(story, runner);
  const played = await runner.letTimePass(world.play());
  await world.sandbox.close();
  return played;
}

interface Run {
  readonly event: GithubEvent;
  readonly payload: unknown;
  attempts: number;
  /** Its latest attempt: GitHub lets nobody re-run what is not over. */
  latest: Promise<void>;
}

interface Running {
  readonly index: number;
  readonly process: StepProcess;
  signalMs: number | undefined;
  killed: boolean;
  isOver: boolean;
}

/** The platform and GitHub, a faulty way to them, and people. */
class World {
  sandbox!: Sandbox;
  readonly #story: Story;
  readonly #troubles: readonly ReturnType<typeof readTrouble>[];
  readonly #runner: Runner;
  readonly #wire = new Wire();
  readonly #proxy: FaultProxy;
  readonly #runs: Run[] = [];
  readonly #running: Running[] = [];
  readonly #played: Omit<PlayedStep, 'exchanges'>[] = [];
  readonly #spoilt: Played['spoilt'][number][] = [];
  /** How much the sandbox's clock is ahead, so that jobs from elsewhere are old. */
  #aheadMs = 0;
  #starts = 0;
  #answers = 0;
  /** What is under way, for `concurrency` and the end. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(story: Story, runner: Runner) {
    this.#story = story;
    this.#troubles = story.troubles.map(readTrouble);
    this.#runner = runner;
    this.#wire.onEvent = (phase, exchange) => this.#onEvent(phase, exchange);
    this.#proxy = new FaultProxy({
      wire: this.#wire,
      latencyMs: story.latencyMs,
      faultFor: (exchange) => this.#faultFor(exchange),
      sandbox: () => this.sandbox,
    });
  }

  async play(): Promise<Played> {
    const { apiKey, jobMs, seed, docsHere } = this.#story;
    const docsRepository = docsHere ? REPOSITORY : 'acme/docs';
    const now = () => Date.now() + this.#aheadMs;
    this.sandbox = await startSandbox({
      ...{ apiKey, jobMs, seed, permissions: PEOPLE, docsRepository, now },
      perHour: 10_000,
    });
    for (const act of this.#story.acts) await this.#act(act);
    await this.#busy;
    await Promise.all(this.#running.map(({ process }) => process.settled));
    await this.#proxy.settled();
    const wire = this.#wire;
    const steps = this.#played
      .sort((a, b) => a.index - b.index)
      .map((step) => ({ ...step, exchanges: wire.exchanges.filter((each) => each.step === step.index) }));
    const { ledger, github } = this.sandbox;
    return {
      ...{ story: this.#story, wire, steps, spoilt: this.#spoilt },
      jobs: ledger.jobs,
      comments: github.comments,
      epochMs: Date.now() + this.#aheadMs - wire.now(),
    };
  }

  async #act(act: Act): Promise<void> {
    const [words = '', ...options] = act.split('; ');
    const [verb, first = '', ...rest] = words.split(' ');
    switch (verb) {
      case 're-run':
        this.#wire.note(`run ${first} again`);
        return this.#start(Number(first), options);
      case 'wait':
        return delay(Number(first));
      case 'jobs':
        return this.sandbox.setScenario(first);
      case 'job':
        return this.#jobFromElsewhere(Number(first));
      case 'chatter':
        return this.#chatter(Number(first), Number(rest[0]));
      case 'edit':
        return this.#edit(Number(first), rest.join(' '));
      default: {
        const event = eventOf(words);
        this.#wire.note(`${event.by}: ${event.name} ${event.action} ${event.text ?? event.label ?? ''}`);
        const payload = payloadOf(event, this.sandbox.github);
        this.#runs.push({ event, payload, attempts: 0, latest: Promise.resolve() });
        return this.#start(this.#runs.length - 1, options);
      }
    }
  }

  async #start(number: number, options: readonly string[]): Promise<void> {
    const [steps, nextAfter] = ['steps ', 'next after '].map((name) =>
      options.find((option) => option.startsWith(name))?.slice(name.length),
    );
    const run = this.#runs[number] as Run;
    const before = this.#busy;
    const work = (this.#story.concurrency ? before : run.latest).then(() => this.#attempt(number, steps));
    run.latest = work;
    this.#busy = Promise.all([before, work]);
    await (nextAfter === undefined ? work : delay(Number(nextAfter)));
  }

  async #attempt(number: number, which: string | undefined): Promise<void> {
    const run = this.#runs[number] as Run;
    run.attempts += 1;
    const attempt = run.attempts;
    const steps =
      which === 'failed' ? this.#failed(number) : (which?.split(' ').map(Number) ?? this.#story.steps.keys());
    const jobs = Map.groupBy(steps, (index) => {
      const { job, leg = '' } = this.#story.steps[index] as StepPlan;
      return `${job} ${leg}`;
    });
    const works = [...jobs.values()].map((indexes) => async () => {
      for (const index of indexes) if (!(await this.#step(number, attempt, index))) break;
    });
    if (this.#story.parallel) await Promise.all(works.map((work) => work()));
    else for (const work of works) await work();
  }

  /** The steps of the jobs that have not succeeded in the latest attempt they were part of. */
  #failed(run: number): number[] {
    const done = (index: number) =>
      this.#played.findLast((step) => step.run === run && step.plan === this.#story.steps[index])?.succeeded;
    return [...this.#story.steps.keys()].filter((index) => done(index) !== true);
  }

  /** Resolves to whether it succeeded. */
  async #step(run: number, attempt: number, stepIndex: number): Promise<boolean> {
    const { event } = this.#runs[run] as Run;
    const plan = this.#story.steps[stepIndex] as StepPlan;
    const index = this.#starts;
    this.#starts += 1;
    const process = await this.#runner.start((urls) => this.#optionsOf(run, attempt, stepIndex, urls), {
      ...{ index, wire: this.#wire },
      accept: (connection) => this.#proxy.accept(connection, index),
    });
    const running: Running = { index, process, signalMs: undefined, killed: false, isOver: false };
    this.#running[index] = running;
    if (this.#story.outage?.afterAnswers === 0) void this.#breakOff(this.#story.outage);
    await process.began;
    // It may have been busy for a while before that was noticed here.
    const first = this.#wire.exchanges.find((each) => each.step === index);
    const startMs = Math.min(this.#wire.now(), first?.arrivedMs ?? Number.POSITIVE_INFINITY);
    for (const { at, kind } of this.#troubles)
      if (at.endsWith(' ms')) void delay(Number.parseFloat(at)).then(() => this.#stop(running, kind));
    const end = await process.ended;
    running.isOver = true;
    this.#wire.note(`[${index}] ends`);
    const { outputs } = end.result;
    this.#played.push({
      ...{ ...end, index, run, attempt, plan, event, startMs, endMs: this.#wire.now() },
      ...{ signalMs: running.signalMs, killed: running.killed },
      ...{ outcome: outputs['outcome'] ?? '', jobId: outputs['job-id'] ?? '' },
      expected: expectedOf(event, plan.inputs),
      request: JSON.stringify([run, plan.job, plan.action, plan.leg ?? '', plan.inputs]),
    });
    return end.succeeded;
  }

  #optionsOf(run: number, attempt: number, stepIndex: number, urls: Urls): StepOptions {
    const { event, payload } = this.#runs[run] as Run;
    const { job, action, leg, inputs } = this.#story.steps[stepIndex] as StepPlan;
    return {
      inputs: {
        'api-key': this.#story.apiKey,
        'project-id': PROJECT,
        'base-url': urls.platform,
        'github-token': `ghs_${run}x${attempt}x${stepIndex}${'0'.repeat(30)}`,
        [LEG_INPUT]: leg === undefined ? 'null' : JSON.stringify({ leg }),
        ...inputs,
      },
      event: { name: event.name, payload },
      env: {
        GITHUB_API_URL: `${urls.github}/github`,
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: String(9000 + run),
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_JOB: job,
        GITHUB_ACTION: action,
        GITHUB_ACTOR: event.by,
      },
    };
  }

  async #jobFromElsewhere(agoMs: number): Promise<void> {
    const headers = { host: 'sandbox', authorization: `Bearer ${this.#story.apiKey}` };
    const [request, body] = [`POST /v2/agent/${PROJECT}/job HTTP/1.1`, '{"prompt":"From elsewhere"}'];
    await exchangeBytes(this.sandbox, writeMessage(request, body, headers));
    this.#aheadMs += agoMs;
  }

  #chatter(issue: number, comments: number): void {
    for (let nth = 1; nth <= comments; nth += 1) {
      const body = `Comment ${nth} about something else`;
      this.sandbox.github.addComment({ repository: REPOSITORY, issue, user: 'rita', body });
    }
  }

  #edit(issue: number, how: string): void {
    const { github } = this.sandbox;
    const comment = textsOn(github.comments, { repository: REPOSITORY, number: issue }).find(({ body }) =>
      STATUS_COMMENT.test(body),
    );
    if (!comment) return;
    this.#wire.note(`the status comment on ${issue}: ${how}`);
    if (!how.startsWith('text')) this.#spoilt.push({ atMs: this.#wire.now(), issue });
    const { id, body } = comment;
    if (how === 'deleted') github.deleteComment(id);
    else if (how === 'text below') github.editComment(id, `${body}\n\nThank you!`);
    else if (how === 'text above') github.editComment(id, `Read this:\r\n\r\n${body}`);
    else github.editComment(id, body.replace(STATUS_COMMENT, '<!-- '));
  }

  #faultFor(exchange: Exchange): Fault | undefined {
    const { name, rates, pace } = this.#story;
    const { step, operation, kind, nth } = exchange;
    const random = new Random('fault', name, step, operation, nth);
    const named = this.#troublesAt(exchange).find(({ isStop }) => !isStop);
    if (named) return faultNamed(named.kind, random, pace);
    return rates && random.chance(rates[kind]) ? drawFault(random, kind, pace) : undefined;
  }

  #troublesAt({ step, operation, nth, ordinal }: Exchange) {
    const places = [
      `${ordinal}`,
      ...[operation, `${operation} ${nth}`].flatMap((it) => [it, `[${step}] ${it}`]),
    ];
    return this.#troubles.filter(({ at, lasts }) => {
      const first = lasts ? this.#wire.exchanges[Number(at) - 1] : undefined;
      return places.includes(at) || (first?.operation === operation && first.step === step);
    });
  }

  #onEvent(phase: Phase, exchange: Exchange): void {
    const { outage } = this.#story;
    if (phase === 'on answer') {
      this.#answers += 1;
      if (this.#answers === outage?.afterAnswers) void this.#breakOff(outage);
    }
    const kind = this.#stopAt(exchange);
    const running = this.#running[exchange.step];
    if (running && kind?.endsWith(phase)) this.#stop(running, kind);
  }

  #stopAt(exchange: Exchange): string | undefined {
    const { name, rates } = this.#story;
    const named = this.#troublesAt(exchange).find(({ isStop }) => isStop);
    if (named) return named.kind;
    const { step, operation, nth } = exchange;
    const random = new Random('stop', name, step, operation, nth);
    return random.chance(rates?.stop ?? 0) ? random.pick(STOPS) : undefined;
  }

  #stop(running: Running, kind: string): void {
    if (running.isOver || running.killed) return;
    const { index, process } = running;
    if (kind.startsWith('machine gone')) {
      this.#wire.note(`[${index}] its machine is gone`);
      running.killed = true;
      process.kill();
    } else if (running.signalMs === undefined) {
      this.#wire.note(`[${index}] ${kind}`);
      running.signalMs = this.#wire.now();
      process.interrupt(kind.startsWith('SIGINT') ? 'SIGINT' : 'SIGTERM');
      if (kind.includes('twice')) void delay(50).then(() => running.isOver || process.interrupt('SIGTERM'));
    }
  }

  async #breakOff({ kind, lastsMs }: Outage): Promise<void> {
    this.#wire.note(`an outage begins (${kind}, ${lastsMs.toFixed(0)} ms)`);
    const processes = this.#running.map(({ process }) => process);
    for (const process of processes) process.setOutage(kind);
    await Promise.all(processes.map(({ began }) => began));
    await delay(lastsMs);
    for (const process of processes) process.setOutage(undefined);
  }
}
