import { expect, test } from '@jest/globals';
import { triggerOf, triggerUrl } from '../../src/agent/request-context.ts';
import { commentPayload, example } from '../helpers/payloads.ts';
import { World } from './world.ts';

// What people cause is told by stories (asks.txt). Here stand payloads that nobody there can cause.

const LABELED = example('issues', 'labeled');
const ASKED = commentPayload('/docs the\nproxy');
const { html_url: url } = LABELED.issue;

test.each([
  ['label', url, 'issues', { ...LABELED, label: null }],
  ['the proxy', url, 'issue_comment', { ...ASKED, comment: { ...ASKED.comment, html_url: '' } }],
  ['release', '', 'release', { sender: null }],
])('a request is told as "%s", with the link "%s"', (trigger, link, event, payload) => {
  const context = new World().context(event, payload, { include: 'changes' });
  expect([triggerOf(context), triggerUrl(context)]).toEqual([trigger, link]);
});
