import { COMMENTS_PER_PAGE, type GithubApi, GithubError, type IssueComment } from '../../github/api.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import { commentText } from './comment-text.ts';
import { type MarkerPlace, readMarker, signMarker, UNSIGNED_MARKER } from './marker.ts';
import { type Turn, withTurn } from './turn.ts';

/** Pages of comments that are looked through. Beyond that, a new comment is easier to find for people too. */
const MAX_PAGES = 10;

/** Where the comment goes, and what its marker is signed with. */
export interface CommentSettings {
  readonly issue: number;
  readonly projectId: string;
  readonly apiKey: string;
  readonly run: WorkflowRun;
}

/** The one comment on an issue or pull request in which a conversation is kept. Throws {@link GithubError}s. */
export class StatusComment {
  readonly #github: GithubApi;
  readonly #settings: CommentSettings;
  /** As last seen on GitHub. */
  #comment: IssueComment | undefined;
  /** Nobody can have changed it since. */
  #isFresh = false;
  /** As last read or written: what a new comment goes on with when somebody deleted or spoilt this one. */
  #turns: readonly Turn[] = [];
  /** The text of a comment that was sent to be made, and whose answer has not come. */
  #unanswered: string | undefined;

  constructor(github: GithubApi, settings: CommentSettings) {
    this.#github = github;
    this.#settings = settings;
  }

  get url(): string {
    return this.#comment?.url ?? '';
  }

  /** Looks for the comment. Returns its turns, or none. */
  async find(signal: AbortSignal): Promise<readonly Turn[]> {
    const comment = await this.#search((candidate) => this.#read(candidate) !== undefined, signal);
    if (!comment) return [];
    this.#comment = comment;
    this.#isFresh = true;
    this.#turns = this.#read(comment) ?? [];
    return this.#turns;
  }

  /** The oldest comment that `fits`. */
  async #search(
    fits: (comment: IssueComment) => boolean,
    signal: AbortSignal,
  ): Promise<IssueComment | undefined> {
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const comments = await this.#github.listComments(this.#settings.issue, page, signal);
      const found = comments.find(fits);
      if (found || comments.length < COMMENTS_PER_PAGE) return found;
    }
    return undefined;
  }

  /** Puts the turn into the comment, which is made if there is none or it was deleted. */
  async write(turn: Turn, signal: AbortSignal): Promise<void> {
    const comment = this.#isFresh ? this.#comment : await this.#reread(signal);
    this.#isFresh = false;
    this.#turns = withTurn((comment && this.#read(comment)) ?? this.#turns, turn);
    if (!comment) return this.#create(signal);
    await this.#update(comment, signal).catch((error: unknown) => {
      if (!isGone(error)) throw error;
      return this.#create(signal);
    });
  }

  /** Another run may have written in the meantime. */
  async #reread(signal: AbortSignal): Promise<IssueComment | undefined> {
    if (!this.#comment) return undefined;
    try {
      this.#comment = await this.#github.getComment(this.#comment.id, signal);
      return this.#comment;
    } catch (error) {
      if (!isGone(error)) throw error;
      return undefined;
    }
  }

  /** The marker needs the comment's id, so it comes second: nothing is sent to the platform before it is there. */
  async #create(signal: AbortSignal): Promise<void> {
    this.#comment = (await this.#findUnanswered(signal)) ?? (await this.#make(signal));
    await this.#update(this.#comment, signal);
  }

  async #make(signal: AbortSignal): Promise<IssueComment> {
    const body = this.#body(UNSIGNED_MARKER);
    this.#unanswered = body;
    const comment = await this.#github.createComment(this.#settings.issue, body, signal);
    this.#unanswered = undefined;
    return comment;
  }

  /** What was sent before and never answered may be there all the same. */
  async #findUnanswered(signal: AbortSignal): Promise<IssueComment | undefined> {
    const sent = this.#unanswered;
    if (sent === undefined) return undefined;
    return this.#search(({ body }) => plain(body) === plain(sent), signal);
  }

  async #update(comment: IssueComment, signal: AbortSignal): Promise<void> {
    const body = this.#body(signMarker(this.#turns, this.#placeOf(comment), this.#settings.apiKey));
    if (plain(body) === plain(comment.body)) return;
    this.#comment = await this.#github.updateComment(comment.id, body, signal);
  }

  #body(marker: string): string {
    return `${commentText(this.#turns, this.#settings.run)}\n\n${marker}`;
  }

  #read(comment: IssueComment): Turn[] | undefined {
    return readMarker(comment.body, this.#placeOf(comment), this.#settings.apiKey);
  }

  #placeOf({ id }: IssueComment): MarkerPlace {
    const { issue, projectId, run } = this.#settings;
    return { repository: fullName(run), issue, projectId, commentId: id };
  }
}

function isGone(error: unknown): boolean {
  return error instanceof GithubError && error.status === 404;
}

/** GitHub's editor ends lines with `\r\n`. */
function plain(body: string): string {
  return body.replaceAll('\r\n', '\n').trimEnd();
}
