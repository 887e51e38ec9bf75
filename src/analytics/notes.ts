import type { PlatformError } from '../platform/errors.ts';
import type { Counts } from '../platform/schemas.ts';
import { counted, thousands } from '../text/numbers.ts';
import type { Budget } from './budget.ts';
import { differenceOf, sumOf } from './counts.ts';
import type { PagedReader } from './paged-reader.ts';

/**
 * The sentences on the pages of a period: what is missing, and what the platform's answers disagree on.
 *
 * @param period what the pages belong to, such as `the period`
 * @param reason of {@link reasonOf}, should reading have ended early
 */
export function pageNotes(pages: PagedReader, period: string, reason: string): string[] {
  const { totals, sums, complete, oddRows, rows } = pages;
  if (!totals) return [`The pages of ${period} were not read: ${reason}`];
  const notes: string[] = [];
  if (pages.error || !pages.done) {
    notes.push(`Not all pages of ${period} were read: ${reason}`);
  } else {
    const disagreements = [
      differenceOf(sums, totals) &&
        `the pages have ${described(sums)}, and the total is ${described(totals)}`,
      pages.changed && 'counts changed while they were read, and the larger ones are shown',
      rows.size !== pages.end && `${counted(rows.size, 'page')} came, which is not the number of rows`,
    ].filter((each) => typeof each === 'string');
    if (disagreements.length > 0) {
      const missing = complete ? 'No page is missing.' : 'Pages may be missing.';
      notes.push(`The platform's answers on ${period} do not agree: ${disagreements.join('; ')}. ${missing}`);
    }
  }
  if (oddRows > 0) {
    notes.push(
      `The platform sent ${counted(oddRows, 'row')} of ${period} in another shape than it documents. The report leaves them out.`,
    );
  }
  return notes;
}

function described({ total, human, ai }: Counts): string {
  return `${counted(total, 'view')} (${thousands(human)} by people, ${thousands(ai)} by AI)`;
}

/** The sentences on parts that have one request each: what is missing, and whether they add up to the period. */
export function totalsNotes(
  what: string,
  parts: readonly (Counts | undefined)[],
  totals: Counts | undefined,
  reason: string,
): string[] {
  if (parts.some((counts) => !counts)) return [`Not all ${what} were read: ${reason}`];
  const sums = sumOf(parts);
  const differing = totals && differenceOf(sums, totals);
  if (!differing) return [];
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[differing];
  return [
    `The ${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`,
  ];
}

/** Why reading ended early. */
export function reasonOf(error: PlatformError | undefined, budget: Budget): string {
  const cause = error ?? budget.closedBy;
  return cause ? `${cause.message} ${cause.advice}` : `max-requests (${budget.allowed}) was used up.`;
}
