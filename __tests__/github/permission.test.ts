import { describe, expect, test } from '@jest/globals';
import { type CollaboratorPermission, GithubError } from '../../src/github/api.ts';
import { mayAsk } from '../../src/github/permission.ts';
import { PERMISSIONS, type Permission } from '../../src/inputs.ts';
import { commentPayload, event, example, labeledPayload, type Payload } from '../helpers/payloads.ts';

const { signal } = new AbortController();

function inputs(minimumPermission: Permission = 'write', ...allowedBots: string[]) {
  return { minimumPermission, allowedBots };
}

/** A GitHub that gives everyone the same answer, and counts how often it was asked. */
function github(answer: CollaboratorPermission | GithubError) {
  return {
    asked: [] as string[],
    async permissionOf(login: string) {
      this.asked.push(login);
      if (answer instanceof GithubError) throw answer;
      return answer;
    },
  };
}

const ROLES: Record<Permission, string> = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};

describe('the sender', () => {
  const cases = PERMISSIONS.flatMap((minimum) => PERMISSIONS.map((role) => [minimum, role] as const));

  test.each(cases.filter(([minimum]) => minimum !== 'none'))('minimum %s, role %s', async (minimum, role) => {
    const api = github({ permission: ROLES[role], roleName: role });
    const verdict = await mayAsk(event('issues', labeledPayload('docs')), inputs(minimum), api, signal);
    expect(verdict.allowed).toBe(PERMISSIONS.indexOf(role) >= PERMISSIONS.indexOf(minimum));
    expect(api.asked).toEqual(['Codertocat']);
  });

  test('a custom role counts as the one it is built on, whatever its name', async () => {
    const may = async (permission: string, roleName: string | undefined) =>
      (
        await mayAsk(
          event('issues', labeledPayload('docs')),
          inputs('write'),
          github({ permission, roleName }),
          signal,
        )
      ).allowed;
    expect(await may('write', 'docs-editor')).toBe(true);
    expect(await may('read', 'admin')).toBe(false);
    expect(await may('read', 'maintain')).toBe(false);
    expect(await may('write', undefined)).toBe(true);
    expect(await may('owner', 'owner')).toBe(false);
  });

  test('is who caused the event, not who wrote the issue', async () => {
    const payload = labeledPayload('docs');
    payload.sender = { login: 'maintainer', type: 'User' };
    payload.issue.user = { login: 'stranger', type: 'User' };
    const api = github({ permission: 'write', roleName: 'write' });
    await mayAsk(event('issues', payload), inputs(), api, signal);
    expect(api.asked).toEqual(['maintainer']);
  });

  test('is told what is missing', async () => {
    const api = github({ permission: 'read', roleName: 'triage' });
    expect(await mayAsk(event('issue_comment', commentPayload('/docs')), inputs(), api, signal)).toEqual({
      allowed: false,
      reason: 'Codertocat has the permission triage here, and minimum-permission is write.',
    });
  });

  test('`none` asks nothing', async () => {
    const payload = { ...labeledPayload('docs'), sender: null };
    expect(await mayAsk(event('issues', payload), inputs('none'), undefined, signal)).toEqual({
      allowed: true,
    });
  });
});

describe('what cannot be learned is refused', () => {
  test.each([
    [403, /GitHub answered 403/],
    [404, /GitHub answered 404/],
    [502, /GitHub answered 502/],
    [undefined, /GitHub did not answer/],
  ])('status %s', async (status, reason) => {
    const api = github(new GithubError('no', status));
    const verdict = await mayAsk(event('issues', labeledPayload('docs')), inputs('read'), api, signal);
    expect(verdict).toEqual({ allowed: false, reason: expect.stringMatching(reason) });
  });

  test('no token', async () => {
    const verdict = await mayAsk(event('issues', labeledPayload('docs')), inputs(), undefined, signal);
    expect(verdict).toEqual({ allowed: false, reason: expect.stringContaining('github-token') });
  });

  test('no sender', async () => {
    const api = github({ permission: 'admin', roleName: 'admin' });
    const payload = { ...labeledPayload('docs'), sender: { login: 'not a login' } };
    expect((await mayAsk(event('issues', payload), inputs(), api, signal)).allowed).toBe(false);
    expect(api.asked).toEqual([]);
  });

  test('but a mistake in the program is not hidden', async () => {
    const api = { permissionOf: () => Promise.reject(new TypeError('oops')) };
    await expect(mayAsk(event('issues', labeledPayload('docs')), inputs(), api, signal)).rejects.toThrow(
      'oops',
    );
  });
});

describe('bots', () => {
  const byBot = (payload: Payload): Payload => ({
    ...payload,
    sender: { login: 'Renovate[bot]', type: 'Bot' },
  });
  const none = github({ permission: 'none', roleName: 'none' });

  test.each([
    [[], false],
    [['renovate[bot]'], true],
    [['renovate'], false],
    [['dependabot[bot]', 'RENOVATE[bot]'], true],
  ] as const)('allowed-bots %j: %s', async (bots, allowed) => {
    const asking = event('issue_comment', byBot(commentPayload('/docs x')));
    expect((await mayAsk(asking, inputs('write', ...bots), none, signal)).allowed).toBe(allowed);
    expect((await mayAsk(asking, inputs('none', ...bots), none, signal)).allowed).toBe(allowed);
    expect(none.asked).toEqual([]);
  });

  test('a person with the login of an allowed bot still needs the permission', async () => {
    const payload = { ...labeledPayload('docs'), sender: { login: 'machine', type: 'User' } };
    expect((await mayAsk(event('issues', payload), inputs('write', 'machine'), none, signal)).allowed).toBe(
      false,
    );
  });

  test('a pull request of the platform leads to nothing when a person merges it, unless a person labels it', async () => {
    const admin = github({ permission: 'admin', roleName: 'admin' });
    const merged = example('pull_request', 'closed');
    merged.pull_request.user = { login: 'docs-platform[bot]', type: 'Bot' };
    expect(await mayAsk(event('pull_request', merged), inputs(), admin, signal)).toEqual({
      allowed: false,
      reason: 'docs-platform[bot] is a bot that allowed-bots does not name.',
    });
    const bots = inputs('write', 'docs-platform[bot]');
    expect((await mayAsk(event('pull_request', merged), bots, admin, signal)).allowed).toBe(true);
    const labeled = event('pull_request', { ...merged, action: 'labeled' });
    expect((await mayAsk(labeled, inputs(), admin, signal)).allowed).toBe(true);
  });
});

describe('events', () => {
  test.each(['release', 'workflow_dispatch', 'schedule', 'push', 'workflow_run', ''])(
    '%s asks nothing',
    async (name) => {
      expect(
        await mayAsk({ kind: 'plain', name, sender: undefined }, inputs('admin'), undefined, signal),
      ).toEqual({
        allowed: true,
      });
    },
  );

  test.each([
    'discussion',
    'discussion_comment',
    'pull_request_review',
    'commit_comment',
    'pull_request_target',
  ])('%s is open to anybody, so it is checked', async (name) => {
    const sender = { login: 'stranger', isBot: false };
    const api = github({ permission: 'read', roleName: 'read' });
    expect((await mayAsk({ kind: 'plain', name, sender }, inputs(), api, signal)).allowed).toBe(false);
  });
});
