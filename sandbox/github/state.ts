import type { Ledger } from '../ledger.ts';
import { CHECKS, type CheckPlan, type Head, HeadChecks } from './checks.ts';
import { type ContentFile, RepositoryContent } from './content.ts';

/** What can be odd about GitHub, and what it is unless it is set. Stories set it by these names. */
export const ODDITIES = {
  /** A list does not show a comment until so many more requests have been carried out. */
  late: 0,
  /** Ids fall while `created_at` grows: GitHub promises neither. */
  'falling-ids': false,
  /** `created_at` falls from comment to comment: GitHub's machines have clocks of their own. */
  'falling-times': false,
  /** Lists of comments, and reviews, are as they were so many milliseconds ago. */
  stale: 0,
  'late-reviews': 0,
  /** So often the pull requests of a commit are none, although it merged one. */
  'late-merges': 0,
  /** What the checks of a pull request go through (checks.ts): of its first head, its second, and so on. */
  checks: 'none',
  /** The pull requests of a commit are also others, which it did not merge. */
  'other-pulls': false,
};

export type GithubSettings = Readonly<typeof ODDITIES> & {
  /** Logins and what they may do in every repository; nobody else is known. */
  readonly permissions: Readonly<Record<string, Role>>;
  /** The token that GitHub takes; any unless given. */
  readonly githubToken?: string;
  /** In milliseconds since 1970. */
  readonly now: () => number;
};

/** What somebody has written on an issue or a pull request. */
export interface Text {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly issue: number;
  readonly user: string;
  readonly body: string;
  /** Why GitHub shows it folded; undefined if it does not. */
  readonly minimized?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A comment on a line of a pull request. */
export interface ReviewComment extends Text {
  /** The review that it is part of. */
  readonly review: number;
  readonly path: string;
  readonly line: number;
  readonly hunk: string;
}

/** Its body is empty for comments on lines alone. */
export interface Review extends Text {
  /** `COMMENTED`, `APPROVED` or `CHANGES_REQUESTED`. */
  readonly state: string;
}

/** What a test may put into GitHub. */
type NewText = Omit<Text, 'id' | 'createdAt' | 'updatedAt'>;

interface Subject {
  readonly repository: string;
  readonly number: number;
}

/** An issue or a pull request. */
export interface Thread extends Subject {
  readonly title: string;
  readonly body: string;
  readonly user: string;
  readonly state: 'open' | 'closed';
  /** Comments on it are answered 403. */
  readonly locked: boolean;
  readonly isPullRequest: boolean;
  /** Of a pull request: when it was merged (ISO 8601) and as which commit; null if it was not. */
  readonly mergedAt: string | null;
  readonly mergeCommit: string | null;
  /** Id of its last commit, and how many there are. */
  readonly head: string;
  readonly commits: number;
  /** What it changes. */
  readonly files: readonly ContentFile[];
  /** The branch that it is for, and its repository; `main` of its own unless given. */
  readonly base?: string;
  readonly baseRepository?: string;
  /** Where its branch is; another repository for one that comes from a fork. */
  readonly headRepository: string;
}

/** A run of a workflow that is over. */
export interface WorkflowRun extends Pick<Subject, 'repository'> {
  readonly id: number;
  /** Which of the workflow's it is, from 1; its id unless given. */
  readonly number?: number;
  /** Name of the file. */
  readonly workflow: string;
  readonly event: string;
  readonly branch: string;
  readonly sha: string;
  readonly conclusion: 'success' | 'failure';
}

/** GitHub's own roles, the weakest first: each is `role_name`, and what it amounts to is `permission`. */
export const RANKS = {
  ...({ none: 'none', read: 'read', triage: 'read' } as const),
  ...({ write: 'write', maintain: 'write', admin: 'admin' } as const),
};
export type Rank = keyof typeof RANKS;

/** A repository role. Others than GitHub's own are custom roles, with the permission they are based on. */
export type Role =
  | Rank
  | {
      readonly permission: (typeof RANKS)[Rank];
      readonly role_name: string;
      /** GitHub's own role that it is built on, which `user.permissions` shows; `permission` unless given. */
      readonly basedOn?: Rank;
    };

/** Whether a role may do what `least` may. */
export function reaches(role: Role, least: Rank): boolean {
  const ranks = Object.keys(RANKS);
  const rank = typeof role === 'object' ? (role.basedOn ?? role.permission) : role;
  return ranks.indexOf(rank) >= ranks.indexOf(least);
}

/** Who the callers' token belongs to. */
export const BOT = 'github-actions[bot]';
/** Who opens the agent's pull requests. */
const AGENT = 'mintlify[bot]';

/** What GitHub knows. Any issue exists. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  /** Those on issues and pull requests, oldest first, as all that follow. */
  readonly comments: Text[] = [];
  readonly reviews: Review[] = [];
  readonly reviewComments: ReviewComment[] = [];
  readonly workflowRuns: WorkflowRun[] = [];
  /** When pull requests were merged or closed. */
  readonly closings: (Subject & { readonly atMs: number })[] = [];
  /** Commits that people add to pull requests. */
  readonly pushes: (Subject & { readonly atMs: number })[] = [];
  /** Of the first head of each pull request, the second, and so on; the last ones also of later heads. */
  checks: readonly (readonly CheckPlan[])[];
  readonly #settings: GithubSettings;
  readonly #ledger: Ledger;
  /** How many requests had been carried out when a comment was created. */
  readonly #born = new Map<number, number>();
  /** When comments and reviews were written. */
  readonly #writtenMs = new Map<number, number>();
  readonly #threads = new Map<string, Partial<Thread>>();
  /** New names of repositories, in lower case, and their first ones; issues that were transferred, and to where. */
  readonly #names = new Map<string, string>();
  readonly #transfers = new Map<string, Subject>();
  /** How often the pull requests of a commit were asked for. */
  readonly #commitAsks = new Map<string, number>();
  readonly #content = new Map<string, RepositoryContent>();
  #lastId: number;

  /** @param ledger with the jobs whose agent opens pull requests */
  constructor(settings: GithubSettings, ledger: Ledger) {
    const roles = Object.entries(settings.permissions);
    this.permissions = new Map(roles.map(([login, role]) => [login.toLowerCase(), role]));
    this.#settings = settings;
    this.checks = settings.checks.split(',').map((name) => {
      if (!Object.hasOwn(CHECKS, name)) throw new RangeError(`There are no checks "${name}".`);
      return CHECKS[name] ?? [];
    });
    this.#lastId = settings['falling-ids'] ? 900_000 : 1001;
    this.#ledger = ledger;
  }

  addComment(comment: NewText): Text {
    return this.#add(this.comments, comment);
  }

  /** As the caller's token does it by a request: lists may show it late. */
  createComment(comment: Omit<NewText, 'user'>): Text {
    const created = this.addComment({ ...comment, user: BOT });
    this.#born.set(created.id, this.#ledger.carriedOut + 1);
    return created;
  }

  /** As GitHub lists them: by id, and some not yet. */
  listedComments(thread: Subject): Text[] {
    const last = this.#ledger.carriedOut - this.#settings.late;
    return textsOn(this.comments, thread)
      .filter(({ id }) => (this.#born.get(id) ?? 0) <= last && this.#isShown(id, this.#settings.stale))
      .sort((a, b) => a.id - b.id);
  }

  #isShown(id: number, lateMs: number): boolean {
    return (this.#writtenMs.get(id) ?? 0) <= this.#settings.now() - lateMs;
  }

  shownReviews(thread: Subject): Review[] {
    return textsOn(this.reviews, thread).filter(({ id }) =>
      this.#isShown(id, this.#settings['late-reviews']),
    );
  }

  /** As a person would edit or delete it on the web. */
  editComment(id: number, body: string): Text | undefined {
    const comment = this.comments.find((each) => each.id === id);
    return comment && Object.assign(comment, { body, updatedAt: this.#date() });
  }

  deleteComment(id: number): void {
    const index = this.comments.findIndex((comment) => comment.id === id);
    if (index !== -1) this.comments.splice(index, 1);
  }

  /** A review that is submitted; the comments on lines are added to it. */
  addReview(review: NewText & Partial<Review>): Review {
    return this.#add(this.reviews, { state: 'COMMENTED', ...review });
  }

  /** In a review of its own, without a text, unless one is given. */
  addReviewComment(comment: NewText & Partial<ReviewComment>): ReviewComment {
    const review = comment.review ?? this.addReview({ ...comment, body: '' }).id;
    const usual = { path: 'README.md', line: 1, hunk: '@@ -1 +1 @@\n-# Hello' };
    return this.#add(this.reviewComments, { ...usual, ...comment, review });
  }

  /** Any there is, as it was set: an issue, or the pull request of a job. */
  thread(repository: string, number: number): Thread {
    const known = this.#threads.get(keyOf({ repository, number }));
    const untilMs = known?.mergedAt ? Date.parse(known.mergedAt) : this.#settings.now();
    const pushes = this.#pushesTo({ repository, number }, untilMs);
    const isPullRequest = known?.isPullRequest ?? pushes.length > 0;
    const { head, commits } = afterPushes(number, pushes);
    return {
      ...{ repository, number, isPullRequest, body: '', files: [], state: 'open', locked: false },
      ...{
        mergedAt: null,
        mergeCommit: null,
        headRepository: repository,
        head,
        commits: Math.max(1, commits),
      },
      title: `${isPullRequest ? 'Docs update' : 'Issue'} ${number}`,
      user: pushes.length > 0 ? AGENT : 'octocat',
      ...known,
    };
  }

  /** What the job of this pull request has pushed by then, prompt by prompt, and what people have. */
  #pushesTo(subject: Subject, untilMs: number): Push[] {
    const job = this.#ledger.jobs.find(({ pullRequest }) => keyOf(pullRequest) === keyOf(subject));
    const work = job?.work.filter(({ pullRequest }) => pullRequest) ?? [];
    const pushes = [
      ...work.map(({ commits = 1, endsAt }) => ({ commits, atMs: endsAt })),
      ...this.pushes
        .filter((push) => keyOf(push) === keyOf(subject))
        .map(({ atMs }) => ({ commits: 1, atMs })),
    ];
    return pushes.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
  }

  /** A person adds a commit to a pull request of the agent. */
  push({ repository, number }: Subject): void {
    this.pushes.push({ repository, number, atMs: this.#settings.now() });
  }

  /** The checks of every commit that was the head of a pull request of the agent in the repository. */
  checksIn(repository: string): HeadChecks[] {
    const nowMs = this.#settings.now();
    const here = this.#ledger.jobs.filter(({ pullRequest }) => isSame(pullRequest.repository, repository));
    return here.flatMap(({ pullRequest: { number } }) =>
      this.#pushesTo({ repository, number }, nowMs).map(({ atMs }, nth, all) => {
        const { head: sha } = afterPushes(number, all.slice(0, nth + 1));
        const head: Head = { repository, sha, sinceMs: atMs, firstId: 1000 * (100 * number + nth) };
        return new HeadChecks(head, this.checks[nth] ?? this.checks.at(-1) ?? [], nowMs);
      }),
    );
  }

  /** Merges a pull request, in one of GitHub's three ways. Only `rebase` makes commits that do not name it. */
  merge(subject: Subject, how: 'squash' | 'merge' | 'rebase'): void {
    const { number, title, headRepository, files } = this.thread(subject.repository, subject.number);
    const content = this.contentOf(subject.repository);
    const branch = `${headRepository.split('/')[0]}/change-${number}`;
    const merging = `Merge pull request #${number} from ${branch}\n\n${title}`;
    const own = content.commit({ message: how === 'squash' ? `${title} (#${number})` : title, files });
    const mergeCommit = how === 'merge' ? content.commit({ message: merging, files: [] }) : own;
    // Nobody can know that more is to come for a commit that names no pull request.
    if (how === 'rebase') this.#commitAsks.set(mergeCommit, this.#settings['late-merges']);
    this.close(subject, { mergedAt: this.#date(), mergeCommit });
  }

  /** @param change what else becomes of it */
  close({ repository, number }: Subject, change: Partial<Thread> = {}): void {
    const { head: _, commits: __, ...known } = this.thread(repository, number);
    this.setIssue({ ...known, ...change, state: 'closed' });
    this.closings.push({ repository, number, atMs: this.#settings.now() });
  }

  /** Of a commit: those that it merged, once GitHub knows them. */
  pullRequestsOf(repository: string, sha: string): Thread[] {
    const asked = (this.#commitAsks.get(sha) ?? 0) + 1;
    this.#commitAsks.set(sha, asked);
    if (asked <= this.#settings['late-merges']) return [];
    const others = this.#settings['other-pulls'] ? this.#otherPulls(repository, sha) : [];
    const known = [...this.#threads.values()].filter(
      ({ repository: at = '', mergeCommit }) => isSame(at, repository) && mergeCommit === sha,
    );
    // GitHub may write the name in another case than the runner.
    const baseRepository = others.length > 0 ? repository.toUpperCase() : repository;
    const own = known.map(({ number = 0 }) => ({ ...this.thread(repository, number), baseRepository }));
    return [...others, ...own];
  }

  /** One that is open, one that was merged as another commit, into another branch, and into another repository. */
  #otherPulls(repository: string, sha: string): Thread[] {
    const mergedAt = this.#date();
    const usual = { ...this.thread(repository, 900), isPullRequest: true, user: 'rita' };
    return [
      { ...usual, number: 901, mergeCommit: sha, mergedAt: null },
      { ...usual, number: 902, mergeCommit: 'c'.repeat(40), mergedAt },
      { ...usual, number: 903, mergeCommit: sha, mergedAt, base: 'next' },
      { ...usual, number: 904, mergeCommit: sha, mergedAt, baseRepository: 'upstream/product' },
    ];
  }

  /** From now on the repository has that name; GitHub takes the old one, too. */
  rename(repository: string, name: string): void {
    this.#names.set(name.toLowerCase(), this.firstName(repository));
  }

  /** All that GitHub answers has the new names. */
  withNewNames(text: string): string {
    return [...this.#names].reduce((shown, [name, first]) => shown.replaceAll(first, name), text);
  }

  firstName(repository: string): string {
    return this.#names.get(repository.toLowerCase()) ?? repository;
  }

  /** Moves an issue with its comments to another repository. */
  transfer(from: Subject, to: Subject): void {
    this.#transfers.set(keyOf(from), to);
    for (const comment of textsOn(this.comments, from))
      Object.assign(comment, { repository: to.repository, issue: to.number });
  }

  transferOf(subject: Subject): Subject | undefined {
    return this.#transfers.get(keyOf(subject));
  }

  setIssue(issue: Partial<Thread> & Subject): void {
    this.#threads.set(keyOf(issue), issue);
  }

  setPullRequest(pullRequest: Partial<Thread> & Subject): void {
    this.setIssue({ ...pullRequest, isPullRequest: true });
  }

  /** History and files of a repository, to be added to. */
  contentOf(repository: string): RepositoryContent {
    const key = repository.toLowerCase();
    const content = this.#content.get(key) ?? new RepositoryContent(repository);
    this.#content.set(key, content);
    return content;
  }

  #add<T>(list: T[], thing: Omit<T, 'id' | 'createdAt' | 'updatedAt'>): T {
    this.#lastId += this.#settings['falling-ids'] ? -1 : 1;
    const skewMs = this.#settings['falling-times'] ? 2_000 * this.#writtenMs.size : 0;
    const times = { createdAt: this.#date(-skewMs), updatedAt: this.#date() };
    const stored = { id: this.#lastId, ...thing, ...times } as T;
    this.#writtenMs.set(this.#lastId, this.#settings.now());
    list.push(stored);
    return stored;
  }

  #date(laterMs = 0): string {
    return `${new Date(this.#settings.now() + laterMs).toISOString().slice(0, 19)}Z`;
  }
}

/** New commits, or -1 for others than before. */
interface Push {
  readonly commits: number;
  readonly atMs: number;
}

/** The head of a pull request after such pushes, and how many commits there are. */
function afterPushes(number: number, pushes: readonly Push[]): Pick<Thread, 'head' | 'commits'> {
  const commits = pushes.reduce((sum, push, index) => (index === 0 ? 1 : sum + Math.max(0, push.commits)), 0);
  const rewrites = pushes.filter((push) => push.commits < 0).length;
  const [count, others] = [commits, rewrites].map((each) => `${each}`.padStart(2, '0'));
  return { head: `${number}`.padStart(36, '0') + count + others, commits };
}

/** What is written on an issue or pull request. */
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
