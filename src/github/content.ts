import * as z from 'zod/mini';
import { type CallOptions, isGone } from './api.ts';
import { type Operation, operation, type RunnerGithub } from './rest.ts';

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
const someFiles = z.catch(z.array(file), []);
const user = z.catch(z.nullish(z.object({ login: z.string(), type: text })), undefined);
const message = z.object({ commit: z.object({ message: text }) });
const comparison = z.pipe(
  z.object({ files: someFiles, commits: z.catch(z.array(message), []), total_commits: count }),
  z.transform(({ files, commits, total_commits }): Comparison => {
    const messages = commits.map(({ commit }) => commit.message);
    return { files, commits: messages, commitCount: Math.max(total_commits, messages.length) };
  }),
);
const commit = z.pipe(
  z.extend(message, { files: someFiles }),
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
const REPOSITORY = 'GET /repos/{owner}/{repo}';
const PULL_REQUEST = `${REPOSITORY}/pulls/{pull_number}`;
const ISSUE = `${REPOSITORY}/issues/{issue_number}`;
const files = z.array(file);
const remarks = z.array(remark);

const listFiles = operation(
  'Reading the files of the pull request',
  `${PULL_REQUEST}/files`,
  files,
  PULL_REQUESTS,
);
const compare = operation('Comparing commits', `${REPOSITORY}/compare/{basehead}`, comparison, CONTENTS);
const getCommit = operation('Reading a commit', `${REPOSITORY}/commits/{ref}`, commit, CONTENTS);
const listReleases = operation('Reading the releases', `${REPOSITORY}/releases`, z.array(release), CONTENTS);
const getAttributes = operation(
  'Reading .gitattributes',
  `${REPOSITORY}/contents/.gitattributes`,
  content,
  CONTENTS,
);
const listComments = operation(
  'Reading the discussion',
  `${ISSUE}/comments`,
  remarks,
  '`issues: read` (on pull requests `pull-requests: read`)',
);
const listReviews = operation('Reading the reviews', `${PULL_REQUEST}/reviews`, remarks, PULL_REQUESTS);
const listLineComments = operation(
  'Reading the comments on lines',
  `${PULL_REQUEST}/comments`,
  remarks,
  PULL_REQUESTS,
);

/** Reads what `include` names. Every method throws GithubErrors. */
export class GithubContent {
  readonly #github: RunnerGithub;

  constructor(github: RunnerGithub) {
    this.#github = github;
  }

  pullRequestFiles(number: number, options: CallOptions): Promise<readonly GithubFile[]> {
    return this.#first(MOST_PULL_FILES, listFiles, { pull_number: number }, options);
  }

  /** Three dots: what has changed in `head` since it left `base`. GitHub gives the first 250 commits. */
  compare(base: string, head: string, options: CallOptions): Promise<Comparison> {
    return this.#github.read(compare, { basehead: `${base}...${head}`, per_page: 250 }, options);
  }

  /** One commit, compared with its first parent. */
  commit(ref: string, options: CallOptions): Promise<Comparison> {
    return this.#github.read(getCommit, { ref }, options);
  }

  /** The newest first, at most 300. */
  releases(options: CallOptions): Promise<readonly GithubRelease[]> {
    return this.#first(300, listReleases, {}, options);
  }

  /** @returns absent if there is none of that number */
  issue(number: number, options: CallOptions): Promise<GithubIssue | undefined> {
    const getIssue = operation(`Reading the issue #${number}`, ISSUE, issue, '`issues: read`');
    return orAbsent(this.#github.read(getIssue, { issue_number: number }, options));
  }

  /** Comments of the last pages, the oldest first. */
  comments(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    return this.#latest(listComments, { issue_number: number }, options);
  }

  /** Texts of reviews of the last pages, the oldest first. */
  reviews(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    return this.#latest(listReviews, { pull_number: number }, options);
  }

  /** Comments on lines of the last pages, the oldest first. */
  lineComments(number: number, options: CallOptions): Promise<readonly GithubRemark[]> {
    return this.#latest(listLineComments, { pull_number: number }, options);
  }

  /** `.gitattributes` of the default branch; empty if there is none. */
  async attributes(options: CallOptions): Promise<string> {
    const found = await orAbsent(this.#github.read(getAttributes, {}, options));
    return found?.encoding === 'base64' ? Buffer.from(found.content, 'base64').toString('utf8') : '';
  }

  async #first<T>(
    most: number,
    operation: Operation<T[]>,
    place: Record<string, number>,
    options: CallOptions,
  ): Promise<readonly T[]> {
    const all: T[] = [];
    for await (const page of this.#github.pages(operation, place, options)) {
      all.push(...page);
      if (all.length >= most) break;
    }
    return all.slice(0, most);
  }

  /** The last two pages of a list that begins with the oldest. */
  async #latest<T>(
    operation: Operation<T[]>,
    place: Record<string, number>,
    options: CallOptions,
  ): Promise<readonly T[]> {
    const page = (number: number) => this.#github.page(operation, number, place, options);
    const first = await page(1);
    if (first.last === undefined || first.last < 2) return first.data;
    const last = await page(first.last);
    const before = first.last === 2 ? first : await page(first.last - 1);
    return [...before.data, ...last.data];
  }
}

async function orAbsent<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}
