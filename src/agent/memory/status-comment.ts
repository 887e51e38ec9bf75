import type { Clock } from '../../clock.ts';
import { type CallOptions, isGone } from '../../github/api.ts';
import type { Comment } from '../../github/event.ts';
import { createComment, getComment, listComments, updateComment } from '../../github/operations.ts';
import type { GithubApi } from '../../github/rest.ts';
import { type CommentView, commentText, type Origin } from './comment-text.ts';
import { type MarkerPlace, type Memo, readMarker, signMarker, UNSIGNED_MARKER } from './marker.ts';
import { isUnfinished, merged, type Turn, turnOf } from './turn.ts';

type StoredComment = Pick<Comment, 'id' | 'body' | 'url'>;

/** Where the comment goes, and what its marker is signed with. */
export interface CommentSettings extends Omit<CommentView, 'origin'> {
  readonly issue: number;
  readonly projectId: string;
  readonly apiKey: string;
  readonly clock: Clock;
}

/**
 * The one comment on an issue or pull request in which a conversation is kept. Throws {@link GithubError}s.
 *
 * GitHub has no conditional write, and other runs may write as well. So the comment is read right before each write,
 * what it says is merged with what this run knows, and a run that met others looks again after its last write.
 */
export class StatusComment {
  readonly #github: GithubApi;
  readonly #settings: CommentSettings;
  /** As last seen on GitHub. */
  #comment: StoredComment | undefined;
  /** Everything that this run has read or written: what somebody deletes or overwrites is put back. */
  #known: readonly Turn[] = [];
  #origin: Origin | undefined;
  /** The text of a comment that was sent to be made, and whose answer has not come. */
  #unanswered: string | undefined;
  /** Another run has written, or is about to. */
  #isShared = false;

  constructor(github: GithubApi, settings: CommentSettings) {
    this.#github = github;
    this.#settings = settings;
  }

  /** For people; empty as long as there is no comment. */
  get url(): string {
    return this.#comment?.url ?? '';
  }

  get #place() {
    return { issue_number: this.#settings.issue };
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

  /** What this comment is to say beside what stands in it already. */
  learn(turns: readonly Turn[], origin: Origin | undefined): void {
    this.#known = merged(this.#known, turns, undefined, this.#now());
    this.#origin ??= origin;
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
        found = merged(found, memo.turns, undefined, this.#now());
      }
      if (this.#comment && (!wanted || turnOf(found, wanted))) break;
    }
    this.#known = merged(found, this.#known, undefined, this.#now());
    return found;
  }

  /** Takes the comment with that id for this one: a signed marker named it. */
  expect(id: number): void {
    this.#comment = { id, body: '', url: '' };
  }

  /** Puts this run's turn into the comment, which is made if there is none or it was deleted. */
  async write(own: Turn, options: CallOptions): Promise<void> {
    const comment = await this.#reread(options);
    const memo = comment && this.#read(comment);
    this.#known = merged(memo?.turns ?? [], this.#known, own, this.#now());
    this.#isShared ||= this.#known.some((turn) => turn.id !== own.id && isUnfinished(turn));
    if (!comment) return this.#create(options);
    await this.#update(comment, options).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      return this.#create(options);
    });
  }

  /** The same, unless somebody deleted the comment. */
  async writeIfThere(own: Turn, options: CallOptions): Promise<void> {
    const comment = await this.#reread(options);
    const memo = comment && this.#read(comment);
    if (!comment || !memo) return;
    this.#known = merged(memo.turns, [], own, this.#now());
    await this.#update(comment, options);
  }

  /** The last word: what another run has overwritten in the meantime is written again. */
  async writeLast(own: Turn, options: CallOptions): Promise<void> {
    await this.write(own, options);
    // Alone, this run has nothing to fear.
    if (this.#isShared) await this.write(own, options);
  }

  async #reread(options: CallOptions): Promise<StoredComment | undefined> {
    if (!this.#comment) return undefined;
    const { body } = this.#comment;
    try {
      this.#comment = await this.#github.read(getComment, { comment_id: this.#comment.id }, options);
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#comment = undefined;
    }
    this.#isShared ||= this.#comment?.body !== body;
    return this.#comment;
  }

  /** The marker needs the comment's id, so it comes second: nothing is sent to the platform before it is there. */
  async #create(options: CallOptions): Promise<void> {
    this.#comment = (await this.#findUnanswered(options)) ?? (await this.#make(options));
    this.#unanswered = undefined;
    await this.#update(this.#comment, options);
  }

  async #make(options: CallOptions): Promise<StoredComment> {
    const body = this.#body(UNSIGNED_MARKER);
    this.#unanswered = body;
    return this.#github.read(createComment, { ...this.#place, body }, options);
  }

  /** What was sent before and never answered may be there all the same. */
  async #findUnanswered(options: CallOptions): Promise<StoredComment | undefined> {
    const sent = this.#unanswered;
    if (sent === undefined) return undefined;
    for await (const page of this.#github.pages(listComments, this.#place, options)) {
      const found = page.find(({ body }) => plain(body) === plain(sent));
      if (found) return found;
    }
    return undefined;
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
    const { issue, projectId, repository } = this.#settings;
    return { repository, issue, projectId, commentId: id };
  }

  #now(): number {
    return Math.floor(this.#settings.clock.date().getTime() / 1000);
  }
}

/** GitHub's editor ends lines with `\r\n`. */
function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
