import type { CallOptions } from '../../github/api.ts';
import {
  createSigned,
  type SignedText,
  saveSigned,
  type Thread,
  updateSigned,
} from '../../github/comments.ts';
import type { GithubError } from '../../github/errors.ts';
import type { GithubComment } from '../../github/objects.ts';

/**
 * - `absent`: creating it wasn't tried yet
 * - `kept`: GitHub has it
 * - `refused`: GitHub doesn't take it, or not its next edit
 * - `lost`: creating it failed for 30 s, or was interrupted, so it may exist all the same
 * - `deleted`: somebody deleted it
 */
type CommentState =
  | { readonly kind: 'kept'; readonly comment: GithubComment; readonly createdMs: number }
  | { readonly kind: 'refused'; readonly comment: GithubComment | undefined }
  | { readonly kind: 'absent' | 'lost' | 'deleted' };

/** The comment on GitHub that holds a run's reply. */
export class ReplyComment {
  readonly thread: Thread;
  #state: CommentState = { kind: 'absent' };

  constructor(thread: Thread) {
    this.thread = thread;
  }

  /** Undefined until it exists, and once it was deleted. */
  get comment(): GithubComment | undefined {
    return this.#state.kind === 'kept' || this.#state.kind === 'refused' ? this.#state.comment : undefined;
  }

  get isRefused(): boolean {
    return this.#state.kind === 'refused';
  }

  /** Whether GitHub has it, or may have it without this run knowing. */
  get mayBeOnGithub(): boolean {
    return this.comment !== undefined || this.#state.kind === 'lost';
  }

  /** Time since this run created it (ms); infinite if an earlier attempt did, and if it doesn't exist. */
  get ageMs(): number {
    const { kind } = this.#state;
    return kind === 'kept'
      ? this.thread.github.clock.now() - this.#state.createdMs
      : Number.POSITIVE_INFINITY;
  }

  /** Continues a comment of an earlier attempt. */
  adopt(comment: GithubComment): void {
    this.#state = { kind: 'kept', comment, createdMs: Number.NEGATIVE_INFINITY };
  }

  /**
   * Edits the comment, or creates it. Does nothing if GitHub doesn't take one.
   *
   * @param isOwn finds a comment that may exist already; without it, none is looked for @throws {GithubError}
   */
  async write(
    signed: SignedText,
    isOwn: ((content: unknown) => boolean) | undefined,
    options: CallOptions,
  ): Promise<void> {
    const { thread } = this;
    switch (this.#state.kind) {
      case 'refused':
      case 'deleted':
        return;
      case 'kept': {
        const { id } = this.#state.comment;
        const comment = await updateSigned(thread, id, signed, options);
        this.#state = { ...this.#state, comment };
        return;
      }
      case 'absent':
      case 'lost': {
        const createdMs = thread.github.clock.now();
        const comment = isOwn
          ? await saveSigned(thread, isOwn, signed, options)
          : await createSigned(thread, signed, options);
        this.#state = { kind: 'kept', comment, createdMs };
      }
    }
  }

  /** Records why the first write failed. */
  fail({ kind }: GithubError): void {
    const { comment } = this;
    if (kind === 'refused') this.#state = { kind: 'refused', comment };
    else if (!comment) this.#state = { kind: 'lost' };
  }

  markDeleted(): void {
    this.#state = { kind: 'deleted' };
  }

  get isLost(): boolean {
    return this.#state.kind === 'lost';
  }
}
