import { drawFault, type Fault, faultNamed } from '../faults.ts';
import { Random } from '../random.ts';
import { letTimePass, type SimulatedStep, SimulatedWorld } from '../simulated-world.ts';
import { type Exchange, isGithub, isPost, type WireEvent } from '../wire.ts';
import { expectedOf, type GithubEvent, payloadOf, REPOSITORY } from './event.ts';
import {
  type Act,
  API_KEY,
  type HandEdit,
  isStop,
  type Played,
  type PlayedStep,
  PROJECT,
  STOPS,
  type StepPlan,
  type Story,
  type Trouble,
} from './story.ts';

/** The input whose default tells the legs of a matrix apart. */
const LEG_INPUT = 'matrix';
const STATUS_COMMENT = /<!-- docs-agent-action/;

/** Plays a story from its beginning to its end. */
export function playStory(story: Story): Promise<Played> {
  return letTimePass(new Player(story).play());
}

class Player {
  readonly #story: Story;
  readonly #runs: {
    readonly event: GithubEvent;
    readonly payload: unknown;
    attempts: number;
    /** Its latest attempt: GitHub lets nobody re-run what is not over. */
    latest: Promise<void>;
  }[] = [];
  readonly #played: PlayedStep[] = [];
  readonly #edits: Played['edits'][number][] = [];
  #world!: SimulatedWorld;
  /** What is under way, for `concurrency` and the end. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(story: Story) {
    this.#story = story;
  }

  async play(): Promise<Played> {
    const { jobMs, seed, people: permissions, docsHere } = this.#story;
    const docsRepository = docsHere ? REPOSITORY : 'acme/docs';
    this.#world = await SimulatedWorld.create({
      latencyMs: this.#story.latencyMs,
      sandbox: { apiKey: API_KEY, jobMs, seed, permissions, docsRepository, perHour: 10_000 },
      faultFor: (exchange) => this.#faultFor(exchange),
    });
    const { wire, sandbox } = this.#world;
    wire.onEvent((event) => this.#maybeStop(event));
    const epochMs = this.#world.dateMs;
    for (const act of this.#story.acts) await this.#act(act);
    await this.#busy;
    await this.#world.close();
    const steps = this.#played.sort((a, b) => a.index - b.index);
    const comments = sandbox.github.comments;
    return {
      ...{ story: this.#story, wire, epochMs, steps, comments, edits: this.#edits },
      jobs: sandbox.ledger.jobs,
    };
  }

  async #act(act: Act): Promise<void> {
    switch (act.act) {
      case 'event': {
        const { event } = act;
        this.#world.wire.note(
          `${event.by}: ${event.name} ${event.action} ${event.text ?? event.label ?? ''}`,
        );
        this.#runs.push({
          event,
          payload: payloadOf(event, this.#world.sandbox.github),
          attempts: 0,
          latest: Promise.resolve(),
        });
        return this.#start(this.#runs.length - 1, act.steps, act.goOnAfterMs);
      }
      case 're-run': {
        this.#world.wire.note(`run ${act.run} again`);
        return this.#start(act.run, act.steps, act.goOnAfterMs);
      }
      case 'wait':
        return this.#world.sleep(act.ms);
      case 'jobs':
        return this.#world.sandbox.setScenario(act.scenario);
      case 'job':
        await this.#world.ask('POST', `/v2/agent/${PROJECT}/job`, '{"prompt":"From elsewhere"}');
        return;
      case 'chatter':
        return this.#chatter(act.issue, act.comments);
      case 'edit':
        return this.#edit(act.issue, act.how);
    }
  }

  async #start(
    run: number,
    steps: readonly number[] | 'failed' | undefined,
    goOnAfterMs: number | undefined,
  ): Promise<void> {
    const known = this.#runs[run];
    if (!known) throw new RangeError(`there is no run ${run}`);
    const before = this.#busy;
    const work = (this.#story.concurrency ? before : known.latest).then(() => this.#run(run, steps));
    known.latest = work;
    this.#busy = Promise.all([before, work]);
    await (goOnAfterMs === undefined ? work : this.#world.sleep(goOnAfterMs));
  }

  /** One attempt of a run. */
  async #run(number: number, which: readonly number[] | 'failed' | undefined): Promise<void> {
    const run = this.#runs[number];
    if (!run) throw new RangeError(`there is no run ${number}`);
    run.attempts += 1;
    const attempt = run.attempts;
    const all = this.#story.steps.map((_, index) => index);
    const steps = which === 'failed' ? this.#failed(number) : (which ?? all);
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
      this.#played.findLast((step) => step.run === run && step.plan === this.#story.steps[index])?.end
        .succeeded;
    return this.#story.steps.flatMap((_, index) => (done(index) === true ? [] : [index]));
  }

  /** Resolves to whether it succeeded. */
  async #step(run: number, attempt: number, stepIndex: number): Promise<boolean> {
    const { event, payload } = this.#runs[run] as { event: GithubEvent; payload: unknown };
    const plan = this.#story.steps[stepIndex] as StepPlan;
    const startMs = this.#world.wire.now();
    const token = `ghs_${run}x${attempt}x${stepIndex}${'0'.repeat(30)}`;
    const step = this.#world.start({
      inputs: {
        'api-key': API_KEY,
        'project-id': PROJECT,
        'base-url': 'http://127.0.0.1:4010',
        'github-token': token,
        [LEG_INPUT]: plan.leg === undefined ? 'null' : JSON.stringify({ leg: plan.leg }),
        ...plan.inputs,
      },
      event: { name: event.name, payload },
      env: {
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: String(9000 + run),
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_JOB: plan.job,
        GITHUB_ACTION: plan.action,
        GITHUB_ACTOR: event.by,
      },
    });
    const end = await step.ended;
    this.#played.push({
      ...{ index: step.index, run, attempt, plan, event, startMs, end },
      signalMs: step.signalMs,
      expected: expectedOf(event, plan.inputs, this.#story.people),
      request: JSON.stringify([run, plan.job, plan.action, plan.leg ?? '', plan.inputs]),
    });
    return end.succeeded;
  }

  #chatter(issue: number, comments: number): void {
    for (let nth = 1; nth <= comments; nth += 1) {
      const body = `Comment ${nth} about something else`;
      this.#world.sandbox.github.addComment({ repository: REPOSITORY, issue, user: 'rita', body });
    }
  }

  #edit(issue: number, how: HandEdit): void {
    const { github } = this.#world.sandbox;
    const comment = github
      .commentsOn({ repository: REPOSITORY, number: issue })
      .find(({ body }) => STATUS_COMMENT.test(body));
    if (!comment) return;
    const atMs = this.#world.wire.now();
    this.#world.wire.note(`the status comment on ${issue}: ${how}`);
    this.#edits.push({ atMs, issue, how });
    const { id, body } = comment;
    if (how === 'deleted') github.deleteComment(id);
    else if (how === 'text below') github.editComment(id, `${body}\n\nThank you!`);
    else if (how === 'text above') github.editComment(id, `Read this:\r\n\r\n${body}`);
    else github.editComment(id, body.replace(STATUS_COMMENT, '<!-- '));
  }

  #faultFor(exchange: Exchange): Fault | undefined {
    const named = this.#story.troubles.find(
      (trouble) => !isStop(trouble.kind) && this.#isAt(trouble, exchange),
    );
    const random = new Random('fault', this.#story.name, exchange.ordinal);
    if (named) return faultNamed(named.kind, random, 'simulated');
    const { rates } = this.#story;
    const kind = isPost(exchange.operation) ? 'post' : isGithub(exchange.operation) ? 'github' : 'get';
    return rates && random.chance(rates[kind]) ? drawFault(random, kind, 'simulated') : undefined;
  }

  #isAt({ at, step, operations, lasts }: Trouble, exchange: Exchange): boolean {
    if (operations) {
      const { operation, nth } = exchange;
      const isNamed = operations.includes(operation) || operations.includes(`${operation} ${nth}`);
      return isNamed && (step ?? exchange.step) === exchange.step;
    }
    if (at === exchange.ordinal) return true;
    const first = lasts ? this.#world.wire.exchanges[(at ?? 0) - 1] : undefined;
    return first?.operation === exchange.operation && first.step === exchange.step;
  }

  #maybeStop({ phase, exchange }: WireEvent): void {
    const kind = this.#stopAt(exchange);
    const step = this.#world.steps[exchange.step] as SimulatedStep;
    if (!kind?.endsWith(phase === 'arrived' ? 'on arrival' : 'on answer')) return;
    if (kind.startsWith('SIGTERM')) step.interrupt('SIGTERM');
    else step.kill();
  }

  #stopAt(exchange: Exchange): string | undefined {
    const named = this.#story.troubles.find(
      (trouble) => isStop(trouble.kind) && this.#isAt(trouble, exchange),
    );
    if (named) return named.kind;
    const random = new Random('stop', this.#story.name, exchange.ordinal);
    return random.chance(this.#story.rates?.stop ?? 0) ? random.pick(STOPS) : undefined;
  }
}
