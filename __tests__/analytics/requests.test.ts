import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PagedReader } from '../../src/analytics/paged-reader.ts';
import { describePlan, type Need, Requests } from '../../src/analytics/requests.ts';
import { CollectedLog } from '../helpers/collected-log.ts';
import { SimulatedClock } from '../helpers/simulated-clock.ts';
import { FakeSite } from './fake-site.ts';

describe('a plan', () => {
  const needs = (pages: number): Need[] => [
    { what: 'Pages of the period, 250 with each request', requests: pages, atLeast: true },
    { what: 'Totals of each day', requests: 7 },
    { what: 'Pages of the period before', requests: pages, atLeast: true },
  ];
  const LEFT_OUT = 'left out, since no request is left for it.';

  test.each([
    [90, 3, ['3 requests or more, at most 90.', '7 requests.', '3 requests or more, at most 80.']],
    [90, 1, ['1 request or more, at most 90.', '7 requests.', '1 request or more, at most 82.']],
    [8, 3, ['3 requests or more, at most 8.', '7 requests, of which 5 can be made.', LEFT_OUT]],
    [2, 3, ['3 requests or more, of which 2 can be made.', LEFT_OUT, LEFT_OUT]],
    [1, 1, ['1 request or more, at most 1.', LEFT_OUT, LEFT_OUT]],
  ])('with %i requests for %i says what fits', (left, pages, lines) => {
    expect(describePlan(left, needs(pages))).toEqual(
      needs(pages).map(({ what }, index) => `${what}: ${lines[index]}`),
    );
  });
});

describe('sharing', () => {
  /** How many requests each site got that needs so many. */
  async function shared(allowed: number, wants: readonly number[]): Promise<number[]> {
    const clock = new SimulatedClock();
    const { signal } = new AbortController();
    const requests = new Requests({ allowed, clock, signal, log: new CollectedLog() });
    // Nobody knows how many rows there are before the last answer.
    const sites = wants.map((want) => {
      const rows = Array.from({ length: want }, (_, index) => ({
        path: `/${index}`,
        human: 0,
        ai: 0,
        total: 0,
      }));
      return new FakeSite({
        clock,
        rows,
        cap: 1,
        instead: (_nth, _query, real) => ({ ...real, totals: NONE }),
      });
    });
    await requests.serve(sites.map((site) => new PagedReader(site, { kind: 'all' })));
    expect(requests.spent).toBe(sites.reduce((sum, { queries }) => sum + queries.length, 0));
    return sites.map(({ queries }) => queries.length);
  }
  const NONE = { human: 0, ai: 0, total: 0 };

  test('is fair to within one request for each, and wastes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        async (allowed, wants) => {
          const got = await shared(allowed, wants);
          const wanted = wants.reduce((sum, want) => sum + want, 0);
          expect(got.reduce((sum, count) => sum + count, 0)).toBe(Math.min(allowed, wanted));
          const unsatisfied = got.filter((count, index) => count < (wants[index] ?? 0));
          for (const count of unsatisfied) expect(count).toBeGreaterThanOrEqual(Math.max(...got) - 1);
        },
      ),
    );
  });
});
