import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { visibleText } from '../text/visible.ts';

/** People, issues, comments and releases, as GitHub sends them in payloads and responses. Every text is remote text. */

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());

/** Person or bot on GitHub. */
export type Account = Readonly<NonNullable<z.infer<typeof account>>>;
/**
 * Login of an account: letters, digits and hyphens. Managed accounts can have underscores, and an app's login ends in
 * `[bot]`.
 */
const login = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?$/));
const account = orAbsent(
  z.pipe(
    z.object({ login, type: text }),
    z.transform(({ login, type }) => ({ login, isBot: type === 'Bot' || login.endsWith('[bot]') })),
  ),
);
const label = orAbsent(z.object({ name: z.string() }));

/** Reads an issue or a pull request. GitHub also returns pull requests as issues with a `pull_request` field. */
function subjectSchema(isPullRequest = false) {
  return z.pipe(
    z.object({
      number: id,
      title: text,
      body: text,
      html_url: text,
      user: account,
      merged: flag,
      pull_request: orAbsent(z.object({})),
    }),
    z.transform(({ html_url: url, user: author, pull_request, ...subject }) => ({
      kind: isPullRequest || pull_request ? ('pull request' as const) : ('issue' as const),
      ...subject,
      url,
      /** Author of the title and the body; undefined if the account is gone. */
      author,
    })),
  );
}
export const issueSchema = subjectSchema();
export const pullRequestSchema = subjectSchema(true);
export type Subject = Readonly<z.infer<typeof issueSchema>>;

/**
 * Place of a comment. `line`: a line of a pull request. `review`: the text of a review, which may be empty. `other`:
 * any other place, such as a discussion.
 */
type CommentKind = 'issue' | 'line' | 'review' | 'other';
export type GithubComment = Readonly<z.infer<ReturnType<typeof commentSchema>>> & {
  /** Line comments of a review, which are part of the request. */
  readonly others?: readonly GithubComment[];
};
/** Reads a comment, a comment on a line, or a review. */
export function commentSchema(kind: CommentKind) {
  return z.pipe(
    z.object({
      ...{ id: kind === 'other' ? z.catch(id, 0) : id, body: text, html_url: text, user: account },
      ...{ author_association: text, created_at: text, updated_at: text, submitted_at: text },
      ...{ path: text, diff_hunk: text, pull_request_review_id: orAbsent(id) },
      minimized: z.optional(z.unknown()),
    }),
    z.transform(({ id, body, html_url: url, user: author, path, ...others }) => {
      const createdAt = others.created_at || others.submitted_at;
      return {
        ...{ kind, id, body, url, author },
        /** Author's association with the repository, such as `MEMBER`; empty if GitHub doesn't say. */
        association: others.author_association,
        /** Creation time as ISO 8601; empty if GitHub doesn't say. */
        createdAt,
        updatedAt: others.updated_at || createdAt,
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
    ...{ tag_name: z.string(), name: text, body: text, html_url: text, author: account },
    ...{ draft: flag, target_commitish: text },
  }),
  z.transform(({ tag_name: tag, name: title, body: notes, html_url: url, author, ...others }) => ({
    /** `tag`: a tag without a release. */
    kind: (others.draft ? 'draft' : 'release') as 'release' | 'draft' | 'tag',
    ...{ tag, title, notes, url, author },
    /** Branch or commit that gets the tag when a draft is published. */
    target: others.target_commitish,
  })),
);

/** Reads the payload of a push. https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
const pushSchema = z.pipe(
  z.object({
    ...{ before: z.string(), after: z.string(), ref: text },
    ...{ created: flag, deleted: flag, forced: flag },
    commits: z.catch(z.array(z.object({ id: text, message: text })), []),
  }),
  z.transform(({ ref, commits, ...push }) => ({
    /** `before` and `after` are commits. 40 zeros stand for a commit that doesn't exist. */
    ...push,
    /** Name of the branch; undefined for a tag. */
    branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1],
    /** Name of the tag; undefined for a branch. */
    tag: /^refs\/tags\/(.+)$/.exec(ref)?.[1],
    /** Commits, oldest first, each with the first line of its message. */
    commits: commits.map(({ id, message }) => ({ id, line: /^.*/.exec(message)?.[0] ?? '' })),
  })),
);
export type Push = Readonly<z.infer<typeof pushSchema>>;

/** Event that triggered the run. Its texts are as they were when the event happened. */
export interface TriggerEvent {
  /** Name of the event, such as `issues`; empty outside of GitHub Actions. */
  readonly name: string;
  /** Activity type, such as `labeled` or `submitted`; empty if the event doesn't have one. */
  readonly action: string;
  /** Account that caused the event. The author of the issue or comment may be a different account. */
  readonly sender?: Account | undefined;
  /**
   * Issue or pull request that the event or its comment is about. For pushes and dispatches, `agent/subject.ts` looks
   * for it.
   */
  readonly subject?: Subject | undefined;
  /** Other known pull requests that the push merged, latest first. */
  readonly alsoMerged?: readonly Subject[];
  /** Label that was just added or removed. */
  readonly label?: string | undefined;
  readonly comment?: GithubComment | undefined;
  /** Text after the trigger phrase in a new comment or review; undefined if the first visible word isn't the phrase. */
  readonly asked?: string | undefined;
  /** Release that the event is about; undefined if the payload doesn't have a release with a tag. */
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
}

export function isDispatch({ name }: Pick<TriggerEvent, 'name'>): boolean {
  return name === 'workflow_dispatch' || name === 'repository_dispatch';
}

/**
 * Checks whether `include: changes` covers everything since the last run, because the event itself doesn't have
 * changes.
 */
export function countsFromLastRun(event: Pick<TriggerEvent, 'name'>): boolean {
  return event.name === 'schedule' || isDispatch(event);
}

/** Error for a payload that is required but can't be read. */
export class EventError extends Error {
  override readonly name = 'EventError';
}

/** Fields of event payloads. Each event has some of them. */
type Payload = Pick<TriggerEvent, 'action' | 'sender' | 'comment' | 'release'> & {
  readonly label?: { readonly name: string } | undefined;
  readonly issue?: Subject;
  readonly pull_request?: Subject;
  readonly review?: GithubComment;
};
const payloadSchema = (shape: z.core.$ZodShape) =>
  z.object({ action: text, sender: account, label, ...shape }) as unknown as z.ZodMiniType<Payload>;
const [issue, pull_request] = [issueSchema, pullRequestSchema];
/** Schemas of the events that can't be handled without their payload fields. */
const SUBJECT_EVENTS: ReadonlyMap<string, z.ZodMiniType<Payload>> = new Map([
  ['issues', payloadSchema({ issue })],
  ['pull_request', payloadSchema({ pull_request })],
  ['pull_request_target', payloadSchema({ pull_request })],
  ['issue_comment', payloadSchema({ issue, comment: commentSchema('issue') })],
  ['pull_request_review_comment', payloadSchema({ pull_request, comment: commentSchema('line') })],
  ['pull_request_review', payloadSchema({ pull_request, review: commentSchema('review') })],
]);
/** Schema of all other events, whose payload fields are optional. */
const other = payloadSchema({
  comment: orAbsent(commentSchema('other')),
  release: orAbsent(releaseSchema.check(z.refine(({ tag }) => tag !== ''))),
});

/**
 * Reads the event of the run from `GITHUB_EVENT_NAME`, and its payload from the file `GITHUB_EVENT_PATH`. Later edits
 * on GitHub don't change the result.
 *
 * @param phrase trigger phrase, the first word of every comment that is a request
 * @throws {EventError} if an issue, pull request or comment event doesn't have a readable payload
 */
export function readEvent(env: NodeJS.ProcessEnv, phrase: string): TriggerEvent {
  const { GITHUB_EVENT_NAME: name = '', GITHUB_EVENT_PATH: file = '' } = env;
  const needed = SUBJECT_EVENTS.get(name);
  let payload: Payload = { action: '' };
  let push: Push | undefined;
  try {
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    payload = (needed ?? other).parse(content);
    if (name === 'push') push = orAbsent(pushSchema).parse(content);
  } catch (error) {
    const problem = file === '' ? "is missing: GITHUB_EVENT_PATH isn't set" : problemOf(error);
    if (needed) throw new EventError(`The payload of the \`${name}\` event ${problem}.`);
  }
  const { action, sender, label, review, comment = review } = payload;
  return {
    ...{ name, action, sender, label: label?.name, comment },
    subject: payload.issue ?? payload.pull_request,
    asked: comment && /^(created|submitted)$/.test(action) ? instructionIn(comment.body, phrase) : undefined,
    release: name === 'release' ? payload.release : undefined,
    push,
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

/** Returns the text after the phrase, which may be empty; undefined if the first visible word isn't the phrase. */
export function instructionIn(body: string, phrase: string): string | undefined {
  return afterPhrase(visibleText(body), phrase);
}

/**
 * Returns the rest of `text` after the phrase; undefined if the first word isn't the phrase. `text` must contain only
 * visible text. Ignores case, and one punctuation mark after the phrase.
 */
export function afterPhrase(text: string, phrase: string): string | undefined {
  const [word = ''] = /^\S*/.exec(text) ?? [];
  // Unicode has two ways to write an accented letter.
  const normal = (each: string) => each.normalize('NFC').toLowerCase();
  const isPhrase = [word, word.replace(/[.,:;!?]$/, '')].some((each) => normal(each) === normal(phrase));
  return isPhrase ? text.slice(word.length).trim() : undefined;
}

/** Reads an optional value. Treats an invalid value as absent. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
