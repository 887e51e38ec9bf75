import { sleepUnlessAborted } from '../clock.ts';
import { GithubError } from '../github/api.ts';
import {
  type Check,
  type ChecksPage,
  listCheckRuns,
  listDeploymentStatuses,
  listDeployments,
  listStatuses,
} from '../github/checks.ts';
import { getPullRequest, type Operation } from '../github/operations.ts';
import type { GithubApi, RouteValues } from '../github/rest.ts';
import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { httpsUrl, shorten } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import type { Checks } from './checks-text.ts';
import { type PullRequestAddress, pullRequestAt, pullRequestState } from './pull-request.ts';
import type { AgentContext } from './request.ts';

interface ChecksOptions extends Pick<AgentContext, 'github' | 'run' | 'clock' | 'signal' | 'log'> {
  /** URL of the pull request. */
  readonly url: string;
  /** Time limit of the wait (ms). */
  readonly timeoutMs: number;
}

/** Pause as a share of the time waited so far. */
const PAUSE_SHARE = 0.1;
/** Limits of the pause (ms). */
const SHORTEST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
/** Minimum number of pauses, even in a short wait. */
const LEAST_PAUSES = 4;
/** How long all checks must stay complete (ms). Some checks begin only when others have ended. */
const SETTLE_MS = 30_000;
/** Maximum number of API calls in one look (one poll of the checks). The next look continues longer lists. */
const CALLS_PER_LOOK = 3;
/**
 * Everything is read once in this many looks. The other looks read only one list, if possible one with a pending check.
 */
const WHOLE_LOOK = 4;
/**
 * Budget of API calls: 26 at the start, plus 1.9 per minute, which makes 83 in the first half hour. The last look, and
 * reading the deployments twice, bring the total to 98. `GITHUB_TOKEN` allows the whole repository 1,000 calls an hour.
 */
const FIRST_CALLS = 26;
const CALLS_PER_MINUTE = 1.9;
/** How early a timer can fire (ms). */
const EARLY_MS = 5;
const PAGE_SIZE = 100;
/** Maximum number of deployments whose statuses are read. Preview services create one or two for each commit. */
const DEPLOYMENTS = 5;
/** Longest time without a log message (ms). After this time, the log says that the wait continues. */
const LONGEST_SILENCE_MS = 5 * 60_000;
const LONGEST_NAME = 100;
const LONGEST_URL = 2_000;

/**
 * Waits until the checks of a pull request's head have completed or one has failed. Throws only on a programming error.
 */
export async function waitForChecks(options: ChecksOptions): Promise<Checks> {
  const { github, url, run, log, timeoutMs } = options;
  const address = pullRequestAt(url, run.serverUrl);
  if (!github || !address) {
    const why = github ? "It isn't on the GitHub server of this run." : '`github-token` is empty.';
    log.warning(`${CANNOT_READ}. ${why}`);
    return { state: undefined, failed: [], previewUrl: undefined, pullRequest: undefined };
  }
  const repository = github.forRepository(address.repository);
  const title = `Waiting for the checks of the docs pull request, up to ${duration(timeoutMs)}`;
  return log.group(title, () => new ChecksWait(options, repository, address).run());
}

const CANNOT_READ = "The checks of the docs pull request couldn't be read";

const PULL = 'pull-request';
/** API call to make, either for the pull request or for a page of a list. */
type Due = typeof PULL | { readonly list: ListName; readonly page: number };
type ListName = keyof typeof LISTS;
const LISTS = { runs: listCheckRuns, statuses: listStatuses } as const satisfies Record<
  string,
  Operation<ChecksPage>
>;
const LIST_NAMES = Object.keys(LISTS) as ListName[];
const WHOLE: readonly Due[] = [PULL, ...LIST_NAMES.map((list) => ({ list, page: 1 }))];

class ChecksWait {
  readonly #options: ChecksOptions;
  readonly #github: GithubApi;
  readonly #address: PullRequestAddress;
  readonly #startMs: number;
  readonly #queue: Due[] = [];
  /** Whether the next look must continue this round, because the round's calls didn't fit into one look. */
  #isUnfinished = false;
  /** Lists that this round has read completely, and `PULL` if the current look has read the pull request. */
  readonly #fresh = new Set<string>();
  #pull: Checks['pullRequest'];
  /** Complete lists of the head commit's checks. */
  #lists: Partial<Record<ListName, readonly Check[]>> = {};
  /** Checks on the pages read so far, while a list is incomplete. */
  #pages: Check[] = [];
  #looks = 0;
  #calls = 0;
  /** How long into the wait all checks became complete (ms); undefined while a check is pending. */
  #completeMs: number | undefined;
  /** Refusal by GitHub that would recur in every look; undefined if there is none. */
  #refusal: GithubError | undefined;
  /** Temporary failure in the last look; undefined if there is none. */
  #trouble: GithubError | undefined;
  #previewUrl: string | undefined;
  #previewTrouble: GithubError | undefined;
  #logged = { text: '', atMs: 0 };

  constructor(options: ChecksOptions, github: GithubApi, address: PullRequestAddress) {
    this.#options = options;
    this.#github = github;
    this.#address = address;
    this.#startMs = options.clock.now();
  }

  async run(): Promise<Checks> {
    const { clock, signal } = this.#options;
    for (;;) {
      await this.#look();
      const state = this.#end();
      const isFirst = this.#looks === 1;
      if ((isFirst || state) && this.#pull) await this.#readPreview(this.#pull.head);
      if (state) return this.#ended(state.is);
      const pauseMs = this.#pauseMs();
      this.#logProgress(pauseMs);
      await sleepUnlessAborted(clock, pauseMs, signal);
    }
  }

  async #look(): Promise<void> {
    const { signal } = this.#options;
    const isLast = this.#leftMs() <= EARLY_MS;
    this.#trouble = undefined;
    // The pull request may have another head by now.
    this.#fresh.delete(PULL);
    const allowed = FIRST_CALLS + (CALLS_PER_MINUTE * this.#waitedMs()) / 60_000 - this.#calls;
    if (allowed < CALLS_PER_LOOK && !isLast) return;
    if (!this.#isUnfinished) this.#begin(isLast || this.#looks % WHOLE_LOOK === 0);
    this.#looks += 1;
    for (let calls = 1; calls <= CALLS_PER_LOOK && !signal.aborted; calls += 1) {
      const due = this.#queue.shift() ?? this.#missing();
      const trouble = due && (await this.#call(due));
      // Further calls can't succeed until the rate limit has passed.
      if (!due || trouble?.kind === 'limited') break;
    }
    this.#isUnfinished = !this.#trouble && (this.#queue.length > 0 || this.#missing() !== undefined);
  }

  /** Starts a new round of calls: for everything if `isWhole` or if the pull request is unread, else for one list. */
  #begin(isWhole: boolean): void {
    const isPending = (list: ListName) => this.#lists[list]?.some(({ state }) => state === 'pending');
    const pending = LIST_NAMES.filter(isPending);
    // Without a pending check, new ones can appear in either list.
    const lists = pending.length > 0 ? pending : LIST_NAMES;
    const list = lists[this.#looks % lists.length] ?? 'runs';
    this.#fresh.clear();
    this.#pages = [];
    this.#queue.splice(
      0,
      Number.POSITIVE_INFINITY,
      ...(isWhole || !this.#pull ? WHOLE : [{ list, page: 1 }]),
    );
  }

  /**
   * Returns the next call that is needed to confirm that a check failed or that all checks completed; undefined if
   * there is none.
   */
  #missing(): Due | undefined {
    const checks = this.#checks();
    const isNews = checks.some(({ state }) => state === 'failed') || this.#isComplete();
    return isNews && !this.#trouble && !this.#refusal ? WHOLE.find((due) => !this.#isRead(due)) : undefined;
  }

  /** Makes the API call. @returns the temporary failure in this look; undefined if there is none */
  async #call(due: Due): Promise<GithubError | undefined> {
    this.#calls += 1;
    try {
      if (due === PULL) await this.#readPullRequest();
      else if (this.#pull) await this.#readPage(due.list, due.page, this.#pull.head);
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      // GitHub returns 422 if it doesn't know the newest commit yet.
      if (error.kind === 'refused' && error.status !== 422) this.#refusal ??= error;
      else this.#trouble = error;
    }
    return this.#trouble;
  }

  async #readPullRequest(): Promise<void> {
    const { issue: pull_number } = this.#address;
    const read = await this.#ask(getPullRequest, { pull_number });
    const pull = pullRequestState(read, this.#address, this.#options.run.serverUrl);
    if (this.#pull && this.#pull.head !== pull.head) {
      this.#options.log.info('The docs pull request has a new commit, so its checks begin again.');
      this.#lists = {};
      this.#pages = [];
      this.#completeMs = this.#previewUrl = undefined;
      this.#fresh.clear();
      this.#queue.splice(0, Number.POSITIVE_INFINITY, ...WHOLE.slice(1));
    }
    this.#pull = pull;
    this.#fresh.add(PULL);
  }

  async #readPage(list: ListName, page: number, ref: string): Promise<void> {
    const { total, checks } = await this.#ask(LISTS[list], { ref, per_page: PAGE_SIZE, page });
    this.#pages.push(...checks.filter((check) => !this.#isOwn(check)));
    if (checks.length > 0 && page * PAGE_SIZE < total) {
      this.#queue.unshift({ list, page: page + 1 });
      return;
    }
    this.#lists[list] = withoutRepeated(this.#pages);
    this.#pages = [];
    this.#fresh.add(list);
  }

  /**
   * Reports whether a check belongs to this run. That happens if the docs pull request started the run. Such a check
   * can't complete while the run is waiting.
   */
  #isOwn({ detailsUrl }: Check): boolean {
    const { id } = this.#options.run;
    return id !== '' && URL.parse(detailsUrl)?.pathname.includes(`/actions/runs/${id}/`) === true;
  }

  /** Makes one API call without retries. */
  #ask<T>(operation: Operation<T>, parameters: RouteValues): Promise<T> {
    return this.#github.call(operation, parameters, { signal: this.#options.signal, patienceMs: 0 });
  }

  #checks(): readonly Check[] {
    return LIST_NAMES.flatMap((list) => this.#lists[list] ?? []);
  }

  #isComplete(): boolean {
    const checks = this.#checks();
    return checks.length > 0 && checks.every(({ state }) => state !== 'pending');
  }

  #isRead(due: Due): boolean {
    return this.#fresh.has(due === PULL ? due : due.list);
  }

  /** Reports whether this look has read the pull request, and this round has read everything else. */
  #isFresh(): boolean {
    return this.#queue.length === 0 && WHOLE.every((due) => this.#isRead(due));
  }

  /**
   * Returns the final state as `is`, or undefined if the wait continues. The state itself is undefined if the checks
   * couldn't be read.
   */
  #end(): { readonly is: Checks['state'] } | undefined {
    if (this.#options.signal.aborted) return { is: 'pending' };
    const hasFailed = this.#checks().some(({ state }) => state === 'failed');
    if (hasFailed && this.#fresh.has(PULL)) return { is: 'failure' };
    if (this.#refusal) return { is: undefined };
    if (!this.#isComplete()) this.#completeMs = undefined;
    else if (this.#isFresh()) this.#completeMs ??= this.#waitedMs();
    const isSettled = this.#waitedMs() - (this.#completeMs ?? Number.POSITIVE_INFINITY) >= SETTLE_MS;
    if (this.#isFresh() && isSettled) return { is: 'success' };
    const isOver = this.#pull !== undefined && this.#pull.state !== 'open' && this.#isFresh();
    const isLate = this.#leftMs() <= Math.max(EARLY_MS, this.#trouble?.retryAfterMs ?? 0);
    return isOver || isLate ? { is: this.#stateNow() } : undefined;
  }

  /** Returns the state to report if the wait ends now; undefined if the checks couldn't be read. */
  #stateNow(): Checks['state'] {
    if (this.#isFresh() && this.#isComplete()) return 'success';
    const wasRead = LIST_NAMES.every((list) => this.#lists[list] !== undefined);
    if (this.#isFresh() && this.#checks().length === 0) return 'none';
    return wasRead || this.#checks().length > 0 ? 'pending' : undefined;
  }

  async #readPreview(sha: string): Promise<void> {
    const { signal } = this.#options;
    if (signal.aborted || this.#previewTrouble?.kind === 'refused') return;
    this.#previewTrouble = undefined;
    try {
      const deployments = await this.#ask(listDeployments, { sha, per_page: DEPLOYMENTS });
      const statuses = [];
      for (const { id } of deployments.slice(0, DEPLOYMENTS)) {
        statuses.push(
          ...(await this.#ask(listDeploymentStatuses, { deployment_id: id, per_page: PAGE_SIZE })),
        );
      }
      const sites = statuses
        .filter(({ state }) => state === 'success')
        .map(({ environment_url, created_at }) => ({
          url: safeUrl(environment_url),
          atMs: Date.parse(created_at),
        }))
        .filter(({ url }) => url !== undefined);
      this.#previewUrl = sites.sort((a, b) => b.atMs - a.atMs)[0]?.url;
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      this.#previewTrouble = error;
    }
  }

  #ended(state: Checks['state']): Checks {
    const { log, signal } = this.#options;
    const [cause, noPreview] = [this.#refusal ?? this.#trouble, this.#previewTrouble];
    if (cause && !signal.aborted) log.warning(`${CANNOT_READ}${state ? ' completely' : ''}. ${cause.full}`);
    else if (noPreview && !signal.aborted) {
      log.warning(`The preview of the docs pull request couldn't be read. ${noPreview.full}`);
    }
    const failed = this.#checks().filter((check) => check.state === 'failed');
    return {
      state,
      failed: failed.map(({ name, url }) => ({
        name: onOneLine(shorten(name, LONGEST_NAME)),
        url: safeUrl(url),
      })),
      previewUrl: this.#previewUrl,
      pullRequest: this.#pull,
    };
  }

  #pauseMs(): number {
    const { timeoutMs } = this.#options;
    const ownMs = Math.min(Math.max(SHORTEST_PAUSE_MS, this.#waitedMs() * PAUSE_SHARE), LONGEST_PAUSE_MS);
    const longestMs = this.#completeMs === undefined ? LONGEST_PAUSE_MS : SETTLE_MS;
    const pauseMs = Math.min(ownMs, longestMs, timeoutMs / LEAST_PAUSES);
    const trouble = this.#trouble ?? this.#previewTrouble;
    return Math.min(Math.max(pauseMs, trouble?.retryAfterMs ?? 0), this.#leftMs());
  }

  #logProgress(pauseMs: number): void {
    const { log } = this.#options;
    const checks = this.#checks();
    const completed = checks.filter(({ state }) => state !== 'pending').length;
    const seen =
      checks.length === 0 ? 'No checks yet' : `${completed} of ${counted(checks.length, 'check')} completed`;
    const text = this.#trouble ? `The checks couldn't be read this time. ${this.#trouble.full}` : seen;
    const waitedMs = this.#waitedMs();
    if (text === this.#logged.text && waitedMs - this.#logged.atMs < LONGEST_SILENCE_MS) return;
    this.#logged = { text, atMs: waitedMs };
    log.info(`${text.replace(/\.$/, '')} · ${duration(waitedMs)} waited; next look in ${duration(pauseMs)}.`);
  }

  #waitedMs(): number {
    return this.#options.clock.now() - this.#startMs;
  }

  #leftMs(): number {
    return this.#options.timeoutMs - this.#waitedMs();
  }
}

/**
 * Drops each cancelled check that shares its name with an uncancelled one, because a newer run for the commit replaced
 * it.
 */
function withoutRepeated(checks: readonly Check[]): Check[] {
  const isThereOnceMore = ({ name }: Check) =>
    checks.some((other) => other.name === name && !other.isCancelled);
  return checks.filter((check) => !check.isCancelled || !isThereOnceMore(check));
}

function safeUrl(url: string): string | undefined {
  const safe = httpsUrl(url);
  return safe !== undefined && safe.length <= LONGEST_URL ? safe : undefined;
}
