import { afterEach, describe, expect, test } from '@jest/globals';
import { json, plain } from '../../sandbox/exchange.ts';
import type { Fault } from '../../sandbox/faults.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { PlatformClient } from '../../src/platform/client.ts';
import { explain, HttpError, type PlatformError, ResponseShapeError } from '../../src/platform/errors.ts';
import { deliveryOf } from '../../src/platform/retry.ts';
import { Transport } from '../../src/platform/transport.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

interface Setup {
  readonly sandbox: Sandbox;
  readonly client: PlatformClient;
}

async function setUp(
  options: SandboxOptions = {},
  { project = 'docs', apiKey = undefined as string | undefined } = {},
): Promise<Setup> {
  const sandbox = await startSandbox({ jobMs: 60_000, ...options });
  const transport = new Transport({
    baseUrl: new URL(sandbox.url),
    apiKey: apiKey ?? sandbox.apiKey,
    userAgent: 'docs-agent-action/1.2.3',
    env: {},
  });
  opened.push(sandbox, transport);
  return { sandbox, client: new PlatformClient(transport, project) };
}

async function failureOf(call: Promise<unknown>): Promise<PlatformError> {
  return call.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: PlatformError) => error,
  );
}

describe('the four operations', () => {
  test('are requests as the platform documents them', async () => {
    const { sandbox, client } = await setUp();
    const job = await client.createJob('Write "about" proxies ✅');
    await client.sendMessage(job.id, 'Shorter');
    await client.getJob(job.id);
    await client.getViews({ dateFrom: '2026-01-01', dateTo: '2026-01-08', limit: 250, offset: 0 });
    const requests = sandbox.ledger.requests.map(({ method, path, query, body }) => ({
      method,
      path,
      query,
      body,
    }));
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/v2/agent/docs/job',
        query: {},
        body: '{"prompt":"Write \\"about\\" proxies ✅"}',
      },
      {
        method: 'POST',
        path: `/v2/agent/docs/job/${job.id}/message`,
        query: {},
        body: '{"prompt":"Shorter"}',
      },
      { method: 'GET', path: `/v2/agent/docs/job/${job.id}`, query: {}, body: '' },
      {
        method: 'GET',
        path: '/v1/analytics/docs/views',
        query: { dateFrom: '2026-01-01', dateTo: '2026-01-08', limit: '250', offset: '0' },
        body: '',
      },
    ]);
    for (const { headers, method } of sandbox.ledger.requests) {
      expect(headers).toMatchObject({
        authorization: `Bearer ${sandbox.apiKey}`,
        accept: 'application/json',
        'user-agent': 'docs-agent-action/1.2.3',
      });
      expect(headers['content-type']).toBe(method === 'POST' ? 'application/json' : undefined);
    }
  });

  test('send no dates when there are none', async () => {
    const { sandbox, client } = await setUp();
    await client.getViews({ limit: 1, offset: 5 });
    expect(sandbox.ledger.requests[0]?.query).toEqual({ limit: '1', offset: '5' });
  });

  test('give what the platform answers, with absent fields absent', async () => {
    const { client } = await setUp();
    expect(await client.createJob('x')).toEqual({
      id: expect.stringMatching(/^job_/),
      status: 'active',
      repository: 'acme/docs',
      ref: 'main',
      model: 'sandbox-writer-1',
      prLink: undefined,
      createdAt: expect.stringMatching(/^\d{4}-/),
      archivedAt: undefined,
    });
    const bare = await setUp({ scenario: 'bare-job' });
    const { id } = await bare.client.createJob('x');
    expect(await bare.client.getJob(id)).toEqual({ id, status: 'active' });
    const odd = await setUp({ scenario: 'unknown-fields' });
    expect(await odd.client.createJob('x')).toMatchObject({ repository: 'acme/docs', ref: undefined });
  });

  test('percent-encode identifiers, so that they name nothing else', async () => {
    const project = 'a/b?c=1#d é%2F';
    const { sandbox, client } = await setUp({}, { project });
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
  test.each([
    ['create-400', 400, 'Invalid request; prompt: Too small', 'The platform does not accept this request'],
    ['create-401', 401, 'Unauthorized', 'keys last 90 days'],
    ['create-403', 403, 'Forbidden', '`write` scope'],
    ['create-404', 404, 'Not found', 'check project-id and job-id'],
    ['create-413', 413, '', 'The prompt is too long'],
    ['create-429', 429, 'Too many requests, please try again later.', 'try again in an hour at the latest'],
    ['create-429-retry-after', 429, 'Too many requests, please try again later.', 'Try again in 2 s'],
    ['create-500', 500, 'Internal server error', 'a problem of its own'],
    ['create-502-html', 502, '', 'a problem of its own'],
  ])('%s says what happened and what to do', async (scenario, status, platformText, advice) => {
    const { client } = await setUp({ scenario });
    const error = await failureOf(client.createJob('x'));
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({
      name: 'HttpError',
      method: 'POST',
      path: '/v2/agent/docs/job',
      status,
      platformText,
    });
    expect(error.message).toMatch(new RegExp(`^POST /v2/agent/docs/job was answered ${status} [\\w ]+\\.$`));
    expect(error.advice).toContain(advice);
  });

  test('without a name of its own has a number', async () => {
    const { client } = await setUp({
      faults: [{ on: 'get', behaviour: { kind: 'answer', reply: plain(599, ''), effect: false } }],
    });
    expect(await failureOf(client.getJob('j'))).toMatchObject({
      message: 'GET /v2/agent/docs/job/j was answered 599.',
    });
    const odd = await setUp({
      faults: [{ on: 'get', behaviour: { kind: 'answer', reply: plain(418, ''), effect: false } }],
    });
    expect((await failureOf(odd.client.getJob('j'))).advice).toContain('Check base-url');
  });

  test('is told with the platform’s words between what happened and what to do', async () => {
    const { client } = await setUp({ scenario: 'create-401' });
    expect(explain(await failureOf(client.createJob('x'))).split('\n')).toEqual([
      'POST /v2/agent/docs/job was answered 401 Unauthorized.',
      'The platform says: Unauthorized',
      expect.stringContaining('Make a new admin key'),
    ]);
    const quiet = await setUp({ scenario: 'create-502-html' });
    expect(explain(await failureOf(quiet.client.createJob('x'))).split('\n')).toHaveLength(2);
  });

  test('403 names the scope that the request needs', async () => {
    const { client } = await setUp({ scenario: 'get-403' });
    expect((await failureOf(client.getJob('j'))).advice).toMatch(/`read` scope.*IP allowlist.*plan/);
    const { sandbox } = await setUp();
    const readOnly = await setUp({}, { apiKey: sandbox.readOnlyKey });
    expect(await failureOf(readOnly.client.createJob('x'))).toMatchObject({ status: 403 });
  });

  test('a key that the platform does not know is answered 401', async () => {
    const { client } = await setUp({}, { apiKey: 'mint_unknown' });
    expect(await failureOf(client.getViews({ limit: 1, offset: 0 }))).toMatchObject({
      status: 401,
      path: '/v1/analytics/docs/views?limit=1&offset=0',
    });
  });

  test.each(['key-in-error', 'key-in-server-error'])('holds the key nowhere: %s', async (scenario) => {
    const { sandbox, client } = await setUp({ scenario });
    const error = (await failureOf(client.createJob('x'))) as HttpError;
    const text = JSON.stringify([explain(error), error, String(error.cause)]);
    const key = Buffer.from(sandbox.apiKey);
    for (const form of [
      sandbox.apiKey,
      key.toString('hex'),
      key.toString('base64').slice(0, 16),
      '%6D%69%6E%74',
    ]) {
      expect(text).not.toContain(form);
    }
    expect(error.platformText).toContain('Cannot use Authorization: Bearer ***');
  });

  test('holds no part of the key where a long text is cut', async () => {
    const { sandbox, client } = await setUp();
    for (let length = 440; length < 500; length += 5) {
      const error = `${'x'.repeat(length)} ${sandbox.apiKey}`;
      sandbox.setFaults([
        { on: 'create', behaviour: { kind: 'answer', reply: json(400, { error }), effect: false } },
      ]);
      const { platformText } = (await failureOf(client.createJob('x'))) as HttpError;
      expect(platformText).not.toContain('mint_');
      expect(platformText.length).toBeLessThanOrEqual(500);
    }
  });
});

describe('a redirect', () => {
  test.each(['create-redirect', 'get-redirect'])('is not followed: %s', async (scenario) => {
    const { sandbox, client } = await setUp({ scenario });
    const error = await failureOf(scenario.startsWith('create') ? client.createJob('x') : client.getJob('j'));
    expect(error).toMatchObject({
      status: 302,
      advice: expect.stringContaining('follows no redirect'),
    });
    expect((error as HttpError).platformText).toMatch(/^Location: \/moved\/v2\/agent\/docs\/job/);
    expect(sandbox.ledger.requests).toHaveLength(1);
  });

  test('to another host does not take the key there, nor show it', async () => {
    const elsewhere = await setUp();
    const { sandbox, client } = await setUp();
    const reply = plain(307, '', {
      location: `${elsewhere.sandbox.url}/${'x'.repeat(170)}?key=${sandbox.apiKey}`,
    });
    sandbox.setFaults([{ on: 'create', behaviour: { kind: 'answer', reply, effect: false } }]);
    const error = (await failureOf(client.createJob('x'))) as HttpError;
    expect(error.status).toBe(307);
    expect(elsewhere.sandbox.ledger.requests).toEqual([]);
    expect(error.platformText).not.toContain('mint_');
  });
});

describe('a success that is none', () => {
  test.each([
    ['create-html', 'HTML instead of JSON'],
    ['create-empty-body', 'a body that is not JSON'],
    ['create-empty-object', 'JSON of another shape than documented (id, status)'],
    ['create-no-id', 'JSON of another shape than documented (id)'],
    ['create-huge', 'a body of more than 1048576 bytes'],
  ])('%s says so', async (scenario, what) => {
    const { client } = await setUp({ scenario });
    const error = await failureOf(client.createJob('x'));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error).toMatchObject({
      name: 'ResponseShapeError',
      message: `POST /v2/agent/docs/job was answered with ${what}.`,
      advice: expect.stringContaining('check base-url and proxies'),
    });
  });

  const answered = (value: unknown): Fault[] => [
    {
      on: ['create', 'message', 'get', 'views'],
      behaviour: { kind: 'answer', reply: json(200, value), effect: false },
    },
  ];

  test.each([
    [null, 'the whole body'],
    [[], 'the whole body'],
    ['text', 'the whole body'],
    [{ id: '', status: 'active' }, 'id'],
    [{ id: '..', status: 'active' }, 'id'],
    [{ id: '.', status: 'active' }, 'id'],
    [{ id: 7, status: 'active' }, 'id'],
    [{ id: 'half \ud800 a pair', status: 'active' }, 'id'],
    [{ id: 'x'.repeat(2_500), status: 'active' }, 'id'],
    [{ id: 'line\nbreak', status: 'active' }, 'id'],
    [{ id: 'line\u2028break', status: 'active' }, 'id'],
    [{ id: '\u001b[2K', status: 'active' }, 'id'],
    [{ id: ' ::add-mask::a', status: 'active' }, 'id'],
    [{ id: 'job##[add-mask]a', status: 'active' }, 'id'],
    [{ id: 'j', status: '' }, 'status'],
    [{ id: 'j', status: null }, 'status'],
  ])('a job %j is misshapen', async (value, where) => {
    const { client } = await setUp({ faults: answered(value) });
    const { message } = await failureOf(client.getJob('j'));
    expect(message).toBe(
      `GET /v2/agent/docs/job/j was answered with JSON of another shape than documented (${where}).`,
    );
  });

  test('a job that is not the one asked for is none', async () => {
    const { client } = await setUp({ faults: answered({ id: 'other', status: 'completed' }) });
    const error = await failureOf(client.getJob('j'));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error.message).toBe('GET /v2/agent/docs/job/j was answered with another job.');
  });

  test('a message that is answered with another job may have arrived, and must not be followed', async () => {
    const { sandbox, client } = await setUp({ faults: answered({ id: 'B', status: 'completed' }) });
    const error = await failureOf(client.sendMessage('A', 'x'));
    expect(error).toBeInstanceOf(ResponseShapeError);
    expect(error.message).toBe('POST /v2/agent/docs/job/A/message was answered with another job.');
    expect(deliveryOf(error)).toBe('unknown');
    expect(sandbox.ledger.of('message')).toHaveLength(1);
  });

  test('an id that holds the key is none, since it cannot be told', async () => {
    const { sandbox, client } = await setUp();
    sandbox.setFaults(answered({ id: `job_${sandbox.apiKey}`, status: 'active' }));
    expect((await failureOf(client.createJob('x'))).message).toContain('documented (id).');
  });

  const counts = { human: 1, ai: 1, total: 2 };

  test.each([
    [{ views: [], hasMore: false }, 'totals'],
    [{ totals: counts, hasMore: false }, 'views'],
    [{ totals: counts, views: [] }, 'hasMore'],
    [{ totals: { ...counts, total: '2' }, views: [], hasMore: false }, 'totals.total'],
    [{ totals: { ...counts, ai: -1 }, views: [], hasMore: false }, 'totals.ai'],
    [{ totals: { ...counts, ai: 1e301 }, views: [], hasMore: false }, 'totals.ai'],
    [
      { totals: counts, views: Array.from({ length: 251 }, () => ({ path: '/', ...counts })), hasMore: true },
      'views',
    ],
    [{}, 'totals, views, hasMore'],
  ])('views %# are misshapen', async (value, where) => {
    const { client } = await setUp({ faults: answered(value) });
    const { message } = await failureOf(client.getViews({ limit: 50, offset: 0 }));
    expect(message).toMatch(
      new RegExp(`^GET /v1/analytics/docs/views\\?limit=50&offset=0 was .* documented \\(${where}\\)\\.$`),
    );
  });

  test.each([
    [{ id: 'j', status: 'x', source: 'y', model: 7, prLink: '', createdAt: null }],
    [{ id: 'j', status: 'x', source: null, archivedAt: {} }],
  ])('a job keeps nothing of optional fields that are odd: %j', async (value) => {
    const { client } = await setUp({ faults: answered(value) });
    expect(await client.getJob('j')).toEqual({ id: 'j', status: 'x' });
  });

  test('a key that comes back in a job is not handed on', async () => {
    const { sandbox, client } = await setUp();
    const value = {
      id: 'j',
      status: 'active',
      model: `m ${sandbox.apiKey}`,
      prLink: `https://x.dev/${sandbox.apiKey}`,
    };
    sandbox.setFaults(answered(value));
    expect(await client.getJob('j')).toEqual({
      id: 'j',
      status: 'active',
      model: 'm ***',
      prLink: 'https://x.dev/***',
    });
  });

  test('an escape before the key is no harm to the rest of the answer', async () => {
    const { sandbox, client } = await setUp();
    for (const before of ['\\', '"', '\\\\"', '\n', '\u0000']) {
      sandbox.setFaults(answered({ id: 'j', status: 'active', model: `m${before}${sandbox.apiKey}"` }));
      const { model } = await client.createJob('x');
      expect(model).toMatch(/^m.*\*\*\*"$/s);
      const body = JSON.stringify({ error: `no${before}${sandbox.apiKey}`, details: [{ message: 'why' }] });
      sandbox.setFaults([
        { on: 'create', behaviour: { kind: 'answer', reply: plain(400, body), effect: false } },
      ]);
      const { platformText } = (await failureOf(client.createJob('x'))) as HttpError;
      expect(platformText).toMatch(/^no.*\*\*\*; why$/s);
    }
  });

  test('a body that nests deeper than can be read is no job', async () => {
    const body = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const { client } = await setUp({
      faults: [{ on: 'create', behaviour: { kind: 'answer', reply: plain(201, body), effect: true } }],
    });
    expect(await failureOf(client.createJob('x'))).toBeInstanceOf(ResponseShapeError);
  });

  test('HTML is told by its look as well as by its type', async () => {
    const page = (body: string, type: string) => ({
      ...plain(200, body),
      headers: { 'content-type': type },
    });
    for (const reply of [page(' \n<!doctype html>', 'application/json'), page('oops', 'text/html')]) {
      const { client } = await setUp({
        faults: [{ on: 'get', behaviour: { kind: 'answer', reply, effect: false } }],
      });
      expect((await failureOf(client.getJob('j'))).message).toContain(
        'was answered with HTML instead of JSON.',
      );
    }
  });

  test('counts may be larger than 32 bits', async () => {
    const totals = { human: 2 ** 40, ai: 1, total: 2 ** 40 + 1 };
    const { client } = await setUp({ faults: answered({ totals, views: [], hasMore: false, extra: 1 }) });
    expect(await client.getViews({ limit: 1, offset: 0 })).toEqual({
      totals,
      views: [],
      oddRows: 0,
      hasMore: false,
    });
  });

  test('counts may be any numbers that are not negative', async () => {
    const views = [
      { path: '/', human: 1.5, ai: 0.25, total: 1.75 },
      { path: '/much', human: 1e30, ai: 0, total: 1e30 },
    ];
    const totals = { human: 2.5, ai: 1e21, total: 1e21 };
    const { client } = await setUp({ faults: answered({ totals, views, hasMore: false }) });
    expect(await client.getViews({ limit: 250, offset: 0 })).toEqual({
      totals,
      views,
      oddRows: 0,
      hasMore: false,
    });
  });

  test('rows of another shape are left out and counted; the others stay', async () => {
    const good = { path: '/', ...counts };
    const odd = [
      { path: '/a', human: null, ai: 1, total: 1 },
      { path: '/b', human: -1, ai: 1, total: 0 },
      { path: '/c', human: '1', ai: 1, total: 2 },
      { path: 7, ...counts },
      counts,
      null,
      'row',
    ];
    const { client } = await setUp({
      faults: answered({ totals: counts, views: [...odd, good], hasMore: true }),
    });
    expect(await client.getViews({ limit: 250, offset: 0 })).toEqual({
      totals: counts,
      views: [good],
      oddRows: odd.length,
      hasMore: true,
    });
  });
});
