import type { components } from '@octokit/openapi-types';
import type {
  Comment,
  GithubState,
  Issue,
  PullRequest,
  Reaction,
  Review,
  ReviewComment,
} from './github-state.ts';

/** The shapes of GitHub's published description: what is answered in one of them cannot lack a field. */
export type Schemas = components['schemas'];

/** What links and people look like for the caller. */
export interface View {
  /** GitHub's API as the caller sees it. */
  readonly api: string;
  readonly associationOf: GithubState['associationOf'];
}

/** The commit that every pull request of the sandbox ends with. */
const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';
const DATE = '2026-01-01T00:00:00Z';

/** The same value for each of some fields. */
function all<Name extends string, Value>(names: readonly Name[], value: Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;
}

/** Fields such as `tags_url`. */
function urlFields<Name extends string>(urls: Record<Name, string>): Record<`${Name}_url`, string> {
  const fields = Object.entries(urls).map(([name, url]) => [`${name}_url`, url]);
  return Object.fromEntries(fields) as Record<`${Name}_url`, string>;
}

/** Such fields, whose addresses are below one. */
function urls<Name extends string>(names: readonly Name[], below: string): Record<`${Name}_url`, string> {
  const fields = names.map((name) => [`${name}_url`, `${below}/${name}`]);
  return Object.fromEntries(fields) as Record<`${Name}_url`, string>;
}

const LINKS_OF_A_USER = [
  ...(['repos', 'events', 'followers', 'following', 'gists', 'starred', 'subscriptions'] as const),
  ...(['organizations', 'received_events'] as const),
];

export function userJson(login: string): Schemas['simple-user'] {
  const api = `https://api.github.com/users/${encodeURIComponent(login)}`;
  const page = login.endsWith('[bot]') ? `apps/${login.slice(0, -'[bot]'.length)}` : login;
  const id = idOfLogin(login);
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url: api,
    html_url: `https://github.com/${page}`,
    ...urls(LINKS_OF_A_USER, api),
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  };
}

/** The one id that is known to many workflows is github-actions[bot]'s; the others are made up. */
function idOfLogin(login: string): number {
  if (login === 'github-actions[bot]') return 41_898_282;
  return [...login].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 90_000_000, 7);
}

export function commentJson(comment: Comment, { api, associationOf }: View): Schemas['issue-comment'] {
  const { id, repository, issue, user, body, createdAt, updatedAt } = comment;
  return {
    url: `${api}/repos/${repository}/issues/comments/${id}`,
    html_url: `https://github.com/${repository}/issues/${issue}#issuecomment-${id}`,
    issue_url: `${api}/repos/${repository}/issues/${issue}`,
    id,
    node_id: `IC_${id}`,
    user: userJson(user),
    created_at: createdAt,
    updated_at: updatedAt,
    body,
    author_association: associationOf(user),
  };
}

/** What a review and a comment on a line have in common. */
function reviewPart({ id, repository, issue, user, body }: Review | ReviewComment, view: View, page: string) {
  const html = `https://github.com/${repository}/pull/${issue}#${page}${id}`;
  const pullRequest = `${view.api}/repos/${repository}/pulls/${issue}`;
  return {
    id,
    node_id: `PRR_${id}`,
    user: userJson(user),
    body,
    commit_id: HEAD,
    html_url: html,
    pull_request_url: pullRequest,
    author_association: view.associationOf(user),
    _links: { html: { href: html }, pull_request: { href: pullRequest } },
  };
}

export function reviewJson(review: Review, view: View): Schemas['pull-request-review'] {
  return {
    ...reviewPart(review, view, 'pullrequestreview-'),
    state: review.state,
    submitted_at: review.createdAt,
  };
}

export function reviewCommentJson(
  comment: ReviewComment,
  view: View,
): Schemas['pull-request-review-comment'] & Schemas['review-comment'] {
  const { id, repository, review, path, line, hunk, createdAt, updatedAt } = comment;
  const url = `${view.api}/repos/${repository}/pulls/comments/${id}`;
  const { _links, ...common } = reviewPart(comment, view, 'discussion_r');
  return {
    ...common,
    url,
    pull_request_review_id: review,
    original_commit_id: HEAD,
    position: line,
    original_position: line,
    diff_hunk: hunk,
    path,
    line,
    side: 'RIGHT',
    created_at: createdAt,
    updated_at: updatedAt,
    _links: { ..._links, self: { href: url } },
  };
}

export function reactionJson({ id, user, content, createdAt }: Reaction): Schemas['reaction'] {
  return { id, node_id: `REA_${id}`, user: userJson(user), content, created_at: createdAt };
}

export function issueJson(
  issue: Issue,
  isPullRequest: boolean,
  { api, associationOf }: View,
): Schemas['issue'] {
  const { repository, number, title, body, user, locked } = issue;
  const url = `${api}/repos/${repository}/issues/${number}`;
  const pullRequest = `${api}/repos/${repository}/pulls/${number}`;
  return {
    url,
    repository_url: `${api}/repos/${repository}`,
    ...urls(['comments', 'labels', 'events'], url),
    html_url: `https://github.com/${repository}/issues/${number}`,
    id: 1_000_000 + number,
    node_id: `I_${number}`,
    number,
    title,
    body,
    user: userJson(user),
    author_association: associationOf(user),
    state: 'open',
    locked,
    labels: [],
    assignee: null,
    milestone: null,
    comments: 0,
    created_at: DATE,
    updated_at: DATE,
    closed_at: null,
    ...(isPullRequest && {
      pull_request: { url: pullRequest, diff_url: null, html_url: null, patch_url: null },
    }),
  };
}

/** A pull request as its own endpoint gives it. */
export function pullRequestJson(pullRequest: PullRequest, view: View): Schemas['pull-request'] {
  const { repository, number, headRef, user, title, body, state, merged } = pullRequest;
  const [owner = ''] = repository.split('/');
  const repo = repositoryJson(repository, view.api);
  const side = (ref: string) => ({ label: `${owner}:${ref}`, ref, sha: HEAD, user: userJson(owner), repo });
  return {
    ...linksOf(pullRequest, view.api),
    id: 2_000_000 + number,
    node_id: `PR_${number}`,
    number,
    title,
    body,
    user: userJson(user),
    author_association: view.associationOf(user),
    state,
    merged,
    head: side(headRef),
    base: side('main'),
    ...{ changed_files: 3, additions: 41, deletions: 7, commits: 1, comments: 0, review_comments: 0 },
    created_at: DATE,
    updated_at: DATE,
    closed_at: state === 'closed' ? DATE : null,
    merged_at: merged ? DATE : null,
    merged_by: null,
    merge_commit_sha: null,
    mergeable: null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    auto_merge: null,
    assignee: null,
    milestone: null,
    labels: [],
    locked: false,
  };
}

/** A pull request gives most of its links twice: as fields of its own, and in `_links`. */
function linksOf({ repository, number }: PullRequest, api: string) {
  const url = `${api}/repos/${repository}/pulls/${number}`;
  const issue = `${api}/repos/${repository}/issues/${number}`;
  const html = `https://github.com/${repository}/pull/${number}`;
  const links = {
    html,
    issue,
    comments: `${issue}/comments`,
    commits: `${url}/commits`,
    review_comments: `${url}/comments`,
    review_comment: `${api}/repos/${repository}/pulls/comments{/number}`,
    statuses: `${api}/repos/${repository}/statuses/${HEAD}`,
  };
  const hrefs = Object.entries({ ...links, self: url }).map(([name, href]) => [name, { href }]);
  return {
    url,
    ...urlFields(links),
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    _links: Object.fromEntries(hrefs) as Record<keyof typeof links | 'self', Schemas['link']>,
  };
}

const LINKS_OF_A_REPOSITORY = [
  ...(['archive', 'assignees', 'blobs', 'branches', 'collaborators', 'comments', 'commits'] as const),
  ...(['compare', 'contents', 'contributors', 'deployments', 'downloads', 'events', 'forks'] as const),
  ...(['git_commits', 'git_refs', 'git_tags', 'hooks', 'issue_comment', 'issue_events', 'issues'] as const),
  ...(['keys', 'labels', 'languages', 'merges', 'milestones', 'notifications', 'pulls'] as const),
  ...(['releases', 'stargazers', 'statuses', 'subscribers', 'subscription', 'tags', 'teams'] as const),
  'trees' as const,
];

/** A public repository whose default branch is `main`. */
function repositoryJson(fullName: string, api: string): Schemas['repository'] {
  const [owner = '', name = ''] = fullName.split('/');
  const url = `${api}/repos/${fullName}`;
  const web = `https://github.com/${fullName}`;
  return {
    id: 3_000_000,
    node_id: 'R_1',
    name,
    full_name: fullName,
    owner: userJson(owner),
    url,
    html_url: web,
    clone_url: `${web}.git`,
    git_url: `git://github.com/${fullName}.git`,
    ssh_url: `git@github.com:${fullName}.git`,
    svn_url: web,
    ...urls(LINKS_OF_A_REPOSITORY, url),
    default_branch: 'main',
    ...all(['mirror_url', 'homepage', 'description', 'language', 'license'], null),
    ...all(['forks', 'forks_count', 'open_issues', 'open_issues_count', 'size', 'stargazers_count'], 0),
    ...all(['watchers', 'watchers_count'], 0),
    ...all(['has_downloads', 'has_issues', 'has_projects', 'has_wiki'], true),
    ...all(['private', 'fork', 'has_pages', 'archived', 'disabled'], false),
    ...all(['created_at', 'updated_at', 'pushed_at'], DATE),
  };
}
