import { type Clock, sleepUnlessAborted, timeLimit } from '../clock.ts';
import { createFetch } from '../http.ts';
import { USER_AGENT } from '../version.ts';
import { GithubError, githubErrorOf } from './errors.ts';
import type { Operation } from './operations.ts';
import { readWorkflowRun } from './runner.ts';

/** How long after the first try another one can begin (ms): where the run can't continue without the answer. */
export const REQUIRED_RETRY_MS = 30_000;
/** The same, where the run can do without it. */
export const OPTIONAL_RETRY_MS = 5_000;
const TRY_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface CallOptions {
  /** {@link REQUIRED_RETRY_MS} unless given. */
  readonly retryForMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Statuses to retry although they are refusals, such as 404 for something that was just made. */
  readonly alsoRetry?: readonly number[] | undefined;
}

export interface ListOptions extends CallOptions {
  /** Maximum number of entries to read. */
  readonly most?: number;
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
type Endpoint = Readonly<Record<'url', string>> & { readonly method: 'GET' };
type LimitedOptions = CallOptions & { readonly signal: AbortSignal };

/** API of one repository (`owner/name`). Every method throws {@link GithubError}s. Octokit is loaded on the first call. */
export class GithubApi {
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly #settings: GithubSettings;
  /** Shared by the APIs of all repositories. */
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

  /** Calls an operation, again while that may help. */
  async call<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions = {}): Promise<T> {
    const endpoint = this.#endpointOf(operation, parameters);
    return (await this.#callWithRetries(operation, parameters, endpoint, options)).data;
  }

  /** Reads all pages of a list. */
  all<T>(operation: Operation<T[]>, parameters: Parameters, options: ListOptions = {}): Promise<T[]> {
    const { most = Number.POSITIVE_INFINITY, ...others } = options;
    return this.within(others, async (limited) => {
      const { paginate, request } = await this.#load();
      let failure: unknown;
      const readPage = (page: Endpoint) =>
        this.#callWithRetries(operation, parameters, page, limited).catch((error: unknown) => {
          failure = error;
          throw error;
        });
      const first = request.endpoint({ per_page: 100, ...this.#endpointOf(operation, parameters) });
      // The iterator follows links with whatever function has an `endpoint`, as Octokit's own `request` has.
      const route = Object.assign(readPage, { endpoint: () => first }) as unknown as typeof request;
      const entries: T[] = [];
      for await (const { data } of paginate.iterator(route)) {
        entries.push(...(data as T[]));
        if (entries.length >= most) break;
      }
      // Octokit takes a 409 for the end of the list.
      if (failure !== undefined) throw failure;
      return entries.slice(0, most);
    });
  }

  /** Passes a signal to `work` that aborts 10 s after the time for retries, however many calls it makes. */
  async within<T>(options: CallOptions, work: (limited: LimitedOptions) => Promise<T>): Promise<T> {
    const { retryForMs = REQUIRED_RETRY_MS, signal: parent = this.signal } = options;
    const { signal, release } = timeLimit(this.clock, retryForMs + TRY_LIMIT_MS, parent);
    try {
      return await work({ ...options, signal });
    } finally {
      release();
    }
  }

  #endpointOf({ route }: Operation<unknown>, parameters: Parameters): Endpoint {
    const [owner = '', repo = ''] = this.repository.split('/');
    const [method = '', path = ''] = route.split(' ');
    return { ...parameters, owner, repo, method, url: `/repos/{owner}/{repo}${path}` } as Endpoint;
  }

  async #callWithRetries<T>(
    operation: Operation<T>,
    parameters: Parameters,
    endpoint: Endpoint,
    options: CallOptions,
  ) {
    const { retryForMs = REQUIRED_RETRY_MS, signal = this.signal, alsoRetry = [] } = options;
    const untilMs = this.clock.now() + retryForMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#tryOnce(operation, parameters, endpoint, signal);
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

  async #tryOnce<T>(
    operation: Operation<T>,
    parameters: Parameters,
    endpoint: Endpoint,
    parent: AbortSignal,
  ) {
    const { signal, release } = timeLimit(this.clock, TRY_LIMIT_MS, parent);
    try {
      const { request } = await this.#load();
      const { url } = request.endpoint(endpoint);
      // The next page's address comes from GitHub's answer.
      if (!url.startsWith(`${request.endpoint.DEFAULTS.baseUrl}/`)) {
        throw new GithubError('The list continues on another server.', { kind: 'refused' });
      }
      const { data, headers } = await request({ ...endpoint, request: { signal } });
      return { data: operation.schema.parse(data), headers };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      throw githubErrorOf(error, { what, needs: operation.needs, isLate: signal.aborted }, this.clock);
    } finally {
      release();
    }
  }

  #load(): Promise<Octokit> {
    this.#client.octokit ??= loadOctokit(this.#settings);
    return this.#client.octokit;
  }
}

interface GithubContext extends Pick<GithubSettings, 'clock' | 'signal'> {
  readonly env: NodeJS.ProcessEnv;
  readonly network: Pick<GithubSettings, 'fetch'>;
}

/** Returns the API of the run's own repository; undefined without a token, or outside of GitHub Actions. */
export function openGithub(context: GithubContext, token: string): GithubApi | undefined {
  const { env, clock, signal, network } = context;
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
  const options = { baseUrl, userAgent: USER_AGENT, request: { fetch: ownFetch } };
  const { request, paginate } = getOctokit(token, options);
  // Every GitHub server supports this version.
  const headers = { 'x-github-api-version': '2022-11-28' };
  return { paginate, request: request.defaults({ headers, request: { log: SILENT } }) };
}

/** Octokit's messages could write unsafe text to the log. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
