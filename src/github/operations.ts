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

/** A user's permission in the repository, as GitHub gives it. */
const permissionSchema = z.object({
  /** `admin`, `write`, `read` or `none`: `maintain` counts as `write` here, `triage` as `read`. */
  permission: z.string(),
  /** The role itself, which may be a custom one; absent on older servers. */
  role_name: z.catch(z.optional(z.string()), undefined),
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
const releases = z.array(z.custom<GithubRelease>());
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

const [line, review] = [commentSchema('line'), commentSchema('review')];
const PULL = 'GET /pulls/{pull_number}';
const READING = '`pull-requests: read`';
export const listFiles = operation('Reading the files of the pull request', `${PULL}/files`, files, READING);
export const listReviews = operation('Reading the reviews', `${PULL}/reviews`, z.array(review), READING);
export const listLineComments = operation(
  'Reading the comments on lines',
  `${PULL}/comments`,
  z.array(line),
  READING,
);
export const getReview = operation('Reading the review', `${PULL}/reviews/{review_id}`, review, READING);
export const listReviewComments = operation(
  'Reading the comments of the review',
  `${PULL}/reviews/{review_id}/comments`,
  z.array(line),
  READING,
);

const CONTENTS = '`contents: read`';
/** Two commits as `base...head`: what has changed in `head` since it left `base`. GitHub gives 300 files at most. */
export const compareCommits = operation('Comparing commits', 'GET /compare/{basehead}', changed, CONTENTS);
/** Compared with its first parent. */
export const getCommit = operation('Reading a commit', 'GET /commits/{ref}', changed, CONTENTS);
/** The newest first. */
export const listReleases = operation('Reading the releases', 'GET /releases', releases, CONTENTS);
