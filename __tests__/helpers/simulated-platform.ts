import type { CallOptions, JobPlatform } from '../../src/platform/client.ts';
import type { PlatformError } from '../../src/platform/errors.ts';
import type { Job } from '../../src/platform/schemas.ts';
import type { SimulatedClock } from './simulated-clock.ts';
import { errorOf, JOB_ID, jobOf, simulatedRequest, type Trouble } from './wait-world.ts';

/** What becomes of one create or message. */
export interface PostScript {
  readonly latencyMs: number;
  /** What the job shows in the answer, or what the caller sees instead. */
  readonly outcome: Job | Trouble;
  /** Whether a connection is made, so that an interruption or a time limit cannot be told from an arrival. */
  readonly connects?: boolean;
}

export interface PlatformScript {
  /** One for each create or message. A call that is not in the script is a mistake of the caller. */
  readonly posts?: readonly PostScript[];
  /** What the nth poll finds when it is answered. */
  poll?(nth: number, nowMs: number): Job | Trouble;
  pollLatencyMs?(nth: number): number;
}

/** One call, with the times of the simulated clock. */
export interface Call {
  readonly what: string;
  readonly startMs: number;
  readonly timeoutMs: number;
  readonly endMs: number;
  readonly saw: Job | PlatformError;
}

/** The platform as the agent sees it, played from a script on a simulated clock. */
export class SimulatedPlatform implements JobPlatform {
  readonly posts: Call[] = [];
  readonly polls: Call[] = [];
  readonly #clock: SimulatedClock;
  readonly #script: PlatformScript;

  constructor(clock: SimulatedClock, script: PlatformScript) {
    this.#clock = clock;
    this.#script = script;
  }

  createJob(prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post(`create: ${prompt}`, JOB_ID, options);
  }

  sendMessage(jobId: string, prompt: string, options: CallOptions = {}): Promise<Job> {
    return this.#post(`message ${jobId}: ${prompt}`, jobId, options);
  }

  readonly getJob = (id: string, options: CallOptions = {}): Promise<Job> => {
    const { poll = () => jobOf('completed'), pollLatencyMs = () => 0 } = this.#script;
    const nth = this.polls.length;
    const answer = () => found(poll(nth, this.#clock.now()), 'GET', id);
    return this.#call(this.polls, id, options, pollLatencyMs(nth), answer);
  };

  #post(what: string, id: string, options: CallOptions): Promise<Job> {
    const { posts = [{ latencyMs: 0, outcome: jobOf('active') }] } = this.#script;
    const script = posts[this.posts.length];
    if (!script) throw new Error('There is no script for another POST');
    const { latencyMs, outcome, connects } = script;
    return this.#call(this.posts, what, options, latencyMs, () => found(outcome, 'POST', id), connects);
  }

  #call(
    calls: Call[],
    what: string,
    options: CallOptions,
    latencyMs: number,
    answer: () => Job,
    connects?: boolean,
  ): Promise<Job> {
    const { timeoutMs = Number.NaN } = options;
    const startMs = this.#clock.now();
    const request = simulatedRequest(this.#clock, latencyMs, options, answer, connects);
    const keep = (saw: Call['saw']) =>
      void calls.push({ what, startMs, timeoutMs, endMs: this.#clock.now(), saw });
    // It is kept before the caller hears of it.
    request.then(keep, keep);
    return request;
  }
}

function found(found: Job | Trouble, method: string, id: string): Job {
  if ('kind' in found) throw errorOf(found, method);
  return { ...found, id };
}
