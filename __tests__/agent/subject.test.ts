import { expect, test } from '@jest/globals';
import type { MaterialSource } from '../../src/agent/request.ts';
import { findSubject } from '../../src/agent/subject.ts';
import { wantedOf } from '../../src/agent/trigger.ts';
import type { Operation } from '../../src/github/operations.ts';
import type { GithubApi } from '../../src/github/rest.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { agentInputs, event, example, type Payload, REPOSITORY, workflowRun } from '../helpers/payloads.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';

const AFTER = 'a'.repeat(40);
const person = { login: 'alice', type: 'User' };

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

/** What a push is about, how often GitHub was asked for the pull requests of its commit, and the seconds. */
async function found(commits: readonly object[], ...answers: readonly (readonly object[])[]) {
  const clock = new SimulatedClock();
  let asked = 0;
  const all = async <T>({ schema }: Operation<T[]>): Promise<T[]> => {
    asked += 1;
    return schema.parse(answers[Math.min(asked, answers.length) - 1]);
  };
  const [at, inputs] = [event('push', pushed({ commits })), agentInputs({ include: 'changes' })];
  const source = {
    ...{ event: at, wanted: wantedOf(at, inputs), run: workflowRun(), clock, log: new CollectedLog() },
    ...{ inputs, signal: new AbortController().signal },
    github: { all } as unknown as GithubApi,
  } satisfies MaterialSource;
  const result = await findSubject(source);
  const subject = result.kind === 'event' ? result.event.subject : undefined;
  return { result, number: subject?.number, asked, seconds: clock.now() / 1000 };
}

const COMMITS = [{ message: 'Support proxies' }];

test('a push is about the pull request that it merged', async () => {
  const author = { login: 'alice', isBot: false };
  const text = { title: 'Support proxies', body: 'Fixes #3' };
  const subject = { kind: 'pull request', number: 7, ...text, url: URL_OF_7, author, merged: true };
  const { result } = await found(COMMITS, [pull()]);
  expect(result).toEqual({ kind: 'event', event: { ...event('push', pushed()), subject } });
});

test('a mistake in the program is not taken for trouble with GitHub', async () => {
  await expect(found(COMMITS, [{ number: 'x' }])).rejects.toThrow(/expected/i);
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
  ['of an account that is gone', [pull({ user: null })], 7],
  ['none', [], undefined],
])('of the pull requests of the last commit counts the merged one: %s', async (_, list, number) => {
  expect((await found(COMMITS, list)).number).toBe(number);
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
  const { asked, seconds: waited } = await found(commits, ...answers);
  expect([asked, waited]).toEqual([count, seconds]);
});
