import { expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { getPullRequest } from '../../src/github/operations.ts';

/** As GitHub's documentation shows it, shortened. */
const PULL = {
  ...{ number: 7, title: 'T', body: null, html_url: 'https://github.com/acme/docs/pull/7', state: 'closed' },
  ...{ user: { login: 'ann', type: 'User' }, head: { sha: 'c0ffee' }, merge_commit_sha: 'beef' },
};

test('a pull request has its size and whether it is merged', () => {
  const size = { commits: 2, changed_files: 3, additions: 40, deletions: 5 };
  const author = { login: 'ann', isBot: false };
  const subject = { kind: 'pull request', number: 7, title: 'T', body: '', author, merged: true };
  const read = z.parse(getPullRequest.schema, { ...PULL, ...size, merged: true });
  expect(read).toMatchObject({ ...subject, ...size, state: 'closed', head: { sha: 'c0ffee' } });
  expect(() => z.parse(getPullRequest.schema, PULL)).toThrow('additions');
});
