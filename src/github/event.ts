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
  readonly sender: Account | undefined;
  /** The label that was just added or removed. */
  readonly label: string | undefined;
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
  readonly sender: Account | undefined;
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
  readonly sender: Account | undefined;
  /** Absent if the payload has none that can be read. */
  readonly release: Release | undefined;
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
  readonly sender: Account | undefined;
  /** Of events that carry one, such as `discussion`. */
  readonly label: string | undefined;
  /** Of events that carry one, such as `discussion_comment`. */
  readonly comment: Pick<Comment, 'body' | 'author'> | undefined;
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
const id = z.int().check(z.positive());
const thread = z.object({ number: id, title: text, body: text, html_url: text, user: account });
const issue = z.extend(thread, { pull_request: z.optional(z.unknown()) });
const label = orAbsent(
  z.pipe(
    z.object({ name: z.string() }),
    z.transform(({ name }): string => name),
  ),
);
const commentSchema = z.object({
  id,
  body: text,
  html_url: text,
  user: account,
  author_association: text,
  path: text,
  diff_hunk: text,
  pull_request_review_id: orAbsent(id),
});
const review = z.object({ id, body: text, html_url: text, user: account, author_association: text });
const commit = z.string().check(z.regex(/^[0-9a-f]{40,64}$/));
const caused = z.object({ action: text, sender: account });
const merged = z.object({ merged: z.catch(z.boolean(), false) });

const schemas = {
  issues: z.extend(caused, { issue, label }),
  pullRequest: z.extend(caused, { pull_request: z.extend(thread, merged.shape), label }),
  issueComment: z.extend(caused, { issue, comment: commentSchema }),
  lineComment: z.extend(caused, { pull_request: thread, comment: commentSchema }),
  review: z.extend(caused, { pull_request: thread, review }),
  plain: z.extend(caused, { label, comment: orAbsent(z.object({ body: text, user: account })) }),
  push: z.object({
    before: commit,
    after: commit,
    ref: text,
    forced: z.catch(z.boolean(), false),
    repository: z.catch(z.object({ default_branch: text }), { default_branch: '' }),
  }),
  release: z.extend(caused, {
    release: z.object({
      tag_name: z.string().check(z.minLength(1)),
      name: text,
      body: text,
      html_url: text,
      author: account,
      prerelease: z.catch(z.boolean(), false),
    }),
  }),
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
      const { action, sender, label, issue } = read(schemas.issues);
      const subject = subjectOf(issue, isPullRequest(issue));
      return { kind: 'subject', name, action, sender, label, merged: false, subject };
    }
    case 'pull_request':
    case 'pull_request_target': {
      const { action, sender, label, pull_request } = read(schemas.pullRequest);
      const subject = subjectOf(pull_request, true);
      return { kind: 'subject', name, action, sender, label, merged: pull_request.merged, subject };
    }
    case 'issue_comment': {
      const { action, sender, issue, comment } = read(schemas.issueComment);
      const subject = subjectOf(issue, isPullRequest(issue));
      return { kind: 'comment', name, action, sender, subject, comment: commentOf(comment, 'issue') };
    }
    case 'pull_request_review_comment': {
      const { action, sender, pull_request, comment } = read(schemas.lineComment);
      const subject = subjectOf(pull_request, true);
      return { kind: 'comment', name, action, sender, subject, comment: commentOf(comment, 'line') };
    }
    case 'pull_request_review': {
      const { action, sender, pull_request, review } = read(schemas.review);
      const comment = commentOf({ ...review, ...NO_LINE }, 'review');
      return { kind: 'comment', name, action, sender, subject: subjectOf(pull_request, true), comment };
    }
    case 'release':
      return releaseEvent(
        name,
        attempt(() => read(schemas.release)),
      );
    case 'push': {
      const plain = attempt(() => read(schemas.plain));
      return {
        ...plainEvent(name, plain),
        push: pushOf(attempt(() => read(schemas.push))),
      };
    }
    default:
      return plainEvent(
        name,
        attempt(() => read(schemas.plain)),
      );
  }
}

/** Whatever is wrong with it, it counts as absent. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}

function subjectOf(
  { number, title, body, html_url, user }: z.infer<typeof thread>,
  isPullRequest: boolean,
): Subject {
  const kind = isPullRequest ? 'pull request' : 'issue';
  return { kind, number, title, body, url: html_url, author: user };
}

/** GitHub gives pull requests out as issues too, with this field. */
function isPullRequest({ pull_request }: z.infer<typeof issue>): boolean {
  return typeof pull_request === 'object' && pull_request !== null;
}

const NO_LINE = { path: '', diff_hunk: '', pull_request_review_id: undefined };

function commentOf(comment: z.infer<typeof commentSchema>, kind: Comment['kind']): Comment {
  const { id, body, html_url, user, author_association, path, diff_hunk, pull_request_review_id } = comment;
  const code = kind === 'line' && path !== '' ? { path, hunk: diff_hunk } : undefined;
  const about = { association: author_association, review: pull_request_review_id, code };
  return { kind, id, body, url: html_url, author: user, ...about };
}

/** A line comment as GitHub's REST API gives it. */
export const lineCommentSchema = z.pipe(
  commentSchema,
  z.transform((comment): Comment => commentOf(comment, 'line')),
);

function releaseEvent(name: string, payload: z.infer<typeof schemas.release> | undefined): ReleaseEvent {
  if (!payload) return { kind: 'release', name, action: '', sender: undefined, release: undefined };
  const { tag_name, name: title, body, html_url, author, prerelease } = payload.release;
  const release = { tag: tag_name, title, notes: body, url: html_url, author, isPrerelease: prerelease };
  return { kind: 'release', name, action: payload.action, sender: payload.sender, release };
}

function plainEvent(name: string, payload: z.infer<typeof schemas.plain> | undefined): PlainEvent {
  const comment = payload?.comment && { body: payload.comment.body, author: payload.comment.user };
  return {
    kind: 'plain',
    name,
    action: payload?.action ?? '',
    sender: payload?.sender,
    label: payload?.label,
    comment,
  };
}

function pushOf(payload: z.infer<typeof schemas.push> | undefined): Push | undefined {
  if (!payload) return undefined;
  const { before, after, ref, forced, repository } = payload;
  return { before, after, ref, isForced: forced, defaultBranch: repository.default_branch };
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
