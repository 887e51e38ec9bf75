import { expect, test } from '@jest/globals';
import { GithubError, NothingSentError } from '../../src/github/api.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
import { type Operation, PERMISSIONS, type Permission } from '../../src/github/operations.ts';
import { denialOf, hasPermission } from '../../src/github/permission.ts';
import type { RouteValues } from '../../src/github/rest.ts';
import {
  changed,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
} from '../helpers/payloads.ts';

const options = { signal: new AbortController().signal, patienceMs: 0 };

/** A GitHub that answers so about everybody, and keeps whom it was asked about. */
function github(answer: object) {
  const asked: unknown[] = [];
  const call = async <T>({ schema }: Operation<T>, { username }: RouteValues): Promise<T> => {
    asked.push(username);
    if (answer instanceof Error) throw answer;
    return schema.parse(answer);
  };
  return { call, asked };
}

const NO_GITHUB = {};
interface World {
  /** GitHub's answer; its permission alone as a text. */
  readonly says?: string | object;
  readonly minimum?: Permission;
  readonly bots?: string[];
}

/** The reason of a denial, and who GitHub was asked about. */
async function judged(at: TriggerEvent, { says = 'admin', minimum = 'write', bots = [] }: World = {}) {
  const api = github(typeof says === 'string' ? { permission: says } : says);
  const settings = { minimumPermission: minimum, allowedBots: bots, releaseTag: undefined };
  const denial = await denialOf(at, settings, says === NO_GITHUB ? undefined : api, options);
  return [denial, ...api.asked];
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
  expect([await hasPermission('alice', minimum, api, options), ...api.asked]).toEqual([isEnough, 'alice']);
  const why = `alice has \`${role}\` access, but \`minimum-permission\` is \`${minimum}\`.`;
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

const failure = (status: number | undefined, kind: GithubError['kind'], message = 'Reading failed.') =>
  new GithubError(message, { status, kind, advice: kind === 'refused' ? 'Mend the token.' : '' });
const gone = failure(404, 'refused', '404 (ghost is not a user).');
const NO_TOKEN = '`github-token` is empty (does the secret exist?)';
const AGAIN = 'Nothing was sent. Re-run the workflow.';
const ANEW =
  'Nothing was sent. If you change the workflow file, start a new run, because a re-run uses the old file.';

test.each<[object, string, Payload?]>([
  [failure(403, 'refused'), `Reading failed. Mend the token. ${ANEW}`],
  [failure(404, 'refused'), `Reading failed. Mend the token. ${ANEW}`],
  [failure(502, 'transient'), `Reading failed. ${AGAIN}`],
  [failure(undefined, 'transient'), `Reading failed. ${AGAIN}`],
  [failure(429, 'limited'), `Reading failed. ${AGAIN}`],
  [failure(500, 'transient', 'ghost is not a user.'), `ghost is not a user. ${AGAIN}`],
  [NO_GITHUB, `The action can't check the permission of alice because ${NO_TOKEN}. Nothing was sent.`],
  [{ permission: 'owner' }, 'GitHub reports an unknown permission for alice. Nothing was sent.'],
  [{}, "The `issues` event doesn't say who caused it. Nothing was sent.", by('not a login')],
])(
  'what cannot be learned is an error, and no green tick: %s',
  async (says, message, sender = by('alice')) => {
    const asked = judged(labeled(sender), { says, minimum: 'read' });
    const error = await asked.catch((thrown: unknown) => thrown);
    if (!(error instanceof NothingSentError)) throw error;
    expect(`${error.message} ${error.advice}`).toBe(message);
  },
);

test('of whom `include` asks, an account that is gone or odd reaches nothing, and other failures are told', async () => {
  const ghostReaches = (minimum: Permission) => hasPermission('ghost', minimum, github(gone), options);
  expect([await ghostReaches('none'), await ghostReaches('read')]).toEqual([true, false]);
  expect(await hasPermission('alice', 'read', github({ permission: 'owner' }), options)).toBe(false);
  const mistake = Object.assign(new TypeError('oops'), { status: 404 });
  for (const error of [failure(403, 'refused'), failure(502, 'transient'), mistake]) {
    await expect(hasPermission('alice', 'read', github(error), options)).rejects.toBe(error);
  }
  await expect(judged(labeled(), { says: mistake })).rejects.toBe(mistake);
});

const BOT = { login: 'Renovate[bot]', type: 'Bot' };
const ofBot = { ...labeledPayload('docs').issue, user: BOT, pull_request: {} };
const isBot = "Renovate[bot] is a bot that isn't listed in `allowed-bots`.";
const isNobody = ['machine has `none` access, but `minimum-permission` is `write`.', 'machine'];
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
])('%s', async (_, at, world, why) => {
  expect(await judged(at, world)).toEqual(why);
});

const opened = "Pull request #2 was opened by Renovate[bot], a bot that isn't listed in `allowed-bots`.";
const listed = { bots: ['merge-queue[bot]'] };
const byListed = { sender: { login: 'merge-queue[bot]', type: 'Bot' } };
const onBots = (name: string, action: string, body?: string, others: object = by('alice')) => {
  const fields = {
    action,
    pull_request: { user: BOT },
    ...(name.endsWith('review') && { review: { body } }),
  };
  const comment = name.endsWith('comment') && { comment: { body } };
  return event(name, { ...changed(name, example(name).action, { ...fields, ...comment }), ...others });
};

/** Only comments and reviews with the phrase, and labels by people, count on the pull request of an unlisted bot. */
test.each<[what: string, at: TriggerEvent, world: World, judged: readonly unknown[]]>([
  ['a person who merges it', onBots('pull_request', 'closed'), {}, [opened]],
  ['a listed bot that merges it', onBots('pull_request', 'closed', '', byListed), listed, [opened]],
  ['a listed bot that labels it', onBots('pull_request', 'labeled', '', byListed), listed, [opened]],
  ['for `none`', onBots('pull_request', 'synchronize'), { minimum: 'none' }, [opened]],
  ['if it is listed', onBots('pull_request', 'closed'), { bots: ['renovate[bot]'] }, [undefined, 'alice']],
  ['a person who labels it', onBots('pull_request', 'labeled'), {}, [undefined, 'alice']],
  ['a comment on it', commentBy({ ...by('alice'), issue: ofBot }), {}, [undefined, 'alice']],
  ['a comment by a listed bot', commentBy({ ...byListed, issue: ofBot }), listed, [undefined]],
  ['a line', onBots('pull_request_review_comment', 'created', '/docs x'), {}, [undefined, 'alice']],
  ['a review', onBots('pull_request_review', 'submitted', '/docs x'), {}, [undefined, 'alice']],
  ['a review without the phrase', onBots('pull_request_review', 'submitted', 'LGTM'), {}, [opened]],
  ['a review that is edited', onBots('pull_request_review', 'edited', '/docs x'), {}, [opened]],
])('on the pull request of a bot: %s', async (_, at, world, expected) => {
  expect(await judged(at, world)).toEqual(expected);
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
    expect.stringContaining('stranger has `read` access'),
    'stranger',
  ]);
});
