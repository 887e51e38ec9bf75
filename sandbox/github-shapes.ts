/** A comment on an issue, a pull request, or a line of one. */
export interface Comment {
  readonly id: number;
  /** `owner/name` */
  readonly repository: string;
  /** Of the issue or pull request. */
  readonly issue: number;
  readonly user: string;
  readonly body: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A comment on a line of a pull request. */
export interface ReviewComment extends Comment {
  /** The review that it is part of. */
  readonly review: number;
  readonly path: string;
  readonly line: number;
  readonly hunk: string;
}

export interface Review {
  readonly id: number;
  readonly repository: string;
  /** Of the pull request. */
  readonly issue: number;
  readonly user: string;
  /** Empty for comments on lines alone. */
  readonly body: string;
  /** `COMMENTED`, `APPROVED` or `CHANGES_REQUESTED`. */
  readonly state: string;
  /** ISO 8601. */
  readonly submittedAt: string;
}

export interface PullRequest {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly user: string;
  readonly state: 'open' | 'closed';
  readonly merged: boolean;
  readonly headRef: string;
  readonly changedFiles: number;
  readonly additions: number;
  readonly deletions: number;
}

export interface Issue {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly user: string;
  /** Comments on it are answered 403. */
  readonly locked: boolean;
  /** Everything about it is answered 410. */
  readonly deleted: boolean;
}

export interface Reaction {
  readonly id: number;
  readonly on: 'comment' | 'review-comment' | 'issue';
  /** The comment's id, or the issue's number. */
  readonly subject: number;
  readonly user: string;
  readonly content: string;
  readonly createdAt: string;
}

export function repositoryOf(params: Readonly<Record<string, string>>): string {
  return `${params['owner']}/${params['repo']}`;
}

export function userJson(login: string) {
  const api = `https://api.github.com/users/${encodeURIComponent(login)}`;
  const page = login.endsWith('[bot]') ? `apps/${login.slice(0, -'[bot]'.length)}` : login;
  return {
    login,
    id: idOfLogin(login),
    node_id: Buffer.from(`04:User${idOfLogin(login)}`).toString('base64'),
    avatar_url: `https://avatars.githubusercontent.com/u/${idOfLogin(login)}?v=4`,
    gravatar_id: '',
    url: api,
    html_url: `https://github.com/${page}`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    received_events_url: `${api}/received_events`,
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  };
}

/** The one id that is known to many workflows is github-actions[bot]'s; the others are made up. */
function idOfLogin(login: string): number {
  if (login === 'github-actions[bot]') return 41_898_282;
  return [...login].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 90_000_000, 7);
}

const NO_REACTIONS = {
  total_count: 0,
  '+1': 0,
  '-1': 0,
  laugh: 0,
  confused: 0,
  heart: 0,
  hooray: 0,
  eyes: 0,
  rocket: 0,
};

/** The commit that every pull request of the sandbox ends with. */
export const HEAD = '6dcb09b5b57875f334f61aebed695e2e4193db5e';

export function commentJson(comment: Comment, api: string, association: string) {
  const { id, repository, issue, user } = comment;
  return {
    url: `${api}/repos/${repository}/issues/comments/${id}`,
    html_url: `https://github.com/${repository}/issues/${issue}#issuecomment-${id}`,
    issue_url: `${api}/repos/${repository}/issues/${issue}`,
    id,
    node_id: `IC_${id}`,
    user: userJson(user),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: association,
    reactions: { ...NO_REACTIONS, url: `${api}/repos/${repository}/issues/comments/${id}/reactions` },
    performed_via_github_app: null,
  };
}

export function reviewCommentJson(comment: ReviewComment, api: string, association: string) {
  const { id, repository, issue, user, review, path, line, hunk } = comment;
  return {
    url: `${api}/repos/${repository}/pulls/comments/${id}`,
    pull_request_review_id: review,
    commit_id: HEAD,
    original_commit_id: HEAD,
    position: line,
    original_position: line,
    id,
    node_id: `PRRC_${id}`,
    diff_hunk: hunk,
    path,
    line,
    side: 'RIGHT',
    user: userJson(user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: `https://github.com/${repository}/pull/${issue}#discussion_r${id}`,
    pull_request_url: `${api}/repos/${repository}/pulls/${issue}`,
    author_association: association,
    _links: linksOf({
      self: `${api}/repos/${repository}/pulls/comments/${id}`,
      html: `https://github.com/${repository}/pull/${issue}#discussion_r${id}`,
      pull_request: `${api}/repos/${repository}/pulls/${issue}`,
    }),
  };
}

export function linksOf(urls: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(urls).map(([name, href]) => [name, { href }]));
}

export function reviewJson(review: Review, api: string, association: string) {
  const { id, repository, issue, user, body, state, submittedAt } = review;
  return {
    id,
    node_id: `PRR_${id}`,
    user: userJson(user),
    body,
    state,
    html_url: `https://github.com/${repository}/pull/${issue}#pullrequestreview-${id}`,
    pull_request_url: `${api}/repos/${repository}/pulls/${issue}`,
    submitted_at: submittedAt,
    commit_id: HEAD,
    author_association: association,
    _links: linksOf({
      html: `https://github.com/${repository}/pull/${issue}#pullrequestreview-${id}`,
      pull_request: `${api}/repos/${repository}/pulls/${issue}`,
    }),
  };
}

export function reactionJson({ id, user, content, createdAt }: Reaction) {
  return { id, node_id: `REA_${id}`, user: userJson(user), content, created_at: createdAt };
}

export function issueJson(issue: Issue, api: string, isPullRequest: boolean) {
  const url = `${api}/repos/${issue.repository}/issues/${issue.number}`;
  const pullUrl = `${api}/repos/${issue.repository}/pulls/${issue.number}`;
  return {
    url,
    repository_url: `${api}/repos/${issue.repository}`,
    comments_url: `${url}/comments`,
    html_url: `https://github.com/${issue.repository}/issues/${issue.number}`,
    id: 1_000_000 + issue.number,
    node_id: `I_${issue.number}`,
    number: issue.number,
    title: issue.title,
    user: userJson(issue.user),
    labels: [],
    state: 'open',
    locked: issue.locked,
    assignee: null,
    assignees: [],
    milestone: null,
    comments: 0,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    closed_at: null,
    labels_url: `${url}/labels{/name}`,
    events_url: `${url}/events`,
    body: issue.body,
    author_association: 'MEMBER',
    ...(isPullRequest && { pull_request: { url: pullUrl } }),
  };
}
