import type { GithubApi } from '../../github/api.ts';
import { NO_TOKEN } from '../../github/errors.ts';
import type { RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';

/** @param problem what the action can't do without a token, as the start of a sentence @throws {RunStopped} */
export function requireGithub({ github }: RequestContext, problem: string): GithubApi {
  if (!github) throw RunStopped.beforeSending(`${problem} because ${NO_TOKEN}.`);
  return github;
}
