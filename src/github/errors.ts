import * as z from 'zod/mini';
import { type Clock, parseRetryAfter } from '../clock.ts';
import { codeOf, connectionFailure } from '../http.ts';
import { formatDuration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';

/**
 * Why a call failed. `limited`: a rate limit. `transient`: 5xx, 408, no response, or an invalid one. `refused`: another
 * try would be refused, too.
 */
type FailureKind = 'limited' | 'transient' | 'refused';

/**
 * What a refusal is about, where that matters. `diff-unavailable`: GitHub can't list what changed. `unknown-commit`: it
 * doesn't know the commit of a status.
 */
type RefusalSubject = 'diff-unavailable' | 'unknown-commit';

type FailureDetails = ErrorOptions &
  Pick<GithubError, 'kind'> &
  Partial<Pick<GithubError, 'about' | 'status' | 'retryAfterMs' | 'advice'>>;

/** Failed call to GitHub. The cause is never a bug in the action. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  readonly kind: FailureKind;
  readonly about: RefusalSubject | undefined;
  /** HTTP status; undefined without a response. */
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** What to change in the workflow, as a sentence; may be empty. */
  readonly advice: string;

  constructor(message: string, details: FailureDetails) {
    super(message, details);
    this.kind = details.kind;
    this.about = details.about;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.advice = details.advice ?? '';
  }

  /** Message and advice. */
  get full(): string {
    return `${this.message} ${this.advice}`.trim();
  }
}

export const NO_TOKEN = '`github-token` is empty (does the secret exist?)';

export function withoutToken(problem: string): GithubError {
  return new GithubError(`${problem} because ${NO_TOKEN}.`, { kind: 'refused' });
}

/** Returns undefined where GitHub answers 404 or 410. */
export function unlessNotFound<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    const isNotFound = error instanceof GithubError && (error.status === 404 || error.status === 410);
    if (!isNotFound) throw error;
    return undefined;
  });
}

interface FailedCall {
  /** What failed, as the start of a sentence. */
  readonly what: string;
  /** Permission of the token. */
  readonly needs: string;
  readonly host: string;
  /** Whether its time was over. */
  readonly isLate: boolean;
}

/** Response of Octokit's errors; those for calls without a response also have a `status`. */
interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: { readonly message?: unknown; readonly errors?: unknown } | null;
}

/** Explains what Octokit threw. @throws `error` itself if it is a bug of this action */
export function githubErrorOf(error: unknown, call: FailedCall, clock: Clock): GithubError {
  if (error instanceof GithubError) return error;
  const { response } = error as { response?: ErrorResponse };
  return response ? answered(response, call, clock) : unanswered(error, call);
}

/** Matches texts of secondary rate limits, whose responses may lack a header. The status is 403, or 422 for comments. */
const LIMIT_TEXT = /rate limit|submitted too quickly|abuse detection/i;

function answered({ status, headers, data }: ErrorResponse, { what, needs }: FailedCall, clock: Clock) {
  const { message: said, errors = '' } = data ?? {};
  const message = typeof said === 'string' ? said : '';
  const texts = `${message} ${JSON.stringify(errors)}`;
  const retryAfterMs = timeUntilLimitEnds(headers, clock);
  const speaksOfLimit = LIMIT_TEXT.test(texts);
  const isForbiddenByLimit = status === 403 && (speaksOfLimit || retryAfterMs !== undefined);
  const isLimit = status === 429 || isForbiddenByLimit || (status === 422 && speaksOfLimit);
  const about = subjectOfRefusal(texts);
  const kind = isLimit ? 'limited' : kindOf(status, about);
  const quote = message && ` (${shorten(message, 200)})`;
  const limit = isLimit ? `. This is a rate limit${endOfLimit(retryAfterMs)}` : '';
  const advice = kind === 'refused' ? adviceOnRefusal(status, needs) : '';
  const text = `${what} failed: GitHub answered ${status}${quote}${limit}.`;
  return new GithubError(text, { kind, about, status, retryAfterMs, advice });
}

/** GitHub tells these apart by its texts and codes alone, and gives several statuses. */
function subjectOfRefusal(texts: string): RefusalSubject | undefined {
  if (/diff is taking too long|not_available/i.test(texts)) return 'diff-unavailable';
  return /^No commit found/i.test(texts) ? 'unknown-commit' : undefined;
}

function kindOf(status: number, about: RefusalSubject | undefined) {
  const isTemporary = status >= 500 || status === 408;
  return isTemporary && about !== 'diff-unavailable' ? 'transient' : 'refused';
}

function endOfLimit(retryAfterMs: number | undefined) {
  if (retryAfterMs === undefined) return '';
  return `, which ends ${retryAfterMs === 0 ? 'now' : `in ${formatDuration(retryAfterMs)}`}`;
}

function adviceOnRefusal(status: number, needs: string) {
  if (status === 401) return 'The token is invalid or has expired.';
  return status === 403 || status === 404 ? `The token needs ${needs}.` : '';
}

function unanswered(error: unknown, { what, host, isLate }: FailedCall) {
  const transient = (why: string) =>
    new GithubError(`${what} failed: ${why}.`, { kind: 'transient', cause: error });
  if (isLate) return transient("GitHub didn't answer in time");
  if (error instanceof z.core.$ZodError) {
    const fields = error.issues.map(({ path }) => path.join('.')).filter(Boolean);
    const where = fields.length > 0 ? ` (${fields.slice(0, 3).join(', ')})` : '';
    return transient(`GitHub sent an invalid response${where}`);
  }
  const code = codeOf(error);
  if (code === undefined) {
    // Octokit wraps everything that `fetch` throws, such as too many redirects.
    if ((error as Error).name === 'HttpError') return transient(connectionFailure('').happened);
    throw error;
  }
  const { happened, advice, isPermanent } = connectionFailure(code, host);
  const kind = isPermanent ? 'refused' : 'transient';
  return new GithubError(`${what} failed: ${happened} (${code}).`, { kind, advice, cause: error });
}

/** Returns the milliseconds until a secondary limit (`retry-after`) or the primary one ends, if GitHub says so. */
function timeUntilLimitEnds(headers: ErrorResponse['headers'], clock: Clock) {
  const now = clock.date().getTime();
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  if (retryAfterMs !== undefined || headers['x-ratelimit-remaining'] !== '0') return retryAfterMs;
  return Math.max(0, Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now);
}
