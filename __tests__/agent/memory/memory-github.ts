import { type Memo, readMarker, signMarker } from '../../../src/agent/memory/marker.ts';
import type { Turn } from '../../../src/agent/memory/turn.ts';
import { systemClock } from '../../../src/clock.ts';
import { type CallOptions, GithubError } from '../../../src/github/api.ts';
import {
  createComment,
  createReaction,
  getComment,
  getPullRequest,
  listComments,
  type Operation,
  type PullRequest,
  updateComment,
} from '../../../src/github/operations.ts';
import { type Page, type Parameters, RunnerGithub } from '../../../src/github/rest.ts';

const KEY = 'mint_test_0123456789';

export interface StoredComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
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
export class MemoryGithub extends RunnerGithub {
  readonly store: Store;
  readonly #repository: string;

  constructor(repository = 'acme/docs', store?: Store) {
    super({ token: '', repository: { owner: '', name: '' }, clock: systemClock, env: {} });
    this.#repository = repository;
    this.store = store ?? {
      ...{ comments: [], calls: [], options: [], nextId: 1, pullRequest: undefined },
      before: () => {},
      after: () => {},
    };
  }

  override of(repository: string): MemoryGithub {
    return new MemoryGithub(repository, this.store);
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
    return this.#commentsOn(issue, repository).map(({ body }) => body);
  }

  #commentsOn(issue: number, repository = this.#repository): StoredComment[] {
    return this.store.comments.filter((one) => one.issue === issue && one.repository === repository);
  }

  #found(id: number): StoredComment {
    const found = this.store.comments.find((one) => one.id === id && one.repository === this.#repository);
    return found ?? gone();
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
    const edited = { ...this.#found(id), body };
    this.store.comments = this.store.comments.map((one) => (one.id === id ? edited : one));
    return edited;
  }

  delete(id: number): void {
    this.store.comments = this.store.comments.filter((comment) => comment.id !== id);
  }

  protected override async call<T>(
    operation: Operation<T>,
    parameters: Parameters,
    options: CallOptions,
  ): Promise<Page<T>> {
    const [call, answer] = this.#answerTo(operation, parameters);
    this.store.calls.push(call);
    this.store.options.push(options);
    await this.store.before(call);
    const data = answer() as T;
    await this.store.after(call);
    const page = Number(parameters['page']);
    const isLast = !(this.#commentsOn(Number(parameters['issue_number'])).length > 2 * page);
    return { data, link: isLast ? undefined : `<https://x/?page=${page + 1}>; rel="next"` };
  }

  #answerTo(operation: unknown, parameters: Parameters): [call: string, answer: () => unknown] {
    const { place, content, pull_number: pull } = parameters;
    const [id, issue, page] = [
      Number(parameters['comment_id']),
      Number(parameters['issue_number']),
      Number(parameters['page']),
    ];
    const body = String(parameters['body']);
    switch (operation) {
      case listComments:
        return [`list ${issue}`, () => this.#commentsOn(issue).slice(2 * page - 2, 2 * page)];
      case createComment:
        return [`create ${issue}`, () => this.add(issue, body)];
      case getComment:
        return [`get ${id}`, () => this.#found(id)];
      case updateComment:
        return [`update ${id}`, () => this.edit(id, body)];
      case createReaction:
        return [`react ${place} ${id} ${content}`, () => {}];
      case getPullRequest:
        return [`pull request ${this.#repository}#${pull}`, () => this.store.pullRequest ?? gone()];
      default:
        throw new Error('nobody asks for that here');
    }
  }
}

function gone(): never {
  throw refusal(404);
}

export function refusal(status: number): GithubError {
  return new GithubError('Not Found.', { status, kind: 'refusal', advice: 'Look at the token.' });
}

export function trouble(): GithubError {
  return new GithubError('GitHub answered 502.', { status: 502, kind: 'trouble' });
}
