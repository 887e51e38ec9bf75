import type { GithubFile } from '../../github/content.ts';

/** A file of a pull request or a comparison. Every text is remote text. */
export type ChangedFile = GithubFile;

/** What changed, as far as GitHub tells. */
export interface Changes {
  readonly files: readonly ChangedFile[];
  /** Whether GitHub lists no more, though there may be more. */
  readonly isCapped: boolean;
  /** First lines of the commits' messages, the newest first; empty for a pull request. */
  readonly commits: readonly string[];
  /** Of all commits, also of those that are not given. */
  readonly commitCount: number;
  /** Where people read all of it. */
  readonly url: string;
  /** In or between what, such as `of the pull request #7` or `between v1.0.0 and v1.1.0`. */
  readonly what: string;
}
