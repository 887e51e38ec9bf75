import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type DatedPeriod,
  daysOf,
  describePeriod,
  type Period,
  periodsBefore,
  readPeriod,
  trendOf,
} from '../../src/analytics/period.ts';
import { InputError, InputReader } from '../../src/input-reader.ts';

/** A Saturday. */
const NOW = new Date('2026-11-21T08:30:00Z');

interface Given {
  readonly period?: string;
  readonly dateFrom?: string;
  readonly dateTo?: string;
}

function read({ period = '', dateFrom = '', dateTo = '' }: Given, now = NOW): Period {
  const env = { INPUT_PERIOD: period, 'INPUT_DATE-FROM': dateFrom, 'INPUT_DATE-TO': dateTo };
  const reader = new InputReader(env);
  const read = readPeriod(reader, now);
  reader.finish(reader.names);
  return read;
}

/** The bounds in one string, such as `2026-11-14..2026-11-21`. */
function bounds(given: Given, now?: string): string {
  return shortOf(read(given, now === undefined ? NOW : new Date(now)));
}

function shortOf(period: Period | undefined): string {
  return period?.kind === 'dates' ? `${period.from}..${period.to}` : (period?.kind ?? 'none');
}

/** What is wrong, by input. */
function problems(given: Given): Record<string, string> {
  try {
    read(given);
  } catch (error) {
    if (error instanceof InputError) {
      return Object.fromEntries(error.problems.map(({ input, accepted }) => [input, accepted]));
    }
    throw error;
  }
  throw new Error('it was accepted');
}

describe('a named period', () => {
  test.each([
    ['', '2026-11-21T08:30:00Z', '2026-11-14..2026-11-21'],
    ['7d', '2026-11-21T08:30:00Z', '2026-11-14..2026-11-21'],
    ['7d', '2026-11-21T00:00:00Z', '2026-11-14..2026-11-21'],
    ['7d', '2026-11-20T23:59:59.999Z', '2026-11-13..2026-11-20'],
    ['1d', '2027-01-01T00:00:00Z', '2026-12-31..2027-01-01'],
    ['3d', '2028-03-02T12:00:00Z', '2028-02-28..2028-03-02'],
    ['030d', '2026-03-29T12:00:00Z', '2026-02-27..2026-03-29'],
    ['3650d', '2026-11-21T08:30:00Z', '2016-11-23..2026-11-21'],
    ['last-week', '2026-11-21T08:30:00Z', '2026-11-09..2026-11-16'],
    ['last-week', '2026-11-22T23:59:00Z', '2026-11-09..2026-11-16'],
    ['last-week', '2026-11-23T00:00:00Z', '2026-11-16..2026-11-23'],
    ['last-week', '2026-01-01T00:00:00Z', '2025-12-22..2025-12-29'],
    ['last-month', '2026-11-21T08:30:00Z', '2026-10-01..2026-11-01'],
    ['last-month', '2026-01-31T23:00:00Z', '2025-12-01..2026-01-01'],
    ['last-month', '2028-03-31T12:00:00Z', '2028-02-01..2028-03-01'],
    ['all', '2026-11-21T08:30:00Z', 'all'],
  ])('%s at %s is %s', (period, now, expected) => {
    expect(bounds({ period }, now)).toBe(expected);
  });

  test.each(['0d', '3651d', '-7d', '7', '7 d', '1.5d', 'week', 'last-year', '٧d', '99999999999999d'])(
    'is refused: %s',
    (period) => {
      expect(problems({ period })).toEqual({ period: expect.stringMatching(/1d to 3650d.*last-week/) });
    },
  );
});

describe('explicit dates', () => {
  test.each<[Given, string]>([
    [{ dateFrom: '2026-11-01', dateTo: '2026-11-08' }, '2026-11-01..2026-11-08'],
    [{ dateFrom: '2026-11-01' }, '2026-11-01..2026-11-21'],
    [{ dateTo: '2026-11-08' }, '2026-11-01..2026-11-08'],
    [{ dateTo: '2026-11-08', period: '2d' }, '2026-11-06..2026-11-08'],
    [{ dateFrom: '2026-11-01', dateTo: '2026-11-02', period: 'all' }, '2026-11-01..2026-11-02'],
    [{ dateFrom: '2026-11-01', period: 'last-month' }, '2026-11-01..2026-11-21'],
    [{ dateFrom: '2024-02-29', dateTo: '2024-03-01' }, '2024-02-29..2024-03-01'],
    // Today may be part of it.
    [{ dateFrom: '2026-11-21', dateTo: '2026-11-22' }, '2026-11-21..2026-11-22'],
  ])('%j are %s', (given, expected) => {
    expect(bounds(given)).toBe(expected);
  });

  test.each([
    ['2026-11-01T00:00:00Z', '2026-11-01'],
    ['2026-11-01T00:00', '2026-11-01'],
    ['2026-11-01T02:00:00+02:00', '2026-11-01'],
    ['2026-11-01T02:00+0200', '2026-11-01'],
    ['2026-10-31T19:00:00-05', '2026-11-01'],
    ['2026-11-01T05:45:00.000+05:45', '2026-11-01'],
    ['2026-11-01T09:30:00+02:00', '2026-11-01T07:30:00Z'],
    ['2026-11-01T09:30:15', '2026-11-01T09:30:15Z'],
    ['2026-11-01T09:30:15.5Z', '2026-11-01T09:30:15.500Z'],
    ['2026-11-01T09:30:15,0019Z', '2026-11-01T09:30:15.001Z'],
    // The clocks go back in Berlin on that day, and it does not matter.
    ['2026-10-25T00:00:00+02:00', '2026-10-24T22:00:00Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(bounds({ dateFrom: text, dateTo: '2026-11-10' })).toBe(`${expected}..2026-11-10`);
  });

  test.each([
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-1',
    '20261101',
    '01.11.2026',
    'yesterday',
    '2026-11-01 09:00',
    '2026-11-01T24:00:00Z',
    '2026-11-01T09:60:00Z',
    '2026-11-01T09:00:60Z',
    '2026-11-01T09:00:00+24:00',
    '2026-11-01Z',
    '0026-11-01',
    '2026-W45-1',
    '٢٠٢٦-١١-٠١',
  ])('refuses %s', (text) => {
    const accepted = expect.stringContaining('2026-01-31T09:00:00+02:00');
    expect(problems({ dateFrom: text })).toEqual({ 'date-from': accepted });
    expect(problems({ dateTo: text })).toEqual({ 'date-to': accepted });
    expect(problems({ dateFrom: text, dateTo: text })).toEqual({
      'date-from': accepted,
      'date-to': accepted,
    });
  });

  test.each<[Given, string, RegExp]>([
    [{ dateFrom: '2026-11-08', dateTo: '2026-11-01' }, 'date-to', /after date-from \(2026-11-08\)/],
    [{ dateFrom: '2026-11-08', dateTo: '2026-11-08' }, 'date-to', /not part of the period/],
    [{ dateFrom: '2026-11-21' }, 'date-from', /up to today \(2026-11-21, in UTC\)/],
    [{ dateFrom: '2026-11-22' }, 'date-from', /future: it is 2026-11-21T08:30:00Z now/],
    [{ dateFrom: '2026-11-21T10:00:00+01:00', dateTo: '2026-11-22' }, 'date-from', /future/],
    [{ dateFrom: '2026-11-01', dateTo: '2026-11-22T00:00:00.001Z' }, 'date-to', /2026-11-22 at the latest/],
    [{ dateTo: '2026-11-08', period: 'last-week' }, 'date-to', /period is last-week: give date-from too/],
    [{ dateTo: '2026-11-08', period: 'all' }, 'date-to', /give date-from too/],
  ])('refuses %j', (given, input, reason) => {
    expect(problems(given)).toEqual({ [input]: expect.stringMatching(reason) });
  });

  test('are told wrong together with a wrong period', () => {
    const all = problems({ period: 'week', dateFrom: '2026-02-30', dateTo: '2027-01-01' });
    expect(Object.keys(all)).toEqual(['period', 'date-from', 'date-to']);
    expect(Object.keys(problems({ period: 'week', dateFrom: '2026-11-01' }))).toEqual(['period']);
  });

  test('give the same bounds again when they are given as they were printed', () => {
    const past = fc.date({ min: new Date('2000-01-01'), max: new Date('2026-11-20'), noInvalidDate: true });
    fc.assert(
      fc.property(past, past, (a, b) => {
        const [from, to] = [a, b].sort((x, y) => x.getTime() - y.getTime()) as [Date, Date];
        fc.pre(from < to);
        const printed = read({ dateFrom: from.toISOString(), dateTo: to.toISOString() }) as DatedPeriod;
        expect(Date.parse(printed.from)).toBe(from.getTime());
        expect(Date.parse(printed.to)).toBe(to.getTime());
        expect(read({ dateFrom: printed.from, dateTo: printed.to })).toEqual(printed);
      }),
    );
  });
});

describe('the period before', () => {
  test.each<[Given, string]>([
    [{ period: '7d' }, '2026-11-07..2026-11-14'],
    [{ period: 'last-week' }, '2026-11-02..2026-11-09'],
    [{ period: 'last-month' }, '2026-09-01..2026-10-01'],
    // A month that is given by its dates is as many days.
    [{ dateFrom: '2026-10-01', dateTo: '2026-11-01' }, '2026-08-31..2026-10-01'],
    [{ dateFrom: '2024-03-01', dateTo: '2024-03-02' }, '2024-02-29..2024-03-01'],
    [{ dateFrom: '2026-11-01T12:00:00Z', dateTo: '2026-11-02' }, '2026-11-01..2026-11-01T12:00:00Z'],
    [{ period: 'all' }, 'none'],
  ])('of %j is %s', (given, expected) => {
    const period = read(given);
    expect(shortOf(period.kind === 'dates' ? periodsBefore(period, 1)[0] : undefined)).toBe(expected);
  });

  test('and those before it are of the same kind, oldest first', () => {
    const earlier = (given: Given, count: number) =>
      periodsBefore(read(given) as DatedPeriod, count).map(shortOf);
    expect(earlier({ period: 'last-month' }, 3)).toEqual([
      '2026-07-01..2026-08-01',
      '2026-08-01..2026-09-01',
      '2026-09-01..2026-10-01',
    ]);
    expect(earlier({ period: '7d' }, 2)).toEqual(['2026-10-31..2026-11-07', '2026-11-07..2026-11-14']);
    expect(earlier({ period: '7d' }, 0)).toEqual([]);
  });
});

describe('days', () => {
  test('are those of the calendar', () => {
    expect(daysOf({ kind: 'dates', from: '2024-02-28', to: '2024-03-02' })).toEqual([
      '2024-02-28',
      '2024-02-29',
      '2024-03-01',
    ]);
  });

  test.each<Period>([
    { kind: 'all' },
    { kind: 'dates', from: '2026-11-01T12:00:00Z', to: '2026-11-03' },
    { kind: 'dates', from: '2026-11-01', to: '2026-11-03T12:00:00Z' },
  ])('are none in %j', (period) => {
    expect(daysOf(period)).toBeUndefined();
  });
});

describe('the trend', () => {
  const trend = (from: string, to: string) => {
    const { unit, parts = [] } = trendOf({ kind: 'dates', from, to }) ?? {};
    return [unit, parts.length, shortOf(parts[0]), shortOf(parts.at(-1))];
  };

  test.each([
    ['2026-12-31', '2027-01-01', ['day', 1, '2026-12-31..2027-01-01', '2026-12-31..2027-01-01']],
    ['2026-10-01', '2026-11-01', ['day', 31, '2026-10-01..2026-10-02', '2026-10-31..2026-11-01']],
    // 32 days are four weeks and four days, which come first.
    ['2026-10-01', '2026-11-02', ['week', 5, '2026-10-01..2026-10-05', '2026-10-26..2026-11-02']],
    ['2026-01-01', '2026-08-06', ['week', 31, '2026-01-01..2026-01-08', '2026-07-30..2026-08-06']],
    ['2026-01-01', '2026-08-07', ['month', 8, '2026-01-01..2026-02-01', '2026-08-01..2026-08-07']],
    ['2025-12-15', '2026-11-21', ['month', 12, '2025-12-15..2026-01-01', '2026-11-01..2026-11-21']],
    ['2016-11-01', '2026-11-21', ['month', 31, '2024-05-01..2024-06-01', '2026-11-01..2026-11-21']],
  ])('from %s to %s', (from, to, expected) => {
    expect(trend(from, to)).toEqual(expected);
  });

  test('has parts that follow each other and make up the period', () => {
    fc.assert(
      fc.property(fc.nat(9000), fc.integer({ min: 1, max: 900 }), (start, length) => {
        const shown = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
        const { parts = [] } =
          trendOf({ kind: 'dates', from: shown(start), to: shown(start + length) }) ?? {};
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([shown(start), shown(start + length)]);
        for (const [index, { from }] of parts.entries()) {
          if (index > 0) expect(from).toBe(parts[index - 1]?.to);
        }
        expect(parts.length).toBeLessThanOrEqual(31);
      }),
    );
  });
});

test.each<[Period, string]>([
  [{ kind: 'dates', from: '2026-11-14', to: '2026-11-21' }, '2026-11-14 to 2026-11-20 (7 days, UTC)'],
  [{ kind: 'dates', from: '2026-11-14', to: '2026-11-15' }, '2026-11-14 (1 day, UTC)'],
  [
    { kind: 'dates', from: '2026-11-14T07:00:00Z', to: '2026-11-15' },
    '2026-11-14T07:00:00Z up to 2026-11-15 (UTC)',
  ],
  [{ kind: 'all' }, 'all time (no dates are sent, so the platform decides)'],
])('%j reads as %s', (period, expected) => {
  expect(describePeriod(period)).toBe(expected);
});
