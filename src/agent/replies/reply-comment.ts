import type { CallOptions } from '../../github/api.ts';
import { createSigned, saveSigned, type Thread, updateSigned } from '../../github/comments.ts';
import type { GithubError } from '../../github/errors.ts';
import type { GithubComment } from '../../github/objects.ts';
import { type ReplyRecord, recordIn, toMarker } from './record.ts';

/**
 * - `absent`: creating it wasn't tried yet
 * - `kept`: GitHub has it, with `written` if this run wrote it
 * - `refused`: GitHub doesn't take it, or not its next edit
 * - `maybe-created`: creating it failed for 30 s, or was interrupted, so it may exist all the same
 * - `deleted`: somebody deleted it
 */
type CommentState =
  | { kind: 'kept'; comment: GithubComment; written: ReplyRecord | undefined; createdMs: number }
  | { kind: 'refused'; comment: GithubComment | undefined }
  | { kind: 'absent' | 'maybe-created' | 'deleted' };

/** The comment on GitHub that holds a run's reply. */
export class ReplyComment {
  readonly #thread: Thread;
  #state: CommentState = { kind: 'absent' };

  constructor(thread: Thread) {
    this.#thread = thread;
  }

  /** Undefined until it exists, and once it was deleted. */
  get comment(): GithubComment | undefined {
    return 'comment' in this.#state ? this.#state.comment : undefined;
  }

  /** What this run wrote last; undefined before it did. */
  get written(): ReplyRecord | undefined {
    return this.#state.kind === 'kept' ? this.#state.written : undefined;
  }

  get isRefused(): boolean {
    return this.#state.kind === 'refused';
  }

  /** Whether GitHub has it, or may have it without this run knowing. */
  get mayBeOnGithub(): boolean {
    return this.comment !== undefined || this.#state.kind === 'maybe-created';
  }

  /** Time since this run created it (ms); infinite if an earlier attempt did, and if it doesn't exist. */
  get ageMs(): number {
    const { clock } = this.#thread.github;
    return this.#state.kind === 'kept' ? clock.now() - this.#state.createdMs : Number.POSITIVE_INFINITY;
  }

  /** Continues a comment of an earlier attempt. */
  adopt(comment: GithubComment): void {
    this.#state = { kind: 'kept', comment, written: undefined, createdMs: Number.NEGATIVE_INFINITY };
  }

  /** Edits the comment, or creates it. Does nothing if GitHub doesn't take one. @throws {GithubError} */
  async write(record: ReplyRecord, text: string, options: CallOptions): Promise<void> {
    const thread = this.#thread;
    const signed = { text, content: toMarker(record) };
    switch (this.#state.kind) {
      case 'refused':
      case 'deleted':
        return;
      case 'kept': {
        const comment = await updateSigned(thread, this.#state.comment.id, signed, options);
        this.#state = { ...this.#state, comment, written: record };
        return;
      }
      case 'absent':
      case 'maybe-created': {
        const createdMs = thread.github.clock.now();
        const isWatch = record.action?.does === 'watch';
        const isOwn = (content: unknown) => {
          const found = recordIn(content);
          // What another attempt left is its own, unless all of them only watch.
          return found?.request === record.request && (isWatch || found.attempt === record.attempt);
        };
        const mayExist = this.#state.kind === 'maybe-created' || isWatch;
        const comment = mayExist
          ? await saveSigned(thread, isOwn, signed, options)
          : await createSigned(thread, signed, options);
        this.#state = { kind: 'kept', comment, written: record, createdMs };
      }
    }
  }

  /** Records why the first write failed. */
  fail({ kind }: GithubError): void {
    const { comment } = this;
    if (kind === 'refused') this.#state = { kind: 'refused', comment };
    else if (!comment) this.#state = { kind: 'maybe-created' };
  }

  markDeleted(): void {
    this.#state = { kind: 'deleted' };
  }
}
