import * as z from 'zod/mini';
import { type Clock, parseRetryAfter, sleepUnlessAborted, timeLimit } from '../clock.ts';
import { codeOf, connectionFailure, createFetch } from '../http.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { USER_AGENT } from '../version.ts';
import type { Operation } from './operations.ts';
import { readWorkflowRun } from './runner.ts';

/** Failed call to GitHub. The cause is never a bug in the action. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** `transient`: 5xx, 408, no response, or an invalid one. `refused`: another try would be refused, too. */
  readonly kind: 'limited' | 'transient' | 'refused';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** What to change in the workflow, as a sentence; may be empty. */
  readonly advice: string;

  constructor(
    message: string,
    details: Pick<GithubError, 'kind'> &
      Partial<Pick<GithubError, 'status' | 'retryAfterMs' | 'advice' | 'cause'>>,
  ) {
    super(message, { cause: details.cause });
    this.kind = details.kind;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
    this.advice = details.advice ?? '';
  }

  get full(): string {
    return `${this.message} ${this.advice}`.trim();
  }
}

export const NO_TOKEN = '`github-token` is empty (does the secret exist?)';

export function withoutToken(problem: string): GithubError {
  return new GithubError(`${problem} because ${NO_TOKEN}.`, { kind: 'refused' });
}

export function isGone(error: unknown): boolean {
  return error instanceof GithubError && (error.status === 404 || error.status === 410);
}

export function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (!isGone(error)) throw error;
    return undefined;
  });
}

/** How long after the first try another one can begin (ms). `needed`: the run can't continue without the result. */
export const RETRY_MS = { needed: 30_000, extra: 5_000 } as const;
const TRY_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface CallOptions {
  readonly budget: keyof typeof RETRY_MS;
  readonly signal?: AbortSignal | undefined;
  /** Statuses to retry although they are refusals, such as 404 for something that was just made. */
  readonly alsoRetry?: readonly number[] | undefined;
}

export interface GithubSettings {
  readonly token: string;
  readonly repository: string;
  /** Value of `GITHUB_API_URL`; empty for github.com. */
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Replaces undici's, and with it the proxy. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

export type Parameters = Readonly<Record<string, string | number>>;

type Octokit = Pick<ReturnType<typeof import('@actions/github')['getOctokit']>, 'request' | 'paginate'>;
type Target = Readonly<Record<'method' | 'url', string>>;

/** API of one repository (`owner/name`). Every method throws {@link GithubError}s. Octokit is loaded on the first call. */
export class GithubApi {
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly #settings: GithubSettings;
  readonly #client: { octokit?: Promise<Octokit> };

  constructor(settings: GithubSettings, client = {}) {
    this.repository = settings.repository;
    this.clock = settings.clock;
    this.signal = settings.signal;
    this.#settings = settings;
    this.#client = client;
  }

  forRepository(repository: string): GithubApi {
    return new GithubApi({ ...this.#settings, repository }, this.#client);
  }

  async call<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions): Promise<T> {
    return (await this.#ask(operation, parameters, this.#target(operation, parameters), options)).data;
  }

  all<T>(
    operation: Operation<T[]>,
    parameters: Parameters,
    { most = Number.POSITIVE_INFINITY, ...options }: CallOptions & { readonly most?: number },
  ): Promise<T[]> {
    return this.within(options, async (limited) => {
      const { paginate, request } = await this.#load();
      let failure: unknown;
      const askForPage = (page: Target) =>
        this.#ask(operation, parameters, page, limited).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      const route = Object.assign(askForPage, { endpoint: request.endpoint }) as unknown as typeof request;
      const first = { per_page: 100, ...this.#target(operation, parameters) };
      const entries: T[] = [];
      for await (const { data } of paginate.iterator(route, first as never)) {
        entries.push(...(data as T[]));
        if (entries.length >= most) break;
      }
      // Octokit takes a 409 for the end of the list.
      if (failure !== undefined) throw failure;
      return entries.slice(0, most);
    });
  }

  /** Passes a signal to `work` that aborts 10 s after the time for retries, however many calls it makes. */
  async within<T>(
    options: CallOptions,
    work: (limited: CallOptions & { readonly signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const limitMs = RETRY_MS[options.budget] + TRY_LIMIT_MS;
    const { signal, release } = timeLimit(this.clock, limitMs, options.signal ?? this.signal);
    try {
      return await work({ ...options, signal });
    } finally {
      release();
    }
  }

  #target({ route }: Operation<unknown>, parameters: Parameters): Target {
    const [owner = '', repo = ''] = this.repository.split('/');
    const [method = '', path = ''] = route.split(' ');
    return { ...parameters, owner, repo, method, url: `/repos/{owner}/{repo}${path}` } as Target;
  }

  async #ask<T>(operation: Operation<T>, parameters: Parameters, target: Target, options: CallOptions) {
    const { budget, signal = this.signal, alsoRetry = [] } = options;
    const untilMs = this.clock.now() + RETRY_MS[budget];
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#try(operation, parameters, target, signal);
      } catch (error) {
        if (!(error instanceof GithubError)) throw error;
        const { kind, status = 0, retryAfterMs = 0 } = error;
        const isRetryable = kind === 'limited' || (kind === 'transient' && !operation.isOnce);
        const waitMs = Math.max(pauseMs, retryAfterMs);
        const isTooLate = this.clock.now() + waitMs > untilMs;
        if (isTooLate || !(isRetryable || alsoRetry.includes(status))) throw error;
        if (!signal.aborted) await sleepUnlessAborted(this.clock, waitMs, signal);
        if (signal.aborted) throw error;
      }
    }
  }

  async #try<T>(operation: Operation<T>, parameters: Parameters, target: Target, parent: AbortSignal) {
    const { signal, release } = timeLimit(this.clock, TRY_LIMIT_MS, parent);
    try {
      const { request } = await this.#load();
      const { url } = request.endpoint(target as Target & { method: 'GET' });
      // The next page's address comes from GitHub's answer.
      if (!url.startsWith(`${request.endpoint.DEFAULTS.baseUrl}/`)) {
        throw new GithubError('The list continues on another server.', { kind: 'refused' });
      }
      const { data, headers } = await request({ ...target, request: { signal } } as never);
      return { data: operation.schema.parse(data), headers };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      throw githubErrorOf(`${what} failed: `, operation.needs, error, signal.aborted, this.clock);
    } finally {
      release();
    }
  }

  #load(): Promise<Octokit> {
    this.#client.octokit ??= loadOctokit(this.#settings);
    return this.#client.octokit;
  }
}

interface Context extends Pick<GithubSettings, 'clock' | 'signal'> {
  readonly env: NodeJS.ProcessEnv;
  readonly network: Pick<GithubSettings, 'fetch'>;
}

/** Returns the API of the run's own repository; undefined without a token, or outside of GitHub Actions. */
export function openGithub({ env, clock, signal, network }: Context, token: string): GithubApi | undefined {
  const { repository } = readWorkflowRun(env);
  if (token === '' || repository === '') return undefined;
  const apiUrl = env['GITHUB_API_URL'] ?? '';
  return new GithubApi({ token, repository, apiUrl, clock, signal, fetch: network.fetch });
}

async function loadOctokit({ token, apiUrl, fetch }: GithubSettings): Promise<Octokit> {
  const baseUrl = (apiUrl || 'https://api.github.com').replace(/\/+$/, '');
  const invalid = (why: string) => new GithubError(why, { kind: 'refused' });
  const origin = URL.parse(baseUrl);
  if (!origin) throw invalid("GITHUB_API_URL isn't a valid URL.");
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid("`github-token` has characters that a token can't have.");
  const ownFetch = fetch ?? createFetch(origin);
  const { getOctokit } = await import('@actions/github');
  const { request, paginate } = getOctokit(token, {
    ...{ baseUrl, userAgent: USER_AGENT },
    request: { fetch: ownFetch },
  });
  // Every GitHub server supports this version.
  const headers = { 'x-github-api-version': '2022-11-28' };
  return { paginate, request: request.defaults({ headers, request: { log: SILENT } }) };
}

/** Octokit's messages could write unsafe text to the log. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Octokit's error, which has a `status` even without a response. */
interface RequestError {
  status: number;
  response?: { headers: Record<string, string>; data: { message?: unknown; errors?: unknown } | null };
}

/** Matches texts of secondary rate limits, whose responses may lack a header. The status is 403, or 422 for comments. */
const LIMIT = /rate limit|submitted too quickly|abuse detection/i;

/** Explains a failed call. Throws `error` itself if it is a bug of this action. */
function githubErrorOf(failed: string, needs: string, error: unknown, isLate: boolean, clock: Clock) {
  if (error instanceof GithubError) return error;
  const { status, response } = error as RequestError;
  if (!response) return withoutResponse(failed, error, isLate);
  const { message: said, errors = '' } = response.data ?? {};
  const message = typeof said === 'string' ? said : '';
  const retryAfterMs = limitEnd(response.headers, clock);
  const isLimit =
    status === 429 ||
    (status === 403 && retryAfterMs !== undefined) ||
    ((status === 403 || status === 422) && LIMIT.test(`${message} ${JSON.stringify(errors)}`));
  const kind = isLimit ? 'limited' : status >= 500 || status === 408 ? 'transient' : 'refused';
  const says = message && ` (${shorten(message, 200)})`;
  const ends = retryAfterMs === undefined ? '' : `, which ends in ${duration(retryAfterMs)}`;
  const limit = isLimit ? `. This is a rate limit${ends}` : '';
  const permission = status === 403 || status === 404 ? `The token needs ${needs}.` : '';
  const refused = status === 401 ? 'The token is invalid or has expired.' : permission;
  const details = { status, kind, retryAfterMs, advice: kind === 'refused' ? refused : '' } as const;
  return new GithubError(`${failed}GitHub answered ${status}${says}${limit}.`, details);
}

function withoutResponse(failed: string, error: unknown, isLate: boolean): GithubError {
  const errorOf = (why: string, advice = '') => {
    const kind = advice === '' ? 'transient' : 'refused';
    return new GithubError(`${failed}${why}.`, { kind, advice, cause: error });
  };
  if (isLate) return errorOf("GitHub didn't answer in time");
  if (error instanceof z.core.$ZodError) return errorOf('GitHub sent an invalid response');
  const code = codeOf(error);
  // Octokit wraps everything that `fetch` throws, such as too many redirects.
  if (code === undefined && (error as Error).name !== 'HttpError') throw error;
  const { happened, advice } = connectionFailure(code ?? '');
  return errorOf(code === undefined ? happened : `${happened} (${code})`, advice);
}

/** Returns the milliseconds until a secondary limit (`retry-after`) or the primary one ends, if GitHub says so. */
function limitEnd(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const now = clock.date().getTime();
  const retryAfterMs = parseRetryAfter(headers['retry-after'], now);
  if (retryAfterMs !== undefined || headers['x-ratelimit-remaining'] !== '0') return retryAfterMs;
  return Math.max(0, Number(headers['x-ratelimit-reset'] ?? 0) * 1000 - now);
}
