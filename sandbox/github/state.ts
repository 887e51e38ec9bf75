import type { Ledger } from '../ledger.ts';
import { RepositoryContent } from './content.ts';
import type { Schemas } from './examples.ts';

export interface GithubSettings {
  /** Logins and what they may do in every repository; nobody else is known. */
  readonly permissions: Readonly<Record<string, Role>>;
  /** The token that GitHub takes; any unless given. */
  readonly githubToken?: string;
  /** The repositories that a token may write on; one that is not named may write everywhere. All may read everything. */
  readonly grants: Readonly<Record<string, readonly string[]>>;
  /** A list does not show a comment until so many more requests have been carried out. */
  readonly lateComments: number;
  /** Ids fall while `created_at` grows: GitHub promises neither. */
  readonly fallingIds: boolean;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** What somebody has written on an issue or a pull request. */
export interface Text {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  /** Number of the issue or pull request. */
  readonly issue: number;
  readonly user: string;
  readonly body: string;
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
}

export interface Reaction {
  readonly id: number;
  readonly on: 'comment' | 'review-comment';
  /** The comment's id. */
  readonly subject: number;
  readonly user: string;
  readonly content: Schemas['reaction']['content'];
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

/** Who the callers' token belongs to. */
export const BOT = 'github-actions[bot]';
/** Who opens the agent's pull requests. */
const AGENT = 'mintlify[bot]';

/** What GitHub knows: comments, reviews, reactions, and who may do what. Any issue exists unless told otherwise. */
export class GithubState {
  /** Logins, in lower case, and what they may do. */
  readonly permissions: Map<string, Role>;
  readonly grants: Map<string, readonly string[]>;
  /** Those on issues and pull requests, oldest first, as all that follow. */
  readonly comments: Text[] = [];
  readonly reviews: Review[] = [];
  readonly reviewComments: ReviewComment[] = [];
  readonly reactions: Reaction[] = [];
  readonly #settings: GithubSettings;
  readonly #ledger: Ledger;
  /** How many requests had been carried out when a comment was created. */
  readonly #born = new Map<number, number>();
  readonly #threads = new Map<string, Partial<Thread>>();
  readonly #content = new Map<string, RepositoryContent>();
  #lastId: number;

  /** @param ledger with the jobs whose agent opens pull requests */
  constructor(settings: GithubSettings, ledger: Ledger) {
    const roles = Object.entries(settings.permissions);
    this.permissions = new Map(roles.map(([login, role]) => [login.toLowerCase(), role]));
    this.grants = new Map(Object.entries(settings.grants));
    this.#settings = settings;
    this.#lastId = settings.fallingIds ? 900_000 : 1001;
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
    const last = this.#ledger.carriedOut - this.#settings.lateComments;
    return textsOn(this.comments, thread)
      .filter(({ id }) => (this.#born.get(id) ?? 0) <= last)
      .sort((a, b) => a.id - b.id);
  }

  /** As a person would edit or delete it on the web. */
  editComment(id: number, body: string): Text | undefined {
    const index = this.comments.findIndex((comment) => comment.id === id);
    const comment = this.comments[index];
    if (!comment) return undefined;
    const edited = { ...comment, body, updatedAt: this.#date() };
    this.comments[index] = edited;
    return edited;
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

  /** Any there is, unless it is told otherwise: an issue, or the pull request of a job. */
  thread(repository: string, number: number): Thread {
    const known = this.#threads.get(keyOf({ repository, number }));
    const byAgent = this.#isByAgent({ repository, number });
    const isPullRequest = known?.isPullRequest ?? byAgent;
    return {
      ...{ repository, number, isPullRequest, body: '', state: 'open', locked: false },
      title: `${isPullRequest ? 'Docs update' : 'Issue'} ${number}`,
      user: byAgent ? AGENT : 'octocat',
      ...known,
    };
  }

  /** Whether a job has opened this pull request. */
  #isByAgent({ repository, number }: Subject): boolean {
    const now = this.#settings.now();
    return this.#ledger.jobs.some(
      ({ pullRequest, work }) =>
        pullRequest.number === number &&
        isSame(pullRequest.repository, repository) &&
        work.some((each) => each.pullRequest && each.endsAt <= now),
    );
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

  react(reaction: Pick<Reaction, 'on' | 'subject' | 'content'>): Reaction {
    return this.#add(this.reactions, { user: BOT, ...reaction });
  }

  #add<T>(list: T[], thing: Omit<T, 'id' | 'createdAt' | 'updatedAt'>): T {
    this.#lastId += this.#settings.fallingIds ? -1 : 1;
    const now = this.#date();
    const stored = { id: this.#lastId, ...thing, createdAt: now, updatedAt: now } as T;
    list.push(stored);
    return stored;
  }

  #date(): string {
    return `${new Date(this.#settings.now()).toISOString().slice(0, 19)}Z`;
  }
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
