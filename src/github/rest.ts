import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod/mini';
import { shorten } from '../text/markdown.ts';
import { VERSION } from '../version.ts';
import {
  COMMENTS_PER_PAGE,
  type CollaboratorPermission,
  type GithubApi,
  GithubError,
  type IssueComment,
} from './api.ts';
import type { Comment } from './event.ts';
import type { Repository } from './workflow-run.ts';

export interface GithubSettings {
  readonly token: string;
  readonly repository: Repository;
  /** For `GITHUB_API_URL`. */
  readonly env: NodeJS.ProcessEnv;
}

type Octokit = ReturnType<typeof import('@actions/github')['getOctokit']>;

/** Milliseconds that one call may take, its second try included. */
const TIME_LIMIT_MS = 10_000;
const RETRY_PAUSE_MS = 500;

const commentSchema = z.pipe(
  z.object({ id: z.number(), body: z.nullish(z.string()), html_url: z.catch(z.string(), '') }),
  z.transform(({ id, body, html_url }): IssueComment => ({ id, body: body ?? '', url: html_url })),
);
const permissionSchema = z.pipe(
  z.object({ permission: z.string(), role_name: z.catch(z.optional(z.string()), undefined) }),
  z.transform(({ permission, role_name }): CollaboratorPermission => ({ permission, roleName: role_name })),
);

/** The GitHub of this run. Octokit is loaded with the first call: most runs of this action need none. */
export class RunnerGithub implements GithubApi {
  readonly #settings: GithubSettings;
  #octokit: Promise<Octokit> | undefined;

  constructor(settings: GithubSettings) {
    this.#settings = settings;
  }

  permissionOf(login: string, signal: AbortSignal): Promise<CollaboratorPermission> {
    const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
    return this.#get('Reading a permission', route, { username: login }, permissionSchema, signal);
  }

  listComments(issue: number, page: number, signal: AbortSignal): Promise<readonly IssueComment[]> {
    const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const parameters = { issue_number: issue, page, per_page: COMMENTS_PER_PAGE };
    return this.#get('Reading the comments', route, parameters, z.array(commentSchema), signal);
  }

  getComment(id: number, signal: AbortSignal): Promise<IssueComment> {
    const route = 'GET /repos/{owner}/{repo}/issues/comments/{comment_id}';
    return this.#get('Reading the comment', route, { comment_id: id }, commentSchema, signal);
  }

  createComment(issue: number, body: string, signal: AbortSignal): Promise<IssueComment> {
    const route = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    return this.#send('Writing the comment', route, { issue_number: issue, body }, commentSchema, signal);
  }

  updateComment(id: number, body: string, signal: AbortSignal): Promise<IssueComment> {
    const route = 'PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}';
    return this.#send('Changing the comment', route, { comment_id: id, body }, commentSchema, signal);
  }

  async acknowledge({ kind, id }: Pick<Comment, 'kind' | 'id'>, signal: AbortSignal): Promise<void> {
    const route = `POST /repos/{owner}/{repo}/${kind === 'review' ? 'pulls' : 'issues'}/comments/{comment_id}/reactions`;
    await this.#send('Adding the reaction', route, { comment_id: id, content: 'eyes' }, z.unknown(), signal);
  }

  /** Reading changes nothing, so what may pass is tried a second time. */
  async #get<T>(...[what, route, parameters, schema, signal]: Call<T>): Promise<T> {
    const limited = withTimeLimit(signal);
    try {
      return await this.#request(what, route, parameters, schema, limited);
    } catch (error) {
      if (!(error instanceof GithubError) || (error.status ?? 500) < 500 || limited.aborted) throw error;
      await delay(RETRY_PAUSE_MS, undefined, { signal: limited }).catch(() => {});
      return await this.#request(what, route, parameters, schema, limited);
    }
  }

  #send<T>(...[what, route, parameters, schema, signal]: Call<T>): Promise<T> {
    return this.#request(what, route, parameters, schema, withTimeLimit(signal));
  }

  async #request<T>(...[what, route, parameters, schema, signal]: Call<T>): Promise<T> {
    const { owner, name } = this.#settings.repository;
    try {
      const octokit = await this.#load();
      const request = { signal, log: SILENT };
      const { data } = await octokit.request(route, { owner, repo: name, ...parameters, request });
      return schema.parse(data);
    } catch (error) {
      throw explain(what, error, signal);
    }
  }

  /** The package reads the event and the API's address when it is loaded, which must not break a run without comments. */
  #load(): Promise<Octokit> {
    this.#octokit ??= import('@actions/github').then(({ getOctokit }) =>
      getOctokit(this.#settings.token, {
        baseUrl: this.#settings.env['GITHUB_API_URL'] || 'https://api.github.com',
        userAgent: `docs-agent-action/${VERSION}`,
        log: SILENT,
      }),
    );
    return this.#octokit;
  }
}

type Call<T> = [
  /** As the beginning of a sentence. */
  what: string,
  route: string,
  parameters: Readonly<Record<string, string | number>>,
  schema: z.ZodMiniType<T>,
  signal: AbortSignal,
];

/** Octokit would write to the log by itself, past everything that makes text safe there. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function withTimeLimit(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
}

function explain(what: string, error: unknown, signal: AbortSignal): GithubError {
  const answer = answerOf(error);
  if (answer) {
    const says = answer.message === '' ? '' : ` (${shorten(answer.message, 200)})`;
    return new GithubError(`${what} failed: GitHub answered ${answer.status}${says}.`, answer.status);
  }
  const why = signal.aborted
    ? 'GitHub did not answer in time'
    : error instanceof z.core.$ZodError
      ? 'GitHub answered something that is not understood'
      : `GitHub was not reached (${error instanceof Error ? shorten(error.message, 200) : 'unknown error'})`;
  return new GithubError(`${what} failed: ${why}.`, undefined, { cause: error });
}

/** Octokit gives requests without an answer the status 500 as well; only a real answer has a `response`. */
function answerOf(error: unknown): { status: number; message: string } | undefined {
  const schema = z.object({
    status: z.number(),
    response: z.object({ data: z.catch(z.object({ message: z.string() }), { message: '' }) }),
  });
  const { data } = schema.safeParse(error);
  return data && { status: data.status, message: data.response.data.message };
}
