import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { getPullRequest, listPullRequestsOfCommit, listWorkflowRuns } from '../../src/github/operations.ts';

/** As GitHub's documentation shows them, shortened. */
const PULL = {
  ...{ number: 7, title: 'T', body: null, html_url: 'https://github.com/acme/docs/pull/7', state: 'closed' },
  ...{ user: { login: 'ann', type: 'User' }, head: { sha: 'c0ffee' }, merge_commit_sha: 'beef' },
};
const SUBJECT = {
  kind: 'pull request',
  number: 7,
  title: 'T',
  body: '',
  author: { login: 'ann', isBot: false },
};

test('a pull request has its size and whether it is merged', () => {
  const size = { commits: 2, changed_files: 3, additions: 40, deletions: 5 };
  const read = z.parse(getPullRequest.schema, { ...PULL, ...size, merged: true });
  expect(read).toMatchObject({ ...SUBJECT, ...size, merged: true, state: 'closed', head: { sha: 'c0ffee' } });
  expect(() => z.parse(getPullRequest.schema, PULL)).toThrow('additions');
});

test('the pull requests of a commit say where and when they were merged', () => {
  const base = { ref: 'main', repo: { full_name: 'acme/docs' } };
  const pulls = [
    { ...PULL, base, merged_at: '2026-01-05T12:00:00Z' },
    { ...PULL, base, merged_at: null },
  ];
  expect(z.parse(listPullRequestsOfCommit.schema, pulls)).toMatchObject([
    { ...SUBJECT, base, merged_at: '2026-01-05T12:00:00Z', merge_commit_sha: 'beef' },
    { merged_at: null },
  ]);
});

test('workflow runs are a list of commits', () => {
  const answer = {
    total_count: 1,
    workflow_runs: [{ id: 9, run_number: 4, head_sha: 'beef', name: 'docs' }],
  };
  expect(z.parse(listWorkflowRuns.schema, answer)).toEqual([{ id: 9, run_number: 4, head_sha: 'beef' }]);
});
