import { expect, test } from '@jest/globals';
import { onThread } from '../../src/agent/thread.ts';
import { GithubError } from '../../src/github/api.ts';

const THREAD = { repository: 'acme/app', issue: 999 };

test.each([
  [404, 'GitHub answered 404.', 999, "Issue #999 isn't in acme/app: check `issue-number`."],
  [410, 'GitHub answered 410.', 999, "Issue #999 isn't in acme/app: check `issue-number`."],
  [404, 'GitHub answered 404.', undefined, 'The token needs x.'],
  [
    403,
    'Unable to create comment because issue is locked.',
    undefined,
    "#999 is locked, so the action can't comment there: unlock it.",
  ],
  [403, 'Resource not accessible by integration.', 999, 'The token needs x.'],
  [422, 'Validation failed: locked.', 999, 'The token needs x.'],
])('a thread that answers %s, %s, with issue-number %s', (status, message, issueNumber, advice) => {
  const error = new GithubError(message, { status, kind: 'refused', advice: 'The token needs x.' });
  expect(onThread(error, THREAD, { issueNumber })).toMatchObject({
    message,
    advice,
    status,
    kind: 'refused',
  });
});
