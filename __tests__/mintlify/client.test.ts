import { STATUS_CODES } from 'node:http';
import { expect, test } from '@jest/globals';
import { json, plain, type Reply } from '../../sandbox/exchange.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { MintlifyClient } from '../../src/mintlify/client.ts';
import { explain, ResponseShapeError } from '../../src/mintlify/errors.ts';
import { mayExist } from '../../src/mintlify/failures.ts';
import type { MintlifyRequest } from '../../src/mintlify/transport.ts';
import { opening } from '../helpers/servers.ts';
import { failureOf, KEY, transportTo } from './mintlify.ts';

async function setUp(options: SandboxOptions = {}, project = 'docs') {
  const sandbox = opening(await startSandbox({ jobMs: 60_000, apiKey: KEY, ...options }));
  return { sandbox, client: new MintlifyClient(transportTo(sandbox.url), project) };
}

/** Everything is answered with `reply`. */
const replying = (reply: Reply): Fault[] => [
  { on: ['create', 'message', 'get', 'views'], behaviour: { kind: 'answer', reply, effect: false } },
];
const answered = (value: unknown) => replying(json(200, value));
const DATES = { dateFrom: '2026-01-01', dateTo: '2026-01-08' };
const QUERY = { ...DATES, limit: 250, offset: 5 };

test('the four operations are requests as the platform documents them', async () => {
  const { sandbox, client } = await setUp();
  const job = await client.createJob('Write "about" proxies ✅');
  expect(job).toEqual({
    ...{ id: expect.stringMatching(/^job_/), status: 'active', repository: 'acme/docs', ref: 'main' },
    ...{ model: 'sandbox-writer-1', createdAt: expect.stringMatching(/^\d{4}-/) },
  });
  await client.sendMessage(job.id, 'Shorter');
  await client.getJob(job.id);
  await client.getViews(QUERY);
  const [jobs, views] = ['/v2/agent/docs/job', '/v1/analytics/docs/views'];
  const requests = sandbox.ledger.requests.map((each) => [each.method, each.path, each.query, each.body]);
  expect(requests).toEqual([
    ['POST', jobs, {}, '{"prompt":"Write \\"about\\" proxies ✅"}'],
    ['POST', `${jobs}/${job.id}/message`, {}, '{"prompt":"Shorter"}'],
    ['GET', `${jobs}/${job.id}`, {}, ''],
    ['GET', views, { ...DATES, limit: '250', offset: '5' }, ''],
  ]);
  for (const { headers, method } of sandbox.ledger.requests) {
    const common = { authorization: `Bearer ${KEY}`, accept: 'application/json' };
    const agent = expect.stringMatching(/^docs-agent-action\/\d+\.\d+\.\d+(-dev)?$/);
    expect(headers).toMatchObject({ ...common, 'user-agent': agent });
    expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
  }
});

test('fields that are absent or odd are absent', async () => {
  const { sandbox, client } = await setUp();
  const odd = { source: 'y', model: 7, prLink: '', createdAt: null };
  for (const given of [{}, odd, { source: null, archivedAt: {} }]) {
    sandbox.setFaults(answered({ id: 'j', status: 'x', ...given }));
    expect(await client.getJob('j')).toEqual({ id: 'j', status: 'x' });
  }
  sandbox.setFaults([]);
  sandbox.setScenario('unknown-fields');
  expect((await client.createJob('x')).ref).toBeUndefined();
});

test('identifiers are percent-encoded, so that they name nothing else', async () => {
  const { sandbox, client } = await setUp({}, 'a/b?c=1#d é%2F');
  await failureOf(client.getJob('../../x?y#z\r\n'));
  await failureOf(client.sendMessage('%2e%2e', 'x'));
  const encoded = 'a%2Fb%3Fc%3D1%23d%20%C3%A9%252F';
  expect(sandbox.ledger.requests.map(({ path }) => path)).toEqual([
    `/v2/agent/${encoded}/job/..%2F..%2Fx%3Fy%23z%0D%0A`,
    `/v2/agent/${encoded}/job/%252e%252e/message`,
  ]);
});

const VIEWS = '/v1/analytics/docs/views?dateFrom=2026-01-01&dateTo=2026-01-08&limit=250&offset=5';
const ASKING = {
  POST: ['POST /v2/agent/docs/job', (client: MintlifyClient) => client.createJob('x')],
  GET: ['GET /v2/agent/docs/job/j', (client: MintlifyClient) => client.getJob('j')],
  views: [`GET ${VIEWS}`, (client: MintlifyClient) => client.getViews(QUERY)],
} as const;
const CREDITS = "The plan's credits are used up.";
const saying = (error: string, details?: unknown) => JSON.stringify({ error, details });
const after = (seconds: number) => ({ 'retry-after': `${seconds}` });

/** What is asked, what Mintlify answers to it, what it says by that, and what is to be done. */
test.each<[keyof typeof ASKING, number, body: string, text: string, advice: string, Reply['headers']?]>([
  ['POST', 307, '', '', "which the action doesn't follow"],
  ['GET', 399, 'credits', 'credits', "which the action doesn't follow"],
  ['POST', 400, '"text"', '"text"', 'rejected this request as invalid. Check the inputs.'],
  ['POST', 400, saying('Not enough credits'), 'Not enough credits', CREDITS],
  ['GET', 401, saying('Invalid credentials'), 'Invalid credentials', 'set otherwise. Create a new admin key'],
  ['POST', 402, '', '', CREDITS],
  ['POST', 403, saying('No', [{ message: 'a' }, { message: 'b' }]), 'No; a; b', '`write` scope, which agent'],
  ['GET', 403, saying('No', 'odd'), 'No', '`read` scope, which it needs to read jobs and page views'],
  ['GET', 403, saying('accreditation', [{ code: 1 }]), 'accreditation', '`read` scope'],
  ['GET', 404, ' Not found\n', 'Not found', 'this project or job. Check `project-id` and `job-id`'],
  ['views', 404, '{"message":"x"}', '{"message":"x"}', "can't find this project. Check `project-id`, and"],
  ['POST', 413, 'Too large', '', 'or set `include: none`', { 'content-type': 'text/html; charset=utf-8' }],
  ['GET', 418, 'x'.repeat(2000), `${'x'.repeat(499)}…`, 'Check `base-url` and the other inputs'],
  ['POST', 429, saying('No'), 'No', 'up to an hour, then try again. Mintlify allows each project 100 new'],
  ['POST', 429, 'CREDIT: 0', 'CREDIT: 0', CREDITS, after(2)],
  ['GET', 429, '', '', "try again in 1 s. Mintlify doesn't document a limit on reading jobs.", after(1)],
  ['views', 429, '', '', 'in 1 h 30 min. Mintlify allows each organization 100 an', after(5400)],
  ['POST', 499, 'credits', 'credits', CREDITS],
  ['POST', 500, saying(`Authorization: Bearer ${KEY}`), 'Authorization: Bearer ***', "Mintlify's server"],
  ['GET', 500, 'credits', 'credits', "Mintlify's server failed."],
  ['views', 500, '\n <!doctype html>', '', "Mintlify's server failed. Try again later."],
  ['POST', 599, '<html>Bad gateway</html>', '', "Mintlify's server failed."],
])('%s, answered %d %j, says why and what to do', async (what, status, body, text, advice, headers = {}) => {
  const { client } = await setUp({ faults: replying(plain(status, body, headers)) });
  const [asked, ask] = ASKING[what];
  const error = await failureOf(ask(client));
  expect(error).toMatchObject({ name: 'HttpError', status, responseText: text });
  const title = STATUS_CODES[status] ? ` ${STATUS_CODES[status]}` : '';
  expect(error.message).toBe(`${asked} returned ${status}${title}.`);
  expect(error.advice).toContain(advice);
  const says = text ? [`Mintlify's response: ${text}`] : [];
  expect(explain(error).split('\n')).toEqual([error.message, ...says, error.advice]);
  expect(JSON.stringify([explain(error), error, String(error.cause)])).not.toContain(KEY);
});

test('a redirect is not followed, and the key is neither taken there nor shown', async () => {
  const elsewhere = await setUp();
  const { sandbox, client } = await setUp({ scenario: 'create-redirect' });
  await expect(client.createJob('x')).rejects.toMatchObject({
    status: 302,
    advice: expect.stringContaining("which the action doesn't follow"),
    responseText: expect.stringMatching(/^Location: \/moved\/v2\/agent\/docs\/job/),
  });
  const location = `${elsewhere.sandbox.url}/${'x'.repeat(150)}?key=${KEY}`;
  sandbox.setFaults(replying(plain(307, '', { location })));
  const responseText = expect.stringMatching(/^Location: http:.*\?key=\*\*\*$/);
  for (const call of [client.createJob('x'), client.getJob('j')])
    await expect(call).rejects.toMatchObject({ status: 307, responseText });
  expect([sandbox.ledger.requests.length, elsewhere.sandbox.ledger.requests]).toEqual([3, []]);
});

const NESTED = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const html = (body: string, type: string) => plain(200, body, { 'content-type': type });
const UNDOCUMENTED = "JSON that doesn't have the documented shape";

test.each<[string, Reply, string]>([
  ['HTML by its look', html(' \n<!doctype html>', 'application/json'), 'HTML instead of JSON'],
  ['HTML by its type', html('oops', 'text/html'), 'HTML instead of JSON'],
  ['nothing', plain(201, ''), "a body that isn't JSON"],
  ['JSON that nests deep', plain(201, NESTED), `${UNDOCUMENTED} (the whole body)`],
  ['too much', plain(200, 'x'.repeat(2 ** 20 + 1)), 'a body of more than 1048576 bytes'],
  ['an empty object', json(200, {}), `${UNDOCUMENTED} (id, status)`],
  ['another job', json(200, { id: 'other', status: 'completed' }), 'another job'],
])('a success that is none: %s', async (_, reply, what) => {
  const { client } = await setUp({ faults: replying(reply) });
  const error = await failureOf(client.sendMessage('j', 'x'));
  expect([error instanceof ResponseShapeError, mayExist(error)]).toEqual([true, true]);
  expect(error).toMatchObject({
    name: 'ResponseShapeError',
    message: `POST /v2/agent/docs/job/j/message returned ${what}.`,
    advice: expect.stringContaining('Check `base-url` and the proxy variables'),
  });
  await expect(client.getJob('j')).rejects.toThrow(`returned ${what}.`);
});

const IDS = [
  ...['', '..', '.', 7, 'half \ud800 a pair', 'x'.repeat(2_500), 'line\nbreak', 'line\u2028break'],
  ...['\u001b[2K', ' ::add-mask::a', 'job##[add-mask]a', `job_${KEY}`],
];
const counts = { human: 1, ai: 1, total: 2 };
const list = { views: [], hasMore: false };
const tooMany = { totals: counts, hasMore: true, views: Array(251).fill({}) };

test.each<[what: string, where: string, values: readonly unknown[]]>([
  ['a job', 'the whole body', [null, [], 'text']],
  ['a job', 'id', IDS.map((id) => ({ id, status: 'active' }))],
  ['a job', 'status', ['', null].map((status) => ({ id: 'j', status }))],
  ['page views', 'totals', [list]],
  ['page views', 'views', [{ totals: counts, hasMore: false }, tooMany]],
  ['page views', 'hasMore', [{ totals: counts, views: [] }]],
  ['page views', 'totals.total', [{ ...list, totals: { ...counts, total: '2' } }]],
  ['page views', 'totals.ai', [-1, 1e301].map((ai) => ({ ...list, totals: { ...counts, ai } }))],
  ['page views', 'totals, views, hasMore', [{}]],
])('a success that is none: %s with other %s', async (what, where, values) => {
  const { sandbox, client } = await setUp();
  for (const value of values) {
    sandbox.setFaults(answered(value));
    const asked = what === 'a job' ? client.createJob('x') : client.getViews(QUERY);
    await expect(asked).rejects.toThrow(`returned ${UNDOCUMENTED} (${where}).`);
  }
});

test('an answer may take a minute, or as long as is wanted, and 1 MiB, or 4 MiB of page views', async () => {
  const limits: string[] = [];
  const send = async ({ timeoutMs, maxBytes }: MintlifyRequest<unknown>): Promise<never> => {
    limits.push(`${timeoutMs / 1000} s, ${maxBytes / 2 ** 20} MiB`);
    throw new Error('of no interest');
  };
  const client = new MintlifyClient({ send }, 'docs');
  for (const options of [undefined, { timeoutMs: 5_000 }]) {
    await failureOf(client.createJob('x', options));
    await failureOf(client.sendMessage('j', 'x', options));
    await failureOf(client.getViews(QUERY, options));
  }
  const of = (s: number) => [`${s} s, 1 MiB`, `${s} s, 1 MiB`, `${s} s, 4 MiB`];
  expect(limits).toEqual([...of(60), ...of(5)]);
});

test('the key that comes back is not handed on, and an escape before it is no harm to the rest', async () => {
  const { sandbox, client } = await setUp();
  const prLink = `https://x.dev/${KEY}`;
  for (const before of ['m ', '\\', '"', '\\\\"', '\n', '\u0000']) {
    sandbox.setFaults(answered({ id: 'j', status: 'active', model: `${before}${KEY}"`, prLink }));
    const model = expect.stringMatching(/\*\*\*"$/);
    const job = { id: 'j', status: 'active', model, prLink: 'https://x.dev/***' };
    expect(await client.createJob('x')).toEqual(job);
    const body = JSON.stringify({ error: `no${before}${KEY}`, details: [{ message: 'why' }] });
    sandbox.setFaults(replying(plain(400, body)));
    const { responseText } = await failureOf(client.createJob('x'));
    expect(responseText).toMatch(/^no.*\*\*\*; why$/s);
  }
  // Nor a part of it where a long text is cut.
  for (let length = 440; length < 500; length += 5) {
    sandbox.setFaults(replying(json(400, { error: `${'x'.repeat(length)} ${KEY}` })));
    expect((await failureOf(client.createJob('x'))).responseText).not.toContain('mint_');
  }
});

test('counts may be any numbers that are not negative; rows of another shape are left out and counted', async () => {
  const views = [
    { path: '/', human: 1.5, ai: 0.25, total: 1.75 },
    { path: '/much', human: 1e30, ai: 0, total: 1e30 },
  ];
  const fields = [{ human: null }, { human: -1 }, { human: '1' }, { path: 7 }];
  const odd = [...fields.map((field) => ({ path: '/', ...counts, ...field })), counts, null, 'row'];
  const totals = { human: 2.5, ai: 2 ** 40, total: 1e21 };
  const given = { totals, views: [...odd, ...views], hasMore: true, extra: 1 };
  const { client } = await setUp({ faults: answered(given) });
  expect(await client.getViews(QUERY)).toEqual({ totals, views, oddRows: odd.length, hasMore: true });
});
