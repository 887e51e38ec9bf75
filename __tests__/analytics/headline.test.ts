import { expect, test } from '@jest/globals';
import { headlineOf } from '../../src/analytics/headline.ts';
import { columnNames } from '../../src/analytics/period-names.ts';
import { periodsBefore, readComparison } from '../../src/period.ts';
import { tableOf } from '../agent/table.ts';
import { counts, periodOf, report } from './reports.ts';

// Views in total, by AI, and in the comparison period, if they were read. The first is the contract's example.
test.each(
  tableOf<'period' | 'compare' | 'total' | 'ai' | 'before' | 'headline'>(`
    period                 | compare   | total | ai    | before | headline
    2027-03                | previous  | 71963 | 16408 | 66482  | 71,963 views in March 2027 (31 days), 8.2% more than in February (66,482 in 28 days; per day 2.2% fewer), 22.8% by AI.
    2027-01                | previous  | 1200  | 0     | 1000   | 1,200 views in January 2027, 20.0% more than in December 2026 (1,000), 0.0% by AI.
    2026-10                | last-year | 2800  | 700   | 2900   | 2,800 views in October 2026, 3.4% fewer than in October 2025 (2,900), 25.0% by AI.
    2025-02                | last-year | 2800  | 700   | 2900   | 2,800 views in February 2025, 3.4% fewer than from 1 to 28 February 2024 (2,900), 25.0% by AI.
    2024-02-26..2024-03-03 | last-year | 7000  | 70    | 6000   | 7,000 views from 26 February to 3 March 2024 (7 days), 16.7% more than from 26 February to 3 March 2023 (6,000 in 6 days; per day as many), 1.0% by AI.
    2026-01-05..2026-01-11 | previous  | 1150  | 390   | 800    | 1,150 views from 5 to 11 January 2026, 43.8% more than in the previous 7 days (800), 33.9% by AI.
    2026-01-05..2026-01-11 | previous  | 800   | 0     | 800    | 800 views from 5 to 11 January 2026, as many as in the previous 7 days, 0.0% by AI.
    2026-01-05..2026-01-11 | previous  | 99999 | 0     | 100000 | 99,999 views from 5 to 11 January 2026, about as many as in the previous 7 days (100,000), 0.0% by AI.
    2026-01-05..2026-01-11 | previous  | 1     | 1     | 0      | 1 view from 5 to 11 January 2026, up from 0 in the previous 7 days, 100.0% by AI.
    2026-01-05..2026-01-11 | previous  | 0     | 0     | 0      | 0 views from 5 to 11 January 2026, as many as in the previous 7 days.
    2026-01-05..2026-01-11 | previous  | 7     | 0     |        | 7 views from 5 to 11 January 2026, 0.0% by AI.
    2026-01-05             | previous  | 7     | 0     | 14     | 7 views on 5 January 2026, 50.0% fewer than on the previous day (14), 0.0% by AI.
    2026-01-05             | last-year | 7     | 0     | 14     | 7 views on 5 January 2026, 50.0% fewer than on 5 January 2025 (14), 0.0% by AI.
    2025-12-29..2026-01-04 | last-year | 7.5   | 0     | 15     | 7.5 views from 29 December 2025 to 4 January 2026, 50.0% fewer than from 29 December 2024 to 4 January 2025 (15), 0.0% by AI.
  `),
)('the headline of $period, compared with $compare: $headline', (row) => {
  const { compare, total, ai, before, headline } = row;
  const period = periodOf(row.period);
  const comparison = readComparison(compare, period);
  const previousTotals = before === '' ? undefined : counts(Number(before));
  const made = report({
    period,
    comparison,
    totals: counts(Number(total) - Number(ai), Number(ai)),
    previousTotals,
  });
  expect(headlineOf(made)).toBe(headline);
});

// Names end in a year only where two would begin alike without it, or where each is a year or longer.
test.each(
  tableOf<'period' | 'names'>(`
    period                 | names
    2026-01-05             | Thu 1 Jan, Fri 2 Jan, Sat 3 Jan, Sun 4 Jan
    2026-01-05..2026-01-11 | 8–14 Dec, 15–21 Dec, 22–28 Dec, 29 Dec – 4 Jan
    2026-01                | Sep, Oct, Nov, Dec
    2025-10-24..2026-11-27 | 7 Jun 2021 – 11 Jul 2022, 12 Jul 2022 – 15 Aug 2023, 16 Aug 2023 – 18 Sep 2024, 19 Sep 2024 – 23 Oct 2025
    2025-10-08..2026-10-07 | 9 Oct 2021 – 8 Oct 2022, 9 Oct 2022 – 8 Oct 2023, 9 Oct 2023 – 7 Oct 2024, 8 Oct 2024 – 7 Oct 2025
  `),
)('columns before $period are $names', ({ period, names }) => {
  expect(columnNames(periodsBefore(periodOf(period), 4)).join(', ')).toBe(names);
});
