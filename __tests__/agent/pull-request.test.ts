import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations, GITHUB_TOKEN } from '../helpers/action-environment.ts';
import { stepOf } from '../helpers/agent-step.ts';
import { commentPayload, example, labeledPayload, type Payload } from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';

/** People go on where the docs are: on the agent's pull request. */

const REPOSITORY = 'acme/docs';
const ISSUE = 12;
const AGENT = { login: 'mintlify[bot]', type: 'Bot' };
afterAll(removeMainDirectory);

let sandbox: Sandbox;
let runs = 100;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 250, permissions: { Codertocat: 'write', stranger: 'read' } });
});
afterEach(() => sandbox.close());

function run(
  name: string,
  payload: Payload,
  given: Record<string, string> = {},
  repository = REPOSITORY,
): Promise<MainResult> {
  runs += 1;
  const env = { GITHUB_REPOSITORY: repository };
  return runMain(stepOf(sandbox, { name, payload, run: String(runs), given, env }));
}

function label(given?: Record<string, string>, repository?: string): Promise<MainResult> {
  const payload = labeledPayload('docs');
  Object.assign(payload.issue, {
    number: ISSUE,
    html_url: `https://github.com/${REPOSITORY}/issues/${ISSUE}`,
  });
  return run('issues', payload, given, repository);
}

/** What a person, or the agent, writes below a pull request that the agent opened, unless somebody else is named. */
function commentOn(number: number, body: string, author: Payload = AGENT): Payload {
  const payload = commentPayload(body);
  const { id } = sandbox.github.addComment({
    repository: REPOSITORY,
    issue: number,
    user: 'Codertocat',
    body,
  });
  const url = `https://github.com/${REPOSITORY}/pull/${number}`;
  Object.assign(payload.issue, { number, html_url: url, user: author, pull_request: { html_url: url } });
  Object.assign(payload.comment, { id, html_url: `${url}#issuecomment-${id}` });
  return payload;
}

function ofPullRequest(payload: Payload): Payload {
  const url = `https://github.com/${REPOSITORY}/pull/41`;
  Object.assign(payload.pull_request, { number: 41, html_url: url, user: AGENT });
  return payload;
}

function lineComment(body: string, path: string, review?: number): Payload {
  const payload = ofPullRequest(example('pull_request_review_comment', 'created'));
  const place = { repository: REPOSITORY, issue: 41, user: 'Codertocat', body, path };
  const stored = sandbox.github.addReviewComment(review === undefined ? place : { ...place, review });
  const ids = { id: stored.id, pull_request_review_id: stored.review };
  Object.assign(payload.comment, { ...ids, body, path, diff_hunk: `@@ of ${path} @@` });
  return payload;
}

function review(body: string): Payload {
  const payload = ofPullRequest(example('pull_request_review', 'submitted'));
  const { id } = sandbox.github.addReview({ repository: REPOSITORY, issue: 41, user: 'Codertocat', body });
  Object.assign(payload.review, { id, body });
  return payload;
}

/** The action's comments in a thread, without their markers. */
function own(number: number, repository = REPOSITORY): string[] {
  return sandbox.github.comments
    .filter(({ issue, body }) => issue === number && / v3 \S+ [0-9a-f]{64} -->/.test(body))
    .filter((comment) => comment.repository === repository && comment.user === 'github-actions[bot]')
    .map(({ body }) => body.replace(/\n\n<!-- docs-agent-action v3 \S+ \S+ -->$/, ''));
}

/** How often each job was sent something. */
function sent(): number[] {
  return sandbox.ledger.jobs.map(({ prompts }) => prompts.length);
}

test('label on #12, pull request 41; a comment, a line comment and a review there go on with the same job', async () => {
  const first = await label();
  expect(first.outputs).toMatchObject({ outcome: 'pull-request', 'pr-number': '41' });
  expect(annotations(first, 'warning')).toEqual([]);
  expect(own(ISSUE)).toEqual([
    expect.stringMatching(/^\*\*✅ The docs pull request is ready\*\*: \[\\#41\]/),
  ]);
  expect(own(41)).toEqual([expect.stringContaining(first.outputs['comment-url'] ?? 'nowhere')]);

  const asks: [string, Payload][] = [
    ['issue_comment', commentOn(41, '/docs shorten the intro')],
    ['pull_request_review_comment', lineComment('/docs explain this', 'guide/proxy.md')],
    ['pull_request_review', review('/docs use shorter sentences')],
  ];
  for (const [name, payload] of asks) {
    const { outputs } = await run(name, payload);
    expect([name, outputs['job-id']]).toEqual([name, first.outputs['job-id']]);
  }
  expect(sent()).toEqual([4]);
  expect(sandbox.ledger.jobs[0]?.prompts[2]).toMatch(
    /^explain this\n[\s\S]*> File: guide\/proxy\.md\n[\s\S]*> @@ of guide\/proxy\.md @@/,
  );
  // All answers are below the pull request, each with what was asked, and without a link to itself.
  const asked = ['shorten the intro', 'explain this', 'use shorter sentences'];
  expect(own(41).slice(1)).toEqual(asked.map((what) => expect.stringContaining(`\`${what}\``)));
  expect(own(41).slice(1).join()).not.toMatch(/\/pull\/41>/);
  expect(own(ISSUE)).toHaveLength(1);
  expect(sandbox.github.reactions).toEqual([]);
});

test('a review with the phrase is one message with its line comments, whose own events are skipped', async () => {
  await label();
  const whole = review('/docs please mend these');
  const numbers = [1, 2, 3, 4, 5];
  const lines = numbers.map((index) =>
    lineComment(
      index === 3 ? '/docs mend number 3' : `mend number ${index}`,
      `page-${index}.md`,
      whole.review.id,
    ),
  );
  const phrased = await run('pull_request_review_comment', lines[2]);
  expect(phrased.outputs).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('the workflow has to listen to pull_request_review'),
  });
  expect((await run('pull_request_review_comment', lines[0])).outputs['outcome']).toBe('skipped');
  expect((await run('pull_request_review', whole)).outputs['outcome']).toBe('pull-request');
  expect(sent()).toEqual([2]);
  const prompt = sandbox.ledger.jobs[0]?.prompts[1] ?? '';
  expect(prompt).toContain('please mend these');
  for (const index of numbers) expect(prompt).toContain(`mend number ${index}`);
});

test('on a bot’s pull request whose job is not known, a request is an error that is told there', async () => {
  await label();
  const [copied] = sandbox.github.comments.filter(({ issue }) => issue === 41);
  // A marker that somebody copied, and one that somebody invented.
  for (const body of [copied?.body ?? '', '<!-- docs-agent-action v3 e30= 00 -->']) {
    sandbox.github.addComment({ repository: REPOSITORY, issue: 50, user: 'stranger', body });
  }
  const { succeeded, outputs } = await run('issue_comment', commentOn(50, '/docs shorten'));
  expect([succeeded, outputs['outcome'], sent()]).toEqual([false, 'error', [1]]);
  expect(own(50)).toEqual([expect.stringContaining('with its job-id')]);
  const listed = await run('issue_comment', commentOn(51, '/docs x'), { 'allowed-bots': AGENT.login });
  expect(listed.outputs['outcome']).toBe('pull-request');
  const ofPerson = await run('issue_comment', commentOn(60, '/docs x', { login: 'alice', type: 'User' }));
  expect(ofPerson.outputs['outcome']).toBe('pull-request');
  expect(sandbox.ledger.jobs[2]?.prompts[0]).toContain('the pull request #60 of acme/docs by alice');
});

describe('docs in another repository', () => {
  test('to which the token has no access are no trouble: the log says what it would need', async () => {
    sandbox.github.grants.set(GITHUB_TOKEN, ['acme/product']);
    const result = await label({}, 'acme/product');
    expect([result.succeeded, annotations(result, 'warning'), own(41)]).toEqual([true, [], []]);
    expect(result.log).toMatch(
      /People cannot go on with the job on the pull request itself.*pull-requests: write/,
    );
  });

  test('to which it has, go on with the job by their own workflow', async () => {
    const first = await label({}, 'acme/product');
    expect(own(41)[0]).toContain('or here, if a workflow of this repository listens to it.');
    const { outputs } = await run('issue_comment', commentOn(41, '/docs shorten'));
    expect([outputs['job-id'], sent()]).toEqual([first.outputs['job-id'], [2]]);
  });
});
