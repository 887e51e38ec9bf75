import { expect, test } from '@jest/globals';
import { onThread } from '../../src/agent/thread.ts';
import { GithubError } from '../../src/github/api.ts';

const THREAD = { repository: 'acme/app', issue: 999 };

const ELSEWHERE = "Issue #999 isn't in acme/app: check `issue-number`.";
const LOCKED = "#999 is locked, so the action can't comment there: unlock it.";
const NEEDS = 'The token needs x.';

test.each([
  [404, 'GitHub answered 404.', 999, ELSEWHERE],
  [410, 'GitHub answered 410.', 999, ELSEWHERE],
  [404, 'GitHub answered 404.', undefined, NEEDS],
  [403, 'Unable to create comment because issue is locked.', undefined, LOCKED],
  [403, 'Resource not accessible by integration.', 999, NEEDS],
  [422, 'Validation failed: locked.', 999, NEEDS],
])('a thread that answers %s, %s, with issue-number %s', (status, message, issueNumber, advice) => {
  const error = new GithubError(message, { status, kind: 'refused', advice: NEEDS });
  const expected = { message, advice, status, kind: 'refused' };
  expect(onThread(error, THREAD, { issueNumber })).toMatchObject(expected);
});
