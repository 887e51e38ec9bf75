import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The run's event, and GitHub's objects in payloads and responses. Every text in them is remote text. */

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());
/** Time as ISO 8601; empty if GitHub doesn't say. */
const time = z.catch(z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))), '');

function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.pipe(z.catch(z.looseObject({}), {}), z.object(shape));
}

/** Drops invalid entries, because one invalid entry must not end a run. */
export function list<T>(entry: z.ZodMiniType<T>) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((entries): T[] => entries.flatMap((each) => z.safeParse(entry, each).data ?? [])),
  );
}

/** Person or bot on GitHub. The login of an app ends in `[bot]`, and managed accounts can have underscores. */
export type Account = Readonly<NonNullable<z.infer<typeof account>>>;
const login = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?$/));
const account = orAbsent(
  z.pipe(
    z.object({ login, type: text }),
    z.transform(({ login, type }) => ({ login, isBot: type === 'Bot' || login.endsWith('[bot]') })),
  ),
);

const named = z.object({ name: z.string() });

/** GitHub also returns pull requests as issues with a `pull_request` field. */
function subjectSchema(isPullRequest = false) {
  return z.pipe(
    z.object({
      ...{ number: id, title: text, body: text, html_url: text, user: account, state: text },
      ...{ labels: z.catch(list(named), []), updated_at: time, merged: flag, merged_at: time },
      ...{ merge_commit_sha: text, head: part({ sha: text }) },
      base: part({ ref: text, repo: part({ full_name: text }) }),
      pull_request: orAbsent(z.object({ merged_at: time })),
    }),
    z.transform(({ number, title, body, html_url: url, user: author, state, head, base, ...others }) => {
      const { pull_request: asIssue, updated_at: updatedAt, merge_commit_sha: mergeCommit } = others;
      const mergedAt = others.merged_at || asIssue?.merged_at || '';
      return {
        kind: isPullRequest || asIssue ? ('pull request' as const) : ('issue' as const),
        ...{ number, title, body, url, state, updatedAt, mergedAt, mergeCommit },
        author,
        labels: others.labels.map(({ name }) => name),
        merged: others.merged || mergedAt !== '',
        /** Last commit; empty for issues, and in responses that describe a pull request as an issue. */
        head: head.sha,
        base: { ref: base.ref, repository: base.repo.full_name },
      };
    }),
  );
}
export const issueSchema = subjectSchema();
export const pullRequestSchema = subjectSchema(true);
export type Subject = Readonly<z.infer<typeof issueSchema>>;

/** `review`: the text of a review, which may be empty. */
type CommentKind = 'issue' | 'line' | 'review' | 'other';
export type GithubComment = Readonly<z.infer<ReturnType<typeof commentSchema>>> & {
  /** Line comments of a review, which are part of the request. */
  readonly others?: readonly GithubComment[];
};
export function commentSchema(kind: CommentKind) {
  return z.pipe(
    z.object({
      ...{ id: kind === 'other' ? z.catch(id, 0) : id, body: text, html_url: text, user: account },
      ...{ author_association: text, created_at: time, updated_at: time, submitted_at: time },
      ...{ path: text, diff_hunk: text, pull_request_review_id: orAbsent(id) },
      minimized: z.optional(z.unknown()),
    }),
    z.transform(({ id, body, html_url: url, user: author, path, ...others }) => {
      const createdAt = others.created_at || others.submitted_at;
      return {
        ...{ kind, id, body, url, author, createdAt },
        updatedAt: others.updated_at || createdAt,
        association: others.author_association,
        review: others.pull_request_review_id,
        code: path === '' ? undefined : { path, hunk: others.diff_hunk },
        isMinimized: Boolean(others.minimized),
      };
    }),
  );
}

export type Release = Readonly<z.infer<typeof releaseSchema>>;
export const releaseSchema = z.pipe(
  z.object({
    ...{ tag_name: z.string().check(z.minLength(1)), name: text, body: text, html_url: text },
    ...{ author: account, draft: flag, target_commitish: text },
  }),
  z.transform(({ tag_name: tag, name: title, body: notes, html_url: url, author, ...others }) => ({
    /** `tag`: a tag without a release. */
    kind: (others.draft ? 'draft' : 'release') as 'release' | 'draft' | 'tag',
    ...{ tag, title, notes, url, author },
    /** Branch or commit that gets the tag when a draft is published. */
    target: others.target_commitish,
  })),
);

const commit = z.object({ id: text, message: text, author: part({ username: text }) });
/** `before` and `after` are commits; 40 zeros stand for one that doesn't exist. */
export type Push = Readonly<z.infer<typeof pushSchema>>;
const pushSchema = z.pipe(
  z.object({
    ...{ before: z.string(), after: z.string(), ref: text },
    ...{ created: flag, deleted: flag, forced: flag, commits: z.catch(list(commit), []) },
  }),
  z.transform(({ ref, commits, ...push }) => ({
    ...push,
    branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1],
    tag: /^refs\/tags\/(.+)$/.exec(ref)?.[1],
    /** Commits, oldest first, each with the first line of its message and its author's login, which may be empty. */
    commits: commits.map(({ id, message, author }) => ({
      ...{ id, line: /^.*/.exec(message)?.[0] ?? '', author: author.username },
    })),
  })),
);

export interface TriggerEvent {
  readonly name: string;
  readonly action: string;
  /** Account that caused the event, not always the author of the issue or the comment. */
  readonly sender?: Account | undefined;
  /** Issue or pull request of the event or its comment. `findSubject` adds that of a push or a dispatch. */
  readonly subject?: Subject | undefined;
  readonly label?: string | undefined;
  readonly comment?: GithubComment | undefined;
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
  readonly isNewBase: boolean;
  readonly defaultBranch: string;
  /** Time of the comment or the review, else of the subject's last change (ISO 8601); empty if there is neither. */
  readonly at: string;
}

export class EventError extends Error {
  override readonly name = 'EventError';
}

const COMMENT_KINDS: Readonly<Record<string, CommentKind>> = {
  ...{ issue_comment: 'issue', pull_request_review_comment: 'line', pull_request_review: 'review' },
};
const absent = orAbsent(z.undefined());

/** Requires an issue, pull request, comment or review of the events that can't be handled without it. */
function payloadSchema(name: string) {
  const kind = COMMENT_KINDS[name] ?? 'other';
  const comment = kind === 'other' ? orAbsent(commentSchema(kind)) : commentSchema(kind);
  return z.object({
    ...{ action: text, sender: account, label: orAbsent(named) },
    ...{ changes: part({ base: z.optional(z.unknown()) }), repository: part({ default_branch: text }) },
    issue: /^issue(s|_comment)$/.test(name) ? issueSchema : absent,
    pull_request: /^pull_request(_target|_review|_review_comment)?$/.test(name) ? pullRequestSchema : absent,
    comment: kind === 'review' ? absent : comment,
    review: kind === 'review' ? comment : absent,
    release: name === 'release' ? orAbsent(releaseSchema) : absent,
  });
}

/** Reads the run's event. Throws an {@link EventError} if its payload can't be read, or lacks what it is about. */
export function readEvent(env: NodeJS.ProcessEnv): TriggerEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file = '' } = env;
  if (name === '') return { name, action: '', isNewBase: false, defaultBranch: '', at: '' };
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const { action, sender, label, release, ...payload } = payloadSchema(name).parse(content);
    const { issue, pull_request, review, comment = review, changes, repository } = payload;
    const subject = issue ?? pull_request;
    const push = name === 'push' ? orAbsent(pushSchema).parse(content) : undefined;
    return {
      ...{ name, action, sender, subject, label: label?.name, comment, release, push },
      isNewBase: changes.base !== undefined,
      defaultBranch: repository.default_branch,
      at: comment?.updatedAt || subject?.updatedAt || '',
    };
  } catch (error) {
    const problem = file === '' ? "is missing: GITHUB_EVENT_PATH isn't set" : problemOf(error);
    throw new EventError(`The payload of the \`${name}\` event ${problem}.`);
  }
}

function problemOf(error: unknown): string {
  if (error instanceof SyntaxError) return "isn't JSON";
  if (!(error instanceof z.core.$ZodError)) {
    return `couldn't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const fields = error.issues.map(({ path }) => path.join('.') || 'everything');
  return `lacks these fields: ${fields.join(', ')}`;
}
