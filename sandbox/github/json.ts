import type { RepositoryContent } from './content.ts';
import { exampleOf, type Schemas } from './examples.ts';
import type { Review, ReviewComment, Text, Thread, WorkflowRun } from './state.ts';

/** Of the world's GitHub: nobody follows these links. */
export function userJson(login: string): Schemas['simple-user'] {
  const user = exampleOf('simple-user', { api: 'https://api.github.com', repository: login });
  return { ...user, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

/** Nobody reads it here; what the action reads is in the events. */
const author_association = 'NONE' as const;

/** Whatever somebody has written. */
function textJson<Kind extends 'issue-comment' | 'pull-request-review' | 'pull-request-review-comment'>(
  kind: Kind,
  { id, repository, issue: number, user, body, minimized }: Text,
  api: string,
) {
  return {
    ...exampleOf(kind, { api, repository, number, id }),
    ...{ id, user: userJson(user), body, author_association },
    ...(minimized !== undefined && { minimized: { reason: minimized } }),
  };
}

export function commentJson(comment: Text, api: string): Schemas['issue-comment'] {
  const { id, createdAt: created_at, updatedAt: updated_at } = comment;
  const shown = textJson('issue-comment', { ...comment, id: 1 }, api);
  return {
    ...{ ...shown, id, created_at, updated_at },
    url: shown.url.replace(/1$/, String(id)),
    html_url: shown.html_url.replace(/1$/, String(id)),
  };
}

export function reviewJson(review: Review, api: string): Schemas['pull-request-review'] {
  const { state, createdAt: submitted_at } = review;
  return { ...textJson('pull-request-review', review, api), state, submitted_at };
}

export function reviewCommentJson(
  comment: ReviewComment,
  api: string,
): Schemas['pull-request-review-comment'] & Schemas['review-comment'] {
  const { review, path, line, hunk, createdAt: created_at, updatedAt: updated_at } = comment;
  return {
    ...textJson('pull-request-review-comment', comment, api),
    ...{ pull_request_review_id: review, diff_hunk: hunk, path, line, side: 'RIGHT' as const },
    ...{ position: line, original_position: line, created_at, updated_at },
  };
}

/** What an issue and a pull request have in common. */
function threadJson({ number, title, body, user, state }: Thread) {
  return { number, title, body, user: userJson(user), state, author_association };
}

export function issueJson(issue: Thread, api: string): Schemas['issue'] {
  const { repository, number, locked, isPullRequest } = issue;
  const { url, diff_url, html_url, patch_url } = exampleOf('pull-request', { api, repository, number });
  return {
    ...exampleOf('issue', { api, repository, number }),
    ...threadJson(issue),
    locked,
    ...(isPullRequest && { pull_request: { url, diff_url, html_url, patch_url } }),
  };
}

export function pullRequestJson(
  pullRequest: Thread,
  content: RepositoryContent,
  api: string,
): Schemas['pull-request'] & Schemas['pull-request-simple'] {
  const { repository, number, mergedAt: merged_at, mergeCommit: merge_commit_sha, commits } = pullRequest;
  const example = exampleOf('pull-request', { api, repository, number });
  const files = content.filesOf(pullRequest);
  const sum = (field: 'additions' | 'deletions') =>
    files.reduce((total, file) => total + file[field], files.length > 0 ? 0 : 3 * commits);
  const { user, ...thread } = threadJson(pullRequest);
  const { baseRepository: base = repository } = pullRequest;
  return {
    ...example,
    ...{ ...thread, user: { ...example.user, ...user }, locked: pullRequest.locked },
    ...{ merged: merged_at !== null, merged_at, merge_commit_sha, commits },
    ...{ changed_files: files.length || commits, additions: sum('additions'), deletions: sum('deletions') },
    head: branchJson(example.head, pullRequest.headRepository, `change-${number}`, pullRequest.head),
    base: branchJson(example.base, base, pullRequest.base ?? 'main', content.head, base === repository),
  } as Schemas['pull-request'] & Schemas['pull-request-simple'];
}

/** A repository's id, which outlives its name, is 7001 for the one that asks. */
function branchJson<T extends { repo: object }>(
  example: T,
  repository: string,
  ref: string,
  sha: string,
  isOwn = false,
): T {
  const id = isOwn ? 7001 : 7002;
  return { ...example, ref, sha, repo: { ...example.repo, id, full_name: repository } };
}

export function workflowRunJson(run: WorkflowRun, api: string): Schemas['workflow-run'] {
  const { id, repository, workflow, event, branch: head_branch, sha: head_sha, conclusion } = run;
  return {
    ...exampleOf('workflow-run', { api, repository }),
    ...{ id, run_number: run.number ?? id, event, head_branch, head_sha, status: 'completed', conclusion },
    path: `.github/workflows/${workflow}`,
  };
}
