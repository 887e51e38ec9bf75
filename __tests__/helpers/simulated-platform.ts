import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import type { Job } from '../../src/platform/schemas.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { errorOf, JOB_ID, jobOf, simulatedRequest, type Trouble } from './wait-world.ts';

/** What becomes of one create or message. */
export interface PostScript {
  readonly latencyMs: number;
  /** `accepted`, or what the caller sees instead. */
  readonly outcome: 'accepted' | Trouble;
  /** Whether a connection is made, so that an interruption or a time limit cannot be told from an arrival. */
  readonly connects?: boolean;
}

/** One call, with the time it took on the simulated clock. */
export interface Call {
  readonly operation: 'create' | 'message' | 'get';
  readonly jobId: string | undefined;
  readonly prompt: string | undefined;
  readonly startMs: number;
  readonly timeoutMs: number | undefined;
  endMs: number;
  /** Absent when the call failed. */
  job?: Job;
}

export interface PlatformScript {
  /** One for each create or message. A call that is not in the script is a mistake of the caller. */
  readonly posts?: readonly PostScript[];
  /** What the accepted job shows in the POST's answer. */
  readonly accepted?: Job;
  /** What a poll finds; the last one again and again. */
  readonly polls?: readonly (Job | Trouble)[];
  readonly pollLatencyMs?: number;
}

/** The platform as the agent sees it, played from a script on a simulated clock. */
export class SimulatedPlatform implements JobPlatform {
  readonly calls: Call[] = [];
  readonly #clock: SimulatedClock;
  readonly #script: PlatformScript;

  constructor(clock: SimulatedClock, script: PlatformScript) {
    this.#clock = clock;
    this.#script = script;
  }

  get posts(): readonly Call[] {
    return this.calls.filter(({ operation }) => operation !== 'get');
  }

  get polls(): readonly Call[] {
    return this.calls.filter(({ operation }) => operation === 'get');
  }

  createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post('create', undefined, prompt, options);
  }

  sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post('message', jobId, prompt, options);
  }

  getJob(jobId: string, options: CallOptions = {}): Promise<Job> {
    const { polls = [jobOf('completed')], pollLatencyMs = 0 } = this.#script;
    const found = polls[Math.min(this.polls.length, polls.length - 1)] ?? jobOf('completed');
    return this.#call('get', { jobId, prompt: undefined }, options, pollLatencyMs, true, () => {
      if ('kind' in found) throw errorOf(found);
      return { ...found, id: jobId };
    });
  }

  #post(
    operation: 'create' | 'message',
    jobId: string | undefined,
    prompt: string,
    options: CallOptions,
  ): Promise<Job> {
    const { posts = [{ latencyMs: 0, outcome: 'accepted' }], accepted = jobOf('active') } = this.#script;
    const script = posts[this.posts.length];
    if (!script) throw new Error('There is no script for another POST');
    const { latencyMs, outcome, connects = true } = script;
    return this.#call(operation, { jobId, prompt }, options, latencyMs, connects, () => {
      if (outcome === 'accepted') return { ...accepted, id: jobId ?? JOB_ID };
      throw errorOf(outcome, 'POST');
    });
  }

  async #call(
    operation: Call['operation'],
    subject: Pick<Call, 'jobId' | 'prompt'>,
    options: CallOptions,
    latencyMs: number,
    connects: boolean,
    answer: () => Job,
  ): Promise<Job> {
    const startMs = this.#clock.now();
    const call: Call = { operation, ...subject, startMs, endMs: startMs, timeoutMs: options.timeoutMs };
    this.calls.push(call);
    try {
      call.job = await simulatedRequest(this.#clock, latencyMs, options, answer, connects);
      return call.job;
    } finally {
      call.endMs = this.#clock.now();
    }
  }
}
