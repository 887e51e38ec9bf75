import { expect, test } from '@jest/globals';
import { isAtLeast, isListed, PERMISSIONS, readPermission } from '../../src/github/permission.ts';
import { answering, failure } from './server.ts';

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
  const { api, paths } = await answering([
    200,
    JSON.stringify({ permission, role_name, user: { permissions } }),
  ]);
  expect(await readPermission('alice', api)).toBe(expected);
  expect(paths()).toEqual(['GET /repos/acme/docs/collaborators/alice/permission']);
});

test('an account that is gone has none, and what cannot be read is an error', async () => {
  const gone = await answering([404, '{"message":"ghost is not a user"}']);
  expect(await readPermission('ghost', gone.api)).toBe('none');
  const advice = 'The token needs read access to this repository (`GITHUB_TOKEN` has it).';
  const refused = await answering([404, '{"message":"Not Found"}']);
  const message = 'Reading the permission of alice failed: GitHub answered 404 (Not Found).';
  expect(await failure(readPermission('alice', refused.api))).toMatchObject({ message, advice });
  for (const answer of [
    [500, '{"message":"alice is not a user"}'],
    [200, '{"permission":"owner"}'],
  ] as const) {
    const { api, clock } = await answering(answer);
    expect(await failure(readPermission('alice', api))).toMatchObject({ kind: 'transient' });
    expect(clock.now()).toBe(27_500);
  }
});

test('each permission reaches those before it', () => {
  for (const [at, minimum] of PERMISSIONS.entries()) {
    expect(PERMISSIONS.filter((each) => isAtLeast(each, minimum))).toEqual(PERMISSIONS.slice(at));
  }
});

test.each([
  ['Renovate[bot]', true, true],
  ['renovate', true, true],
  ['renovate', false, false],
  ['renovate-x[bot]', true, false],
])('%s, a bot: %s, is listed: %s', (login, isBot, expected) => {
  expect(isListed({ login, isBot }, ['a', 'renovate'])).toBe(expected);
});
