import { STATUS_CODES } from 'node:http';
import { periodName } from '../period.ts';
import { HttpError, NetworkError, type PlatformError } from '../platform/errors.ts';
import { isRateLimit } from '../platform/failures.ts';
import { counted, listed, thousands } from '../text/numbers.ts';
import { exact, type PeriodPages } from './period-pages.ts';

const HOUR_MS = 3_600_000;

/** Says what failed and what to change, without the URL and Mintlify's response, which only the log contains. */
export function failureText(error: PlatformError, now: Date): string {
  if (!isRateLimit(error)) return `${happened(error)} ${error.advice}`;
  // Mintlify limits requests per hour. The time is rounded up to a full minute.
  const againMs = now.getTime() + (error.retryAfterMs ?? HOUR_MS);
  const [day = '', time = ''] = new Date(Math.ceil(againMs / 60_000) * 60_000).toISOString().split('T');
  const date = now.toISOString().startsWith(day) ? '' : `${periodName({ from: day, to: day })}, `;
  return `Mintlify's rate limit for analytics was reached: run again after ${date}${time.slice(0, 5)} UTC.`;
}

function happened(error: PlatformError): string {
  if (error instanceof HttpError)
    return `Mintlify answered ${error.status} ${STATUS_CODES[error.status] ?? ''}`.trimEnd().concat('.');
  if (error instanceof NetworkError) return `The request to Mintlify failed (${error.code}).`;
  return "The response wasn't what Mintlify documents.";
}

type Cause = (pages: PeriodPages) => string;

/** Says what is missing: first the causes, each once, then one sentence for each period. */
export function gapsOf(pages: PeriodPages, before: PeriodPages | undefined, causeOf: Cause): string[] {
  const periods = [pages, ...(before ? [before] : [])].filter(({ isComplete }) => !isComplete);
  const causes = periods.filter(({ isAnswered }) => !isAnswered).map(causeOf);
  const names = periods.map((each) => (each === pages ? 'The period' : 'The comparison period'));
  return [...new Set(causes), ...periods.map((each, index) => `${names[index]} ${missingFrom(each)}.`)];
}

function missingFrom({ totals, sums, oddRows, isAnswered, isRepeated, isUnsound }: PeriodPages): string {
  if (!totals) return "wasn't read";
  const views = exact(totals.total - sums.total);
  const parts = [`has ${counted(totals.total, 'view')}`];
  if (views > 0) parts.push(`${thousands(views)} of them on pages that weren't read`);
  else if (!isAnswered) parts.push('and not all of its pages were read');
  if (isRepeated) parts.push('and Mintlify repeated rows or sent fewer than it promised');
  else if (isUnsound) parts.push('although Mintlify says that it returned all pages');
  if (oddRows > 0) parts.push(`and ${counted(oddRows, 'row')} had a format that Mintlify doesn't document`);
  return parts.join(', ');
}

/** Says which earlier periods and days weren't read, without what `gaps` already say. */
export function notesOf(
  trend: readonly (readonly [name: string, periods: readonly PeriodPages[]])[],
  before: PeriodPages | undefined,
  gaps: readonly string[],
  causeOf: Cause,
): string[] {
  const unread = trend.map(([, periods]) => periods.filter((each) => !each.totals && each !== before));
  const causes = new Set(unread.flat().map(causeOf));
  if (causes.size === 0) return [];
  const parts = trend.flatMap(([name, { length }], index) =>
    unread[index]?.length ? `${unread[index].length} of ${length} ${name}` : [],
  );
  return [`Not read: ${listed(parts)}.`, ...[...causes].filter((cause) => !gaps.includes(cause))];
}
