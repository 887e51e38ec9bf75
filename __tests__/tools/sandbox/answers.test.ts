import { setTimeout } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { behaviourNamed } from '../../../sandbox/faults.ts';
import type { LedgerEntry } from '../../../sandbox/ledger.ts';
import { OPERATIONS } from '../../../sandbox/operations.ts';
import { Sandbox } from '../../../sandbox/server.ts';
import { SimulatedClock } from '../../../simulation/simulated-clock.ts';
import { sandboxUser } from '../../helpers/with-sandbox.ts';

// Stories hold the rest: what a token may do, and pages of comments.

const headers = { authorization: 'Bearer mint_sandbox_0123456789abcdef', host: 'x' };
const JOBS = '/v2/agent/docs/job';
const PROMPT = '{"prompt":"Write"}';
const VIEWS = '/v1/analytics/docs/views';
const REPOSITORY = '/github/repos/acme/docs';
const COMMENTS = `${REPOSITORY}/issues/7/comments`;
const AT = `${REPOSITORY}/statuses/${'a'.repeat(40)}`;
const comment = (length: number) => JSON.stringify({ body: 'x'.repeat(length) });
const status = (fields: object) => JSON.stringify({ state: 'success', context: 'docs', ...fields });

/** A request in memory, by POST where it has a body. */
async function ask(sandbox: Sandbox, target: string, text?: string, others = {}) {
  const [method, body] = [text === undefined ? 'GET' : 'POST', Buffer.from(text ?? '')];
  const reply = await sandbox.exchange({ method, target, headers: { ...headers, ...others }, body });
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for.
  const json: any = /^[[{]/.test(reply.body) ? JSON.parse(reply.body) : {};
  return { ...reply, json };
}

type Row = [status: number, path: string, body?: string | undefined, headers?: Record<string, string>];
test.each<Row>([
  [401, COMMENTS, undefined, { authorization: '' }],
  [401, COMMENTS, undefined, { authorization: 'Bearer ghs_other' }],
  [400, COMMENTS, undefined, { 'x-github-api-version': '2021-01-01' }],
  [201, COMMENTS, comment(65_536)],
  [422, COMMENTS, comment(65_537)],
  [422, COMMENTS, '{"body":" "}'],
  [422, COMMENTS, '{}'],
  [403, `${REPOSITORY}/issues/8/comments`, comment(1)],
  [201, AT, status({ description: 'x'.repeat(140), target_url: 'https://x.example/' })],
  [422, AT, status({ state: 'done' })],
  [422, AT, status({ context: 'x'.repeat(256) })],
  [422, AT, status({ description: 'x'.repeat(141) })],
  [422, AT, status({ description: 'Added \u{1f4da}' })],
  [422, AT, status({ target_url: 'javascript:alert(1)' })],
  [200, `${REPOSITORY}/collaborators/octocat/permission`],
  [201, `${REPOSITORY}/pulls/9/requested_reviewers`, '{"reviewers":["octocat"]}'],
  [404, `${REPOSITORY}/pulls/7/requested_reviewers`, '{"reviewers":["octocat"]}'],
  // One name that is refused drops all: a stranger, a bot, the author.
  [422, `${REPOSITORY}/pulls/9/requested_reviewers`, '{"reviewers":["octocat","mallory"]}'],
  [422, `${REPOSITORY}/pulls/9/requested_reviewers`, '{"reviewers":["octocat","renovate[bot]"]}'],
  [422, `${REPOSITORY}/pulls/9/requested_reviewers`, '{"reviewers":["octocat","Maria"]}'],
  [201, JOBS, PROMPT],
  [401, JOBS, PROMPT, { authorization: 'Bearer mint_wrong' }],
  ...['', '{', '[]', '{}', '{"prompt":1}', '{"prompt":""}'].map((body): Row => [400, JOBS, body]),
  [404, `${JOBS}/x/message`, PROMPT],
  [404, `${JOBS}/x/messages`, PROMPT],
  ...['limit=0', 'limit=251', 'limit=x', 'offset=-1'].map((query): Row => [400, `${VIEWS}?${query}`]),
  ...['dateFrom=2026-02-30', 'dateTo=yesterday'].map((query): Row => [400, `${VIEWS}?${query}`]),
])('%i for %s, row %#', async (expected, path, body = undefined, others = {}) => {
  const permissions = { OctoCat: 'read', maria: 'write' } as const;
  const sandbox = new Sandbox({ githubToken: 'mint_sandbox_0123456789abcdef', permissions });
  const { github, ledger } = sandbox;
  github.setIssue({ repository: 'acme/docs', number: 8, locked: true });
  github.setPullRequest({ repository: 'acme/docs', number: 9, user: 'maria' });
  const version = { 'x-github-api-version': '2022-11-28' };
  expect(await ask(sandbox, path, body, { ...version, ...others })).toMatchObject({ status: expected });
  const { reviewers } = github.thread('acme/docs', 9);
  const made = [...github.comments, ...github.statuses, ...ledger.jobs, ...reviewers].length;
  expect([made, ledger.requests[0]?.effect]).toEqual([expected === 201 ? 1 : 0, expected < 400]);
});

const LINK = 'completed with link';
test.each<[scenario: string, isFollowUp: boolean, answered: string, at: number[], shown: string]>([
  ['archived', false, 'active', [0.9, 1], 'active, archived with link 2026-01-05T12:00:01.000Z'],
  ['odd-status', false, 'constructor', [0, 0.5, 1], `constructor, active, ${LINK}`],
  ['early-404', false, 'active', [0, 0.5, 1], `404, active, ${LINK}`],
  ['stale-after-message', true, 'completed', [0.4, 0.5, 1.4, 1.5], `${LINK}, active, active, ${LINK}`],
  ['stale-active-answer', true, 'active', [0, 0.5, 1.5], `${LINK}, active, ${LINK}`],
  ['stale-for-good', true, 'completed', [0, 1000], `${LINK}, ${LINK}`],
])('%s, follow-up %j: answered %s, and then %j %s', async (scenario, isFollowUp, answered, at, shown) => {
  const clock = new SimulatedClock();
  const sandbox = new Sandbox({ now: clock.wall, jobMs: 1000, scenario: isFollowUp ? 'happy' : scenario });
  let answer = await ask(sandbox, JOBS, PROMPT);
  const path = `${JOBS}/${answer.json.id}`;
  if (isFollowUp) {
    clock.advance(1000);
    sandbox.setScenario(scenario);
    answer = await ask(sandbox, `${path}/message`, PROMPT);
  }
  const [startMs, seen] = [clock.now(), [] as string[]];
  for (const part of at) {
    clock.advance(startMs + part * 1000 - clock.now());
    const { status, json } = await ask(sandbox, path);
    const { status: shows = status, prLink, archivedAt } = json;
    seen.push([shows, prLink && 'with link', archivedAt].filter(Boolean).join(' '));
  }
  expect([answer.json.status, seen.join(', ')]).toEqual([answered, shown]);
  expect(sandbox.ledger.jobs[0]?.prompts).toHaveLength(isFollowUp ? 2 : 1);
});

const READ = [
  'pulls/7',
  'issues/7/comments',
  'pulls/7/reviews',
  'commits',
  'releases',
  'git/matching-refs/tags%2Fv',
];

test('an old answer is what it was, and what GitHub does not know yet is refused', async () => {
  const clock = new SimulatedClock();
  const sandbox = new Sandbox({ now: clock.wall });
  const { github } = sandbox;
  const pull = { repository: 'acme/docs', number: 7 };
  const text = { repository: 'acme/docs', issue: 7, user: 'octocat' };
  const happen = (name: string) => {
    const content = github.contentOf(pull.repository);
    content.commit({ message: name, files: [] });
    content.release(name, github.date());
    github.push(pull);
    github.change(pull, { labels: [name] });
    github.editComment(github.addComment({ ...text, body: name }).id, `${name} at last`);
    github.editComment(github.comments[0]?.id ?? 0, name);
    github.addReview({ ...text, body: name });
  };
  const look = () =>
    Promise.all(READ.map(async (path) => (await ask(sandbox, `${REPOSITORY}/${path}`)).body));
  github.setPullRequest(pull);
  happen('v1');
  const before = await look();
  clock.advance(9_000);
  happen('v2');
  github.setPullRequest({ ...pull, number: 10 });
  sandbox.setFaults([{ on: OPERATIONS, behaviour: behaviourNamed('old') }]);
  expect(await look()).toEqual(before);
  expect(await ask(sandbox, `${REPOSITORY}/pulls/10/files`)).toMatchObject({ status: 404 });
  expect(await ask(sandbox, `${REPOSITORY}/issues/10/comments`, comment(1))).toMatchObject({ status: 404 });
  sandbox.setFaults([]);
  expect((await look()).filter((answer) => before.includes(answer))).toEqual([]);
});

test('comments are listed since the time of their last edit', async () => {
  const clock = new SimulatedClock();
  const sandbox = new Sandbox({ now: clock.wall });
  const comment = { repository: 'acme/docs', issue: 7, user: 'octocat', body: 'x' };
  const [first] = [comment, comment].map((each) => sandbox.github.addComment(each));
  clock.advance(9_000);
  sandbox.github.editComment(first?.id ?? 0, 'y');
  const listed = await ask(sandbox, `${COMMENTS}?since=${sandbox.github.date()}`);
  expect(listed.json).toMatchObject([{ id: first?.id }]);
});

test('views that end with the limit say so', async () => {
  const sandbox = new Sandbox({ pages: 613, steadyPages: true });
  for (const [offset, hasMore] of Object.entries({ 362: true, 363: false }))
    expect((await ask(sandbox, `${VIEWS}?limit=250&offset=${offset}`)).json).toMatchObject({ hasMore });
});

test('a page of comments has links that lead through all of its issue', async () => {
  const sandbox = new Sandbox({});
  const on = { repository: 'acme/docs', user: 'octocat', body: 'x' };
  for (let nth = 1; nth <= 350; nth += 1)
    for (const issue of [7, 8]) sandbox.github.addComment({ ...on, issue });
  const { headers } = await ask(sandbox, `${COMMENTS}?per_page=100&page=2`);
  const links = Object.entries({ prev: 1, next: 3, last: 4, first: 1 }).map(
    ([rel, to]) => `<http://x${COMMENTS}?per_page=100&page=${to}>; rel="${rel}"`,
  );
  expect(headers['link']).toBe(links.join(', '));
});

/** The status of an answer, the code of the error, or that there is none where none is to come. */
function endOf(answer: Promise<{ status: number }>, isToHang: boolean): Promise<unknown> {
  const ended = answer.then(
    ({ status }) => status,
    (error) => error.code ?? error.cause.code,
  );
  return isToHang ? Promise.race([ended, setTimeout(500, 'nothing')]) : ended;
}

test.each([
  ['502', 502, 502, 0],
  ['html', 200, 200, 1],
  ['no-id', 201, 201, 1],
  ['empty.2', 204, 204, 1],
  ['reset-before', 'ECONNRESET', 'ECONNRESET', 0],
  ['reset-after', 'ECONNRESET', 'ECONNRESET', 1],
  ['close-after', 'UND_ERR_SOCKET', 'ECONNRESET', 1],
  ['hang', 'nothing', 'nothing', 0],
  ['hang-after', 'nothing', 'nothing', 1],
])('%s ends in %s, in memory in %s', (name, ended, inMemory, jobs) =>
  sandboxUser({})({ scenario: `create-${name}` }, async (sandbox) => {
    const post = { method: 'POST', headers, body: PROMPT, redirect: 'manual' } as const;
    const isToHang = ended === 'nothing';
    expect(await endOf(fetch(sandbox.url + JOBS, post), isToHang)).toBe(ended);
    expect(await endOf(ask(sandbox, JOBS, PROMPT), isToHang)).toBe(inMemory);
    const isDone = ({ effect }: LedgerEntry) => effect === jobs > 0;
    while (sandbox.ledger.of('create').filter(isDone).length < 2) await setTimeout(5);
    const request = { broken: name, effect: jobs > 0 };
    expect(sandbox.ledger).toMatchObject({ jobs: { length: 2 * jobs }, requests: [request, request] });
  }),
);
