import type { GithubApi } from './api.ts';
import { GithubError } from './errors.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Reads until there is an answer. The last read begins at most `patienceMs` after the first one.
 *
 * @param mayPass whether a failure counts as no answer yet
 */
export async function pollUntilKnown<T>(
  { clock, signal }: GithubApi,
  patienceMs: number,
  read: () => Promise<T | undefined>,
  mayPass: (error: GithubError) => boolean = () => false,
): Promise<T | undefined> {
  const untilMs = clock.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await read().catch((error: unknown) => {
      if (error instanceof GithubError && mayPass(error)) return error;
      throw error;
    });
    const isFailure = answer instanceof GithubError;
    if (!isFailure && answer !== undefined) return answer;
    const waitMs = Math.max(pauseMs, isFailure ? (answer.retryAfterMs ?? 0) : 0);
    if (clock.now() + waitMs <= untilMs) await clock.sleep(waitMs, signal);
    else if (isFailure) throw answer;
    else return undefined;
  }
}
