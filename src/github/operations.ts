import type { components } from '@octokit/openapi-types';
import * as z from 'zod/mini';
import { commentSchema, issueSchema, list, pullRequestSchema, releaseSchema } from './event.ts';

/** Operation of GitHub's REST API on a repository. */
export interface Operation<T> {
  /** Description for messages, as the start of a sentence. `{name}` stands for a parameter, as in the route. */
  readonly what: string;
  /** Method and path below the repository. */
  readonly route: string;
  readonly schema: z.ZodMiniType<T>;
  /** Permission that the token needs, for use in the error's advice. */
  readonly needs: string;
  /** Whether a second call would have a second effect, so that a lost answer isn't asked for again. */
  readonly isOnce?: boolean;
}

export function operation<T>(
  what: string,
  route: string,
  schema: z.ZodMiniType<T>,
  needs: string,
): Operation<T> {
  return { what, route, schema, needs };
}

type Described = components['schemas'];
/** Changed file in GitHub's own shape. All texts in it are remote text. */
export type GithubFile = Pick<
  Described['diff-entry'],
  'filename' | 'previous_filename' | 'status' | 'additions' | 'deletions' | 'patch'
>;
/** Checks of an object in GitHub's own shape only that one field is a string. */
function named<T>(field: keyof T) {
  return z.custom<T>((value) => typeof (value as Partial<T> | null)?.[field] === 'string');
}

const text = z.catch(z.string(), '');
const files = list(named<GithubFile>('filename'));
const changed = z.pipe(
  z.object({ files: z.catch(files, []) }),
  z.transform((answer) => answer.files),
);
/** Reads a comment. Requires its creation time, because comments are sorted by it. */
const comment = commentSchema('issue').check(z.refine(({ createdAt }) => createdAt !== ''));
const comments = list(comment);
const lines = list(commentSchema('line'));
const reviews = list(commentSchema('review'));
const releases = list(releaseSchema);
const ref = named<Described['git-ref']>('ref');
const tags = z.pipe(
  list(ref),
  z.transform((refs) => refs.map(({ ref }) => ref.replace('refs/tags/', ''))),
);
const pullRequest = pullRequestSchema.check(z.refine(({ head }) => head !== ''));
const pullRequests = list(pullRequestSchema);
const commits = list(z.object({ sha: z.string() }));
const run = z.object({
  ...{ id: z.int(), run_number: z.catch(z.int(), 0), head_sha: z.string(), head_branch: text },
  ...{ event: text, conclusion: text, created_at: text },
});
export type WorkflowRunEntry = Readonly<z.infer<typeof run>>;
const runs = z.pipe(
  z.object({ workflow_runs: list(run) }),
  z.transform((answer) => answer.workflow_runs),
);

const COMMENTS = '/issues/{issue_number}/comments';
const PULL = 'GET /pulls/{pull_number}';
const REMARKS = `${PULL}/reviews/{review_id}/comments`;
const COMMIT_PULLS = 'GET /commits/{commit_sha}/pulls';
const RUNS = 'GET /actions/workflows/{workflow_id}/runs';
const OF_COMMIT = 'Reading the pull requests of the commit';
const OF_LINES = 'Reading the comments on lines';

// Permissions that the token needs.
const WRITING = '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked';
const DISCUSSION = '`issues: read` (on pull requests `pull-requests: read`)';
const ISSUES = '`issues: read`';
const PULLS = '`pull-requests: read`';
const CONTENTS = '`contents: read`';
const STATUSES = '`statuses: write`';
const ACTIONS = '`actions: read`';

/** Lists the comments of an issue or pull request, by ascending ID. An issue can have up to 2,500 comments. */
export const listComments = operation('Reading the comments', `GET ${COMMENTS}`, comments, WRITING);
export const createComment = {
  ...operation('Writing the comment', `POST ${COMMENTS}`, comment, WRITING),
  isOnce: true,
};
const UPDATE = 'PATCH /issues/comments/{comment_id}';
export const updateComment = operation('Changing the comment', UPDATE, comment, WRITING);
export const listDiscussion = operation('Reading the discussion', `GET ${COMMENTS}`, comments, DISCUSSION);
const ISSUE = 'GET /issues/{issue_number}';
export const getIssue = operation('Reading issue #{issue_number}', ISSUE, issueSchema, ISSUES);
export const getPullRequest = operation('Reading pull request #{pull_number}', PULL, pullRequest, PULLS);
/** Lists the open pull requests that contain a commit, and the merged pull requests that introduced it. */
export const listPullRequestsOfCommit = operation(OF_COMMIT, COMMIT_PULLS, pullRequests, PULLS);
/** Lists at most 3,000 files. */
export const listFiles = operation('Reading the files of the pull request', `${PULL}/files`, files, PULLS);
export const listReviews = operation('Reading the reviews', `${PULL}/reviews`, reviews, PULLS);
export const listLineComments = operation(OF_LINES, `${PULL}/comments`, lines, PULLS);
export const listReviewComments = operation('Reading the comments of the review', REMARKS, lines, PULLS);
/** Writes a status of a commit. An older one of the same `context` no longer counts. */
const STATUS = 'POST /statuses/{commit_sha}';
export const createStatus = operation('Writing the commit status', STATUS, z.unknown(), STATUSES);
/**
 * Lists at most 300 files that changed in `head` since it branched off from `base`. `basehead` is `base...head`. The
 * first page has all files, so `per_page`, which limits the commits, can be 1.
 */
export const compareCommits = operation('Comparing commits', 'GET /compare/{basehead}', changed, CONTENTS);
/** Lists the files that changed since the commit's first parent. */
export const getCommit = operation('Reading a commit', 'GET /commits/{ref}', changed, CONTENTS);
/** Lists the commits of the branch `sha` (the default branch if it is absent), newest first, made before `until`. */
export const listCommits = operation('Reading the commits', 'GET /commits', commits, CONTENTS);
/** Lists releases in no documented order. Includes drafts if the token can see them. */
export const listReleases = operation('Reading the releases', 'GET /releases', releases, CONTENTS);
const RELEASE = 'GET /releases/tags/{tag}';
/** Returns the release of a tag. Doesn't return drafts. */
export const getRelease = operation('Reading the release {tag}', RELEASE, releaseSchema, CONTENTS);
export const getTag = operation('Reading {ref}', 'GET /git/ref/{ref}', ref, CONTENTS);
/** Lists the names of tags. `ref` is `tags/`, followed by the start of the names. */
export const listTags = operation('Reading {ref}', 'GET /git/matching-refs/{ref}', tags, CONTENTS);
/**
 * Lists the runs of a workflow, newest first. `workflow_id` may be the name of the workflow's file. GitHub's own
 * filters read an index that may be old, so the caller filters.
 */
export const listWorkflowRuns = operation('Reading the workflow runs', RUNS, runs, ACTIONS);
