import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  Budget,
  describePlan,
  type Need,
  planRequests,
  type Spender,
  shareOut,
} from '../../src/analytics/budget.ts';
import { httpError } from './fake-site.ts';

describe('a budget', () => {
  test('counts what is spent, and gives no more than it has', () => {
    const budget = new Budget(2);
    budget.spend();
    expect([budget.spent, budget.left]).toEqual([1, 1]);
    budget.spend();
    expect(() => budget.spend()).toThrow(RangeError);
    expect([budget.spent, budget.left]).toEqual([2, 0]);
  });

  test('has nothing left once it is closed, and remembers the first reason', () => {
    const budget = new Budget(5);
    const reason = httpError(429);
    budget.close(reason);
    budget.close(httpError(401));
    expect([budget.left, budget.closedBy]).toEqual([0, reason]);
    expect(() => budget.spend()).toThrow(RangeError);
  });
});

describe('a plan', () => {
  const needs = (days: number, pages = 1): Need[] => [
    { what: 'Pages of the period, 250 with each request', requests: pages, atLeast: true },
    { what: 'Totals of each day', requests: days },
    { what: 'Pages of the period before', requests: pages, atLeast: true },
  ];

  test('leaves to each part what the parts before it do not need', () => {
    expect(planRequests(90, needs(7)).map(({ most }) => most)).toEqual([90, 89, 82]);
    expect(planRequests(5, needs(7)).map(({ most }) => most)).toEqual([5, 4, 0]);
    expect(planRequests(1, needs(7)).map(({ most }) => most)).toEqual([1, 0, 0]);
    expect(planRequests(2, needs(14, 2)).map(({ most }) => most)).toEqual([2, 0, 0]);
  });

  test.each<[number, string[]]>([
    [
      90,
      [
        'Pages of the period, 250 with each request: 3 requests or more, at most 90.',
        'Totals of each day: 7 requests.',
        'Pages of the period before: 3 requests or more, at most 80.',
      ],
    ],
    [
      8,
      [
        'Pages of the period, 250 with each request: 3 requests or more, at most 8.',
        'Totals of each day: 7 requests, of which 5 can be made.',
        'Pages of the period before: left out, since no request is left for it.',
      ],
    ],
    [
      2,
      [
        'Pages of the period, 250 with each request: 3 requests or more, of which 2 can be made.',
        'Totals of each day: left out, since no request is left for it.',
        'Pages of the period before: left out, since no request is left for it.',
      ],
    ],
  ])('with %i requests says what fits', (left, lines) => {
    expect(describePlan(planRequests(left, needs(7, 3)))).toEqual(lines);
  });
});

describe('sharing', () => {
  /** Someone who wants so many requests, and writes down who got some. */
  function sharer(name: string, wants: number, budget: Budget, turns: string[]): Spender & { got: number } {
    return {
      got: 0,
      get done() {
        return this.got === wants;
      },
      async run(allowance) {
        const gets = Math.min(allowance, wants - this.got);
        for (let count = 0; count < gets; count += 1) budget.spend();
        this.got += gets;
        if (gets > 0) turns.push(`${name}${gets}`);
      },
    };
  }

  async function shared(allowed: number, wants: readonly number[]) {
    const budget = new Budget(allowed);
    const turns: string[] = [];
    const sharers = wants.map((want, index) => sharer('abcdefgh'[index] ?? '', want, budget, turns));
    await shareOut(sharers, budget);
    return { got: sharers.map(({ got }) => got), turns, budget };
  }

  test('gives one each first, then equal parts, then what the modest left over', async () => {
    const { got, turns } = await shared(60, [100, 2, 30]);
    expect(got).toEqual([29, 2, 29]);
    expect(turns.slice(0, 3)).toEqual(['a1', 'b1', 'c1']);
  });

  test('gives to the first ones when there is not even one for each', async () => {
    expect((await shared(2, [5, 5, 5])).got).toEqual([1, 1, 0]);
    expect((await shared(4, [5, 5, 5])).got).toEqual([2, 1, 1]);
  });

  test('spends nothing on those that need nothing', async () => {
    expect((await shared(10, [0, 3])).budget.spent).toBe(3);
    expect((await shared(10, [])).budget.spent).toBe(0);
  });

  test('is fair to within one request for each, and wastes nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.nat(80), { minLength: 1, maxLength: 8 }),
        async (allowed, wants) => {
          const { got, budget } = await shared(allowed, wants);
          const wanted = wants.reduce((sum, want) => sum + want, 0);
          expect(budget.spent).toBe(Math.min(allowed, wanted));
          const unsatisfied = got.filter((count, index) => count < (wants[index] ?? 0));
          for (const count of unsatisfied) expect(count).toBeGreaterThanOrEqual(Math.max(...got) - 1);
        },
      ),
    );
  });
});
