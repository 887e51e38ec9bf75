import { describe, expect, test } from '@jest/globals';
import { json, plain, type Reply } from '../../sandbox/exchange.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { PlatformClient } from '../../src/platform/client.ts';
import { explain, ResponseShapeError } from '../../src/platform/errors.ts';
import { mayExist } from '../../src/platform/failures.ts';
import type { PlatformRequest } from '../../src/platform/transport.ts';
import { opening } from '../helpers/servers.ts';
import { failureOf, transportTo } from './platform.ts';

async function setUp(options: SandboxOptions = {}, project = 'docs') {
  const sandbox = opening(await startSandbox({ jobMs: 60_000, ...options }));
  const client = new PlatformClient(transportTo(sandbox.url, { apiKey: sandbox.apiKey }), project);
  return { sandbox, client };
}

/** Everything is answered with `reply`. */
const replying = (reply: Reply): Fault[] => [
  { on: ['create', 'message', 'get', 'views'], behaviour: { kind: 'answer', reply, effect: false } },
];
const DATES = { dateFrom: '2026-01-01', dateTo: '2026-01-08' };
const answered = (value: unknown) => replying(json(200, value));

describe('the four operations', () => {
  test('are requests as the platform documents them', async () => {
    const { sandbox, client } = await setUp();
    const job = await client.createJob('Write "about" proxies ✅');
    await client.sendMessage(job.id, 'Shorter');
    await client.getJob(job.id);
    await client.getViews({ ...DATES, limit: 250, offset: 5 });
    const [jobs, views] = ['/v2/agent/docs/job', '/v1/analytics/docs/views'];
    const requests = sandbox.ledger.requests.map((each) => [each.method, each.path, each.query, each.body]);
    expect(requests).toEqual([
      ['POST', jobs, {}, '{"prompt":"Write \\"about\\" proxies ✅"}'],
      ['POST', `${jobs}/${job.id}/message`, {}, '{"prompt":"Shorter"}'],
      ['GET', `${jobs}/${job.id}`, {}, ''],
      ['GET', views, { ...DATES, limit: '250', offset: '5' }, ''],
    ]);
    for (const { headers, method } of sandbox.ledger.requests) {
      expect(headers).toMatchObject({
        authorization: `Bearer ${sandbox.apiKey}`,
        accept: 'application/json',
        'user-agent': expect.stringMatching(/^docs-agent-action\/\d+\.\d+\.\d+(-dev)?$/),
      });
      expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
    }
  });

  test('take so long and answer with so much at the most', async () => {
    const limits: [number, number][] = [];
    const send = async ({ timeoutMs, maxBytes }: PlatformRequest<unknown>): Promise<never> => {
      limits.push([timeoutMs / 1000, maxBytes / 2 ** 20]);
      throw new Error('of no interest');
    };
    const client = new PlatformClient({ send }, 'docs');
    for (const options of [undefined, {}, { timeoutMs: 5_000 }]) {
      await failureOf(client.createJob('x', options));
      await failureOf(client.sendMessage('j', 'x', options));
      await failureOf(client.getJob('j', options));
      await failureOf(client.getViews({ ...DATES, limit: 1, offset: 0 }, options));
    }
    const byDefault = [60, 60, 60, 60];
    expect(limits.map(([seconds]) => seconds)).toEqual([...byDefault, ...byDefault, 5, 5, 5, 5]);
    expect(limits.slice(0, 4).map(([, mebibytes]) => mebibytes)).toEqual([1, 1, 1, 4]);
  });

  test('give what the platform answers, with absent fields absent', async () => {
    const { sandbox, client } = await setUp();
    expect(await client.createJob('x')).toEqual({
      id: expect.stringMatching(/^job_/),
      status: 'active',
      repository: 'acme/docs',
      ref: 'main',
      model: 'sandbox-writer-1',
      createdAt: expect.stringMatching(/^\d{4}-/),
    });
    const odd = { source: 'y', model: 7, prLink: '', createdAt: null };
    for (const given of [{}, odd, { source: null, archivedAt: {} }]) {
      sandbox.setFaults(answered({ id: 'j', status: 'x', ...given }));
      expect(await client.getJob('j')).toEqual({ id: 'j', status: 'x' });
    }
    sandbox.setFaults([]);
    sandbox.setScenario('unknown-fields');
    expect(await client.createJob('x')).not.toHaveProperty('ref');
  });

  test('percent-encode identifiers, so that they name nothing else', async () => {
    const { sandbox, client } = await setUp({}, 'a/b?c=1#d é%2F');
    await failureOf(client.getJob('../../x?y#z\r\n'));
    await failureOf(client.sendMessage('%2e%2e', 'x'));
    const encoded = 'a%2Fb%3Fc%3D1%23d%20%C3%A9%252F';
    expect(sandbox.ledger.requests.map(({ path }) => path)).toEqual([
      `/v2/agent/${encoded}/job/..%2F..%2Fx%3Fy%23z%0D%0A`,
      `/v2/agent/${encoded}/job/%252e%252e/message`,
    ]);
  });
});

describe('an error status', () => {
  test.each<[Reply, string, string]>([
    [json(403, { error: 'No', details: [{ message: 'why' }] }), 'No; why', '`write` scope'],
    [plain(429, 'Slow down', { 'retry-after': '2' }), 'Slow down', 'try again in 2 s'],
    [plain(502, '<html>Bad gateway</html>'), '', "Mintlify's server failed."],
  ])('says what happened and what to do: %j', async (reply, platformText, advice) => {
    const { client } = await setUp({ faults: replying(reply) });
    const error = await failureOf(client.createJob('x'));
    const { status } = reply;
    expect(error).toMatchObject({ name: 'HttpError', status, platformText });
    expect(error.message).toMatch(new RegExp(`^POST /v2/agent/docs/job returned ${status} [\\w ]+\\.$`));
    expect(error.advice).toContain(advice);
    const says = platformText ? [`Mintlify's response: ${platformText}`] : [];
    expect(explain(error).split('\n')).toEqual([error.message, ...says, error.advice]);
  });

  test('of a GET has the advice for it, and may have no name', async () => {
    const { sandbox, client } = await setUp({ faults: replying(json(404, {})) });
    const views = await failureOf(client.getViews({ ...DATES, limit: 1, offset: 0 }));
    const path = '/v1/analytics/docs/views?dateFrom=2026-01-01&dateTo=2026-01-08&limit=1&offset=0';
    expect(views.message).toBe(`GET ${path} returned 404 Not Found.`);
    expect(views.advice).toContain("Mintlify can't find this project. ");
    sandbox.setFaults(replying(json(403, {})));
    expect((await failureOf(client.getJob('j'))).advice).toContain('`read` scope');
    sandbox.setFaults(replying(plain(599, '')));
    await expect(client.getJob('j')).rejects.toThrow(/^GET \/v2\/agent\/docs\/job\/j returned 599\.$/);
  });

  test('holds the key nowhere, nor a part of it where a long text is cut', async () => {
    const { sandbox, client } = await setUp();
    sandbox.setFaults(replying(json(500, { error: `Cannot use Authorization: Bearer ${sandbox.apiKey}` })));
    const error = await failureOf(client.createJob('x'));
    expect(JSON.stringify([explain(error), error, String(error.cause)])).not.toContain(sandbox.apiKey);
    expect(error.platformText).toBe('Cannot use Authorization: Bearer ***');
    for (let length = 440; length < 500; length += 5) {
      sandbox.setFaults(replying(json(400, { error: `${'x'.repeat(length)} ${sandbox.apiKey}` })));
      expect((await failureOf(client.createJob('x'))).platformText).not.toContain('mint_');
    }
  });
});

test('a redirect is not followed, and the key is neither taken there nor shown', async () => {
  const elsewhere = await setUp();
  const { sandbox, client } = await setUp({ scenario: 'create-redirect' });
  await expect(client.createJob('x')).rejects.toMatchObject({
    status: 302,
    advice: expect.stringContaining("which the action doesn't follow"),
    platformText: expect.stringMatching(/^Location: \/moved\/v2\/agent\/docs\/job/),
  });
  const location = `${elsewhere.sandbox.url}/${'x'.repeat(150)}?key=${sandbox.apiKey}`;
  sandbox.setFaults(replying(plain(307, '', { location })));
  for (const call of [client.createJob('x'), client.getJob('j')]) {
    await expect(call).rejects.toMatchObject({
      status: 307,
      platformText: expect.stringMatching(/^Location: http:.*\?key=\*\*\*$/),
    });
  }
  expect(sandbox.ledger.requests).toHaveLength(3);
  expect(elsewhere.sandbox.ledger.requests).toEqual([]);
});

const counts = { human: 1, ai: 1, total: 2 };

describe('a success that is none', () => {
  const NESTED = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
  const html = (body: string, type: string) => ({ ...plain(200, body), headers: { 'content-type': type } });

  test.each<[string, Reply, string]>([
    ['HTML by its look', html(' \n<!doctype html>', 'application/json'), 'HTML instead of JSON'],
    ['HTML by its type', html('oops', 'text/html'), 'HTML instead of JSON'],
    ['nothing', plain(201, ''), "a body that isn't JSON"],
    [
      'JSON that nests deep',
      plain(201, NESTED),
      "JSON that doesn't have the documented shape (the whole body)",
    ],
    ['too much', plain(200, 'x'.repeat(2 ** 20 + 1)), 'a body of more than 1048576 bytes'],
    ['an empty object', json(200, {}), "JSON that doesn't have the documented shape (id, status)"],
    ['another job', json(200, { id: 'other', status: 'completed' }), 'another job'],
  ])('is %s', async (_, reply, what) => {
    const { client } = await setUp({ faults: replying(reply) });
    const error = await failureOf(client.sendMessage('j', 'x'));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({
      name: 'ResponseShapeError',
      message: `POST /v2/agent/docs/job/j/message returned ${what}.`,
      advice: expect.stringContaining('Check `base-url` and the proxy variables'),
    });
    expect(mayExist(error)).toBe(true);
    await expect(client.getJob('j')).rejects.toThrow(`returned ${what}.`);
  });

  const IDS = [
    ...['', '..', '.', 7, 'half \ud800 a pair', 'x'.repeat(2_500), 'line\nbreak', 'line\u2028break'],
    ...['\u001b[2K', ' ::add-mask::a', 'job##[add-mask]a', `job_mint_sandbox_0123456789abcdef`],
  ];
  const JOBS = {
    'the whole body': [null, [], 'text'],
    id: IDS.map((id) => ({ id, status: 'active' })),
    status: ['', null].map((status) => ({ id: 'j', status })),
  };
  const list = { views: [], hasMore: false };
  const VIEWS = {
    totals: [list],
    views: [
      { totals: counts, hasMore: false },
      { totals: counts, hasMore: true, views: Array(251).fill({}) },
    ],
    hasMore: [{ totals: counts, views: [] }],
    'totals.total': [{ ...list, totals: { ...counts, total: '2' } }],
    'totals.ai': [-1, 1e301].map((ai) => ({ ...list, totals: { ...counts, ai } })),
    'totals, views, hasMore': [{}],
  };

  test.each([
    ...Object.entries(JOBS).map((each) => ['a job', ...each] as const),
    ...Object.entries(VIEWS).map((each) => ['page views', ...each] as const),
  ])('is %s with other %s', async (what, where, values) => {
    const { sandbox, client } = await setUp({ apiKey: 'mint_sandbox_0123456789abcdef' });
    for (const value of values) {
      sandbox.setFaults(answered(value));
      const asked =
        what === 'a job' ? client.createJob('x') : client.getViews({ ...DATES, limit: 50, offset: 0 });
      await expect(asked).rejects.toThrow(`returned JSON that doesn't have the documented shape (${where}).`);
    }
  });
});

test('the key that comes back is not handed on, and an escape before it is no harm to the rest', async () => {
  const { sandbox, client } = await setUp();
  const prLink = `https://x.dev/${sandbox.apiKey}`;
  for (const before of ['m ', '\\', '"', '\\\\"', '\n', '\u0000']) {
    sandbox.setFaults(answered({ id: 'j', status: 'active', model: `${before}${sandbox.apiKey}"`, prLink }));
    const job = await client.createJob('x');
    expect(job).toEqual({ id: 'j', status: 'active', model: expect.anything(), prLink: 'https://x.dev/***' });
    expect(job.model).toMatch(/\*\*\*"$/);
    const body = JSON.stringify({ error: `no${before}${sandbox.apiKey}`, details: [{ message: 'why' }] });
    sandbox.setFaults(replying(plain(400, body)));
    const { platformText } = await failureOf(client.createJob('x'));
    expect(platformText).toMatch(/^no.*\*\*\*; why$/s);
  }
});

test('counts may be any numbers that are not negative; rows of another shape are left out and counted', async () => {
  const good = [
    { path: '/', human: 1.5, ai: 0.25, total: 1.75 },
    { path: '/much', human: 1e30, ai: 0, total: 1e30 },
  ];
  const odd = [
    { path: '/a', human: null, ai: 1, total: 1 },
    { path: '/b', human: -1, ai: 1, total: 0 },
    { path: '/c', human: '1', ai: 1, total: 2 },
    { path: 7, ...counts },
    ...[counts, null, 'row'],
  ];
  const totals = { human: 2.5, ai: 2 ** 40, total: 1e21 };
  const faults = answered({ totals, views: [...odd, ...good], hasMore: true, extra: 1 });
  const { client } = await setUp({ faults });
  const views = await client.getViews({ ...DATES, limit: 250, offset: 0 });
  expect(views).toEqual({ totals, views: good, oddRows: odd.length, hasMore: true });
});
