import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** A person or a bot on GitHub. */
export interface Account {
  readonly login: string;
  readonly isBot: boolean;
}

/** What a request is about. Every text is remote text, as it was when the event happened. */
export interface Subject {
  readonly kind: 'issue' | 'pull request';
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  /** Who wrote the title and the body; absent when the account is gone. */
  readonly author: Account | undefined;
}

/** What every event has. */
interface Caused {
  /** Empty outside of GitHub Actions. */
  readonly name: string;
  /** Such as `labeled`, `opened` or `created`; of a review `submitted`. Empty if the event has none. */
  readonly action: string;
  /** Who caused the event, who need not be the author of what it is about: for `edited`, whoever edited it. */
  readonly sender?: Account | undefined;
}

/** `issues`, `pull_request` and `pull_request_target`. */
export interface SubjectEvent extends Caused {
  readonly kind: 'subject';
  /** The label that was just added or removed. */
  readonly label?: string | undefined;
  /** A pull request that is closed because it was merged. */
  readonly merged: boolean;
  readonly subject: Subject;
}

/** `issue_comment`, `pull_request_review_comment` and `pull_request_review`. */
export interface CommentEvent extends Caused {
  readonly kind: 'comment';
  readonly subject: Subject;
  readonly comment: Comment;
}

export interface Comment {
  /** `line`: on a line of a pull request. `review`: the text of a review, which may be empty. */
  readonly kind: 'issue' | 'line' | 'review';
  readonly id: number;
  readonly body: string;
  readonly url: string;
  readonly author: Account | undefined;
  /** How GitHub ties the author to the repository, such as `MEMBER`; empty if it does not say. */
  readonly association: string;
  /** ISO 8601; empty if GitHub does not say. */
  readonly createdAt: string;
  /** The review that a line comment is of. */
  readonly review?: number | undefined;
  /** Line comments of the same review that are asked with this one. */
  readonly others?: readonly Comment[];
  /** What a line comment was made on. */
  readonly code?: { readonly path: string; readonly hunk: string } | undefined;
}

export interface ReleaseEvent extends Caused {
  readonly kind: 'release';
  /** Absent if the payload has none that can be read. */
  readonly release?: Release | undefined;
}

/** Every other event: it has no text that a prompt could be made of. */
export interface PlainEvent extends Caused {
  readonly kind: 'plain';
  /** Of events that carry one, such as `discussion`. */
  readonly label?: string | undefined;
  /** Of events that carry one, such as `discussion_comment`. */
  readonly comment?: Pick<Comment, 'body' | 'author'> | undefined;
  /** Of `push`. */
  readonly push?: Push | undefined;
}

export type TriggerEvent = SubjectEvent | CommentEvent | ReleaseEvent | PlainEvent;

/** The event's payload is needed and cannot be read. */
export class EventError extends Error {
  override readonly name = 'EventError';
}

/** Letters, digits, hyphens; underscores in managed accounts; `[bot]` at the end of an app's login. */
const login = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?$/));
const account = orAbsent(
  z.pipe(
    z.object({ login, type: z.catch(z.string(), '') }),
    z.transform(({ login, type }): Account => ({ login, isBot: type === 'Bot' || login.endsWith('[bot]') })),
  ),
);
const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());
const commit = z.string().check(z.regex(/^[0-9a-f]{40,64}$/));
const label = orAbsent(
  z.pipe(
    z.object({ name: z.string() }),
    z.transform(({ name }): string => name),
  ),
);
const thread = z.object({
  number: id,
  title: text,
  body: text,
  html_url: text,
  user: account,
  pull_request: z.optional(z.unknown()),
  merged: flag,
});
/** An issue. GitHub gives pull requests out as issues too, with a field of that name. */
export const issueSchema = z.pipe(
  thread,
  z.transform((issue): Subject => {
    const isPullRequest = typeof issue.pull_request === 'object' && issue.pull_request !== null;
    return subjectOf(issue, isPullRequest ? 'pull request' : 'issue');
  }),
);
const pullRequest = z.pipe(
  thread,
  z.transform((about) => ({ merged: about.merged, subject: subjectOf(about, 'pull request') })),
);
const remark = z.object({
  id,
  body: z.nullish(z.string()),
  html_url: text,
  user: account,
  author_association: text,
  created_at: text,
  submitted_at: text,
  path: text,
  diff_hunk: text,
  pull_request_review_id: orAbsent(id),
});
/** A comment, also one on a line, or a review. */
export function commentSchema(kind: Comment['kind']) {
  return z.pipe(
    remark,
    z.transform(
      (given): Comment => ({
        kind,
        id: given.id,
        body: given.body ?? '',
        url: given.html_url,
        author: given.user,
        association: given.author_association,
        createdAt: given.created_at || given.submitted_at,
        review: given.pull_request_review_id,
        code: given.path === '' ? undefined : { path: given.path, hunk: given.diff_hunk },
      }),
    ),
  );
}
export const releaseSchema = z.pipe(
  z.object({
    tag_name: z.string(),
    name: text,
    body: text,
    html_url: text,
    author: account,
    draft: flag,
    prerelease: flag,
    published_at: text,
  }),
  z.transform(({ tag_name, name, body, html_url, author, draft, prerelease, published_at }) => ({
    /** Empty in a draft that has none yet. */
    tag: tag_name,
    title: name,
    notes: body,
    url: html_url,
    author,
    isDraft: draft,
    isPrerelease: prerelease,
    /** ISO 8601; empty if it is not published. */
    publishedAt: published_at,
  })),
);
export type Release = Readonly<z.infer<typeof releaseSchema>>;
const tagged = releaseSchema.check(z.refine(({ tag }) => tag !== ''));
const push = z.pipe(
  z.object({
    /** Commits that do not exist are 40 zeros. */
    before: commit,
    after: commit,
    /** Such as `refs/heads/main`. */
    ref: text,
    forced: flag,
    repository: z.catch(z.object({ default_branch: text }), { default_branch: '' }),
  }),
  z.transform(({ forced, repository, ...commits }) => ({
    ...commits,
    isForced: forced,
    /** Without `refs/heads/`; empty if not known. */
    defaultBranch: repository.default_branch,
  })),
);
export type Push = Readonly<z.infer<typeof push>>;
const caused = z.object({ action: text, sender: account });
const plainComment = z.pipe(
  z.object({ body: text, user: account }),
  z.transform(({ body, user }): PlainEvent['comment'] => ({ body, author: user })),
);

/**
 * The event that triggered the workflow, from `GITHUB_EVENT_NAME` and the payload in `GITHUB_EVENT_PATH` alone: what
 * somebody edits later changes nothing.
 *
 * @throws {EventError} when an issue, pull-request or comment event has no payload that can be read
 */
export function readEvent(env: NodeJS.ProcessEnv): TriggerEvent {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const file = env['GITHUB_EVENT_PATH'];
  const read = <Parts extends z.core.$ZodShape>(parts: Parts) =>
    readPayload(file, name, z.extend(caused, parts));
  switch (name) {
    case 'issues': {
      const { issue: subject, ...caused } = read({ issue: issueSchema, label });
      return { kind: 'subject', name, merged: false, subject, ...caused };
    }
    case 'pull_request':
    case 'pull_request_target': {
      const { pull_request, ...caused } = read({ pull_request: pullRequest, label });
      return { kind: 'subject', name, ...pull_request, ...caused };
    }
    case 'issue_comment': {
      const { issue: subject, ...caused } = read({ issue: issueSchema, comment: commentSchema('issue') });
      return { kind: 'comment', name, subject, ...caused };
    }
    case 'pull_request_review_comment': {
      const { pull_request, ...caused } = read({ pull_request: pullRequest, comment: commentSchema('line') });
      return { kind: 'comment', name, subject: pull_request.subject, ...caused };
    }
    case 'pull_request_review': {
      const parts = { pull_request: pullRequest, review: commentSchema('review') };
      const { pull_request, review: comment, ...caused } = read(parts);
      return { kind: 'comment', name, subject: pull_request.subject, comment, ...caused };
    }
    case 'release':
      return { kind: 'release', name, action: '', ...attempt(() => read({ release: tagged })) };
    default: {
      const plain = attempt(() => read({ label, comment: orAbsent(plainComment) }));
      const event = { kind: 'plain', name, action: '', ...plain } as const;
      return name === 'push' ? { ...event, push: attempt(() => readPayload(file, name, push)) } : event;
    }
  }
}
/** Whatever is wrong with it, it counts as absent. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

function subjectOf(about: z.infer<typeof thread>, kind: Subject['kind']): Subject {
  const { number, title, body, html_url: url, user: author } = about;
  return { kind, number, title, body, url, author };
}

function readPayload<T>(file: string | undefined, name: string, schema: z.ZodMiniType<T>): T {
  const parsed = schema.safeParse(parseJson(file, name));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'everything');
  throw new EventError(`The payload of the event ${name} lacks what is needed of it: ${fields.join(', ')}.`);
}

function parseJson(file: string | undefined, name: string): unknown {
  if (!file) throw new EventError(`The event ${name} has no payload: GITHUB_EVENT_PATH is not set.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new EventError(`The payload of the event ${name} is not JSON.`, { cause });
    }
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    throw new EventError(`The payload of the event ${name} could not be read (${code}).`, { cause });
  }
}

/** For events that can do without their payload. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof EventError) return undefined;
    throw error;
  }
}
