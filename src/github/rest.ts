import * as z from 'zod/mini';
import { type Clock, timeLimit } from '../clock.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { USER_AGENT } from '../version.ts';
import { type CallOptions, GithubError, tryAgain } from './api.ts';
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
export type Parameters = Readonly<Record<string, string | number>>;

/** An answer, with its header of that name, which names the next page and the last one. */
type Answer<T> = Promise<{ readonly data: T; readonly link: string | undefined }>;

export interface Latest<T> {
  readonly entries: readonly T[];
  readonly earlier: number;
}

type Octokit = ReturnType<typeof import('@actions/github')['getOctokit']>;

/** Milliseconds that one try may take. */
const TRY_LIMIT_MS = 10_000;

/** What this action asks of GitHub. Every method throws {@link GithubError}s. */
export type GithubApi = Pick<RunnerGithub, keyof RunnerGithub>;

/** The GitHub of this run. Octokit is loaded with the first call: most runs of this action need none. */
export class RunnerGithub {
  readonly #settings: GithubSettings;
  #octokit: Promise<Octokit> | undefined;

  constructor(settings: GithubSettings) {
    this.#settings = settings;
  }

  /** The same GitHub, about another repository, `owner/name`. */
  of(repository: string): GithubApi {
    const [owner, name] = repository.split('/') as [string, string];
    return new RunnerGithub({ ...this.#settings, repository: { owner, name } });
  }

  async read<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions): Promise<T> {
    return (await this.#call(operation, parameters, options)).data;
  }

  /** A whole list, or its first `most` entries. */
  async all<T>(
    operation: Operation<T[]>,
    parameters: Parameters,
    options: CallOptions,
    most = Number.POSITIVE_INFINITY,
  ): Promise<T[]> {
    const all: T[] = [];
    let page = 0;
    // Follows `Link`: a page with fewer entries than asked for need not be the last.
    for (let next = 1; next > page && all.length < most; ) {
      page = next;
      const { data, link } = await this.#page(operation, parameters, page, options);
      all.push(...data);
      next = pageIn(link, 'next');
    }
    return all.slice(0, most);
  }

  /** The last two pages of a list that begins with the oldest, and how many entries come before them. */
  async latest<T>(
    operation: Operation<T[]>,
    parameters: Parameters,
    options: CallOptions,
  ): Promise<Latest<T>> {
    const read = (page: number) => this.#page(operation, parameters, page, options);
    const first = await read(1);
    const count = pageIn(first.link, 'last');
    if (count < 2) return { entries: first.data, earlier: 0 };
    const last = await read(count);
    const before = count === 2 ? first : await read(count - 1);
    return { entries: [...before.data, ...last.data], earlier: (count - 2) * first.data.length };
  }

  #page<T>(operation: Operation<T>, parameters: Parameters, page: number, options: CallOptions): Answer<T> {
    return this.#call(operation, { ...parameters, per_page: 100, page }, options);
  }

  #call<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions): Answer<T> {
    const mayPass = ({ kind }: GithubError) => kind === 'limit' || (kind === 'trouble' && !operation.once);
    return tryAgain(this.#settings.clock, options, mayPass, ({ signal }) =>
      this.#try(operation, parameters, signal),
    );
  }

  async #try<T>(operation: Operation<T>, parameters: Parameters, signal: AbortSignal): Answer<T> {
    const { repository, clock } = this.#settings;
    const limit = timeLimit(clock, TRY_LIMIT_MS, signal);
    try {
      const octokit = await this.#load();
      const { data, headers } = await octokit.request(
        operation.route.replace(' ', ' /repos/{owner}/{repo}'),
        {
          owner: repository.owner,
          repo: repository.name,
          ...parameters,
          // The version that every GitHub knows; an unknown one is answered 400.
          headers: { 'x-github-api-version': '2022-11-28' },
          request: { signal: limit.signal, log: SILENT },
        },
      );
      return { data: operation.schema.parse(data), link: headers.link };
    } catch (error) {
      const what = operation.what.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name]));
      throw explain(`${what} failed: `, operation.needs, error, limit.signal.aborted, clock);
    } finally {
      limit.release();
    }
  }

  /** The package reads the event and the API's address when it is loaded, which must not break a run without comments. */
  #load(): Promise<Octokit> {
    const { token, env } = this.#settings;
    this.#octokit ??= import('@actions/github').then(({ getOctokit }) =>
      getOctokit(token, {
        baseUrl: env['GITHUB_API_URL'] || 'https://api.github.com',
        userAgent: USER_AGENT,
        log: SILENT,
      }),
    );
    return this.#octokit;
  }
}

/** Octokit would write to the log by itself, past everything that makes text safe there. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** The number of that page; 0 on the last one, and where GitHub does not say. */
function pageIn(link: string | undefined, rel: 'next' | 'last'): number {
  return Number(new RegExp(`[?&]page=(\\d+)[^,]*rel="${rel}"`).exec(link ?? '')?.[1] ?? 0);
}

/** Octokit gives requests without an answer the status 500 as well; only a real answer has a `response`. */
const failureSchema = z.object({
  status: z.number(),
  response: z.object({
    headers: z.catch(z.record(z.string(), z.catch(z.string(), '')), {}),
    data: z.catch(z.object({ message: z.string() }), { message: '' }),
  }),
});

function explain(failed: string, needs: string, error: unknown, isLate: boolean, clock: Clock): GithubError {
  const { data: failure } = failureSchema.safeParse(error);
  if (!failure) {
    const why = isLate
      ? 'GitHub did not answer in time'
      : error instanceof z.core.$ZodError
        ? 'GitHub answered something that this action does not understand'
        : `GitHub was not reached (${shorten((error as Error).message, 200)})`;
    return new GithubError(`${failed}${why}.`, { status: undefined, kind: 'trouble' }, { cause: error });
  }
  const { status, response } = failure;
  const { message } = response.data;
  const retryAfterMs = limitEnd(response.headers, clock);
  const isLimit =
    status === 429 || (status === 403 && (retryAfterMs !== undefined || /rate limit/i.test(message)));
  const kind = isLimit ? 'limit' : status >= 500 || status === 408 ? 'trouble' : 'refusal';
  const says = message && ` (${shorten(message, 200)})`;
  const ends = retryAfterMs === undefined ? '' : `, which ends in ${duration(retryAfterMs)}`;
  const limit = isLimit ? `: this is a rate limit${ends}` : '';
  const advice = kind === 'refusal' ? `The token needs ${needs}.` : '';
  const details = { status, kind, retryAfterMs, advice } as const;
  return new GithubError(`${failed}GitHub answered ${status}${says}${limit}.`, details);
}

/** A secondary limit says `retry-after`; the primary one that nothing is left, and when there is again. */
function limitEnd(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const { 'retry-after': after = '', 'x-ratelimit-reset': reset = 0 } = headers;
  if (/^\d{1,6}$/.test(after)) return Number(after) * 1000;
  if (headers['x-ratelimit-remaining'] !== '0') return undefined;
  return Math.max(0, Number(reset) * 1000 - clock.date().getTime());
}
