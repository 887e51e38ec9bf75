import { type Dispatcher, interceptors } from 'undici';
import { type Clock, timeLimit } from '../clock.ts';
import { createDispatcher, unlessAborted } from '../dispatcher.ts';
import { readBody } from '../response-body.ts';
import { USER_AGENT } from '../version.ts';
import { GithubError, type RetryOptions, TRY_LIMIT_MS, tryAgain } from './api.ts';
import { githubErrorOf } from './failures.ts';
import type { Operation } from './operations.ts';
import type { Repository } from './workflow-run.ts';

export interface GithubSettings {
  readonly token: string;
  readonly repository: Repository;
  readonly clock: Clock;
  /** Environment with `GITHUB_API_URL`. */
  readonly env: NodeJS.ProcessEnv;
}

/** Values for the route and the body. */
export type RouteValues = Readonly<Record<string, string | number>>;

/** Response with its `link` header, which has the URLs of the next page and the last page. */
type Answer<T> = Promise<{ readonly data: T; readonly link: string | undefined }>;

export interface Latest<T> {
  readonly entries: readonly T[];
  /** Number of earlier entries, which weren't read. */
  readonly earlier: number;
}

type Octokit = ReturnType<typeof import('@actions/github')['getOctokit']>;

const PAGE_SIZE = 100;
/** Maximum number of pages to request at the same time, once the number of pages is known. */
const AT_ONCE = 4;

/** API of a repository on GitHub. Every method throws {@link GithubError}s. */
export type GithubApi = Pick<RunnerGithub, keyof RunnerGithub>;

/** API of this run's GitHub server. Loads Octokit on the first call, because not every run needs Octokit. */
export class RunnerGithub {
  readonly #settings: GithubSettings;
  /** Octokit client. All repositories share the client, and with it the connections. */
  readonly #client: { octokit?: Promise<Octokit> };

  constructor(settings: GithubSettings, client = {}) {
    this.#settings = settings;
    this.#client = client;
  }

  /** Returns the API of another repository, `owner/name`, on this GitHub server. */
  forRepository(repository: string): GithubApi {
    const [owner, name] = repository.split('/') as [string, string];
    return new RunnerGithub({ ...this.#settings, repository: { owner, name } }, this.#client);
  }

  /** Calls the operation, with retries if they make sense, and returns the data of GitHub's response. */
  async call<T>(operation: Operation<T>, parameters: RouteValues, options: RetryOptions): Promise<T> {
    return (await this.#exchange(operation, parameters, options)).data;
  }

  /** Reads a whole list, or its first `most` entries. */
  async all<T>(
    operation: Operation<T[]>,
    parameters: RouteValues,
    options: RetryOptions,
    most = Number.POSITIVE_INFINITY,
  ): Promise<T[]> {
    const all: T[] = [];
    let last = 1;
    // Follows `Link`, because a page that isn't full may not be the last one.
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

  /**
   * Reads the latest entries of a list that begins with the oldest entry. If the list has more than three pages, reads
   * only the last two.
   */
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
    // If GitHub received the POST although the call failed, a retry would repeat the POST's effect.
    const isRetryable = ({ kind }: GithubError) =>
      kind === 'limited' || (kind === 'transient' && !operation.route.startsWith('POST'));
    return tryAgain(this.#settings.clock, options, isRetryable, () =>
      this.#try(operation, parameters, options.signal),
    );
  }

  async #try<T>(operation: Operation<T>, parameters: RouteValues, signal: AbortSignal): Answer<T> {
    const { repository, clock } = this.#settings;
    const limit = timeLimit(clock, TRY_LIMIT_MS, signal);
    try {
      const octokit = await this.#load();
      const { owner, name: repo } = repository;
      const route = operation.route.replace(' ', ' /repos/{owner}/{repo}');
      const request = { signal: limit.signal };
      const { data, headers } = await octokit.request(route, { owner, repo, ...parameters, request });
      return { data: operation.schema.parse(data), link: headers.link };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      throw githubErrorOf(`${what} failed: `, operation.needs, error, limit.signal.aborted, clock);
    } finally {
      limit.release();
    }
  }

  #load(): Promise<Octokit> {
    this.#client.octokit ??= loadClient(this.#settings);
    return this.#client.octokit;
  }
}

async function loadClient({ token, env }: GithubSettings): Promise<Octokit> {
  const baseUrl = env['GITHUB_API_URL'] || 'https://api.github.com';
  const origin = URL.parse(baseUrl);
  if (!origin) throw new GithubError("GITHUB_API_URL isn't a valid URL.", { kind: 'refused' });
  // GitHub redirects calls about renamed repositories and transferred issues. If a redirect leads to another origin,
  // undici drops the token.
  const redirect = interceptors.redirect({ maxRedirections: 3 });
  const fetch = fetchThrough(createDispatcher(origin).compose(redirect));
  const { getOctokit } = await import('@actions/github');
  return getOctokit(token, { baseUrl, userAgent: USER_AGENT, log: SILENT, request: { fetch, log: SILENT } });
}

/** Logger that drops Octokit's messages, because they could write unsafe text to the log. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Maximum size of a response, in bytes. A hundred comments of maximum length take a tenth of this size. */
const MAX_BYTES = 64 * 1024 * 1024;

interface FetchOptions {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string | null;
  readonly signal: AbortSignal;
}

/**
 * Builds the part of `fetch` that Octokit uses. Node's own `fetch` takes longer to load than an entire short run takes.
 */
function fetchThrough(dispatcher: Dispatcher) {
  return async (url: string, { method, headers, body = null, signal }: FetchOptions) => {
    const { origin, pathname, search } = new URL(url);
    const sent = dispatcher.request({
      ...{ origin, path: `${pathname}${search}`, method, body, signal },
      // Every GitHub server supports this API version. GitHub returns 400 for a version that it doesn't know.
      headers: { ...headers, 'accept-encoding': 'identity', 'x-github-api-version': '2022-11-28' },
    });
    const response = await unlessAborted(signal, sent);
    const entries = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
    return {
      ...{ status: response.statusCode, url, headers: new Map(entries) },
      text: async () => (await readBody(response, MAX_BYTES)) ?? '',
      arrayBuffer: () => response.body.arrayBuffer(),
    };
  };
}

/** Returns the number of the next or the last page; 0 if the header doesn't link to that page. */
function pageIn(link: string | undefined, rel: 'next' | 'last'): number {
  return Number(new RegExp(`[?&]page=(\\d+)[^,]*rel="${rel}"`).exec(link ?? '')?.[1] ?? 0);
}
