import { describe, expect, test } from '@jest/globals';
import { type CollaboratorPermission, GithubError, NothingSentError } from '../../src/github/api.ts';
import {
  botOfPullRequest,
  mayAsk,
  PERMISSIONS,
  type Permission,
  reaches,
} from '../../src/github/permission.ts';
import { commentPayload, event, example, labeledPayload, type Payload } from '../helpers/payloads.ts';

const options = { signal: new AbortController().signal, patienceMs: 0 };

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
    const verdict = await mayAsk(event('issues', labeledPayload('docs')), inputs(minimum), api, options);
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
          options,
        )
      ).allowed;
    expect(await may('write', 'docs-editor')).toBe(true);
    expect(await may('read', 'admin')).toBe(false);
    expect(await may('read', 'maintain')).toBe(false);
    expect(await may('write', undefined)).toBe(true);
    expect(await may('admin', 'triage')).toBe(true);
  });

  test('is who caused the event, not who wrote the issue', async () => {
    const payload = labeledPayload('docs');
    payload.sender = { login: 'maintainer', type: 'User' };
    payload.issue.user = { login: 'stranger', type: 'User' };
    const api = github({ permission: 'write', roleName: 'write' });
    await mayAsk(event('issues', payload), inputs(), api, options);
    expect(api.asked).toEqual(['maintainer']);
  });

  test('is told what is missing', async () => {
    const api = github({ permission: 'read', roleName: 'triage' });
    expect(await mayAsk(event('issue_comment', commentPayload('/docs')), inputs(), api, options)).toEqual({
      allowed: false,
      reason: 'Codertocat has the permission triage here, and minimum-permission is write.',
    });
  });

  test('`none` asks nothing', async () => {
    const payload = { ...labeledPayload('docs'), sender: null };
    expect(await mayAsk(event('issues', payload), inputs('none'), undefined, options)).toEqual({
      allowed: true,
    });
  });
});

describe('what cannot be learned is an error, and no green tick', () => {
  const labeled = event('issues', labeledPayload('docs'));

  test.each([
    ['refusal', 403, 'The token needs more. Nothing was sent'],
    ['trouble', 502, 'Nothing was sent: run the workflow again'],
    ['trouble', undefined, 'Nothing was sent: run the workflow again'],
    ['limit', 429, 'Nothing was sent: run the workflow again'],
    ['refusal', 404, 'Nothing was sent'],
  ] as const)('%s %s', async (kind, status, advice) => {
    const said = kind === 'refusal' ? 'The token needs more.' : '';
    const api = github(new GithubError('Reading failed.', { status, kind, advice: said }));
    const asked = mayAsk(labeled, inputs('read'), api, options);
    await expect(asked).rejects.toBeInstanceOf(NothingSentError);
    await expect(asked).rejects.toThrow(advice);
  });

  test('nobody has that login any more: nobody asks', async () => {
    const api = github(
      new GithubError('GitHub answered 404 (ghost is not a user).', { status: 404, kind: 'refusal' }),
    );
    expect(await mayAsk(labeled, inputs('read'), api, options)).toEqual({
      allowed: false,
      reason: 'Codertocat has the permission none here, and minimum-permission is read.',
    });
  });

  test('only a 404 says so', async () => {
    const api = github(new GithubError('ghost is not a user', { status: 500, kind: 'trouble' }));
    await expect(mayAsk(labeled, inputs('read'), api, options)).rejects.toBeInstanceOf(NothingSentError);
  });

  test('a permission that is not known', async () => {
    const api = github({ permission: 'owner', roleName: 'owner' });
    await expect(mayAsk(labeled, inputs(), api, options)).rejects.toThrow('does not know');
  });

  test('no token', async () => {
    await expect(mayAsk(labeled, inputs(), undefined, options)).rejects.toThrow('github-token');
  });

  test('no sender', async () => {
    const api = github({ permission: 'admin', roleName: 'admin' });
    const payload = { ...labeledPayload('docs'), sender: { login: 'not a login' } };
    await expect(mayAsk(event('issues', payload), inputs(), api, options)).rejects.toThrow('who caused it');
    expect(api.asked).toEqual([]);
  });

  test('but a mistake in the program is not hidden', async () => {
    const mistake = new TypeError('oops');
    const api = { permissionOf: () => Promise.reject(mistake) };
    await expect(mayAsk(labeled, inputs(), api, options)).rejects.toBe(mistake);
  });
});

describe('whether somebody reaches a permission', () => {
  const cases = PERMISSIONS.flatMap((minimum) => PERMISSIONS.map((role) => [minimum, role] as const));

  test.each(cases)('minimum %s, role %s', async (minimum, role) => {
    const api = github({ permission: ROLES[role], roleName: role });
    expect(await reaches('alice', minimum, api, options)).toBe(
      PERMISSIONS.indexOf(role) >= PERMISSIONS.indexOf(minimum),
    );
    expect(api.asked).toEqual(['alice']);
  });

  test('nobody does whom GitHub does not know, or whose permission this action does not know', async () => {
    const gone = github(new GithubError('Not Found', { status: 404, kind: 'refusal' }));
    expect(await reaches('ghost', 'none', gone, options)).toBe(false);
    const owner = github({ permission: 'owner', roleName: 'owner' });
    expect(await reaches('alice', 'none', owner, options)).toBe(false);
  });

  test('what cannot be learned is no answer', async () => {
    for (const error of [
      new GithubError('Bad gateway', { status: 502, kind: 'trouble' }),
      new GithubError('No answer', { status: undefined, kind: 'trouble' }),
    ]) {
      await expect(reaches('alice', 'none', github(error), options)).rejects.toBe(error);
    }
    const mistake = Object.assign(new TypeError('oops'), { status: 404 });
    const api = { permissionOf: () => Promise.reject(mistake) };
    await expect(reaches('alice', 'none', api, options)).rejects.toBe(mistake);
  });
});

describe('the bot that opened a pull request', () => {
  const opened = (login: string | undefined, type = 'Bot') => {
    const payload = example('pull_request', 'opened');
    payload.pull_request.user = login === undefined ? null : { login, type };
    return event('pull_request', payload);
  };

  test('is told unless it is allowed', () => {
    expect(botOfPullRequest(opened('docs[bot]'), [])).toEqual({ login: 'docs[bot]', isBot: true });
    expect(botOfPullRequest(opened('docs[bot]'), ['other[bot]'])).toMatchObject({ login: 'docs[bot]' });
    expect(botOfPullRequest(opened('docs[bot]'), ['Docs[bot]'])).toBeUndefined();
  });

  test('is none if a person opened it, if the account is gone, and if there is no pull request', () => {
    expect(botOfPullRequest(opened('alice', 'User'), [])).toBeUndefined();
    expect(botOfPullRequest(opened(undefined), [])).toBeUndefined();
    const issue = labeledPayload('docs');
    issue.issue.user = { login: 'docs[bot]', type: 'Bot' };
    expect(botOfPullRequest(event('issues', issue), [])).toBeUndefined();
    expect(botOfPullRequest(event('push', {}), [])).toBeUndefined();
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
    expect((await mayAsk(asking, inputs('write', ...bots), none, options)).allowed).toBe(allowed);
    expect((await mayAsk(asking, inputs('none', ...bots), none, options)).allowed).toBe(allowed);
    expect(none.asked).toEqual([]);
  });

  test('a person with the login of an allowed bot still needs the permission', async () => {
    const payload = { ...labeledPayload('docs'), sender: { login: 'machine', type: 'User' } };
    expect((await mayAsk(event('issues', payload), inputs('write', 'machine'), none, options)).allowed).toBe(
      false,
    );
  });

  test('a pull request of the platform leads to nothing when a person merges it, unless a person labels it', async () => {
    const admin = github({ permission: 'admin', roleName: 'admin' });
    const merged = example('pull_request', 'closed');
    merged.pull_request.user = { login: 'docs-platform[bot]', type: 'Bot' };
    expect(await mayAsk(event('pull_request', merged), inputs(), admin, options)).toEqual({
      allowed: false,
      reason: 'docs-platform[bot] is a bot that allowed-bots does not name.',
    });
    const bots = inputs('write', 'docs-platform[bot]');
    expect((await mayAsk(event('pull_request', merged), bots, admin, options)).allowed).toBe(true);
    const labeled = event('pull_request', { ...merged, action: 'labeled' });
    expect((await mayAsk(labeled, inputs(), admin, options)).allowed).toBe(true);
  });
});

describe('events', () => {
  const plain = { kind: 'plain', action: '', label: undefined, comment: undefined } as const;

  test.each([
    ...['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'deployment'],
    ...['create', 'delete', 'merge_group', ''],
  ])('%s needs write access to cause, so nothing is asked', async (name) => {
    const event = { ...plain, name, sender: undefined };
    expect(await mayAsk(event, inputs('admin'), undefined, options)).toEqual({ allowed: true });
  });

  test.each([
    ...['watch', 'fork', 'gollum', 'workflow_run', 'check_run', 'status', 'an event of next year'],
    ...['discussion', 'discussion_comment', 'pull_request_review', 'commit_comment', 'pull_request_target'],
  ])('%s is open to anybody, so it is checked', async (name) => {
    const sender = { login: 'stranger', isBot: false };
    const api = github({ permission: 'read', roleName: 'read' });
    const event = { ...plain, name, sender };
    expect((await mayAsk(event, inputs(), api, options)).allowed).toBe(false);
  });
});
