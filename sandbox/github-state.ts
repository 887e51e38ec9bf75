import { RepositoryContent } from './github-content.ts';
import type { Comment, Issue, PullRequest, Reaction, Review, ReviewComment } from './github-shapes.ts';
import { HourlyLimit } from './window.ts';

/** A repository role. Others than GitHub's own are custom roles, with the permission they are based on. */
export type Role =
  | 'admin'
  | 'maintain'
  | 'write'
  | 'triage'
  | 'read'
  | 'none'
  | { readonly permission: 'admin' | 'write' | 'read' | 'none'; readonly role_name: string };

/** What a test may put into GitHub. */
export interface NewComment {
  /** `owner/name` */
  readonly repository: string;
  readonly issue: number;
  readonly user: string;
  readonly body: string;
}

export interface NewReviewComment extends NewComment {
  /** The review that it is part of; one of its own, without a text, unless given. */
  readonly review?: number;
  readonly path?: string;
  readonly line?: number;
  readonly hunk?: string;
}

/** What a token may write. It may read everything. */
export interface Grant {
  /** `owner/name`; elsewhere it writes nothing. */
  readonly repositories: readonly string[];
  /** Comments on issues. */
  readonly issues: boolean;
  /** Comments on pull requests, as `issues` also allows. */
  readonly pullRequests: boolean;
}

export interface GithubOptions {
  readonly permissions?: Readonly<Record<string, Role>> | undefined;
  /** What each token may write; a token that is not named may write everything. */
  readonly grants?: Readonly<Record<string, Grant>> | undefined;
  /** Requests of a token in an hour; without a limit unless given. */
  readonly perHour?: number | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  /** Whether the platform's agent has opened this pull request. */
  hasAgentPullRequest?(repository: string, number: number): boolean;
}

/** Who the callers' token belongs to. */
export const BOT = 'github-actions[bot]';
/** Who opens the agent's pull requests. */
export const AGENT = 'mintlify[bot]';
/** Comments that an issue holds. */
const MOST_COMMENTS = 2500;

/** What GitHub knows: comments, reviews, reactions, and who may do what. Any issue exists unless told otherwise. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  readonly grants: Map<string, Grant>;
  readonly reactions: Reaction[] = [];
  /** Requests that a token has left in this hour. */
  readonly limit: HourlyLimit;
  /** History and files, by `owner/name` in lower case. */
  readonly content = new Map<string, RepositoryContent>();
  readonly #options: GithubOptions;
  readonly #comments = new Map<number, Comment>();
  readonly #reviewComments = new Map<number, ReviewComment>();
  readonly #reviews = new Map<number, Review>();
  readonly #issues = new Map<string, Issue>();
  readonly #pullRequests = new Map<string, PullRequest>();
  #nextId = 1001;

  constructor(options: GithubOptions) {
    const { permissions = {}, grants = {}, perHour = Number.POSITIVE_INFINITY } = options;
    this.permissions = new Map(
      Object.entries(permissions).map(([login, role]) => [login.toLowerCase(), role]),
    );
    this.grants = new Map(Object.entries(grants));
    this.limit = new HourlyLimit(perHour, () => options.now());
    this.#options = options;
  }

  /** All comments on issues and pull requests, oldest first. */
  get comments(): readonly Comment[] {
    return [...this.#comments.values()];
  }

  commentsOn({ repository, number }: Pick<Issue, 'repository' | 'number'>): readonly Comment[] {
    return this.comments.filter((comment) => comment.issue === number && isSame(comment, repository));
  }

  /** Comments on lines, oldest first; those of one review if it is given. */
  reviewCommentsOn(repository: string, number: number, review?: number): readonly ReviewComment[] {
    return [...this.#reviewComments.values()].filter(
      (comment) =>
        comment.issue === number &&
        isSame(comment, repository) &&
        (review === undefined || comment.review === review),
    );
  }

  addComment(comment: NewComment): Comment {
    const date = this.#date();
    const stored = { id: this.#takeId(), ...comment, createdAt: date, updatedAt: date };
    this.#comments.set(stored.id, stored);
    return stored;
  }

  /** A review that is submitted; the comments on lines are added to it. */
  addReview(review: Omit<Review, 'id' | 'submittedAt' | 'state'> & { state?: string }): Review {
    const stored = { id: this.#takeId(), state: 'COMMENTED', ...review, submittedAt: this.#date() };
    this.#reviews.set(stored.id, stored);
    return stored;
  }

  /** A comment on a line of a pull request. */
  addReviewComment(comment: NewReviewComment): ReviewComment {
    const { repository, issue, user } = comment;
    const review = comment.review ?? this.addReview({ repository, issue, user, body: '' }).id;
    const date = this.#date();
    const usual = { path: 'README.md', line: 1, hunk: '@@ -1 +1 @@\n-# Hello' };
    const stored = { id: this.#takeId(), ...usual, ...comment, review, createdAt: date, updatedAt: date };
    this.#reviewComments.set(stored.id, stored);
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

  setIssue(issue: Partial<Issue> & Pick<Issue, 'repository' | 'number'>): void {
    this.#issues.set(keyOf(issue), { ...this.issue(issue.repository, issue.number), ...issue });
  }

  issue(repository: string, number: number): Issue {
    const usual = { title: `Issue ${number}`, body: '', user: 'octocat', locked: false, deleted: false };
    return this.#issues.get(keyOf({ repository, number })) ?? { repository, number, ...usual };
  }

  setPullRequest(pullRequest: Partial<PullRequest> & Pick<PullRequest, 'repository' | 'number'>): void {
    const { repository, number } = pullRequest;
    const known = this.pullRequest(repository, number) ?? usualPullRequest(repository, number);
    this.#pullRequests.set(keyOf(pullRequest), { ...known, ...pullRequest });
  }

  /** Absent if the number is none of a pull request. */
  pullRequest(repository: string, number: number): PullRequest | undefined {
    const known = this.#pullRequests.get(keyOf({ repository, number }));
    if (known || !this.#options.hasAgentPullRequest?.(repository, number)) return known;
    return { ...usualPullRequest(repository, number), user: AGENT, headRef: `mintlify/docs-${number}` };
  }

  /** The content of a repository, to be added to. */
  contentOf(repository: string): RepositoryContent {
    const key = repository.toLowerCase();
    const content = this.content.get(key) ?? new RepositoryContent();
    this.content.set(key, content);
    return content;
  }

  /** Reviews of a pull request, oldest first. */
  reviewsOf(repository: string, number: number): readonly Review[] {
    return [...this.#reviews.values()].filter(
      (review) => review.issue === number && isSame(review, repository),
    );
  }

  comment(repository: string, id: number): Comment | undefined {
    return inRepository(this.#comments.get(id), repository);
  }

  reviewComment(repository: string, id: number): ReviewComment | undefined {
    return inRepository(this.#reviewComments.get(id), repository);
  }

  review(repository: string, id: number): Review | undefined {
    return inRepository(this.#reviews.get(id), repository);
  }

  /** @returns the reaction, and whether it is new */
  react(
    on: Reaction['on'],
    subject: number,
    user: string,
    content: string,
  ): { reaction: Reaction; isNew: boolean } {
    const known = this.reactions.find(
      (one) => one.on === on && one.subject === subject && one.user === user && one.content === content,
    );
    if (known) return { reaction: known, isNew: false };
    const reaction = { id: this.#takeId(), on, subject, user, content, createdAt: this.#date() };
    this.reactions.push(reaction);
    return { reaction, isNew: true };
  }

  /** @returns whether there was one */
  removeReaction(on: Reaction['on'], subject: number, id: number): boolean {
    const at = this.reactions.findIndex((one) => one.id === id && one.on === on && one.subject === subject);
    if (at >= 0) this.reactions.splice(at, 1);
    return at >= 0;
  }

  isFull(issue: Pick<Issue, 'repository' | 'number'>): boolean {
    return this.commentsOn(issue).length >= MOST_COMMENTS;
  }

  /** What a person is to the repository, as comments say it. */
  associationOf(login: string): string {
    const role = this.permissions.get(login.toLowerCase());
    if (role === undefined || role === 'none') return 'NONE';
    return role === 'read' ? 'CONTRIBUTOR' : role === 'admin' ? 'OWNER' : 'MEMBER';
  }

  /** Seconds since 1970 at which the token's hour is over. */
  get limitReset(): number {
    return Math.ceil(this.#options.now() / 1000) + 3600;
  }

  #takeId(): number {
    this.#nextId += 1;
    return this.#nextId;
  }

  #date(): string {
    return `${new Date(this.#options.now()).toISOString().slice(0, 19)}Z`;
  }
}

function usualPullRequest(repository: string, number: number): PullRequest {
  return {
    repository,
    number,
    title: `Docs update ${number}`,
    body: '',
    user: 'octocat',
    state: 'open',
    merged: false,
    headRef: `docs-${number}`,
    changedFiles: 3,
    additions: 41,
    deletions: 7,
  };
}

/** GitHub's repository names are the same in upper and lower case. */
function isSame({ repository }: { readonly repository: string }, name: string): boolean {
  return repository.toLowerCase() === name.toLowerCase();
}

function keyOf({ repository, number }: Pick<Issue, 'repository' | 'number'>): string {
  return `${repository.toLowerCase()}#${number}`;
}

function inRepository<T extends { readonly repository: string }>(
  thing: T | undefined,
  name: string,
): T | undefined {
  return thing && isSame(thing, name) ? thing : undefined;
}
