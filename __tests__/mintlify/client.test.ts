import { STATUS_CODES } from 'node:http';
import { expect, test } from '@jest/globals';
import { json, plain, type Reply } from '../../sandbox/exchange.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { MintlifyClient } from '../../src/mintlify/client.ts';
import { mayHaveTakenEffect } from '../../src/mintlify/failures.ts';
import type { MintlifyRequest } from '../../src/mintlify/transport.ts';
import { opening } from '../helpers/servers.ts';
import { failureOf, KEY, transportTo } from './mintlify.ts';

async function setUp(options: SandboxOptions = {}, project = 'docs') {
  const sandbox = opening(await startSandbox({ jobMs: 60_000, apiKey: KEY, ...options }));
  return { sandbox, client: new MintlifyClient(transportTo(sandbox.url), project) };
}

/** Answers every request with `reply`. */
function alwaysReply(reply: Reply): Fault[] {
  const behaviour = { kind: 'answer', reply, effect: false } as const;
  return [{ on: ['create', 'message', 'get', 'views'], behaviour }];
}

const alwaysReturn = (value: unknown) => alwaysReply(json(200, value));
const DATES = { dateFrom: '2026-01-01', dateTo: '2026-01-08' };
const QUERY = { ...DATES, limit: 250, offset: 5 };

test('the four operations are the API calls that Mintlify documents', async () => {
  const { sandbox, client } = await setUp();
  const job = await client.createJob('Write "about" proxies ✅');
  expect(job).toEqual({
    id: expect.stringMatching(/^job_/),
    status: 'active',
    repository: 'acme/docs',
    ref: 'main',
    model: 'sandbox-writer-1',
    createdAt: expect.stringMatching(/^\d{4}-/),
  });
  await client.sendMessage(job.id, 'Shorter');
  await client.getJob(job.id);
  await client.getViews(QUERY);
  const jobs = '/v2/agent/docs/job';
  const requests = sandbox.ledger.requests.map((each) => [each.method, each.path, each.query, each.body]);
  expect(requests).toEqual([
    ['POST', jobs, {}, '{"prompt":"Write \\"about\\" proxies ✅"}'],
    ['POST', `${jobs}/${job.id}/message`, {}, '{"prompt":"Shorter"}'],
    ['GET', `${jobs}/${job.id}`, {}, ''],
    ['GET', '/v1/analytics/docs/views', { ...DATES, limit: '250', offset: '5' }, ''],
  ]);
  for (const { headers, method } of sandbox.ledger.requests) {
    const common = { authorization: `Bearer ${KEY}`, accept: 'application/json' };
    const agent = expect.stringMatching(/^docs-agent-action\/\d+\.\d+\.\d+(-dev)?$/);
    expect(headers).toMatchObject({ ...common, 'user-agent': agent });
    expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
  }
});

test('optional fields that are missing or invalid are left out', async () => {
  const { sandbox, client } = await setUp();
  const odd = { source: 'y', model: 7, prLink: '', createdAt: null };
  for (const given of [{}, odd, { source: null, archivedAt: {} }]) {
    sandbox.setFaults(alwaysReturn({ id: 'j', status: 'x', ...given }));
    expect(await client.getJob('j')).toEqual({ id: 'j', status: 'x' });
  }
  sandbox.setFaults([]);
  sandbox.setScenario('unknown-fields');
  expect((await client.createJob('x')).ref).toBeUndefined();
});

test('identifiers are percent-encoded, so that they cannot lead to another path', async () => {
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
const CALLS = {
  create: { line: 'POST /v2/agent/docs/job', run: (client: MintlifyClient) => client.createJob('x') },
  get: { line: 'GET /v2/agent/docs/job/j', run: (client: MintlifyClient) => client.getJob('j') },
  views: { line: `GET ${VIEWS}`, run: (client: MintlifyClient) => client.getViews(QUERY) },
} as const;
const CREDITS = "The plan's credits are used up.";
const REDIRECTED = "which the action doesn't follow";
const NOT_ALLOWED = "The API key isn't allowed to do this. Check that it has the";
const LIMITED = "Mintlify's rate limit was reached.";
const error = (text: string, details?: unknown) => JSON.stringify({ error: text, details });
const retryAfter = (time: number | string) => ({ 'retry-after': `${time}` });

/** `text` is Mintlify's own text in the response, and `help` what the error says about it. */
test.each<
  [
    call: keyof typeof CALLS,
    status: number,
    body: string,
    text: string,
    help: string,
    headers?: Reply['headers'],
  ]
>([
  ['create', 307, '', '', REDIRECTED],
  ['get', 399, 'credits', 'credits', REDIRECTED],
  ['create', 400, '"text"', '"text"', 'rejected this request as invalid. Check the inputs.'],
  ['create', 400, error('Not enough credits'), 'Not enough credits', CREDITS],
  [
    'get',
    401,
    error('Invalid key'),
    'Invalid key',
    'has expired. Keys last 90 days unless set otherwise. Cre',
  ],
  ['create', 402, '', '', CREDITS],
  ['create', 403, error('No', [{ message: 'a' }, { message: 'b' }]), 'No; a; b', `${NOT_ALLOWED} \`write\``],
  ['get', 403, error('No', 'invalid'), 'No', `${NOT_ALLOWED} \`read\` scope, which it needs to read jobs`],
  ['get', 403, error('accreditation', [{ code: 1 }]), 'accreditation', `${NOT_ALLOWED} \`read\` scope`],
  ['get', 404, ' Not found\n', 'Not found', 'this project or job. Check `project-id` and `job-id`'],
  ['views', 404, '{"message":"x"}', '{"message":"x"}', "can't find this project. Check `project-id`, and"],
  ['create', 413, 'Too large', '', 'or set `include: none`', { 'content-type': 'text/html; charset=utf-8' }],
  ['get', 418, 'x'.repeat(2000), `${'x'.repeat(499)}…`, 'Check `base-url` and the other inputs'],
  ['create', 429, error('No'), 'No', `${LIMITED} Wait up to an hour, then try again. Mintlify allows each p`],
  ['create', 429, 'CREDIT: 0', 'CREDIT: 0', CREDITS, retryAfter(2)],
  ['get', 429, '', '', "try again in 1 s. Mintlify doesn't document a limit on reading jobs.", retryAfter(1)],
  [
    'get',
    429,
    '',
    '',
    "Mintlify says to try again now. Mintlify doesn't",
    retryAfter('Mon, 05 Jan 2026 11:00:00 GMT'),
  ],
  ['views', 429, '', '', 'in 1 h 30 min. Mintlify allows each organization 100 an', retryAfter(5400)],
  ['create', 499, 'credits', 'credits', CREDITS],
  ['create', 500, error(`Authorization: ${KEY}`), 'Authorization: ***', "Mintlify's server failed."],
  ['get', 500, 'credits', 'credits', "Mintlify's server failed."],
  ['views', 500, '\n <!doctype html>', '', "Mintlify's server failed. Try again later."],
  ['create', 599, '<html>Bad gateway</html>', '', "Mintlify's server failed."],
])('%s, answered %d %j, says why and what to do', async (call, status, body, text, help, headers = {}) => {
  const { client } = await setUp({ faults: alwaysReply(plain(status, body, headers)) });
  const { line, run } = CALLS[call];
  const failure = await failureOf(run(client));
  expect(failure).toMatchObject({ name: 'HttpError', status, responseText: text });
  expect(failure.message).toBe(`${line} returned ${`${status} ${STATUS_CODES[status] ?? ''}`.trim()}.`);
  expect(failure.help).toContain(help);
  expect(JSON.stringify([failure.message, failure, String(failure.cause)])).not.toContain(KEY);
});

test('a redirect is not followed, and the key is neither taken there nor shown', async () => {
  const elsewhere = await setUp();
  const { sandbox, client } = await setUp({ scenario: 'create-redirect' });
  await expect(client.createJob('x')).rejects.toMatchObject({
    status: 302,
    likelyCause: expect.stringContaining(REDIRECTED),
    advice: 'Check `base-url`.',
    responseText: expect.stringMatching(/^Location: \/moved\/v2\/agent\/docs\/job/),
  });
  const location = `${elsewhere.sandbox.url}/${'x'.repeat(150)}?key=${KEY}`;
  sandbox.setFaults(alwaysReply(plain(307, '', { location })));
  const moved = { status: 307, responseText: expect.stringMatching(/^Location: http:.*\?key=\*\*\*$/) };
  await expect(client.createJob('x')).rejects.toMatchObject(moved);
  await expect(client.getJob('j')).rejects.toMatchObject(moved);
  expect(sandbox.ledger.requests).toHaveLength(3);
  expect(elsewhere.sandbox.ledger.requests).toEqual([]);
});

const NESTED = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
const html = (body: string, type: string) => plain(200, body, { 'content-type': type });
const UNDOCUMENTED = "JSON that doesn't have the documented shape";

test.each<[body: string, reply: Reply, what: string]>([
  ['HTML', html(' \n<!doctype html>', 'application/json'), 'HTML instead of JSON'],
  ['text of the type HTML', html('oops', 'text/html'), 'HTML instead of JSON'],
  ['nothing', plain(201, ''), "a body that isn't JSON"],
  ['deeply nested JSON', plain(201, NESTED), `${UNDOCUMENTED} (the whole body)`],
  ['too much', plain(200, 'x'.repeat(2 ** 20 + 1)), 'a body of more than 1048576 bytes'],
  ['an empty object', json(200, {}), `${UNDOCUMENTED} (id, status)`],
  ['another job', json(200, { id: 'other', status: 'completed' }), 'another job'],
])('a success with %s is an error, after which a POST may have taken effect', async (_, reply, what) => {
  const { client } = await setUp({ faults: alwaysReply(reply) });
  const failure = await failureOf(client.sendMessage('j', 'x'));
  expect(failure).toMatchObject({
    name: 'ResponseShapeError',
    message: `POST /v2/agent/docs/job/j/message returned ${what}.`,
    advice: expect.stringContaining('Check `base-url` and the proxy variables'),
  });
  expect(mayHaveTakenEffect(failure)).toBe(true);
  await expect(client.getJob('j')).rejects.toThrow(`returned ${what}.`);
});

const UNUSABLE_IDS = [
  '',
  '..',
  '.',
  7,
  'half \ud800 a pair',
  'x'.repeat(301),
  'line\nbreak',
  'line\u2028break',
  '\u001b[2K',
  ' ::add-mask::a',
  'job##[add-mask]a',
  `job_${KEY}`,
];

test.each<[field: string, jobs: unknown[]]>([
  ['the whole body', [null, [], 'text']],
  ['id', UNUSABLE_IDS.map((id) => ({ id, status: 'active' }))],
  ['status', ['', null].map((status) => ({ id: 'j', status }))],
])('a job is refused for %s', async (field, jobs) => {
  const { sandbox, client } = await setUp();
  for (const job of jobs) {
    sandbox.setFaults(alwaysReturn(job));
    await expect(client.createJob('x')).rejects.toThrow(`returned ${UNDOCUMENTED} (${field}).`);
  }
});

test('an ID may have 300 characters', async () => {
  const id = 'x'.repeat(300);
  const { client } = await setUp({ faults: alwaysReturn({ id, status: 'active' }) });
  expect(await client.createJob('x')).toEqual({ id, status: 'active' });
});

const counts = { human: 1, ai: 1, total: 2 };

test.each<[fields: string, views: unknown]>([
  ['totals', { views: [], hasMore: false }],
  ['views', { totals: counts, hasMore: false }],
  ['views', { totals: counts, views: Array(251).fill({}), hasMore: true }],
  ['hasMore', { totals: counts, views: [] }],
  ['totals.total', { totals: { ...counts, total: '2' }, views: [], hasMore: false }],
  ['totals.ai', { totals: { ...counts, ai: -1 }, views: [], hasMore: false }],
  ['totals.ai', { totals: { ...counts, ai: 2 ** 53 + 2 }, views: [], hasMore: false }],
  ['totals, views, hasMore', {}],
])('page views are refused for %s: %.80j', async (fields, views) => {
  const { client } = await setUp({ faults: alwaysReturn(views) });
  await expect(client.getViews(QUERY)).rejects.toThrow(`returned ${UNDOCUMENTED} (${fields}).`);
});

test('a call may take a minute, or the given time, and return 1 MiB, or 4 MiB of page views', async () => {
  const limits: unknown[] = [];
  const send = async ({ timeoutMs, maxBytes }: MintlifyRequest<unknown>): Promise<never> => {
    limits.push([timeoutMs, maxBytes]);
    throw new Error('of no interest');
  };
  const client = new MintlifyClient({ send }, 'docs');
  for (const options of [undefined, { timeoutMs: 5_000 }]) {
    await failureOf(client.createJob('x', options));
    await failureOf(client.sendMessage('j', 'x', options));
    await failureOf(client.getViews(QUERY, options));
  }
  const mostBytes = [2 ** 20, 2 ** 20, 2 ** 22];
  expect(limits).toEqual([60_000, 5_000].flatMap((ms) => mostBytes.map((most) => [ms, most])));
});

test('the API key is redacted in responses, and an escape before it does not harm the rest', async () => {
  const { sandbox, client } = await setUp();
  const prLink = `https://x.dev/${KEY}`;
  for (const before of ['m ', '\\', '"', '\\\\"', '\n', '\u0000']) {
    sandbox.setFaults(alwaysReturn({ id: 'j', status: 'active', model: `${before}${KEY}"`, prLink }));
    const model = expect.stringMatching(/\*\*\*"$/);
    const job = { id: 'j', status: 'active', model, prLink: 'https://x.dev/***' };
    expect(await client.createJob('x')).toEqual(job);
    const body = error(`no${before}${KEY}`, [{ message: 'why' }]);
    sandbox.setFaults(alwaysReply(plain(400, body)));
    const { responseText } = await failureOf(client.createJob('x'));
    expect(responseText).toMatch(/^no.*\*\*\*; why$/s);
  }
});

test('an error text that is cut shows no part of the API key', async () => {
  const { sandbox, client } = await setUp();
  for (let length = 440; length < 500; length += 5) {
    sandbox.setFaults(alwaysReply(json(400, { error: `${'x'.repeat(length)} ${KEY}` })));
    expect((await failureOf(client.createJob('x'))).responseText).not.toContain('mint_');
  }
});

test('counts may be any numbers from 0 to 2^53; rows of another shape are left out and counted', async () => {
  const views = [
    { path: '/', human: 1.5, ai: 0.25, total: 1.75 },
    { path: '/much', human: 2 ** 53, ai: 0, total: 2 ** 53 },
  ];
  const page = { path: '/', ...counts };
  const invalid = [
    { ...page, human: null },
    { ...page, human: -1 },
    { ...page, human: 2 ** 53 + 2 },
    { ...page, human: '1' },
    { ...page, path: 7 },
    counts,
    null,
    'row',
  ];
  const totals = { human: 2.5, ai: 0, total: 2 ** 53 };
  const response = { totals, views: [...invalid, ...views], hasMore: true, extra: 1 };
  const { client } = await setUp({ faults: alwaysReturn(response) });
  expect(await client.getViews(QUERY)).toEqual({ totals, views, oddRows: 8, hasMore: true });
});
