import type { AgentInputs } from '../inputs.ts';
import { type CallOptions, GithubError, NothingSentError, unlessGone } from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import { getPermission, PERMISSIONS, type Permission } from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Events that only people with write access, or GitHub itself, can cause; and none, outside of GitHub Actions. Everybody
 * can cause the others: whoever stars a repository causes `watch`, and a pull request from a fork leads to
 * `workflow_run`, with secrets.
 */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|delete|merge_group)?$/;

/**
 * Why the person behind the event may not ask, as a sentence; absent if they may.
 *
 * @param github absent without a token or outside of a repository
 * @throws {NothingSentError} when that cannot be learned: a request must not be lost behind a green tick
 */
export async function whyNotAllowed(
  event: TriggerEvent,
  { minimumPermission: minimum, allowedBots }: Pick<AgentInputs, 'minimumPermission' | 'allowedBots'>,
  github: Pick<GithubApi, 'read'> | undefined,
  options: CallOptions,
): Promise<string | undefined> {
  const { name, action, sender, comment } = event;
  if (NEED_WRITE_ACCESS.test(name)) return undefined;
  // The pull requests that the platform opens must not lead to jobs of their own, whoever merges them.
  const isOwnDoing = sender?.isBot || comment || action === 'labeled';
  const bot = isOwnDoing ? unlistedBot(sender, allowedBots) : botOfPullRequest(event, allowedBots);
  if (bot) return `${bot.login} is a bot that allowed-bots does not name.`;
  // A bot has no permission as a collaborator, so GitHub is not asked.
  if (sender?.isBot || minimum === 'none') return undefined;
  if (!sender) throw new NothingSentError(`The event ${name} does not say who caused it.`);
  const { login: username } = sender;
  if (!github) {
    throw new NothingSentError(
      `This action cannot check the permission of ${username} without github-token.`,
    );
  }
  const permission = await github.read(getPermission, { username }, options).catch((error: unknown) => {
    if (!(error instanceof GithubError)) throw error;
    // GitHub says so of accounts that are gone.
    if (error.status === 404 && /is not a user/.test(error.message)) return 'none' as const;
    throw new NothingSentError(error.message, error);
  });
  if (permission === undefined) {
    throw new NothingSentError(`GitHub names a permission of ${username} that this action does not know.`);
  }
  if (isEnough(permission, minimum)) return undefined;
  return `${username} has the permission ${permission} here, and minimum-permission is ${minimum}.`;
}

/** The bot that opened the event's pull request, unless it is one of `allowed`. */
export function botOfPullRequest({ subject }: TriggerEvent, allowed: readonly string[]): Account | undefined {
  return subject?.kind === 'pull request' ? unlistedBot(subject.author, allowed) : undefined;
}

function unlistedBot(account: Account | undefined, allowed: readonly string[]): Account | undefined {
  return account?.isBot && !isListed(account, allowed) ? account : undefined;
}

/** GitHub's logins are the same in upper and lower case. */
export function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

/**
 * Whether a person has at least this permission; whoever is gone, or has one that nobody knows, has none.
 *
 * @throws {GithubError}
 */
export async function reaches(
  username: string,
  minimum: Permission,
  github: Pick<GithubApi, 'read'>,
  options: CallOptions,
): Promise<boolean> {
  return isEnough((await unlessGone(github.read(getPermission, { username }, options))) ?? 'none', minimum);
}

function isEnough(permission: Permission, minimum: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum);
}
