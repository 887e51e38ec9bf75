import { type Dispatcher, request as httpRequest } from 'undici';
import { type Clock, timeLimit } from '../clock.ts';
import { createDispatcher, unlessAborted } from '../dispatcher.ts';
import { shorten } from '../text/markdown.ts';
import { USER_AGENT } from '../version.ts';
import { GithubError, type RetryOptions, TRY_LIMIT_MS, tryAgain } from './api.ts';
import { githubErrorOf } from './failures.ts';
import type { Operation } from './operations.ts';
import type { Repository } from './workflow-run.ts';

export interface GithubSettings {
  readonly token: string;
  readonly repository: Repository;
  readonly clock: Clock;
  /** For `GITHUB_API_URL`. */
  readonly env: NodeJS.ProcessEnv;
}

/** Of the route and the body. */
export type RouteValues = Readonly<Record<string, string | number>>;

/** An answer, with its header of that name, which names the next page and the last one. */
type Answer<T> = Promise<{ readonly data: T; readonly link: string | undefined }>;

export interface Latest<T> {
  readonly entries: readonly T[];
  readonly earlier: number;
}

type Octokit = typeof import('@octokit/request')['request'];

const PAGE_SIZE = 100;
/** Pages that are requested at the same time, once their number is known. */
const AT_ONCE = 4;

/** What this action asks of GitHub. Every method throws {@link GithubError}s. */
export type GithubApi = Pick<RunnerGithub, keyof RunnerGithub>;

/** The GitHub of this run. Octokit is loaded with the first call: not every run needs it. */
export class RunnerGithub {
  readonly #settings: GithubSettings;
  /** Shared with the other repositories, and with it the connections. */
  readonly #client: { octokit?: Promise<Octokit> };

  constructor(settings: GithubSettings, client = {}) {
    this.#settings = settings;
    this.#client = client;
  }

  /** The same GitHub, about another repository, `owner/name`. */
  forRepository(repository: string): GithubApi {
    const [owner, name] = repository.split('/') as [string, string];
    return new RunnerGithub({ ...this.#settings, repository: { owner, name } }, this.#client);
  }

  /** Calls the operation, again while that makes sense, and returns what GitHub answers. */
  async call<T>(operation: Operation<T>, parameters: RouteValues, options: RetryOptions): Promise<T> {
    return (await this.#exchange(operation, parameters, options)).data;
  }

  /** A whole list, or its first `most` entries. */
  async all<T>(
    operation: Operation<T[]>,
    parameters: RouteValues,
    options: RetryOptions,
    most = Number.POSITIVE_INFINITY,
  ): Promise<T[]> {
    const all: T[] = [];
    let last = 1;
    // Follows `Link`: a page with fewer entries than asked for need not be the last.
    for (let next = 1; next > 0 && all.length < most; ) {
      const count = next === 1 ? 1 : Math.min(AT_ONCE, Math.max(1, last - next + 1));
      const pages = Array.from({ length: count }, (_, index) => next + index);
      const answers = await Promise.all(
        pages.map((page) => this.#page(operation, parameters, page, options)),
      );
      all.push(...answers.flatMap(({ data }) => data));
      const { link } = answers.at(-1) ?? {};
      last = Math.min(pageIn(link, 'last') || last, Math.ceil(most / PAGE_SIZE));
      next = pageIn(link, 'next') === next + count ? next + count : 0;
    }
    return all.slice(0, most);
  }

  /** The last two pages of a list that begins with the oldest, or all three, and how many entries come before them. */
  async latest<T>(
    operation: Operation<T[]>,
    parameters: RouteValues,
    options: RetryOptions,
  ): Promise<Latest<T>> {
    const read = (page: number) => this.#page(operation, parameters, page, options);
    const first = await read(1);
    const count = pageIn(first.link, 'last');
    if (count < 2) return { entries: first.data, earlier: 0 };
    const last = await read(count);
    const before = count === 2 ? [] : (await read(count - 1)).data;
    const entries = [...before, ...last.data];
    if (count <= 3) return { entries: [...first.data, ...entries], earlier: 0 };
    return { entries, earlier: (count - 2) * first.data.length };
  }

  #page<T>(operation: Operation<T>, parameters: RouteValues, page: number, options: RetryOptions): Answer<T> {
    return this.#exchange(operation, { ...parameters, per_page: PAGE_SIZE, page }, options);
  }

  #exchange<T>(operation: Operation<T>, parameters: RouteValues, options: RetryOptions): Answer<T> {
    const isRetryable = ({ kind }: GithubError) =>
      kind === 'limited' || (kind === 'transient' && !operation.once);
    return tryAgain(this.#settings.clock, options, isRetryable, () =>
      this.#try(operation, parameters, options.signal),
    );
  }

  async #try<T>(operation: Operation<T>, parameters: RouteValues, signal: AbortSignal): Answer<T> {
    const { repository, clock } = this.#settings;
    const octokit = await this.#load();
    const limit = timeLimit(clock, TRY_LIMIT_MS, signal);
    try {
      const { owner, name: repo } = repository;
      const route = operation.route.replace(' ', ' /repos/{owner}/{repo}');
      const request = octokit.endpoint(route, { owner, repo, ...parameters, request: {} });
      const { data, headers } = await sendFollowing(octokit, request, limit.signal);
      return { data: operation.schema.parse(data), link: headers.link };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      throw githubErrorOf(`${what} failed: `, operation.needs, error, limit.signal.aborted, clock);
    } finally {
      limit.release();
    }
  }

  /** Address and proxy are the runner's: they must not break a run that asks GitHub for nothing. */
  #load(): Promise<Octokit> {
    const { token, env } = this.#settings;
    const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
    this.#client.octokit ??= import('@octokit/request').then(({ request }) =>
      request.defaults({
        baseUrl,
        // The version that every GitHub knows; an unknown one is answered 400.
        headers: {
          ...{ authorization: `token ${token}`, 'user-agent': USER_AGENT },
          'x-github-api-version': '2022-11-28',
        },
        request: { fetch: fetchThrough(createDispatcher(new URL(baseUrl), env)), log: SILENT },
      }),
    );
    return this.#client.octokit.catch((cause: Error) => {
      const message = `The client for GitHub could not be set up: ${shorten(cause.message, 200)}.`;
      const advice = 'Check GITHUB_API_URL and the proxy variables.';
      throw new GithubError(message, { status: undefined, kind: 'refused', advice }, { cause });
    });
  }
}

/** Octokit would write to the log by itself, past everything that makes text safe there. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

interface FetchOptions {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string | null;
  readonly signal: AbortSignal;
}

/** As much of `fetch` as Octokit uses. The real one takes longer to load than all of a short run, and follows redirects. */
function fetchThrough(dispatcher: Dispatcher) {
  return async (url: string, { method, headers, body = null, signal }: FetchOptions) => {
    const sent = httpRequest(url, { dispatcher, method, headers, body, signal });
    const response = await unlessAborted(signal, sent);
    const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      ...{ status: response.statusCode, url, headers: new Map(entries) },
      text: () => response.body.text(),
      arrayBuffer: () => response.body.arrayBuffer(),
    };
  };
}

/**
 * Sends the request, with the same method again where GitHub says that its address has changed, as of a transferred
 * issue or a renamed repository (https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects).
 * The token goes to no other host.
 */
async function sendFollowing(
  send: Octokit,
  { method, url, body }: ReturnType<Octokit['endpoint']>,
  signal: AbortSignal,
) {
  for (let address = new URL(url), hops = 0; ; hops += 1) {
    const response = await send(`${method} ${address.href}`, { data: body, request: { signal } });
    const isMoved = [301, 302, 307, 308].includes(response.status as number);
    const next = isMoved ? URL.parse(response.headers.location ?? '', address.href) : null;
    if (next?.origin !== address.origin || hops >= 3) return response;
    if (next.search === '') next.search = address.search;
    address = next;
  }
}

/** The number of that page; 0 on the last one, and where GitHub does not say. */
function pageIn(link: string | undefined, rel: 'next' | 'last'): number {
  return Number(new RegExp(`[?&]page=(\\d+)[^,]*rel="${rel}"`).exec(link ?? '')?.[1] ?? 0);
}
