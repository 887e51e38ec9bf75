import type { Clock } from '../clock.ts';
import type { AgentInputs } from '../inputs.ts';
import {
  GithubError,
  NO_TOKEN,
  NothingSentError,
  type RetryOptions,
  unlessGone,
  withTimeBudget,
} from './api.ts';
import type { Account, TriggerEvent } from './event.ts';
import {
  createIssueReaction,
  createReaction,
  getPermission,
  PERMISSIONS,
  type Permission,
} from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Events that only people with write access, or GitHub itself, can cause; and the empty name, outside of GitHub Actions.
 * Everybody can cause the others: whoever stars a repository causes `watch`, and a pull request from a fork leads to
 * `workflow_run`, with secrets.
 */
const NEED_WRITE_ACCESS =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|delete|merge_group)?$/;

/** What gets a reaction: a comment, or the issue or pull request with that number. */
export type ReactionTarget =
  | { readonly kind: 'comment'; readonly place: 'issues' | 'pulls'; readonly id: number }
  | { readonly kind: 'thread'; readonly number: number };

export type Authorization =
  | { readonly kind: 'allowed' }
  /** `reactTo`: where a member of the project, whose permission was too low, can see that. */
  | { readonly kind: 'denied'; readonly reason: string; readonly reactTo?: ReactionTarget | undefined };

const ALLOWED = { kind: 'allowed' } as const;

/**
 * Whether the account behind the event may make a request.
 *
 * @param github absent without a token or outside of a repository
 * @throws {NothingSentError} when GitHub cannot be asked: a permitted request must not end as `skipped`
 */
export async function authorize(
  event: TriggerEvent,
  inputs: Pick<AgentInputs, 'minimumPermission' | 'allowedBots'>,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<Authorization> {
  const { name, sender } = event;
  if (NEED_WRITE_ACCESS.test(name)) return ALLOWED;
  const reason = botDenial(event, inputs.allowedBots);
  if (reason !== undefined) return { kind: 'denied', reason };
  const minimum = inputs.minimumPermission;
  // A bot has no permission as a collaborator, so GitHub is not asked.
  if (sender?.isBot || minimum === 'none') return ALLOWED;
  if (!sender) throw new NothingSentError(`The event ${name} does not say who caused it.`);
  const permission = await permissionOf(sender, github, options);
  if (isEnough(permission, minimum)) return ALLOWED;
  return {
    kind: 'denied',
    reason: `${sender.login} has the permission ${permission} in this repository, and minimum-permission is ${minimum}.`,
    reactTo: reactionTarget(event, permission),
  };
}

/**
 * The pull requests that Mintlify opens must not start jobs of their own, whoever merges, reviews or updates them. People
 * can still comment on them, and add a label.
 */
function botDenial(event: TriggerEvent, allowed: readonly string[]): string | undefined {
  const { action, sender, subject, asked } = event;
  const bot = unlistedBot(sender, allowed);
  if (bot) return `${bot.login} is a bot that allowed-bots does not name.`;
  const author = botOfPullRequest(event, allowed);
  const isPersonsLabel = action === 'labeled' && sender !== undefined && !sender.isBot;
  if (!author || asked !== undefined || isPersonsLabel) return undefined;
  return `The pull request #${subject?.number} was opened by ${author.login}, a bot that allowed-bots does not name.`;
}

async function permissionOf(
  { login: username }: Account,
  github: Pick<GithubApi, 'call'> | undefined,
  options: RetryOptions,
): Promise<Permission> {
  if (!github) {
    throw new NothingSentError(`The action cannot check the permission of ${username} without ${NO_TOKEN}.`);
  }
  const permission = await github.call(getPermission, { username }, options).catch((error: unknown) => {
    if (!(error instanceof GithubError)) throw error;
    // GitHub answers so for deleted accounts.
    if (error.status === 404 && /is not a user/.test(error.message)) return 'none' as const;
    throw new NothingSentError(error.message, error);
  });
  if (permission !== undefined) return permission;
  throw new NothingSentError(`GitHub gives ${username} a permission that the action does not know.`);
}

const MEMBERS = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** REST has no reactions to reviews. */
function reactionTarget(event: TriggerEvent, permission: Permission): ReactionTarget | undefined {
  const { action, comment, subject } = event;
  if (!isEnough(permission, 'triage') && !MEMBERS.includes(comment?.association ?? '')) return undefined;
  if (comment?.kind === 'issue') return { kind: 'comment', place: 'issues', id: comment.id };
  if (comment?.kind === 'line') return { kind: 'comment', place: 'pulls', id: comment.id };
  return subject && action === 'labeled' ? { kind: 'thread', number: subject.number } : undefined;
}

/** Adds the reaction 😕, once: if that fails, the run continues without it. */
export async function reactToRefusal(
  target: ReactionTarget,
  github: Pick<GithubApi, 'call'>,
  context: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const content = 'confused';
  try {
    await withTimeBudget(context, 0, (options) =>
      target.kind === 'thread'
        ? github.call(createIssueReaction, { issue_number: target.number, content }, options)
        : github.call(createReaction, { place: target.place, comment_id: target.id, content }, options),
    );
  } catch (error) {
    if (!(error instanceof GithubError)) throw error;
  }
}

/** The bot that opened the event's pull request, unless it is one of `allowed`. */
export function botOfPullRequest({ subject }: TriggerEvent, allowed: readonly string[]): Account | undefined {
  return subject?.kind === 'pull request' ? unlistedBot(subject.author, allowed) : undefined;
}

export function unlistedBot(account: Account | undefined, allowed: readonly string[]): Account | undefined {
  return account?.isBot && !isListed(account, allowed) ? account : undefined;
}

/** GitHub's logins are the same in upper and lower case. */
export function isListed({ login }: Account, allowed: readonly string[]): boolean {
  return allowed.some((name) => name.toLowerCase() === login.toLowerCase());
}

/**
 * Whether a person has at least this permission. A deleted account, or an unknown permission, counts as `none`.
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
