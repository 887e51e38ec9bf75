import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { visibleText } from '../text/visible.ts';

/** People, issues, comments and releases, as GitHub sends them in payloads and answers. Every text is remote text. */

const text = z.catch(z.string(), '');
const flag = z.catch(z.boolean(), false);
const id = z.int().check(z.positive());

/** A person or a bot on GitHub. */
export interface Account {
  readonly login: string;
  readonly isBot: boolean;
}
/** Letters, digits, hyphens; underscores in managed accounts; `[bot]` at the end of an app's login. */
const login = z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*(\[bot\])?$/));
const account = orAbsent(
  z.pipe(
    z.object({ login, type: text }),
    z.transform(({ login, type }): Account => ({ login, isBot: type === 'Bot' || login.endsWith('[bot]') })),
  ),
);
const label = orAbsent(z.object({ name: z.string() }));

/** Reads an issue or a pull request. GitHub also gives pull requests out as issues with a field of that name. */
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
      /** Who wrote the title and the body; absent when the account is gone. */
      author,
    })),
  );
}
export const issueSchema = subjectSchema();
export const pullRequestSchema = subjectSchema(true);
export type Subject = Readonly<z.infer<typeof issueSchema>>;

export interface GithubComment {
  /** `line`: on a line of a pull request. `review`: the text of a review, which may be empty. `other`: of a discussion. */
  readonly kind: 'issue' | 'line' | 'review' | 'other';
  /** 0 if GitHub does not say, of other ones. */
  readonly id: number;
  readonly body: string;
  readonly url: string;
  readonly author: Account | undefined;
  /** How GitHub ties the author to the repository, such as `MEMBER`; empty if it does not say. */
  readonly association: string;
  /** Whether GitHub shows it folded, as outdated, spam, abuse and the like. */
  readonly isMinimized: boolean;
  /** ISO 8601; empty if GitHub does not say. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The review that a line comment is of. */
  readonly review?: number | undefined;
  /** The line comments of a review, which are asked with it. */
  readonly others?: readonly GithubComment[];
  /** Place of a line comment. */
  readonly code?: { readonly path: string; readonly hunk: string } | undefined;
}
/** Reads a comment, a comment on a line, or a review. */
export function commentSchema(kind: GithubComment['kind']) {
  return z.pipe(
    z.object({
      ...{ id: kind === 'other' ? z.catch(id, 0) : id, body: text, html_url: text, user: account },
      ...{ author_association: text, created_at: text, updated_at: text, submitted_at: text },
      ...{ path: text, diff_hunk: text, pull_request_review_id: orAbsent(id) },
      minimized: z.optional(z.unknown()),
    }),
    z.transform(({ id, body, html_url: url, user: author, path, ...others }): GithubComment => {
      const createdAt = others.created_at || others.submitted_at;
      return {
        ...{ kind, id, body, url, author, association: others.author_association },
        ...{ createdAt, updatedAt: others.updated_at || createdAt, review: others.pull_request_review_id },
        code: path === '' ? undefined : { path, hunk: others.diff_hunk },
        isMinimized: Boolean(others.minimized),
      };
    }),
  );
}

export interface Release {
  /** A `tag` is one without a release. */
  readonly kind: 'release' | 'draft' | 'tag';
  readonly tag: string;
  readonly title: string;
  readonly notes: string;
  readonly url: string;
  readonly author: Account | undefined;
  /** The branch or commit that gets the tag when a draft is published. */
  readonly target: string;
}
export const releaseSchema = z.pipe(
  z.object({
    ...{ tag_name: z.string(), name: text, body: text, html_url: text, author: account },
    ...{ draft: flag, target_commitish: text },
  }),
  z.transform(({ tag_name: tag, name: title, body: notes, html_url: url, author, ...others }): Release => {
    const kind = others.draft ? 'draft' : 'release';
    return { kind, tag, title, notes, url, author, target: others.target_commitish };
  }),
);

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#push */
const pushSchema = z.pipe(
  z.object({
    ...{ before: z.string(), after: z.string(), ref: text },
    ...{ created: flag, deleted: flag, forced: flag },
    commits: z.catch(z.array(z.object({ id: text, message: text })), []),
  }),
  z.transform(({ ref, commits, ...push }) => ({
    /** `before` and `after` are commits; one that does not exist is 40 zeros. */
    ...push,
    /** Name of the branch; absent for a tag. */
    branch: /^refs\/heads\/(.+)$/.exec(ref)?.[1],
    /** Name of the tag; absent for a branch. */
    tag: /^refs\/tags\/(.+)$/.exec(ref)?.[1],
    /** The commits, oldest first, with the first lines of their messages, which are remote text. */
    commits: commits.map(({ id, message }) => ({ id, line: /^.*/.exec(message)?.[0] ?? '' })),
  })),
);
export type Push = Readonly<z.infer<typeof pushSchema>>;

/** The event that triggered the run. Every text is as it was when the event happened. */
export interface TriggerEvent {
  /** Empty outside of GitHub Actions. */
  readonly name: string;
  /** Activity type, such as `labeled`, `opened` or `created`; `submitted` for a review. Empty if the event has none. */
  readonly action: string;
  /** Who caused the event, who need not be the author of what it is about. */
  readonly sender?: Account | undefined;
  /**
   * The issue or pull request that the event is about, or whose comment it is. Payloads of pushes and dispatches hold
   * none: `findSubject` of `agent/subject.ts` looks for it.
   */
  readonly subject?: Subject | undefined;
  /** Other pull requests that the same push merged, the latest first, as far as they are known. */
  readonly alsoMerged?: readonly Subject[];
  /** The label that was just added or removed. */
  readonly label?: string | undefined;
  readonly comment?: GithubComment | undefined;
  /**
   * Text after the trigger phrase in a comment or review that was just made, possibly empty; absent if the phrase is
   * not its first word.
   */
  readonly asked?: string | undefined;
  /** Absent if the payload has none that can be read. */
  readonly release?: Release | undefined;
  readonly push?: Push | undefined;
}

export function isDispatch({ name }: Pick<TriggerEvent, 'name'>): boolean {
  return name === 'workflow_dispatch' || name === 'repository_dispatch';
}

/** Checks whether changes are counted from the last run, because the event itself has none. */
export function countsFromLastRun(event: Pick<TriggerEvent, 'name'>): boolean {
  return event.name === 'schedule' || isDispatch(event);
}

/** The event's payload is needed and cannot be read. */
export class EventError extends Error {
  override readonly name = 'EventError';
}

/** The fields that are read from a payload. Each event has some of them. */
type Payload = Pick<TriggerEvent, 'action' | 'sender' | 'comment' | 'release'> & {
  readonly label?: { readonly name: string } | undefined;
  readonly issue?: Subject;
  readonly pull_request?: Subject;
  readonly review?: GithubComment;
};
const payloadSchema = (shape: z.core.$ZodShape) =>
  z.object({ action: text, sender: account, label, ...shape }) as unknown as z.ZodMiniType<Payload>;
const [issue, pull_request] = [issueSchema, pullRequestSchema];
/** These events cannot do without what they are about. */
const SUBJECT_EVENTS: ReadonlyMap<string, z.ZodMiniType<Payload>> = new Map([
  ['issues', payloadSchema({ issue })],
  ['pull_request', payloadSchema({ pull_request })],
  ['pull_request_target', payloadSchema({ pull_request })],
  ['issue_comment', payloadSchema({ issue, comment: commentSchema('issue') })],
  ['pull_request_review_comment', payloadSchema({ pull_request, comment: commentSchema('line') })],
  ['pull_request_review', payloadSchema({ pull_request, review: commentSchema('review') })],
]);
/** Payload of all other events, in which everything is optional. */
const other = payloadSchema({
  comment: orAbsent(commentSchema('other')),
  release: orAbsent(releaseSchema.check(z.refine(({ tag }) => tag !== ''))),
});

/**
 * Reads the event that triggered the workflow, from `GITHUB_EVENT_NAME` and the payload in `GITHUB_EVENT_PATH` alone: what
 * somebody edits later changes nothing.
 *
 * @param phrase that a comment begins with if it asks
 * @throws {EventError} when an issue, pull-request or comment event has no payload that can be read
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
    const problem = file === '' ? 'is missing: GITHUB_EVENT_PATH is not set' : problemOf(error);
    if (needed) throw new EventError(`The payload of the event ${name} ${problem}.`);
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
  if (error instanceof SyntaxError) return 'is not JSON';
  if (!(error instanceof z.core.$ZodError)) {
    return `could not be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
  }
  const fields = error.issues.map(({ path }) => path.join('.') || 'everything');
  return `lacks these fields: ${fields.join(', ')}`;
}

/** Returns what follows the phrase, possibly nothing; undefined if it isn't the first word that a person sees. */
export function instructionIn(body: string, phrase: string): string | undefined {
  return afterPhrase(visibleText(body), phrase);
}

/**
 * Returns what follows the phrase in a text as a person sees it; absent if the phrase is not its first word. Upper and lower
 * case, and one punctuation mark after the phrase, do not matter.
 */
export function afterPhrase(text: string, phrase: string): string | undefined {
  const [word = ''] = /^\S*/.exec(text) ?? [];
  // Letters with accents can be written in two ways that look the same.
  const normal = (each: string) => each.normalize('NFC').toLowerCase();
  const isPhrase = [word, word.replace(/[.,:;!?]$/, '')].some((each) => normal(each) === normal(phrase));
  return isPhrase ? text.slice(word.length).trim() : undefined;
}

/** Reads a value that counts as absent if anything is wrong with it. */
function orAbsent<T extends z.ZodMiniType>(schema: T) {
  return z.catch(z.optional(schema), undefined);
}
