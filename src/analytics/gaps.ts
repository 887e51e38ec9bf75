import { STATUS_CODES } from 'node:http';
import { HttpError, NetworkError, type PlatformError } from '../platform/errors.ts';
import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { ProjectReading, RequestBudget } from './request-budget.ts';

/** All that was asked for and is missing, project by project. */
export function gapsOf(readings: readonly ProjectReading[], budget: RequestBudget): Gap[] {
  const reasonOf = (cause = budget.closedBy) =>
    cause ? failureText(cause) : `All of max-requests (${thousands(budget.allowed)}) was used.`;
  return readings.flatMap((reading): Gap[] => {
    const parts = [...missingPages(reading), ...missingTotals(reading)];
    const byReason = Map.groupBy(parts, ([, { error }]) => reasonOf(error ?? reading.error));
    const unread = [...byReason].map(
      ([why, missing]) => `Not read: ${listed(missing.map(([what]) => what))}. ${why}`,
    );
    return [...unread, ...unsoundPages(reading)].map((text) => ({ projectId: reading.projectId, text }));
  });
}

/** What failed and what to change, without the request's address, which stands in the log alone. */
export function failureText(error: PlatformError): string {
  return `${happened(error)} ${error.advice}`;
}

function happened(error: PlatformError): string {
  if (error instanceof HttpError) {
    return `Mintlify answered ${error.status} ${STATUS_CODES[error.status] ?? ''}`.trimEnd().concat('.');
  }
  if (error instanceof NetworkError) return `The request to Mintlify failed (${error.code}).`;
  return 'The response was not what Mintlify documents.';
}

/** What is missing, and the period whose reading ended. */
type Missing = readonly [what: string, pages: PeriodPages];

function missingPages({ pages, before }: ProjectReading): Missing[] {
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

const TRENDS = { history: 'earlier periods', days: 'days' } as const;

function missingTotals({ pages, before, ...reading }: ProjectReading): Missing[] {
  return (['history', 'days'] as const).flatMap((trend): Missing[] => {
    const periods = reading[trend];
    const unread = periods.filter(({ totals }) => !totals).filter((each) => each !== before);
    const [first] = unread;
    if (!pages.totals || !first) return [];
    return [[`${unread.length} of ${periods.length} ${TRENDS[trend]}`, first]];
  });
}

/** What is missing although every request was answered. */
function unsoundPages(reading: ProjectReading): string[] {
  return comparedPeriods(reading).flatMap(([name, { isRepeated, isShort, oddRows, sums, totals }]) => {
    const doubt = `Pages of ${name} may be missing, since Mintlify repeated rows.`;
    const short = `Pages of ${name} are missing, although Mintlify says that these are all.`;
    const odd = `Left out: ${counted(oddRows, 'row')} of ${name} in another format than Mintlify documents.`;
    const isUnsound = isRepeated || isShort;
    return [
      ...(isUnsound
        ? [`${isRepeated ? doubt : short} ${difference(`The pages of ${name}`, sums, totals)}`]
        : []),
      ...(oddRows > 0 ? [odd] : []),
    ];
  });
}

/** What does not add up although nothing is known to be missing. */
export function notesOf(reading: ProjectReading): string[] {
  const days = reading.days.map(({ totals }) => totals);
  const whole = comparedPeriods(reading).filter(([, { isComplete }]) => isComplete);
  return [
    ...whole.map(([name, { sums, totals }]) => difference(`The pages of ${name}`, sums, totals)),
    days.length > 0 && days.every(Boolean) ? difference('The days', sumOf(days), reading.pages.totals) : '',
  ].filter((note) => note !== '');
}

function comparedPeriods({ pages, before }: ProjectReading): (readonly [name: string, pages: PeriodPages])[] {
  return [['the period', pages], ...(before ? [['the period compared with', before] as const] : [])];
}

function difference(what: string, sums: PeriodPages['sums'], totals: PeriodPages['totals']): string {
  const kind = totals && differenceOf(sums, totals);
  if (!kind) return '';
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[kind];
  return `${what} add up to ${thousands(sums[kind])} ${views}, but Mintlify's total is ${thousands(totals[kind])}.`;
}
