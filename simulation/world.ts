import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Behaviour } from '../sandbox/faults.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import type { WorkflowRun } from '../sandbox/github/things.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { Sandbox } from '../sandbox/server.ts';
import { commit, PROJECT, type Settings } from './background.ts';
import type { Wire } from './network.ts';
import { Order } from './request-order.ts';
import { authorOf, PEOPLE, REPOSITORY } from './sentences.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { StepRun } from './step-run.ts';
import type { Inputs, Step, Story, Trouble } from './story.ts';
import { withoutTraces } from './without-traces.ts';

export const API_KEY = 'mint_story_0123456789abcdef';

export interface StoryRun {
  readonly step: StepRun;
  /** From 0, by events. */
  readonly run: number;
  readonly attempt: number;
  readonly job: number;
  readonly inputs: Inputs;
  readonly text: string;
  readonly event: GithubEvent;
  readonly exchanges: LedgerEntry[];
  readonly troubles: readonly Trouble[];
}

export type StoryOutcome = Awaited<ReturnType<typeof runStory>>;

/** A run of a workflow, which may have several attempts. */
interface Run {
  readonly event: GithubEvent;
  /** What GitHub lists of it once it is over. */
  readonly known: Omit<WorkflowRun, 'conclusion'>;
  readonly env: Readonly<Record<string, string>>;
  attempts: number;
  /** Whether the latest step of each job has. */
  readonly succeeded: boolean[];
  /** Its latest attempt: GitHub lets nobody re-run what is not over. */
  latest: Promise<void>;
}

const directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-stories-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
const GITHUB = '127.0.0.1';
const DAY_MS = 86_400_000;
/** Of each run. Inputs that aren't given have no variable, where the runner would set an empty one. */
const ENVIRONMENT = {
  GITHUB_ACTION: '__run',
  GITHUB_API_URL: `http://${GITHUB}/github`,
  GITHUB_JOB: 'docs',
  GITHUB_REPOSITORY: REPOSITORY,
  GITHUB_SERVER_URL: 'https://github.com',
  'INPUT_API-KEY': API_KEY,
  'INPUT_PROJECT-ID': PROJECT,
  'INPUT_GITHUB-TOKEN': `ghs_${'0'.repeat(36)}`,
};

export function runStory(story: Story) {
  return withoutTraces(() => new World(story).run());
}

class World {
  readonly #story: Story;
  readonly #clock = new SimulatedClock();
  readonly #settings: Settings;
  readonly #sandbox: Sandbox;
  readonly #order: Order;
  readonly #runs: Run[] = [];
  readonly #ran: StoryRun[] = [];
  readonly #reached = new Set<Trouble>();

  constructor(story: Story) {
    this.#story = story;
    this.#settings = { jobMs: 3000, latencyMs: 20, ...story.settings };
    this.#order = new Order(story.settings.order ?? '');
    this.#sandbox = new Sandbox({
      ...this.#settings,
      apiKey: API_KEY,
      permissions: PEOPLE,
      now: this.#clock.wall,
      sleep: this.#clock.sleep,
      faultFor: (entry) => this.#arrived(entry),
      admit: (entry) => this.#order.admit(entry),
      onAnswer: (entry) => {
        this.#strike(entry, false);
        this.#order.answered(entry);
      },
    });
  }

  async run() {
    const { steps } = this.#story;
    commit(this.#sandbox.github);
    for (const [index, step] of steps.entries()) {
      // What comes next says how long this one is waited for.
      const { afterMs } = steps[index + 1] ?? {};
      const done = this.#take(step);
      // Nobody waits for what never comes.
      await Promise.race([afterMs === undefined ? done : this.#clock.sleep(afterMs), this.#clock.emptied()]);
    }
    await this.#clock.emptied();
    const troubles = steps.flatMap((step) => step.troubles);
    const unreached = troubles.filter((trouble) => !this.#reached.has(trouble)).map(({ text }) => text);
    const runs: readonly StoryRun[] = this.#ran;
    return { story: this.#story, runs, jobs: this.#sandbox.ledger.jobs, sandbox: this.#sandbox, unreached };
  }

  async #take(step: Step): Promise<void> {
    const { event, again, passMs, change } = step;
    if (event) return this.#trigger(event, step);
    if (again !== undefined) return this.#start(again, step);
    if (passMs !== undefined) return this.#clock.sleep(passMs);
    change?.(this.#sandbox);
  }

  async #trigger(given: GithubEvent, step: Step): Promise<void> {
    const { github } = this.#sandbox;
    const named = this.#story.jobs.map((inputs) => inputs['issue-number']?.replace('#', ''));
    const queued = given.push === 'queue' ? (given.text ?? '').split(' ') : [];
    const bornMs = this.#clock.wall() - (given.action === 'opened' ? 0 : DAY_MS);
    for (const number of [...named, given.number, ...queued]) if (number) this.#open(Number(number), bornMs);
    const isTarget = this.#settings.isTarget && given.name === 'pull_request';
    const event = applyEvent({ ...given, ...(isTarget && { name: 'pull_request_target' }) }, github);
    const payload = payloadOf(event);
    const eventPath = path.join(directory, `event-${this.#runs.length}.json`);
    writeFileSync(eventPath, JSON.stringify(payload).slice(0, this.#settings.isEventCut ? 50 : undefined));
    const ref = String(payload['ref'] ?? 'refs/heads/main');
    const workflows = this.#story.isTwice ? ['docs.yml', 'docs-too.yml'] : ['docs.yml'];
    const started = workflows.map((workflow) => {
      const run = this.#runs.push(this.#newRun(event, workflow, eventPath, ref)) - 1;
      return this.#start(run, step);
    });
    await Promise.all(started);
  }

  #newRun(event: GithubEvent, workflow: string, eventPath: string, ref: string): Run {
    const [id, number] = [9001 + this.#runs.length, 1 + this.#runs.length];
    const { head: sha } = this.#sandbox.github.contentOf(REPOSITORY);
    const known = { id, number, repository: REPOSITORY, workflow, event: event.name, branch: 'main', sha };
    const env = {
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_SHA: sha,
      GITHUB_REF_NAME: ref.replace(/^refs\/\w+\//, ''),
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${workflow}@refs/heads/main`,
      GITHUB_RUN_ID: `${id}`,
      GITHUB_RUN_NUMBER: `${number}`,
    };
    const succeeded = this.#story.jobs.map(() => false);
    return { event, known, env, attempts: 0, succeeded, latest: Promise.resolve() };
  }

  /** Opens the issue or pull request with what there is to say about it, unless it is there. */
  #open(number: number, bornMs: number): void {
    const { github } = this.#sandbox;
    const known = github.thread(REPOSITORY, number);
    const user = authorOf(number);
    if (known.body !== '' || (user !== undefined && known.isPullRequest)) return;
    const [title, body] = [`Subject ${number}`, `All that there is to say about ${number}.`];
    const opened = { repository: REPOSITORY, number, title, body };
    const headRepository = user === 'mallory' ? 'mallory/product' : REPOSITORY;
    const files = [{ filename: `src/change-${number}.ts`, patch: '@@ -1 +1 @@\n-a\n+b' }];
    if (user === undefined) github.setIssue(opened, bornMs);
    else github.setPullRequest({ ...opened, user, headRepository, files }, bornMs);
  }

  #start(number: number, step: Step): Promise<void> {
    const run = this.#runs[number];
    if (!run) throw new RangeError(`There is no run ${number + 1} yet.`);
    run.latest = run.latest.then(() => this.#attempt(run, number, step));
    return run.latest;
  }

  async #attempt(run: Run, number: number, step: Step): Promise<void> {
    run.attempts += 1;
    const { workflowRuns } = this.#sandbox.github;
    const before = workflowRuns.findIndex(({ id }) => id === run.known.id);
    if (before >= 0) workflowRuns.splice(before, 1);
    const chosen = [...this.#story.jobs.keys()].filter((job) => (step.only ?? job) === job);
    await Promise.all(chosen.map((job) => this.#step(run, number, job, step)));
    const conclusion = run.succeeded.every((each) => each) ? 'success' : 'failure';
    workflowRuns.push({ ...run.known, conclusion });
  }

  async #step(run: Run, number: number, job: number, { text, ...given }: Step): Promise<void> {
    const { event, attempts: attempt } = run;
    const inputs = this.#story.jobs[job] ?? {};
    const named = Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
    const own = { GITHUB_RUN_ATTEMPT: `${attempt}`, ...Object.fromEntries(named) };
    const caller = this.#ran.length;
    const step = new StepRun({ ...ENVIRONMENT, ...run.env, ...own }, this.#clock, this.#wireOf(caller));
    const troubles = job === (given.only ?? 0) ? given.troubles : [];
    this.#ran.push({ step, run: number, attempt, job, inputs, text, event, exchanges: [], troubles });
    for (const trouble of troubles)
      if (trouble.act && trouble.ms !== undefined)
        void this.#clock.sleep(trouble.ms).then(() => this.#do(trouble, step));
    await step.ended;
    run.succeeded[job] = step.succeeded;
    this.#order.leave(caller);
  }

  #wireOf(index: number): Wire {
    return async (sent, onConnect) => {
      const { untilMs = 0, code } = this.#settings.outage ?? {};
      if (sent.headers['host'] !== GITHUB && this.#clock.now() < untilMs) {
        await this.#clock.sleep(code === 'ECONNREFUSED' ? 1 : 10_000);
        throw Object.assign(new Error(`connect ${code}`), { code });
      }
      onConnect();
      return this.#sandbox.exchange(sent, index);
    };
  }

  #arrived(entry: LedgerEntry): Behaviour | undefined {
    const ran = this.#ran[entry.caller];
    ran?.exchanges.push(entry);
    const fault = this.#strike(entry, true);
    // A machine that is gone before it sends has sent nothing.
    return ran?.step.isKilled ? { kind: 'hang', effect: false } : fault;
  }

  /** Lets the troubles of a request happen. @returns what befalls it */
  #strike({ caller, operation, nth }: LedgerEntry, isBefore: boolean): Behaviour | undefined {
    const { troubles = [], step } = this.#ran[caller] ?? {};
    const ranMs = this.#clock.now() - (step?.startMs ?? 0);
    const here = troubles.filter(
      ({ operation: on, nth: from, isLasting, ms = Infinity }) =>
        on === operation && (isLasting ? nth >= from && ranMs <= ms : nth === from),
    );
    for (const each of here) if (step && each.act && each.isBefore === isBefore) this.#do(each, step);
    const fault = here.find((each) => each.fault);
    if (fault) this.#reached.add(fault);
    return fault?.fault;
  }

  #do(trouble: Trouble, step: StepRun): void {
    if (step.isOver) return;
    this.#reached.add(trouble);
    trouble.act?.(step, this.#sandbox);
  }
}
