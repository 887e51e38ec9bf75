import { type GithubApi, NO_TOKEN } from '../github/api.ts';
import { nothingSent } from './end.ts';
import type { AgentRun } from './request.ts';

/** A run can't continue without the answer. */
export const NEEDED = { budget: 'needed' } as const;

/** @param problem what the action can't do without a token, as the start of a sentence */
export function neededGithub({ github }: AgentRun, problem: string): GithubApi {
  if (!github) throw nothingSent(`${problem} because ${NO_TOKEN}.`);
  return github;
}

/** Asks until there is an answer, or until another try would begin more than `patienceMs` after the first one. */
export async function askUntil<T>(
  { clock, signal }: GithubApi,
  patienceMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const untilMs = clock.now() + patienceMs;
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 5_000)) {
    const answer = await ask();
    if (answer !== undefined || clock.now() + pauseMs > untilMs) return answer;
    await clock.sleep(pauseMs, signal);
  }
}
