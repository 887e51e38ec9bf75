import { type CallOptions, GithubError, NothingSentError, unlessGone } from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import { getPermission } from './operations.ts';
import type { GithubApi } from './rest.ts';

/** A repository permission, from the least to the most. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who may ask. */
export interface PermissionSettings {
  readonly minimumPermission: Permission;
  /** Logins, as given. */
  readonly allowedBots: readonly string[];
}

/**
 * Events that only people with write access, or GitHub itself, can cause. Everybody can cause the others: whoever
 * stars a repository causes `watch`, and a pull request from a fork leads to `workflow_run`, with secrets.
 */
const NEED_WRITE_ACCESS: ReadonlySet<string> = new Set([
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'release',
  'deployment',
  'create',
  'delete',
  'merge_group',
  // Outside of GitHub Actions.
  '',
]);

/**
 * Why the person behind the event may not ask, as a sentence; absent if they may.
 *
 * @param github absent without a token or outside of a repository
 * @throws {NothingSentError} when that cannot be learned: a request must not be lost behind a green tick
 */
export async function whyNotAllowed(
  event: TriggerEvent,
  { minimumPermission, allowedBots }: PermissionSettings,
  github: Pick<GithubApi, 'read'> | undefined,
  options: CallOptions,
): Promise<string | undefined> {
  if (NEED_WRITE_ACCESS.has(event.name)) return undefined;
  const bot = botBehind(event);
  if (bot && !isListed(bot, allowedBots)) {
    return `${bot.login} is a bot that allowed-bots does not name.`;
  }
  const { sender } = event;
  // A bot has no permission as a collaborator, so GitHub is not asked.
  if (sender?.isBot || minimumPermission === 'none') return undefined;
  if (!sender) {
    throw new NothingSentError(`The event ${event.name} does not say who caused it.`);
  }
  if (!github) {
    throw new NothingSentError(
      `This action cannot check the permission of ${sender.login} without github-token.`,
    );
  }
  const permission = await permissionOf(sender.login, github, options).catch((error: unknown) => {
    if (!(error instanceof GithubError)) throw error;
    // GitHub says so of accounts that are gone.
    if (error.status === 404 && /is not a user/.test(error.message)) return 'none' as const;
    throw new NothingSentError(error.message, error);
  });
  if (permission === undefined) {
    throw new NothingSentError(
      `GitHub names a permission of ${sender.login} that this action does not know.`,
    );
  }
  if (isEnough(permission, minimumPermission)) return undefined;
  return `${sender.login} has the permission ${permission} here, and minimum-permission is ${minimumPermission}.`;
}

/**
 * The bot that caused the event or, save for a label that a person added and for comments, the one that opened the pull
 * request: the pull requests that the platform opens must not lead to jobs of their own, whoever merges them.
 */
function botBehind(event: TriggerEvent): Account | undefined {
  if (event.sender?.isBot) return event.sender;
  if (event.comment || event.action === 'labeled') return undefined;
  return botOfPullRequest(event, []);
}

/** The bot that opened the event's pull request, unless it is one of `allowed`. */
export function botOfPullRequest({ subject }: TriggerEvent, allowed: readonly string[]): Account | undefined {
  if (subject?.kind !== 'pull request') return undefined;
  const { author } = subject;
  return author?.isBot && !isListed(author, allowed) ? author : undefined;
}

/** GitHub's logins are the same in upper and lower case. */
export function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

/**
 * Whether a person has at least this permission; whoever is gone, or has one that nobody knows, has not.
 *
 * @throws {GithubError}
 */
export async function reaches(
  login: string,
  minimum: Permission,
  github: Pick<GithubApi, 'read'>,
  options: CallOptions,
): Promise<boolean> {
  const permission = await unlessGone(permissionOf(login, github, options));
  return permission !== undefined && isEnough(permission, minimum);
}

function isEnough(permission: Permission, minimum: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum);
}

/**
 * `role_name` only refines `permission`, which gives `maintain` as `write` and `triage` as `read`. A custom role, whose
 * name can be anything, counts as the role that it is built on. Absent if nobody knows it.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
async function permissionOf(
  username: string,
  github: Pick<GithubApi, 'read'>,
  options: CallOptions,
): Promise<Permission | undefined> {
  const { permission, role_name: role } = await github.read(getPermission, { username }, options);
  if (permission === 'write' && role === 'maintain') return 'maintain';
  if (permission === 'read' && role === 'triage') return 'triage';
  return PERMISSIONS.find((known) => known === permission);
}
