import { describe, expect, test } from '@jest/globals';
import { GithubError, NothingSentError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { type CollaboratorPermission, getPermission, type Operation } from '../../src/github/operations.ts';
import {
  botOfPullRequest,
  PERMISSIONS,
  type Permission,
  reaches,
  whyNotAllowed,
} from '../../src/github/permission.ts';
import type { GithubApi, Parameters } from '../../src/github/rest.ts';
import { commentPayload, event, example, labeledPayload } from '../helpers/payloads.ts';

const options = { signal: new AbortController().signal, patienceMs: 0 };
const labeled = event('issues', labeledPayload('docs'));

/** A GitHub that gives everyone the same answer, and keeps whom it was asked about. */
function github(answer: CollaboratorPermission | Error) {
  const asked: string[] = [];
  const api: Pick<GithubApi, 'read'> = {
    async read<T>(operation: Operation<T>, { username }: Parameters) {
      expect(operation).toBe(getPermission);
      asked.push(String(username));
      if (answer instanceof Error) throw answer;
      return answer as T;
    },
  };
  return { ...api, asked };
}

const admin = { permission: 'admin', role_name: 'admin' };
const none = { permission: 'none', role_name: 'none' };

function whyNot(
  at: TriggerEvent,
  api: ReturnType<typeof github> | undefined,
  minimumPermission: Permission = 'write',
  allowedBots: readonly string[] = [],
): Promise<string | undefined> {
  return whyNotAllowed(at, { minimumPermission, allowedBots }, api, options);
}

/** How GitHub gives each role; a role of `PERMISSIONS` reaches those before it. */
const ROLES: Record<Permission, string> = {
  none: 'none',
  read: 'read',
  triage: 'read',
  write: 'write',
  maintain: 'write',
  admin: 'admin',
};
const PAIRS = PERMISSIONS.flatMap((minimum) => PERMISSIONS.map((role) => [minimum, role] as const));

test.each(PAIRS)('minimum %s, role %s', async (minimum, role) => {
  const isEnough = PERMISSIONS.indexOf(role) >= PERMISSIONS.indexOf(minimum);
  const api = github({ permission: ROLES[role], role_name: role });
  expect(await reaches('alice', minimum, api, options)).toBe(isEnough);
  expect((await whyNot(labeled, api, minimum)) === undefined).toBe(isEnough);
  expect(api.asked).toEqual(minimum === 'none' ? ['alice'] : ['alice', 'Codertocat']);
});

test.each([
  ['write', 'docs-editor', true],
  ['read', 'admin', false],
  ['read', 'maintain', false],
  ['write', undefined, true],
  ['admin', 'triage', true],
])('a role built on %s with the name %s may write: %s', async (permission, role, may) => {
  expect((await whyNot(labeled, github({ permission, role_name: role }))) === undefined).toBe(may);
});

test('the sender is who caused the event, not who wrote the issue, and is told what is missing', async () => {
  const payload = labeledPayload('docs');
  payload.sender = { login: 'maintainer', type: 'User' };
  payload.issue.user = { login: 'stranger', type: 'User' };
  expect(await whyNot(event('issues', payload), github({ permission: 'read', role_name: 'triage' }))).toBe(
    'maintainer has the permission triage here, and minimum-permission is write.',
  );
});

test('`none` asks nothing, not even who it was', async () => {
  const at = event('issues', { ...labeledPayload('docs'), sender: null });
  expect(await whyNot(at, undefined, 'none')).toBeUndefined();
});

describe('what cannot be learned is an error, and no green tick', () => {
  test.each([
    ['refusal', 403, 'The token needs more. Nothing was sent'],
    ['trouble', 502, 'Nothing was sent: run the workflow again'],
    ['trouble', undefined, 'Nothing was sent: run the workflow again'],
    ['limit', 429, 'Nothing was sent: run the workflow again'],
    ['refusal', 404, 'Nothing was sent'],
  ] as const)('%s %s', async (kind, status, advice) => {
    const said = kind === 'refusal' ? 'The token needs more.' : '';
    const error = new GithubError('Reading failed.', { status, kind, advice: said });
    const asked = whyNot(labeled, github(error), 'read');
    await expect(asked).rejects.toBeInstanceOf(NothingSentError);
    await expect(asked).rejects.toThrow(advice);
    if (status !== 404) await expect(reaches('alice', 'none', github(error), options)).rejects.toBe(error);
  });

  test('an account that is gone has no permission, and only a 404 says so', async () => {
    const gone = new GithubError('404 (ghost is not a user).', { status: 404, kind: 'refusal' });
    expect(await whyNot(labeled, github(gone), 'read')).toBe(
      'Codertocat has the permission none here, and minimum-permission is read.',
    );
    expect(await reaches('ghost', 'none', github(gone), options)).toBe(false);
    const trouble = new GithubError('ghost is not a user', { status: 500, kind: 'trouble' });
    await expect(whyNot(labeled, github(trouble), 'read')).rejects.toBeInstanceOf(NothingSentError);
  });

  test('a permission that is not known, no token, no sender', async () => {
    const owner = github({ permission: 'owner', role_name: 'owner' });
    await expect(whyNot(labeled, owner)).rejects.toThrow('does not know');
    expect(await reaches('alice', 'none', owner, options)).toBe(false);
    await expect(whyNot(labeled, undefined)).rejects.toThrow('github-token');
    const api = github(admin);
    const anonymous = event('issues', { ...labeledPayload('docs'), sender: { login: 'not a login' } });
    await expect(whyNot(anonymous, api)).rejects.toThrow('who caused it');
    expect(api.asked).toEqual([]);
  });

  test('but a mistake in the program is not hidden', async () => {
    const mistake = Object.assign(new TypeError('oops'), { status: 404 });
    await expect(whyNot(labeled, github(mistake))).rejects.toBe(mistake);
    await expect(reaches('alice', 'none', github(mistake), options)).rejects.toBe(mistake);
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
    const issue = labeledPayload('docs');
    issue.issue.user = { login: 'docs[bot]', type: 'Bot' };
    for (const at of [
      ...[opened('alice', 'User'), opened(undefined)],
      ...[event('issues', issue), event('push', {})],
    ]) {
      expect(botOfPullRequest(at, [])).toBeUndefined();
    }
  });
});

describe('bots', () => {
  test.each([
    [[], false],
    [['renovate[bot]'], true],
    [['renovate'], false],
    [['dependabot[bot]', 'RENOVATE[bot]'], true],
  ] as const)('allowed-bots %j: %s', async (bots, may) => {
    const sender = { login: 'Renovate[bot]', type: 'Bot' };
    const asking = event('issue_comment', { ...commentPayload('/docs x'), sender });
    const api = github(none);
    expect((await whyNot(asking, api, 'write', bots)) === undefined).toBe(may);
    expect((await whyNot(asking, api, 'none', bots)) === undefined).toBe(may);
    expect(api.asked).toEqual([]);
  });

  test('a person with the login of an allowed bot still needs the permission', async () => {
    const at = event('issues', { ...labeledPayload('docs'), sender: { login: 'machine', type: 'User' } });
    expect(await whyNot(at, github(none), 'write', ['machine'])).toContain('machine has the permission none');
  });

  test('a pull request of the platform leads to nothing when a person merges it, unless a person labels it', async () => {
    const payload = example('pull_request', 'closed');
    payload.pull_request.user = { login: 'docs-platform[bot]', type: 'Bot' };
    const merged = event('pull_request', payload);
    expect(await whyNot(merged, github(admin))).toBe(
      'docs-platform[bot] is a bot that allowed-bots does not name.',
    );
    expect(await whyNot(merged, github(admin), 'write', ['docs-platform[bot]'])).toBeUndefined();
    const byPerson = event('pull_request', { ...payload, action: 'labeled' });
    expect(await whyNot(byPerson, github(admin))).toBeUndefined();
  });
});

describe('events', () => {
  const plain = { action: '', merged: false } as const;

  test.each([
    ...['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'deployment'],
    ...['create', 'delete', 'merge_group', ''],
  ])('%s needs write access to cause, so nothing is asked', async (name) => {
    expect(await whyNot({ ...plain, name, sender: undefined }, undefined, 'admin')).toBeUndefined();
  });

  test.each([
    ...['watch', 'fork', 'gollum', 'workflow_run', 'check_run', 'status', 'an event of next year'],
    ...['discussion', 'discussion_comment', 'pull_request_review', 'commit_comment', 'pull_request_target'],
  ])('%s is open to anybody, so it is checked', async (name) => {
    const sender = { login: 'stranger', isBot: false };
    const why = await whyNot({ ...plain, name, sender }, github({ permission: 'read', role_name: 'read' }));
    expect(why).toContain('stranger has the permission read');
  });
});
