import { STATUS_CODES } from 'node:http';
import { HttpError, type MintlifyError, NetworkError } from '../mintlify/errors.ts';
import { blocksFurtherReads, isTransient } from '../mintlify/failures.ts';
import { joinNonEmpty } from '../text/join.ts';
import { formatCount, formatNumber, roundDecimals } from '../text/numbers.ts';
import type { PeriodViews } from './period-views.ts';

/** Says what failed and what to change, without the URL and Mintlify's response, which only the log contains. */
export function failureText(error: MintlifyError): string {
  return `${whatFailed(error)} ${error.help}`;
}

function whatFailed(error: MintlifyError) {
  if (error instanceof HttpError) {
    return `Mintlify answered ${`${error.status} ${STATUS_CODES[error.status] ?? ''}`.trimEnd()}.`;
  }
  if (error instanceof NetworkError) return `The request to Mintlify failed (${error.code}).`;
  return "The response wasn't what Mintlify documents.";
}

/** Says what failed after other requests of the run succeeded. A refusal is then only about `part` of the report. */
export function laterFailureText(error: MintlifyError, part: string): string {
  if (blocksFurtherReads(error)) return failureText(error);
  if (isTransient(error)) return `${whatFailed(error)} Try again later.`;
  if (!(error instanceof HttpError)) return failureText(error);
  return `${whatFailed(error)} It refused ${part}, but answered other calls with the same key and project.`;
}

/** Says why a period wasn't read, as sentences. */
type CauseOf = (views: PeriodViews) => string;

/**
 * Says what is missing of the period, and of the comparison period if there is one: first the causes, each once, then
 * one sentence for each period.
 */
export function gapsOf(both: readonly PeriodViews[], causeOf: CauseOf): string[] {
  const incomplete = both.filter(({ isComplete }) => !isComplete);
  const causes = incomplete.filter(({ isAnswered }) => !isAnswered).map(causeOf);
  const nameOf = (views: PeriodViews) => (views === both[0] ? 'The period' : 'The comparison period');
  return [...new Set(causes), ...incomplete.map((views) => `${nameOf(views)} ${missingPart(views)}.`)];
}

function missingPart({ totals, sums, oddRows, isAnswered, isRepeated, isUnsound }: PeriodViews) {
  if (!totals) return "wasn't read";
  const missing = roundDecimals(totals.total - sums.total);
  const parts = [`has ${formatCount(totals.total, 'view')}`];
  if (missing > 0) parts.push(`${formatNumber(missing)} of them on pages that weren't read`);
  else if (!isAnswered) parts.push('and not all of its pages were read');
  if (isRepeated) parts.push('and Mintlify repeated rows or sent fewer than it promised');
  else if (isUnsound) parts.push('although Mintlify says that it returned all pages');
  if (oddRows > 0) {
    parts.push(`and ${formatCount(oddRows, 'row')} had a format that Mintlify doesn't document`);
  }
  return parts.join(', ');
}

export const CONTRADICTION =
  "Mintlify's figures contradict each other: more views on pages than on the whole site, or by people or AI than in total.";

/** Earlier periods and days, whose views aren't needed for the report. */
type Trend = Readonly<Record<'history' | 'days', readonly PeriodViews[]>>;

/** Says what of the trend wasn't read, and why, unless the gaps already say why. */
export function notesOf({ history, days }: Trend, gaps: readonly string[], causeOf: CauseOf): string[] {
  const isUnread = ({ totals }: PeriodViews) => totals === undefined;
  const unread = [...history, ...days].filter(isUnread);
  if (unread.length === 0) return [];
  const partOf = (periods: readonly PeriodViews[], name: string) => {
    const count = periods.filter(isUnread).length;
    return count > 0 ? `${count} of ${periods.length} ${name}` : '';
  };
  const parts = [partOf(history, 'earlier periods'), partOf(days, 'days')];
  const causes = new Set(unread.map(causeOf).filter((cause) => !gaps.includes(cause)));
  return [`Not read: ${joinNonEmpty(parts, ' and ')}.`, ...causes];
}
