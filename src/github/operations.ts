import type { components } from '@octokit/openapi-types';
import * as z from 'zod/mini';
import { commentSchema, issueSchema, pullRequestSchema, releaseSchema } from './event.ts';

/** Operation of GitHub's REST API on a repository. */
export interface Operation<T> {
  /** Description for messages, as the start of a sentence. `{name}` stands for a parameter, as in the route. */
  readonly what: string;
  /** Method and path below the repository. */
  readonly route: string;
  readonly schema: z.ZodMiniType<T>;
  /** Permission that the token needs, for use in the error's advice. */
  readonly needs: string;
}

export function operation<T>(
  what: string,
  route: string,
  schema: z.ZodMiniType<T>,
  needs: string,
): Operation<T> {
  return { what, route, schema, needs };
}

/** Repository permissions, from the lowest to the highest. */
export const PERMISSIONS = ['none', 'read', 'triage', 'write', 'maintain', 'admin'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const flags = z.catch(z.object({ permissions: z.record(z.string(), z.unknown()) }), { permissions: {} });
/**
 * Reads the exact permission of a user. Returns undefined for an unknown permission. GitHub's `permission` says `write`
 * for `maintain`, and `read` for `triage`. For GitHub's own roles, `role_name` is exact. Custom roles can have any
 * name, so `user.permissions` is also read.
 * https://docs.github.com/en/rest/collaborators/collaborators#get-repository-permissions-for-a-user
 */
const permission = z.pipe(
  z.object({ permission: z.string(), role_name: z.catch(z.string(), ''), user: flags }),
  z.transform(({ permission, role_name: role, user: { permissions } }): Permission | undefined => {
    for (const [basis, exact] of [
      ['write', 'maintain'],
      ['read', 'triage'],
    ] as const) {
      if (permission === basis && (role === exact || permissions[exact] === true)) return exact;
    }
    return PERMISSIONS.find((known) => known === permission);
  }),
);

type Described = components['schemas'];
/** Changed file in GitHub's own shape. All texts in it are remote text. */
export type GithubFile = Pick<
  Described['diff-entry'],
  'filename' | 'previous_filename' | 'status' | 'additions' | 'deletions' | 'patch'
>;
export type GithubRelease = Pick<Described['release'], 'tag_name' | 'draft' | 'prerelease' | 'published_at'>;
/** Reads a list, and drops invalid entries, because one invalid entry must not end a run. */
function list<T>(entry: z.ZodMiniType<T>) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((entries): T[] => entries.flatMap((each) => z.safeParse(entry, each).data ?? [])),
  );
}

/** Reads an object in GitHub's own shape. Checks only that one field is a string. */
function named<T>(field: keyof T) {
  return z.custom<T>((value) => typeof (value as Partial<T> | null)?.[field] === 'string');
}

const files = list(named<GithubFile>('filename'));
const changed = z.pipe(
  z.object({ files: z.catch(files, []) }),
  z.transform((answer) => answer.files),
);
/** Reads a comment. Requires its creation time, because comments are sorted by it. */
const comment = commentSchema('issue').check(
  z.refine(({ createdAt }) => !Number.isNaN(Date.parse(createdAt))),
);
const comments = list(comment);
const review = commentSchema('review');
const lines = list(commentSchema('line'));
const releases = list(named<GithubRelease>('tag_name'));
const tags = z.pipe(
  list(named<Described['git-ref']>('ref')),
  z.transform((refs) => refs.map(({ ref }) => ref.replace('refs/tags/', ''))),
);

const size = z.int().check(z.nonnegative());
/** Reads a pull request with its state and its size. */
const pullRequest = z.intersection(
  pullRequestSchema,
  z.object({
    ...{ state: z.string(), head: z.object({ sha: z.string() }), commits: size },
    ...{ changed_files: size, additions: size, deletions: size },
  }),
);
/** Reads a list of pull requests, which have `merged_at` instead of `merged`. */
const pullRequests = list(
  z.intersection(
    pullRequestSchema,
    z.object({
      ...{ merged_at: z.nullish(z.string()), merge_commit_sha: z.nullish(z.string()) },
      base: z.object({
        ref: z.string(),
        repo: z.object({ full_name: z.string(), id: z.optional(z.number()) }),
      }),
    }),
  ),
);
const runOfList = z.object({ id: z.int(), run_number: z.catch(z.int(), 0), head_sha: z.string() });
const runs = z.pipe(
  z.object({ workflow_runs: list(runOfList) }),
  z.transform((answer) => answer.workflow_runs),
);
export type WorkflowRunEntry = Readonly<z.infer<typeof runOfList>>;
/** Pull request of a commit. All texts in it are remote text. */
export type CommitPullRequest = Readonly<z.infer<typeof pullRequests>[number]>;

const ISSUE = 'GET /issues/{issue_number}';
const COMMENTS = '/issues/{issue_number}/comments';
const COMMENT = '/issues/comments/{comment_id}';
const PULL = 'GET /pulls/{pull_number}';
const REVIEW = `${PULL}/reviews/{review_id}`;
const REMARKS = `${REVIEW}/comments`;
const COMMIT_PULLS = 'GET /commits/{commit_sha}/pulls';
const RUNS = 'GET /actions/workflows/{workflow_id}/runs';
const RELEASE = 'GET /releases/tags/{tag}';
const ROLE = 'GET /collaborators/{username}/permission';

const OF_COMMIT = 'Reading the pull requests of the commit';

// Permissions that the token needs.
const BASIC = 'read access to this repository (`GITHUB_TOKEN` has it)';
const WRITING = '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked';
const DISCUSSION = '`issues: read` (on pull requests `pull-requests: read`)';
const ISSUES = '`issues: read`';
const PULLS = '`pull-requests: read`';
const CONTENTS = '`contents: read`';
const ACTIONS = '`actions: read`';

/** Returns a user's permission in the repository. Fails if the login is unknown. */
export const getPermission = operation('Reading the permission of {username}', ROLE, permission, BASIC);
/** Lists the comments of an issue or pull request, oldest first. An issue can have up to 2,500 comments. */
export const listComments = operation('Reading the comments', `GET ${COMMENTS}`, comments, WRITING);
export const createComment = operation('Writing the comment', `POST ${COMMENTS}`, comment, WRITING);
export const updateComment = operation('Changing the comment', `PATCH ${COMMENT}`, comment, WRITING);
export const listDiscussion = operation('Reading the discussion', `GET ${COMMENTS}`, comments, DISCUSSION);
export const getIssue = operation('Reading issue #{issue_number}', ISSUE, issueSchema, ISSUES);
export const listFiles = operation('Reading the files of the pull request', `${PULL}/files`, files, PULLS);
export const listReviews = operation('Reading the reviews', `${PULL}/reviews`, list(review), PULLS);
export const listLineComments = operation('Reading the comments on lines', `${PULL}/comments`, lines, PULLS);
export const getReview = operation('Reading the review', REVIEW, review, PULLS);
export const listReviewComments = operation('Reading the comments of the review', REMARKS, lines, PULLS);
/** Lists at most 300 files that changed in `head` since it branched off from `base`. `basehead` is `base...head`. */
export const compareCommits = operation('Comparing commits', 'GET /compare/{basehead}', changed, CONTENTS);
/** Lists the files that changed since the commit's first parent. */
export const getCommit = operation('Reading a commit', 'GET /commits/{ref}', changed, CONTENTS);
/** Lists releases, newest first. */
export const listReleases = operation('Reading the releases', 'GET /releases', releases, CONTENTS);
/** Lists releases, newest first. Includes drafts if the token can see them. */
export const listDrafts = operation('Reading the releases', 'GET /releases', list(releaseSchema), CONTENTS);
/** Returns the release of a tag. Doesn't return drafts. */
export const getRelease = operation('Reading the release {tag}', RELEASE, releaseSchema, CONTENTS);
export const getTag = operation('Reading {ref}', 'GET /git/ref/{ref}', z.unknown(), CONTENTS);
/** Lists the names of tags. `ref` is `tags/`, followed by the start of the names. */
export const listTags = operation('Reading {ref}', 'GET /git/matching-refs/{ref}', tags, CONTENTS);
export const getPullRequest = operation('Reading pull request #{pull_number}', PULL, pullRequest, PULLS);
/** Lists the open pull requests that contain a commit, and the merged pull requests that introduced it. */
export const listPullRequestsOfCommit = operation(OF_COMMIT, COMMIT_PULLS, pullRequests, PULLS);
/**
 * Lists the runs of a workflow, newest first. `workflow_id` may be the name of the workflow's file. `status`, `branch`
 * and `event` filter the list.
 * https://docs.github.com/en/rest/actions/workflow-runs#list-workflow-runs-for-a-workflow
 */
export const listWorkflowRuns = operation('Reading the workflow runs', RUNS, runs, ACTIONS);
