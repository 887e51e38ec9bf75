import { expect, test } from '@jest/globals';
import { triggerOf, triggerUrl } from '../../src/agent/context.ts';
import { commentPayload, example, type Payload } from '../helpers/payloads.ts';
import { World } from './world.ts';

const LABELED = example('issues', 'labeled', { label: 'docs' });
const ISSUE = LABELED.issue.html_url;
const PULL = example('pull_request', 'opened');
const ASKED = commentPayload('/docs  the proxy');
const ASKED_ON_LINE = example('pull_request_review_comment', 'created', { text: '/docs this\noption' });
const PUSHED = example('push');

test.each<[trigger: string, url: string, event: string, payload: Payload, requester?: string]>([
  ['label docs', ISSUE, 'issues', LABELED],
  ['label', ISSUE, 'issues', { ...LABELED, label: null }],
  ['issue opened', ISSUE, 'issues', example('issues', 'opened')],
  ['pull request opened', PULL.pull_request.html_url, 'pull_request', PULL],
  ['the proxy', ASKED.comment.html_url, 'issue_comment', ASKED],
  ['the proxy', ISSUE, 'issue_comment', { ...ASKED, comment: { ...ASKED.comment, html_url: '' } }],
  ['/docs', ASKED.comment.html_url, 'issue_comment', commentPayload('/docs')],
  ['this option', ASKED_ON_LINE.comment.html_url, 'pull_request_review_comment', ASKED_ON_LINE],
  ['release 0.0.1', '', 'release', example('release', 'published')],
  ['release', '', 'release', { sender: null }, ''],
  ['workflow_dispatch', '', 'workflow_dispatch', { sender: null }, ''],
  ['tag simple-tag', '', 'push', PUSHED],
  ['push to main', '', 'push', { ...PUSHED, ref: 'refs/heads/main' }],
])(
  'a request is told as "%s", with the link "%s", %#',
  (trigger, url, event, payload, requester = 'Codertocat') => {
    const context = new World().context(event, payload, { include: 'changes' });
    expect(triggerOf(context)).toBe(trigger);
    expect(triggerUrl(context)).toBe(url);
    expect(context.request.requester).toBe(requester);
  },
);
