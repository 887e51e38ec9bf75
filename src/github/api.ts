import { type Clock, sleepUnlessAborted, timeLimit } from '../clock.ts';
import { createFetch } from '../http.ts';
import { equalsIgnoringCase } from '../text/compare.ts';
import { USER_AGENT } from '../version.ts';
import { GithubError, githubErrorOf } from './errors.ts';
import type { EventAnswerPolicy } from './late-answers.ts';
import type { Operation, Parameters } from './operations.ts';
import { readWorkflowRun } from './runner.ts';

/** How long after the first try another one can begin (ms): where the run can't continue without the answer. */
export const REQUIRED_RETRY_MS = 30_000;
const TRY_LIMIT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

export interface CallOptions {
  /** {@link REQUIRED_RETRY_MS} unless given. */
  readonly retryForMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** For calls whose answer the run can do without. */
export const OPTIONAL_CALL: CallOptions = { retryForMs: 5_000 };

export interface ReadOptions<T> extends CallOptions {
  /** Whether an answer may be out of date, and is asked for again. One that stays so counts. */
  readonly isOld?: ((answer: T) => boolean) | undefined;
}

interface ListOptions<T> extends ReadOptions<T[]> {
  /** Maximum number of entries to read. */
  readonly most?: number;
  /** Time for all pages together (ms); that for retries and one try unless given. */
  readonly limitMs?: number;
  /** Called with the entries of each page. */
  readonly onPage?: (entries: readonly T[]) => void;
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
  /** Absent: every answer counts. */
  readonly policy?: EventAnswerPolicy | undefined;
}

type Octokit = ReturnType<typeof import('@actions/github')['getOctokit']>;
type Endpoint = Readonly<{ method: 'GET'; url: string }>;
type LimitedOptions = CallOptions & { readonly signal: AbortSignal };

/** API of one repository (`owner/name`). Every method throws {@link GithubError}s. Octokit is loaded on the first call. */
export class GithubApi {
  readonly repository: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly #settings: GithubSettings;
  /** Shared by the APIs of all repositories. */
  readonly #client: { request?: Promise<Octokit['request']> };

  constructor(settings: GithubSettings, client = {}) {
    this.repository = settings.repository;
    this.clock = settings.clock;
    this.signal = settings.signal;
    this.#settings = settings;
    this.#client = client;
  }

  forRepository(repository: string): GithubApi {
    // What the event announced is in the run's own repository.
    const policy = equalsIgnoringCase(repository, this.repository) ? this.#settings.policy : undefined;
    return new GithubApi({ ...this.#settings, repository, policy }, this.#client);
  }

  /** Calls an operation, again while that may help. */
  async call<T>(operation: Operation<T>, parameters: Parameters, options: ReadOptions<T> = {}): Promise<T> {
    const endpoint = this.#endpointOf(operation, parameters);
    return (await this.#callWithRetries(operation, parameters, endpoint, options)).data;
  }

  /** Reads all pages of a list. */
  all<T>(operation: Operation<T[]>, parameters: Parameters, options: ListOptions<T> = {}): Promise<T[]> {
    const { most = Number.POSITIVE_INFINITY, limitMs, isOld, onPage, ...others } = options;
    const readAll = async (limited: LimitedOptions) => {
      const entries: T[] = [];
      let page = this.#endpointOf(operation, { per_page: 100, ...parameters });
      while (entries.length < most) {
        const reading = entries.length === 0 ? { ...limited, isOld } : limited;
        const { data, headers } = await this.#callWithRetries(operation, parameters, page, reading);
        entries.push(...data);
        onPage?.(data);
        const url = /<([^<>]+)>;\s*rel="next"/.exec(headers.link ?? '')?.[1];
        if (url === undefined) break;
        page = { method: 'GET', url };
      }
      return entries.slice(0, most);
    };
    return this.within(others, readAll, limitMs);
  }

  /** Passes a signal to `work` that aborts after `limitMs`, however many calls it makes. */
  async within<T>(
    options: CallOptions,
    work: (limited: LimitedOptions) => Promise<T>,
    limitMs = (options.retryForMs ?? REQUIRED_RETRY_MS) + TRY_LIMIT_MS,
  ): Promise<T> {
    const { signal, release } = timeLimit(this.clock, limitMs, options.signal ?? this.signal);
    try {
      return await work({ ...options, signal });
    } finally {
      release();
    }
  }

  #endpointOf({ route }: Operation<unknown>, parameters: Parameters) {
    const [owner = '', repo = ''] = this.repository.split('/');
    const [method = '', path = ''] = route.split(' ');
    return { ...parameters, owner, repo, method, url: `/repos/{owner}/{repo}${path}` } as Endpoint;
  }

  async #callWithRetries<T>(
    operation: Operation<T>,
    parameters: Parameters,
    endpoint: Endpoint,
    options: ReadOptions<T>,
  ) {
    const { retryForMs = REQUIRED_RETRY_MS, signal = this.signal, isOld = () => false } = options;
    const { policy } = this.#settings;
    const untilMs = this.clock.now() + retryForMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const answer = await this.#tryOnce(operation, parameters, endpoint, signal);
      const isFailure = answer instanceof GithubError;
      const waitMs = Math.max(pauseMs, isFailure ? (answer.retryAfterMs ?? 0) : 0);
      const isTooLate = signal.aborted || this.clock.now() + waitMs > untilMs;
      if (isFailure) {
        const isEarly = policy?.mayNotExistYet(operation, parameters, answer);
        if (isTooLate || !(isEarly || isRetryable(answer, operation))) throw answer;
      } else {
        const { data, headers } = answer;
        const checked = policy?.rememberNewest(operation, data) ?? { newest: data, isOld: false };
        const isStale = isOld(data) || checked.isOld;
        if (isTooLate || !isStale) return { data: checked.newest, headers };
      }
      await sleepUnlessAborted(this.clock, waitMs, signal);
      if (isFailure && signal.aborted) throw answer;
    }
  }

  /** Returns the failure, and throws only bugs. */
  async #tryOnce<T>(
    operation: Operation<T>,
    parameters: Parameters,
    endpoint: Endpoint,
    parent: AbortSignal,
  ) {
    const { signal, release } = timeLimit(this.clock, TRY_LIMIT_MS, parent);
    try {
      const request = await this.#load();
      const { url } = request.endpoint(endpoint);
      // The next page's address comes from GitHub's answer.
      if (!url.startsWith(`${request.endpoint.DEFAULTS.baseUrl}/`)) {
        return new GithubError('The list continues on another server.', { kind: 'refused' });
      }
      const { data, headers } = await request({ ...endpoint, request: { signal } });
      return { data: operation.schema.parse(data), headers };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      const host = URL.parse(this.#settings.apiUrl)?.host ?? 'api.github.com';
      const call = { what, needs: operation.needs, host, isLate: signal.aborted };
      return githubErrorOf(error, call, this.clock);
    } finally {
      release();
    }
  }

  #load() {
    this.#client.request ??= loadRequest(this.#settings);
    return this.#client.request;
  }
}

/** A lost answer of what has an effect isn't asked for again. */
function isRetryable({ kind }: GithubError, { isOnce }: Operation<unknown>) {
  return kind === 'limited' || (kind === 'transient' && !isOnce);
}

/** What a run has for its API. */
interface OpeningContext extends Pick<GithubSettings, 'clock' | 'signal'> {
  env: NodeJS.ProcessEnv;
  network: Pick<GithubSettings, 'fetch'>;
}

/** Returns the API of the run's own repository; undefined without a token, or outside of GitHub Actions. */
export function openGithub(
  { env, clock, signal, network }: OpeningContext,
  token: string,
  policy?: EventAnswerPolicy,
): GithubApi | undefined {
  const { repository } = readWorkflowRun(env);
  if (token === '' || repository === '') return undefined;
  const apiUrl = env['GITHUB_API_URL'] ?? '';
  return new GithubApi({ token, repository, apiUrl, clock, signal, fetch: network.fetch, policy });
}

async function loadRequest({ token, apiUrl, fetch }: GithubSettings) {
  const baseUrl = (apiUrl || 'https://api.github.com').replace(/\/+$/, '');
  const invalid = (why: string) => new GithubError(why, { kind: 'refused' });
  const origin = URL.parse(baseUrl);
  if (!origin) throw invalid("GITHUB_API_URL isn't a valid URL.");
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid("`github-token` has characters that a token can't have.");
  const ownFetch = fetch ?? createFetch(origin);
  const { getOctokit } = await import('@actions/github');
  const options = { baseUrl, userAgent: USER_AGENT, request: { fetch: ownFetch } };
  // Every GitHub server supports this version.
  const headers = { 'x-github-api-version': '2022-11-28' };
  return getOctokit(token, options).request.defaults({ headers, request: { log: SILENT } });
}

/** Octokit's messages could write unsafe text to the log. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };
