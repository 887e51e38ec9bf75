import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT, type StepOptions } from '../__tests__/helpers/action-environment.ts';
import { type Behaviour, behaviourNamed } from '../sandbox/faults.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import { textsOn } from '../sandbox/github/state.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { Sandbox } from '../sandbox/server.ts';
import { Order } from './order.ts';
import type { OutageKind, SimulatedStep, Urls } from './simulated-step.ts';
import { API_KEY, type Fault, inFull, isAt, type Plan, planOf, type StepPlan, type Story } from './story.ts';
import {
  AGENT,
  authorOf,
  changedFile,
  expectedFrom,
  open,
  PEOPLE,
  payloadFor,
  REPOSITORY,
  readEvent,
  type StoryEvent,
  subjectOf,
  subjectText,
} from './story-events.ts';
import type { Note, StepRun, StoryResult } from './story-result.ts';

const OWN_COMMENT = /<!-- docs-agent-action/;

export async function playStory(story: Story): Promise<StoryResult> {
  // Simulated time takes over the whole process, so it is loaded only where it is wanted.
  const { letTimePass } = await import('./simulated-time.ts');
  const { SimulatedStep } = await import('./simulated-step.ts');
  return letTimePass(new World(story, planOf(story), SimulatedStep).play());
}

interface Run {
  readonly event: StoryEvent;
  readonly payload: Payload;
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

interface Running {
  readonly index: number;
  readonly process: SimulatedStep;
  signalMs: number | undefined;
  killed: boolean;
  isOver: boolean;
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
  readonly #running: Running[] = [];
  readonly #steps: Omit<StepRun, 'exchanges'>[] = [];
  readonly #spoilt: StoryResult['spoilt'][number][] = [];
  readonly #notes: Note[] = [];
  readonly #closed: StoryResult['closed'][number][] = [];
  readonly #reached = new Set<Fault>();
  #repository = REPOSITORY;
  #foreignJobs = 0;
  #connections = 0;
  #missed = 0;
  #starts = 0;
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
      ...{ apiKey: API_KEY, permissions: PEOPLE, perHour: 10_000, seed: plan.seed, jobMs: plan['jobs-take'] },
      ...{ lateComments: plan.late, fallingIds: plan['falling-ids'], now: () => Date.now() },
      ...{ fallingTimes: plan['falling-times'], staleMs: plan.stale, lateReviewsMs: plan['late-reviews'] },
      lateMerges: plan['late-merges'],
      ...{ latencyMs: plan.latency },
      docsRepository: this.#docs,
      faultFor: (entry) => this.#faultFor(entry),
      onArrival: (entry) => this.#stopAt(entry, true),
      admit: (entry) => this.#order.admit(entry),
      onAnswer: (entry) => this.#answered(entry),
    });
  }

  /** Where the agent opens its pull requests. */
  get #docs(): string {
    return this.#plan['docs-here'] ? REPOSITORY : 'acme/docs';
  }

  async play(): Promise<StoryResult> {
    this.#commit();
    for (const event of this.#story.events) await this.#applyEvent(inFull(event));
    await this.#busy;
    await Promise.all(this.#running.map(({ process }) => process.settled));
    const { ledger, github } = this.#sandbox;
    const exchanges = ledger.requests;
    const steps = this.#steps
      .sort((a, b) => a.index - b.index)
      .map((step) => ({ ...step, exchanges: exchanges.filter(({ caller }) => caller === step.index) }));
    return {
      ...{ story: this.#story, plan: this.#plan, steps, exchanges, jobs: ledger.jobs },
      ...{ closed: this.#closed, unreached: this.#unreached() },
      ...{ spoilt: this.#spoilt, notes: this.#notes, startMs: this.#startMs, foreignJobs: this.#foreignJobs },
      ...{ comments: github.comments, connections: this.#connections, missed: this.#missed },
    };
  }

  #unreached(): string[] {
    return this.#plan.faults.filter((fault) => !this.#reached.has(fault)).map(({ text }) => text);
  }

  #commit(): void {
    const { size } = new Set(this.#commits());
    const filename = `lib/part-${size}.ts`;
    const files = [{ filename, patch: '@@ -1 +1 @@\n-a\n+b' }];
    this.#sandbox.github.contentOf(REPOSITORY).commit({ message: `Change part ${size}`, files });
  }

  /** Ids of the commits of `main`, the oldest first. */
  #commits(): string[] {
    return this.#sandbox.github.contentOf(REPOSITORY).ids;
  }

  /** Merges or closes the agent's latest pull request that is open. */
  #end(how: 'merge' | 'close'): void {
    const { github, ledger } = this.#sandbox;
    const opened = ledger.jobs.map(({ pullRequest }) => github.thread(this.#docs, pullRequest.number));
    const latest = opened.findLast(({ isPullRequest, state }) => isPullRequest && state === 'open');
    if (!latest) return;
    if (how === 'merge') github.merge(latest, 'squash');
    else github.close(latest);
    this.#closed.push({ atMs: Date.now(), number: latest.number });
  }

  #note(text: string): void {
    this.#notes.push({ atMs: Date.now(), text });
  }

  async #applyEvent(text: string): Promise<void> {
    const [words = '', ...options] = text.split('; ');
    const [verb, first = '', ...rest] = words.split(' ');
    this.#note(words);
    switch (verb) {
      case 're-run':
        return this.#start(Number(first), options);
      case 'wait':
        return delay(Number(first));
      case 'jobs':
        return this.#sandbox.setScenario(first);
      case 'job':
        this.#foreignJobs += 1;
        this.#sandbox.platform.startJob(PROJECT, 'From elsewhere');
        return;
      case 'chatter':
        return this.#chatter(Number(first), Number(rest[0]));
      case 'edit':
        return this.#edit(Number(first), rest[0] ?? '');
      case 'merge':
      case 'close':
        return this.#end(verb);
      case 'commit':
        return this.#commit();
      case 'rename':
        this.#repository = first;
        return this.#sandbox.github.rename(REPOSITORY, first);
      case 'transfer': {
        const number = Number(first);
        const to = { repository: rest[0] ?? '', number };
        return this.#sandbox.github.transfer({ repository: REPOSITORY, number }, to);
      }
      default:
        return this.#trigger(words, options);
    }
  }

  /** Somebody causes an event of GitHub, and a run with it. */
  #trigger(words: string, options: readonly string[]): Promise<void> {
    const { github } = this.#sandbox;
    const read = readEvent(words);
    const isMerged = read.number !== undefined && github.thread(REPOSITORY, read.number).mergedAt !== null;
    // Nobody merges a pull request twice.
    const event = read.push && isMerged ? readEvent(`${read.by} push.direct`) : read;
    for (const { inputs } of this.#plan.steps)
      if (inputs['issue-number']) open(Number(inputs['issue-number']), github);
    const payload = JSON.parse(
      JSON.stringify(payloadFor(event, github)).replaceAll(REPOSITORY, this.#repository),
    );
    if (this.#plan['docs-here'] && event.push && event.author === AGENT && event.number !== undefined)
      this.#closed.push({ atMs: Date.now(), number: event.number });
    const sha = github.contentOf(REPOSITORY).head;
    this.#runs.push({ event, payload, sha, attempts: 0, latest: Promise.resolve() });
    return this.#start(this.#runs.length - 1, options);
  }

  async #start(number: number, options: readonly string[]): Promise<void> {
    const run = this.#runs[number];
    if (!run) throw new RangeError(`There is no run ${number} yet.`);
    const [steps, then] = ['steps ', 'then '].map((name) =>
      options.find((option) => option.startsWith(name))?.slice(name.length),
    );
    const which = options.includes('failed') ? 'failed' : steps?.split(' ').map(Number);
    run.latest = run.latest.then(() => this.#attempt(number, which));
    this.#busy = Promise.all([this.#busy, run.latest]);
    await (then === undefined ? run.latest : delay(Number(then)));
  }

  async #attempt(number: number, which: readonly number[] | 'failed' | undefined): Promise<void> {
    const run = this.#runs[number] as Run;
    run.attempts += 1;
    const attempt = run.attempts;
    const all = [...this.#plan.steps.keys()];
    const chosen = which === 'failed' ? all.filter((step) => !this.#hasSucceeded(number, step)) : which;
    const { workflowRuns } = this.#sandbox.github;
    const isOther = ({ id }: { id: number }) => id !== runId(number);
    workflowRuns.splice(0, workflowRuns.length, ...workflowRuns.filter(isOther));
    const jobs = this.#jobsOf(chosen ?? all);
    const works = jobs.map((steps) => async () => {
      for (const step of steps) if (!(await this.#step(number, attempt, step))) break;
    });
    if (this.#plan.together) await Promise.all(works.map((work) => work()));
    else for (const work of works) await work();
    const hasSucceeded = all.every((step) => this.#hasSucceeded(number, step));
    workflowRuns.push({
      ...{
        id: runId(number),
        number: number + 1,
        repository: REPOSITORY,
        workflow: 'docs.yml',
        event: run.event.name,
      },
      ...{ branch: 'main', sha: run.sha, conclusion: hasSucceeded ? 'success' : 'failure' },
    });
  }

  /** The files that have changed: of a push, or since the successful run before. */
  #changesOf(number: number): string[] {
    const { event, sha, payload } = this.#runs[number] as Run;
    if (!event.push && event.name !== 'schedule' && !event.name.endsWith('_dispatch')) return [];
    const { github } = this.#sandbox;
    const isBefore = (run: (typeof github.workflowRuns)[number]) =>
      run.id < runId(number) && run.event === event.name && run.conclusion === 'success';
    const since = event.push ? payload['before'] : github.workflowRuns.findLast(isBefore)?.sha;
    const compared = github.contentOf(REPOSITORY).comparisonJson(`${since}...${sha}`, 1, 1);
    return compared?.files?.map(({ filename }) => filename) ?? [];
  }

  /** What the prompt of a request about that event quotes. */
  #materialOf(event: StoryEvent, { inputs }: StepPlan, changes: readonly string[]): string[] {
    const { prompt, include = prompt ? 'none' : 'event' } = inputs;
    const subject = subjectOf(event, inputs);
    if (include === 'none') return [];
    const text = subject === undefined ? [] : [subjectText(subject)];
    const isOfPullRequest = subject !== undefined && authorOf(subject) !== undefined;
    const files = isOfPullRequest ? (authorOf(subject) === AGENT ? [] : [changedFile(subject)]) : changes;
    return include.includes('changes') ? [...text, ...files] : text;
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
    const index = this.#starts;
    this.#starts += 1;
    const process = new this.#Step((urls) => this.#optionsOf(run, attempt, plan, urls), {
      index,
      accept: (connection) => {
        this.#connections += 1;
        this.#sandbox.accept(connection, index);
      },
      miss: () => {
        this.#missed += 1;
      },
    });
    const running: Running = { index, process, signalMs: undefined, killed: false, isOver: false };
    this.#running[index] = running;
    if (this.#outage?.after === 0) void this.#breakOff();
    const startMs = Date.now();
    for (const fault of this.#plan.faults)
      if (fault.place.endsWith('ms'))
        void delay(Number.parseFloat(fault.place)).then(() => this.#stop(running, fault));
    const end = await process.ended;
    running.isOver = true;
    this.#order.leave(index);
    this.#note(`[${index}] ends`);
    const { outputs } = end.result;
    const event = this.#isUnknownMerge(index) ? withoutPullRequest(triggered) : triggered;
    this.#steps.push({
      ...{ ...end, index, run, attempt, plan, event, startMs, endMs: Date.now() },
      ...{ signalMs: running.signalMs, killed: running.killed },
      ...{ outcome: outputs['outcome'] ?? '', jobId: outputs['job-id'] ?? '' },
      expected: expectedFrom(event, plan.inputs, changes),
      material: this.#materialOf(event, plan, changes),
      request: JSON.stringify([run, plan.job, plan.action, plan.inputs]),
    });
    return end.succeeded;
  }

  /** GitHub never said which pull request the push merged. */
  #isUnknownMerge(index: number): boolean {
    const answers = this.#sandbox.ledger.of('commit-pulls').filter(({ caller }) => caller === index);
    return answers.length > 0 && answers.every(({ broken }) => broken !== null);
  }

  #optionsOf(run: number, attempt: number, plan: StepPlan, urls: Urls): StepOptions {
    const { event, payload, sha } = this.#runs[run] as Run;
    return {
      inputs: {
        'api-key': API_KEY,
        'project-id': PROJECT,
        'base-url': urls.platform,
        'github-token': `ghs_${run}x${attempt}${'0'.repeat(30)}`,
        ...plan.inputs,
      },
      event: { name: event.name, payload },
      env: {
        GITHUB_API_URL: `${urls.github}/github`,
        GITHUB_REPOSITORY: this.#repository,
        GITHUB_REPOSITORY_ID: '7001',
        GITHUB_WORKFLOW_REF: `${this.#repository}/.github/workflows/docs.yml@refs/heads/main`,
        GITHUB_REF: payload['ref'] ?? 'refs/heads/main',
        GITHUB_REF_NAME: String(payload['ref'] ?? 'main').replace(/^refs\/\w+\//, ''),
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

  #chatter(issue: number, comments: number): void {
    for (let nth = 1; nth <= comments; nth += 1) {
      const body = `Comment ${nth} about something else`;
      this.#sandbox.github.addComment({ repository: REPOSITORY, issue, user: 'rita', body });
    }
  }

  #edit(issue: number, how: string): void {
    const { github } = this.#sandbox;
    const on = { repository: REPOSITORY, number: issue };
    const reply = textsOn(github.comments, on).findLast(({ body }) => OWN_COMMENT.test(body));
    if (!reply) return;
    const { id, body } = reply;
    if (how === 'deleted' || how === 'damaged') this.#spoilt.push({ atMs: Date.now(), issue });
    if (how === 'deleted') github.deleteComment(id);
    else if (how === 'copied') github.addComment({ repository: REPOSITORY, issue, user: 'mallory', body });
    else if (how === 'text-below') github.editComment(id, `${body}\n\nThank you!`);
    else if (how === 'text-above') github.editComment(id, `Read this:\r\n\r\n${body}`);
    else github.editComment(id, body.replace(OWN_COMMENT, '<!-- '));
  }

  #faultFor(entry: LedgerEntry): Behaviour | undefined {
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
    const running = this.#running[entry.caller];
    if (running && fault && fault.name.endsWith('-early') === isEarly) this.#stop(running, fault, entry);
  }

  #stop(running: Running, fault: Fault, entry?: LedgerEntry): void {
    if (running.isOver || running.killed) return;
    const { index, process } = running;
    const { name } = fault;
    this.#reached.add(fault);
    this.#note(`[${index}] ${name}`);
    if (name === 'merged' || name === 'closed') this.#end(name === 'merged' ? 'merge' : 'close');
    else if (name === 'deleted') this.#deleteFirst(entry);
    else if (name.startsWith('gone')) {
      running.killed = true;
      process.kill();
    } else if (running.signalMs === undefined) {
      running.signalMs = Date.now();
      process.interrupt(name.startsWith('SIGINT') ? 'SIGINT' : 'SIGTERM');
      if (name.endsWith('twice')) void delay(50).then(() => running.isOver || process.interrupt('SIGTERM'));
    }
  }

  /** The first comment of people in the list that was read: later ones move up by a place. */
  #deleteFirst(entry: LedgerEntry | undefined): void {
    const { github } = this.#sandbox;
    const issue = Number(/\/issues\/(\d+)\//.exec(entry?.path ?? '')?.[1]);
    const others = textsOn(github.comments, { repository: REPOSITORY, number: issue });
    const first = others.find(({ body }) => !OWN_COMMENT.test(body));
    if (first) github.deleteComment(first.id);
  }

  async #breakOff(): Promise<void> {
    const { kind, ms } = this.#outage ?? { kind: undefined, ms: 0 };
    this.#note(`an outage begins (${kind}, ${ms} ms)`);
    const processes = this.#running.map(({ process }) => process);
    for (const process of processes) process.setOutage(kind);
    await delay(ms);
    for (const process of processes) process.setOutage(undefined);
  }
}
