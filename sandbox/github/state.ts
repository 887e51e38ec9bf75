import type { Ledger } from '../ledger.ts';
import { RepositoryContent } from './content.ts';
import { dateOf } from './json.ts';
import { type Role, reaches } from './roles.ts';
import type { NewText, ReviewComment, Status, Subject, Text, Thread, WorkflowRun } from './things.ts';

/** What can be odd about GitHub, and what it is unless it is set. */
export const GITHUB_DEFAULTS = {
  /** Ids fall while `created_at` grows: GitHub promises neither. */
  'falling-ids': false,
  /** The pull requests of a commit are also others, which it did not merge. */
  'other-pulls': false,
};

export type GithubSettings = Readonly<typeof GITHUB_DEFAULTS> & {
  /** Logins and what they may do in every repository; nobody else is known. */
  readonly permissions: Readonly<Record<string, Role>>;
  /** The token that GitHub takes; any unless given. */
  readonly githubToken?: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

export const BOT = 'github-actions[bot]';
const AGENT = 'mintlify[bot]';

/** What GitHub knows. Any issue exists that was never set. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  readonly comments: Text[] = [];
  /** As they were before each edit, the oldest first. */
  readonly #formerComments: (Text & { readonly editedMs: number })[] = [];
  /** Their texts are empty for comments on lines alone. */
  readonly reviews: Text[] = [];
  readonly reviewComments: ReviewComment[] = [];
  readonly workflowRuns: WorkflowRun[] = [];
  readonly statuses: Status[] = [];
  readonly settings: GithubSettings;
  /** What the token may not do, such as `statuses: write`. */
  denied: readonly string[] = [];
  readonly #ledger: Ledger;
  /** All that each has been, the oldest first. */
  readonly #threads = new Map<string, Version[]>();
  readonly #pushes: (Subject & Push)[] = [];
  readonly #content = new Map<string, RepositoryContent>();
  readonly #sinceMs: number;
  #lastId: number;
  #ageMs = 0;

  /** @param ledger with the jobs whose agent opens pull requests */
  constructor(settings: GithubSettings, ledger: Ledger) {
    const roles = Object.entries(settings.permissions);
    this.permissions = new Map(roles.map(([login, role]) => [login.toLowerCase(), role]));
    this.settings = settings;
    this.#lastId = settings['falling-ids'] ? 900_000 : 1001;
    this.#ledger = ledger;
    this.#sinceMs = settings.now();
  }

  /** Milliseconds since 1970 up to which GitHub knows what happened. */
  get knownMs(): number {
    return this.settings.now() - this.#ageMs;
  }

  /** Answers with what GitHub knew so many milliseconds ago. */
  asOf<T>(ageMs: number, answer: () => T): T {
    this.#ageMs = ageMs;
    try {
      return answer();
    } finally {
      this.#ageMs = 0;
    }
  }

  addComment(comment: NewText): Text {
    return added(this.comments, { ...comment, ...this.#stamp(comment) });
  }

  /** As GitHub lists them: by id, and as they were a while ago where that is set. */
  listedComments(thread: Subject): Text[] {
    const asItWas = (text: Text) =>
      this.#formerComments.find(({ id, editedMs }) => id === text.id && editedMs > this.knownMs) ?? text;
    return this.knownTexts(this.comments, thread)
      .sort((a, b) => a.id - b.id)
      .map(asItWas);
  }

  knownTexts<T extends Text>(texts: readonly T[], thread: Subject): T[] {
    return textsOn(texts, thread).filter(({ atMs }) => atMs <= this.knownMs);
  }

  editComment(id: number, body: string): Text | undefined {
    const comment = this.comments.find((each) => each.id === id);
    if (comment) this.#formerComments.push({ ...comment, editedMs: this.settings.now() });
    return comment && Object.assign(comment, { body, updatedAt: this.date() });
  }

  deleteComment(id: number): void {
    const index = this.comments.findIndex((comment) => comment.id === id);
    if (index !== -1) this.comments.splice(index, 1);
  }

  addReview(review: NewText): Text {
    return added(this.reviews, { ...review, ...this.#stamp(review) });
  }

  /** In a review of its own, without a text, unless one is given. */
  addReviewComment(comment: NewText & Partial<ReviewComment>): ReviewComment {
    const review = comment.review ?? this.addReview({ ...comment, body: '' }).id;
    const usual = { path: 'README.md', hunk: '@@ -1 +1 @@\n-# Hello' };
    return added(this.reviewComments, { ...usual, ...comment, ...this.#stamp(comment), review });
  }

  /** What GitHub says of a new text. */
  #stamp({ user }: NewText) {
    this.#lastId += this.settings['falling-ids'] ? -1 : 1;
    const [createdAt, association] = [this.date(), this.associationOf(user)];
    return { id: this.#lastId, association, createdAt, updatedAt: createdAt, atMs: this.settings.now() };
  }

  /** Whether GitHub knows of it yet. */
  isThere(subject: Subject): boolean {
    return !this.#threads.has(keyOf(subject)) || this.#versionOf(subject) !== undefined;
  }

  #versionOf(subject: Subject): Version | undefined {
    return this.#threads.get(keyOf(subject))?.findLast(({ atMs }) => atMs <= this.knownMs);
  }

  thread(repository: string, number: number): Thread {
    const known = this.#versionOf({ repository, number });
    const mergedMs = known?.mergedAt ? Date.parse(known.mergedAt) + 999 : Infinity;
    const pushes = this.#pushesTo({ repository, number }, Math.min(mergedMs, this.knownMs));
    const comment = this.comments.findLast(
      ({ issue, atMs, repository: at }) => issue === number && atMs <= this.knownMs && isSame(at, repository),
    );
    const changes = [known ?? { atMs: this.#sinceMs }, comment, pushes.at(-1)];
    const isOfAgent = this.#jobOf({ repository, number }) !== undefined && pushes.length > 0;
    const isPullRequest = known?.isPullRequest ?? isOfAgent;
    return {
      repository,
      number,
      isPullRequest,
      body: '',
      files: [],
      state: 'open',
      locked: false,
      labels: [],
      mergedAt: null,
      mergeCommit: null,
      headRepository: repository,
      reviewers: [],
      ...afterPushes(number, isOfAgent ? pushes : [{ commits: 1, atMs: 0 }, ...pushes]),
      title: `${isPullRequest ? 'Docs update' : 'Issue'} ${number}`,
      user: isOfAgent ? AGENT : 'octocat',
      ...known,
      updatedAt: dateOf(Math.max(...changes.map((each) => each?.atMs ?? 0))),
    };
  }

  #jobOf(subject: Subject) {
    return this.#ledger.jobs.find(({ pullRequest }) => keyOf(pullRequest) === keyOf(subject));
  }

  #pushesTo(subject: Subject, untilMs: number): Push[] {
    const work = this.#jobOf(subject)?.work.filter(({ pullRequest }) => pullRequest) ?? [];
    const byAgent = work.map(({ commits = 1, endsAt }) => ({ commits, atMs: endsAt }));
    const byPeople = this.#pushes.filter((push) => keyOf(push) === keyOf(subject));
    return [...byAgent, ...byPeople].filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
  }

  push({ repository, number }: Subject, isForced = false): void {
    this.#pushes.push({ repository, number, commits: isForced ? -1 : 1, atMs: this.settings.now() });
  }

  /** Merges a pull request, in one of GitHub's three ways. Only `rebase` makes commits that do not name it. */
  merge(subject: Subject, how: 'squash' | 'merge' | 'rebase'): void {
    const { number, title, headRepository, files } = this.thread(subject.repository, subject.number);
    const content = this.contentOf(subject.repository);
    const branch = `${headRepository.split('/')[0]}/change-${number}`;
    const merging = `Merge pull request #${number} from ${branch}\n\n${title}`;
    const own = content.commit({ message: how === 'squash' ? `${title} (#${number})` : title, files });
    const mergeCommit = how === 'merge' ? content.commit({ message: merging, files: [] }) : own;
    this.change(subject, { state: 'closed', mergedAt: this.date(), mergeCommit });
  }

  /** Of a commit: those that it merged, once GitHub knows them. */
  pullRequestsOf(repository: string, sha: string): Thread[] {
    const own = this.#knownThreads().filter(
      (thread) => thread.mergeCommit === sha && isSame(thread.repository, repository),
    );
    if (!this.settings['other-pulls']) return own;
    const mergedAt = this.date();
    const usual = { ...this.thread(repository, 900), isPullRequest: true, user: 'rita', mergedAt };
    return [
      { ...usual, number: 901, mergeCommit: sha, mergedAt: null },
      { ...usual, number: 902, mergeCommit: 'c'.repeat(40) },
      { ...usual, number: 903, mergeCommit: sha, base: 'next' },
      { ...usual, number: 904, mergeCommit: sha, baseRepository: 'upstream/product' },
      // GitHub may write the name in another case than the runner.
      ...own.map((each) => ({ ...each, baseRepository: repository.toUpperCase() })),
    ];
  }

  #knownThreads(): Thread[] {
    const latest = [...this.#threads.values()].flatMap((versions) => versions.slice(-1));
    return latest.map(({ repository, number }) => this.thread(repository, number));
  }

  /** Adds a status to any commit: GitHub knows more of them than a test tells it. */
  addStatus(status: Omit<Status, 'id' | 'atMs' | 'labels'>): Status {
    const labels = this.#knownThreads().flatMap(({ head, labels }) => (head === status.sha ? labels : []));
    const stored = { ...status, labels, id: this.statuses.length + 1, atMs: this.settings.now() };
    return added(this.statuses, stored);
  }

  /** @param atMs since when it is so, in milliseconds since 1970 */
  setIssue(issue: Partial<Thread> & Subject, atMs = this.settings.now()): void {
    const versions = this.#threads.get(keyOf(issue)) ?? [];
    this.#threads.set(keyOf(issue), [...versions, { ...issue, atMs }]);
  }

  setPullRequest(pullRequest: Partial<Thread> & Subject, atMs?: number): void {
    this.setIssue({ ...pullRequest, isPullRequest: true }, atMs);
  }

  change({ repository, number }: Subject, change: Partial<Thread>): void {
    const { head: _, commits: __, ...known } = this.thread(repository, number);
    this.setIssue({ ...known, ...change });
  }

  contentOf(repository: string): RepositoryContent {
    const key = repository.toLowerCase();
    const content = this.#content.get(key) ?? new RepositoryContent(repository, () => this.knownMs);
    this.#content.set(key, content);
    return content;
  }

  /** How GitHub ties somebody to the repositories. */
  associationOf(login: string): string {
    return reaches(this.permissions.get(login.toLowerCase()) ?? 'none', 'write') ? 'MEMBER' : 'NONE';
  }

  /** Now, as GitHub writes it. */
  date(): string {
    return dateOf(this.settings.now());
  }
}

type Version = Partial<Thread> & Subject & { readonly atMs: number };

function added<T>(list: T[], thing: T): T {
  list.push(thing);
  return thing;
}

interface Push {
  readonly commits: number;
  readonly atMs: number;
}

/** The head of a pull request after such pushes, and how many commits there are. */
function afterPushes(number: number, pushes: readonly Push[]): Pick<Thread, 'head' | 'commits'> {
  const commits = pushes.reduce((sum, push, index) => (index === 0 ? 1 : sum + Math.max(0, push.commits)), 0);
  const rewrites = pushes.filter((push) => push.commits < 0).length;
  const [count, others] = [commits, rewrites].map((each) => `${each}`.padStart(2, '0'));
  // The first seven digits, which people read, tell all of them apart.
  const head = (`${number}`.padStart(3, '0') + count + others).padEnd(40, '0');
  return { head, commits: Math.max(1, commits) };
}

export function textsOn<T extends Text>(texts: readonly T[], { repository, number }: Subject): T[] {
  return texts.filter(({ issue, repository: at }) => issue === number && isSame(at, repository));
}

/** GitHub's repository names are the same in upper and lower case. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function keyOf({ repository, number }: Subject): string {
  return `${repository.toLowerCase()}#${number}`;
}
