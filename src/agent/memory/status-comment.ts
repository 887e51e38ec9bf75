import type { Clock } from '../../clock.ts';
import { type CallOptions, type GithubApi, type IssueComment, isGone } from '../../github/api.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import { commentText } from './comment-text.ts';
import { type MarkerPlace, readMarker, signMarker, UNSIGNED_MARKER } from './marker.ts';
import { isUnfinished, merged, type Turn, turnOf } from './turn.ts';

/** Where the comment goes, and what its marker is signed with. */
export interface CommentSettings {
  readonly issue: number;
  readonly projectId: string;
  readonly apiKey: string;
  readonly run: WorkflowRun;
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
  #comment: IssueComment | undefined;
  /** Everything that this run has read or written: what somebody deletes or overwrites is put back. */
  #known: readonly Turn[] = [];
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

  /**
   * Looks for the comment, and returns its turns. Two runs that begin at the same time may each have made one: the
   * oldest counts, and no turn of the others is lost.
   *
   * @param wanted a request that may stand in another comment than the first that is found
   */
  async find(
    wanted: Pick<Turn, 'id' | 'run' | 'step'> | undefined,
    options: CallOptions,
  ): Promise<readonly Turn[]> {
    let found: readonly Turn[] = [];
    for await (const page of this.#github.listComments(this.#settings.issue, options)) {
      for (const comment of page) {
        const turns = this.#read(comment);
        if (!turns) continue;
        this.#comment ??= comment;
        found = merged(found, turns, undefined, this.#now());
      }
      if (this.#comment && (!wanted || turnOf(found, wanted))) break;
    }
    this.#known = merged(found, this.#known, undefined, this.#now());
    return this.#known;
  }

  /** Puts this run's turn into the comment, which is made if there is none or it was deleted. */
  async write(own: Turn, options: CallOptions): Promise<void> {
    const comment = await this.#reread(options);
    this.#known = merged((comment && this.#read(comment)) ?? [], this.#known, own, this.#now());
    this.#isShared ||= this.#known.some((turn) => turn.id !== own.id && isUnfinished(turn));
    if (!comment) return this.#create(options);
    await this.#update(comment, options).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      return this.#create(options);
    });
  }

  /** The last word: what another run has overwritten in the meantime is written again. */
  async writeLast(own: Turn, options: CallOptions): Promise<void> {
    await this.write(own, options);
    // Alone, this run has nothing to fear.
    if (this.#isShared) await this.write(own, options);
  }

  async #reread(options: CallOptions): Promise<IssueComment | undefined> {
    if (!this.#comment) return undefined;
    const { body } = this.#comment;
    try {
      this.#comment = await this.#github.getComment(this.#comment.id, options);
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
    await this.#update(this.#comment, options);
  }

  async #make(options: CallOptions): Promise<IssueComment> {
    const body = this.#body(UNSIGNED_MARKER);
    this.#unanswered = body;
    const comment = await this.#github.createComment(this.#settings.issue, body, options);
    this.#unanswered = undefined;
    return comment;
  }

  /** What was sent before and never answered may be there all the same. */
  async #findUnanswered(options: CallOptions): Promise<IssueComment | undefined> {
    const sent = this.#unanswered;
    if (sent === undefined) return undefined;
    for await (const page of this.#github.listComments(this.#settings.issue, options)) {
      const found = page.find(({ body }) => plain(body) === plain(sent));
      if (found) return found;
    }
    return undefined;
  }

  async #update(comment: IssueComment, options: CallOptions): Promise<void> {
    const body = this.#body(signMarker(this.#known, this.#placeOf(comment), this.#settings.apiKey));
    if (plain(body) === plain(comment.body)) return;
    this.#comment = await this.#github.updateComment(comment.id, body, options);
  }

  #body(marker: string): string {
    return `${commentText(this.#known, this.#settings.run)}\n\n${marker}`;
  }

  #read(comment: IssueComment): Turn[] | undefined {
    return readMarker(comment.body, this.#placeOf(comment), this.#settings.apiKey);
  }

  #placeOf({ id }: IssueComment): MarkerPlace {
    const { issue, projectId, run } = this.#settings;
    return { repository: fullName(run), issue, projectId, commentId: id };
  }

  #now(): number {
    return Math.floor(this.#settings.clock.date().getTime() / 1000);
  }
}

/** GitHub's editor ends lines with `\r\n`. */
function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
