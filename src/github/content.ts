import * as z from 'zod/mini';
import type { CallOptions } from './api.ts';
import { isGone } from './api.ts';
import type { Answer, Call, RunnerGithub } from './rest.ts';

/** A file as GitHub lists it. Every text is remote text. */
export interface GithubFile {
  readonly path: string;
  /** Its path before; absent unless it was renamed. */
  readonly before: string | undefined;
  readonly status: string;
  readonly additions: number;
  readonly deletions: number;
  readonly patch: string | undefined;
}

export interface Comparison {
  readonly files: readonly GithubFile[];
  /** Whole messages, oldest first. */
  readonly commits: readonly string[];
  /** Of all of them, also of those that are not given. */
  readonly commitCount: number;
}

export interface GithubIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Login; absent if the account is gone. */
  readonly author: string | undefined;
}

/** A comment, also one on a line, or the text of a review. */
export interface GithubRemark {
  readonly id: number;
  readonly author: string | undefined;
  readonly isBot: boolean;
  readonly body: string;
  readonly url: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The file of a comment on a line; empty for others. */
  readonly path: string;
}

export interface GithubRelease {
  readonly tag: string;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
  /** ISO 8601; empty if it is not published. */
  readonly publishedAt: string;
}

/** GitHub lists so many files of a pull request, and so many of a comparison. */
export const MOST_PULL_FILES = 3000;
export const MOST_COMPARED_FILES = 300;

const text = z.catch(z.string(), '');
const count = z.catch(z.number(), 0);
const file = z.pipe(
  z.object({
    filename: z.string(),
    previous_filename: z.catch(z.optional(z.string()), undefined),
    status: text,
    additions: count,
    deletions: count,
    patch: z.catch(z.optional(z.string()), undefined),
  }),
  z.transform(({ filename, previous_filename, patch, ...rest }): GithubFile => {
    return { ...rest, path: filename, before: previous_filename, patch };
  }),
);
const files = z.catch(z.array(file), []);
const user = z.catch(z.nullish(z.object({ login: z.string(), type: text })), undefined);
const message = z.object({ commit: z.object({ message: text }) });
const comparison = z.pipe(
  z.object({ files, commits: z.catch(z.array(message), []), total_commits: count }),
  z.transform(({ files, commits, total_commits }): Comparison => {
    const messages = commits.map(({ commit }) => commit.message);
    return { files, commits: messages, commitCount: Math.max(total_commits, messages.length) };
  }),
);
const commit = z.pipe(
  z.extend(message, { files }),
  z.transform(({ files, commit }): Comparison => ({ files, commits: [commit.message], commitCount: 1 })),
);
const issue = z.pipe(
  z.object({ number: z.number(), title: text, body: z.catch(z.string(), ''), html_url: text, user }),
  z.transform(
    ({ html_url, user, ...rest }): GithubIssue => ({ ...rest, url: html_url, author: user?.login }),
  ),
);
const remark = z.pipe(
  z.object({
    id: z.number(),
    user,
    body: text,
    html_url: text,
    created_at: text,
    submitted_at: text,
    path: text,
  }),
  z.transform(({ id, user, body, html_url, created_at, submitted_at, path }): GithubRemark => {
    const isBot = user?.type === 'Bot' || user?.login.endsWith('[bot]') === true;
    const createdAt = created_at || submitted_at;
    return { id, author: user?.login, isBot, body, url: html_url, createdAt, path };
  }),
);
const release = z.pipe(
  z.object({
    tag_name: z.string(),
    draft: z.catch(z.boolean(), false),
    prerelease: z.catch(z.boolean(), false),
    published_at: text,
  }),
  z.transform(({ tag_name, draft, prerelease, published_at }): GithubRelease => {
    return { tag: tag_name, isDraft: draft, isPrerelease: prerelease, publishedAt: published_at };
  }),
);
const content = z.object({ encoding: text, content: text });

const CONTENTS = '`contents: read`';
const PULL_REQUESTS = '`pull-requests: read`';
const ISSUES = '`issues: read` (on pull requests `pull-requests: read`)';

/** Reads what `include` names. Every method throws GithubErrors. */
export class GithubContent {
  readonly #github: Pick<RunnerGithub, 'call'>;

  constructor(github: Pick<RunnerGithub, 'call'>) {
    this.#github = github;
  }

  pullRequestFiles(number: number, options: CallOptions): Promise<readonly GithubFile[]> {
    const call = {
      what: 'Reading the files of the pull request',
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/files',
      parameters: { pull_number: number },
      schema: z.array(file),
      needs: PULL_REQUESTS,
    };
    return this.#all(call, MOST_PULL_FILES, options);
  }

  /** Three dots: what has changed in `head` since it left `base`. GitHub gives the first 250 commits. */
  async compare(base: string, head: string, options: CallOptions): Promise<Comparison> {
    const { data } = await this.#github.call(
      {
        what: 'Comparing commits',
        route: 'GET /repos/{owner}/{repo}/compare/{basehead}',
        parameters: { basehead: `${base}...${head}`, per_page: 250 },
        schema: comparison,
        needs: CONTENTS,
      },
      options,
    );
    return data;
  }

  /** One commit, compared with its first parent. */
  async commit(ref: string, options: CallOptions): Promise<Comparison> {
    const { data } = await this.#github.call(
      {
        what: 'Reading a commit',
        route: 'GET /repos/{owner}/{repo}/commits/{ref}',
        parameters: { ref },
        schema: commit,
        needs: CONTENTS,
      },
      options,
    );
    return data;
  }

  /** The newest first, at most 300. */
  releases(options: CallOptions): Promise<readonly GithubRelease[]> {
    const call = {
      what: 'Reading the releases',
      route: 'GET /repos/{owner}/{repo}/releases',
      parameters: {},
      schema: z.array(release),
      needs: CONTENTS,
    };
    return this.#all(call, 300, options);
  }

  /** @returns absent if there is none of that number */
  async issue(number: number, options: CallOptions): Promise<GithubIssue | undefined> {
    const call = {
      what: `Reading the issue #${number}`,
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}',
      parameters: { issue_number: number },
      schema: issue,
      needs: '`issues: read`',
    };
    return this.#orAbsent(call, options);
  }

  /** Comments of the last pages, the oldest first. */
  comments(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    const call = {
      what: 'Reading the discussion',
      route: 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
      parameters: { issue_number: number },
      schema: z.array(remark),
      needs: ISSUES,
    };
    return this.#latest(call, options);
  }

  /** Texts of reviews of the last pages, the oldest first. */
  reviews(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    const call = {
      what: 'Reading the reviews',
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
      parameters: { pull_number: number },
      schema: z.array(remark),
      needs: PULL_REQUESTS,
    };
    return this.#latest(call, options);
  }

  /** Comments on lines of the last pages, the oldest first. */
  lineComments(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    const call = {
      what: 'Reading the comments on lines',
      route: 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
      parameters: { pull_number: number },
      schema: z.array(remark),
      needs: PULL_REQUESTS,
    };
    return this.#latest(call, options);
  }

  /** `.gitattributes` of the default branch; empty if there is none. */
  async attributes(options: CallOptions): Promise<string> {
    const call = {
      what: 'Reading .gitattributes',
      route: 'GET /repos/{owner}/{repo}/contents/{path}',
      parameters: { path: '.gitattributes' },
      schema: content,
      needs: CONTENTS,
    };
    const found = await this.#orAbsent(call, options);
    return found?.encoding === 'base64' ? Buffer.from(found.content, 'base64').toString('utf8') : '';
  }

  async #orAbsent<T>(call: Call<T>, options: CallOptions): Promise<T | undefined> {
    try {
      return (await this.#github.call(call, options)).data;
    } catch (error) {
      if (isGone(error)) return undefined;
      throw error;
    }
  }

  /** Follows `Link` until there are `most`. */
  async #all<T>(call: Call<T[]>, most: number, options: CallOptions): Promise<readonly T[]> {
    const all: T[] = [];
    let page: number | undefined = 1;
    while (page !== undefined && all.length < most) {
      const { data, next }: Answer<T[]> = await this.#page(call, page, options);
      all.push(...data);
      page = next !== undefined && next > page ? next : undefined;
    }
    return all.slice(0, most);
  }

  /** The last two pages of a list that begins with the oldest. */
  async #latest<T>(call: Call<T[]>, options: CallOptions): Promise<readonly T[]> {
    const first = await this.#page(call, 1, options);
    if (first.last === undefined || first.last < 2) return first.data;
    const last = await this.#page(call, first.last, options);
    const before = first.last === 2 ? first : await this.#page(call, first.last - 1, options);
    return [...before.data, ...last.data];
  }

  #page<T>(call: Call<T[]>, page: number, options: CallOptions): Promise<Answer<T[]>> {
    return this.#github.call({ ...call, parameters: { ...call.parameters, per_page: 100, page } }, options);
  }
}
