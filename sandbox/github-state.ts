import { RepositoryContent } from './github-content.ts';
import type { Jobs } from './jobs.ts';
import type { Settings } from './server.ts';
import { HourlyLimit } from './window.ts';

/** What somebody has written on an issue or a pull request. */
interface Text {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly issue: number;
  readonly user: string;
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface Comment extends Text {
  readonly updatedAt: string;
}

/** A comment on a line of a pull request. */
export interface ReviewComment extends Comment {
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
export type NewComment = Omit<Text, 'id' | 'createdAt'>;
/** A review of its own, without a text, unless one is given. */
export type NewReviewComment = NewComment & Partial<Pick<ReviewComment, 'review' | 'path' | 'line' | 'hunk'>>;

interface Subject {
  readonly repository: string;
  readonly number: number;
}

interface Opened extends Subject {
  readonly title: string;
  readonly body: string;
  readonly user: string;
}

export interface Issue extends Opened {
  /** Comments on it are answered 403. */
  readonly locked: boolean;
  /** Everything about it is answered 410. */
  readonly deleted: boolean;
}

export interface PullRequest extends Opened {
  readonly state: 'open' | 'closed';
  readonly merged: boolean;
  readonly headRef: string;
}

export const REACTIONS = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes'] as const;

export interface Reaction {
  readonly id: number;
  readonly on: 'comment' | 'review-comment';
  /** The comment's id. */
  readonly subject: number;
  readonly user: string;
  readonly content: (typeof REACTIONS)[number];
  readonly createdAt: string;
}

/** A repository role. Others than GitHub's own are custom roles, with the permission they are based on. */
export type Role =
  | 'admin'
  | 'maintain'
  | 'write'
  | 'triage'
  | 'read'
  | 'none'
  | { readonly permission: 'admin' | 'write' | 'read' | 'none'; readonly role_name: string };

/** What a token may write. It may read everything. */
export interface Grant {
  /** `owner/name`; elsewhere it writes nothing. */
  readonly repositories: readonly string[];
  /** Comments on issues. */
  readonly issues: boolean;
  /** Comments on pull requests, as `issues` also allows. */
  readonly pullRequests: boolean;
}

/** Who the callers' token belongs to. */
export const BOT = 'github-actions[bot]';
/** Who opens the agent's pull requests. */
const AGENT = 'mintlify[bot]';

/** What GitHub knows: comments, reviews, reactions, and who may do what. Any issue exists unless told otherwise. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  readonly grants: Map<string, Grant>;
  readonly reactions: Reaction[] = [];
  /** Requests that a token has left in this hour. */
  readonly limit: HourlyLimit;
  readonly #settings: Settings;
  readonly #jobs: Jobs;
  readonly #comments = new Map<number, Comment>();
  readonly #reviewComments: ReviewComment[] = [];
  readonly #reviews: Review[] = [];
  readonly #issues = new Map<string, Issue>();
  readonly #pullRequests = new Map<string, PullRequest>();
  readonly #content = new Map<string, RepositoryContent>();
  #lastId = 1001;

  /** @param jobs the platform's, whose agent opens pull requests */
  constructor(settings: Settings, jobs: Jobs) {
    const roles = Object.entries(settings.permissions);
    this.permissions = new Map(roles.map(([login, role]) => [login.toLowerCase(), role]));
    this.grants = new Map(Object.entries(settings.grants));
    this.limit = new HourlyLimit(settings.githubPerHour, settings.now);
    this.#settings = settings;
    this.#jobs = jobs;
  }

  /** All comments on issues and pull requests, oldest first. */
  get comments(): readonly Comment[] {
    return [...this.#comments.values()];
  }

  commentsOn({ repository, number }: Subject): readonly Comment[] {
    return this.comments.filter(({ issue, repository: at }) => issue === number && isSame(at, repository));
  }

  comment(repository: string, id: number): Comment | undefined {
    return this.comments.find((comment) => comment.id === id && isSame(comment.repository, repository));
  }

  addComment(comment: NewComment): Comment {
    const stored = { ...this.#stamped(comment), updatedAt: this.#date() };
    this.#comments.set(stored.id, stored);
    return stored;
  }

  /** As a person would edit or delete it on the web. */
  editComment(id: number, body: string): Comment | undefined {
    const comment = this.#comments.get(id);
    if (!comment) return undefined;
    const edited = { ...comment, body, updatedAt: this.#date() };
    this.#comments.set(id, edited);
    return edited;
  }

  deleteComment(id: number): void {
    this.#comments.delete(id);
  }

  /** Reviews of a pull request, oldest first. */
  reviewsOf({ repository, number }: Subject): readonly Review[] {
    return this.#reviews.filter(({ issue, repository: at }) => issue === number && isSame(at, repository));
  }

  /** A review that is submitted; the comments on lines are added to it. */
  addReview(review: NewComment & Partial<Pick<Review, 'state'>>): Review {
    const stored = { state: 'COMMENTED', ...this.#stamped(review) };
    this.#reviews.push(stored);
    return stored;
  }

  /** Comments on lines, oldest first; those of one review if it is given. */
  reviewCommentsOn(repository: string, number: number, review?: number): readonly ReviewComment[] {
    return this.#reviewComments.filter(
      (comment) =>
        comment.issue === number &&
        isSame(comment.repository, repository) &&
        (review === undefined || comment.review === review),
    );
  }

  reviewComment(repository: string, id: number): ReviewComment | undefined {
    return this.#reviewComments.find((one) => one.id === id && isSame(one.repository, repository));
  }

  addReviewComment(comment: NewReviewComment): ReviewComment {
    const review = comment.review ?? this.addReview({ ...comment, body: '' }).id;
    const usual = { path: 'README.md', line: 1, hunk: '@@ -1 +1 @@\n-# Hello' };
    const stored = { ...usual, ...this.#stamped(comment), updatedAt: this.#date(), review };
    this.#reviewComments.push(stored);
    return stored;
  }

  issue(repository: string, number: number): Issue {
    const usual = { title: `Issue ${number}`, body: '', user: 'octocat', locked: false, deleted: false };
    return this.#issues.get(keyOf({ repository, number })) ?? { repository, number, ...usual };
  }

  setIssue(issue: Partial<Issue> & Subject): void {
    this.#issues.set(keyOf(issue), { ...this.issue(issue.repository, issue.number), ...issue });
  }

  /** Absent if the number is none of a pull request. */
  pullRequest(repository: string, number: number): PullRequest | undefined {
    const known = this.#pullRequests.get(keyOf({ repository, number }));
    if (known || !this.#jobs.hasPullRequest(repository, number)) return known;
    return { ...usualPullRequest(repository, number), user: AGENT, headRef: `mintlify/docs-${number}` };
  }

  setPullRequest(pullRequest: Partial<PullRequest> & Subject): void {
    const { repository, number } = pullRequest;
    const known = this.pullRequest(repository, number) ?? usualPullRequest(repository, number);
    this.#pullRequests.set(keyOf(pullRequest), { ...known, ...pullRequest });
  }

  /** History and files of a repository, to be added to. */
  contentOf(repository: string): RepositoryContent {
    const key = repository.toLowerCase();
    const content = this.#content.get(key) ?? new RepositoryContent(repository);
    this.#content.set(key, content);
    return content;
  }

  /** @returns the reaction, and whether it is new */
  react(reaction: Pick<Reaction, 'on' | 'subject' | 'content'>): { reaction: Reaction; isNew: boolean } {
    const { on, subject, content } = reaction;
    const known = this.reactions.find(
      (one) => one.on === on && one.subject === subject && one.content === content,
    );
    if (known) return { reaction: known, isNew: false };
    const stored = this.#stamped({ user: BOT, ...reaction });
    this.reactions.push(stored);
    return { reaction: stored, isNew: true };
  }

  /** What a person is to the repository, as comments say it. */
  associationOf(login: string): 'NONE' | 'CONTRIBUTOR' | 'MEMBER' | 'OWNER' {
    const role = this.permissions.get(login.toLowerCase());
    if (role === undefined || role === 'none') return 'NONE';
    return role === 'read' ? 'CONTRIBUTOR' : role === 'admin' ? 'OWNER' : 'MEMBER';
  }

  /** Seconds since 1970 at which the token's hour is over. */
  get limitReset(): number {
    return Math.ceil(this.#settings.now() / 1000) + 3600;
  }

  #stamped<T>(thing: T): T & { readonly id: number; readonly createdAt: string } {
    this.#lastId += 1;
    return { id: this.#lastId, ...thing, createdAt: this.#date() };
  }

  #date(): string {
    return `${new Date(this.#settings.now()).toISOString().slice(0, 19)}Z`;
  }
}

function usualPullRequest(repository: string, number: number): PullRequest {
  const usual = { body: '', user: 'octocat', state: 'open', merged: false } as const;
  return { repository, number, title: `Docs update ${number}`, ...usual, headRef: `docs-${number}` };
}

/** GitHub's repository names are the same in upper and lower case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function keyOf({ repository, number }: Subject): string {
  return `${repository.toLowerCase()}#${number}`;
}
