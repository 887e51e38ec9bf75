import { expect, test } from '@jest/globals';
import { isAtLeast, isListed, PERMISSIONS, readPermission } from '../../src/github/permission.ts';
import { answering, failure } from './github.ts';

test.each([
  ['none', undefined, {}, 'none'],
  ['read', 'read', {}, 'read'],
  ['read', 'triage', {}, 'triage'],
  ['write', 'write', {}, 'write'],
  ['write', 'maintain', {}, 'maintain'],
  ['admin', 'admin', {}, 'admin'],
  // Custom roles.
  ['write', 'docs-editor', { maintain: false, triage: true }, 'write'],
  ['write', 'docs-editor', { maintain: true }, 'maintain'],
  ['read', 'docs-reader', { triage: true }, 'triage'],
  ['read', 'admin', {}, 'read'],
  ['read', 'maintain', { maintain: true }, 'read'],
  ['admin', 'triage', {}, 'admin'],
])('%s with the role %s and %j is %s', async (permission, role_name, permissions, expected) => {
  const body = JSON.stringify({ permission, role_name, user: { permissions } });
  const { api, paths } = await answering([200, body]);
  expect(await readPermission('alice', api)).toBe(expected);
  expect(paths()).toEqual(['GET /repos/acme/docs/collaborators/alice/permission']);
});

const ADVICE = 'The token needs read access to this repository (`GITHUB_TOKEN` has it).';
test.each([
  [404, 'Not Found', 'refused', 'GitHub answered 404 (Not Found)', ADVICE, 0],
  [500, 'alice is not a user', 'transient', 'GitHub answered 500 (alice is not a user)', '', 27_500],
  [200, '', 'transient', 'GitHub sent an invalid response', '', 27_500],
])('%d %s is an error', async (status, message, kind, why, advice, ms) => {
  const { api, clock } = await answering([status, JSON.stringify({ message, permission: 'owner' })]);
  const error = { kind, message: `Reading the permission of alice failed: ${why}.`, advice };
  expect(await failure(readPermission('alice', api))).toMatchObject(error);
  expect(clock.now()).toBe(ms);
});

test('an account that is gone has no permission, and each permission reaches those before it', async () => {
  const { api } = await answering([404, '{"message":"ghost is not a user"}']);
  expect(await readPermission('ghost', api)).toBe('none');
  for (const [at, minimum] of PERMISSIONS.entries()) {
    expect(PERMISSIONS.filter((each) => isAtLeast(each, minimum))).toEqual(PERMISSIONS.slice(at));
  }
});

test.each([
  ['Renovate[bot]', true, true],
  ['renovate', true, true],
  ['renovate', false, false],
  ['renovate-x[bot]', true, false],
  ['reno', true, false],
])('only bots are listed, with or without the end of their logins: %s, %p', (login, isBot, expected) => {
  expect(isListed({ login, isBot }, ['a', 'renovate'])).toBe(expected);
});
