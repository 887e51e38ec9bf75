import { GithubError, type RetryOptions, tryAgain } from '../../src/github/api.ts';
import type { GithubComment } from '../../src/github/event.ts';
import { createComment, listComments, type Operation, updateComment } from '../../src/github/operations.ts';
import type { GithubApi, RouteValues } from '../../src/github/rest.ts';
import { REPOSITORY } from './payloads.ts';
import type { SimulatedClock } from './simulated-clock.ts';

export interface StoredComment {
  readonly id: number;
  readonly repository: string;
  readonly issue: number;
  body: string;
  /** Milliseconds since 1970; GitHub gives whole seconds. */
  readonly createdMs: number;
  updatedMs: number;
}

/** What GitHub does instead of answering a request. */
export interface GithubFault {
  /** Absent: there is no answer. */
  readonly status?: number;
  /** The request is carried out all the same. */
  readonly done?: boolean;
  /** Makes it a rate limit. */
  readonly retryAfterMs?: number;
}

/** What all views of one GitHub share. */
interface Store {
  comments: StoredComment[];
  /** What was asked, such as `list 1`, `create 1` or `update 500`. */
  readonly calls: string[];
  nextId: number;
  /** To the next id. Ids need not grow. */
  idStep: number;
  befall(call: string): GithubFault | undefined;
}

/** Milliseconds. What is asked is done when it arrives; the answer comes later. */
const LATENCY_MS = 100;
export const KEY = 'mint_test_0123456789';

/** Comments in memory, on a simulated clock. It tries again as `RunnerGithub` does, for as long as its caller has patience. */
export class SimulatedGithub implements GithubApi {
  readonly store: Store;
  readonly #clock: SimulatedClock;
  readonly #repository: string;

  constructor(clock: SimulatedClock, repository = REPOSITORY, store?: Store) {
    this.#clock = clock;
    this.#repository = repository;
    this.store = store ?? {
      ...{ comments: [], calls: [], nextId: 500, idStep: 1 },
      befall: () => undefined,
    };
  }

  forRepository(repository: string): SimulatedGithub {
    return new SimulatedGithub(this.#clock, repository, this.store);
  }

  read<T>(operation: Operation<T>, parameters: RouteValues, options: RetryOptions): Promise<T> {
    const [issue, id] = [Number(parameters['issue_number']), Number(parameters['comment_id'])];
    const body = String(parameters['body']);
    if ((operation as unknown) === createComment) {
      const create = () => commentOf(this.add(issue, body)) as T;
      return this.#exchange(`create ${issue}`, create, options, true);
    }
    if ((operation as unknown) !== updateComment) throw new Error(`unexpected request: ${operation.what}`);
    return this.#exchange(`update ${id}`, () => commentOf(this.edit(id, body)) as T, options);
  }

  all<T>(operation: Operation<T[]>, parameters: RouteValues, options: RetryOptions): Promise<T[]> {
    if ((operation as unknown) !== listComments) throw new Error(`unexpected request: ${operation.what}`);
    const issue = Number(parameters['issue_number']);
    const sinceMs = Date.parse(String(parameters['since'] ?? '1970-01-01'));
    return this.#exchange(`list ${issue}`, () => this.#listed(issue, sinceMs) as T[], options);
  }

  async latest<T>(operation: Operation<T[]>, parameters: RouteValues, options: RetryOptions) {
    return { entries: await this.all(operation, parameters, options), earlier: 0 };
  }

  /** From now on, this befalls calls that match, at most so many times. */
  fail(pattern: RegExp, fault: GithubFault = { status: 502 }, times = Number.POSITIVE_INFINITY): void {
    let left = times;
    this.store.befall = (call) => {
      if (!pattern.test(call) || left <= 0) return undefined;
      left -= 1;
      return fault;
    };
  }

  recover(): void {
    this.store.befall = () => undefined;
  }

  /** Somebody, or another run, writes a comment. */
  add(issue: number, body: string): StoredComment {
    const nowMs = this.#clock.date().getTime();
    const id = this.store.nextId;
    this.store.nextId += this.store.idStep;
    const comment = { id, repository: this.#repository, issue, body, createdMs: nowMs, updatedMs: nowMs };
    this.store.comments.push(comment);
    return comment;
  }

  edit(id: number, body: string): StoredComment {
    const found = this.store.comments.find((one) => one.id === id && one.repository === this.#repository);
    if (!found) throw errorOf('Changing the comment', { status: 404 });
    found.body = body;
    found.updatedMs = this.#clock.date().getTime();
    return found;
  }

  delete(...ids: readonly number[]): void {
    this.store.comments = this.store.comments.filter(({ id }) => !ids.includes(id));
  }

  /** The comments of an issue or pull request. */
  on(issue: number): StoredComment[] {
    return this.store.comments.filter((one) => one.issue === issue && one.repository === this.#repository);
  }

  #listed(issue: number, sinceMs: number): GithubComment[] {
    const shown = this.on(issue).filter(({ updatedMs }) => updatedMs >= sinceMs);
    return shown.toSorted((a, b) => a.id - b.id).map(commentOf);
  }

  #exchange<T>(call: string, work: () => T, options: RetryOptions, once = false): Promise<T> {
    const isRetryable = ({ kind }: GithubError) => kind === 'limited' || (kind === 'transient' && !once);
    return tryAgain(this.#clock, options, isRetryable, () => this.#try(call, work, options.signal));
  }

  async #try<T>(call: string, work: () => T, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw errorOf(call, {});
    this.store.calls.push(call);
    const fault = this.store.befall(call);
    let answer: T | GithubError | undefined;
    try {
      answer = fault && !fault.done ? undefined : work();
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      answer = error;
    }
    await this.#clock.sleep(LATENCY_MS, signal).catch(() => {
      throw errorOf(call, {});
    });
    if (fault) throw errorOf(call, fault);
    if (answer instanceof GithubError) throw answer;
    return answer as T;
  }
}

function commentOf({ id, repository, issue, body, createdMs, updatedMs }: StoredComment): GithubComment {
  const url = `https://github.com/${repository}/issues/${issue}#issuecomment-${id}`;
  const [createdAt, updatedAt] = [createdMs, updatedMs].map(inSeconds);
  return { kind: 'issue', id, body, url, createdAt, updatedAt } as GithubComment;
}

function inSeconds(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000', '');
}

function errorOf(what: string, { status, retryAfterMs }: GithubFault): GithubError {
  const answered = status === undefined ? 'GitHub did not answer in time' : `GitHub answered ${status}`;
  const isTrouble = status === undefined || status >= 500;
  const kind = retryAfterMs !== undefined ? 'limited' : isTrouble ? 'transient' : 'refused';
  const advice = kind === 'refused' ? 'The token needs `issues: write`.' : '';
  return new GithubError(`${what} failed: ${answered}.`, { status, kind, retryAfterMs, advice });
}
