import { STATUS_CODES } from 'node:http';
import { HttpError, type MintlifyError, NetworkError } from '../mintlify/errors.ts';
import { formatCount, formatNumber, joinWithAnd, roundDecimals } from '../text/numbers.ts';
import type { PeriodPages } from './period-pages.ts';

/** Says what failed and what to change, without the URL and Mintlify's response, which only the log contains. */
export function failureText(error: MintlifyError): string {
  const status =
    error instanceof HttpError && `${error.status} ${STATUS_CODES[error.status] ?? ''}`.trimEnd();
  const code = error instanceof NetworkError && `The request to Mintlify failed (${error.code}).`;
  const happened = status ? `Mintlify answered ${status}.` : code;
  return `${happened || "The response wasn't what Mintlify documents."} ${error.help}`;
}

type Cause = (pages: PeriodPages) => string;

/** Says what is missing: first the causes, each once, then one sentence for each period. */
export function gapsOf(pages: PeriodPages, before: PeriodPages | undefined, causeOf: Cause): string[] {
  const periods = [pages, ...(before ? [before] : [])].filter(({ isComplete }) => !isComplete);
  const causes = periods.filter(({ isAnswered }) => !isAnswered).map(causeOf);
  const nameOf = (period: PeriodPages) => (period === pages ? 'The period' : 'The comparison period');
  return [...new Set(causes), ...periods.map((period) => `${nameOf(period)} ${missingFrom(period)}.`)];
}

function missingFrom({ totals, sums, oddRows, isAnswered, isRepeated, isUnsound }: PeriodPages): string {
  if (!totals) return "wasn't read";
  const views = roundDecimals(totals.total - sums.total);
  const parts = [`has ${formatCount(totals.total, 'view')}`];
  if (views > 0) parts.push(`${formatNumber(views)} of them on pages that weren't read`);
  else if (!isAnswered) parts.push('and not all of its pages were read');
  if (isRepeated) parts.push('and Mintlify repeated rows or sent fewer than it promised');
  else if (isUnsound) parts.push('although Mintlify says that it returned all pages');
  if (oddRows > 0)
    parts.push(`and ${formatCount(oddRows, 'row')} had a format that Mintlify doesn't document`);
  return parts.join(', ');
}

export function notesOf(trend: Record<string, PeriodPages[]>, gaps: string[], causeOf: Cause): string[] {
  const unread = Object.values(trend).flatMap((periods) => periods.filter(({ totals }) => !totals));
  const parts = Object.entries(trend).flatMap(([name, periods]) => {
    const count = periods.filter((each) => unread.includes(each)).length;
    return count > 0 ? [`${count} of ${periods.length} ${name}`] : [];
  });
  const causes = new Set(unread.map(causeOf).filter((cause) => !gaps.includes(cause)));
  return unread.length > 0 ? [`Not read: ${joinWithAnd(parts)}.`, ...causes] : [];
}
