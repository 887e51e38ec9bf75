import { expect, test } from '@jest/globals';
import { overviewLines } from '../../../src/analytics/report/overview.ts';
import { project } from './fixture.ts';

test('the last line adds up what was read', () => {
  const one = project({ projectId: 'one' });
  const two = project({ projectId: 'two' });
  const lines = overviewLines([one, two]);
  expect(lines.map(({ projectId }) => projectId)).toEqual(['one', 'two', undefined]);
  const twice = (count = 0) => 2 * count;
  expect(lines[2]).toEqual({
    totals: {
      human: twice(one.totals?.human),
      ai: twice(one.totals?.ai),
      total: twice(one.totals?.total),
    },
    previousTotals: {
      human: twice(one.previousTotals?.human),
      ai: twice(one.previousTotals?.ai),
      total: twice(one.previousTotals?.total),
    },
    pageCount: twice(one.pages.length),
    complete: true,
  });
});

test('it is not compared, and not complete, unless every project is', () => {
  const dead = project({ projectId: 'dead', count: 0, totals: undefined, complete: false });
  const last = overviewLines([project(), dead]).at(-1);
  expect(last).toMatchObject({ totals: project().totals, previousTotals: undefined, complete: false });
});
