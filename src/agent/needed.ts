import { type GithubApi, GithubError, NO_TOKEN } from '../github/api.ts';
import { nothingSent, type Stop } from './end.ts';
import type { AgentRun } from './request.ts';

// What a run can't continue without.

/** @param problem what the action can't do without a token, as the start of a sentence */
export function neededGithub({ github }: AgentRun, problem: string): GithubApi {
  if (!github) throw nothingSent(`${problem} because ${NO_TOKEN}.`);
  return github;
}

/** Returns the stop for a failed call to GitHub, and every other error as it is. */
export function stopFor(error: unknown): Stop | unknown {
  if (!(error instanceof GithubError)) return error;
  const next =
    error.kind === 'refused'
      ? 'If you change the workflow file, start a new run, because a re-run uses the old file.'
      : 'Re-run the workflow.';
  return nothingSent(error.message, `${error.advice} ${next}`.trim());
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;

/** Asks until there is an answer, or until another try would begin more than `patienceMs` after the first one. */
export async function askUntil<T>(
  { clock, signal }: Pick<AgentRun, 'clock' | 'signal'>,
  patienceMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const untilMs = clock.now() + patienceMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const answer = await ask();
    if (answer !== undefined || clock.now() + pauseMs > untilMs) return answer;
    await clock.sleep(pauseMs, signal);
  }
}
