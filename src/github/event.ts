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

/** `issues`, `pull_request` and `pull_request_target`. */
export interface SubjectEvent {
  readonly kind: 'subject';
  readonly name: string;
  /** Such as `labeled` or `opened`. */
  readonly action: string;
  /** Who caused the event, which need not be the author of the subject. */
  readonly sender?: Account | undefined;
  /** The label that was just added or removed. */
  readonly label?: string | undefined;
  /** A pull request that is closed because it was merged. */
  readonly merged: boolean;
  readonly subject: Subject;
}

/** `issue_comment`, `pull_request_review_comment` and `pull_request_review`. */
export interface CommentEvent {
  readonly kind: 'comment';
  readonly name: string;
  /** `created`, `edited` or `deleted`; of a review `submitted`, `edited` or `dismissed`. */
  readonly action: string;
  /** Who caused the event: for `edited`, whoever edited the comment. */
  readonly sender?: Account | undefined;
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
  /** The review that a line comment is of. */
  readonly review?: number | undefined;
  /** Line comments of the same review that are asked with this one. */
  readonly others?: readonly Comment[];
  /** What a line comment was made on. */
  readonly code?: { readonly path: string; readonly hunk: string } | undefined;
}

export interface ReleaseEvent {
  readonly kind: 'release';
  readonly name: string;
  readonly action: string;
  readonly sender?: Account | undefined;
  /** Absent if the payload has none that can be read. */
  readonly release?: Release | undefined;
}

export interface Release {
  readonly tag: string;
  readonly title: string;
  readonly notes: string;
  readonly url: string;
  readonly author: Account | undefined;
  readonly isPrerelease: boolean;
}

/** What a `push` says. Commits that do not exist are 40 zeros. */
export interface Push {
  readonly before: string;
  readonly after: string;
  /** Such as `refs/heads/main`. */
  readonly ref: string;
  readonly isForced: boolean;
  /** Without `refs/heads/`; empty if not known. */
  readonly defaultBranch: string;
}

/** Every other event: it has no text that a prompt could be made of. */
export interface PlainEvent {
  readonly kind: 'plain';
  /** Empty outside of GitHub Actions. */
  readonly name: string;
  /** Empty if the event has none. */
  readonly action: string;
  readonly sender?: Account | undefined;
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
const thread = z.object({ number: id, title: text, body: text, html_url: text, user: account });
/** GitHub gives pull requests out as issues too, with a field of that name. */
const issue = z.pipe(
  z.extend(thread, { pull_request: z.optional(z.unknown()) }),
  z.transform(({ pull_request, ...issue }): Subject => {
    const isPullRequest = typeof pull_request === 'object' && pull_request !== null;
    return subjectOf(issue, isPullRequest ? 'pull request' : 'issue');
  }),
);
const pullRequest = z.pipe(
  z.extend(thread, { merged: flag }),
  z.transform(({ merged, ...about }) => ({ merged, subject: subjectOf(about, 'pull request') })),
);
const remark = z.object({ id, body: text, html_url: text, user: account, author_association: text });
const comment = z.pipe(
  remark,
  z.transform((comment): Comment => commentOf(comment, 'issue')),
);
const review = z.pipe(
  remark,
  z.transform((review): Comment => commentOf(review, 'review')),
);
/** A line comment, also as GitHub's REST API gives it. */
export const lineCommentSchema = z.pipe(
  z.extend(remark, { path: text, diff_hunk: text, pull_request_review_id: orAbsent(id) }),
  z.transform(({ path, diff_hunk, pull_request_review_id: review, ...comment }): Comment => {
    const code = path === '' ? undefined : { path, hunk: diff_hunk };
    return { ...commentOf(comment, 'line'), review, code };
  }),
);
const release = z.pipe(
  z.object({
    tag_name: z.string().check(z.minLength(1)),
    name: text,
    body: text,
    html_url: text,
    author: account,
    prerelease: flag,
  }),
  z.transform(({ tag_name, name, body, html_url, author, prerelease }): Release => {
    return { tag: tag_name, title: name, notes: body, url: html_url, author, isPrerelease: prerelease };
  }),
);
const push = z.pipe(
  z.object({
    before: commit,
    after: commit,
    ref: text,
    forced: flag,
    repository: z.catch(z.object({ default_branch: text }), { default_branch: '' }),
  }),
  z.transform(({ before, after, ref, forced, repository }): Push => {
    return { before, after, ref, isForced: forced, defaultBranch: repository.default_branch };
  }),
);
const plainComment = z.pipe(
  z.object({ body: text, user: account }),
  z.transform(({ body, user }): PlainEvent['comment'] => ({ body, author: user })),
);

const caused = z.object({ action: text, sender: account });
const schemas = {
  issues: z.extend(caused, { issue, label }),
  pullRequest: z.extend(caused, { pull_request: pullRequest, label }),
  issueComment: z.extend(caused, { issue, comment }),
  lineComment: z.extend(caused, { pull_request: pullRequest, comment: lineCommentSchema }),
  review: z.extend(caused, { pull_request: pullRequest, review }),
  release: z.extend(caused, { release }),
  plain: z.extend(caused, { label, comment: orAbsent(plainComment) }),
};

/**
 * The event that triggered the workflow, from `GITHUB_EVENT_NAME` and the payload in `GITHUB_EVENT_PATH` alone: what
 * somebody edits later changes nothing.
 *
 * @throws {EventError} when an issue, pull-request or comment event has no payload that can be read
 */
export function readEvent(env: NodeJS.ProcessEnv): TriggerEvent {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const read = <T>(schema: z.ZodMiniType<T>) => readPayload(env['GITHUB_EVENT_PATH'], name, schema);
  switch (name) {
    case 'issues': {
      const { issue: subject, ...caused } = read(schemas.issues);
      return { kind: 'subject', name, merged: false, subject, ...caused };
    }
    case 'pull_request':
    case 'pull_request_target': {
      const { pull_request, ...caused } = read(schemas.pullRequest);
      return { kind: 'subject', name, ...pull_request, ...caused };
    }
    case 'issue_comment': {
      const { issue: subject, ...caused } = read(schemas.issueComment);
      return { kind: 'comment', name, subject, ...caused };
    }
    case 'pull_request_review_comment': {
      const { pull_request, ...caused } = read(schemas.lineComment);
      return { kind: 'comment', name, subject: pull_request.subject, ...caused };
    }
    case 'pull_request_review': {
      const { pull_request, review: comment, ...caused } = read(schemas.review);
      return { kind: 'comment', name, subject: pull_request.subject, comment, ...caused };
    }
    case 'release':
      return { kind: 'release', name, action: '', ...attempt(() => read(schemas.release)) };
    default: {
      const event = { kind: 'plain', name, action: '', ...attempt(() => read(schemas.plain)) } as const;
      return name === 'push' ? { ...event, push: attempt(() => read(push)) } : event;
    }
  }
}

/** Whatever is wrong with it, it counts as absent. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

function subjectOf({ html_url, user, ...about }: z.infer<typeof thread>, kind: Subject['kind']): Subject {
  return { kind, ...about, url: html_url, author: user };
}

function commentOf(
  { id, body, html_url, user, author_association }: z.infer<typeof remark>,
  kind: Comment['kind'],
): Comment {
  return { kind, id, body, url: html_url, author: user, association: author_association };
}

function readPayload<T>(file: string | undefined, name: string, schema: z.ZodMiniType<T>): T {
  const parsed = schema.safeParse(parseJson(file, name));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'everything');
  throw new EventError(`The payload of the event ${name} lacks what is needed of it: ${fields.join(', ')}.`);
}

function parseJson(file: string | undefined, name: string): unknown {
  if (!file) throw new EventError(`The event ${name} has no payload: GITHUB_EVENT_PATH is not set.`);
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (cause) {
    const { code = 'unknown error' } = cause as NodeJS.ErrnoException;
    throw new EventError(`The payload of the event ${name} could not be read (${code}).`, { cause });
  }
  try {
    return JSON.parse(content);
  } catch (cause) {
    throw new EventError(`The payload of the event ${name} is not JSON.`, { cause });
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
