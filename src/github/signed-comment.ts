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
 * Comments that hold something for later runs, in a hidden marker. The marker is signed over its content and its place,
 * with a key that is derived from the API key. So an invented marker, or one from another place, is not valid. A
 * comment is complete the moment it is created, when it does not have an ID yet. Every edit adds the comment's ID, so a
 * copy of an edited marker in another comment is invalid.
 */

/** How every marker of this action begins, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';
const OWN_END = /<!-- docs-agent-action( v\d+ [A-Za-z0-9+/]+={0,2} [0-9a-f]{64})? -->\s*$/;
const SIGNED = /<!-- docs-agent-action v3 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;

/** Checks whether a comment ends as this action's comments do. The signature is not checked. */
export function isOwnComment(body: string): boolean {
  return OWN_END.test(body);
}

/** Place where a marker is valid. */
export interface Place {
  /** `owner/name`. */
  readonly repository: string;
  /** Digits; empty where the runner does not give it, and for other repositories. It outlives a rename. */
  readonly repositoryId: string;
  /** Number of the issue or pull request. */
  readonly issue: number;
  /** The project; of a report all of them. */
  readonly scope: string;
  readonly apiKey: string;
}

/** A comment with a valid marker. */
export interface Signed extends Pick<GithubComment, 'id' | 'url' | 'body' | 'createdAt' | 'updatedAt'> {
  readonly content: unknown;
  /** Whether the marker holds its comment's ID, so that it cannot be a copy. */
  readonly holdsId: boolean;
  /** Id of the comment that this one was written for, because GitHub did not let a run edit it. */
  readonly replaces: number | undefined;
}

/** Fields of a marker besides its content. */
const envelopeSchema = z.object({ comment: z.optional(z.number()), replaces: z.optional(z.number()) });
type Envelope = z.infer<typeof envelopeSchema>;

/** @param content is stored as JSON; its fields `comment` and `replaces` are this module's own */
export function signMarker(content: object & Envelope, place: Place): string {
  // Base64 has no hyphen, which older Markdown readers do not want twice in a comment.
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  const [signature] = signaturesOf(payload, place);
  return `${OWN_COMMENT} v3 ${payload} ${signature?.toString('hex')} -->`;
}

/** Markers that are read of one comment. Each takes some microseconds, and strangers can fill comments with forged ones. */
const MOST_MARKERS = 20;

/** Returns the contents of valid markers in `body`, wherever they are in it, among the last twenty. */
export function readMarkers(body: string, place: Place): unknown[] {
  return [...body.matchAll(SIGNED)].slice(-MOST_MARKERS).flatMap(([, payload = '', hex = '']) => {
    const given = Buffer.from(hex, 'hex');
    const isValid = signaturesOf(payload, place).some((signature) => timingSafeEqual(given, signature));
    // Only this action signs, so it is JSON.
    return isValid ? [JSON.parse(Buffer.from(payload, 'base64').toString()) as unknown] : [];
  });
}

/**
 * Returns the signature to write, then the other one that is accepted. JSON keeps the parts apart, whatever they hold.
 */
function signaturesOf(payload: string, { repository, repositoryId, issue, scope, apiKey }: Place): Buffer[] {
  // GitHub's repository names are the same in upper and lower case.
  const names = repositoryId === '' ? [repository.toLowerCase()] : [repositoryId, repository.toLowerCase()];
  return names.map((name) =>
    signatureOf(JSON.stringify(['docs-agent-action', name, issue, scope, payload]), apiKey, 'marker'),
  );
}

export interface ListOptions extends RetryOptions {
  /** Only comments that were changed at this time or later, in ISO 8601. */
  readonly since?: string | undefined;
  /** Ids of comments that exist: a list without one of them is out of date. */
  readonly mustHold?: readonly number[] | undefined;
}

/** Milliseconds after which a list that is out of date is read again; then it is taken as it is. */
const STALE_PAUSES_MS = [1_000, 2_000, 4_000];

/** Lists the valid markers on the issue or pull request, in the order of their comments' creation. */
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
  return readMarkers(comment.body, place).flatMap((content) => {
    const { comment: id, replaces } = envelopeSchema.parse(content);
    const isCopy = id !== undefined && id !== comment.id;
    return isCopy ? [] : [{ ...comment, content, holdsId: id !== undefined, replaces }];
  });
}

/**
 * Returns the comment to edit among several that hold the same thing: the first that holds its own id, else the first.
 * A marker without an id has never been edited by this action, so one in an edited comment is a copy and comes last.
 *
 * @param all in the order of creation
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

/**
 * Compares two comments by creation. GitHub does not promise that IDs grow with time, and gives times in whole seconds.
 */
export function byCreation(a: Pick<Signed, 'createdAt' | 'id'>, b: Pick<Signed, 'createdAt' | 'id'>): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}

type Written = Pick<Signed, 'id' | 'url' | 'body' | 'createdAt' | 'updatedAt'>;

/** The one comment on an issue or pull request that holds something of the caller's own. Throws {@link GithubError}s. */
export class SignedComment {
  readonly #github: GithubApi;
  readonly #place: Place & { readonly clock: Clock };
  readonly #isOwn: (content: unknown) => boolean;
  #comment: Written | undefined;
  /** Id of an older comment that GitHub did not let this action edit. */
  #replaces: number | undefined;
  /** Whether it may have been created, such as by a request that was not answered. */
  #mayExist = false;

  /** @param isOwn whether a marker holds what the comment is for */
  constructor(
    github: GithubApi,
    place: Place & { readonly clock: Clock },
    isOwn: (content: unknown) => boolean,
  ) {
    this.#github = github;
    this.#place = place;
    this.#isOwn = isOwn;
  }

  /** The comment as GitHub last gave it; absent as long as none is known. */
  get comment(): Written | undefined {
    return this.#comment;
  }

  /** URL for people; empty as long as none is known. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** Takes the comment as the caller found it among all comments; undefined if it does not exist. */
  adopt(comment: Signed | undefined): void {
    this.#comment = comment;
    if (comment) this.#replaces = comment.replaces;
    this.#mayExist = false;
  }

  /** Makes `save` search first, because another run may have created the comment. */
  searchBeforeCreating(): void {
    this.#mayExist = true;
  }

  /** Searches all comments for it, and returns what it holds; absent if it does not exist. */
  async find(options: RetryOptions): Promise<unknown> {
    const found = await listSigned(this.#github, this.#place, options);
    const own = commentToEdit(found.filter(({ content }) => this.#isOwn(content)));
    this.adopt(own);
    return own?.content;
  }

  /**
   * Edits the comment, or creates it if none is known, it was deleted, or GitHub does not let this action edit it. It is
   * never created without its marker. What may pass is tried again for `patienceMs`, with each request made once: this is
   * the only loop.
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
      const found = await this.find(options);
      // Created after all: it is not written again.
      if (JSON.stringify(found) === JSON.stringify(content)) return;
    }
    if (this.#comment && (await this.#edit(this.#comment, text, content, options))) return;
    try {
      const body = this.#bodyOf(text, { ...content, ...(this.#replaces && { replaces: this.#replaces }) });
      this.#comment = await this.#github.call(
        createComment,
        { issue_number: this.#place.issue, body },
        options,
      );
    } catch (error) {
      this.#mayExist = error instanceof GithubError && error.kind === 'transient';
      throw error;
    }
  }

  /** @returns whether the comment holds the content now */
  async #edit(comment: Written, text: string, content: object, options: RetryOptions): Promise<boolean> {
    const { id } = comment;
    const envelope = { comment: id, ...(this.#replaces && { replaces: this.#replaces }) };
    const body = this.#bodyOf(text, { ...content, ...envelope });
    if (comment.body === body) return true;
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

  #bodyOf(text: string, content: object & Envelope): string {
    return `${text}\n\n${signMarker(content, this.#place)}`;
  }
}
