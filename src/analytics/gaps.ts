import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { Reading, Requests } from './requests.ts';

const TRENDS = {
  history: { ofAll: 'of the periods before', ofOne: 'periods before' },
  days: { ofAll: 'of each day', ofOne: 'days' },
} as const;
export type Trend = keyof typeof TRENDS;

/**
 * All that was asked for and is missing: first what concerns every project, then project by project.
 *
 * @param leftOut what of the trend did not fit
 */
export function gapsOf(readings: readonly Reading[], leftOut: readonly Trend[], requests: Requests): Gap[] {
  const budget = `max-requests (${thousands(requests.allowed)})`;
  const reasonOf = (cause = requests.closedBy) =>
    cause ? `${cause.message} ${cause.advice}` : `All of ${budget} was used.`;
  const each = readings.flatMap((reading): Gap[] => {
    const parts = [...missingPages(reading), ...missingTotals(reading, leftOut)];
    const byReason = Map.groupBy(parts, ([, { error }]) => reasonOf(error ?? reading.error));
    const unread = [...byReason].map(
      ([why, missing]) => `Not read: ${listed(missing.map(([what]) => what))}. ${why}`,
    );
    return [...unread, ...unsoundPages(reading)].map((text) => ({ projectId: reading.projectId, text }));
  });
  if (leftOut.length === 0) return each;
  const totals = listed(leftOut.map((trend) => TRENDS[trend].ofAll));
  return [{ text: `Not read: the totals ${totals}, which do not fit into ${budget}.` }, ...each];
}

/** What is missing, and the period whose reading ended. */
type Missing = readonly [what: string, pages: PeriodPages];

function missingPages({ pages, before }: Reading): Missing[] {
  if (!pages.totals) return [['this project', pages]];
  const views = rounded(pages.totals.total - pages.sums.total);
  const share = views > 0 ? ` (${thousands(views)} of ${counted(pages.totals.total, 'view')})` : '';
  const isCut = (each: PeriodPages) => each.isOpen || each.error !== undefined;
  const rest = (each: PeriodPages) => `after the first ${thousands(each.rows.length)}`;
  const missing: Missing[] = isCut(pages) ? [[`the pages ${rest(pages)}${share}`, pages]] : [];
  if (!before || (before.totals && !isCut(before))) return missing;
  const name =
    missing.length > 0 ? 'those of the period compared with' : 'the pages of the period compared with';
  const what = before.totals ? `${name} ${rest(before)}` : 'the period compared with';
  return [...missing, [what, before]];
}

function missingTotals({ pages, before, ...reading }: Reading, leftOut: readonly Trend[]): Missing[] {
  return (['history', 'days'] as const).flatMap((trend): Missing[] => {
    const periods = reading[trend] ?? [];
    const unread = periods.filter(({ totals }) => !totals).filter((each) => each !== before);
    const [first] = unread;
    if (!pages.totals || !first || leftOut.includes(trend)) return [];
    return [[`${unread.length} of ${periods.length} ${TRENDS[trend].ofOne}`, first]];
  });
}

/** What is missing although every request was answered. */
function unsoundPages(reading: Reading): string[] {
  return comparedPeriods(reading).flatMap(([name, { isUnsound, oddRows, sums, totals }]) => {
    const doubt = `Pages of ${name} may be missing, since rows were repeated.`;
    const odd = `Left out: ${counted(oddRows, 'row')} of ${name} in another shape than the platform documents.`;
    return [
      ...(isUnsound ? [`${doubt} ${difference(`The pages of ${name}`, sums, totals)}`] : []),
      ...(oddRows > 0 ? [odd] : []),
    ];
  });
}

/** What does not add up although nothing is known to be missing. */
export function notesOf(reading: Reading): string[] {
  const days = reading.days?.map(({ totals }) => totals) ?? [];
  const whole = comparedPeriods(reading).filter(([, { isComplete }]) => isComplete);
  return [
    ...whole.map(([name, { sums, totals }]) => difference(`The pages of ${name}`, sums, totals)),
    days.length > 0 && days.every(Boolean) ? difference('The days', sumOf(days), reading.pages.totals) : '',
  ].filter((note) => note !== '');
}

function comparedPeriods({ pages, before }: Reading): (readonly [name: string, pages: PeriodPages])[] {
  return [['the period', pages], ...(before ? [['the period compared with', before] as const] : [])];
}

function difference(what: string, sums: PeriodPages['sums'], totals: PeriodPages['totals']): string {
  const kind = totals && differenceOf(sums, totals);
  if (!kind) return '';
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[kind];
  return `${what} add up to ${thousands(sums[kind])} ${views}, but the platform's total is ${thousands(totals[kind])}.`;
}
