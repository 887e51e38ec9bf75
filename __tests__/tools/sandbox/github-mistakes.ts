/**
 * Mistakes that `tsc` must find in the GitHub of the sandbox: it complains of each `@ts-expect-error` above a line that
 * GitHub's published description allows.
 */
import { answer, endpoint } from '../../../sandbox/github/call.ts';
import { issueJson, userJson } from '../../../sandbox/github/json.ts';

// @ts-expect-error: there is no such route
endpoint('GET /repos/{owner}/{repo}/issue/{issue_number}', 'issue', [], () => answer(200, {}));

const ISSUE = 'GET /repos/{owner}/{repo}/issues/{issue_number}';
// @ts-expect-error: a person is no issue
endpoint(ISSUE, 'issue', [], () => answer(200, userJson('octocat')));
// @ts-expect-error: no field may be missing
endpoint(ISSUE, 'issue', [], ({ issue }) => answer(200, { number: issue.number }));
// @ts-expect-error: an issue is never answered 201
endpoint(ISSUE, 'issue', [], ({ issue, api }) => answer(201, issueJson(issue, api)));
// @ts-expect-error: it has no such parameter in its path
endpoint(ISSUE, 'issue', [], (c) => answer(200, issueJson(c.state.thread(c.text('number'), 1), c.api)));

const COMMENTS = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
// @ts-expect-error: no such parameter in its query
endpoint(`GET ${COMMENTS}`, 'comment-list', ['limit'], (c) => c.page<never, never>([], (one) => one));
// @ts-expect-error: no such field in its body
endpoint(`POST ${COMMENTS}`, 'comment-create', ['text'], () => answer(404, {}));
