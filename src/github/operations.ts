import type { components } from '@octokit/openapi-types';
import * as z from 'zod/mini';
import {
  commentSchema,
  issueSchema,
  list,
  mapped,
  optionalText,
  pullRequestSchema,
  releaseSchema,
} from './objects.ts';

export interface Operation<T> {
  /** Start of a sentence in messages. `{name}` stands for a parameter, as in the route. */
  readonly what: string;
  readonly route: string;
  readonly schema: z.ZodMiniType<T>;
  /** Permission of the token, for messages. */
  readonly needs: string;
  /** Whether a second call would have a second effect, so that a lost answer isn't asked for again. */
  readonly isOnce?: boolean;
}

/** What a call is about: the parameters of its route, query or body. */
export type Parameters = Readonly<Record<string, string | number | readonly string[]>>;

/** Returns a function that describes operations with one permission. */
export function needing(needs: string) {
  return <T>(what: string, route: string, schema: z.ZodMiniType<T>): Operation<T> => ({
    what,
    route,
    schema,
    needs,
  });
}

/** Changed file in GitHub's own shape. All texts in it are remote text. */
export type GithubFile = Pick<
  components['schemas']['diff-entry'],
  'filename' | 'previous_filename' | 'status' | 'additions' | 'deletions' | 'patch'
>;
/** Checks only the name: a file without a patch or counts is still a file that changed. */
const file = z.custom<GithubFile>((value) => {
  return typeof (value as Partial<GithubFile> | null)?.filename === 'string';
});
const files = list(file);
const comparedFiles = mapped(z.object({ files }), (comparison) => comparison.files);
/** Requires the creation time, because comments are sorted by it. */
const comment = commentSchema('issue').check(
  z.refine(({ createdAt }) => createdAt !== '', { path: ['created_at'] }),
);
/** An entry that can't be read may be the reply that says that a request was sent. */
const comments = z.array(comment);
const lineComments = list(commentSchema('line'));
const ref = z.object({ ref: z.string() });
const tags = mapped(list(ref), (refs) => refs.map(({ ref: name }) => name.replace('refs/tags/', '')));

/** Size of a pull request. */
export interface PullSize {
  readonly commits: number;
  readonly files: number;
  readonly additions: number;
  readonly deletions: number;
}

const count = z.int().check(z.nonnegative());
const size = mapped(
  z.object({ commits: count, changed_files: count, additions: count, deletions: count }),
  ({ changed_files: files, ...others }): PullSize => ({ files, ...others }),
);
const pullRequest = z.intersection(
  pullRequestSchema.check(z.refine(({ head }) => head !== '', { path: ['head'] })),
  // Its size only decorates sentences, and may be missing.
  mapped(z.unknown(), (pull) => ({ size: z.safeParse(size, pull).data })),
);
const workflowRun = z.object({
  id: z.int(),
  run_number: z.catch(z.int(), 0),
  head_sha: z.string(),
  head_branch: optionalText,
  event: optionalText,
  conclusion: optionalText,
});
const workflowRuns = mapped(z.object({ workflow_runs: list(workflowRun) }), (answer) => {
  return answer.workflow_runs;
});

const ISSUE = '/issues/{issue_number}';
const PULL = '/pulls/{pull_number}';

const thread = needing(
  '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked',
);
const issues = needing('`issues: read`');
const pulls = needing('`pull-requests: read`');
const pullWrites = needing('`pull-requests: write`');
const discussion = needing('`issues: read` (on pull requests `pull-requests: read`)');
const contents = needing('`contents: read`');
const actions = needing('`actions: read`');
const statuses = needing('`statuses: write`');

/** Lists the comments of an issue or pull request, by ascending ID. An issue can have up to 2,500 comments. */
export const listComments = thread('Reading the comments', `GET ${ISSUE}/comments`, comments);
export const createComment = {
  ...thread('Writing the comment', `POST ${ISSUE}/comments`, comment),
  isOnce: true,
};
export const updateComment = thread('Changing the comment', 'PATCH /issues/comments/{comment_id}', comment);
export const listDiscussion = discussion('Reading the discussion', `GET ${ISSUE}/comments`, comments);
export const getIssue = issues('Reading issue #{issue_number}', `GET ${ISSUE}`, issueSchema);
export const getPullRequest = pulls('Reading pull request #{pull_number}', `GET ${PULL}`, pullRequest);
/** Lists the open pull requests that contain a commit, and the merged pull requests that introduced it. */
export const listPullRequestsOfCommit = pulls(
  'Reading the pull requests of the commit',
  'GET /commits/{commit_sha}/pulls',
  list(pullRequestSchema),
);
export const listFiles = pulls('Reading the files of the pull request', `GET ${PULL}/files`, files);
export const listReviews = pulls('Reading the reviews', `GET ${PULL}/reviews`, list(commentSchema('review')));
export const listLineComments = pulls('Reading the comments on lines', `GET ${PULL}/comments`, lineComments);
export const listReviewComments = pulls(
  'Reading the comments of the review',
  `GET ${PULL}/reviews/{review_id}/comments`,
  lineComments,
);
/** One name that can't be asked drops all of a call. Who has reviewed already is asked again. */
export const requestReviewers = {
  ...pullWrites('Asking for a review', `POST ${PULL}/requested_reviewers`, z.unknown()),
  isOnce: true,
};
export const createStatus = statuses('Writing the commit status', 'POST /statuses/{commit_sha}', z.unknown());
/** Lists at most 300 files that changed in `head` since it branched off (`base...head`). Pages are of commits. */
export const compareCommits = contents('Comparing commits', 'GET /compare/{basehead}', comparedFiles);
/** Lists the commits of the branch `sha` (the default branch if it is absent), newest first, made before `until`. */
export const listCommits = contents(
  'Reading the commits',
  'GET /commits',
  list(z.object({ sha: z.string() })),
);
/** Lists releases in no documented order, with drafts if the token can push. */
export const listReleases = contents('Reading the releases', 'GET /releases', list(releaseSchema));
export const getRelease = contents('Reading the release {tag}', 'GET /releases/tags/{tag}', releaseSchema);
export const getTag = contents('Reading {ref}', 'GET /git/ref/{ref}', ref);
/** Lists the names of tags. `ref` is `tags/`, followed by the start of the names. */
export const listTags = contents('Reading {ref}', 'GET /git/matching-refs/{ref}', tags);
/** Lists the runs of a workflow (or its file), newest first. GitHub's own filters read an index that may be old. */
export const listWorkflowRuns = actions(
  'Reading the workflow runs',
  'GET /actions/workflows/{workflow_id}/runs',
  workflowRuns,
);
