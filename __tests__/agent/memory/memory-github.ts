import { type Memo, readMarker, signMarker } from '../../../src/agent/memory/marker.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import {
  type CallOptions,
  GithubError,
  type IssueComment,
  type PullRequest,
} from '../../../src/github/api.ts';
import type { GithubApi } from '../../../src/github/rest.ts';
import type { Repository } from '../../../src/github/workflow-run.ts';

const KEY = 'mint_test_0123456789';

export interface StoredComment extends IssueComment {
  readonly repository: string;
  readonly issue: number;
}

/** What all views of one GitHub share. */
interface Store {
  comments: StoredComment[];
  readonly calls: string[];
  readonly options: CallOptions[];
  nextId: number;
  before(call: string): void | Promise<void>;
  after(call: string): void | Promise<void>;
  pullRequest: PullRequest | undefined;
}

/** Comments, reactions and pull requests in memory, two comments to a page; it keeps what it was asked. */
export class MemoryGithub implements GithubApi {
  readonly store: Store;
  readonly #repository: string;

  constructor(repository = 'acme/docs', store?: Store) {
    this.#repository = repository;
    this.store = store ?? {
      ...{ comments: [], calls: [], options: [], nextId: 1, pullRequest: undefined },
      before: () => {},
      after: () => {},
    };
  }

  of({ owner, name }: Repository): MemoryGithub {
    return new MemoryGithub(`${owner}/${name}`, this.store);
  }

  get calls(): readonly string[] {
    return this.store.calls;
  }

  /** Forgets what it was asked. */
  forgetCalls(): void {
    this.store.calls.length = 0;
    this.store.options.length = 0;
  }

  /** The calls that begin so. */
  callsOf(beginning: string): string[] {
    return this.calls.filter((call) => call.startsWith(beginning));
  }

  /** From now on, calls that match end with the error. */
  fail(pattern: RegExp = /^/, error: Error = trouble()): void {
    this.store.before = (call) => {
      if (pattern.test(call)) throw error;
    };
  }

  recover(): void {
    this.store.before = () => {};
  }

  bodies(issue: number, repository = this.#repository): string[] {
    return this.store.comments
      .filter((comment) => comment.issue === issue && comment.repository === repository)
      .map(({ body }) => body);
  }

  /** A status comment that a run with the key and project of `agentInputs` has left. */
  leave(issue: number, ...turns: readonly Turn[]): number {
    const { id } = this.add(issue, '');
    this.rewrite(id, ...turns);
    return id;
  }

  rewrite(id: number, ...turns: readonly Turn[]): void {
    this.sign(id, { turns });
  }

  sign(id: number, memo: Memo): void {
    this.edit(id, `Status.\n\n${signMarker(memo, this.#placeOf(id), KEY)}`);
  }

  memoIn(id: number): Memo | undefined {
    const stored = this.store.comments.find((comment) => comment.id === id);
    return stored && readMarker(stored.body, this.#placeOf(id), KEY);
  }

  turnsIn(id: number): readonly Turn[] {
    return this.memoIn(id)?.turns ?? [];
  }

  #placeOf(id: number) {
    const { repository = '', issue = 0 } = this.store.comments.find((comment) => comment.id === id) ?? {};
    return { repository, issue, projectId: 'p1', commentId: id };
  }

  add(issue: number, body: string): StoredComment {
    const id = this.store.nextId;
    this.store.nextId += 1;
    const url = `https://github.com/${this.#repository}/issues/${issue}#issuecomment-${id}`;
    const comment = { id, body, url, issue, repository: this.#repository };
    this.store.comments.push(comment);
    return comment;
  }

  edit(id: number, body: string): StoredComment {
    const at = this.store.comments.findIndex((comment) => comment.id === id);
    const found = this.store.comments[at];
    if (!found || found.repository !== this.#repository) throw gone();
    const edited = { ...found, body };
    this.store.comments[at] = edited;
    return edited;
  }

  delete(id: number): void {
    this.store.comments = this.store.comments.filter((comment) => comment.id !== id);
  }

  async *listComments(issue: number, options: CallOptions) {
    const of = () =>
      this.store.comments.filter(
        (comment) => comment.issue === issue && comment.repository === this.#repository,
      );
    for (let at = 0; at === 0 || at < of().length; at += 2) {
      yield await this.#asked(`list ${issue}`, options, () => of().slice(at, at + 2));
    }
  }

  getComment(id: number, options: CallOptions): Promise<IssueComment> {
    return this.#asked(`get ${id}`, options, () => {
      const found = this.store.comments.find((comment) => comment.id === id);
      if (!found || found.repository !== this.#repository) throw gone();
      return found;
    });
  }

  createComment(issue: number, body: string, options: CallOptions): Promise<IssueComment> {
    return this.#asked(`create ${issue}`, options, () => this.add(issue, body));
  }

  updateComment(id: number, body: string, options: CallOptions): Promise<IssueComment> {
    return this.#asked(`update ${id}`, options, () => this.edit(id, body));
  }

  react(comment: { kind: string; id: number }, content: string, options: CallOptions): Promise<void> {
    return this.#asked(`react ${comment.kind} ${comment.id} ${content}`, options, () => {});
  }

  pullRequest(number: number, options: CallOptions): Promise<PullRequest> {
    return this.#asked(`pull request ${this.#repository}#${number}`, options, () => {
      if (!this.store.pullRequest) throw gone();
      return this.store.pullRequest;
    });
  }

  permissionOf(): never {
    throw new Error('nobody asks for permissions here');
  }

  reviewText(): never {
    throw new Error('nobody reads reviews here');
  }

  reviewComments(): never {
    throw new Error('nobody reads reviews here');
  }

  async #asked<T>(call: string, options: CallOptions, answer: () => T): Promise<T> {
    this.store.calls.push(call);
    this.store.options.push(options);
    await this.store.before(call);
    const result = answer();
    await this.store.after(call);
    return result;
  }
}

export function gone(status = 404): GithubError {
  return new GithubError('Not Found.', { status, kind: 'refusal', advice: 'Look at the token.' });
}

export function trouble(): GithubError {
  return new GithubError('GitHub answered 502.', { status: 502, kind: 'trouble' });
}
