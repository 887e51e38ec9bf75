import { afterEach, describe, expect, test } from '@jest/globals';
import type { Operation } from '../../sandbox/routes.ts';
import { SCENARIOS } from '../../sandbox/scenarios.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { leakedForms } from '../helpers/key-forms.ts';
import { type Answer, call, create, get, message, TestClock, views, withSandbox } from './caller.ts';

/** Statuses that a job shows at the given fractions of jobMs after its creation or, with `turn: 2`, its follow-up. */
async function story(scenario: string, fractions: readonly number[], turn: 1 | 2 = 1) {
  const clock = new TestClock();
  return withSandbox({ now: clock.now, jobMs: 1000 }, async (sandbox) => {
    if (turn === 1) sandbox.setScenario(scenario);
    let answer = await create(sandbox);
    const { id } = answer.json;
    if (turn === 2) {
      clock.ms += 1000;
      sandbox.setScenario(scenario);
      answer = await message(sandbox, id, 'And certificates');
    }
    const sent = clock.ms;
    const shown: (string | null)[] = [];
    for (const fraction of fractions) {
      clock.ms = sent + fraction * 1000;
      const { status, json } = await get(sandbox, id);
      shown.push(status === 404 ? '404' : `${json.status}${json.prLink ? ' with link' : ''}`);
    }
    const last = (await get(sandbox, id)).json;
    return { answer: answer.json, shown, last };
  });
}

describe('what jobs go through', () => {
  test.each([
    ['happy', [0, 0.9, 1], ['active', 'active', 'completed with link']],
    ['slow', [0, 1, 99, 100], ['active', 'active', 'active', 'completed with link']],
    ['no-pull-request', [0.9, 1], ['active', 'completed']],
    ['archived', [0.9, 1], ['active', 'archived with link']],
    ['archived-null-at', [0.9, 1], ['active', 'archived']],
    ['failed', [0.9, 1], ['active', 'failed']],
    ['unknown-status', [0, 0.4, 0.5, 1], ['queued', 'queued', 'active', 'completed with link']],
    ['early-404', [0, 0.4, 0.5, 1], ['404', '404', 'active', 'completed with link']],
    ['lost-job', [0, 1, 1000], ['404', '404', '404']],
  ])('%s', async (scenario, fractions, expected) => {
    const { shown, answer } = await story(scenario, fractions);
    expect(shown).toEqual(expected);
    expect(answer.status).toBe(scenario === 'unknown-status' ? 'queued' : 'active');
  });

  test.each([
    ['happy', 'active', [0, 1], ['active', 'completed with link']],
    [
      'stale-after-message',
      'completed',
      [0, 0.4, 0.5, 1.4, 1.5],
      ['completed with link', 'completed with link', 'active', 'active', 'completed with link'],
    ],
    [
      'stale-active-answer',
      'active',
      [0, 0.4, 0.5, 1.5],
      ['completed with link', 'completed with link', 'active', 'completed with link'],
    ],
    ['stale-for-good', 'completed', [0, 1000], ['completed with link', 'completed with link']],
    ['failed', 'active', [0, 1], ['active', 'failed']],
  ])('%s, after a follow-up', async (scenario, answered, fractions, expected) => {
    const { shown, answer } = await story(scenario, fractions, 2);
    expect(answer.status).toBe(answered);
    expect(answer.prLink === null).toBe(answered === 'active');
    expect(shown).toEqual(expected);
  });

  test('a follow-up to a job that still works shows that turn first', async () => {
    await withSandbox({ scenario: 'stale-after-message' }, async (sandbox) => {
      const { json } = await create(sandbox);
      expect((await message(sandbox, json.id, 'x')).json.status).toBe('active');
      sandbox.setScenario('early-404');
      expect((await message(sandbox, (await create(sandbox)).json.id, 'x')).json.status).toBe('active');
    });
  });

  test('archived jobs tell when, or do not, and take no follow-up', async () => {
    expect((await story('archived', [2])).last.archivedAt).toBe('2026-03-04T12:00:01.000Z');
    expect((await story('archived-null-at', [2])).last.archivedAt).toBeNull();
    await withSandbox({ scenario: 'archived', jobMs: 0 }, async (sandbox) => {
      const { json } = await create(sandbox);
      expect((await message(sandbox, json.id, 'x')).status).toBe(400);
      expect(sandbox.ledger.jobs[0]?.prompts).toHaveLength(1);
    });
  });

  test('bare-job and unknown-fields', async () => {
    expect((await story('bare-job', [1])).last).toEqual({ id: expect.any(String), status: 'completed' });
    const { last } = await story('unknown-fields', [1]);
    expect(last).toMatchObject({ status: 'completed', source: { ref: null }, state: 'something-else' });
  });

  test('flaky-polls: seven bad answers of different kinds, then good ones', () =>
    withSandbox({ scenario: 'flaky-polls', jobMs: 0 }, async (sandbox) => {
      const { id } = (await create(sandbox)).json;
      const outcomes: string[] = [];
      for (let nth = 0; nth < 9; nth += 1) {
        const answer = await get(sandbox, id).catch(() => 'broken' as const);
        outcomes.push(answer === 'broken' ? answer : `${answer.status} ${answer.json.status ?? '-'}`);
      }
      const bad = ['503 -', 'broken', '200 -', 'broken', '502 -', '200 -', 'broken'];
      expect(outcomes).toEqual([...bad, '200 completed', '200 completed']);
    }));
});

/** What the caller sees, and whether the request took effect all the same. */
interface Expected {
  readonly sees: (answer: Answer) => void;
  readonly effect: boolean;
  readonly healsAfter?: number;
}

function status(code: number, effect = false, healsAfter?: number): Expected {
  const sees = (answer: Answer) => expect(answer.status).toBe(code);
  return { sees, effect, ...(healsAfter !== undefined && { healsAfter }) };
}

const ANSWERED: Record<string, Expected> = {
  '400': {
    effect: false,
    sees: ({ status, json }) =>
      expect([status, json.details]).toEqual([400, [{ message: expect.any(String) }]]),
  },
  '401': status(401),
  '403': status(403),
  '404': status(404),
  '413': status(413),
  '429': {
    effect: false,
    sees: ({ status, isJson, headers }) =>
      expect([status, isJson, headers.get('retry-after')]).toEqual([429, false, null]),
  },
  '429-once': status(429, false, 1),
  '429-retry-after': {
    effect: false,
    healsAfter: 1,
    sees: ({ status, headers }) => expect([status, headers.get('retry-after')]).toEqual([429, '2']),
  },
  '500': status(500),
  '502-html': {
    effect: true,
    sees: ({ status, text }) =>
      expect([status, text]).toEqual([502, expect.stringMatching(/^<!doctype html>/)]),
  },
  html: {
    effect: true,
    sees: ({ status, text }) =>
      expect([status, text]).toEqual([200, expect.stringMatching(/^<!doctype html>/)]),
  },
  'empty-object': { effect: true, sees: ({ status, json }) => expect([status, json]).toEqual([200, {}]) },
  'empty-body': { effect: true, sees: ({ status, text }) => expect([status, text]).toEqual([204, '']) },
  'no-id': { effect: true, sees: ({ json }) => expect(json.id ?? json.totals).toBeUndefined() },
  redirect: {
    effect: false,
    sees: ({ status, headers }) =>
      expect([status, headers.get('location')]).toEqual([302, expect.stringMatching(/^\/moved\/v\d/)]),
  },
  huge: { effect: true, sees: ({ json }) => expect(json.padding.length).toBeGreaterThan(30 * 1024 * 1024) },
};

const BROKEN: Record<string, { effect: boolean }> = {
  'reset-before': { effect: false },
  'reset-after': { effect: true },
  truncated: { effect: true },
};

const OPERATIONS = ['create', 'message', 'get', 'views'] as const;

const open: Sandbox[] = [];
afterEach(() => Promise.all(open.splice(0).map((sandbox) => sandbox.close())));

/** A sandbox with a job, and the request to make in it. It is closed after the test. */
async function prepared(operation: (typeof OPERATIONS)[number], failure: string) {
  const sandbox = await startSandbox();
  open.push(sandbox);
  const { id } = (await create(sandbox)).json;
  sandbox.setScenario(`${operation}-${failure}`);
  const attempts = {
    create: (timeoutMs?: number) => create(sandbox, 'second', timeout(timeoutMs)),
    message: (timeoutMs?: number) => message(sandbox, id, 'second', timeout(timeoutMs)),
    get: (timeoutMs?: number) => get(sandbox, id, timeout(timeoutMs)),
    views: (timeoutMs?: number) => views(sandbox, 'limit=2', timeout(timeoutMs)),
  };
  return { sandbox, attempt: attempts[operation], effects: () => effectsOf(sandbox, operation) };
}

function timeout(timeoutMs: number | undefined) {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

/** Whether the ledger says that the last request had an effect; for the POSTs, what really happened too. */
function effectsOf(sandbox: Sandbox, operation: Operation): boolean {
  const effect = sandbox.ledger.of(operation).at(-1)?.effect ?? false;
  const { jobs } = sandbox.ledger;
  if (operation === 'create') expect(jobs.length === 2).toBe(effect);
  if (operation === 'message') expect(jobs[0]?.prompts.length === 2).toBe(effect);
  return effect;
}

describe.each(OPERATIONS)('%s', (operation) => {
  test.each(Object.entries(ANSWERED))('%s', async (failure, { sees, effect, healsAfter }) => {
    const { attempt, effects } = await prepared(operation, failure);
    sees(await attempt());
    expect(effects()).toBe(effect);
    if (healsAfter === undefined) sees(await attempt());
    else expect((await attempt()).status).toBeLessThan(300);
  });

  test.each(Object.entries(BROKEN))('%s', async (failure, { effect }) => {
    const { attempt, effects } = await prepared(operation, failure);
    await expect(attempt()).rejects.toThrow(/fetch failed|terminated/);
    expect(effects()).toBe(effect);
  });

  test.each([
    ['hang', false],
    ['hang-after', true],
  ])('%s', async (failure, effect) => {
    const { sandbox, attempt, effects } = await prepared(operation, failure);
    await expect(attempt(300)).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sandbox.ledger.of(operation).at(-1)).toMatchObject({ status: null, broken: 'hang' });
    expect(effects()).toBe(effect);
  });

  test('drip', async () => {
    const { attempt, effects } = await prepared(operation, 'drip');
    const started = performance.now();
    const { text, json } = await attempt();
    // Timers may fire a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(text.length * 3);
    expect(json).toHaveProperty(operation === 'views' ? 'totals' : 'id');
    expect(effects()).toBe(true);
  });
});

test('a redirect leads nowhere', () =>
  withSandbox({ scenario: 'create-redirect' }, async (sandbox) => {
    const location = (await create(sandbox)).headers.get('location') ?? '';
    expect((await call(sandbox, location)).status).toBe(404);
    expect(sandbox.ledger.of('other')).toHaveLength(1);
  }));

test('a request that is refused anyway is refused by its own error under faults that carry it out', () =>
  withSandbox({ scenario: 'create-no-id' }, async (sandbox) => {
    expect((await create(sandbox, '')).status).toBe(400);
    expect(sandbox.ledger.of('create')).toMatchObject([{ effect: false }]);
  }));

describe('texts', () => {
  test.each([
    ['key-in-error', 400],
    ['key-in-server-error', 500],
  ])('%s: the key, plain and encoded', (scenario, code) =>
    withSandbox({ scenario }, async (sandbox) => {
      for (const attempt of [
        create(sandbox),
        message(sandbox, 'x', 'y'),
        get(sandbox, 'x'),
        views(sandbox, ''),
      ]) {
        const { status, text } = await attempt;
        expect(status).toBe(code);
        const forms = ['plain', 'in base64', 'in hexadecimal', 'every byte percent-encoded'];
        expect(leakedForms(sandbox.apiKey, text)).toEqual(expect.arrayContaining(forms));
      }
    }),
  );

  test('hostile-text: every text of a job, and page paths', () =>
    withSandbox({ scenario: 'hostile-text', jobMs: 0 }, async (sandbox) => {
      const { id } = (await create(sandbox)).json;
      const { json } = await get(sandbox, id);
      const seen = JSON.stringify(json);
      for (const part of [
        '::error',
        '##[add-mask]',
        '\\r',
        '<script>',
        '@team',
        '=HYPERLINK',
        'javascript:',
        '\u202e',
      ]) {
        expect(seen).toContain(part);
      }
      expect((await message(sandbox, id, 'x')).status).toBe(200);
      const paths = (await views(sandbox, 'limit=250')).json.views.map(({ path }: { path: string }) => path);
      expect(paths).toContain('| <img src=x onerror=alert(1)> @team | #1 |');
    }));
});

describe('analytics', () => {
  const days = 'dateFrom=2026-02-01&dateTo=2026-02-08&limit=50';
  const pageAt = async (sandbox: Sandbox, offset: number) =>
    (await views(sandbox, `${days}&offset=${offset}`)).json;
  const inScenario = <T>(scenario: string, body: (sandbox: Sandbox) => Promise<T>) =>
    withSandbox({ scenario, today: '2026-03-01', pages: 170, steadyPages: true }, body);
  const truthOf = (sandbox: Sandbox) => sandbox.pageViews('docs', '2026-02-01', '2026-02-08');

  test('moving-totals', () =>
    inScenario('moving-totals', async (sandbox) => {
      const totals = [];
      for (const offset of [0, 50, 100]) totals.push((await pageAt(sandbox, offset)).totals.total);
      const { total } = truthOf(sandbox).totals;
      expect(totals).toEqual([total, total + 1, total + 2]);
    }));

  test('repeated-pages', () =>
    inScenario('repeated-pages', async (sandbox) => {
      const [first, second, last] = [
        await pageAt(sandbox, 0),
        await pageAt(sandbox, 50),
        await pageAt(sandbox, 150),
      ];
      expect(second.views).toEqual(first.views);
      expect(last.views).toEqual(first.views);
      expect([first.hasMore, last.hasMore]).toEqual([true, false]);
    }));

  test('overlapping-rows: all rows are there, some twice', () =>
    inScenario('overlapping-rows', async (sandbox) => {
      const rows = truthOf(sandbox).rows();
      expect((await pageAt(sandbox, 0)).views).toEqual(rows.slice(0, 50));
      expect((await pageAt(sandbox, 50)).views).toEqual(rows.slice(40, 90));
      expect(await pageAt(sandbox, 150)).toMatchObject({ views: rows.slice(140, 170), hasMore: false });
    }));

  test('empty-with-more', () =>
    inScenario('empty-with-more', async (sandbox) => {
      expect((await pageAt(sandbox, 50)).views).toHaveLength(50);
      expect(await pageAt(sandbox, 100)).toMatchObject({ views: [], hasMore: true });
    }));

  test('endless', () =>
    inScenario('endless', async (sandbox) => {
      const rows = truthOf(sandbox).rows();
      expect(await pageAt(sandbox, 150)).toMatchObject({
        views: [...rows.slice(150), ...rows.slice(0, 30)],
        hasMore: true,
      });
      expect(await pageAt(sandbox, 17_000)).toMatchObject({ views: rows.slice(0, 50), hasMore: true });
    }));

  test.each([
    ['no-views', 0],
    ['one-page', 1],
    ['long-path', 170],
    ['unicode-paths', 170],
    ['big-counts', 170],
  ])('%s', (scenario, length) =>
    inScenario(scenario, async (sandbox) => {
      const truth = truthOf(sandbox);
      expect(truth.length).toBe(length);
      expect(await pageAt(sandbox, 0)).toEqual({
        totals: truth.totals,
        views: truth.rows(0, 50),
        hasMore: length > 50,
      });
    }),
  );

  test('rate-limited-midway and rate-limited-briefly', async () => {
    const statuses = (scenario: string) =>
      inScenario(scenario, async (sandbox) => {
        const all = [];
        for (let nth = 0; nth < 6; nth += 1) all.push((await views(sandbox, days)).status);
        return all;
      });
    expect(await statuses('rate-limited-midway')).toEqual([200, 200, 200, 429, 429, 429]);
    expect(await statuses('rate-limited-briefly')).toEqual([200, 200, 200, 429, 200, 200]);
  });

  test('dies-midway', () =>
    inScenario('dies-midway', async (sandbox) => {
      for (let nth = 0; nth < 3; nth += 1) expect((await views(sandbox, days)).status).toBe(200);
      await expect(views(sandbox, days)).rejects.toThrow('fetch failed');
      await expect(views(sandbox, days)).rejects.toThrow('fetch failed');
    }));

  test('wrong-shape-midway', () =>
    inScenario('wrong-shape-midway', async (sandbox) => {
      const kinds = [];
      for (let nth = 0; nth < 4; nth += 1) kinds.push(typeof (await pageAt(sandbox, 0)).views[0]?.total);
      expect(kinds).toEqual(['number', 'number', 'number', 'string']);
    }));
});

describe('scenarios and faults', () => {
  test('every scenario has a description of one line', () => {
    for (const { description } of Object.values(SCENARIOS)) expect(description).toMatch(/^[^\n]{10,140}\.$/);
    expect(Object.keys(SCENARIOS)).toEqual(expect.arrayContaining(['happy', 'create-429', 'views-drip']));
  });

  test('an unknown one is refused', async () => {
    await expect(startSandbox({ scenario: 'hapy' })).rejects.toThrow('There is no scenario "hapy"');
    await expect(startSandbox({ scenario: 'toString' })).rejects.toThrow(RangeError);
  });

  test('faults are tried before the scenario, and counted anew when they are set', () =>
    withSandbox(
      {
        scenario: 'create-500',
        faults: [{ on: ['create', 'get'], from: 2, to: 2, behaviour: { kind: 'delay', ms: 20 } }],
      },
      async (sandbox) => {
        const statuses = [];
        for (let nth = 0; nth < 3; nth += 1) statuses.push((await create(sandbox)).status);
        expect(statuses).toEqual([500, 201, 500]);
        expect(sandbox.ledger.of('create').map(({ broken }) => broken)).toEqual([
          'answer',
          'delay',
          'answer',
        ]);
        sandbox.setFaults([{ on: 'create', only: [1], behaviour: { kind: 'delay', ms: 0 } }]);
        expect((await create(sandbox)).status).toBe(201);
        expect((await create(sandbox)).status).toBe(500);
      },
    ));
});
