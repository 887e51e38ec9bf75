import type { Counts } from '../platform/schemas.ts';
import { counted, thousands } from '../text/numbers.ts';
import { differenceOf, sumOf } from './counts.ts';
import type { Span } from './model.ts';
import type { PagedReader } from './paged-reader.ts';

/**
 * The sentences on the pages of a period: what is missing, and whether they add up.
 *
 * @param period what the pages belong to, such as `the period`
 * @param reason why reading ended early, if it did
 */
export function pageNotes(pages: PagedReader, period: string, reason: string): string[] {
  const { totals, sums, complete, done, oddRows } = pages;
  if (!totals) return [`The pages of ${period} were not read: ${reason}`];
  const missing = complete ? 'No page is missing.' : 'Pages may be missing.';
  const notes = done
    ? differenceNotes(`pages of ${period}`, sums, totals).map((note) => `${note} ${missing}`)
    : [`Not all pages of ${period} were read: ${reason}`];
  if (oddRows > 0) {
    notes.push(
      `The platform sent ${counted(oddRows, 'row')} of ${period} in another shape than it documents. The report leaves them out.`,
    );
  }
  return notes;
}

/** The sentences on parts that have one request each: what is missing, and whether they add up to the period. */
export function totalsNotes(
  what: string,
  parts: readonly Span[],
  totals: Counts | undefined,
  reason: string,
): string[] {
  if (parts.some(({ counts }) => !counts)) return [`Not all ${what} were read: ${reason}`];
  return totals ? differenceNotes(what, sumOf(parts.map(({ counts }) => counts)), totals) : [];
}

function differenceNotes(what: string, sums: Counts, totals: Counts): string[] {
  const differing = differenceOf(sums, totals);
  if (!differing) return [];
  const views = { total: 'views', human: 'views by people', ai: 'views by AI' }[differing];
  return [
    `The ${what} add up to ${thousands(sums[differing])} ${views}, but the platform's total is ${thousands(totals[differing])}.`,
  ];
}
