import type { TriggerEvent } from '../../github/event.ts';
import type { Account } from '../../github/objects.ts';
import { isAtLeast, readPermission } from '../../github/permission.ts';
import type { AgentInputs } from '../../inputs.ts';
import type { RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { releaseTagOf } from './docs-request.ts';

/** Events that take write access to cause, or that GitHub causes itself. Outside of GitHub Actions, the name is empty. */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|merge_group)?$/;

/** Whether the event is the merge of a pull request. Only who opened it counts, never who merged it. */
export function isMerge({ name, action, issueOrPull }: TriggerEvent): boolean {
  return name.startsWith('pull_request') && action === 'closed' && issueOrPull?.merged === true;
}

export function isUnlistedBot(account: Account | undefined, { allowedBots }: AgentInputs): boolean {
  if (!account?.isBot) return false;
  return !allowedBots.includes(account.login.toLowerCase().replace(/\[bot\]$/, ''));
}

/** The unlisted bot that opened the pull request of the event; undefined if there is none. */
export function unlistedAuthor({ event, inputs }: RequestContext): Account | undefined {
  const { issueOrPull } = event;
  const isPull = issueOrPull?.kind === 'pull request';
  return isPull && isUnlistedBot(issueOrPull.author, inputs) ? issueOrPull.author : undefined;
}

/** Checks whether the sender may ask; `subject.ts` has the bot rules of a push. @throws {RunStopped} @throws {GithubError} */
export async function checkPermission(context: RequestContext): Promise<void> {
  const { event, inputs } = context;
  const { name, sender } = event;
  if (NEED_WRITE_ACCESS.test(name)) return;
  checkBots(context);
  const { minimumPermission: minimum } = inputs;
  if (isMerge(event) || minimum === 'none' || sender?.isBot) return;
  if (!sender) throw RunStopped.beforeSending(`The \`${name}\` event doesn't say who caused it.`);
  const { login } = sender;
  if (!context.github)
    throw RunStopped.beforeSending(
      `The action can't check the permission of ${login}, because \`github-token\` is empty.`,
    );
  const permission = await readPermission(login, context.github);
  if (!isAtLeast(permission, minimum))
    throw RunStopped.skipped(
      `${login} has \`${permission}\` access, but \`minimum-permission\` is \`${minimum}\`. An admin of the repository can give ${login} more access.`,
    );
}

function checkBots(context: RequestContext) {
  const { event, inputs, request } = context;
  const { sender, issueOrPull } = event;
  if (!isMerge(event) && isUnlistedBot(sender, inputs))
    throw RunStopped.skipped(`${sender?.login} is a bot that isn't listed in \`allowed-bots\`.`);
  const isByComment = request.kind === 'comment';
  const isLabelOfPerson = event.action === 'labeled' && sender?.isBot === false;
  const isAboutRelease = releaseTagOf(event, inputs) !== undefined;
  if (isByComment || isLabelOfPerson || isAboutRelease) return;
  const author = unlistedAuthor(context);
  if (author)
    throw RunStopped.skipped(
      `Pull request #${issueOrPull?.number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`,
    );
}
