import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The run's event, and GitHub's objects in payloads and responses. Every text in them is remote text. */

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());
/** Time as ISO 8601; empty if GitHub doesn't say. */
const time = z.catch(z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value)))), '');

/** Reads an optional value. Treats an invalid value as absent. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

/** Reads a list, and drops invalid entries, because one invalid entry must not end a run. */
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
const repository = z.catch(z.object({ full_name: text }), { full_name: '' });
/** Tip of one side of a pull request. The repository of a fork may be gone. */
const tip = z.catch(z.object({ sha: text, ref: text, repo: repository }), {
  ...{ sha: '', ref: '', repo: { full_name: '' } },
});
const count = z.int().check(z.nonnegative());
const size = z.object({ commits: count, changed_files: count, additions: count, deletions: count });

/** Reads an issue or a pull request. GitHub also returns pull requests as issues with a `pull_request` field. */
function subjectSchema(isPullRequest = false) {
  return z.pipe(
    z.looseObject({
      ...{ number: id, title: text, body: text, html_url: text, user: account, state: text },
      ...{ labels: z.catch(list(named), []), updated_at: time, merged: flag, merged_at: time },
      ...{ merge_commit_sha: text, head: tip, base: tip },
      pull_request: orAbsent(z.object({ merged_at: time })),
    }),
    z.transform(({ number, title, body, html_url: url, user: author, state, head, base, ...others }) => {
      const { pull_request: asIssue, updated_at: updatedAt, merge_commit_sha: mergeCommit } = others;
      const mergedAt = others.merged_at || asIssue?.merged_at || '';
      const { changed_files: files, ...counts } = size.safeParse(others).data ?? {};
      return {
        kind: isPullRequest || asIssue ? ('pull request' as const) : ('issue' as const),
        ...{ number, title, body, url, state, updatedAt, mergedAt, mergeCommit },
        /** Author of the title and the body; undefined if the account is gone. */
        author,
        labels: others.labels.map(({ name }) => name),
        merged: others.merged || mergedAt !== '',
        /** Last commit; empty for issues, and in responses that describe a pull request as an issue. */
        head: head.sha,
        /** `owner/name`; empty if it is gone. */
        headRepository: head.repo.full_name,
        base: { ref: base.ref, repository: base.repo.full_name },
        /** Undefined in payloads and lists that lack one of the numbers. */
        size: files === undefined ? undefined : { files, ...counts },
      };
    }),
  );
}
export const issueSchema = subjectSchema();
export const pullRequestSchema = subjectSchema(true);
export type Subject = Readonly<z.infer<typeof issueSchema>>;

/** `line`: on a line of a pull request. `review`: the text of a review, which may be empty. `other`: elsewhere. */
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
        /** Author's association with the repository, such as `MEMBER`; empty if GitHub doesn't say. */
        association: others.author_association,
        /** ID of the review that a line comment belongs to; undefined for other comments. */
        review: others.pull_request_review_id,
        /** Location of a line comment; undefined for other comments. */
        code: path === '' ? undefined : { path, hunk: others.diff_hunk },
        /** Whether GitHub hides the comment, for example as outdated, spam or abuse. */
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

const commit = z.object({
  ...{ id: text, message: text },
  author: z.catch(z.object({ username: text }), { username: '' }),
});
/** Push. `before` and `after` are commits; 40 zeros stand for one that doesn't exist. */
export type Push = Readonly<z.infer<typeof pushSchema>>;
const pushSchema = z.pipe(
  z.object({
    ...{ before: z.string(), after: z.string(), ref: text },
    ...{ created: flag, deleted: flag, forced: flag, commits: z.catch(list(commit), []) },
  }),
  z.transform(({ ref, commits, ...push }) => ({
    ...push,
    /** Name of the branch; undefined for a tag. */
    branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1],
    /** Name of the tag; undefined for a branch. */
    tag: /^refs\/tags\/(.+)$/.exec(ref)?.[1],
    /** Commits, oldest first, each with the first line of its message and its author's login, which may be empty. */
    commits: commits.map(({ id, message, author }) => ({
      ...{ id, line: /^.*/.exec(message)?.[0] ?? '', author: author.username },
    })),
  })),
);

/** Event that triggered the run. Its texts are as they were when the event happened. */
export interface TriggerEvent {
  /** Name of the event, such as `issues`; empty outside of GitHub Actions. */
  readonly name: string;
  /** Activity type, such as `labeled` or `submitted`; empty if the event doesn't have one. */
  readonly action: string;
  /** Account that caused the event. The author of the issue or comment may be a different account. */
  readonly sender?: Account | undefined;
  /** Issue or pull request of the event or its comment. `findSubject` adds that of a push or a dispatch. */
  readonly subject?: Subject | undefined;
  /** Label that was just added or removed. */
  readonly label?: string | undefined;
  readonly comment?: GithubComment | undefined;
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
  /** Whether the pull request got another base branch. */
  readonly isNewBase: boolean;
  /** Default branch of the repository; empty if the payload doesn't say. */
  readonly defaultBranch: string;
  /** Time of the comment or the review, else of the subject's last change (ISO 8601); empty if there is neither. */
  readonly at: string;
}

/** Error for a payload that can't be read. */
export class EventError extends Error {
  override readonly name = 'EventError';
}

/** Fields of event payloads. Each event has some of them. */
interface Payload extends Pick<TriggerEvent, 'action' | 'sender' | 'comment' | 'release' | 'push'> {
  readonly label?: { readonly name: string } | undefined;
  readonly issue?: Subject;
  readonly pull_request?: Subject;
  readonly review?: GithubComment;
  readonly changes?: { readonly base?: unknown } | undefined;
  readonly repository?: { readonly default_branch: string } | undefined;
}
const optionalFields = {
  ...{ action: text, sender: account, label: orAbsent(named) },
  changes: orAbsent(z.object({ base: z.optional(z.unknown()) })),
  repository: orAbsent(z.object({ default_branch: text })),
};
const payloadSchema = (shape: z.core.$ZodShape) =>
  z.object({ ...optionalFields, ...shape }) as unknown as z.ZodMiniType<Payload>;
const [issue, pull_request] = [issueSchema, pullRequestSchema];
/** Schemas of the events that can't be handled without their subject. */
const SUBJECT_EVENTS: ReadonlyMap<string, z.ZodMiniType<Payload>> = new Map([
  ['issues', payloadSchema({ issue })],
  ['pull_request', payloadSchema({ pull_request })],
  ['pull_request_target', payloadSchema({ pull_request })],
  ['issue_comment', payloadSchema({ issue, comment: commentSchema('issue') })],
  ['pull_request_review_comment', payloadSchema({ pull_request, comment: commentSchema('line') })],
  ['pull_request_review', payloadSchema({ pull_request, review: commentSchema('review') })],
  ['release', payloadSchema({ release: orAbsent(releaseSchema) })],
]);
const otherSchema = payloadSchema({ comment: orAbsent(commentSchema('other')) });

/**
 * Reads the event of the run from `GITHUB_EVENT_NAME`, and its payload from the file `GITHUB_EVENT_PATH`.
 *
 * @throws {EventError} if the payload can't be read, or lacks the event's issue, pull request or comment
 */
export function readEvent(env: NodeJS.ProcessEnv): TriggerEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file = '' } = env;
  if (name === '') return { name, action: '', isNewBase: false, defaultBranch: '', at: '' };
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const payload = (SUBJECT_EVENTS.get(name) ?? otherSchema).parse(content);
    const push = name === 'push' ? orAbsent(pushSchema).parse(content) : undefined;
    return eventOf(name, { ...payload, push });
  } catch (error) {
    const problem = file === '' ? "is missing: GITHUB_EVENT_PATH isn't set" : problemOf(error);
    throw new EventError(`The payload of the \`${name}\` event ${problem}.`);
  }
}

function eventOf(name: string, payload: Payload): TriggerEvent {
  const { action, sender, label, release, push, review, comment = review } = payload;
  const subject = payload.issue ?? payload.pull_request;
  return {
    ...{ name, action, sender, subject, label: label?.name, comment, release, push },
    isNewBase: action === 'edited' && payload.changes?.base !== undefined,
    defaultBranch: payload.repository?.default_branch ?? '',
    at: comment?.updatedAt || subject?.updatedAt || '',
  };
}

function problemOf(error: unknown): string {
  if (error instanceof SyntaxError) return "isn't JSON";
  if (!(error instanceof z.core.$ZodError)) {
    return `couldn't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const fields = error.issues.map(({ path }) => path.join('.') || 'everything');
  return `lacks these fields: ${fields.join(', ')}`;
}
