import { counted, listed, thousands } from '../text/numbers.ts';
import { differenceOf, rounded, sumOf } from './counts.ts';
import { failureText } from './failure-text.ts';
import type { Gap } from './model.ts';
import type { PeriodPages } from './period-pages.ts';
import type { ProjectReading, RequestBudget } from './request-budget.ts';

/** Lists everything that was requested but is missing, project by project. */
export function gapsOf(readings: readonly ProjectReading[], budget: RequestBudget): Gap[] {
  return readings.flatMap((reading): Gap[] => {
    const reasonOf = ({ error = reading.error ?? budget.closedBy }: PeriodPages) =>
      error ? failureText(error) : `The \`max-requests\` limit (${thousands(budget.allowed)}) was reached.`;
    const unread = [...Map.groupBy(missingParts(reading), ({ pages }) => reasonOf(pages))].map(
      ([why, parts]) => `Not read: ${listed(parts.map(({ what }) => what))}. ${why}`.trimEnd(),
    );
    const missing = reading.pages.totals
      ? unread
      : [`Nothing was read. ${reasonOf(reading.pages)}`.trimEnd()];
    return [...missing, ...unsoundPages(reading)].map((text) => ({ projectId: reading.projectId, text }));
  });
}

/** Lists missing parts. The error of a part's `pages` explains why the part is missing. */
function missingParts({ pages, before, history, days }: ProjectReading) {
  if (!pages.totals) return [];
  const views = rounded(pages.totals.total - pages.sums.total);
  const share = views > 0 ? ` (${thousands(views)} of ${counted(pages.totals.total, 'view')})` : '';
  return [
    ...missingPages('pages', pages, share),
    ...(before && !before.totals ? [{ what: 'the comparison period', pages: before }] : []),
    ...missingPages('pages of the comparison period', before),
    ...missingTotals('earlier periods', history, before),
    ...missingTotals('days', days, before),
  ];
}

function missingPages(name: string, pages: PeriodPages | undefined, share = '') {
  if (!pages?.totals || pages.isAnswered) return [];
  return [{ what: `${name} after the first ${thousands(pages.rows.length)}${share}`, pages }];
}

/**
 * Lists missing totals. If only the totals of `before` are missing, the list is empty, because they are reported
 * separately.
 */
function missingTotals(name: string, periods: readonly PeriodPages[], before: PeriodPages | undefined) {
  const unread = periods.filter(({ totals }) => !totals);
  const first = unread.find((each) => each !== before);
  return first ? [{ what: `${unread.length} of ${periods.length} ${name}`, pages: first }] : [];
}

/** Describes pages that are missing although every request got a response. */
function unsoundPages(reading: ProjectReading): string[] {
  return comparedPeriods(reading).flatMap(({ name, pages }) => {
    const why = pages.isRepeated
      ? `Pages of ${name} may be missing, because Mintlify repeated rows or sent fewer than it promised.`
      : `Pages of ${name} are missing, although Mintlify says that it returned all of them.`;
    const unsound = `${why} ${difference(`The pages of ${name}`, pages.sums, pages.totals)}`;
    const odd = `Left out: ${counted(pages.oddRows, 'row')} of ${name}, because Mintlify doesn't document their format.`;
    return [...(pages.isUnsound ? [unsound] : []), ...(pages.oddRows > 0 ? [odd] : [])];
  });
}

/** Describes sums that differ from Mintlify's totals although nothing is known to be missing. */
export function mismatches(reading: ProjectReading): string[] {
  const days = reading.days.map(({ totals }) => totals);
  const whole = comparedPeriods(reading).filter(({ pages }) => pages.isComplete);
  return [
    ...whole.map(({ name, pages }) => difference(`The pages of ${name}`, pages.sums, pages.totals)),
    days.length > 0 && days.every(Boolean) ? difference('The days', sumOf(days), reading.pages.totals) : '',
  ].filter((note) => note !== '');
}

function comparedPeriods({ pages, before }: ProjectReading) {
  const comparison = before ? [{ name: 'the comparison period', pages: before }] : [];
  return [{ name: 'the period', pages }, ...comparison];
}

function difference(what: string, sums: PeriodPages['sums'], totals: PeriodPages['totals']): string {
  const kind = totals && differenceOf(sums, totals);
  if (!kind) return '';
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[kind];
  return `${what} add up to ${thousands(sums[kind])} ${views}, but Mintlify's total is ${thousands(totals[kind])}.`;
}
