import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type Request, requestOf } from '../../src/agent/request.ts';
import type { TriggerEvent } from '../../src/github/event.ts';
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

function request(
  at: TriggerEvent = labeled,
  given: Record<string, string> = {},
  env: Record<string, string> = {},
): Request {
  return requestOf(at, agentInputs(given), workflowRun(env));
}

function ofLabel(given: Record<string, string> = {}, env: Record<string, string> = {}): Request {
  return request(labeled, given, env);
}

describe('a request', () => {
  test('is named by a digest of 128 bits, of which nothing can be read', () => {
    expect(ofLabel({ prompt: 'a secret plan' }).id).toMatch(/^[\w-]{22}$/);
  });

  /** Each of these is another request than those before. */
  test('is another one if it asks for something else, of another platform, or in another run or step', () => {
    const inputs: Record<string, string>[] = [
      {},
      ...[
        'base-url',
        'project-id',
        'prompt',
        'context',
        'job-id',
        'issue-number',
        'trigger-label',
        'api-key',
      ].map((name) => ({ [name]: OTHERS[name] ?? 'x' })),
      // The same text given to other inputs, and one more of the same.
      { 'job-id': 'x', prompt: 'y' },
      { 'job-id': 'y', prompt: 'x' },
      { include: 'changes' },
      { include: 'changes, discussion' },
    ];
    const envs = [{ GITHUB_RUN_ID: '43' }, { GITHUB_JOB: 'other' }, { GITHUB_ACTION: '__run_2' }];
    const all = () => [...inputs.map((given) => ofLabel(given)), ...envs.map((env) => ofLabel({}, env))];
    expect(new Set(all().map(({ id }) => id)).size).toBe(inputs.length + envs.length);
    expect(all()).toEqual(all());
  });

  test.each<[Record<string, string>, Record<string, string>?]>([
    [{ 'timeout-minutes': '5' }],
    [{ 'poll-interval-seconds': '5' }],
    [{ wait: 'false' }],
    [{ notify: 'true' }],
    [{ 'fail-on': 'failed' }],
    [{ comment: 'true' }],
    [{ 'trigger-phrase': '/write' }],
    [{ 'github-token': 'ghs_another' }],
    [{}, { GITHUB_RUN_ATTEMPT: '2' }],
  ])('is the same however it is waited for and told, and in each attempt: %j %j', (given, env = {}) => {
    expect(ofLabel(given, env)).toEqual(ofLabel());
  });

  test('is what the file says, whatever it is called', () => {
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
});

const OTHERS: Readonly<Record<string, string>> = {
  'base-url': 'http://127.0.0.1:4010',
  context: 'none',
  'issue-number': '7',
  'api-key': 'mint_test_another_key',
};

describe('what a request says of itself', () => {
  const line = example('pull_request_review_comment', 'created');
  line.comment.body = '/docs this\noption';

  test.each<[string, Payload, Partial<Request>]>([
    ['issues', labeledPayload('docs'), { what: 'label docs', by: 'Codertocat' }],
    ['issues', example('issues', 'opened'), { what: 'issue opened' }],
    ['pull_request', example('pull_request', 'opened'), { what: 'pull request opened' }],
    ['issue_comment', commentPayload('/docs  the proxy'), { what: 'the proxy' }],
    ['issue_comment', commentPayload('/docs'), { what: '/docs' }],
    ['pull_request_review_comment', line, { what: 'this option' }],
    ['release', example('release', 'published'), { what: 'release 0.0.1' }],
    ['release', {}, { what: 'release', by: 'octocat' }],
    ['workflow_dispatch', {}, { what: 'workflow_dispatch', by: 'octocat' }],
  ])('%s: %#', (name, payload, said) => {
    expect(request(event(name, payload))).toMatchObject(said);
  });

  test('a label that cannot be read is none', () => {
    const { label: _, ...payload } = labeledPayload('docs');
    expect(request(event('issues', payload)).what).toBe('label');
  });

  test('where it was asked: the comment, else the issue or pull request, else nowhere', () => {
    const payload = commentPayload('/docs x');
    expect(request(event('issue_comment', payload)).where).toBe(payload.comment.html_url);
    payload.comment.html_url = '';
    expect(request(event('issue_comment', payload)).where).toBe(payload.issue.html_url);
    expect(ofLabel().where).toBe(labeledPayload('docs').issue.html_url);
    expect(request(event('push', {})).where).toBe('');
    expect(request(event('release', example('release', 'published'))).where).toBe('');
  });
});
