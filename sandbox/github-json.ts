import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { components } from '@octokit/openapi-types';
import type { Reaction, Review, ReviewComment, Text, Thread } from './github-state.ts';

/** The shapes of GitHub's published description: what is answered in one of them cannot lack a field. */
export type Schemas = components['schemas'];

/**
 * Where octokit's examples of webhooks have each thing as the REST API gives it, whole: the event, its action, and the
 * field of the payload.
 */
const EXAMPLES = {
  'simple-user': ['issues', 'labeled', 'sender'],
  issue: ['issues', 'labeled', 'issue'],
  'issue-comment': ['issue_comment', 'created', 'comment'],
  'pull-request': ['pull_request', 'assigned', 'pull_request'],
  'pull-request-review': ['pull_request_review', 'submitted', 'review'],
  'pull-request-review-comment': ['pull_request_review_comment', 'created', 'comment'],
  release: ['release', 'published', 'release'],
  commit: ['status', undefined, 'commit'],
} as const satisfies Partial<Record<keyof Schemas, readonly unknown[]>>;
/** The repository of the examples. */
const [OWNER, NAME] = ['Codertocat', 'Hello-World'];

let texts: Readonly<Record<string, string>> | undefined;

/** The examples as JSON. They are read when one is asked for: the file is large, and most runs ask for none. */
function readExamples(): Readonly<Record<string, string>> {
  const file = createRequire(import.meta.url).resolve('@octokit/webhooks-examples');
  const webhooks: { name: string; examples: Readonly<Record<string, unknown>>[] }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const entries = Object.entries(EXAMPLES).map(([kind, [event, action, field]]) => {
    const { examples } = webhooks.find(({ name }) => name === event) ?? { examples: [] };
    return [kind, JSON.stringify(examples.find((payload) => payload['action'] === action)?.[field])];
  });
  return Object.fromEntries(entries);
}

interface Place {
  /** GitHub's API as the caller sees it. */
  readonly api: string;
  /** `owner/name` */
  readonly repository: string;
  /** Of the issue or pull request. */
  readonly number?: number;
  /** Of the comment or review. */
  readonly id?: number;
  /** Of the commit. */
  readonly sha?: string;
}

/** What the example would be elsewhere: its links lead there, and its people are the owner. */
export function exampleOf<Kind extends keyof typeof EXAMPLES>(
  kind: Kind,
  { api, repository, number = 1, id = 1, sha = '$&' }: Place,
): Schemas[Kind] {
  const [owner = '', name = ''] = repository.split('/');
  const moved = (text: string) =>
    text
      .replace('https://api.github.com', api)
      .replace(/(?<=\/(?:issues|pulls?)\/)\d+/, String(number))
      .replace(/(?<=\/comments\/|#\D+)\d+/, String(id))
      .replace(/\b[0-9a-f]{40}\b/, sha)
      .replaceAll(OWNER, owner)
      .replaceAll(NAME, name);
  texts ??= readExamples();
  const text = texts[kind] ?? '';
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? moved(value) : value));
}

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
  { id, repository, issue: number, user, body }: Text,
  api: string,
) {
  return {
    ...exampleOf(kind, { api, repository, number, id }),
    ...{ id, user: userJson(user), body, author_association },
  };
}

export function commentJson(comment: Text, api: string): Schemas['issue-comment'] {
  const { createdAt: created_at, updatedAt: updated_at } = comment;
  return { ...textJson('issue-comment', comment, api), created_at, updated_at };
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

export function reactionJson({ id, user, content, createdAt }: Reaction): Schemas['reaction'] {
  return { id, node_id: `REA_${id}`, user: userJson(user), content, created_at: createdAt };
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

/** A pull request as its own endpoint gives it. */
export function pullRequestJson(pullRequest: Thread, api: string): Schemas['pull-request'] {
  const { repository, number, headRef, state, merged } = pullRequest;
  const example = exampleOf('pull-request', { api, repository, number });
  return {
    ...example,
    ...threadJson(pullRequest),
    state,
    merged,
    merged_at: merged ? example.updated_at : null,
    closed_at: state === 'closed' ? example.updated_at : null,
    head: { ...example.head, ref: headRef },
    ...{ changed_files: 3, additions: 41, deletions: 7 },
  };
}
