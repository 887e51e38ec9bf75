import { exampleOf, type Payload } from './examples.ts';
import type { ReviewComment, Status, Subject, Thread, WorkflowRun } from './things.ts';

/*
 * What GitHub sends of each thing, in answers and in payloads of events. What is not known of it is as in octokit's example.
 */

export const pageOf = (path: string) => `https://github.com/${path}`;
export const apiOf = (path: string) => `https://api.github.com/repos/${path}`;

/** As GitHub writes a time. */
export function dateOf(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** The fields that are known. */
export function given(fields: Payload): Payload {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

export function userJson(login: string): Payload {
  const type = login.endsWith('[bot]') ? 'Bot' : 'User';
  return { ...exampleOf('user'), login, type, html_url: pageOf(login) };
}

type Known<T> = { readonly [Field in keyof T]?: T[Field] | undefined };

type Place = Known<Subject & Pick<Thread, 'isPullRequest'>>;

function placeOf({ repository, number, isPullRequest }: Place): string | undefined {
  if (repository === undefined || number === undefined) return undefined;
  return `${repository}/${isPullRequest ? 'pull' : 'issues'}/${number}`;
}

/** @param example of an issue or of a pull request, which GitHub gives out as an issue, too */
export function threadJson(thread: Known<Thread>, example: Payload): Payload {
  const { number, title, body, user, state, labels, locked, updatedAt, isPullRequest, reviewers } = thread;
  const place = placeOf(thread);
  const html_url = place && pageOf(place);
  const links = { url: place && apiOf(place), html_url, diff_url: html_url, patch_url: html_url };
  const isIssue = !example['head'];
  return {
    ...example,
    ...given({ number, title, body, state, locked, updated_at: updatedAt, html_url }),
    ...(user !== undefined && { user: userJson(user) }),
    ...(reviewers && !isIssue && { requested_reviewers: reviewers.map(userJson) }),
    ...(labels && { labels: labels.map((name) => ({ ...exampleOf('label'), name })) }),
    ...(isIssue && isPullRequest && { pull_request: links }),
    ...(!isIssue && mergeJson(thread)),
    ...(!isIssue && branchesJson(thread, example)),
  };
}

function mergeJson({ mergedAt, mergeCommit }: Known<Thread>): Payload {
  if (mergedAt === undefined) return {};
  return { merged: mergedAt !== null, merged_at: mergedAt, ...given({ merge_commit_sha: mergeCommit }) };
}

function branchesJson(thread: Known<Thread>, { head, base }: Payload): Payload {
  const { repository, number, headRepository = repository, baseRepository = repository } = thread;
  if (headRepository === undefined || baseRepository === undefined) return {};
  const ref = number === undefined ? head.ref : `change-${number}`;
  return {
    head: branchJson(head, headRepository, ref, thread.head ?? head.sha),
    base: branchJson(base, baseRepository, thread.base ?? 'main', base.sha),
  };
}

function branchJson(example: Payload, repository: string, ref: string, sha: string): Payload {
  const [login, name] = repository.split('/');
  const owner = { ...example['repo'].owner, login };
  const repo = { ...example['repo'], full_name: repository, name, owner };
  return { ...example, label: `${login}:${ref}`, ref, sha, repo };
}

export function pullRequestJson(thread: Thread, files: readonly Payload[]): Payload {
  const { commits } = thread;
  const sum = (field: 'additions' | 'deletions') =>
    files.reduce((total, file) => total + file[field], files.length > 0 ? 0 : 3 * commits);
  return {
    ...threadJson(thread, exampleOf('pull_request')),
    commits,
    changed_files: files.length || commits,
    additions: sum('additions'),
    deletions: sum('deletions'),
  };
}

/** Where the page of an issue or pull request has each kind of text. */
const ANCHORS = {
  issue_comment: 'issuecomment-',
  pull_request_review_comment: 'discussion_r',
  pull_request_review: 'pullrequestreview-',
} as const;
export type TextKind = keyof typeof ANCHORS;
export const TEXT_KINDS = Object.keys(ANCHORS) as TextKind[];

type SomeText = Place & Known<ReviewComment>;

export function textJson(kind: TextKind, text: SomeText, example = exampleOf(kind)): Payload {
  const { id, user, body, association, createdAt, updatedAt, review, path, hunk } = text;
  const isReview = kind === 'pull_request_review';
  const times = isReview ? { submitted_at: createdAt } : { created_at: createdAt, updated_at: updatedAt };
  return {
    ...example,
    ...given({ id, body, author_association: association, ...times }),
    ...given({ pull_request_review_id: review, path, diff_hunk: hunk }),
    ...(user !== undefined && { user: userJson(user) }),
    ...(id !== undefined && { html_url: `${pageOf(placeOf(text) ?? '')}#${ANCHORS[kind]}${id}` }),
  };
}

export function workflowRunJson(run: WorkflowRun): Payload {
  const { id, workflow, event, branch: head_branch, sha: head_sha, conclusion } = run;
  return {
    ...exampleOf('workflow_run'),
    id,
    run_number: run.number ?? id,
    event,
    head_branch,
    head_sha,
    status: 'completed',
    conclusion,
    path: `.github/workflows/${workflow}`,
    display_title: workflow,
  };
}

export function statusJson(status: Status): Payload {
  const { id, repository, sha, context, state, description, target: target_url, atMs } = status;
  const at = dateOf(atMs);
  return {
    id,
    node_id: `SC_${id}`,
    avatar_url: null,
    url: apiOf(`${repository}/statuses/${sha}`),
    context,
    state,
    description,
    target_url,
    created_at: at,
    updated_at: at,
    creator: userJson('github-actions[bot]'),
  };
}
