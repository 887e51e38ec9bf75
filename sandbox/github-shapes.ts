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
    type: login.endsWith('[bot]') ? 'Bot' : 'User',
    site_admin: false,
  };
}

/** The one id that is known to many workflows is github-actions[bot]'s; the others are made up. */
function idOfLogin(login: string): number {
  if (login === 'github-actions[bot]') return 41_898_282;
  return [...login].reduce((sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % 90_000_000, 7);
}

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
    reactions: { url: `${api}/repos/${repository}/issues/comments/${id}/reactions`, total_count: 0 },
    performed_via_github_app: null,
  };
}

export function reviewCommentJson(comment: ReviewComment, api: string, association: string) {
  const { id, repository, issue, user, review, path, line, hunk } = comment;
  return {
    url: `${api}/repos/${repository}/pulls/comments/${id}`,
    pull_request_review_id: review,
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
  };
}

export function reviewJson({ id, repository, issue, user, body, state, submittedAt }: Review, api: string) {
  return {
    id,
    node_id: `PRR_${id}`,
    user: userJson(user),
    body,
    state,
    html_url: `https://github.com/${repository}/pull/${issue}#pullrequestreview-${id}`,
    pull_request_url: `${api}/repos/${repository}/pulls/${issue}`,
    submitted_at: submittedAt,
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
    assignees: [],
    body: issue.body,
    author_association: 'MEMBER',
    ...(isPullRequest && { pull_request: { url: pullUrl } }),
  };
}

export function pullRequestJson(pullRequest: PullRequest, api: string) {
  const { repository, number, headRef, changedFiles, ...rest } = pullRequest;
  return {
    url: `${api}/repos/${repository}/pulls/${number}`,
    html_url: `https://github.com/${repository}/pull/${number}`,
    id: 2_000_000 + number,
    node_id: `PR_${number}`,
    number,
    ...rest,
    user: userJson(rest.user),
    head: { ref: headRef, repo: { full_name: repository } },
    base: { ref: 'main', repo: { full_name: repository } },
    changed_files: changedFiles,
  };
}
