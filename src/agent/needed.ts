import { type GithubApi, GithubError, NO_TOKEN } from '../github/api.ts';
import { nothingSent } from './end.ts';
import type { AgentRun } from './request.ts';

/** A run can't continue without the answer. */
export const NEEDED = { budget: 'needed' } as const;

/** @param problem what the action can't do without a token, as the start of a sentence */
export function neededGithub({ github }: AgentRun, problem: string): GithubApi {
  if (!github) throw nothingSent(`${problem} because ${NO_TOKEN}.`);
  return github;
}

/** Asks until there is an answer. The last try begins at most `patienceMs` after the first one. */
export async function askUntil<T>(
  { clock, signal }: GithubApi,
  patienceMs: number,
  ask: () => Promise<T | undefined>,
  /** Whether a failure counts as no answer yet. */
  mayPass: (error: GithubError) => boolean = () => false,
): Promise<T | undefined> {
  const untilMs = clock.now() + patienceMs;
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    const answer = await ask().catch((error: unknown) => {
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
