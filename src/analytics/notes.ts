import type { PlatformError } from '../platform/errors.ts';
import type { Counts } from '../platform/schemas.ts';
import type { Budget } from './budget.ts';
import { differenceOf, sumOf } from './counts.ts';
import type { PageExport } from './export.ts';
import type { DayViews } from './model.ts';
import { counted, thousands } from './report/figures.ts';

/** The sentences that tell why something is missing, and what does not add up. */

/**
 * What is missing in an export or does not add up.
 *
 * @param period what the pages belong to, such as `the period`
 * @param reason of {@link reasonOf}, should reading have ended early
 */
export function exportNotes(pages: PageExport, period: string, reason: string): string[] {
  const { totals, sums, complete, conflicts, oddRows, totalsMoved } = pages;
  if (!totals) return [`The pages of ${period} were not read: ${reason}`];
  const notes: string[] = [];
  if (!complete) notes.push(`Not all pages of ${period} were read: ${whyIncomplete(pages, reason)}`);
  else if (pages.rows.size !== pages.end) {
    notes.push(`The pages of ${period} are all there, since they add up to the totals, but ${oddity(pages)}`);
  }
  if (oddRows > 0) {
    notes.push(
      `${counted(oddRows, 'row')} of ${period} ${oddRows === 1 ? 'was' : 'were'} left out: the platform sent ${oddRows === 1 ? 'it' : 'them'} in another shape than it documents.`,
    );
  }
  if (conflicts > 0) {
    notes.push(
      `Rows of ${period} came again with other counts ${times(conflicts)}; the larger counts are shown.`,
    );
  }
  if (totalsMoved) {
    notes.push(`The platform's totals of ${period} changed while its pages were read; the first are shown.`);
  }
  if (complete) notes.push(...sumNotes(`The pages of ${period}`, sums, totals));
  return notes;
}

/** Days that were not read, and days that do not add up to the period. */
export function dayNotes(days: readonly DayViews[], totals: Counts, reason: string): string[] {
  if (days.some(({ counts }) => !counts)) return [`Not all days were read: ${reason}`];
  return sumNotes('The days', sumOf(days.map(({ counts }) => counts)), totals);
}

function sumNotes(what: string, sums: Counts, totals: Counts): string[] {
  const differing = differenceOf(sums, totals);
  if (!differing) return [];
  const views = { total: 'views', human: 'human views', ai: 'AI views' }[differing];
  return [
    `${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`,
  ];
}

function whyIncomplete(pages: PageExport, reason: string): string {
  return pages.error || !pages.done ? reason : oddity(pages);
}

/** What was wrong with the answers, where the number of rows is not what the platform said. */
function oddity({ deadEnd, end = 0, rows }: PageExport): string {
  if (deadEnd) {
    const sent = deadEnd === 'empty' ? 'no row' : 'only rows that it had sent before';
    return `the platform said that there are more, and sent ${sent}.`;
  }
  return rows.size < end
    ? `of ${counted(end, 'row')} only ${thousands(rows.size)} were of different pages.`
    : `the platform said that there are ${counted(end, 'row')}, and sent ${thousands(rows.size)}.`;
}

/** Why reading ended early. */
export function reasonOf(error: PlatformError | undefined, budget: Budget): string {
  const cause = error ?? budget.closedBy;
  return cause ? `${cause.message} ${cause.advice}` : `max-requests (${budget.allowed}) was used up.`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${thousands(count)} times`;
}
