import type { Clock } from '../../clock.ts';
import { type CallOptions, isGone, unlessGone } from '../../github/api.ts';
import type { Comment } from '../../github/event.ts';
import { createComment, getComment, listComments, updateComment } from '../../github/operations.ts';
import type { GithubApi } from '../../github/rest.ts';
import { type CommentView, commentText, type Origin } from './comment-text.ts';
import { type MarkerPlace, type Memo, readMarker, signMarker, UNSIGNED_MARKER } from './marker.ts';
import { isUnfinished, merged, secondsOf, type Turn, turnOf } from './turn.ts';

/** Where the comment goes, and what its marker is signed with. */
export interface CommentSettings extends Omit<CommentView, 'origin'> {
  readonly projectId: string;
  readonly apiKey: string;
  readonly clock: Clock;
}

/** What is known of a comment before it was read. */
export interface KnownComment extends Partial<Memo> {
  /** A signed marker named it. */
  readonly id?: number | undefined;
}

type StoredComment = Pick<Comment, 'id' | 'body' | 'url'>;

/**
 * The one comment on an issue or pull request in which a conversation is kept. Throws {@link GithubError}s.
 *
 * GitHub has no conditional write, and other runs may write as well. So the comment is read right before each write,
 * what it says is merged with what this run knows, and a run that met others looks again after its last write.
 */
export class StatusComment {
  readonly #github: GithubApi;
  readonly #settings: CommentSettings;
  readonly #place: { readonly issue_number: number };
  /** As last seen on GitHub. */
  #comment: StoredComment | undefined;
  /** Everything that this run has read or written: what somebody deletes or overwrites is put back. */
  #known: readonly Turn[];
  #origin: Origin | undefined;
  /** The text of a comment that was sent to be made, and whose answer has not come. */
  #unanswered: string | undefined;
  /** Another run has written, or is about to. */
  #isShared = false;

  constructor(github: GithubApi, settings: CommentSettings, { id, turns = [], origin }: KnownComment = {}) {
    this.#github = github;
    this.#settings = settings;
    this.#place = { issue_number: settings.issue };
    this.#comment = id === undefined ? undefined : { id, body: '', url: '' };
    this.#known = turns;
    this.#origin = origin;
  }

  /** For people; empty as long as there is no comment. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  get id(): number | undefined {
    return this.#comment?.id;
  }

  get turns(): readonly Turn[] {
    return this.#known;
  }

  /** Where the conversation of a pull request began. */
  get origin(): Origin | undefined {
    return this.#origin;
  }

  /**
   * Looks for the comment, and returns the turns that stand there. Two runs that begin at the same time may each have made one: the
   * oldest counts, and no turn of the others is lost.
   *
   * @param wanted a request that may stand in another comment than the first that is found
   */
  async find(
    wanted: Pick<Turn, 'id' | 'run' | 'step'> | undefined,
    options: CallOptions,
  ): Promise<readonly Turn[]> {
    let found: readonly Turn[] = [];
    for await (const page of this.#github.pages(listComments, this.#place, options)) {
      for (const comment of page) {
        const memo = this.#read(comment);
        if (!memo) continue;
        this.#comment ??= comment;
        found = this.#merged(found, memo.turns);
      }
      if (this.#comment && (!wanted || turnOf(found, wanted))) break;
    }
    this.#known = this.#merged(found, this.#known);
    return found;
  }

  /**
   * Puts this run's turn into the comment, which is made if there is none or it was deleted.
   *
   * @param isOptional does nothing instead, if there is none
   */
  async write(own: Turn, options: CallOptions, isOptional = false): Promise<void> {
    const comment = await this.#reread(options);
    const memo = comment && this.#read(comment);
    if (isOptional && !memo) return;
    this.#known = this.#merged(memo?.turns ?? [], this.#known, own);
    this.#isShared ||= this.#known.some((turn) => turn.id !== own.id && isUnfinished(turn));
    if (!comment) return this.#create(options);
    await this.#update(comment, options).catch((error: unknown) => {
      if (isOptional || !isGone(error)) throw error;
      return this.#create(options);
    });
  }

  /** The last word: what another run has overwritten in the meantime is written again. */
  async writeLast(own: Turn, options: CallOptions): Promise<void> {
    await this.write(own, options);
    // Alone, this run has nothing to fear.
    if (this.#isShared) await this.write(own, options);
  }

  async #reread(options: CallOptions): Promise<StoredComment | undefined> {
    if (!this.#comment) return undefined;
    const { id, body } = this.#comment;
    this.#comment = await unlessGone(this.#github.read(getComment, { comment_id: id }, options));
    this.#isShared ||= this.#comment?.body !== body;
    return this.#comment;
  }

  /** The marker needs the comment's id, so it comes second: nothing is sent to the platform before it is there. */
  async #create(options: CallOptions): Promise<void> {
    this.#comment = (await this.#findUnanswered(options)) ?? (await this.#make(options));
    this.#unanswered = undefined;
    await this.#update(this.#comment, options);
  }

  #make(options: CallOptions): Promise<StoredComment> {
    this.#unanswered = this.#body(UNSIGNED_MARKER);
    return this.#github.read(createComment, { ...this.#place, body: this.#unanswered }, options);
  }

  /** What was sent before and never answered may be there all the same. */
  async #findUnanswered(options: CallOptions): Promise<StoredComment | undefined> {
    const sent = this.#unanswered;
    if (sent === undefined) return undefined;
    const comments = await this.#github.all(listComments, this.#place, options);
    return comments.find(({ body }) => plain(body) === plain(sent));
  }

  async #update(comment: StoredComment, options: CallOptions): Promise<void> {
    const memo = { turns: this.#known, origin: this.#origin };
    const body = this.#body(signMarker(memo, this.#placeOf(comment), this.#settings.apiKey));
    if (plain(body) === plain(comment.body)) return;
    this.#comment = await this.#github.read(updateComment, { comment_id: comment.id, body }, options);
  }

  #body(marker: string): string {
    return `${commentText(this.#known, { ...this.#settings, origin: this.#origin })}\n\n${marker}`;
  }

  #read(comment: StoredComment): Memo | undefined {
    const memo = readMarker(comment.body, this.#placeOf(comment), this.#settings.apiKey);
    this.#origin ??= memo?.origin;
    return memo;
  }

  #placeOf({ id }: StoredComment): MarkerPlace {
    return { ...this.#settings, commentId: id };
  }

  #merged(read: readonly Turn[], known: readonly Turn[], own?: Turn): readonly Turn[] {
    return merged(read, known, own, secondsOf(this.#settings.clock));
  }
}

/** GitHub's editor ends lines with `\r\n`. */
function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
