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

export function commentJson(comment: Comment, api: string) {
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
    author_association: user.endsWith('[bot]') ? 'NONE' : 'MEMBER',
    reactions: { url: `${api}/repos/${repository}/issues/comments/${id}/reactions`, total_count: 0 },
    performed_via_github_app: null,
  };
}

export function reviewCommentJson(comment: Comment, api: string) {
  const { id, repository, issue, user } = comment;
  return {
    url: `${api}/repos/${repository}/pulls/comments/${id}`,
    pull_request_review_id: id + 1,
    id,
    node_id: `PRRC_${id}`,
    diff_hunk: '@@ -1 +1 @@\n-# Hello',
    path: 'README.md',
    user: userJson(user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    html_url: `https://github.com/${repository}/pull/${issue}#discussion_r${id}`,
    pull_request_url: `${api}/repos/${repository}/pulls/${issue}`,
    author_association: 'MEMBER',
  };
}

export function reactionJson({ id, user, content, createdAt }: Reaction) {
  return { id, node_id: `REA_${id}`, user: userJson(user), content, created_at: createdAt };
}

export function issueJson(issue: Issue, api: string) {
  const url = `${api}/repos/${issue.repository}/issues/${issue.number}`;
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
  };
}
