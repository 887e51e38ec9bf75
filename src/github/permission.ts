import { type AgentInputs, PERMISSIONS, type Permission } from '../inputs.ts';
import { type CollaboratorPermission, type GithubApi, GithubError } from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import { ALLOWED, refused, type Verdict } from './verdict.ts';

/**
 * Whether the person behind the event may ask. Only issue, comment and pull-request events can be caused by just
 * anybody; what cannot be learned is refused.
 *
 * @param github absent without a token or outside of a repository
 */
export async function mayAsk(
  event: TriggerEvent,
  inputs: Pick<AgentInputs, 'minimumPermission' | 'allowedBots'>,
  github: Pick<GithubApi, 'permissionOf'> | undefined,
  signal: AbortSignal,
): Promise<Verdict> {
  if (!isOpenToAnybody(event)) return ALLOWED;
  const bot = botBehind(event);
  if (bot && !isListed(bot, inputs.allowedBots)) {
    return refused(`${bot.login} is a bot that allowed-bots does not name.`);
  }
  // Nobody asks GitHub for a bot's permission: it has none as a collaborator.
  if (event.sender?.isBot || inputs.minimumPermission === 'none') return ALLOWED;
  if (!event.sender) return refused('The event does not say who caused it.');
  if (!github) {
    return refused(`The permission of ${event.sender.login} cannot be checked without github-token.`);
  }
  return hasPermission(event.sender, inputs.minimumPermission, github, signal);
}

function isOpenToAnybody({ name }: TriggerEvent): boolean {
  return /^(issue|pull_request|discussion)|_comment$/.test(name);
}

/**
 * The bot that caused the event or, save for a label that a person added, the one that opened the pull request: the
 * pull requests that the platform opens must not lead to jobs of their own, whoever merges them.
 */
function botBehind(event: TriggerEvent): Account | undefined {
  if (event.sender?.isBot) return event.sender;
  if (event.kind !== 'subject' || event.subject.kind !== 'pull request' || event.action === 'labeled') return;
  return event.subject.author?.isBot ? event.subject.author : undefined;
}

/** GitHub's logins are the same in upper and lower case. */
function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

async function hasPermission(
  { login }: Account,
  minimum: Permission,
  github: Pick<GithubApi, 'permissionOf'>,
  signal: AbortSignal,
): Promise<Verdict> {
  try {
    const permission = effective(await github.permissionOf(login, signal));
    if (permission === undefined) return refused(`GitHub gave a permission of ${login} that is not known.`);
    if (PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum)) return ALLOWED;
    return refused(`${login} has the permission ${permission} here, and minimum-permission is ${minimum}.`);
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
    const how = error.status === undefined ? 'GitHub did not answer' : `GitHub answered ${error.status}`;
    return refused(`The permission of ${login} could not be learned: ${how}.`);
  }
}

/**
 * `role_name` only refines `permission`, which gives `maintain` as `write` and `triage` as `read`. A custom role, whose
 * name can be anything, counts as the role that it is built on.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
function effective({ permission, roleName }: CollaboratorPermission): Permission | undefined {
  if (permission === 'write' && roleName === 'maintain') return 'maintain';
  if (permission === 'read' && roleName === 'triage') return 'triage';
  return PERMISSIONS.find((known) => known === permission);
}
