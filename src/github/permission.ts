import * as z from 'zod/mini';
import { type GithubApi, GithubError } from './api.ts';
import type { Account } from './event.ts';
import { operation } from './operations.ts';

/** Repository permissions, from the lowest to the highest. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const flags = z.catch(z.object({ permissions: z.record(z.string(), z.unknown()) }), { permissions: {} });
/**
 * Reads the exact permission of a user; undefined if it is unknown. GitHub's `permission` says `write` for `maintain`,
 * and `read` for `triage`. Custom roles can have any `role_name`, so `user.permissions` is also read.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
const permissionSchema = z.pipe(
  z.object({ permission: z.string(), role_name: z.catch(z.string(), ''), user: flags }),
  z.transform(({ permission, role_name: role, user: { permissions } }): Permission | undefined => {
    for (const [basis, exact] of [
      ['write', 'maintain'],
      ['read', 'triage'],
    ] as const) {
      if (permission === basis && (role === exact || permissions[exact] === true)) return exact;
    }
    return PERMISSIONS.find((known) => known === permission);
  }),
);

const getPermission = operation(
  'Reading the permission of {username}',
  'GET /collaborators/{username}/permission',
  permissionSchema,
  'read access to this repository (`GITHUB_TOKEN` has it)',
);

/**
 * Returns a person's permission in the repository; `none` for a deleted account.
 *
 * @throws {GithubError} if it can't be read, or if GitHub reports an unknown permission
 */
export async function readPermission(username: string, github: GithubApi): Promise<Permission> {
  const reading = github.call(getPermission, { username }, { budget: 'needed' });
  const permission = await reading.catch((error: unknown) => {
    const isGone = error instanceof GithubError && error.status === 404;
    if (isGone && /is not a user/.test(error.message)) return 'none' as const;
    throw error;
  });
  if (permission !== undefined) return permission;
  throw new GithubError(`GitHub reports an unknown permission for ${username}.`, { kind: 'refused' });
}

export function isAtLeast(permission: Permission, minimum: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum);
}

/** Checks whether a bot is listed. `allowedBots` has lower-case logins without `[bot]`. */
export function isListed({ login, isBot }: Account, allowedBots: readonly string[]): boolean {
  return isBot && allowedBots.includes(login.toLowerCase().replace(/\[bot\]$/, ''));
}
