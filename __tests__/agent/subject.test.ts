import { expect, test } from '@jest/globals';
import type { MaterialSource } from '../../src/agent/request.ts';
import { findSubject } from '../../src/agent/subject.ts';
import { GithubError, NothingSentError } from '../../src/github/api.ts';
import type { Operation } from '../../src/github/operations.ts';
import type { GithubApi, RouteValues } from '../../src/github/rest.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, event, example, type Payload, REPOSITORY, workflowRun } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const AFTER = 'a'.repeat(40);
const person = { login: 'alice', type: 'User' };
const agent = { login: 'mintlify[bot]', type: 'Bot' };

const URL_OF_7 = `https://github.com/${REPOSITORY}/pull/7`;

/** A pull request as GitHub lists it for a commit. */
const pull = (others: object = {}): Payload => ({
  ...{ number: 7, title: 'Support proxies', body: 'Fixes #3', html_url: URL_OF_7 },
  ...{ user: person, merged_at: '2026-10-01T00:00:00Z', merge_commit_sha: AFTER },
  base: { ref: 'main', repo: { full_name: REPOSITORY } },
  ...others,
});

const pushed = (others: object = {}): Payload => ({
  ...example('push'),
  ...{ before: 'b'.repeat(40), after: AFTER, ref: 'refs/heads/main', sender: person },
  ...{ created: false, deleted: false, forced: false, commits: [{ message: 'Support proxies' }] },
  ...others,
});

const failure = (status: number | undefined, kind: GithubError['kind']) =>
  new GithubError('Reading failed.', { status, kind, advice: kind === 'refused' ? 'Mend the token.' : '' });

interface World {
  readonly given?: Record<string, string>;
  /** What GitHub answers, one after the other; the last one again and again. */
  readonly answers?: readonly (object | GithubError)[];
  readonly withoutGithub?: boolean;
}

/** What an event is about, and what that took. */
async function found(
  name: string,
  payload: Payload,
  { given = {}, answers = [[pull()]], withoutGithub }: World = {},
) {
  const [clock, log, asked] = [new SimulatedClock(), new CollectedLog(), [] as unknown[]];
  const answer = async <T>({ schema }: Operation<T>, parameters: RouteValues): Promise<T> => {
    asked.push(parameters);
    const next = answers[Math.min(asked.length, answers.length) - 1];
    if (next instanceof GithubError) throw next;
    return schema.parse(next);
  };
  const source = {
    ...{ event: event(name, payload), inputs: agentInputs(given), run: workflowRun(), clock, log },
    ...{ signal: new AbortController().signal },
    github: withoutGithub ? undefined : ({ read: answer, all: answer } as unknown as GithubApi),
  } satisfies MaterialSource;
  const result = await findSubject(source);
  const number = result.kind === 'event' ? result.event.subject?.number : result.reason;
  return { number, result, asked, warnings: log.texts('warning'), seconds: clock.now() / 1000 };
}

const ONE = [{ commit_sha: AFTER }];
const PROMPT = { prompt: 'Check the docs.' };
const CHANGES = { include: 'changes' };
const MERGED_NONE = 'The push merged no pull request, and include does not name changes.';

test('a push is about the pull request that it merged', async () => {
  const { result, asked } = await found('push', pushed());
  const author = { login: 'alice', isBot: false };
  const text = { title: 'Support proxies', body: 'Fixes #3' };
  const subject = { kind: 'pull request', number: 7, ...text, url: URL_OF_7, author, merged: true };
  expect(result).toEqual({ kind: 'event', event: { ...event('push', pushed()), subject } });
  expect(asked).toEqual(ONE);
});

const other = { ref: 'next', repo: { full_name: REPOSITORY } };
const upstream = { ref: 'main', repo: { full_name: 'other/Hello-World' } };
const shouted = { ref: 'main', repo: { full_name: REPOSITORY.toUpperCase() } };

/** Each row: the pull requests of the commit, and the number of the one that the push merged. */
test.each<[string, object[], number | undefined]>([
  ['one of several', [pull({ number: 5, merged_at: null }), pull()], 7],
  ['the name in upper case', [pull({ base: shouted })], 7],
  ['one that is open', [pull({ merged_at: null })], undefined],
  ['one that is merged into another branch', [pull({ base: other })], undefined],
  ['into another repository', [pull({ base: upstream })], undefined],
  ['with another commit', [pull({ merge_commit_sha: 'c'.repeat(40) })], undefined],
  ['none', [], undefined],
])('of the pull requests of the last commit counts the merged one: %s', async (_, list, number) => {
  expect((await found('push', pushed(), { given: PROMPT_AND_CHANGES, answers: [list] })).number).toBe(number);
});
const PROMPT_AND_CHANGES = { ...PROMPT, ...CHANGES };

test.each([
  ['a tag', { ref: 'refs/tags/main' }],
  ['a new branch', { created: true }],
  ['a deleted branch', { deleted: true }],
  ['a forced push', { forced: true }],
])('%s merges nothing, and nothing is asked', async (_, fields) => {
  const { number, asked } = await found('push', pushed(fields), { given: CHANGES });
  expect([number, asked]).toEqual([undefined, []]);
});

/** Each row: the inputs, and how often GitHub is asked. */
test.each<[Record<string, string>, number]>([
  [{}, 1],
  [PROMPT, 0],
  [{ ...PROMPT, comment: 'true' }, 1],
  [{ ...PROMPT, include: 'event' }, 1],
  [{ ...PROMPT, include: 'none' }, 0],
  [{ 'job-id': 'job_1', include: 'none' }, 0],
])('the pull request is looked up where a reply or the prompt uses it: %j', async (given, count) => {
  expect((await found('push', pushed(), { given })).asked).toHaveLength(count);
});

/** Each row: the message of the last commit, what GitHub lists in turn, how often it is asked, and the seconds. */
test.each<[string, object[][], number, number]>([
  ['Merge pull request #7 from acme/proxies', [[], [pull()]], 2, 1],
  ['Support proxies (#7)', [[], [], [pull()]], 3, 4],
  ['Support proxies (#7)', [[]], 3, 4],
  ['Support proxies (#7)', [[pull({ merged_at: null })]], 1, 0],
  ['Fixes #7', [[], [pull()]], 1, 0],
])('an empty answer is asked for again where the commit names a pull request: %s, %#', async (...row) => {
  const [message, answers, count, seconds] = row;
  const commits = [{ message: 'Earlier (#5)' }, { message: `${message}\n\nText (#9)` }];
  const { asked, ...end } = await found('push', pushed({ commits }), { given: CHANGES, answers });
  expect([asked.length, end.seconds]).toEqual([count, seconds]);
});

const OPENED =
  'mintlify[bot], a bot that allowed-bots does not name, opened the pull request #7, which was merged.';
const SENT = 'mintlify[bot], a bot that allowed-bots does not name, sent the push.';
const LISTED = { ...CHANGES, 'allowed-bots': 'Mintlify[bot]' };

/** Each row: who sends the push, who opened the pull request that it merged, and what it is about. */
test.each<[string, object, object | undefined, Record<string, string>, unknown]>([
  ['the agent’s own pull request starts nothing', person, agent, {}, OPENED],
  ['with a prompt', person, agent, { ...PROMPT, comment: 'true' }, OPENED],
  ['unless the bot is listed', person, agent, LISTED, 7],
  ['a person’s, merged by a bot', agent, person, {}, 7],
  ['of an account that is gone', person, undefined, {}, 7],
  ['a bot’s own push starts nothing', agent, undefined, { ...PROMPT_AND_CHANGES }, SENT],
  ['also where nothing is looked up', agent, undefined, PROMPT, SENT],
  ['unless it is listed', agent, undefined, LISTED, undefined],
  ['a person’s own push is about its changes', person, undefined, CHANGES, undefined],
  ['and nothing without them', person, undefined, {}, MERGED_NONE],
  ['also with job-id: latest', person, undefined, { 'job-id': 'latest', comment: 'true' }, MERGED_NONE],
  ['but a watch', person, undefined, { 'job-id': 'job_1' }, undefined],
])('a push: %s', async (what, sender, user, given, expected) => {
  const isMerge = user !== undefined || what.includes('gone');
  const answers = [isMerge ? [pull({ user: user ?? null })] : []];
  expect((await found('push', pushed({ sender }), { given, answers })).number).toBe(expected);
});

const REPLY = { ...PROMPT, comment: 'true' };
const UNKNOWN = 'The action does not know if this push merged a pull request. ';

/** Each row: the inputs, what GitHub answers, and the warning; an error if there is none. */
test.each<[Record<string, string>, GithubError, string | undefined]>([
  [REPLY, failure(403, 'refused'), `${UNKNOWN}Reading failed. Mend the token.`],
  [{ ...CHANGES, comment: 'true' }, failure(403, 'refused'), `${UNKNOWN}Reading failed. Mend the token.`],
  [REPLY, failure(502, 'transient'), undefined],
  [REPLY, failure(429, 'limited'), undefined],
  [{ ...REPLY, 'issue-number': '9' }, failure(502, 'transient'), `${UNKNOWN}Reading failed.`],
  [PROMPT_AND_CHANGES, failure(502, 'transient'), `${UNKNOWN}Reading failed.`],
  // Without it, there is nothing to make a prompt of: no green tick.
  [{}, failure(403, 'refused'), undefined],
  [{}, failure(502, 'transient'), undefined],
])('where GitHub does not give the pull request, %j', async (given, error, warning) => {
  const looking = found('push', pushed(), { given, answers: [error] });
  if (warning === undefined)
    return expect(looking).rejects.toThrow(new NothingSentError('Reading failed.', error));
  expect(await looking).toMatchObject({ number: undefined, warnings: [warning] });
});

test('without a token, a push stands for itself, and a dispatch is an error', async () => {
  const warned = await found('push', pushed(), { given: CHANGES, withoutGithub: true });
  const why = 'The pull request of the commit cannot be read without github-token, which was given empty.';
  expect(warned).toMatchObject({ number: undefined, warnings: [UNKNOWN + why] });
  await expect(found('push', pushed(), { withoutGithub: true })).rejects.toThrow(why);
  const given = { 'issue-number': '12' };
  const message =
    'The action cannot read the issue #12 without github-token, which was given empty. Nothing was sent.';
  await expect(found('workflow_dispatch', {}, { given, withoutGithub: true })).rejects.toThrow(message);
});

const issue = { number: 12, title: 'Proxy', body: 'Please.', html_url: 'https://x/12', user: person };
const N12 = { 'issue-number': '12' };
const BOTH = { ...N12, ...CHANGES };

/** Each row: the event, the inputs, what GitHub answers, what the event is about, and how often GitHub is asked. */
test.each<[string, string, Record<string, string>, object, number | undefined, number]>([
  ['an issue', 'workflow_dispatch', N12, issue, 12, 1],
  ['of another kind', 'repository_dispatch', N12, issue, 12, 1],
  ['a pull request, with changes', 'workflow_dispatch', BOTH, { ...issue, pull_request: {} }, 12, 1],
  ['an issue, with changes', 'workflow_dispatch', BOTH, issue, undefined, 1],
  ['where nothing is quoted', 'workflow_dispatch', { ...N12, ...PROMPT }, issue, undefined, 0],
  ['a watch', 'workflow_dispatch', { ...N12, 'job-id': 'job_1' }, issue, undefined, 0],
  ['no number', 'workflow_dispatch', CHANGES, issue, undefined, 0],
  ['a schedule', 'schedule', BOTH, issue, undefined, 0],
  ['a release', 'release', N12, issue, undefined, 0],
])('a dispatch is about its issue-number: %s', async (_, name, given, answer, number, count) => {
  const at = name === 'release' ? example('release', 'published') : {};
  const result = await found(name, at, { given, answers: [answer] });
  expect([result.number, result.asked]).toEqual([number, Array(count).fill({ issue_number: 12 })]);
});

test.each([failure(404, 'refused'), failure(502, 'transient')])(
  'an issue that cannot be read is an error',
  async (error) => {
    const reading = found('workflow_dispatch', {}, { given: N12, answers: [error] });
    await expect(reading).rejects.toThrow(new NothingSentError('Reading failed.', error));
  },
);

test('a mistake in the program is not taken for trouble with GitHub', async () => {
  const mistake = [{ number: 'x' }];
  await expect(found('push', pushed(), { given: REPLY, answers: [mistake] })).rejects.toThrow(/expected/i);
});
