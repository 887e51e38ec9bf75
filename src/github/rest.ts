import * as z from 'zod/mini';
import { type Clock, timeLimit } from '../clock.ts';
import { duration } from '../text/duration.ts';
import { shorten } from '../text/markdown.ts';
import { USER_AGENT } from '../version.ts';
import {
  type CallOptions,
  type CollaboratorPermission,
  GithubError,
  type IssueComment,
  type PullRequest,
  type Reaction,
} from './api.ts';
import { type Comment, lineCommentSchema } from './event.ts';
import type { Repository } from './workflow-run.ts';

export interface GithubSettings {
  readonly token: string;
  readonly repository: Repository;
  readonly clock: Clock;
  /** For `GITHUB_API_URL`. */
  readonly env: NodeJS.ProcessEnv;
}

/** One operation of GitHub's REST API, about the repository of the run. */
export interface Operation<T> {
  /** As the beginning of a sentence. */
  readonly what: string;
  readonly route: string;
  readonly schema: z.ZodMiniType<T>;
  /** The permission of the token, for the advice. */
  readonly needs: string;
  /** A second try would do it twice, if the first one arrived. */
  readonly once?: boolean;
}

export function operation<T>(
  what: string,
  route: string,
  schema: z.ZodMiniType<T>,
  needs: string,
): Operation<T> {
  return { what, route, schema, needs };
}

/** Of the route and the body. */
type Parameters = Readonly<Record<string, string | number>>;

export interface Page<T> {
  readonly data: T;
  /** The number of the next page; absent on the last. */
  readonly next: number | undefined;
  /** The number of the last page; absent on the last, and where GitHub does not say. */
  readonly last: number | undefined;
}

type Octokit = ReturnType<typeof import('@actions/github')['getOctokit']>;

/** Milliseconds that one try may take. */
const TRY_LIMIT_MS = 10_000;
/** Milliseconds before the second try; each further pause is twice as long. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;

const commentSchema = z.pipe(
  z.object({ id: z.number(), body: z.nullish(z.string()), html_url: z.catch(z.string(), '') }),
  z.transform(({ id, body, html_url }): IssueComment => ({ id, body: body ?? '', url: html_url })),
);
const permissionSchema = z.pipe(
  z.object({ permission: z.string(), role_name: z.catch(z.optional(z.string()), undefined) }),
  z.transform(({ permission, role_name }): CollaboratorPermission => ({ permission, roleName: role_name })),
);

const count = z.catch(z.number(), 0);
const pullRequestSchema = z.pipe(
  z.object({
    title: z.string(),
    state: z.string(),
    merged: z.catch(z.boolean(), false),
    head: z.object({ ref: z.string() }),
    changed_files: count,
    additions: count,
    deletions: count,
  }),
  z.transform(
    ({ title, state, merged, head, changed_files, additions, deletions }): PullRequest => ({
      title,
      branch: head.ref,
      state: merged ? 'merged' : state === 'open' ? 'open' : 'closed',
      ...{ files: changed_files, additions, deletions },
    }),
  ),
);

const PULL_REQUESTS = '`pull-requests: read`';
const COMMENTING =
  '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked';
const COMMENTS = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
const COMMENT = '/repos/{owner}/{repo}/issues/comments/{comment_id}';
const PULL_REQUEST = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
const REVIEW = `${PULL_REQUEST}/reviews/{review_id}`;

const comments = z.array(commentSchema);
const listComments = operation('Reading the comments', `GET ${COMMENTS}`, comments, COMMENTING);
const getComment = operation('Reading the comment', `GET ${COMMENT}`, commentSchema, COMMENTING);
const createComment = {
  ...operation('Writing the comment', `POST ${COMMENTS}`, commentSchema, COMMENTING),
  once: true,
};
const updateComment = operation('Changing the comment', `PATCH ${COMMENT}`, commentSchema, COMMENTING);
const getPullRequest = operation('Reading the pull request', PULL_REQUEST, pullRequestSchema, PULL_REQUESTS);
const review = z.object({ body: z.nullish(z.string()) });
const getReview = operation('Reading the review', REVIEW, review, PULL_REQUESTS);
const listReviewComments = operation(
  'Reading the comments of the review',
  `${REVIEW}/comments`,
  z.array(lineCommentSchema),
  PULL_REQUESTS,
);

/** What this action asks of GitHub. Every method throws {@link GithubError}s. */
export type GithubApi = Omit<RunnerGithub, 'read' | 'page' | 'pages'>;

/** The GitHub of this run. Octokit is loaded with the first call: most runs of this action need none. */
export class RunnerGithub {
  readonly #settings: GithubSettings;
  #octokit: Promise<Octokit> | undefined;

  constructor(settings: GithubSettings) {
    this.#settings = settings;
  }

  /** Also fails when nobody has that login. */
  permissionOf(login: string, options: CallOptions): Promise<CollaboratorPermission> {
    const getPermission = operation(
      `Reading the permission of ${login}`,
      'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
      permissionSchema,
      'read access to this repository (`GITHUB_TOKEN` has it)',
    );
    return this.read(getPermission, { username: login }, options);
  }

  /**
   * Comments of an issue or pull request, the oldest first, a page at a time, as far as the caller wants to read.
   * GitHub keeps 2,500 of an issue.
   */
  listComments(issue: number, options: CallOptions): AsyncIterable<readonly IssueComment[]> {
    return this.pages(listComments, { issue_number: issue }, options);
  }

  getComment(id: number, options: CallOptions): Promise<IssueComment> {
    return this.read(getComment, { comment_id: id }, options);
  }

  /** Not repeated when it may have arrived. */
  createComment(issue: number, body: string, options: CallOptions): Promise<IssueComment> {
    return this.read(createComment, { issue_number: issue, body }, options);
  }

  updateComment(id: number, body: string, options: CallOptions): Promise<IssueComment> {
    return this.read(updateComment, { comment_id: id, body }, options);
  }

  /** Adds a reaction; one that is there already stays. Reviews can have none in REST. */
  async react(
    { kind, id }: Pick<Comment, 'kind' | 'id'>,
    content: Reaction,
    options: CallOptions,
  ): Promise<void> {
    const place = kind === 'line' ? 'pulls' : 'issues';
    const route = `POST /repos/{owner}/{repo}/${place}/comments/{comment_id}/reactions`;
    const createReaction = operation('Adding the reaction', route, z.unknown(), COMMENTING);
    await this.read(createReaction, { comment_id: id, content }, options);
  }

  pullRequest(number: number, options: CallOptions): Promise<PullRequest> {
    return this.read(getPullRequest, { pull_number: number }, options);
  }

  /** The text of a review, which may be empty. */
  async reviewText(pullRequest: number, review: number, options: CallOptions): Promise<string> {
    const place = { pull_number: pullRequest, review_id: review };
    return (await this.read(getReview, place, options)).body ?? '';
  }

  /** The line comments of a review, the oldest first. */
  async reviewComments(
    pullRequest: number,
    review: number,
    options: CallOptions,
  ): Promise<readonly Comment[]> {
    const place = { pull_number: pullRequest, review_id: review };
    const comments: Comment[] = [];
    for await (const page of this.pages(listReviewComments, place, options)) comments.push(...page);
    return comments.sort((a, b) => a.id - b.id);
  }

  /** The same GitHub, about another repository. */
  of(repository: Repository): GithubApi {
    return new RunnerGithub({ ...this.#settings, repository });
  }

  async read<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions): Promise<T> {
    return (await this.#call(operation, parameters, options)).data;
  }

  page<T>(
    operation: Operation<T>,
    page: number,
    parameters: Parameters,
    options: CallOptions,
  ): Promise<Page<T>> {
    return this.#call(operation, { ...parameters, per_page: 100, page }, options);
  }

  /** Follows `Link`: a page with fewer entries than asked for need not be the last. */
  async *pages<T>(operation: Operation<T>, parameters: Parameters, options: CallOptions): AsyncGenerator<T> {
    for (let page: number | undefined = 1; page !== undefined; ) {
      const { data, next }: Page<T> = await this.page(operation, page, parameters, options);
      yield data;
      page = next !== undefined && next > page ? next : undefined;
    }
  }

  /** Tries again what may pass, for as long as the caller has patience. A rate limit is waited out if it ends in that time. */
  async #call<T>(
    operation: Operation<T>,
    parameters: Parameters,
    { signal, patienceMs }: CallOptions,
  ): Promise<Page<T>> {
    const { clock } = this.#settings;
    const untilMs = clock.now() + patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return await this.#try(operation, parameters, signal);
      } catch (error) {
        if (!(error instanceof GithubError) || signal.aborted) throw error;
        const { kind, retryAfterMs } = error;
        const mayRepeat = kind === 'limit' || (kind === 'trouble' && !operation.once);
        const waitMs = Math.max(pauseMs, retryAfterMs ?? 0);
        if (!mayRepeat || clock.now() + waitMs > untilMs) throw error;
        await clock.sleep(waitMs, signal).catch(() => {});
        if (signal.aborted) throw error;
      }
    }
  }

  async #try<T>(
    { route, schema, what, needs }: Operation<T>,
    parameters: Parameters,
    signal: AbortSignal,
  ): Promise<Page<T>> {
    const { repository, clock } = this.#settings;
    const limit = timeLimit(clock, TRY_LIMIT_MS, signal);
    try {
      const octokit = await this.#load();
      const request = { signal: limit.signal, log: SILENT };
      const target = { owner: repository.owner, repo: repository.name };
      const { data, headers } = await octokit.request(route, {
        ...target,
        ...parameters,
        // The version that every GitHub knows; an unknown one is answered 400.
        headers: { 'x-github-api-version': '2022-11-28' },
        request,
      });
      return {
        data: schema.parse(data),
        next: pageIn(headers.link, 'next'),
        last: pageIn(headers.link, 'last'),
      };
    } catch (error) {
      throw explain(what, needs, error, limit.signal, clock);
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

function pageIn(link: string | undefined, rel: 'next' | 'last'): number | undefined {
  const part = (link ?? '').split(',').find((one) => one.includes(`rel="${rel}"`));
  const page = /[?&]page=(\d+)/.exec(part ?? '')?.[1];
  return page === undefined ? undefined : Number(page);
}

function explain(
  what: string,
  needs: string,
  error: unknown,
  signal: AbortSignal,
  clock: Clock,
): GithubError {
  const answer = answerOf(error);
  if (!answer) {
    const why = signal.aborted
      ? 'GitHub did not answer in time'
      : error instanceof z.core.$ZodError
        ? 'GitHub answered something that this action does not understand'
        : `GitHub was not reached (${error instanceof Error ? shorten(error.message, 200) : 'unknown error'})`;
    return new GithubError(
      `${what} failed: ${why}.`,
      { status: undefined, kind: 'trouble' },
      { cause: error },
    );
  }
  const { status, message, headers } = answer;
  const retryAfterMs = limitEnd(headers, clock);
  const isLimit =
    status === 429 || (status === 403 && (retryAfterMs !== undefined || /rate limit/i.test(message)));
  const kind = isLimit ? 'limit' : status >= 500 || status === 408 ? 'trouble' : 'refusal';
  const says = message === '' ? '' : ` (${shorten(message, 200)})`;
  const limit = isLimit ? `: this is a rate limit${whenOver(retryAfterMs)}` : '';
  return new GithubError(`${what} failed: GitHub answered ${status}${says}${limit}.`, {
    status,
    kind,
    retryAfterMs,
    advice: kind === 'refusal' ? `The token needs ${needs}.` : '',
  });
}

function whenOver(retryAfterMs: number | undefined): string {
  return retryAfterMs === undefined ? '' : `, which ends in ${duration(retryAfterMs)}`;
}

/** A secondary limit says `retry-after`; the primary one that nothing is left, and when there is again. */
function limitEnd(headers: Readonly<Record<string, string>>, clock: Clock): number | undefined {
  const after = headers['retry-after'];
  if (after !== undefined && /^\d{1,6}$/.test(after)) return Number(after) * 1000;
  if (headers['x-ratelimit-remaining'] !== '0') return undefined;
  const reset = Number(headers['x-ratelimit-reset']) * 1000;
  return reset > 0 ? Math.max(0, reset - clock.date().getTime()) : 0;
}

const answerSchema = z.object({
  status: z.number(),
  response: z.object({
    headers: z.catch(z.record(z.string(), z.catch(z.string(), '')), {}),
    data: z.catch(z.object({ message: z.string() }), { message: '' }),
  }),
});

/** Octokit gives requests without an answer the status 500 as well; only a real answer has a `response`. */
function answerOf(error: unknown) {
  const { data } = answerSchema.safeParse(error);
  return data && { status: data.status, message: data.response.data.message, headers: data.response.headers };
}
