import { describe, expect, test } from '@jest/globals';
import { SCENARIOS } from '../../../sandbox/scenarios.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/server.ts';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { type call, create, get, message, views, withSandbox } from './caller.ts';

/** What a job shows at the given fractions of jobMs after its creation or, with `prompts: 2`, its follow-up. */
async function shownIn(scenario: string, fractions: readonly number[], prompts: 1 | 2 = 1) {
  const clock = new SimulatedClock();
  return withSandbox({ now: clock.wall, jobMs: 1000 }, async (sandbox) => {
    if (prompts === 1) sandbox.setScenario(scenario);
    let answer = await create(sandbox);
    const { id } = answer.json;
    if (prompts === 2) {
      clock.advance(1000);
      sandbox.setScenario(scenario);
      answer = await message(sandbox, id, 'And certificates');
    }
    const sent = clock.now();
    const shown: string[] = [];
    for (const fraction of fractions) {
      clock.advance(sent + fraction * 1000 - clock.now());
      const { status, json } = await get(sandbox, id);
      shown.push(status === 404 ? '404' : `${json.status}${json.prLink ? ' with link' : ''}`);
    }
    return { answered: answer.json.status, shown, last: (await get(sandbox, id)).json };
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
    const { shown, answered } = await shownIn(scenario, fractions);
    expect(shown).toEqual(expected);
    expect(answered).toBe(scenario === 'unknown-status' ? 'queued' : 'active');
  });

  const LINK = 'completed with link';
  test.each([
    ['happy', 'active', [0, 1], ['active', LINK]],
    ['stale-after-message', 'completed', [0, 0.4, 0.5, 1.4, 1.5], [LINK, LINK, 'active', 'active', LINK]],
    ['stale-active-answer', 'active', [0, 0.4, 0.5, 1.5], [LINK, LINK, 'active', LINK]],
    ['stale-for-good', 'completed', [0, 1000], [LINK, LINK]],
    ['failed', 'active', [0, 1], ['active', 'failed']],
  ])('%s, after a follow-up', async (scenario, expectedAnswer, fractions, expected) => {
    const { shown, answered } = await shownIn(scenario, fractions, 2);
    expect(answered).toBe(expectedAnswer);
    expect(shown).toEqual(expected);
  });

  test('archived jobs tell when, or do not, and take no follow-up', async () => {
    expect((await shownIn('archived', [2])).last.archivedAt).toBe('2026-01-05T12:00:01.000Z');
    expect((await shownIn('archived-null-at', [2])).last.archivedAt).toBeNull();
    await withSandbox({ scenario: 'archived', jobMs: 0 }, async (sandbox) => {
      const { json } = await create(sandbox);
      expect((await message(sandbox, json.id, 'x')).status).toBe(400);
      expect(sandbox.ledger.jobs[0]?.prompts).toHaveLength(1);
    });
  });

  test('flaky-polls: seven bad answers of different kinds, then good ones', () =>
    withSandbox({ scenario: 'flaky-polls', jobMs: 0 }, async (sandbox) => {
      const { id } = (await create(sandbox)).json;
      const outcomes: string[] = [];
      for (let nth = 0; nth < 8; nth += 1) {
        const answer = await get(sandbox, id).catch(() => 'broken' as const);
        outcomes.push(answer === 'broken' ? answer : `${answer.status} ${answer.json.status ?? '-'}`);
      }
      const bad = ['503 -', 'broken', '200 -', 'broken', '502 -', '200 -', 'broken'];
      expect(outcomes).toEqual([...bad, '200 completed']);
    }));
});

/** What the caller sees twice, and whether the request was carried out all the same. */
const FAILURES: Readonly<Record<string, readonly [seen: (string | RegExp | number)[], effect: boolean]>> = {
  '500': [[500], false],
  html: [[200, /^<!doctype html>/], true],
  'no-id': [[201, /^\{"status"/], true],
  redirect: [[302], false],
  huge: [[201, /x{1000}/], true],
  'reset-before': [['fetch failed'], false],
  'reset-after': [['fetch failed'], true],
  truncated: [['terminated'], true],
  hang: [['The operation was aborted due to timeout'], false],
  'hang-after': [['The operation was aborted due to timeout'], true],
};

/** A request's status and text, or what it ended in. */
async function seen(request: ReturnType<typeof call>): Promise<[string | number, string]> {
  try {
    const { status, text } = await request;
    return [status, text];
  } catch (error) {
    return [(error as Error).message, ''];
  }
}

describe('what the caller sees of a create, and what was done', () => {
  test.each(Object.entries(FAILURES))('%s', (failure, [[status, text = /^/], effect]) =>
    withSandbox({ scenario: `create-${failure}` }, async (sandbox) => {
      const options = failure.startsWith('hang') ? { timeoutMs: 300 } : {};
      for (const nth of [1, 2]) {
        const [first, rest] = await seen(create(sandbox, 'Hello', options));
        expect(first).toBe(status);
        expect(rest).toMatch(text as RegExp);
        expect(sandbox.ledger.of('create').at(-1)).toMatchObject({
          status: typeof status === 'number' || failure === 'truncated' ? expect.any(Number) : null,
          broken: expect.any(String),
          effect,
        });
        expect(sandbox.ledger.jobs).toHaveLength(effect ? nth : 0);
      }
    }),
  );

  test('a request that is refused anyway is refused by its own error under faults that carry it out', () =>
    withSandbox({ scenario: 'create-no-id' }, async (sandbox) => {
      expect((await create(sandbox, '')).status).toBe(400);
      expect(sandbox.ledger.of('create')).toMatchObject([{ effect: false }]);
    }));
});

test.each([
  ['key-in-error', 400],
  ['key-in-server-error', 500],
])('%s: the key', (scenario, code) =>
  withSandbox({ scenario }, async (sandbox) => {
    const [job, messages] = [get(sandbox, 'x'), message(sandbox, 'x', 'y')];
    for (const { status, text } of await Promise.all([create(sandbox), messages, job, views(sandbox, '')])) {
      expect(status).toBe(code);
      expect(text).toContain(sandbox.apiKey);
    }
  }),
);

describe('analytics', () => {
  const DAYS = 'dateFrom=2026-02-01&dateTo=2026-02-08&limit=50';
  const inScenario = (scenario: string, body: (sandbox: Sandbox) => Promise<void>) =>
    withSandbox({ scenario, today: '2026-03-01', pages: 170, steadyPages: true }, body);

  test.each([
    ['repeated-pages', 50, [0, 50], true],
    ['overlapping-rows', 50, [40, 90], true],
    ['overlapping-rows', 150, [140, 170], false],
    ['empty-with-more', 50, [50, 100], true],
    ['empty-with-more', 100, [0, 0], true],
    ['endless', 150, [150, 200], true],
    ['endless', 17_000, [0, 50], true],
  ])('%s: at %i the rows %j, and more is %s', (scenario, offset, [from = 0, to = 0], hasMore) =>
    inScenario(scenario, async (sandbox) => {
      const { rows } = sandbox.pageViews('docs', '2026-02-01', '2026-02-08');
      const { json } = await views(sandbox, `${DAYS}&offset=${offset}`);
      expect(json).toMatchObject({ views: [...rows, ...rows].slice(from, to), hasMore });
    }),
  );

  test('moving-totals', () =>
    inScenario('moving-totals', async (sandbox) => {
      const { total } = sandbox.pageViews('docs', '2026-02-01', '2026-02-08').totals;
      for (const more of [0, 1, 2]) expect((await views(sandbox, DAYS)).json.totals.total).toBe(total + more);
    }));

  test.each([
    ['rate-limited-midway', [429, 429]],
    ['rate-limited-briefly', [429, 200]],
    ['dies-midway', ['fetch failed', 'fetch failed']],
    ['wrong-shape-midway', [200, 200]],
  ])('%s, from the fourth request on', (scenario, expected) =>
    inScenario(scenario, async (sandbox) => {
      for (let nth = 0; nth < 3; nth += 1) expect((await views(sandbox, DAYS)).status).toBe(200);
      const outcomes = [await seen(views(sandbox, DAYS)), await seen(views(sandbox, DAYS))];
      expect(outcomes.map(([outcome]) => outcome)).toEqual(expected);
      if (scenario === 'wrong-shape-midway') expect(outcomes[0]?.[1]).toMatch(/"total":"\d+ views"/);
    }),
  );
});

test('every scenario has a description of one line, and an unknown one is refused', async () => {
  for (const { description } of Object.values(SCENARIOS)) expect(description).toMatch(/^[^\n]{10,140}\.$/);
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
      expect(sandbox.ledger.of('create').map(({ broken }) => broken)).toEqual(['500', 'delay', '500']);
      sandbox.setFaults([{ on: 'create', only: [1], behaviour: { kind: 'delay', ms: 0 } }]);
      expect((await create(sandbox)).status).toBe(201);
      expect((await create(sandbox)).status).toBe(500);
    },
  ));
