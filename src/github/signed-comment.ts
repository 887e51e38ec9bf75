import { timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import { type Clock, sleepUnlessAborted } from '../clock.ts';
import { signatureOf } from '../text/signature.ts';
import { GithubError, type RetryOptions, tryAgain } from './api.ts';
import type { GithubComment } from './event.ts';
import { refusesComments } from './failures.ts';
import { createComment, listComments, updateComment } from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Comments that keep data for later runs in a hidden marker. The marker's content and place are signed with a key that
 * is derived from the API key. Forged markers, and markers from another place, are therefore invalid. GitHub assigns
 * the ID of a comment on creation, so only the first edit can add the ID to the marker. From then on, a copy of the
 * marker in another comment is invalid.
 */

/** Start of every marker that this action writes, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';
const OWN_END = /<!-- docs-agent-action( v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64})? -->\s*$/;
const SIGNED = /<!-- docs-agent-action v3 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;

/** Checks whether a comment ends with a marker of this action. Doesn't check the signature. */
export function isOwnComment(body: string): boolean {
  return OWN_END.test(body);
}

/** Place where a marker is valid. */
export interface Place {
  /** Name of the repository, as `owner/name`. */
  readonly repository: string;
  /**
   * Numeric ID of the repository, which a rename doesn't change. Empty for repositories other than the workflow's, and
   * if the runner doesn't set the ID.
   */
  readonly repositoryId: string;
  /** Number of the issue or pull request. */
  readonly issue: number;
  /** Project that the comment is about, or all projects of a report. */
  readonly scope: string;
  readonly apiKey: string;
}

type Written = Pick<GithubComment, 'id' | 'url' | 'body' | 'createdAt' | 'updatedAt'>;

/** Comment with a valid marker. */
export interface Signed extends Written {
  readonly content: unknown;
  /** Whether the marker contains its comment's ID, so that it can't be a copy. */
  readonly holdsId: boolean;
  /**
   * ID of an older comment that this comment replaces because GitHub didn't let a run edit the older one; undefined if
   * there is none.
   */
  readonly replaces: number | undefined;
}

/** Fields that a marker has in addition to its content. */
const envelopeSchema = z.looseObject({ comment: z.optional(z.number()), replaces: z.optional(z.number()) });

export function signMarker(content: object, place: Place): string {
  // Base64 doesn't have hyphens. Older Markdown parsers don't allow two hyphens in a row in an HTML comment.
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  const [signature] = signaturesOf(payload, place);
  return `${OWN_COMMENT} v3 ${payload} ${signature?.toString('hex')} -->`;
}

/** Maximum number of markers to check in one comment, because strangers can fill comments with forged ones. */
const MOST_MARKERS = 20;

/** Returns the contents of the valid markers among the last twenty in `body`. */
export function readMarkers(body: string, place: Place): unknown[] {
  return [...body.matchAll(SIGNED)].slice(-MOST_MARKERS).flatMap(([, payload = '', hex = '']) => {
    const given = Buffer.from(hex, 'hex');
    const isValid = signaturesOf(payload, place).some((signature) => timingSafeEqual(given, signature));
    // Only this action can sign, so the payload is JSON.
    return isValid ? [JSON.parse(Buffer.from(payload, 'base64').toString()) as unknown] : [];
  });
}

/**
 * Returns the signature to write. If the ID of the repository is known, also returns a second signature to accept,
 * which covers the repository's name instead of the ID. JSON keeps the signed parts apart, whatever they contain.
 */
function signaturesOf(payload: string, { repository, repositoryId, issue, scope, apiKey }: Place): Buffer[] {
  // GitHub ignores case in repository names.
  const names = repositoryId === '' ? [repository.toLowerCase()] : [repositoryId, repository.toLowerCase()];
  return names.map((name) =>
    signatureOf(JSON.stringify(['docs-agent-action', name, issue, scope, payload]), apiKey, 'marker'),
  );
}

export interface ListOptions extends RetryOptions {
  /**
   * Limits the list to comments that were last changed at or after this time (ISO 8601); undefined for all comments.
   */
  readonly since?: string | undefined;
  /** IDs of comments that are known to exist. A list that lacks one of them is outdated. */
  readonly mustHold?: readonly number[] | undefined;
}

/** Pauses before an outdated list is read again (ms). The list read after the last pause is used as it is. */
const STALE_PAUSES_MS = [1_000, 2_000, 4_000];

/** Lists the valid markers in the comments on the issue or pull request. The oldest comment comes first. */
export async function listSigned(
  github: GithubApi,
  place: Place & { readonly clock: Clock },
  { since, mustHold = [], ...options }: ListOptions,
): Promise<Signed[]> {
  const parameters = { issue_number: place.issue, ...(since !== undefined && { since }) };
  for (let reads = 0; ; reads += 1) {
    const comments = await github.all(listComments, parameters, options);
    const pauseMs = STALE_PAUSES_MS[reads];
    const isStale = mustHold.some((id) => !comments.some((comment) => comment.id === id));
    if (!isStale || pauseMs === undefined || options.signal.aborted) {
      return comments.flatMap((comment) => signedIn(comment, place)).sort(byCreation);
    }
    await sleepUnlessAborted(place.clock, pauseMs, options.signal);
  }
}

function signedIn(comment: GithubComment, place: Place): Signed[] {
  return readMarkers(comment.body, place).flatMap((marked) => {
    const { comment: id, replaces, ...content } = envelopeSchema.parse(marked);
    const isCopy = id !== undefined && id !== comment.id;
    return isCopy ? [] : [{ ...comment, content, holdsId: id !== undefined, replaces }];
  });
}

/**
 * Chooses the comment to edit among several with equal content. Prefers the first comment whose marker contains its ID,
 * then the first comment that was never edited. Every edit by this action adds the ID, so an edited comment without an
 * ID is a copy, which is the last choice.
 *
 * @param all comments, oldest first
 * @returns undefined if there are no comments
 */
export function commentToEdit(all: readonly Signed[]): Signed | undefined {
  const replaced = new Set(all.map(({ replaces }) => replaces));
  const current = all.filter(({ id }) => !replaced.has(id));
  return (
    current.find(({ holdsId }) => holdsId) ??
    current.find(({ createdAt, updatedAt }) => createdAt === updatedAt) ??
    current[0]
  );
}

/** Compares comments by creation time (in whole seconds), then by ID. GitHub doesn't document that IDs increase. */
export function byCreation(a: Pick<Signed, 'createdAt' | 'id'>, b: Pick<Signed, 'createdAt' | 'id'>): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}

/**
 * Single comment on an issue or pull request that keeps the caller's data. Every method throws {@link GithubError}s.
 */
export class SignedComment {
  readonly #github: GithubApi;
  readonly #place: Place & { readonly clock: Clock };
  readonly #isOwn: (content: unknown) => boolean;
  #comment: Written | undefined;
  /** ID of an older comment that GitHub didn't let this action edit. */
  #replaces: number | undefined;
  /**
   * Whether the comment may exist although this run doesn't know it, in which case `save` first searches for the
   * comment.
   */
  #mayExist: boolean;

  /** @param isOwn recognizes the content of this comment */
  constructor(
    github: GithubApi,
    place: Place & { readonly clock: Clock },
    isOwn: (content: unknown) => boolean,
    mayExist = false,
  ) {
    this.#github = github;
    this.#place = place;
    this.#isOwn = isOwn;
    this.#mayExist = mayExist;
  }

  /** Comment as GitHub last returned it; undefined until it is known. */
  get comment(): Written | undefined {
    return this.#comment;
  }

  /** URL for people; empty until the comment is known. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** Uses the comment that the caller has found. `undefined` means that the comment doesn't exist. */
  adopt(comment: Signed | undefined): void {
    this.#comment = comment;
    if (comment) this.#replaces = comment.replaces;
    this.#mayExist = false;
  }

  /** Searches for the comment, and returns its content; undefined if it doesn't exist. */
  async find(options: RetryOptions): Promise<unknown> {
    const found = await listSigned(this.#github, this.#place, options);
    const own = commentToEdit(found.filter(({ content }) => this.#isOwn(content)));
    this.adopt(own);
    return own?.content;
  }

  /**
   * Edits the comment. Creates a new comment if none is known, if it was deleted, or if GitHub doesn't let this action
   * edit it. Retries the whole operation for `patienceMs`, but not its individual API calls.
   */
  save(text: string, content: object, options: RetryOptions): Promise<void> {
    return tryAgain(
      this.#place.clock,
      options,
      ({ kind }) => kind !== 'refused',
      () => this.#write(text, content, { ...options, patienceMs: 0 }),
    );
  }

  async #write(text: string, content: object, options: RetryOptions): Promise<void> {
    if (this.#mayExist) {
      await this.find(options);
      // An earlier try has already written this content.
      if (this.#comment?.body === this.#bodyOf(text, content)) return;
    }
    if (this.#comment && (await this.#edit(this.#comment, text, content, options))) return;
    try {
      const parameters = { issue_number: this.#place.issue, body: this.#bodyOf(text, content) };
      this.#comment = await this.#github.call(createComment, parameters, options);
    } catch (error) {
      this.#mayExist = error instanceof GithubError && error.kind === 'transient';
      throw error;
    }
  }

  /** Edits a comment. Returns false if GitHub doesn't let this action edit it. */
  async #edit({ id, body: before }: Written, text: string, content: object, options: RetryOptions) {
    const body = this.#bodyOf(text, { ...content, comment: id });
    if (body === before) return true;
    try {
      this.#comment = await this.#github.call(updateComment, { comment_id: id, body }, options);
      return true;
    } catch (error) {
      if (!(error instanceof GithubError) || !refusesComments(error)) throw error;
      this.#comment = undefined;
      this.#replaces = id;
      return false;
    }
  }

  #bodyOf(text: string, content: object): string {
    const marked = this.#replaces === undefined ? content : { ...content, replaces: this.#replaces };
    return `${text}\n\n${signMarker(marked, this.#place)}`;
  }
}
