import { expect, test } from '@jest/globals';
import { describeRequest } from '../../src/agent/description.ts';
import { commentPayload, event, example, labeledPayload, workflowRun } from '../helpers/payloads.ts';

const inputs = { triggerPhrase: '/docs' };

test.each([
  ['issue_comment', commentPayload('/docs also\nmention <!-- x --> the proxy'), 'also mention the proxy'],
  ['issue_comment', commentPayload('/docs'), '/docs'],
  ['issues', labeledPayload('docs'), 'label docs'],
  ['issues', example('issues', 'opened'), 'issue opened'],
  ['pull_request', example('pull_request', 'closed'), 'pull request closed'],
  ['release', example('release', 'published'), 'release 0.0.1'],
])('%s: who and what', (name, payload, what) => {
  expect(describeRequest(event(name, payload), inputs, workflowRun())).toEqual({ by: 'Codertocat', what });
});

test('a schedule has the actor of the run', () => {
  expect(describeRequest(event('schedule', {}), inputs, workflowRun())).toEqual({
    by: 'octocat',
    what: 'schedule',
  });
});
