import { lengthOf, type Period } from '../period.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');

/**
 * Names a period, such as `5–11 January 2026`, `29 December 2025 – 4 January 2026`, `5 January 2026` or `March 2026`.
 * An undated name leaves out the year. `monthLength` is the number of letters of a month; undefined for all.
 */
export function periodName({ from, to, isMonth }: Period, isUndated = false, monthLength?: number): string {
  const partsOf = (day: string) => ({
    date: `${Number(day.slice(8))}`,
    month: MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, monthLength),
    year: isUndated ? '' : ` ${day.slice(0, 4)}`,
  });
  const start = partsOf(from);
  const end = partsOf(to);
  const last = `${end.month}${end.year}`;
  if (isMonth) return last;
  if (from === to) return `${end.date} ${last}`;
  if (from.slice(0, 7) === to.slice(0, 7)) return `${start.date}–${end.date} ${last}`;
  return `${start.date} ${start.month}${start.year === end.year ? '' : start.year} – ${end.date} ${last}`;
}

/** Names columns, such as `Mon 5 Jan`, `5–11 Jan` or `Jan`; with years if two would begin alike, or last a year. */
export function columnNames(periods: readonly Period[]): string[] {
  const nameOf = (period: Period, isUndated: boolean) => periodName(period, isUndated, 3);
  const starts = periods.map((period) => nameOf({ ...period, to: period.from }, true));
  const isUndated = new Set(starts).size === periods.length && periods.every(isUnderYear);
  return periods.map((period) => weekdayOf(period) + nameOf(period, isUndated));
}

const isUnderYear = (period: Period) => lengthOf(period) < 365;

/** Returns the weekday of a single day, such as `Mon `; empty for a longer period. */
function weekdayOf({ from, to }: Period) {
  return from === to ? `${WEEKDAYS[new Date(from).getUTCDay()]} ` : '';
}
