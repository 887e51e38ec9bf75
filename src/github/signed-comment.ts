import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { signatureOf } from '../text/signature.ts';
import { type CallOptions, GithubError, tryAgain, unlessGone } from './api.ts';
import type { Comment } from './event.ts';
import { createComment, listComments, updateComment } from './operations.ts';
import type { GithubApi } from './rest.ts';

/**
 * Comments that hold something for later runs, in a hidden marker. The marker is signed with a key that is derived from
 * the API key, over its content and its place, so an invented one, or one from another place, is not valid. The
 * signature leaves out the comment's id, so a comment is complete the moment it is created; whoever copies a marker
 * into another comment of the same place repeats what stands there already.
 */

/** How every comment of this action's own can be told, signed or not. */
export const OWN_COMMENT = '<!-- docs-agent-action';
const SIGNED = /<!-- docs-agent-action v3 ([A-Za-z0-9+/]+={0,2}) ([0-9a-f]{64}) -->/g;

/** Where a marker is valid. */
export interface Place {
  /** `owner/name`. */
  readonly repository: string;
  /** Of the issue or pull request. */
  readonly issue: number;
  /** The project; of a report all of them. */
  readonly scope: string;
  readonly apiKey: string;
}

/** A comment with a valid marker. */
export interface Signed extends Pick<Comment, 'id' | 'url' | 'body' | 'createdAt' | 'updatedAt'> {
  readonly content: unknown;
}

export function signMarker(content: object, place: Place): string {
  // Base64 has no hyphen, which older Markdown readers do not want twice in a comment.
  const payload = Buffer.from(JSON.stringify(content)).toString('base64');
  return `${OWN_COMMENT} v3 ${payload} ${signature(payload, place).toString('hex')} -->`;
}

/** What the valid markers in `body` hold, wherever they stand in it. */
export function readMarkers(body: string, place: Place): unknown[] {
  return [...body.matchAll(SIGNED)].flatMap(([, payload = '', hex = '']) =>
    timingSafeEqual(Buffer.from(hex, 'hex'), signature(payload, place))
      ? // Only this action signs, so it is JSON.
        [JSON.parse(Buffer.from(payload, 'base64').toString()) as unknown]
      : [],
  );
}

/** JSON keeps the parts apart, whatever they hold. GitHub's repository names are the same in upper and lower case. */
function signature(payload: string, { repository, issue, scope, apiKey }: Place): Buffer {
  const message = JSON.stringify(['docs-agent-action', repository.toLowerCase(), issue, scope, payload]);
  return signatureOf(message, apiKey, 'marker');
}

/**
 * All valid markers on the issue or pull request, in the order of their comments' creation.
 *
 * @param since only of comments that were changed at this time or later, in ISO 8601
 */
export async function listSigned(
  github: GithubApi,
  place: Place,
  options: CallOptions,
  since?: string,
): Promise<Signed[]> {
  const parameters = { issue_number: place.issue, ...(since !== undefined && { since }) };
  const comments = await github.all(listComments, parameters, options);
  return comments
    .flatMap((comment) => readMarkers(comment.body, place).map((content) => ({ ...comment, content })))
    .sort(byCreation);
}

/** GitHub does not promise that ids grow with time, and gives times in whole seconds. */
export function byCreation(a: Pick<Signed, 'createdAt' | 'id'>, b: Pick<Signed, 'createdAt' | 'id'>): number {
  return Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id;
}

/** The one comment on an issue or pull request that holds something of the caller's own. Throws {@link GithubError}s. */
export class SignedComment {
  readonly #github: GithubApi;
  readonly #place: Place & { readonly clock: Clock };
  readonly #isOwn: (content: unknown) => boolean;
  #comment: Omit<Signed, 'content'> | undefined;
  /** It may have been created, such as by a request that was not answered. */
  #mayStand = false;

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
  get comment(): Omit<Signed, 'content'> | undefined {
    return this.#comment;
  }

  /** For people; empty as long as none is known. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** Somebody else may have created the comment, so it is looked for before it is created. */
  expect(): void {
    this.#mayStand = true;
  }

  /** All comments were read elsewhere, and this is the one, or there is none. */
  adopt(comment: Signed | undefined): void {
    this.#comment = comment;
    this.#mayStand = false;
  }

  /** Looks for the comment among all, and returns what it holds; absent if there is none. */
  async find(options: CallOptions): Promise<unknown> {
    const found = await listSigned(this.#github, this.#place, options);
    const own = found.find(({ content }) => this.#isOwn(content));
    this.adopt(own);
    return own?.content;
  }

  /** Edits the comment, or creates it if none is known or it was deleted. It is never created without its marker. */
  save(text: string, content: object, options: CallOptions): Promise<void> {
    const body = `${text}\n\n${signMarker(content, this.#place)}`;
    // What else may pass, GitHub's client has tried again already.
    const isLost = ({ kind }: GithubError) => kind === 'transient';
    return tryAgain(this.#place.clock, options, isLost, (left) => this.#write(body, content, left));
  }

  async #write(body: string, content: object, options: CallOptions): Promise<void> {
    if (this.#mayStand) {
      const found = await this.find(options);
      // Created after all, or by another run that had the same to say: it is not written again.
      if (JSON.stringify(found) === JSON.stringify(content)) return;
    }
    if (this.#comment?.body === body) return;
    if (this.#comment) {
      const parameters = { comment_id: this.#comment.id, body };
      this.#comment = await unlessGone(this.#github.read(updateComment, parameters, options));
      if (this.#comment) return;
    }
    try {
      const parameters = { issue_number: this.#place.issue, body };
      this.#comment = await this.#github.read(createComment, parameters, options);
    } catch (error) {
      this.#mayStand = error instanceof GithubError && error.kind === 'transient';
      throw error;
    }
  }
}
