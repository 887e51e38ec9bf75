import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { type AgentRequest, requestOf } from '../../src/agent/request.ts';
import { signatureOf } from '../../src/text/signature.ts';
import {
  agentInputs,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
  workflowRun,
} from '../helpers/payloads.ts';

const labeled = event('issues', labeledPayload('docs'));

function ofLabel(given: Record<string, string> = {}, env: Record<string, string> = {}): AgentRequest {
  return requestOf(labeled, agentInputs(given), workflowRun(env));
}

test('a request is named by a digest of 128 bits, of which nothing can be read', () => {
  expect(ofLabel({ prompt: 'a secret plan' }).id).toMatch(/^[\w-]{22}$/);
});

test('a request is another one if it asks for something else, of another platform, or in another run or step', () => {
  const all = () => [
    ofLabel(),
    ...['project-id', 'prompt', 'job-id', 'trigger-label'].map((name) => ofLabel({ [name]: 'x' })),
    ofLabel({ 'base-url': 'http://127.0.0.1:4010' }),
    ofLabel({ include: 'none' }),
    ofLabel({ include: 'event', prompt: 'x' }),
    ofLabel({ 'issue-number': '7' }),
    ofLabel({ 'release-tag': 'v1' }),
    ofLabel({ include: 'changes', paths: 'src/**' }),
    ofLabel({ 'api-key': 'mint_test_another_key' }),
    // The same text given to other inputs, and one more of the same.
    ofLabel({ 'job-id': 'x', prompt: 'y' }),
    ofLabel({ 'job-id': 'y', prompt: 'x' }),
    ofLabel({ include: 'changes' }),
    ofLabel({ include: 'changes, discussion' }),
    ofLabel({}, { GITHUB_RUN_ID: '43' }),
    ofLabel({}, { GITHUB_JOB: 'other' }),
    ofLabel({}, { GITHUB_ACTION: '__run_2' }),
  ];
  expect(new Set(all().map(({ id }) => id)).size).toBe(19);
  expect(all()).toEqual(all());
});

test('a request is the same however it is waited for and told, and in each attempt', () => {
  const others = { wait: 'false', notify: 'true', comment: 'true', 'fail-on': 'failed' };
  const limits = { 'timeout-minutes': '5', 'poll-interval-seconds': '5' };
  const tokens = { 'trigger-phrase': '/write', 'github-token': 'ghs_another' };
  expect(ofLabel({ ...others, ...limits, ...tokens }, { GITHUB_RUN_ATTEMPT: '2' })).toEqual(ofLabel());
});

test('inputs at their defaults, or empty, are no part of the digest: later versions compute the same', () => {
  const defaults = { 'base-url': 'https://API.mintlify.com/', 'trigger-label': '', include: ' ', prompt: '' };
  expect(ofLabel(defaults)).toEqual(ofLabel());
  expect(ofLabel({ include: 'event' })).toEqual(ofLabel());
  const message = JSON.stringify(['42', 'docs/__run', { 'project-id': 'p1' }]);
  const digest = signatureOf(message, 'mint_test_0123456789', 'request').subarray(0, 16);
  expect(ofLabel().id).toBe(digest.toString('base64url'));
});

test('what is written in another way is the same request', () => {
  const same: Record<string, string>[][] = [
    [{ include: 'discussion, Changes' }, { include: 'event\nchanges\ndiscussion' }],
    [{ 'job-id': 'LATEST' }, { 'job-id': 'latest' }],
    [{ 'issue-number': '#7' }, { 'issue-number': '7' }],
    [{ 'trigger-label': 'Docs' }, { 'trigger-label': 'docs' }],
    [{ 'release-tag': 'v1' }, { 'release-tag': 'refs/tags/v1' }],
    [
      { include: 'changes', paths: '**, !docs/**' },
      { include: 'changes', paths: '**\n!docs/**\n' },
    ],
  ];
  for (const [one, other] of same) expect(ofLabel(one)).toEqual(ofLabel(other));
});

test('a request is what the file says, whatever it is called', () => {
  const workspace = mkdtempSync(path.join(tmpdir(), 'prompt-'));
  const ofFile = (name: string, text: string) => {
    writeFileSync(path.join(workspace, name), text);
    const given = { 'prompt-file': name };
    return requestOf(labeled, agentInputs(given, { GITHUB_WORKSPACE: workspace }), workflowRun()).id;
  };
  const [first, other, renamed] = [ofFile('a.md', 'one'), ofFile('a.md', 'two'), ofFile('b.md', 'one')];
  rmSync(workspace, { recursive: true });
  expect([renamed, other === first, ofLabel({ prompt: 'one' }).id]).toEqual([first, false, first]);
});

const line = example('pull_request_review_comment', 'created');
line.comment.body = '/docs this\noption';
const asked = commentPayload('/docs  the proxy');
const { issue, comment } = asked;
const unlinked = { ...asked, comment: { ...comment, html_url: '' } };
const { label: _, ...unlabeled } = labeledPayload('docs');

/** What is asked, by whom, and where: the comment, else the issue or pull request, else nowhere. */
test.each<[string, Payload, Partial<AgentRequest>]>([
  ['issues', labeledPayload('docs'), { what: 'label docs', by: 'Codertocat', where: issue.html_url }],
  ['issues', unlabeled, { what: 'label' }],
  ['issues', example('issues', 'opened'), { what: 'issue opened' }],
  ['pull_request', example('pull_request', 'opened'), { what: 'pull request opened' }],
  ['issue_comment', asked, { what: 'the proxy', where: comment.html_url }],
  ['issue_comment', unlinked, { where: issue.html_url }],
  ['issue_comment', commentPayload('/docs'), { what: '/docs' }],
  ['pull_request_review_comment', line, { what: 'this option' }],
  ['release', example('release', 'published'), { what: 'release 0.0.1', where: '' }],
  ['release', {}, { what: 'release', by: '' }],
  ['workflow_dispatch', {}, { what: 'workflow_dispatch', by: '' }],
  ['push', example('push'), { what: 'tag simple-tag', where: '' }],
  ['push', { ...example('push'), ref: 'refs/heads/main' }, { what: 'push to main' }],
])('what a request of %s says of itself: %#', (name, payload, said) => {
  expect(requestOf(event(name, payload), agentInputs(), workflowRun())).toMatchObject(said);
});
