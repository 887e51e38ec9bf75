import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { visibleText } from '../text/visible.ts';

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

export interface Comment {
  /** `line`: on a line of a pull request. `review`: the text of a review, which may be empty. `other`: of a discussion. */
  readonly kind: 'issue' | 'line' | 'review' | 'other';
  readonly id: number;
  readonly body: string;
  readonly url: string;
  readonly author: Account | undefined;
  /** How GitHub ties the author to the repository, such as `MEMBER`; empty if it does not say. */
  readonly association: string;
  /** ISO 8601; empty if GitHub does not say. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The review that a line comment is of. */
  readonly review?: number | undefined;
  /** The line comments of a review, which are asked with it. */
  readonly others?: readonly Comment[];
  /** What a line comment was made on. */
  readonly code?: { readonly path: string; readonly hunk: string } | undefined;
}

/** What triggered the run. Every text is remote text, as it was when the event happened. */
export interface TriggerEvent {
  /** Empty outside of GitHub Actions. */
  readonly name: string;
  /** Such as `labeled`, `opened` or `created`; of a review `submitted`. Empty if the event has none. */
  readonly action: string;
  /** Who caused the event, who need not be the author of what it is about. */
  readonly sender?: Account | undefined;
  /** The issue or pull request that the event is about, or whose comment it is. */
  readonly subject?: Subject | undefined;
  /** The label that was just added or removed. */
  readonly label?: string | undefined;
  /** A pull request that is closed because it was merged. */
  readonly merged: boolean;
  readonly comment?: Comment | undefined;
  /**
   * What follows the trigger phrase in that comment, possibly nothing; absent if the phrase is not its first word, and
   * when the comment was not just made: who edits or dismisses it need not be its author.
   */
  readonly asked?: string | undefined;
  /** Absent if the payload has none that can be read. */
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
}

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
  updated_at: text,
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
        updatedAt: given.updated_at || given.created_at || given.submitted_at,
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
const push = z.object({
  /** A commit that does not exist is 40 zeros. */
  before: commit,
  after: commit,
});
export type Push = Readonly<z.infer<typeof push>>;
const otherComment = z.pipe(
  z.object({ body: text, user: account }),
  z.transform(
    ({ body, user: author }): Comment => ({
      ...{ kind: 'other', id: 0, url: '', association: '', createdAt: '', updatedAt: '' },
      ...{ body, author },
    }),
  ),
);
/** What is read of a payload. Every event has its own of these. */
interface Payload {
  readonly action: string;
  readonly sender: Account | undefined;
  readonly label?: string | undefined;
  readonly issue?: Subject;
  readonly pull_request?: { readonly merged: boolean; readonly subject: Subject };
  readonly review?: Comment;
  readonly comment?: Comment | undefined;
  readonly release?: Release | undefined;
}
const of = (shape: z.core.$ZodShape) =>
  z.object({ action: text, sender: account, label, ...shape }) as unknown as z.ZodMiniType<Payload>;
/** These events cannot do without what they are about. */
const SUBJECT_EVENTS: ReadonlyMap<string, z.ZodMiniType<Payload>> = new Map([
  ['issues', of({ issue: issueSchema })],
  ['pull_request', of({ pull_request: pullRequest })],
  ['pull_request_target', of({ pull_request: pullRequest })],
  ['issue_comment', of({ issue: issueSchema, comment: commentSchema('issue') })],
  ['pull_request_review_comment', of({ pull_request: pullRequest, comment: commentSchema('line') })],
  ['pull_request_review', of({ pull_request: pullRequest, review: commentSchema('review') })],
]);
const release = of({ release: tagged });
const other = of({ comment: orAbsent(otherComment) });

/** Activities that make a comment or a review. */
const MADE: ReadonlySet<string> = new Set(['created', 'submitted']);

/**
 * The event that triggered the workflow, from `GITHUB_EVENT_NAME` and the payload in `GITHUB_EVENT_PATH` alone: what
 * somebody edits later changes nothing.
 *
 * @param phrase that a comment begins with if it asks
 * @throws {EventError} when an issue, pull-request or comment event has no payload that can be read
 */
export function readEvent(env: NodeJS.ProcessEnv, phrase: string): TriggerEvent {
  const name = env['GITHUB_EVENT_NAME'] ?? '';
  const file = env['GITHUB_EVENT_PATH'];
  const needed = SUBJECT_EVENTS.get(name);
  const payload: Payload | undefined = needed
    ? readPayload(file, name, needed)
    : attempt(() => readPayload(file, name, name === 'release' ? release : other));
  const { issue, pull_request, review, ...rest }: Payload = payload ?? {
    action: '',
    sender: undefined,
  };
  const comment = review ?? rest.comment;
  return {
    ...rest,
    name,
    merged: pull_request?.merged ?? false,
    subject: issue ?? pull_request?.subject,
    comment,
    asked: comment && MADE.has(rest.action) ? instructionIn(comment.body, phrase) : undefined,
    push: name === 'push' ? attempt(() => readPayload(file, name, push)) : undefined,
  };
}

/** What follows the phrase, possibly nothing; absent if the phrase is not the first word that a person sees. */
export function instructionIn(body: string, phrase: string): string | undefined {
  return afterPhrase(visibleText(body), phrase);
}

/** The same of a text as a person sees it. */
export function afterPhrase(text: string, phrase: string): string | undefined {
  if (!text.startsWith(phrase)) return undefined;
  const rest = text.slice(phrase.length);
  return rest === '' || /^\s/.test(rest) ? rest.trim() : undefined;
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
