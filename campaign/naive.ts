import { PROJECT, PROMPT } from './evidence.ts';
import type { Plan } from './plan.ts';
import type { Meaning } from './story.ts';

/**
 * What people write when there is no action, for comparison:
 *
 *     id=$(curl -sS --fail --retry 5 --retry-all-errors --max-time 60 -d … "$url/job" | jq -er .id)
 *     while status=$(curl … "$url/job/$id" | jq -er .status); do
 *       case $status in completed | failed | archived) break ;; esac
 *       sleep 30
 *     done
 */
export interface NaiveEnd {
  /** What the script printed as the job's id; empty if it came to none. */
  readonly jobId: string;
  /** The status it ended with; absent if it broke off. */
  readonly status: string | undefined;
  readonly prLink: string | undefined;
}

/** One attempt of `curl --fail`. */
export interface Attempt {
  /** Of a whole answer below 400. */
  readonly body?: string;
  /** What `Retry-After` asked for. */
  readonly retryAfterSeconds?: number | undefined;
}

export interface NaivePorts {
  attempt(method: 'GET' | 'POST', path: string, body: string | undefined, limitMs: number): Promise<Attempt>;
  sleep(ms: number): Promise<void>;
  now(): number;
  readonly interrupted: AbortSignal;
}

const RETRIES = 5;
const POST_LIMIT_MS = 60_000;
const GET_LIMIT_MS = 20_000;

class BrokenOffError extends Error {
  override readonly name = 'BrokenOffError';
}

/** Plays the script under the same plan. */
export async function runNaively(
  plan: Plan,
  givenJobId: string | undefined,
  ports: NaivePorts,
): Promise<NaiveEnd> {
  const jobs = `/v2/agent/${PROJECT}/job`;
  let jobId = givenJobId ?? '';
  try {
    if (plan.task !== 'watch') {
      const path = plan.task === 'create' ? jobs : `${jobs}/${givenJobId}/message`;
      const answer = await curl('POST', path, JSON.stringify({ prompt: PROMPT }), POST_LIMIT_MS, ports);
      const id = field(answer, 'id');
      if (plan.task === 'create') jobId = id;
    }
    const deadlineMs = ports.now() + plan.timeoutMs;
    while (plan.wait && ports.now() < deadlineMs) {
      const job = await curl('GET', `${jobs}/${jobId}`, undefined, GET_LIMIT_MS, ports);
      const status = field(job, 'status');
      if (['completed', 'failed', 'archived'].includes(status)) {
        return { jobId, status, prLink: (JSON.parse(job) as { prLink?: string }).prLink ?? undefined };
      }
      await ports.sleep(Math.min(30_000, plan.pollIntervalMs));
    }
  } catch (error) {
    if (!(error instanceof BrokenOffError)) throw error;
  }
  return { jobId, status: undefined, prLink: undefined };
}

/** `curl --fail --retry 5 --retry-all-errors`: pauses of 1, 2, 4 s and so on, unless the server asks for more. */
async function curl(
  method: 'GET' | 'POST',
  path: string,
  body: string | undefined,
  limitMs: number,
  ports: NaivePorts,
): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    if (ports.interrupted.aborted) throw new BrokenOffError('interrupted');
    const attempt = await ports.attempt(method, path, body, limitMs);
    if (attempt.body !== undefined) return attempt.body;
    if (tries === RETRIES) throw new BrokenOffError('curl gave up');
    await ports.sleep(Math.min(600_000, (attempt.retryAfterSeconds ?? 2 ** tries) * 1000));
  }
}

/** `jq -er .name`, with `set -e`. */
function field(body: string, name: string): string {
  try {
    const value = (Object(JSON.parse(body)) as Record<string, unknown>)[name];
    if (value === undefined || value === null || value === false)
      throw new BrokenOffError('jq found nothing');
    return typeof value === 'string' ? value : JSON.stringify(value);
  } catch {
    throw new BrokenOffError('jq gave up');
  }
}

/** What is wrong with the end of the script, beside what the platform knows. */
export function naiveFaults(
  end: NaiveEnd,
  effects: { readonly jobs: number; readonly messages: number },
  truth: Meaning,
): { doubled: boolean; lost: boolean; untrue: boolean } {
  return {
    doubled: effects.jobs > 1 || effects.messages > 1,
    lost: effects.jobs > 0 && end.jobId === '',
    untrue:
      end.status !== undefined &&
      (truth.kind !== 'job' || truth.status !== end.status || truth.prLink !== end.prLink),
  };
}
