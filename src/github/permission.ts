import * as z from 'zod/mini';
import type { GithubApi } from './api.ts';
import { GithubError } from './errors.ts';
import { mapped, optionalText } from './objects.ts';
import { needing } from './operations.ts';

/** Repository permissions, from the lowest to the highest. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const flags = z.catch(z.object({ permissions: z.record(z.string(), z.unknown()) }), { permissions: {} });
/**
 * GitHub's `permission` says `write` for `maintain`, and `read` for `triage`. A custom role can have any `role_name`.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
const permissionSchema = mapped(
  z.object({ permission: z.enum(PERMISSIONS), role_name: optionalText, user: flags }),
  ({ permission, role_name, user }): Permission => {
    const is = (exact: Permission) => role_name === exact || user.permissions[exact] === true;
    if (permission === 'write' && is('maintain')) return 'maintain';
    return permission === 'read' && is('triage') ? 'triage' : permission;
  },
);

const getPermission = needing('read access to this repository (`GITHUB_TOKEN` has it)')(
  'Reading the permission of {username}',
  'GET /collaborators/{username}/permission',
  permissionSchema,
);

/** Returns a person's permission in the repository; `none` for a deleted account. */
export function readPermission(username: string, github: GithubApi): Promise<Permission> {
  return github.call(getPermission, { username }).catch((error: unknown) => {
    const isUnknown = error instanceof GithubError && error.status === 404;
    if (isUnknown && /is not a user/.test(error.message)) return 'none';
    throw error;
  });
}

export function isAtLeast(permission: Permission, minimum: Permission): boolean {
  return PERMISSIONS.indexOf(permission) >= PERMISSIONS.indexOf(minimum);
}
