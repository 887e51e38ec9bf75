import type { Comment } from './event.ts';

/** The few things that this action asks of GitHub. `github/rest.ts` has the real one. */
export interface GithubApi {
  /** @throws {GithubError} also when nobody has that login */
  permissionOf(login: string, signal: AbortSignal): Promise<CollaboratorPermission>;
  /**
   * Comments of an issue or pull request, the oldest first, {@link COMMENTS_PER_PAGE} on each page but the last.
   *
   * @param page from 1
   * @throws {GithubError}
   */
  listComments(issue: number, page: number, signal: AbortSignal): Promise<readonly IssueComment[]>;
  /** @throws {GithubError} */
  getComment(id: number, signal: AbortSignal): Promise<IssueComment>;
  /** @throws {GithubError} */
  createComment(issue: number, body: string, signal: AbortSignal): Promise<IssueComment>;
  /** @throws {GithubError} */
  updateComment(id: number, body: string, signal: AbortSignal): Promise<IssueComment>;
  /**
   * Adds the "eyes" reaction.
   *
   * @throws {GithubError}
   */
  acknowledge(comment: Pick<Comment, 'kind' | 'id'>, signal: AbortSignal): Promise<void>;
}

export const COMMENTS_PER_PAGE = 100;

/** A user's permission in the repository, as GitHub gives it. */
export interface CollaboratorPermission {
  /** `admin`, `write`, `read` or `none`: `maintain` counts as `write` here, `triage` as `read`. */
  readonly permission: string;
  /** The role itself, which may be a custom one; absent on older servers. */
  readonly roleName: string | undefined;
}

export interface IssueComment {
  readonly id: number;
  readonly body: string;
  /** For people. */
  readonly url: string;
}

/** GitHub answered with an error, or not at all. */
export class GithubError extends Error {
  override readonly name = 'GithubError';
  /** Absent when there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
