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

describe('two requests', () => {
  test('are named by digests of 128 bits, and nothing can be read from them', () => {
    const { id, asks } = ofLabel({ prompt: 'a secret plan' });
    expect(id).toMatch(/^[\w-]{22}$/);
    expect(asks).toMatch(/^[\w-]{22}$/);
    expect(id).not.toBe(asks);
  });

  test.each([
    [{ 'base-url': 'http://127.0.0.1:4010' }],
    [{ 'project-id': 'p2' }],
    [{ prompt: 'x' }],
    [{ context: 'none' }],
    [{ 'job-id': 'job_1' }],
    [{ 'issue-number': '7' }],
    [{ 'trigger-label': 'docs' }],
    [{ matrix: '{"page":2}' }],
    [{ include: 'files' }],
    [{ include: 'files, diff' }],
    [{ 'api-key': 'mint_test_another_key' }],
  ])('with other inputs ask for something else: %j', (given) => {
    const [plain, other] = [ofLabel(), ofLabel(given)];
    expect(other.asks).not.toBe(plain.asks);
    expect(other.id).not.toBe(plain.id);
    // And each again is the same.
    expect(ofLabel(given)).toEqual(other);
  });

  test('that give the same text to different inputs ask for something else', () => {
    const given = [
      { 'job-id': 'x', prompt: 'y' },
      { 'trigger-label': 'x' },
      { matrix: 'x' },
      { prompt: 'x' },
    ];
    expect(new Set(given.map((inputs) => ofLabel(inputs).asks)).size).toBe(4);
  });

  test.each([
    [{ 'timeout-minutes': '5' }],
    [{ 'fail-on': 'failed' }],
    [{ comment: 'true' }],
    [{ 'github-token': 'ghs_another' }],
  ])('that differ in how they are waited for and told ask for the same: %j', (given) => {
    expect(ofLabel(given)).toEqual(ofLabel());
  });

  test('of two runs, jobs or steps ask for the same and are two', () => {
    const first = ofLabel();
    for (const env of [{ GITHUB_RUN_ID: '43' }, { GITHUB_JOB: 'other' }, { GITHUB_ACTION: '__run_2' }]) {
      const second = ofLabel({}, env);
      expect(second.asks).toBe(first.asks);
      expect(second.id).not.toBe(first.id);
    }
    expect(ofLabel({}, { GITHUB_RUN_ATTEMPT: '2' })).toEqual(first);
    expect(first).toMatchObject({ run: '42', step: 'docs/__run' });
  });
});

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
    expect(request(event('push', {})).where).toBeUndefined();
    expect(request(event('release', example('release', 'published'))).where).toBeUndefined();
  });
});
