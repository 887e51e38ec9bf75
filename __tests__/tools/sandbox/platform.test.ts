import { describe, expect, test } from '@jest/globals';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { type call, create, get, message, views, withSandbox } from './caller.ts';

const BAD_REQUEST = { error: expect.any(String), details: [{ message: expect.any(String) }] };

test('a job is created, works for jobMs, and ends with a pull request; so does a follow-up', async () => {
  const clock = new SimulatedClock();
  await withSandbox({ now: clock.wall, jobMs: 4000 }, async (sandbox) => {
    const created = await create(sandbox, 'Write about proxies');
    const createdAt = '2026-01-05T12:00:00.000Z';
    expect(created.json).toMatchObject({
      ...{ id: expect.stringMatching(/^job_[0-9a-f]{16}$/), status: 'active', prLink: null },
      source: { repository: 'acme/docs', ref: 'main' },
      ...{ model: expect.any(String), createdAt, archivedAt: null },
    });
    const { id } = created.json;
    clock.advance(3999);
    expect((await get(sandbox, id)).json).toMatchObject({ id, status: 'active', prLink: null });
    clock.advance(1);
    const completed = { status: 'completed', prLink: 'https://github.com/acme/docs/pull/41' };
    expect((await get(sandbox, id)).json).toMatchObject(completed);
    const followUp = await message(sandbox, id, 'And about certificates');
    expect([created.status, followUp.status]).toEqual([201, 200]);
    expect(followUp.json).toMatchObject({ id, status: 'active', prLink: null });
    clock.advance(4000);
    expect((await get(sandbox, id)).json).toMatchObject(completed);
    const work = [0, 4000].map((ms) => {
      const at = Date.parse(createdAt) + ms;
      return { at, endsAt: at + 4000, status: 'completed', pullRequest: true };
    });
    const pullRequest = { repository: 'acme/docs', number: 41 };
    const prompts = ['Write about proxies', 'And about certificates'];
    expect(sandbox.ledger.jobs).toMatchObject([
      { id, project: 'docs', prompts, pullRequest, work, createdAt },
    ]);
  });
});

test('a missing or wrong key is 401; a body without a prompt 400 with details, and starts nothing', () =>
  withSandbox({ apiKey: 'mint_mine' }, async (sandbox) => {
    for (const authorization of ['', 'Bearer mint_wrong']) {
      const refused = await create(sandbox, 'x', { headers: { authorization } });
      expect([refused.status, refused.json]).toEqual([401, { error: 'Unauthorized' }]);
    }
    for (const body of ['', '{', '[]', '{}', '{"prompt":1}', '{"prompt":""}']) {
      const refused = await create(sandbox, '', { body });
      expect([refused.status, refused.json]).toEqual([400, BAD_REQUEST]);
      expect(sandbox.ledger.of('create').at(-1)).toMatchObject({ status: 400, effect: false, broken: null });
    }
    expect(sandbox.ledger.jobs).toEqual([]);
  }));

/** What a job shows at the given fractions of jobMs after its creation or, with `prompts: 2`, its follow-up. */
async function shownIn(scenario: string, fractions: readonly number[], prompts: 1 | 2) {
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
    const { archivedAt } = (await get(sandbox, id)).json;
    return { answered: answer.json.status, shown: shown.join(', '), archivedAt };
  });
}

const LINK = 'completed with link';
test.each<[name: string, prompts: 1 | 2, answered: string, fractions: number[], shown: string]>([
  ['slow', 1, 'active', [0, 1, 99, 100], `active, active, active, ${LINK}`],
  ['no-pull-request', 1, 'active', [0.9, 1], 'active, completed'],
  ['archived', 1, 'active', [0.9, 1], 'active, archived with link'],
  ['archived-null-at', 1, 'active', [0.9, 1], 'active, archived'],
  ['failed', 1, 'active', [0.9, 1], 'active, failed'],
  ['unknown-status', 1, 'queued', [0, 0.4, 0.5, 1], `queued, queued, active, ${LINK}`],
  ['early-404', 1, 'active', [0, 0.4, 0.5, 1], `404, 404, active, ${LINK}`],
  ['lost-job', 1, 'active', [0, 1, 1000], '404, 404, 404'],
  [
    'stale-after-message',
    2,
    'completed',
    [0, 0.4, 0.5, 1.4, 1.5],
    `${LINK}, ${LINK}, active, active, ${LINK}`,
  ],
  ['stale-active-answer', 2, 'active', [0, 0.4, 0.5, 1.5], `${LINK}, ${LINK}, active, ${LINK}`],
  ['stale-for-good', 2, 'completed', [0, 1000], `${LINK}, ${LINK}`],
  ['failed', 2, 'active', [0, 1], 'active, failed'],
])('%s, prompt %i: answered "%s", at %j %s', async (name, prompts, answered, fractions, shown) => {
  const archivedAt =
    name === 'archived' ? '2026-01-05T12:00:01.000Z' : name === 'lost-job' ? undefined : null;
  expect(await shownIn(name, fractions, prompts)).toEqual({ answered, shown, archivedAt });
});

/** The status of a request, and how its text begins; or what it ended in. */
async function seen(request: ReturnType<typeof call>): Promise<string> {
  try {
    const { status, text } = await request;
    return `${status} ${text}`;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('what the caller sees of each create, and whether it was carried out all the same', () => {
  test.each<[string, RegExp, boolean]>([
    ['500', /^500 /, false],
    ['html', /^200 <!doctype html>/, true],
    ['no-id', /^201 \{"status"/, true],
    ['redirect', /^302 /, false],
    ['huge', /x","id":"job_/, true],
    ['key-in-400', /^400 .*mint_mine/, false],
    ['truncated', /^terminated$/, true],
  ])('%s', (fault, pattern, effect) =>
    withSandbox({ scenario: `create-${fault}`, apiKey: 'mint_mine' }, async (sandbox) => {
      for (const nth of [1, 2]) {
        expect(await seen(create(sandbox))).toMatch(pattern);
        const entry = { status: expect.any(Number), broken: fault, effect };
        expect(sandbox.ledger.of('create').at(-1)).toMatchObject(entry);
        expect(sandbox.ledger.jobs).toHaveLength(effect ? nth : 0);
      }
    }),
  );

  test('what is refused anyway is refused by its own error under faults that carry it out', () =>
    withSandbox({ scenario: 'create-no-id' }, async (sandbox) => {
      expect((await create(sandbox, '')).status).toBe(400);
      expect(sandbox.ledger.of('create')).toMatchObject([{ effect: false }]);
    }));
});

const DAYS = 'dateFrom=2026-02-01&dateTo=2026-02-08';
const SITE = { pages: 613, steadyPages: true, now: () => Date.parse('2026-03-01') };

test.each([
  ...['limit=0', 'limit=251', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=x', 'dateFrom=2026-02-30'],
  ...['dateTo=yesterday', 'dateTo=2026-01-01T25:00:00Z', 'dateFrom=2026-01-02&dateTo=2026-01-01'],
])('views of %s are refused with 400 and details', (query) =>
  withSandbox({}, async (sandbox) => {
    const refused = await views(sandbox, query);
    expect([refused.status, refused.json]).toEqual([400, BAD_REQUEST]);
  }),
);

test('views are cut by limit and offset, 50 unless given, and add up to the site; dateTo is exclusive', () =>
  withSandbox(SITE, async (sandbox) => {
    const truth = sandbox.platform.pageViews('docs', '2026-02-01', '2026-02-08');
    expect(truth.rows).toHaveLength(613);
    expect((await views(sandbox, DAYS)).json.views).toEqual(truth.rows.slice(0, 50));
    for (const offset of [0, 250, 500, 613]) {
      const { json } = await views(sandbox, `${DAYS}&limit=250&offset=${offset}`);
      const rows = truth.rows.slice(offset, offset + 250);
      expect(json).toEqual({ totals: truth.totals, views: rows, hasMore: offset < 500 });
    }
    const nothing = { totals: { human: 0, ai: 0, total: 0 }, views: [], hasMore: false };
    expect((await views(sandbox, 'dateFrom=2026-02-03&dateTo=2026-02-03')).json).toEqual(nothing);
    const month = sandbox.platform.pageViews('docs', '2026-01-31', '2026-03-02');
    expect((await views(sandbox, 'limit=1')).json.totals).toEqual(month.totals);
  }));
