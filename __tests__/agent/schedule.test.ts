import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { waitFor, withTable } from '../../scripts/wait-table.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('with the default schedule', () => {
  test('a job of 10 minutes costs at most 50 polls, and its end is seen at most 30 s late', async () => {
    const { polls, lateMs } = await waitFor(10 * MINUTE);
    expect(polls).toBeLessThanOrEqual(50);
    expect(lateMs).toBeLessThanOrEqual(30 * SECOND);
  });

  test('a job of 20 seconds costs at most 10 polls, and its end is seen at most 3 s late', async () => {
    const { polls, lateMs } = await waitFor(20 * SECOND);
    expect(polls).toBeLessThanOrEqual(10);
    expect(lateMs).toBeLessThanOrEqual(3 * SECOND);
  });

  test('the end of a job of up to 2 hours is seen at most a tenth and 2 s late, and never more than 30 s', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 120 * MINUTE }), async (jobMs) => {
        const { lateMs } = await waitFor(jobMs);
        expect(lateMs).toBeGreaterThanOrEqual(0);
        expect(lateMs).toBeLessThanOrEqual(Math.min(jobMs * 0.1 + 2 * SECOND, 30 * SECOND));
      }),
      { numRuns: 200 },
    );
  });
});

test('the table goes between its markers, and nowhere else', () => {
  const text = 'before\n<!-- wait-table -->\nold\n<!-- /wait-table -->\nafter\n';
  const once = withTable(text, '| new $& |');
  expect(once).toBe('before\n<!-- wait-table -->\n\n| new $& |\n\n<!-- /wait-table -->\nafter\n');
  expect(withTable(once, '| new $& |')).toBe(once);
  expect(() => withTable('no markers', 'x')).toThrow(RangeError);
});
