import * as z from 'zod/mini';
import { type Clock, parseRetryAfter } from '../clock.ts';
import { codeOf, connectionFailure } from '../connection-failures.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { GithubError } from './api.ts';

/** Octokit gives requests without a response the status 500, too; only a real response has a `response`. */
const failureSchema = z.object({
  status: z.number(),
  response: z.object({
    headers: z.catch(z.record(z.string(), z.catch(z.string(), '')), {}),
    data: z.catch(z.object({ message: z.string(), errors: z.optional(z.unknown()) }), { message: '' }),
  }),
});

/** Texts of secondary limits, even without a header: 403, and 422 for comments that are "submitted too quickly". */
const LIMIT = /rate limit|submitted too quickly|abuse detection/i;

/**
 * Returns what a failed call to GitHub means.
 *
 * @param failed what failed, as the beginning of a sentence
 * @param needs the permission that the token needs for it
 * @throws `error` itself if it is a bug of this action
 */
export function githubErrorOf(
  failed: string,
  needs: string,
  error: unknown,
  isLate: boolean,
  clock: Clock,
): GithubError {
  if (error instanceof GithubError) return error;
  const { data: failure } = failureSchema.safeParse(error);
  if (!failure) return withoutResponse(failed, error, isLate);
  const { status, response } = failure;
  const { message, errors } = response.data;
  const retryAfterMs = limitEnd(response.headers, clock);
  const isLimit =
    status === 429 ||
    (status === 403 && retryAfterMs !== undefined) ||
    ((status === 403 || status === 422) && LIMIT.test(`${message} ${JSON.stringify(errors ?? '')}`));
  const kind = isLimit ? 'limited' : status >= 500 || status === 408 ? 'transient' : 'refused';
  const says = message && ` (${shorten(message, 200)})`;
  const ends = retryAfterMs === undefined ? '' : `, which ends in ${duration(retryAfterMs)}`;
  const limit = isLimit ? `: this is a rate limit${ends}` : '';
  const refused = status === 401 ? 'The token is invalid or has expired.' : `The token needs ${needs}.`;
  const advice = kind === 'refused' ? refused : '';
  const details = { status, kind, retryAfterMs, advice } as const;
  return new GithubError(`${failed}GitHub answered ${status}${says}${limit}.`, details);
}

/**
 * Returns the error of a call without a response. Trouble that somebody has to mend, such as a proxy that wants a
 * password, counts as refused, because it would happen again.
 */
function withoutResponse(failed: string, error: unknown, isLate: boolean): GithubError {
  const transient = (why: string) =>
    new GithubError(`${failed}${why}.`, { status: undefined, kind: 'transient' }, { cause: error });
  if (isLate) return transient('GitHub did not answer in time');
  if (error instanceof z.core.$ZodError) return transient('GitHub sent an invalid response');
  const code = codeOf(error);
  if (code === undefined) throw error;
  const { happened, advice } = connectionFailure(code);
  const why = `${happened} (${code})`;
  if (advice === '') return transient(why);
  return new GithubError(
    `${failed}${why}.`,
    { status: undefined, kind: 'refused', advice },
    { cause: error },
  );
}

/** Checks whether the thread refuses comments. After another refusal, such as 401, the next run may write one. */
export function refusesComments({ kind, status }: GithubError): boolean {
  return kind === 'refused' && status !== undefined && [403, 404, 410, 422].includes(status);
}

/**
 * Returns in how many milliseconds a rate limit ends; undefined if GitHub doesn't say. A secondary limit sends
 * `retry-after`. The primary one sends how many calls are left, and when it is reset.
 */
function limitEnd(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const now = clock.date().getTime();
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  if (retryAfterMs !== undefined || headers['x-ratelimit-remaining'] !== '0') return retryAfterMs;
  return Math.max(0, Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now);
}
