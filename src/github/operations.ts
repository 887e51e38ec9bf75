import type { components } from '@octokit/openapi-types';
import * as z from 'zod/mini';
import { commentSchema, issueSchema } from './event.ts';

/** What this action asks of GitHub's REST API. */

/** One operation, about the repository of the run. */
export interface Operation<T> {
  /** As the beginning of a sentence. `{name}` stands for a parameter, as in the route. */
  readonly what: string;
  /** Method and path below the repository. */
  readonly route: string;
  readonly schema: z.ZodMiniType<T>;
  /** The permission of the token, for the advice. */
  readonly needs: string;
  /** A second try would do it twice, if the first one arrived. */
  readonly once?: boolean;
}

function operation<T>(what: string, route: string, schema: z.ZodMiniType<T>, needs: string): Operation<T> {
  return { what, route, schema, needs };
}

const optionalText = z.catch(z.optional(z.string()), undefined);

/** A user's permission in the repository, as GitHub gives it. */
const permissionSchema = z.object({
  /** `admin`, `write`, `read` or `none`: `maintain` counts as `write` here, `triage` as `read`. */
  permission: z.string(),
  /** The role itself, which may be a custom one; absent on older servers. */
  role_name: optionalText,
});
export type CollaboratorPermission = Readonly<z.infer<typeof permissionSchema>>;

type Described = components['schemas'];
/** As GitHub describes it: a wrong shape would be GitHub's own mistake. Every text in it is remote text. */
export type GithubFile = Pick<
  Described['diff-entry'],
  'filename' | 'previous_filename' | 'status' | 'additions' | 'deletions' | 'patch'
>;
export type GithubRelease = Pick<Described['release'], 'tag_name' | 'draft' | 'prerelease' | 'published_at'>;
const files = z.array(z.custom<GithubFile>());
const changed = z.pipe(
  z.object({ files: z.catch(files, []) }),
  z.transform((answer) => answer.files),
);
/** Without the time of its creation, nobody knows which comment was there first. */
const comment = commentSchema('issue').check(
  z.refine(({ createdAt }) => !Number.isNaN(Date.parse(createdAt))),
);

const COMMENTING =
  '`issues: write` (on pull requests `pull-requests: write`), and the issue must not be locked';
const COMMENTS = '/issues/{issue_number}/comments';
const COMMENT = '/issues/comments/{comment_id}';

/** Also fails when nobody has that login. */
export const getPermission = operation(
  'Reading the permission of {username}',
  'GET /collaborators/{username}/permission',
  permissionSchema,
  'read access to this repository (`GITHUB_TOKEN` has it)',
);
/** The oldest first. GitHub keeps 2,500 of an issue. */
export const listComments = operation(
  'Reading the comments',
  `GET ${COMMENTS}`,
  z.array(comment),
  COMMENTING,
);
export const createComment = {
  ...operation('Writing the comment', `POST ${COMMENTS}`, comment, COMMENTING),
  once: true,
};
export const updateComment = operation('Changing the comment', `PATCH ${COMMENT}`, comment, COMMENTING);
/** Place: `issues` or, for comments on lines, `pulls`. A reaction that is there already stays. */
export const createReaction = operation(
  'Adding the reaction',
  'POST /{place}/comments/{comment_id}/reactions',
  z.unknown(),
  COMMENTING,
);
export const listDiscussion = operation(
  'Reading the discussion',
  `GET ${COMMENTS}`,
  z.array(comment),
  '`issues: read` (on pull requests `pull-requests: read`)',
);
export const getIssue = operation(
  'Reading the issue #{issue_number}',
  'GET /issues/{issue_number}',
  issueSchema,
  '`issues: read`',
);

function ofPullRequest<T>(what: string, path: string, schema: z.ZodMiniType<T>): Operation<T> {
  return operation(what, `GET /pulls/{pull_number}${path}`, schema, '`pull-requests: read`');
}
const [line, review] = [commentSchema('line'), commentSchema('review')];
const REVIEW = '/reviews/{review_id}';
export const listFiles = ofPullRequest('Reading the files of the pull request', '/files', files);
export const listReviews = ofPullRequest('Reading the reviews', '/reviews', z.array(review));
export const listLineComments = ofPullRequest('Reading the comments on lines', '/comments', z.array(line));
export const getReview = ofPullRequest('Reading the review', REVIEW, review);
export const listReviewComments = ofPullRequest(
  'Reading the comments of the review',
  `${REVIEW}/comments`,
  z.array(line),
);

function ofContents<T>(what: string, path: string, schema: z.ZodMiniType<T>): Operation<T> {
  return operation(what, `GET ${path}`, schema, '`contents: read`');
}
/** Two commits as `base...head`: what has changed in `head` since it left `base`. GitHub gives 300 files at most. */
export const compareCommits = ofContents('Comparing commits', '/compare/{basehead}', changed);
/** Compared with its first parent. */
export const getCommit = ofContents('Reading a commit', '/commits/{ref}', changed);
/** The newest first. */
export const listReleases = ofContents(
  'Reading the releases',
  '/releases',
  z.array(z.custom<GithubRelease>()),
);
