import { GithubError, NO_TOKEN, NothingSentError, type RetryOptions, unlessGone } from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import { getPermission, PERMISSIONS, type Permission } from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Events that only people with write access, or GitHub itself, can cause, and the empty name outside of GitHub Actions.
 * Everybody can cause the others. Starring a repository causes `watch`, and a pull request from a fork leads to
 * `workflow_run`, with secrets.
 */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|delete|merge_group)?$/;

export type Authorization =
  | { readonly kind: 'allowed' }
  | { readonly kind: 'denied'; readonly reason: string };

/** Inputs that say who may make a request. */
interface Rules {
  readonly minimumPermission: Permission;
  readonly allowedBots: readonly string[];
  /** The release that the request is about, instead of the event's pull request. */
  readonly releaseTag?: string | undefined;
}

const ALLOWED = { kind: 'allowed' } as const;

/**
 * Checks whether the account behind the event may make a request.
 *
 * @param github absent without a token or outside of a repository
 * @throws {NothingSentError} when GitHub cannot be asked: a permitted request must not end as `skipped`
 */
export async function authorize(
  event: TriggerEvent,
  inputs: Rules,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<Authorization> {
  const { name, sender } = event;
  if (NEED_WRITE_ACCESS.test(name)) return ALLOWED;
  // With `release-tag`, the request is not about the pull request.
  const isOfRelease = inputs.releaseTag !== undefined && !event.comment;
  const rule = botRule(isOfRelease ? { ...event, subject: undefined } : event, inputs.allowedBots);
  if (rule?.kind === 'skip') return { kind: 'denied', reason: rule.reason };
  const minimum = inputs.minimumPermission;
  // A bot has no permission as a collaborator, so GitHub is not asked.
  if (sender?.isBot || minimum === 'none') return ALLOWED;
  if (!sender) throw new NothingSentError(`The event ${name} does not say who caused it.`);
  const permission = await permissionOf(sender, github, options);
  if (isEnough(permission, minimum)) return ALLOWED;
  return {
    kind: 'denied',
    reason: `${sender.login} has \`${permission}\` access, but \`minimum-permission\` is \`${minimum}\`.`,
  };
}

/** Rule for a bot that `allowed-bots` does not list. */
export type BotRule =
  | { readonly kind: 'skip'; readonly reason: string }
  /** A person asks on this bot's pull request, so the request may only go to the job that opened it. */
  | { readonly kind: 'known-job'; readonly bot: string };

/**
 * Decides about events of bots. Pull requests that Mintlify opens must not start jobs of their own when somebody
 * merges, reviews or updates them. People can still comment on them, and add a label.
 *
 * @returns undefined if the request does not come from such a bot
 */
export function botRule(event: TriggerEvent, allowed: readonly string[]): BotRule | undefined {
  const { action, sender, subject, alsoMerged = [], asked, push } = event;
  const isUnlisted = (account: Account | undefined) => account?.isBot && !isListed(account, allowed);
  const isPullRequest = subject?.kind === 'pull request';
  // A bot that merges, such as a merge queue, is not who made the change.
  if (sender && isUnlisted(sender) && !(push && isPullRequest)) {
    return { kind: 'skip', reason: `${sender.login} is a bot that isn't listed in \`allowed-bots\`.` };
  }
  const author = isPullRequest ? subject.author : undefined;
  if (!author || ![author, ...alsoMerged.map((other) => other.author)].every(isUnlisted)) return undefined;
  if (asked !== undefined) return { kind: 'known-job', bot: author.login };
  if (action === 'labeled' && sender && !sender.isBot) return undefined;
  const reason = `The pull request #${subject?.number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`;
  return { kind: 'skip', reason };
}

async function permissionOf(
  { login: username }: Account,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<Permission> {
  if (!github) {
    throw new NothingSentError(`The action cannot check the permission of ${username} because ${NO_TOKEN}.`);
  }
  const permission = await github.call(getPermission, { username }, options).catch((error: unknown) => {
    if (!(error instanceof GithubError)) throw error;
    // GitHub answers so for deleted accounts.
    if (error.status === 404 && /is not a user/.test(error.message)) return 'none' as const;
    throw new NothingSentError(error.message, error);
  });
  if (permission !== undefined) return permission;
  throw new NothingSentError(`GitHub reports an unknown permission for ${username}.`);
}

/** Checks a list of logins, which ignore case. */
export function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

/**
 * Checks whether a person has at least this permission. A deleted account, or an unknown permission, counts as `none`.
 *
 * @throws {GithubError}
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
