import { answer } from '../../src/agent/mode.ts';
import { type AgentContext, requestOf } from '../../src/agent/request.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { Outputs } from '../../src/outputs.ts';
import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import type { Job } from '../../src/platform/schemas.ts';
import { CollectedLog } from './collected-log.ts';
import { agentInputs, commentPayload, event, labeledPayload, workflowRun } from './payloads.ts';
import { SimulatedClock } from './simulated-clock.ts';
import { SimulatedGithub } from './simulated-github.ts';
import { errorOf, jobOf, simulatedRequest, type Trouble } from './wait-world.ts';

export const ISSUE = 1;
/** No run may show it to anybody. */
export const SECRET = 'hunter2hunter2';
export const PULL_REQUEST = 'https://github.com/acme/docs/pull/41';
export const labeled: TriggerEvent = event('issues', labeledPayload('docs'));
export const comment: TriggerEvent = event('issue_comment', commentPayload('/docs also this'));

/** Somebody's comment on a pull request. */
export function onPullRequest(number: number, author = 'alice'): TriggerEvent {
  const payload = commentPayload('/docs shorten');
  const user = { login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User' };
  Object.assign(payload.issue, { number, user, pull_request: {} });
  return event('issue_comment', payload);
}

/** How one run asks. */
export interface Asking {
  readonly at?: TriggerEvent;
  readonly given?: Readonly<Record<string, string>>;
  /** Of the workflow run. */
  readonly run?: string;
  readonly attempt?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly withoutGithub?: boolean;
  /** Milliseconds from its start. */
  readonly interruptedAtMs?: number;
}

interface SimulatedJob {
  readonly id: string;
  readonly prompts: string[];
  activeUntilMs: number;
  /** The status then; `gone` if nobody knows the job any more. */
  end: string;
}

/** Milliseconds. */
const LATENCY_MS = 200;

/** The platform with its jobs, on a simulated clock. Each works for `jobMs` on what it is sent, and opens a pull request. */
export class SimulatedJobs implements JobPlatform {
  readonly jobs: SimulatedJob[] = [];
  /** Such as `create` and `message job_1`. */
  readonly posts: string[] = [];
  jobMs = 5_000;
  prLink: string | undefined = PULL_REQUEST;
  end = 'completed';
  /** Told of each post as it arrives. */
  onPost: () => void = () => {};
  /** What the next posts meet instead of being accepted, one each. */
  readonly troubles: Trouble[] = [];
  readonly #clock: SimulatedClock;

  constructor(clock: SimulatedClock) {
    this.#clock = clock;
  }

  /** A job that somebody started before. */
  add(id: string, end = 'completed', activeUntilMs = 0): SimulatedJob {
    const job = { id, prompts: [], activeUntilMs, end };
    this.jobs.push(job);
    return job;
  }

  createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post('create', prompt, options, () => this.add(`job_${this.jobs.length + 1}`, this.end));
  }

  sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post(`message ${jobId}`, prompt, options, () => this.#found(jobId));
  }

  getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
    return simulatedRequest(this.#clock, LATENCY_MS, options, () => this.#shown(this.#found(jobId)));
  }

  #post(what: string, prompt: string, options: CallOptions, job: () => SimulatedJob): Promise<Job> {
    const trouble = this.troubles.shift();
    this.posts.push(what);
    this.onPost();
    if (trouble) {
      return simulatedRequest(this.#clock, LATENCY_MS, options, () => {
        throw errorOf(trouble, 'POST');
      });
    }
    const accepted = job();
    accepted.prompts.push(prompt);
    accepted.activeUntilMs = this.#clock.now() + this.jobMs;
    const { id } = accepted;
    return simulatedRequest(this.#clock, LATENCY_MS, options, () => jobOf('active', { id }));
  }

  #found(id: string): SimulatedJob {
    const job = this.jobs.find((one) => one.id === id);
    if (!job || job.end === 'gone') throw errorOf({ kind: 'http', status: 404 });
    return job;
  }

  #shown({ id, activeUntilMs, end }: SimulatedJob): Job {
    const isActive = this.#clock.now() < activeUntilMs;
    if (isActive) return jobOf('active', { id });
    return jobOf(end, { id, ...(end === 'completed' && { prLink: this.prLink }) });
  }
}

/** One run, as its log and its outputs tell it. */
export interface Played {
  readonly succeeded: boolean;
  /** How it ended, what the platform was sent so far, and how the replies on the issue stand. */
  readonly story: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly log: CollectedLog;
  readonly warnings: readonly string[];
  /** What it asked of GitHub; of runs at the same time, also what those asked. */
  readonly calls: readonly string[];
  /** Milliseconds. */
  readonly tookMs: number;
}

/** GitHub, the platform, and the runs between them, in simulated time. */
export class AgentWorld {
  readonly clock = new SimulatedClock();
  readonly github = new SimulatedGithub(this.clock);
  readonly platform = new SimulatedJobs(this.clock);

  /** What a run is about, and works with. */
  agent({ at = labeled, given = {}, run = '42', attempt = 1, env, withoutGithub }: Asking = {}) {
    const inputs = agentInputs({ comment: 'true', 'minimum-permission': 'none', ...given });
    const workflow = workflowRun({ GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: String(attempt), ...env });
    const outputs: Record<string, string> = {};
    const agent = {
      ...{ env: {}, inputs, event: at, run: workflow, request: requestOf(at, inputs, workflow) },
      ...{ clock: this.clock, log: new CollectedLog(), signal: new AbortController().signal },
      ...{ platform: this.platform, github: withoutGithub ? undefined : this.github },
      outputs: new Outputs((name, value) => {
        outputs[name] = value;
      }),
      files: { setOutput() {}, async addSummary() {} },
      redact: (text: string) => text.replaceAll(SECRET, '***'),
    } satisfies AgentContext & { request: unknown };
    return { agent, outputs };
  }

  /** A whole run, from what it decides to its end. */
  async run(asking: Asking = {}): Promise<Played> {
    const { agent, outputs } = this.agent(asking);
    const interruption = new AbortController();
    const startMs = this.clock.now();
    const { interruptedAtMs } = asking;
    if (interruptedAtMs !== undefined) {
      this.clock.at(startMs + interruptedAtMs, () => interruption.abort(new Error('interrupted')));
    }
    const { calls, asking: comments } = this.github.store;
    const { comment: made, subject } = agent.event;
    if (made && subject) comments.set(made.id, subject.number);
    const before = calls.length;
    const succeeded = await answer({ ...agent, signal: interruption.signal });
    return {
      ...{ succeeded, outputs, log: agent.log, warnings: agent.log.texts('warning') },
      story: [outputs['outcome'], this.platform.posts.join(', '), this.states.join(', ')].join(' | '),
      ...{ calls: calls.slice(before), tookMs: this.clock.now() - startMs },
    };
  }

  /** How the requests on the issue stand: what they do, their state, the job that is known, and if it was seen to complete. */
  get states(): string[] {
    return this.github.records(ISSUE).map(({ does, state, accepted, job, completed }) => {
      return `${does} ${state} ${accepted ? job : '-'}${completed ? ' ✓' : ''}`;
    });
  }
}
