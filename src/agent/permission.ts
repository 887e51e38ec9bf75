import type { Account, TriggerEvent } from '../github/event.ts';
import { isAtLeast, isListed, readPermission } from '../github/permission.ts';
import { nothingSent, skipped } from './end.ts';
import type { AgentRun } from './request.ts';

/** Events that take write access to cause, or that GitHub causes itself. Outside of GitHub Actions, the name is empty. */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|merge_group)?$/;

/** Whether the event is the merge of a pull request. Only who opened it counts, never who merged it. */
export function isMerge({ name, action, subject }: TriggerEvent): boolean {
  return name.startsWith('pull_request') && action === 'closed' && subject?.merged === true;
}

export function isUnlistedBot(account: Account | undefined, { inputs }: Pick<AgentRun, 'inputs'>): boolean {
  return account?.isBot === true && !isListed(account, inputs.allowedBots);
}

/** The unlisted bot that opened the pull request of the event; undefined if there is none. */
export function unlistedAuthor(run: Pick<AgentRun, 'event' | 'inputs'>): Account | undefined {
  const { subject } = run.event;
  return subject?.kind === 'pull request' && isUnlistedBot(subject.author, run) ? subject.author : undefined;
}

/** Checks whether the sender may ask; `subject.ts` has the bot rules of a push. @throws {Stop} @throws {GithubError} */
export async function checkPermission(run: AgentRun): Promise<void> {
  const { event, inputs, wanted, github } = run;
  const { name, action, sender, comment, subject } = event;
  if (NEED_WRITE_ACCESS.test(name)) return;
  if (!isMerge(event) && isUnlistedBot(sender, run))
    throw skipped(`${sender?.login} is a bot that isn't listed in \`allowed-bots\`.`);
  const author = inputs.releaseTag === undefined || comment ? unlistedAuthor(run) : undefined;
  const isLabel = action === 'labeled' && sender?.isBot === false;
  if (author && wanted.what !== 'comment' && !isLabel)
    throw skipped(
      `Pull request #${subject?.number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`,
    );
  const minimum = inputs.minimumPermission;
  if (isMerge(event) || minimum === 'none' || sender?.isBot) return;
  if (!sender) throw nothingSent(`The \`${name}\` event doesn't say who caused it.`);
  if (!github)
    throw nothingSent(
      `The action can't check the permission of ${sender.login}, because \`github-token\` is empty.`,
    );
  const permission = await readPermission(sender.login, github);
  if (!isAtLeast(permission, minimum))
    throw skipped(
      `${sender.login} has \`${permission}\` access, but \`minimum-permission\` is \`${minimum}\`.`,
    );
}
