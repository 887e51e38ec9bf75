import { userJson } from './github-shapes.ts';

/** Names of the links that a repository has to everything in it. */
const LINKS =
  'archive assignees blobs branches collaborators comments commits compare contents contributors deployments downloads ' +
  'events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels languages merges ' +
  'milestones notifications pulls releases stargazers statuses subscribers subscription tags teams trees';

/** A public repository whose default branch is `main`. */
export function repositoryJson(fullName: string, api: string) {
  const [owner = '', name = ''] = fullName.split('/');
  const url = `${api}/repos/${fullName}`;
  const web = `https://github.com/${fullName}`;
  const links = LINKS.split(' ').map((link) => [`${link}_url`, `${url}/${link}`]);
  const counts = ['forks', 'forks_count', 'open_issues', 'open_issues_count', 'size', 'stargazers_count'];
  const flags = ['private', 'fork', 'has_pages', 'archived', 'disabled'];
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
    mirror_url: null,
    homepage: null,
    description: null,
    language: null,
    license: null,
    default_branch: 'main',
    watchers: 0,
    watchers_count: 0,
    has_downloads: true,
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
    pushed_at: '2026-01-01T00:00:00Z',
    ...Object.fromEntries(counts.map((count) => [count, 0])),
    ...Object.fromEntries(flags.map((flag) => [flag, false])),
    ...Object.fromEntries(links),
  };
}
