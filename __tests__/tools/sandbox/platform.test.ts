import { describe, expect, test } from '@jest/globals';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { call, create, get, message, views, withSandbox } from './caller.ts';

const JOB = '/v2/agent/docs/job';

describe('jobs', () => {
  test('is created, works for jobMs, and ends with a pull request; so does a follow-up', async () => {
    const clock = new SimulatedClock();
    await withSandbox({ now: clock.wall, jobMs: 4000 }, async (sandbox) => {
      const created = await create(sandbox, 'Write about proxies');
      expect(created.status).toBe(201);
      expect(created.json).toMatchObject({
        id: expect.stringMatching(/^job_[0-9a-f]{16}$/),
        status: 'active',
        source: { repository: 'acme/docs', ref: 'main' },
        model: expect.any(String),
        prLink: null,
        createdAt: '2026-01-05T12:00:00.000Z',
        archivedAt: null,
      });
      const { id } = created.json;
      clock.advance(3999);
      expect((await get(sandbox, id)).json).toMatchObject({ id, status: 'active', prLink: null });
      clock.advance(1);
      const prLink = expect.stringMatching(/^https:\/\/github\.com\/acme\/docs\/pull\/\d+$/);
      expect((await get(sandbox, id)).json).toMatchObject({ id, status: 'completed', prLink });

      const followUp = await message(sandbox, id, 'And about certificates');
      expect(followUp.status).toBe(200);
      expect(followUp.json).toMatchObject({ id, status: 'active', prLink: null });
      clock.advance(4000);
      expect((await get(sandbox, id)).json).toMatchObject({ status: 'completed', prLink });
      expect(sandbox.ledger.jobs).toMatchObject([
        {
          id,
          project: 'docs',
          prompts: ['Write about proxies', 'And about certificates'],
          pullRequest: { repository: 'acme/docs', number: 41 },
          work: [0, 4000].map((ms) => {
            const at = Date.parse('2026-01-05T12:00:00.000Z') + ms;
            return { at, endsAt: at + 4000, status: 'completed', pullRequest: true };
          }),
          createdAt: '2026-01-05T12:00:00.000Z',
        },
      ]);
    });
  });

  test('are found in their own project alone', () =>
    withSandbox({}, async (sandbox) => {
      const { json } = await create(sandbox);
      const elsewhere = await call(sandbox, `/v2/agent/other/job/${json.id}`);
      expect([elsewhere.status, elsewhere.json]).toEqual([404, { error: 'Job not found' }]);
      expect((await message(sandbox, 'job_unknown', 'x')).status).toBe(404);
      expect((await get(sandbox, 'job_unknown')).status).toBe(404);
    }));

  test.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no prompt', '{}'],
    ['a number', '{"prompt":1}'],
    ['an empty prompt', '{"prompt":""}'],
  ])('a body with %s is refused with 400 and details, and starts nothing', (_what, body) =>
    withSandbox({}, async (sandbox) => {
      const refused = await call(sandbox, JOB, { method: 'POST', body });
      expect(refused.status).toBe(400);
      expect(refused.json).toEqual({ error: expect.any(String), details: [{ message: expect.any(String) }] });
      expect(sandbox.ledger.jobs).toEqual([]);
      expect(sandbox.ledger.of('create')).toMatchObject([{ status: 400, effect: false, broken: null, body }]);
    }),
  );

  test('a prompt that is far too long is refused with 413', () =>
    withSandbox({}, async (sandbox) => {
      expect((await create(sandbox, 'x'.repeat(2 * 1024 * 1024))).status).toBe(413);
      expect((await create(sandbox, 'x'.repeat(1024 * 1024))).status).toBe(201);
    }));
});

describe('keys and projects', () => {
  test('a missing or wrong key is 401', () =>
    withSandbox({}, async (sandbox) => {
      expect((await create(sandbox, 'x', { headers: { authorization: '' } })).status).toBe(401);
      const wrong = await views(sandbox, '', { key: 'mint_wrong' });
      expect([wrong.status, wrong.json]).toEqual([401, { error: 'Unauthorized' }]);
    }));

  test('any project exists unless they are named', async () => {
    await withSandbox({ apiKey: 'mint_mine', projectIds: ['docs'] }, async (sandbox) => {
      expect((await create(sandbox)).status).toBe(201);
      const other = await call(sandbox, '/v1/analytics/other/views');
      expect([other.status, other.json]).toEqual([404, { error: 'Project not found' }]);
    });
    await withSandbox({}, async (sandbox) => {
      expect((await call(sandbox, '/v1/analytics/a%2Fb%20c/views')).status).toBe(200);
      expect((await call(sandbox, '/v1/analytics/%zz/views')).status).toBe(404);
      expect((await call(sandbox, '/v3/anything')).status).toBe(404);
    });
  });
});

describe('100 requests an hour', () => {
  test('creations are counted per project in a sliding window; the 101st is 429 in plain text', async () => {
    const clock = new SimulatedClock();
    await withSandbox({ now: clock.wall }, async (sandbox) => {
      for (let nth = 0; nth < 100; nth += 1) {
        expect((await create(sandbox)).status).toBe(201);
        clock.advance(1000);
      }
      const refused = await create(sandbox);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('content-type')).toMatch(/^text\/plain/);
      const elsewhere = await call(sandbox, '/v2/agent/other/job', { method: 'POST', body: { prompt: 'x' } });
      expect(elsewhere.status).toBe(201);

      clock.advance(3_500_000); // the first creation is now exactly an hour ago
      expect((await create(sandbox)).status).toBe(201);
      expect((await create(sandbox)).status).toBe(429);
    });
  });

  test('messages have a window of their own', () =>
    withSandbox({ perHour: 3 }, async (sandbox) => {
      const { json } = await create(sandbox);
      const statuses = [];
      for (let nth = 0; nth < 4; nth += 1) statuses.push((await message(sandbox, json.id, 'x')).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect(sandbox.ledger.jobs[0]?.prompts).toHaveLength(4);
      expect((await create(sandbox)).status).toBe(201);
    }));
});

describe('views', () => {
  test.each([
    'limit=0',
    'limit=251',
    'limit=x',
    'limit=1.5',
    'offset=-1',
    'offset=x',
    'dateFrom=2026-02-30',
    'dateFrom=2026-13-01',
    'dateTo=yesterday',
    'dateTo=2026-01-01T25:00:00Z',
    'dateFrom=2026-01-02&dateTo=2026-01-01',
  ])('%s is refused with 400 and details', (query) =>
    withSandbox({}, async (sandbox) => {
      const refused = await views(sandbox, query);
      expect(refused.status).toBe(400);
      expect(refused.json).toEqual({ error: expect.any(String), details: [{ message: expect.any(String) }] });
    }),
  );

  test('pages of rows are cut by limit and offset, 50 unless given, and add up to the site', () =>
    withSandbox({ pages: 613, steadyPages: true, today: '2026-03-01' }, async (sandbox) => {
      const days = 'dateFrom=2026-02-01&dateTo=2026-02-08';
      expect((await views(sandbox, days)).json.views).toHaveLength(50);
      const truth = sandbox.pageViews('docs', '2026-02-01', '2026-02-08');
      expect(truth.rows).toHaveLength(613);
      const rows = [];
      for (const offset of [0, 250, 500]) {
        const { json } = await views(sandbox, `${days}&limit=250&offset=${offset}`);
        expect([json.totals, json.hasMore]).toEqual([truth.totals, offset < 500]);
        rows.push(...json.views);
      }
      expect(rows).toEqual(truth.rows);
      expect((await views(sandbox, `${days}&offset=613`)).json).toMatchObject({ views: [], hasMore: false });
    }));

  test('dateTo is exclusive', () =>
    withSandbox({ today: '2026-03-01' }, async (sandbox) => {
      const day = await views(sandbox, 'dateFrom=2026-02-03&dateTo=2026-02-04');
      expect(day.json.totals.total).toBeGreaterThan(0);
      const none = await views(sandbox, 'dateFrom=2026-02-03&dateTo=2026-02-03');
      expect(none.json).toEqual({ totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false });
    }));

  test('without dates they are those of the last 30 days', () =>
    withSandbox({ today: '2026-03-01' }, async (sandbox) => {
      const { json } = await views(sandbox, 'limit=1');
      expect(json.totals).toEqual(sandbox.pageViews('docs', '2026-01-31', '2026-03-02').totals);
    }));
});
