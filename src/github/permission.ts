import { GithubError, NO_TOKEN, NothingSentError, type RetryOptions, unlessGone } from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import { getPermission, PERMISSIONS, type Permission } from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Matches events that only GitHub itself, or people with write access, can cause. Also matches the empty event name
 * outside of GitHub Actions. Anybody can cause the other events: starring a repository causes `watch`, and a pull
 * request from a fork leads to a `workflow_run` with secrets.
 */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|delete|merge_group)?$/;

/**
 * Inputs that determine who can make a request. With `releaseTag`, a request without a comment is about that release,
 * so the pull request of the event doesn't matter.
 */
interface Rules {
  readonly minimumPermission: Permission;
  readonly allowedBots: readonly string[];
  readonly releaseTag?: string | undefined;
}

/**
 * Checks whether the account that caused the event is allowed to make a request.
 *
 * @param github undefined without a token or outside of a repository
 * @returns reason for the denial, as a sentence; undefined if the request is allowed
 * @throws {NothingSentError} if the permission can't be read, because a permitted request must not end as `skipped`
 */
export async function denialOf(
  event: TriggerEvent,
  inputs: Rules,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<string | undefined> {
  const { name, sender } = event;
  if (NEED_WRITE_ACCESS.test(name)) return undefined;
  const isOfRelease = inputs.releaseTag !== undefined && !event.comment;
  const rule = botRule(isOfRelease ? { ...event, subject: undefined } : event, inputs.allowedBots);
  if (rule?.kind === 'skip') return rule.reason;
  const minimum = inputs.minimumPermission;
  // GitHub can't report a bot's permission, because a bot isn't a collaborator.
  if (sender?.isBot || minimum === 'none') return undefined;
  if (!sender) throw new NothingSentError(`The \`${name}\` event doesn't say who caused it.`);
  const permission = await permissionOf(sender, github, options);
  if (isEnough(permission, minimum)) return undefined;
  return `${sender.login} has \`${permission}\` access, but \`minimum-permission\` is \`${minimum}\`.`;
}

/** Rule for a bot that isn't listed in `allowed-bots`. */
type BotRule =
  | { readonly kind: 'skip'; readonly reason: string }
  /** Request by a person on this bot's pull request. It can go only to the job that opened the pull request. */
  | { readonly kind: 'known-job'; readonly bot: string };

/**
 * Finds the rule for an event whose sender, or the author of its pull request, is a bot missing from `allowed-bots`. If
 * somebody merges, reviews or updates a pull request that Mintlify opened, the event must not start another job. People
 * can still make requests on the pull request with a comment or a label.
 *
 * @returns undefined if no rule applies
 */
export function botRule(event: TriggerEvent, allowed: readonly string[]): BotRule | undefined {
  const { action, sender, subject, alsoMerged = [], asked, push } = event;
  const isUnlisted = (account: Account | undefined) => account?.isBot && !isListed(account, allowed);
  const isPullRequest = subject?.kind === 'pull request';
  // A bot that merges, such as a merge queue, didn't make the change.
  if (sender && isUnlisted(sender) && !(push && isPullRequest)) {
    return { kind: 'skip', reason: `${sender.login} is a bot that isn't listed in \`allowed-bots\`.` };
  }
  const author = isPullRequest ? subject.author : undefined;
  if (!author || ![author, ...alsoMerged.map((other) => other.author)].every(isUnlisted)) return undefined;
  if (asked !== undefined) return { kind: 'known-job', bot: author.login };
  if (action === 'labeled' && sender && !sender.isBot) return undefined;
  const reason = `Pull request #${subject?.number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`;
  return { kind: 'skip', reason };
}

async function permissionOf(
  { login: username }: Account,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<Permission> {
  if (!github) {
    throw new NothingSentError(`The action can't check the permission of ${username} because ${NO_TOKEN}.`);
  }
  const permission = await github.call(getPermission, { username }, options).catch((error: unknown) => {
    if (!(error instanceof GithubError)) throw error;
    // GitHub returns this for deleted accounts.
    if (error.status === 404 && /is not a user/.test(error.message)) return 'none' as const;
    throw new NothingSentError(error.message, error);
  });
  if (permission !== undefined) return permission;
  throw new NothingSentError(`GitHub reports an unknown permission for ${username}.`);
}

/** Checks whether an account is listed. GitHub ignores case in logins. */
export function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

/**
 * Checks whether a person has at least this permission. A deleted account or an unknown permission is treated as
 * `none`.
 */
export async function hasPermission(
  username: string,
  minimum: Permission,
  github: Pick<GithubApi, 'call'>,
  options: RetryOptions,
): Promise<boolean> {
  return isEnough((await unlessGone(github.call(getPermission, { username }, options))) ?? 'none', minimum);
}

function isEnough(permission: Permission, minimum: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum);
}
