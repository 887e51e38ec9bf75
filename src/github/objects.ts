import * as z from 'zod/mini';

// GitHub's objects in payloads and responses. Every text in them is remote text.

export const optionalText = z.catch(z.string(), '');
export const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());
/** Time as ISO 8601; empty if GitHub doesn't say. */
const time = z.catch(z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))), '');

/** Reads an invalid value as undefined. */
export function optional<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** Reads an object whose absence or wrong shape is the same as an empty one. */
export function partial<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(z.catch(z.looseObject({}), {}), z.object(shape));
}

/** Converts what `schema` reads. */
export function mapped<Given, T>(schema: z.ZodMiniType<Given>, convert: (given: Given) => T) {
  return z.pipe(schema, z.transform(convert));
}

/** Drops invalid entries, because one invalid entry must not end a run. */
export function list<T>(entry: z.ZodMiniType<T>) {
  const read = (given: unknown) => z.safeParse(entry, given).data ?? [];
  return mapped(z.array(z.unknown()), (entries): T[] => entries.flatMap(read));
}

/** Person or bot on GitHub. */
export interface Account {
  readonly login: string;
  readonly isBot: boolean;
}

/** Logins of old accounts can begin with a hyphen. Managed accounts have an underscore, and apps end in `[bot]`. */
const login = z.string().check(z.regex(/^[A-Za-z0-9-][A-Za-z0-9_-]*(\[bot\])?$/));
export const accountSchema = optional(
  mapped(z.object({ login, type: optionalText }), ({ login, type }): Account => {
    return { login, isBot: type === 'Bot' || login.endsWith('[bot]') };
  }),
);

export const labelSchema = mapped(z.object({ name: z.string() }), ({ name }) => name);

export type IssueOrPull = Readonly<{
  kind: 'issue' | 'pull request';
  number: number;
  title: string;
  body: string;
  url: string;
  state: string;
  author: Account | undefined;
  labels: readonly string[];
  updatedAt: string;
  merged: boolean;
  /** Empty unless it is merged, and where GitHub doesn't say. */
  mergedAt: string;
  mergeCommit: string;
  /** Last commit; empty for issues, and in responses that describe a pull request as an issue. */
  head: string;
  base: { readonly ref: string; readonly repository: string };
}>;

const issueOrPullShape = z.object({
  number: id,
  title: optionalText,
  body: optionalText,
  html_url: optionalText,
  user: accountSchema,
  state: optionalText,
  labels: z.catch(list(labelSchema), []),
  updated_at: time,
  merged: flag,
  merged_at: time,
  merge_commit_sha: optionalText,
  head: partial({ sha: optionalText }),
  base: partial({ ref: optionalText, repo: partial({ full_name: optionalText }) }),
  pull_request: optional(z.object({ merged_at: time })),
});

function readIssueOrPull(given: z.infer<typeof issueOrPullShape>, isPull: boolean): IssueOrPull {
  const mergedAt = given.merged_at || (given.pull_request?.merged_at ?? '');
  return {
    kind: isPull ? 'pull request' : 'issue',
    number: given.number,
    title: given.title,
    body: given.body,
    url: given.html_url,
    state: given.state,
    author: given.user,
    labels: given.labels,
    updatedAt: given.updated_at,
    merged: given.merged || mergedAt !== '',
    mergedAt,
    mergeCommit: given.merge_commit_sha,
    head: given.head.sha,
    base: { ref: given.base.ref, repository: given.base.repo.full_name },
  };
}

/** GitHub also returns pull requests as issues with a `pull_request` field. */
export const issueSchema = mapped(issueOrPullShape, (given) => {
  return readIssueOrPull(given, given.pull_request !== undefined);
});
export const pullRequestSchema = mapped(issueOrPullShape, (given) => readIssueOrPull(given, true));

/** `issue`: in the conversation. `review`: the text of a review, which may be empty. */
export type CommentKind = 'issue' | 'line' | 'review' | 'other';

export type GithubComment = Readonly<{
  kind: CommentKind;
  id: number;
  body: string;
  url: string;
  author: Account | undefined;
  association: string;
  createdAt: string;
  updatedAt: string;
  /** Code that a line comment is on. */
  code: { readonly path: string; readonly hunk: string } | undefined;
  isMinimized: boolean;
}>;

export function commentSchema(kind: CommentKind) {
  const shape = z.object({
    id: kind === 'other' ? z.catch(id, 0) : id,
    body: optionalText,
    html_url: optionalText,
    user: accountSchema,
    author_association: optionalText,
    created_at: time,
    updated_at: time,
    submitted_at: time,
    path: optionalText,
    diff_hunk: optionalText,
    minimized: z.optional(z.unknown()),
  });
  return mapped(shape, (given): GithubComment => {
    const createdAt = given.created_at || given.submitted_at;
    return {
      kind,
      id: given.id,
      body: given.body,
      url: given.html_url,
      author: given.user,
      association: given.author_association,
      createdAt,
      updatedAt: given.updated_at || createdAt,
      code: given.path === '' ? undefined : { path: given.path, hunk: given.diff_hunk },
      isMinimized: Boolean(given.minimized),
    };
  });
}

export type Release = Readonly<{
  /** `tag`: a tag without a release. */
  kind: 'release' | 'draft' | 'tag';
  tag: string;
  title: string;
  notes: string;
  url: string;
  author: Account | undefined;
  /** Branch or commit that gets the tag when a draft is published. */
  target: string;
}>;

export const releaseSchema = mapped(
  z.object({
    tag_name: z.string().check(z.minLength(1)),
    name: optionalText,
    body: optionalText,
    html_url: optionalText,
    author: accountSchema,
    draft: flag,
    target_commitish: optionalText,
  }),
  (given): Release => ({
    kind: given.draft ? 'draft' : 'release',
    tag: given.tag_name,
    title: given.name,
    notes: given.body,
    url: given.html_url,
    author: given.author,
    target: given.target_commitish,
  }),
);

/** `before` and `after` are commits; 40 zeros stand for one that doesn't exist. */
export type Push = Readonly<{
  before: string;
  after: string;
  branch: string | undefined;
  tag: string | undefined;
  created: boolean;
  deleted: boolean;
  commits: readonly PushedCommit[];
}>;

/** Commits are listed oldest first. */
interface PushedCommit {
  readonly id: string;
  /** First line of the message. */
  readonly line: string;
  /** Login of the author; may be empty. */
  readonly author: string;
}

const commitSchema = z.object({
  id: optionalText,
  message: optionalText,
  author: partial({ username: optionalText }),
});

export const pushSchema = mapped(
  z.object({
    before: z.string(),
    after: z.string(),
    ref: optionalText,
    created: flag,
    deleted: flag,
    commits: z.catch(list(commitSchema), []),
  }),
  ({ ref, commits, ...push }): Push => ({
    ...push,
    branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1],
    tag: /^refs\/tags\/(.+)$/.exec(ref)?.[1],
    commits: commits.map(({ id, message, author }) => {
      return { id, line: /^.*/.exec(message)?.[0] ?? '', author: author.username };
    }),
  }),
);
