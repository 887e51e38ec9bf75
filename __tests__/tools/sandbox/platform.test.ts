import { expect, test } from '@jest/globals';
import { SimulatedClock } from '../../helpers/simulated-clock.ts';
import { call, create, JOBS, withSandbox } from './caller.ts';

const LINK = 'completed with link';
const STALE = `${LINK}, ${LINK}, active, active, ${LINK}`;
test.each<[scenario: string, isFollowUp: boolean, answered: string, at: number[], shown: string]>([
  ['happy', false, 'active', [0, 0.9, 1], `active, active, ${LINK}`],
  ['happy', true, 'active', [0.9, 1], `active, ${LINK}`],
  ['slow', false, 'active', [0, 99, 100], `active, active, ${LINK}`],
  ['no-pull-request', false, 'active', [0.9, 1], 'active, completed'],
  ['archived', false, 'active', [0.9, 1], 'active, archived with link'],
  ['archived-null-at', false, 'active', [1], 'archived'],
  ['failed', true, 'active', [0, 1], 'active, failed'],
  ['odd-status', false, 'constructor', [0, 0.5, 1], `constructor, active, ${LINK}`],
  ['early-404', false, 'active', [0, 0.5, 1], `404, active, ${LINK}`],
  ['lost-job', false, 'active', [0, 1000], '404, 404'],
  ['stale-after-message', true, 'completed', [0, 0.4, 0.5, 1.4, 1.5], STALE],
  ['stale-active-answer', true, 'active', [0, 0.5, 1.5], `${LINK}, active, ${LINK}`],
  ['stale-for-good', true, 'completed', [0, 1000], `${LINK}, ${LINK}`],
])('%s, follow-up %j: answered %s, and then %j %s', async (scenario, isFollowUp, answered, at, shown) => {
  const clock = new SimulatedClock();
  await withSandbox({ now: clock.wall, jobMs: 1000 }, async (sandbox) => {
    if (!isFollowUp) sandbox.setScenario(scenario);
    let answer = await create(sandbox);
    const path = `${JOBS}/${answer.json.id}`;
    if (isFollowUp) {
      clock.advance(1000);
      sandbox.setScenario(scenario);
      answer = await call(sandbox, `${path}/message`, '{"prompt":"More"}');
    }
    const [startMs, seen] = [clock.now(), [] as string[]];
    for (const part of at) {
      clock.advance(startMs + part * 1000 - clock.now());
      const { status, json } = await call(sandbox, path);
      seen.push(status === 404 ? '404' : `${json.status}${json.prLink ? ' with link' : ''}`);
    }
    expect([answer.json.status, seen.join(', ')]).toEqual([answered, shown]);
    expect(sandbox.ledger.jobs[0]?.prompts).toHaveLength(isFollowUp ? 2 : 1);
  });
});

test.each([
  [401, JOBS, '{"prompt":"x"}', { authorization: 'Bearer mint_wrong' }],
  ...['', '{', '[]', '{}', '{"prompt":1}', '{"prompt":""}'].map((body) => [400, JOBS, body, {}] as const),
  [404, `${JOBS}/x/message`, '{"prompt":"x"}', {}],
  [404, `${JOBS}/x`, undefined, {}],
  ...['limit=0', 'limit=251', 'limit=x', 'offset=-1', 'dateFrom=2026-02-30', 'dateTo=yesterday'].map(
    (query) => [400, `/v1/analytics/docs/views?${query}`, undefined, {}] as const,
  ),
])('%i for %s %s', (status, path, body, headers) =>
  withSandbox({}, async (sandbox) => {
    expect((await call(sandbox, path, body, headers)).status).toBe(status);
    expect([sandbox.ledger.jobs, sandbox.ledger.requests[0]?.effect]).toEqual([[], false]);
  }),
);

test('views are cut by limit and offset, and add up to the site; dateTo is exclusive', () =>
  withSandbox({ pages: 613, steadyPages: true, now: () => Date.parse('2026-03-01') }, async (sandbox) => {
    const { rows, totals } = sandbox.platform.pageViews('docs', '2026-02-01', '2026-02-08');
    for (const offset of [0, 500, 613]) {
      const query = `dateFrom=2026-02-01&dateTo=2026-02-08&limit=250&offset=${offset}`;
      const { json } = await call(sandbox, `/v1/analytics/docs/views?${query}`);
      expect(json).toEqual({ totals, views: rows.slice(offset, offset + 250), hasMore: offset < 500 });
    }
  }));
