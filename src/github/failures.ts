import * as z from 'zod/mini';
import { type Clock, parseRetryAfter } from '../clock.ts';
import { codeOf, connectionFailure } from '../connection-failures.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { GithubError } from './api.ts';

/** Failed call with a response. Octokit's errors have a `status` even without a response, so `response` is required. */
const failureSchema = z.object({
  status: z.number(),
  response: z.object({
    headers: z.catch(z.record(z.string(), z.catch(z.string(), '')), {}),
    data: z.catch(z.object({ message: z.string(), errors: z.optional(z.unknown()) }), { message: '' }),
  }),
});

/**
 * Matches error texts of secondary rate limits, because these responses may lack a rate limit header. Their status is
 * 403, or 422 for too many comments.
 */
const LIMIT = /rate limit|submitted too quickly|abuse detection/i;

/**
 * Returns the error that explains a failed call to GitHub.
 *
 * @param failed start of the message, such as `Reading the comments failed: `
 * @param needs permission that the token needs for the call
 * @param isLate whether the time limit of the call has passed
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
  const limit = isLimit ? `. This is a rate limit${ends}` : '';
  const isUnpermitted = status === 403 || status === 404;
  const permission = isUnpermitted ? `The token needs ${needs}.` : '';
  const refused = status === 401 ? 'The token is invalid or has expired.' : permission;
  const advice = kind === 'refused' ? refused : '';
  const details = { status, kind, retryAfterMs, advice } as const;
  return new GithubError(`${failed}GitHub answered ${status}${says}${limit}.`, details);
}

/**
 * Returns the error for a call without a valid response. Its kind is `refused` if somebody first has to fix the
 * connection, for example the proxy's password.
 */
function withoutResponse(failed: string, error: unknown, isLate: boolean): GithubError {
  const errorOf = (why: string, advice = '') => {
    const kind = advice === '' ? 'transient' : 'refused';
    return new GithubError(`${failed}${why}.`, { kind, advice }, { cause: error });
  };
  if (isLate) return errorOf("GitHub didn't answer in time");
  if (error instanceof z.core.$ZodError) return errorOf('GitHub sent an invalid response');
  const code = codeOf(error);
  if (code === undefined) throw error;
  const { happened, advice } = connectionFailure(code);
  return errorOf(`${happened} (${code})`, advice);
}

/** Checks whether an issue or pull request refuses comments. After other refusals, such as 401, a re-run may help. */
export function refusesComments({ kind, status }: GithubError): boolean {
  return kind === 'refused' && status !== undefined && [403, 404, 410, 422].includes(status);
}

/**
 * Returns the milliseconds until a rate limit ends; undefined if GitHub doesn't say. Secondary limits have the header
 * `retry-after`. The primary limit has headers for the number of remaining calls and the time of the reset.
 */
function limitEnd(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const now = clock.date().getTime();
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  if (retryAfterMs !== undefined || headers['x-ratelimit-remaining'] !== '0') return retryAfterMs;
  return Math.max(0, Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now);
}
