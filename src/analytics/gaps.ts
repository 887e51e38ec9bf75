import { STATUS_CODES } from 'node:http';
import { HttpError, NetworkError, type PlatformError } from '../platform/errors.ts';
import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { ProjectReading, RequestBudget } from './request-budget.ts';

/** All that was asked for and is missing, project by project. */
export function gapsOf(readings: readonly ProjectReading[], budget: RequestBudget): Gap[] {
  return readings.flatMap((reading): Gap[] => {
    const reasonOf = ({ error = reading.error ?? budget.closedBy }: PeriodPages) =>
      error ? failureText(error) : `All of max-requests (${thousands(budget.allowed)}) was used.`;
    const missing = [...missingPages(reading), ...missingTotals(reading)];
    const unread = [...Map.groupBy(missing, ([, pages]) => reasonOf(pages))].map(
      ([why, parts]) => `Not read: ${listed(parts.map(([what]) => what))}. ${why}`,
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
  const rest = (each: PeriodPages) => `after the first ${thousands(each.rows.length)}`;
  const missing: Missing[] = pages.isAnswered ? [] : [[`the pages ${rest(pages)}${share}`, pages]];
  if (!before || before.isAnswered) return missing;
  const name =
    missing.length > 0 ? 'those of the period compared with' : 'the pages of the period compared with';
  const what = before.totals ? `${name} ${rest(before)}` : 'the period compared with';
  return [...missing, [what, before]];
}

function missingTotals({ pages, before, history, days }: ProjectReading): Missing[] {
  if (!pages.totals) return [];
  const trends = [['earlier periods', history] as const, ['days', days] as const];
  return trends.flatMap(([name, periods]): Missing[] => {
    const unread = periods.filter((each) => !each.totals && each !== before);
    return unread[0] ? [[`${unread.length} of ${periods.length} ${name}`, unread[0]]] : [];
  });
}

/** What is missing although every request was answered. */
function unsoundPages(reading: ProjectReading): string[] {
  return comparedPeriods(reading).flatMap(([name, { isRepeated, isUnsound, oddRows, sums, totals }]) => {
    const why = isRepeated
      ? `Pages of ${name} may be missing, since Mintlify repeated rows, or sent fewer than it promised.`
      : `Pages of ${name} are missing, although Mintlify says that these are all.`;
    const unsound = `${why} ${difference(`The pages of ${name}`, sums, totals)}`;
    const odd = `Left out: ${counted(oddRows, 'row')} of ${name} in another format than Mintlify documents.`;
    return [...(isUnsound ? [unsound] : []), ...(oddRows > 0 ? [odd] : [])];
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
