/** What GitHub knows of each thing. Times are ISO 8601, or milliseconds since 1970 where a name ends in `Ms`. */

/** A file that a commit or pull request changes: its name, and what is not usual about it. */
export interface ContentFile {
  readonly filename: string;
  readonly status?: string;
  readonly previous_filename?: string;
  readonly patch?: string;
}

export interface Subject {
  readonly repository: string;
  readonly number: number;
}

/** What a test may put into GitHub. */
export interface NewText {
  readonly repository: string;
  readonly issue: number;
  readonly user: string;
  readonly body: string;
}

export interface Text extends NewText {
  readonly id: number;
  /** How GitHub ties the author to the repository. */
  readonly association: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly atMs: number;
}

export interface ReviewComment extends Text {
  readonly review: number;
  readonly path: string;
  readonly hunk: string;
}

export interface Thread extends Subject {
  readonly title: string;
  readonly body: string;
  readonly user: string;
  readonly state: 'open' | 'closed';
  readonly labels: readonly string[];
  /** Comments on it are answered 403. */
  readonly locked: boolean;
  readonly updatedAt: string;
  readonly isPullRequest: boolean;
  /** Of a pull request: when it was merged and as which commit; null if it was not. */
  readonly mergedAt: string | null;
  readonly mergeCommit: string | null;
  readonly head: string;
  readonly commits: number;
  readonly files: readonly ContentFile[];
  /** The branch that it is for, and its repository; `main` of its own unless given. */
  readonly base?: string;
  readonly baseRepository?: string;
  readonly headRepository: string;
  /** Of a pull request: the logins that are asked for a review. */
  readonly reviewers: readonly string[];
}

export interface WorkflowRun extends Pick<Subject, 'repository'> {
  readonly id: number;
  /** Which of the workflow's it is, from 1; its id unless given. */
  readonly number?: number;
  readonly workflow: string;
  readonly event: string;
  readonly branch: string;
  readonly sha: string;
  readonly conclusion: 'success' | 'failure';
}

export interface Status extends Pick<Subject, 'repository'> {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: string;
  readonly description: string | null;
  readonly target: string | null;
  readonly labels: readonly string[];
  readonly atMs: number;
}
