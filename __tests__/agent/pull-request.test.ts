import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { commentPayload, example, labeledPayload, type Payload } from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';
import { stepOf } from './memory/agent-run.ts';

/** The conversation goes on where the docs are: on the agent's pull request. */

const REPOSITORY = 'acme/docs';
const ISSUE = 12;
afterAll(removeMainDirectory);

let sandbox: Sandbox;
let runs = 100;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 5, permissions: { Codertocat: 'write', stranger: 'read' } });
});
afterEach(() => sandbox.close());

function run(
  name: string,
  payload: Payload,
  given: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<MainResult> {
  runs += 1;
  const variables = { GITHUB_REPOSITORY: REPOSITORY, ...env };
  return runMain(stepOf(sandbox, { name, payload, run: String(runs), given, env: variables }));
}

function labeled(): Payload {
  const payload = labeledPayload('docs');
  const url = `https://github.com/${REPOSITORY}/issues/${ISSUE}`;
  return { ...payload, issue: { ...payload.issue, number: ISSUE, html_url: url } };
}

function label(given: Record<string, string> = {}, env: Record<string, string> = {}): Promise<MainResult> {
  return run('issues', labeled(), given, env);
}

/** A comment in the thread of a pull request that the platform's agent opened, unless somebody else is named. */
function commentOn(number: number, body: string, author = 'mintlify[bot]'): Payload {
  const payload = commentPayload(body);
  const { id } = sandbox.github.addComment({
    repository: REPOSITORY,
    issue: number,
    user: 'Codertocat',
    body,
  });
  const url = `https://github.com/${REPOSITORY}/pull/${number}`;
  const user = { login: author, type: author.endsWith('[bot]') ? 'Bot' : 'User' };
  const issue = { ...payload.issue, number, html_url: url, user, pull_request: { html_url: url } };
  return { ...payload, issue, comment: { ...payload.comment, id, html_url: `${url}#issuecomment-${id}` } };
}

function ofPullRequest(payload: Payload, number: number): Payload {
  const url = `https://github.com/${REPOSITORY}/pull/${number}`;
  const user = { login: 'mintlify[bot]', type: 'Bot' };
  return { ...payload, pull_request: { ...payload.pull_request, number, html_url: url, user } };
}

function lineComment(number: number, body: string, path: string, review?: number): Payload {
  const payload = ofPullRequest(example('pull_request_review_comment', 'created'), number);
  const place = { repository: REPOSITORY, issue: number, user: 'Codertocat', body, path };
  const stored = sandbox.github.addReviewComment(review === undefined ? place : { ...place, review });
  const { comment } = payload;
  const html_url = `https://github.com/${REPOSITORY}/pull/${number}#discussion_r${stored.id}`;
  const ids = { id: stored.id, pull_request_review_id: stored.review, html_url };
  return { ...payload, comment: { ...comment, ...ids, body, path, diff_hunk: `@@ of ${path} @@` } };
}

function review(number: number, body: string): Payload {
  const payload = ofPullRequest(example('pull_request_review', 'submitted'), number);
  const { id } = sandbox.github.addReview({
    repository: REPOSITORY,
    issue: number,
    user: 'Codertocat',
    body,
  });
  const html_url = `https://github.com/${REPOSITORY}/pull/${number}#pullrequestreview-${id}`;
  return { ...payload, review: { ...payload.review, id, body, html_url } };
}

/** The status comment in a thread, without its marker. */
function status(number: number, repository = REPOSITORY): string {
  const own = sandbox.github.comments.filter(
    (comment) =>
      comment.issue === number &&
      comment.repository === repository &&
      comment.body.includes('<!-- docs-agent-action v2'),
  );
  expect(own.length).toBeLessThan(2);
  return own[0]?.body.replace(/\n\n<!-- docs-agent-action v2 \S+ \S+ -->$/, '') ?? '';
}

function sent(): string[] {
  return sandbox.ledger.jobs.map(({ prompts }) => `${prompts.length}`);
}

test('label on #12, pull request 41; a comment, a line comment and a review there go on with the same job', async () => {
  const first = await label();
  expect(first.outputs).toMatchObject({
    'pr-number': '41',
    'pr-title': expect.stringContaining('Docs update'),
    'pr-branch': expect.any(String),
    'pr-state': 'open',
  });
  expect(first.summary).toContain(first.outputs['pr-title']);
  const [here] = sandbox.github.comments;
  expect(first.outputs['comment-url']).toBe(
    `https://github.com/${REPOSITORY}/issues/${ISSUE}#issuecomment-${here?.id}`,
  );
  expect(annotations(first, 'warning')).toEqual([]);
  expect(status(41)).toContain('on a line or in a review, to go on');
  expect(status(41)).toContain(`[\`label docs\`](<https://github.com/${REPOSITORY}/issues/12>)`);
  expect(status(41)).toContain(`Began in [\\#12](<https://github.com/${REPOSITORY}/issues/12#issuecomment-`);

  const asks: [string, Payload][] = [
    ['issue_comment', commentOn(41, '/docs shorten the intro')],
    ['pull_request_review_comment', lineComment(41, '/docs explain this', 'guide/proxy.md')],
    ['pull_request_review', review(41, '/docs use shorter sentences')],
  ];
  for (const [name, payload] of asks) {
    const { outputs } = await run(name, payload);
    expect([name, outputs['job-id']]).toEqual([name, first.outputs['job-id']]);
  }
  expect(sent()).toEqual(['4']);
  const prompts = sandbox.ledger.jobs[0]?.prompts ?? [];
  expect(prompts[2]).toMatch(
    /^explain this\n[\s\S]*> File: guide\/proxy\.md\n[\s\S]*> @@ of guide\/proxy\.md @@/,
  );
  // Both tell the latest state, and each names the other.
  for (const number of [ISSUE, 41]) {
    expect(status(number)).toMatch(/^\*\*✅ The docs pull request is ready/);
    expect(status(number)).toContain('`use shorter sentences`');
    expect(status(number)).toContain('`shorten the intro`');
  }
  expect(status(ISSUE)).toContain(`[\\#41](<https://github.com/${REPOSITORY}/pull/41>)`);
  expect(status(41).match(/\/pull\/(?!41\b)\d+/g)).toBeNull();
  expect(sandbox.github.reactions.map(({ on, content }) => `${on} ${content}`)).toEqual([
    ...['comment eyes', 'comment rocket', 'review-comment eyes', 'review-comment rocket'],
  ]);
});

test('a follow-up from the issue is told on the pull request, too', async () => {
  await label();
  const payload = commentOn(ISSUE, '/docs mention the proxy');
  payload.issue.pull_request = undefined;
  await run('issue_comment', payload);
  expect(status(41)).toContain('`mention the proxy`');
  expect(sent()).toEqual(['2']);
});

describe('a review is one request', () => {
  test('its text and five line comments are one message; the events of the comments are skipped', async () => {
    await label();
    const whole = review(41, '/docs please mend these');
    const lines = [1, 2, 3, 4, 5].map((index) =>
      lineComment(41, `mend number ${index}`, `page-${index}.md`, whole.review.id),
    );
    lines[2].comment.body = '/docs mend number 3';
    const phrased = await run('pull_request_review_comment', lines[2]);
    expect(phrased.outputs).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('its own run asks for all of it'),
    });
    expect((await run('pull_request_review_comment', lines[0])).outputs['outcome']).toBe('skipped');
    expect((await run('pull_request_review', whole)).outputs['outcome']).toBe('pull-request');
    expect(sent()).toEqual(['2']);
    const prompt = sandbox.ledger.jobs[0]?.prompts[1] ?? '';
    expect(prompt).toContain('please mend these');
    for (const index of [1, 2, 3, 4, 5]) {
      expect(prompt).toContain(`In the same review, on page-${index}.md:\n\nmend number ${index}`);
    }
  });
});

describe('other pull requests', () => {
  test('of a bot whose job is not known: an error that is told there, and nothing is sent', async () => {
    await label();
    const [own] = sandbox.github.comments.filter(({ issue, body }) => issue === 41 && body.includes(' v2 '));
    // A marker that somebody copied, and one that somebody invented.
    for (const body of [own?.body ?? '', '<!-- docs-agent-action v2 e30= 00 -->']) {
      sandbox.github.addComment({ repository: REPOSITORY, issue: 50, user: 'stranger', body });
    }
    const { succeeded, outputs } = await run('issue_comment', commentOn(50, '/docs shorten'));
    expect([succeeded, outputs['outcome']]).toEqual([false, 'error']);
    expect(outputs['reason']).toBe(
      'mintlify[bot] opened this pull request, and this action does not know the job behind it.',
    );
    const told = sandbox.github.comments.filter(
      ({ issue, user }) => issue === 50 && user === 'github-actions[bot]',
    );
    expect(told).toEqual([expect.objectContaining({ body: expect.stringContaining('with its job-id') })]);
    expect(sent()).toEqual(['1']);
    // Listed bots are like people.
    const listed = await run('issue_comment', commentOn(51, '/docs x'), {
      'allowed-bots': 'mintlify[bot]',
    });
    expect(listed.outputs['outcome']).toBe('pull-request');
  });

  test('of a person: a new job about it', async () => {
    const { outputs } = await run('issue_comment', commentOn(60, '/docs document this', 'alice'));
    expect(outputs['outcome']).toBe('pull-request');
    expect(sandbox.ledger.jobs[0]?.prompts[0]).toContain('the pull request #60 of acme/docs by alice');
  });
});

describe('docs in another repository', () => {
  const PRODUCT = { GITHUB_REPOSITORY: 'acme/product' };
  const token = 'ghs_0123456789abcdefghijABCDEFGHIJ';

  test('a token that may not comment there is no trouble: the log and the issue say what it would need', async () => {
    sandbox.github.grants.set(token, ['acme/product']);
    const { succeeded, log, commands } = await label({ 'github-token': token }, PRODUCT);
    expect(succeeded).toBe(true);
    expect(annotations({ commands } as MainResult, 'warning')).toEqual([]);
    for (const text of [log, status(ISSUE, 'acme/product')]) {
      expect(text).toContain('People cannot go on with the job on the pull request itself');
      expect(text).toContain('pull-requests: write');
    }
    expect(status(41)).toBe('');
  });

  test('with a token that may, the workflow of the docs repository goes on with the job', async () => {
    const first = await label({}, PRODUCT);
    expect(status(41)).toContain('Began in [`acme/product` \\#12]');
    expect(status(41)).toContain('[run](<https://github.com/acme/product/actions/runs/');
    const { outputs } = await run('issue_comment', commentOn(41, '/docs shorten'));
    expect(outputs['job-id']).toBe(first.outputs['job-id']);
    expect(sent()).toEqual(['2']);
  });
});

describe('people hear of it', () => {
  test('notify: one new comment that mentions the person who asked, and nobody else', async () => {
    await label({ notify: 'true' });
    const news = sandbox.github.comments.filter(({ body }) => body.startsWith('@'));
    expect(news).toHaveLength(1);
    expect(news[0]).toMatchObject({ issue: ISSUE });
    expect(news[0]?.body).toMatch(/^@Codertocat ✅ The docs pull request is ready: \[/);
    expect(news[0]?.body.match(/@\w/g)).toHaveLength(1);
  });
});

test('a run asks GitHub at most six times more than before, and without comment only for the permission', async () => {
  const asked = async (work: () => Promise<unknown>) => {
    const before = sandbox.ledger.requests.length;
    await work();
    return sandbox.ledger.requests.slice(before).filter(({ path }) => path.startsWith('/github')).length;
  };
  expect(await asked(() => label())).toBeLessThanOrEqual(8 + 6);
  const before = 9;
  expect(await asked(() => run('issue_comment', commentOn(41, '/docs a')))).toBeLessThanOrEqual(before + 6);
  expect(
    await asked(() => run('pull_request_review_comment', lineComment(41, '/docs b', 'a.md'))),
  ).toBeLessThanOrEqual(before + 6);
  expect(await asked(() => label({ comment: 'false' }))).toBe(1);
});
