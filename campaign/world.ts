import { SimulatedClock } from '../__tests__/helpers/simulated-clock.ts';
import type { Reply, Sent } from '../sandbox/exchange.ts';
import { type Behaviour, behaviourNamed } from '../sandbox/faults.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import type { Role } from '../sandbox/github/roles.ts';
import type { LedgerEntry, LedgerJob } from '../sandbox/ledger.ts';
import { jobId } from '../sandbox/platform/jobs.ts';
import { Sandbox } from '../sandbox/server.ts';
import {
  type Conditions,
  changeLatest,
  commit,
  conditionIn,
  deleteFirst,
  handiworkIn,
  keepFirstVersions,
} from './hands.ts';
import type { Wire } from './network.ts';
import { Order } from './order.ts';
import { API_KEY, StepRun } from './step-run.ts';
import { authorOf, type Inputs, msOf, REPOSITORY, type Step, type Story, type Trouble } from './story.ts';

export const PEOPLE: Readonly<Record<string, Role>> = {
  maria: 'write',
  theo: 'admin',
  rita: 'read',
  tina: { permission: 'read', role_name: 'docs-triage', basedOn: 'triage' },
  mona: { permission: 'write', role_name: 'docs-maintain', basedOn: 'maintain' },
};

export interface Played {
  readonly step: StepRun;
  /** From 0, by events. */
  readonly run: number;
  readonly attempt: number;
  readonly job: number;
  readonly text: string;
  readonly event: GithubEvent;
  readonly exchanges: readonly LedgerEntry[];
}

export interface Outcome {
  readonly story: Story;
  readonly runs: readonly Played[];
  readonly jobs: readonly LedgerJob[];
  readonly sandbox: Sandbox;
  readonly unreached: readonly string[];
}

interface Run {
  readonly event: GithubEvent;
  readonly payload: Payload;
  readonly file: string;
  readonly sha: string;
  attempts: number;
  /** Its latest attempt: GitHub lets nobody re-run what is not over. */
  latest: Promise<void>;
}

const runId = (run: number) => 9001 + run;

const QUIET_ROUNDS = 2;

function whenQuiet(then: () => void, rounds = QUIET_ROUNDS): void {
  setImmediate(() => (rounds > 1 ? whenQuiet(then, rounds - 1) : then()));
}

export async function playStory(story: Story): Promise<Outcome> {
  const world = new World(story);
  return world.play();
}

class World {
  readonly #story: Story;
  readonly #clock = new SimulatedClock(whenQuiet);
  readonly #conditions: Conditions = {
    ...{ jobMs: 3000, latencyMs: 20, stale: 0, 'late-merges': 0, 'falling-ids': false, 'other-pulls': false },
    ...{ docsRepository: 'acme/docs', order: '', isTarget: false, spoilt: undefined, outage: undefined },
  };
  readonly #sandbox: Sandbox;
  readonly #order: Order;
  readonly #runs: Run[] = [];
  readonly #played: { -readonly [Field in keyof Played]: Played[Field] }[] = [];
  readonly #troubles: (readonly Trouble[])[] = [];
  readonly #reached = new Set<Trouble>();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(story: Story) {
    this.#story = story;
    for (const { hand = '' } of story.steps) Object.assign(this.#conditions, conditionIn(hand));
    this.#order = new Order(this.#conditions.order);
    this.#sandbox = new Sandbox({
      ...this.#conditions,
      ...{ apiKey: API_KEY, permissions: PEOPLE },
      ...{ now: this.#clock.wall, sleep: (ms) => this.#clock.sleep(ms) },
      faultFor: (entry) => this.#faultFor(entry),
      admit: (entry) => this.#order.admit(entry),
      onAnswer: (entry) => this.#answered(entry),
    });
  }

  async play(): Promise<Outcome> {
    commit(this.#sandbox.github);
    for (const [index, step] of this.#story.steps.entries()) {
      // What comes next says how long this one is waited for.
      const started = this.#play(step);
      const { afterMs } = this.#story.steps[index + 1] ?? {};
      await this.#until(afterMs === undefined ? started : this.#clock.sleep(afterMs));
    }
    await this.#until(this.#busy);
    await this.#clock.emptied();
    const { ledger } = this.#sandbox;
    const runs = this.#played.map((each, index) => ({
      ...each,
      exchanges: ledger.requests.filter(({ caller }) => caller === index),
    }));
    const troubles = this.#story.steps.flatMap((step) => step.troubles);
    const unreached = troubles.filter((trouble) => !this.#reached.has(trouble)).map(({ text }) => text);
    return { story: this.#story, runs, jobs: ledger.jobs, sandbox: this.#sandbox, unreached };
  }

  /** @throws where nothing can happen any more, and `work` is not done */
  async #until(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = work.then(() => {
      isDone = true;
    });
    while (!isDone)
      await Promise.race([done, this.#clock.emptied().then(() => this.#expectDone(() => isDone))]);
  }

  async #expectDone(isDone: () => boolean): Promise<void> {
    await new Promise<void>((resolve) => whenQuiet(resolve, 20));
    if (isDone() || this.#clock.sleepers > 0) return;
    const waiting = this.#played.filter(({ step }) => !step.isOver).map(({ run }) => run + 1);
    throw new Error(`Run ${waiting.join(' and ')} waits for something that never comes.`);
  }

  async #play(step: Step): Promise<void> {
    const { event, again, hand = '' } = step;
    if (event) return this.#trigger(event, step);
    if (again !== undefined) return this.#start(again, step);
    const [, number, unit] = /^([\d.]+) (ms|s|min|h) pass$/.exec(hand) ?? [];
    if (number !== undefined) return this.#clock.sleep(msOf(number, unit));
    if (!conditionIn(hand)) handiworkIn(hand)(this.#sandbox);
  }

  async #trigger(given: GithubEvent, step: Step): Promise<void> {
    const { github } = this.#sandbox;
    for (const { 'issue-number': number } of this.#story.jobs)
      if (number) this.#open(Number(number.replace('#', '')));
    if (given.number !== undefined) this.#open(given.number);
    if (given.push === 'queue') for (const other of given.text?.split(' ') ?? []) this.#open(Number(other));
    const isTarget = this.#conditions.isTarget && given.name === 'pull_request';
    const event = applyEvent({ ...given, ...(isTarget && { name: 'pull_request_target' }) }, github);
    const payload = payloadOf(event);
    const sha = github.contentOf(REPOSITORY).head;
    const run = { event, payload, sha, attempts: 0, latest: Promise.resolve() };
    const files = this.#story.isTwice ? ['docs', 'docs-too'] : ['docs'];
    const started = files.map((file) => this.#runs.push({ ...run, file: `${file}.yml` }) - 1);
    await Promise.all(started.map((number) => this.#start(number, step)));
  }

  /** Opens the issue or pull request with what there is to say about it, unless it is there. */
  #open(number: number): void {
    const { github } = this.#sandbox;
    const known = github.thread(REPOSITORY, number);
    const user = authorOf(number);
    if (known.body !== '' || (user !== undefined && known.isPullRequest)) return;
    const subject = { repository: REPOSITORY, number, title: `Subject ${number}`, body: subjectText(number) };
    const headRepository = user === 'mallory' ? 'mallory/product' : REPOSITORY;
    const files = [{ filename: `src/change-${number}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
    const opened = { ...subject, updatedAt: github.date() };
    if (user === undefined) github.setIssue(opened);
    else github.setPullRequest({ ...opened, user, headRepository, files });
  }

  #start(number: number, step: Step): Promise<void> {
    const run = this.#runs[number];
    if (!run) throw new RangeError(`There is no run ${number + 1} yet.`);
    run.latest = run.latest.then(() => this.#attempt(number, step));
    this.#busy = Promise.all([this.#busy, run.latest]);
    return run.latest;
  }

  async #attempt(number: number, { only, onlyFailed, troubles, text }: Step): Promise<void> {
    const run = this.#runs[number] as Run;
    run.attempts += 1;
    const all = [...this.#story.jobs.keys()];
    const chosen = onlyFailed ? all.filter((job) => !this.#hasSucceeded(number, job)) : (only ?? all);
    const { workflowRuns } = this.#sandbox.github;
    const before = workflowRuns.findIndex(({ id }) => id === runId(number));
    if (before >= 0) workflowRuns.splice(before, 1);
    await Promise.all(chosen.map((job) => this.#step(number, job, troubles, text)));
    const hasSucceeded = all.every((job) => this.#hasSucceeded(number, job));
    workflowRuns.push({
      ...{ id: runId(number), number: number + 1, repository: REPOSITORY, workflow: run.file },
      ...{ event: run.event.name, branch: 'main', sha: run.sha },
      conclusion: hasSucceeded ? 'success' : 'failure',
    });
  }

  #hasSucceeded(run: number, job: number): boolean {
    return this.#played.findLast((each) => each.run === run && each.job === job)?.step.succeeded === true;
  }

  async #step(run: number, job: number, troubles: readonly Trouble[], text: string): Promise<void> {
    const { event, payload, attempts: attempt } = this.#runs[run] as Run;
    const index = this.#played.length;
    const own = troubles.filter((trouble) => trouble.job === job);
    this.#troubles.push(own);
    const { spoilt } = this.#conditions;
    const given = {
      ...{ inputs: this.#inputsOf(job), event, payload, spoilt },
      env: this.#variables(run),
    };
    const step = new StepRun(given, this.#clock, this.#wireOf(index));
    this.#played.push({ step, run, attempt, job, text, event, exchanges: [] });
    for (const trouble of own)
      if (trouble.ms !== undefined)
        void this.#clock.sleep(trouble.ms).then(() => this.#strike(index, trouble));
    await step.ended;
    this.#order.leave(index);
  }

  #inputsOf(job: number): Inputs {
    const { 'job-id': id, ...inputs } = this.#story.jobs[job] ?? {};
    const [, ordinal] = /^job_(\d)$/.exec(id ?? '') ?? [];
    return { ...inputs, ...(id !== undefined && { 'job-id': ordinal ? jobId(Number(ordinal)) : id }) };
  }

  #wireOf(index: number): Wire {
    const isGone = () => this.#played[index]?.step.isOver === true;
    const never = new Promise<never>(() => {});
    return {
      connect: async () => {
        const { outage } = this.#conditions;
        if (!outage || this.#clock.now() >= outage.untilMs) return;
        await this.#clock.sleep(outage.isSilent ? 10_000 : 1);
        const code = outage.isSilent ? 'UND_ERR_CONNECT_TIMEOUT' : 'ECONNREFUSED';
        throw Object.assign(new Error(`connect ${code}`), { code });
      },
      exchange: async (sent: Sent): Promise<Reply> => {
        if (isGone()) return never;
        const reply = await this.#sandbox.exchange(sent, index);
        return isGone() ? never : reply;
      },
    };
  }

  #variables(run: number): Record<string, string> {
    const { payload, sha, file, attempts } = this.#runs[run] as Run;
    const ref = String(payload['ref'] ?? 'refs/heads/main');
    return {
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_REPOSITORY_ID: '7001',
      GITHUB_WORKFLOW: file,
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file}@refs/heads/main`,
      GITHUB_REF: ref,
      GITHUB_REF_NAME: ref.replace(/^refs\/\w+\//, ''),
      GITHUB_SHA: sha,
      GITHUB_RUN_ID: String(runId(run)),
      GITHUB_RUN_NUMBER: String(run + 1),
      GITHUB_RUN_ATTEMPT: String(attempts),
      // Jobs of a matrix have one id.
      GITHUB_JOB: 'docs',
      GITHUB_ACTION: '__acme_docs',
    };
  }

  #faultFor(entry: LedgerEntry): Behaviour | undefined {
    for (const trouble of this.#troublesAt(entry)) {
      if (trouble.does === 'fault') {
        this.#reached.add(trouble);
        return behaviourNamed(trouble.name);
      }
      if (!trouble.isBefore) continue;
      this.#strike(entry.caller, trouble, entry);
      // A machine that is gone before it sends has sent nothing.
      if (trouble.does === 'dies') return { kind: 'hang', effect: false };
    }
    return undefined;
  }

  #answered(entry: LedgerEntry): void {
    keepFirstVersions(this.#sandbox.github);
    for (const trouble of this.#troublesAt(entry))
      if (trouble.does !== 'fault' && !trouble.isBefore) this.#strike(entry.caller, trouble, entry);
    this.#order.answered(entry);
  }

  #troublesAt({ caller, operation, nth }: LedgerEntry): Trouble[] {
    const all = this.#troubles[caller] ?? [];
    return all.filter(({ operation: at, nth: [from, to] }) => at === operation && nth >= from && nth <= to);
  }

  #strike(index: number, trouble: Trouble, entry?: LedgerEntry): void {
    const { step } = this.#played[index] ?? {};
    if (!step || step.isOver) return;
    this.#reached.add(trouble);
    const { does } = trouble;
    if (does === 'dies') step.kill();
    else if (does === 'cancelled') step.interrupt();
    else if (does === 'deleted') deleteFirst(this.#sandbox.github, entry?.path ?? '');
    else if (does !== 'fault') changeLatest(this.#sandbox, does);
  }
}

export function subjectText(number: number): string {
  return `All that there is to say about ${number}.`;
}
