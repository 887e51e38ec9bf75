import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT, type StepOptions } from '../__tests__/helpers/action-environment.ts';
import { type Behaviour, behaviourNamed } from '../sandbox/faults.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import { readReply } from '../sandbox/http-bytes.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { Sandbox } from '../sandbox/server.ts';
import { COMMANDS, changeLatest, commit, deleteFirst } from './commands.ts';
import { Order } from './order.ts';
import type { OutageKind, SimulatedStep } from './simulated-step.ts';
import {
  API_KEY,
  type Fault,
  isAt,
  type Plan,
  planOf,
  type StepPlan,
  type Story,
  type StoryLine,
} from './story.ts';
import {
  expectedFrom,
  materialOf,
  open,
  PEOPLE,
  payloadFor,
  REPOSITORY,
  readEvent,
  releaseOf,
  type StoryEvent,
} from './story-events.ts';
import type { Note, StepRun, StoryResult } from './story-result.ts';

export async function playStory(story: Story): Promise<StoryResult> {
  // Simulated time takes over the whole process, so it is loaded only where it is wanted.
  const { letTimePass } = await import('./simulated-time.ts');
  const { SimulatedStep } = await import('./simulated-step.ts');
  return letTimePass(new World(story, planOf(story), SimulatedStep).play());
}

interface Run {
  readonly event: StoryEvent;
  readonly payload: Payload;
  /** Name of the workflow file. */
  readonly file: string;
  /** The last commit of its branch. */
  readonly sha: string;
  attempts: number;
  /** Its latest attempt: GitHub lets nobody re-run what is not over. */
  latest: Promise<void>;
}

/** `GITHUB_RUN_ID`. */
const runId = (run: number) => 9000 + run;

/** A push that stands for itself. */
function withoutPullRequest({ number: _, author: __, ...event }: StoryEvent): StoryEvent {
  return { ...event, merged: false };
}

/** The platform and GitHub, a faulty way to them, and people. */
class World {
  readonly #story: Story;
  readonly #plan: Plan;
  readonly #Step: typeof SimulatedStep;
  readonly #sandbox: Sandbox;
  readonly #order: Order;
  readonly #outage: { readonly after: number; readonly ms: number; readonly kind: OutageKind } | undefined;
  readonly #startMs = Date.now();
  readonly #runs: Run[] = [];
  /** By their places. */
  readonly #running: SimulatedStep[] = [];
  readonly #steps: Omit<StepRun, 'exchanges'>[] = [];
  readonly #notes: Note[] = [];
  readonly #reached = new Set<Fault>();
  #missed = 0;
  #answers = 0;
  #busy: Promise<unknown> = Promise.resolve();

  constructor(story: Story, plan: Plan, Step: typeof SimulatedStep) {
    this.#Step = Step;
    this.#story = story;
    this.#plan = plan;
    this.#order = new Order(plan.order);
    const [after, ms, kind] = plan.outage.split(':');
    if (kind) this.#outage = { after: Number(after), ms: Number(ms), kind: kind as OutageKind };
    this.#sandbox = new Sandbox({
      ...{ ...plan, faults: [], latencyMs: plan.latency, now: () => Date.now() },
      ...{ apiKey: API_KEY, permissions: PEOPLE, jobMs: plan['jobs-take'] },
      docsRepository: plan['docs-here'] ? REPOSITORY : 'acme/docs',
      faultFor: (entry) => this.#faultFor(entry),
      admit: (entry) => this.#order.admit(entry),
      onAnswer: (entry) => this.#answered(entry),
    });
  }

  async play(): Promise<StoryResult> {
    commit(this.#sandbox.github);
    for (const line of this.#plan.lines) await this.#play(line);
    await this.#busy;
    await Promise.all(this.#running.map(({ settled }) => settled));
    const { ledger, github } = this.#sandbox;
    const exchanges = ledger.requests;
    const steps = this.#steps
      .sort((a, b) => a.index - b.index)
      .map((step) => ({ ...step, exchanges: exchanges.filter(({ caller }) => caller === step.index) }));
    const unreached = this.#plan.faults.filter((fault) => !this.#reached.has(fault));
    return {
      ...{ story: this.#story, plan: this.#plan, steps, exchanges, jobs: ledger.jobs },
      ...{
        unreached: unreached.map(({ text }) => text),
        notes: this.#notes,
        startMs: this.#startMs,
        missed: this.#missed,
      },
      ...{ comments: github.comments, closings: github.closings },
    };
  }

  #note(text: string): void {
    this.#notes.push({ atMs: Date.now(), text });
  }

  async #play(line: StoryLine): Promise<void> {
    const { words, verb, args, event } = line;
    this.#note(words);
    if (event) return this.#trigger(event, line);
    if (verb === 're-run') return this.#start(Number(args[0]), line);
    if (verb === 'wait') return delay(Number(args[0]));
    COMMANDS[verb]?.[1]?.(this.#sandbox, ...args);
  }

  /** Somebody causes an event of GitHub, and a run with it. */
  #trigger(read: StoryEvent, line: StoryLine): Promise<void> {
    const { github } = this.#sandbox;
    const numbers =
      read.push === 'queue' ? [read.number, ...(read.text ?? '').split(' ').map(Number)] : [read.number];
    // Nobody merges a pull request twice.
    const isMerged = numbers.some(
      (number) => number !== undefined && github.thread(REPOSITORY, number).mergedAt !== null,
    );
    const event = read.push && isMerged ? readEvent(`${read.by} push.direct`) : read;
    for (const { inputs } of this.#plan.steps)
      if (inputs['issue-number']) open(Number(inputs['issue-number']), github);
    const payload = JSON.parse(github.withNewNames(JSON.stringify(payloadFor(event, github))));
    const sha = github.contentOf(REPOSITORY).head;
    const run = { event, payload, sha, attempts: 0, latest: Promise.resolve() };
    const files = this.#plan['second-workflow'] ? ['docs', 'docs-too'] : ['docs'];
    const started = files.map((file) => this.#runs.push({ ...run, file: `${file}.yml` }) - 1);
    return Promise.all(started.map((number) => this.#start(number, line))).then(() => {});
  }

  async #start(number: number, { steps, thenMs }: StoryLine): Promise<void> {
    const run = this.#runs[number];
    if (!run) throw new RangeError(`There is no run ${number} yet.`);
    run.latest = run.latest.then(() => this.#attempt(number, steps));
    this.#busy = Promise.all([this.#busy, run.latest]);
    await (thenMs === undefined ? run.latest : delay(thenMs));
  }

  async #attempt(number: number, which: readonly number[] | 'failed' | undefined): Promise<void> {
    const run = this.#runs[number] as Run;
    run.attempts += 1;
    const attempt = run.attempts;
    const all = [...this.#plan.steps.keys()];
    const chosen = which === 'failed' ? all.filter((step) => !this.#hasSucceeded(number, step)) : which;
    const { workflowRuns } = this.#sandbox.github;
    const before = workflowRuns.findIndex(({ id }) => id === runId(number));
    if (before >= 0) workflowRuns.splice(before, 1);
    const jobs = this.#jobsOf(chosen ?? all);
    const works = jobs.map((steps) => async () => {
      for (const step of steps) if (!(await this.#step(number, attempt, step))) break;
    });
    if (this.#plan.together) await Promise.all(works.map((work) => work()));
    else for (const work of works) await work();
    const hasSucceeded = all.every((step) => this.#hasSucceeded(number, step));
    workflowRuns.push({
      ...{ id: runId(number), number: number + 1, repository: REPOSITORY, workflow: run.file },
      ...{ event: run.event.name, branch: 'main', sha: run.sha },
      conclusion: hasSucceeded ? 'success' : 'failure',
    });
  }

  /** The files that have changed: of a push, or since the successful run before; absent if there was none. */
  #changesOf(number: number): string[] | undefined {
    const { event, sha, payload } = this.#runs[number] as Run;
    if (!event.push && event.name !== 'schedule' && !event.name.endsWith('_dispatch')) return [];
    const { github } = this.#sandbox;
    const isBefore = (run: (typeof github.workflowRuns)[number]) =>
      run.id < runId(number) && run.event === event.name && run.conclusion === 'success';
    const since = event.push ? payload['before'] : github.workflowRuns.findLast(isBefore)?.sha;
    const compared = github.contentOf(REPOSITORY).comparisonJson(`${since}...${sha}`, 1, 1);
    return compared?.files?.map(({ filename }) => filename);
  }

  /** Steps with different actions are in one job, one after the other; others are jobs of their own. */
  #jobsOf(steps: readonly number[]): number[][] {
    const isOneJob = new Set(this.#plan.steps.map(({ action }) => action)).size > 1;
    return isOneJob ? [[...steps]] : steps.map((step) => [step]);
  }

  #hasSucceeded(run: number, step: number): boolean {
    const plan = this.#plan.steps[step];
    return this.#steps.findLast((each) => each.run === run && each.plan === plan)?.succeeded === true;
  }

  /** Resolves to whether it succeeded. */
  async #step(run: number, attempt: number, stepIndex: number): Promise<boolean> {
    const { event: triggered } = this.#runs[run] as Run;
    const changes = this.#changesOf(run);
    const plan = this.#plan.steps[stepIndex] as StepPlan;
    const index = this.#running.length;
    const step = new this.#Step(this.#optionsOf(run, attempt, plan, index), {
      accept: (connection) => this.#sandbox.accept(connection, index),
      miss: () => {
        this.#missed += 1;
      },
    });
    this.#running.push(step);
    if (this.#outage?.after === 0) void this.#breakOff();
    const startMs = Date.now();
    for (const fault of this.#plan.faults)
      if (fault.place.ms !== undefined) void delay(fault.place.ms).then(() => this.#stop(index, fault));
    const end = await step.ended;
    this.#order.leave(index);
    this.#note(`[${index}] ends`);
    const { outputs } = end.result;
    const release = releaseOf(triggered, plan.inputs, this.#sandbox.github);
    const event =
      release || this.#isUnknownMerge(index) ? { ...withoutPullRequest(triggered), release } : triggered;
    this.#steps.push({
      ...{ ...end, index, run, attempt, plan, event, startMs, endMs: Date.now() },
      ...{
        signalMs: step.signalMs,
        killed: step.killed,
        outcome: outputs['outcome'] ?? '',
        jobId: outputs['job-id'] ?? '',
      },
      expected: expectedFrom(event, plan.inputs, changes),
      material: materialOf(event, plan.inputs, changes ?? []),
      request: JSON.stringify([run, plan.job, plan.action, plan.inputs]),
    });
    return end.succeeded;
  }

  /** GitHub never said which pull request the push merged. */
  #isUnknownMerge(index: number): boolean {
    const answers = this.#sandbox.ledger.of('commit-pulls').filter(({ caller }) => caller === index);
    const isHeard = ({ delivered, real }: LedgerEntry) => {
      const { headers, body } = readReply(delivered) ?? {};
      return /json/.test(headers?.['content-type'] ?? '') && body?.replace('\uFEFF', '') === real?.body;
    };
    return answers.length > 0 && !answers.some(isHeard);
  }

  #optionsOf(run: number, attempt: number, plan: StepPlan, index: number): StepOptions {
    const { event, payload, sha, file } = this.#runs[run] as Run;
    const repository = this.#sandbox.github.withNewNames(REPOSITORY);
    const ref = String(payload['ref'] ?? 'refs/heads/main');
    return {
      inputs: {
        'api-key': API_KEY,
        'project-id': PROJECT,
        'base-url': 'http://127.0.0.1:4010',
        'github-token': `ghs_${run}x${attempt}${'0'.repeat(30)}`,
        ...plan.inputs,
      },
      event: { name: event.name, payload },
      env: {
        // Each process has a connection pool of its own for GitHub; here each step has a port of its own.
        GITHUB_API_URL: `http://127.0.0.1:${5000 + index}/github`,
        GITHUB_REPOSITORY: repository,
        GITHUB_REPOSITORY_ID: '7001',
        GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${file}@refs/heads/main`,
        GITHUB_REF: ref,
        GITHUB_REF_NAME: ref.replace(/^refs\/\w+\//, ''),
        GITHUB_SHA: sha,
        GITHUB_RUN_ID: String(runId(run)),
        GITHUB_RUN_NUMBER: String(run + 1),
        GITHUB_RUN_ATTEMPT: String(attempt),
        GITHUB_JOB: plan.job,
        GITHUB_ACTION: plan.action,
        GITHUB_ACTOR: event.by,
      },
    };
  }

  #faultFor(entry: LedgerEntry): Behaviour | undefined {
    this.#stopAt(entry, true);
    const { requests } = this.#sandbox.ledger;
    const fault = this.#plan.faults.find((each) => !each.isStop && isAt(each, entry, requests));
    if (fault) this.#reached.add(fault);
    return fault && behaviourNamed(fault.name);
  }

  #answered(entry: LedgerEntry): void {
    this.#answers += 1;
    if (this.#answers === this.#outage?.after) void this.#breakOff();
    this.#stopAt(entry, false);
    this.#order.answered(entry);
  }

  #stopAt(entry: LedgerEntry, isEarly: boolean): void {
    const { requests } = this.#sandbox.ledger;
    const fault = this.#plan.faults.find((each) => each.isStop && isAt(each, entry, requests));
    if (fault && fault.name.endsWith('-early') === isEarly) this.#stop(entry.caller, fault, entry);
  }

  #stop(index: number, fault: Fault, entry?: LedgerEntry): void {
    const step = this.#running[index];
    if (!step || step.isOver) return;
    const { name } = fault;
    this.#reached.add(fault);
    this.#note(`[${index}] ${name}`);
    if (name === 'merged' || name === 'closed' || name === 'pushed') changeLatest(this.#sandbox, name);
    else if (name === 'deleted') deleteFirst(this.#sandbox.github, entry?.path ?? '');
    else if (name.startsWith('gone')) step.kill();
    else if (step.signalMs === undefined) {
      step.interrupt(name.startsWith('SIGINT') ? 'SIGINT' : 'SIGTERM');
      if (name.endsWith('twice')) void delay(50).then(() => step.isOver || step.interrupt('SIGTERM'));
    }
  }

  async #breakOff(): Promise<void> {
    const { kind, ms } = this.#outage ?? { kind: undefined, ms: 0 };
    this.#note(`an outage begins (${kind}, ${ms} ms)`);
    const steps = [...this.#running];
    for (const step of steps) step.setOutage(kind);
    await delay(ms);
    for (const step of steps) step.setOutage(undefined);
  }
}
