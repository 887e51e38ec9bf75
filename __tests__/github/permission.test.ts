import { expect, test } from '@jest/globals';
import type { Role } from '../../sandbox/github/roles.ts';
import { type Permission, readPermission } from '../../src/github/permission.ts';
import { answering, failureOf, startGithub } from './github.ts';

// Stories (asks.txt) hold the six permissions, custom roles that are based on them, strangers and listed bots.
test.each<[Role, Permission]>([
  [{ permission: 'write', role_name: 'docs-editor' }, 'write'],
  [{ permission: 'write', role_name: 'maintain' }, 'maintain'],
  [{ permission: 'read', role_name: 'triage' }, 'triage'],
  [{ permission: 'read', role_name: 'admin' }, 'read'],
  [{ permission: 'read', role_name: 'maintain' }, 'read'],
  [{ permission: 'admin', role_name: 'triage' }, 'admin'],
])('the role %j is the permission %s', async (role, permission) => {
  const { api, paths } = await startGithub(undefined, { permissions: { alice: role } });
  expect(await readPermission('alice', api)).toBe(permission);
  expect(paths()).toEqual(['GET /repos/acme/docs/collaborators/alice/permission']);
});

const ADVICE = 'The token needs read access to this repository (`GITHUB_TOKEN` has it).';
test.each([
  [404, 'Not Found', 'refused', 'GitHub answered 404 (Not Found)', ADVICE, 0],
  [500, 'alice is not a user', 'transient', 'GitHub answered 500 (alice is not a user)', '', 27_500],
  [200, '', 'transient', 'GitHub sent an invalid response (permission)', '', 27_500],
])('%d %s is an error', async (status, message, kind, why, advice, ms) => {
  const { api, clock } = await answering([status, JSON.stringify({ message, permission: 'owner' })]);
  const error = { kind, message: `Reading the permission of alice failed: ${why}.`, advice };
  expect(await failureOf(readPermission('alice', api))).toMatchObject(error);
  expect(clock.now()).toBe(ms);
});
