import { exampleOf, type Payload } from './examples.ts';
import type { GithubState, Review, ReviewComment, Status, Text, Thread, WorkflowRun } from './state.ts';

/** Of the world's GitHub: nobody follows these links. */
export function userJson(login: string): Payload {
  const user = exampleOf('simple-user', { api: 'https://api.github.com', repository: login });
  return { ...user, login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

function textJson(
  kind: 'issue-comment' | 'pull-request-review' | 'pull-request-review-comment',
  { id, repository, issue: number, user, body, association, minimized }: Text,
  api: string,
): Payload {
  return {
    ...exampleOf(kind, { api, repository, number, id }),
    ...{ id, user: userJson(user), body, author_association: association },
    ...(minimized !== undefined && { minimized: { reason: minimized } }),
  };
}

export function commentJson(comment: Text, api: string): Payload {
  const { id, createdAt: created_at, updatedAt: updated_at } = comment;
  const shown = textJson('issue-comment', { ...comment, id: 1 }, api);
  const at = (url: string) => url.replace(/1$/, String(id));
  return {
    ...{ ...shown, id, created_at, updated_at },
    ...{ url: at(shown['url']), html_url: at(shown['html_url']) },
  };
}

export function reviewJson(review: Review, api: string): Payload {
  const { state, createdAt: submitted_at } = review;
  return { ...textJson('pull-request-review', review, api), state, submitted_at };
}

export function reviewCommentJson(comment: ReviewComment, api: string): Payload {
  const { review, path, line, hunk, createdAt: created_at, updatedAt: updated_at } = comment;
  return {
    ...textJson('pull-request-review-comment', comment, api),
    ...{ pull_request_review_id: review, diff_hunk: hunk, path, line, side: 'RIGHT' },
    ...{ position: line, original_position: line, created_at, updated_at },
  };
}

function threadJson({ number, title, body, user, state, labels, updatedAt, locked }: Thread): Payload {
  const example = exampleOf('label', { api: 'https://api.github.com', repository: 'acme/product' });
  return {
    ...{ number, title, body, user: userJson(user), state, locked, author_association: 'NONE' },
    ...{ updated_at: updatedAt, labels: labels.map((name) => ({ ...example, name })) },
  };
}

export function issueJson(issue: Thread, api: string): Payload {
  const { repository, number, isPullRequest } = issue;
  const { url, diff_url, html_url, patch_url } = exampleOf('pull-request', { api, repository, number });
  return {
    ...exampleOf('issue', { api, repository, number }),
    ...threadJson(issue),
    ...(isPullRequest && { pull_request: { url, diff_url, html_url, patch_url } }),
  };
}

export function pullRequestJson(thread: Thread, state: GithubState, api: string): Payload {
  const { repository, number, mergedAt: merged_at, mergeCommit: merge_commit_sha, commits } = thread;
  const example = exampleOf('pull-request', { api, repository, number });
  const content = state.contentOf(repository);
  const files = content.filesOf(thread);
  const sum = (field: 'additions' | 'deletions') =>
    files.reduce((total, file) => total + file[field], files.length > 0 ? 0 : 3 * commits);
  const { baseRepository: base = repository } = thread;
  return {
    ...{ ...example, ...threadJson(thread) },
    ...{ merged: merged_at !== null, merged_at, merge_commit_sha, commits },
    ...{ changed_files: files.length || commits, additions: sum('additions'), deletions: sum('deletions') },
    head: branchJson(example['head'], thread.headRepository, `change-${number}`, thread.head),
    base: branchJson(example['base'], base, thread.base ?? 'main', content.head),
  };
}

export function branchJson(example: Payload, repository: string, ref: string, sha: string): Payload {
  const owner = { ...example['repo'].owner, login: repository.split('/')[0] };
  const repo = { ...example['repo'], full_name: repository, name: repository.split('/')[1], owner };
  return { ...example, label: `${owner.login}:${ref}`, ref, sha, repo };
}

export function workflowRunJson(run: WorkflowRun, api: string): Payload {
  const { id, repository, workflow, event, branch: head_branch, sha: head_sha, conclusion } = run;
  return {
    ...exampleOf('workflow-run', { api, repository }),
    ...{ id, run_number: run.number ?? id, event, head_branch, head_sha, status: 'completed', conclusion },
    ...{ path: `.github/workflows/${workflow}`, display_title: workflow },
  };
}

export function statusJson(status: Status, api: string): Payload {
  const { id, repository, sha, context, state, description, target: target_url, atMs } = status;
  const at = `${new Date(atMs).toISOString().slice(0, 19)}Z`;
  return {
    ...{ id, node_id: `SC_${id}`, avatar_url: null, url: `${api}/repos/${repository}/statuses/${sha}` },
    ...{ context, state, description, target_url, created_at: at, updated_at: at },
    creator: userJson('github-actions[bot]'),
  };
}
