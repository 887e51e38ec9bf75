import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { Reading, Requests } from './requests.ts';

const TREND_NAMES = { history: 'of the periods before', days: 'of each day' } as const;

/**
 * All that was asked for and is missing: first what concerns every project, then project by project.
 *
 * @param leftOut what of the trend did not fit
 */
export function gapsOf(
  readings: readonly Reading[],
  leftOut: readonly (keyof typeof TREND_NAMES)[],
  { closedBy }: Requests,
  allowed: number,
): Gap[] {
  const budget = `max-requests (${thousands(allowed)})`;
  const ofAll = listed(leftOut.map((kind) => TREND_NAMES[kind]));
  const reasonOf = (cause = closedBy) =>
    cause ? `${cause.message} ${cause.advice}` : `All of ${budget} was used.`;
  const each = readings.flatMap((reading): Gap[] => {
    const trend = (['history', 'days'] as const).filter((kind) => !leftOut.includes(kind));
    const missing = [...missingPages(reading), ...trend.flatMap((kind) => missingTotals(reading, kind))];
    const byReason = Map.groupBy(missing, ({ pages }) => reasonOf(pages.error ?? reading.error));
    const unread = [...byReason].map(
      ([why, parts]) => `Not read: ${listed(parts.map(({ what }) => what))}. ${why}`,
    );
    return [...unread, ...unsoundPages(reading)].map((text) => ({ projectId: reading.projectId, text }));
  });
  if (leftOut.length === 0) return each;
  return [{ text: `Not read: the totals ${ofAll}, which do not fit into ${budget}.` }, ...each];
}

/** What is missing, and the period whose reading ended. */
interface Missing {
  readonly what: string;
  readonly pages: PeriodPages;
}

function missingPages({ pages, before }: Reading): Missing[] {
  if (!pages.totals) return [{ what: 'this project', pages }];
  const missing: Missing[] = [];
  const views = rounded(pages.totals.total - pages.sums.total);
  const share = views > 0 ? ` (${thousands(views)} of ${counted(pages.totals.total, 'view')})` : '';
  const rest = (what: string, each: PeriodPages) =>
    each.isOpen || each.error
      ? [{ what: `${what} after the first ${thousands(each.rows.length)}`, pages: each }]
      : [];
  for (const { what, pages: each } of rest('the pages', pages))
    missing.push({ what: `${what}${share}`, pages: each });
  if (before && !before.totals) missing.push({ what: 'the period compared with', pages: before });
  const name =
    missing.length > 0 ? 'those of the period compared with' : 'the pages of the period compared with';
  return before?.totals ? [...missing, ...rest(name, before)] : missing;
}

function missingTotals({ pages, before, ...reading }: Reading, kind: keyof typeof TREND_NAMES): Missing[] {
  const unread = reading[kind].filter((each) => !each.totals && each !== before);
  const [first] = unread;
  if (!pages.totals || !first) return [];
  const name = kind === 'days' ? 'days' : 'periods before';
  return [{ what: `${unread.length} of ${reading[kind].length} ${name}`, pages: first }];
}

/** What is missing although every request was answered. */
function unsoundPages(reading: Reading): string[] {
  return periodsOf(reading).flatMap(([name, { isUnsound, oddRows, sums, totals }]) => {
    const unsound = `Pages of ${name} may be missing, since rows were repeated. ${difference(name, sums, totals)}`;
    const odd = `Left out: ${counted(oddRows, 'row')} of ${name} in another shape than the platform documents.`;
    return [...(isUnsound ? [unsound] : []), ...(oddRows > 0 ? [odd] : [])];
  });
}

/** What does not add up although nothing is known to be missing. */
export function notesOf(reading: Reading): string[] {
  const days = reading.days.map(({ totals }) => totals);
  const isWhole = days.length > 0 && days.every(Boolean);
  return [
    ...periodsOf(reading).map(([name, each]) =>
      each.isComplete ? difference(name, each.sums, each.totals) : '',
    ),
    isWhole ? difference('each day', sumOf(days), reading.pages.totals) : '',
  ].filter((note) => note !== '');
}

function periodsOf({ pages, before }: Reading): (readonly [name: string, pages: PeriodPages])[] {
  return [['the period', pages], ...(before ? [['the period compared with', before] as const] : [])];
}

function difference(name: string, sums: PeriodPages['sums'], totals: PeriodPages['totals']): string {
  const differing = totals && differenceOf(sums, totals);
  if (!differing) return '';
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[differing];
  const what = name === 'each day' ? 'The days' : `The pages of ${name}`;
  return `${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`;
}
