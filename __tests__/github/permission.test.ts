import { expect, test } from '@jest/globals';
import { GithubError, NothingSentError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { type Operation, PERMISSIONS, type Permission } from '../../src/github/operations.ts';
import { botOfPullRequest, reaches, whyNotAllowed } from '../../src/github/permission.ts';
import type { Parameters } from '../../src/github/rest.ts';
import { commentPayload, event, example, labeledPayload, type Payload } from '../helpers/payloads.ts';

const options = { signal: new AbortController().signal, patienceMs: 0 };

/** A GitHub that answers so about everybody, and keeps whom it was asked about. */
function github(answer: object) {
  const asked: unknown[] = [];
  const read = async <T>({ schema }: Operation<T>, { username }: Parameters): Promise<T> => {
    asked.push(username);
    if (answer instanceof Error) throw answer;
    return schema.parse(answer);
  };
  return { read, asked };
}

const NO_GITHUB = {};
interface World {
  /** GitHub's answer; its permission alone as a text. */
  readonly says?: string | object;
  readonly minimum?: Permission;
  readonly bots?: string[];
}

/** Why not, and who was asked about. */
async function judged(at: TriggerEvent, { says = 'admin', minimum = 'write', bots = [] }: World = {}) {
  const api = github(typeof says === 'string' ? { permission: says } : says);
  const settings = { minimumPermission: minimum, allowedBots: bots };
  const why = await whyNotAllowed(at, settings, says === NO_GITHUB ? undefined : api, options);
  return [why, ...api.asked];
}

const by = (login: string, type = 'User') => ({ sender: { login, type } });
const labeled = (others: Payload = by('alice')) => event('issues', { ...labeledPayload('docs'), ...others });

/** How GitHub gives each role; a role of `PERMISSIONS` reaches those before it. */
const GIVEN = {
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
  const says = { permission: GIVEN[role], role_name: role };
  const api = github(says);
  expect([await reaches('alice', minimum, api, options), ...api.asked]).toEqual([isEnough, 'alice']);
  const why = `alice has the permission ${role} here, and minimum-permission is ${minimum}.`;
  const asked = minimum === 'none' ? [] : ['alice'];
  expect(await judged(labeled(), { says, minimum })).toEqual([isEnough ? undefined : why, ...asked]);
});

test.each([
  ['write', 'docs-editor', true],
  ['read', 'admin', false],
  ['read', 'maintain', false],
  ['write', undefined, true],
  ['admin', 'triage', true],
])('a role built on %s with the name %s may write: %s', async (permission, role_name, may) => {
  const [why] = await judged(labeled(), { says: { permission, role_name } });
  expect(why === undefined).toBe(may);
});

test.each<[string, object | null, Permission]>([
  ['write', { pull: true, triage: true, push: true, maintain: true, admin: false }, 'maintain'],
  ['write', { pull: true, triage: true, push: true, maintain: false, admin: false }, 'write'],
  ['read', { pull: true, triage: true, push: false, maintain: false, admin: false }, 'triage'],
  ['read', { pull: true, triage: false }, 'read'],
  ['none', { maintain: true, triage: true }, 'none'],
  ['read', { triage: 'true' }, 'read'],
  ['write', null, 'write'],
])('a custom role with the permission %s and the flags %j counts as %s', async (permission, flags, role) => {
  const user = flags && { login: 'alice', permissions: flags };
  const answers = { permission, role_name: 'docs-editor', user };
  const ranks = PERMISSIONS.filter((minimum) => minimum !== 'none');
  const reached = await Promise.all(ranks.map((each) => reaches('alice', each, github(answers), options)));
  expect(ranks.findLast((_, index) => reached[index]) ?? 'none').toBe(role);
});

const failure = (status: number | undefined, kind: GithubError['kind'], message = 'Reading failed.') =>
  new GithubError(message, { status, kind, advice: kind === 'refused' ? 'Mend the token.' : '' });
const gone = failure(404, 'refused', '404 (ghost is not a user).');
const AGAIN = 'Nothing was sent: run the workflow again.';

test.each<[object, string, Payload?]>([
  [failure(403, 'refused'), `Reading failed. Mend the token. ${AGAIN}`],
  [failure(404, 'refused'), `Reading failed. Mend the token. ${AGAIN}`],
  [failure(502, 'transient'), `Reading failed. ${AGAIN}`],
  [failure(undefined, 'transient'), `Reading failed. ${AGAIN}`],
  [failure(429, 'limited'), `Reading failed. ${AGAIN}`],
  [failure(500, 'transient', 'ghost is not a user.'), `ghost is not a user. ${AGAIN}`],
  [NO_GITHUB, 'This action cannot check the permission of alice without github-token. Nothing was sent.'],
  [
    { permission: 'owner' },
    'GitHub names a permission of alice that this action does not know. Nothing was sent.',
  ],
  [{}, 'The event issues does not say who caused it. Nothing was sent.', by('not a login')],
])(
  'what cannot be learned is an error, and no green tick: %s',
  async (says, message, sender = by('alice')) => {
    const asked = judged(labeled(sender), { says, minimum: 'read' });
    await expect(asked).rejects.toMatchObject({ name: NothingSentError.name, message });
  },
);

test('of whom `include` asks, an account that is gone or odd reaches nothing, and other failures are told', async () => {
  const ghostReaches = (minimum: Permission) => reaches('ghost', minimum, github(gone), options);
  expect([await ghostReaches('none'), await ghostReaches('read')]).toEqual([true, false]);
  expect(await reaches('alice', 'read', github({ permission: 'owner' }), options)).toBe(false);
  const mistake = Object.assign(new TypeError('oops'), { status: 404 });
  for (const error of [failure(403, 'refused'), failure(502, 'transient'), mistake]) {
    await expect(reaches('alice', 'read', github(error), options)).rejects.toBe(error);
  }
  await expect(judged(labeled(), { says: mistake })).rejects.toBe(mistake);
});

const pull = (user: object | null, others: object = by('alice')) => {
  const payload = example('pull_request', 'closed');
  payload.pull_request.user = user;
  return event('pull_request', { ...payload, ...others });
};
const BOT = { login: 'Renovate[bot]', type: 'Bot' };
const ofBot = { ...labeledPayload('docs').issue, user: BOT, pull_request: {} };
const isBot = 'Renovate[bot] is a bot that allowed-bots does not name.';
const isNobody = ['machine has the permission none here, and minimum-permission is write.', 'machine'];
const commentBy = (others: object) => event('issue_comment', { ...commentPayload('/docs x'), ...others });
const byBot = commentBy({ sender: BOT });

/** Who is told why not, behind that whoever GitHub was asked about. */
test.each<[what: string, at: TriggerEvent, world: World, judged: readonly unknown[]]>([
  ['an account that is gone', labeled(by('machine')), { says: gone }, isNobody],
  ['whoever wrote the issue', labeled({ ...by('alice'), issue: ofBot }), {}, [undefined, 'alice']],
  ['`none`, whoever it was', labeled({ sender: null }), { says: NO_GITHUB, minimum: 'none' }, [undefined]],
  ['a bot', byBot, {}, [isBot]],
  ['a bot, for `none`', byBot, { minimum: 'none' }, [isBot]],
  ['a bot by half of its login', byBot, { bots: ['renovate'] }, [isBot]],
  ['a bot that is listed', byBot, { bots: ['a[bot]', 'RENOVATE[bot]'] }, [undefined]],
  ['a bot that is listed, for `none`', byBot, { bots: ['renovate[bot]'], minimum: 'none' }, [undefined]],
  ['a person whose login is listed', labeled(by('machine')), { says: 'none', bots: ['machine'] }, isNobody],
  ['a person who merges the pull request of a bot', pull(BOT), {}, [isBot]],
  ['if it is listed', pull(BOT), { bots: ['renovate[bot]'] }, [undefined, 'alice']],
  ['who labels it', pull(BOT, { ...by('alice'), action: 'labeled' }), {}, [undefined, 'alice']],
  ['who comments on it', commentBy({ ...by('alice'), issue: ofBot }), {}, [undefined, 'alice']],
])('%s', async (_, at, world, why) => {
  expect(await judged(at, world)).toEqual(why);
});

test('the bot that opened a pull request is told unless it is listed', () => {
  expect(botOfPullRequest(pull(BOT), ['other[bot]'])).toEqual({ login: BOT.login, isBot: true });
  expect(botOfPullRequest(pull(BOT), ['renovate[bot]'])).toBeUndefined();
  const issue = labeled({ issue: { ...ofBot, pull_request: undefined } });
  for (const at of [pull({ login: 'alice', type: 'User' }), pull(null), issue, event('push', {})]) {
    expect(botOfPullRequest(at, [])).toBeUndefined();
  }
});

test.each([
  ...['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'deployment'],
  ...['create', 'delete', 'merge_group', ''],
])('%s needs write access to cause, so nothing is asked', async (name) => {
  expect(await judged({ name, action: '' }, { says: NO_GITHUB, minimum: 'admin' })).toEqual([undefined]);
});

test.each([
  ...['watch', 'fork', 'gollum', 'workflow_run', 'check_run', 'status', 'an event of next year', 'pushed'],
  ...['discussion', 'discussion_comment', 'pull_request_review', 'commit_comment', 'pull_request_target'],
])('%s is open to anybody, so it is checked', async (name) => {
  const sender = { login: 'stranger', isBot: false };
  expect(await judged({ name, action: '', sender }, { says: 'read' })).toEqual([
    expect.stringContaining('stranger has the permission read'),
    'stranger',
  ]);
});
