import { type GithubApi, OPTIONAL_CALL } from '../../github/api.ts';
import { GithubError } from '../../github/errors.ts';
import { requestReviewers } from '../../github/operations.ts';
import { equalsIgnoringCase } from '../../text/compare.ts';
import { isMerge } from '../request/permission.ts';
import type { RequestContext } from '../request-context.ts';

/** Asks each of `reviewers` to review a docs pull request. Trouble is a warning, or a line for who isn't named there. */
export async function askReviewers(number: number, api: GithubApi, context: RequestContext): Promise<void> {
  const { inputs, log } = context;
  const names = inputs.reviewers.filter((name) => name !== 'requester');
  const requester = inputs.reviewers.includes('requester') ? requesterOf(context) : undefined;
  const isNamed = names.some((name) => equalsIgnoringCase(name, requester));
  const logins = !requester || isNamed ? names : [...names, requester];
  let nobody = 'Nobody';
  for (const login of logins) {
    try {
      const parameters = { pull_number: number, reviewers: [login] };
      await api.call(requestReviewers, parameters, OPTIONAL_CALL);
      log.info(`${login} was asked to review the docs pull request.`);
      nobody = 'Nobody else';
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      const { kind, status, full } = error;
      if (kind === 'refused' && status === 403) {
        log.warning(`${nobody} was asked to review the docs pull request: ${full}`);
        return;
      }
      const isUnknown = kind === 'transient';
      if (isUnknown) nobody = 'Nobody else';
      const asked = isUnknown ? `It's unknown whether ${login} was asked` : `${login} wasn't asked`;
      const problem = `${asked} to review the docs pull request: ${full}`;
      // Who asked may not be a collaborator of the docs repository.
      if (login === requester) log.info(problem);
      else log.warning(problem);
    }
  }
}

/** The person who asked; of a merge, who opened the pull request. */
function requesterOf({ event, subject }: RequestContext) {
  if (event.name === 'schedule') return undefined;
  const merged = event.push || isMerge(event) ? subject.issueOrPull : undefined;
  const account = merged ? merged.author : event.sender;
  return account?.isBot === false ? account.login : undefined;
}
