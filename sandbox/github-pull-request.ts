import { repositoryJson } from './github-repository.ts';
import { HEAD, linksOf, type PullRequest, userJson } from './github-shapes.ts';

/** A pull request as its own endpoint gives it. */
export function pullRequestJson(pullRequest: PullRequest, api: string, association: string) {
  const { repository, number, headRef, changedFiles, merged, user, ...rest } = pullRequest;
  const url = `${api}/repos/${repository}/pulls/${number}`;
  const issue = `${api}/repos/${repository}/issues/${number}`;
  const html = `https://github.com/${repository}/pull/${number}`;
  const urls = {
    comments: `${issue}/comments`,
    commits: `${url}/commits`,
    statuses: `${api}/repos/${repository}/statuses/${HEAD}`,
    issue,
    review_comments: `${url}/comments`,
    review_comment: `${api}/repos/${repository}/pulls/comments{/number}`,
  };
  const [owner = ''] = repository.split('/');
  const side = (ref: string) => {
    const repo = repositoryJson(repository, api);
    return { label: `${owner}:${ref}`, ref, sha: HEAD, user: userJson(owner), repo };
  };
  const date = '2026-01-01T00:00:00Z';
  return {
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    ...Object.fromEntries(Object.entries(urls).map(([name, href]) => [`${name}_url`, href])),
    _links: linksOf({ ...urls, self: url, html }),
    id: 2_000_000 + number,
    node_id: `PR_${number}`,
    number,
    ...rest,
    user: userJson(user),
    author_association: association,
    head: side(headRef),
    base: side('main'),
    changed_files: changedFiles,
    merged,
    merged_by: null,
    merged_at: merged ? date : null,
    closed_at: rest.state === 'closed' ? date : null,
    created_at: date,
    updated_at: date,
    merge_commit_sha: null,
    mergeable: null,
    mergeable_state: 'unknown',
    maintainer_can_modify: false,
    auto_merge: null,
    assignee: null,
    milestone: null,
    labels: [],
    locked: false,
    comments: 0,
    review_comments: 0,
    commits: 1,
  };
}
