import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse } from '../../sandbox/faults.ts';
import type { Operation } from '../../sandbox/operations.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations, GITHUB_TOKEN } from '../helpers/action-environment.ts';
import { AgentWorld, type Asking, PULL_REQUEST } from '../helpers/agent-world.ts';
import {
  changed,
  commentPayload,
  event,
  example,
  labeledPayload,
  type Payload,
} from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';

/** Steps of a workflow of `acme/docs` with `comment: true`, against the sandbox. */

const REPOSITORY = 'acme/docs';
let sandbox: Sandbox;
let runs = 100;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 250, permissions: { Codertocat: 'write', mallory: 'read' } });
});
afterEach(() => sandbox.close());
afterAll(removeMainDirectory);

interface Given {
  readonly given?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

function run(name: string, payload: Payload, { given, env, signal }: Given = {}): Promise<MainResult> {
  runs += 1;
  // A list without the comment that made the request would be out of date.
  if (name === 'issue_comment') {
    const { id } = sandbox.github.addComment({ repository: REPOSITORY, issue: payload.issue.number, body: '', user: '' });
    payload.comment.id = id;
  }
  const step = {
    event: { name, payload },
    inputs: { comment: 'true', 'poll-interval-seconds': '0.1', ...given },
    env: { GITHUB_REPOSITORY: REPOSITORY, GITHUB_RUN_ID: String(runs), ...env },
  };
  return runMain({ sandbox, ...step }, signal);
}

function label(others?: Given): Promise<MainResult> {
  return run('issues', labeledPayload('docs'), others);
}

function operations(): string[] {
  return sandbox.ledger.requests.map(({ operation }) => operation);
}

function reviewPayload(body: string): Payload {
  return changed('pull_request_review', 'submitted', { review: { body } });
}

/** Aborts as soon as an operation is asked for, which never answers. */
test.each<[Operation, string, Payload, Record<string, string>?]>([
  ['permission', 'issues', labeledPayload('docs'), { 'job-id': 'job_7', prompt: 'x' }],
  ['review-comments', 'pull_request_review', reviewPayload('/docs x')],
  ['comment-list', 'issue_comment', commentPayload('/docs x')],
])('an interruption of %s ends as cancelled', async (operation, name, payload, given = {}) => {
  sandbox.setFaults([{ on: operation, behaviour: { kind: 'hang', effect: false } }]);
  const controller = new AbortController();
  const running = run(name, payload, { signal: controller.signal, given });
  const ended = running.then(() => true);
  while (sandbox.ledger.of(operation).length === 0) {
    if (await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5))])) break;
  }
  controller.abort(new Error('interrupted'));
  const result = await running;
  const reason = 'The run was interrupted before anything was sent to Mintlify.';
  expect(result.succeeded).toBe(true);
  expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason, 'job-id': given['job-id'] ?? '' });
  expect(annotations(result, 'notice')).toEqual([reason]);
  expect(operations().at(-1)).toBe(operation);
});

test('what later steps read is written before the comment: a runner may be gone a moment later', async () => {
  const written: string[] = [];
  const edit = (value: Record<string, unknown>) => {
    written.push(readFileSync(process.env['GITHUB_OUTPUT'] ?? '', 'utf8'));
    return value;
  };
  sandbox.setFaults([{ on: 'comment-update', behaviour: { kind: 'edit', edit } }]);
  const { outputs } = await label();
  expect(outputs['outcome']).toBe('pull-request');
  expect(written.map((text) => text.includes(outputs['job-id'] ?? 'none'))).toEqual([true, true]);
  expect(written.map((text) => text.includes('pull-request'))).toEqual([false, true]);
});

describe('who may not ask', () => {
  test('starts nothing where GitHub does not say', async () => {
    sandbox.setFaults([{ on: 'permission', behaviour: refuse(403, 'No') }]);
    const { succeeded, outputs } = await label();
    expect([succeeded, outputs['outcome'], outputs['comment-url']]).toEqual([false, 'error', undefined]);
    expect(operations()).toEqual(['permission']);
  });

  test('starts nothing, and is told in the log', async () => {
    const payload = { ...labeledPayload('docs'), sender: { login: 'mallory', type: 'User' } };
    const result = await run('issues', payload);
    const reason = 'mallory has the permission read in this repository, and minimum-permission is write.';
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'skipped', reason, 'comment-url': '' });
    expect(annotations(result, 'notice')).toEqual([`Skipped, and nothing was sent. ${reason}`]);
    expect(operations()).toEqual(['permission']);
  });

  /** As what, where and who asks, and whose comment gets a reaction. */
  test.each<[string, string, string?, string?, Record<string, string>?]>([
    ['OWNER', 'issue_comment', 'issues'],
    ['MEMBER', 'issue_comment', 'issues'],
    ['COLLABORATOR', 'issue_comment', 'issues'],
    ['MEMBER', 'pull_request_review_comment', 'pulls'],
    // It can have none.
    ['MEMBER', 'pull_request_review'],
    ['CONTRIBUTOR', 'issue_comment'],
    ['NONE', 'issue_comment'],
    ['MEMBER', 'issue_comment', '', 'helper[bot]'],
    ['MEMBER', 'issue_comment', '', 'mallory', { comment: 'false' }],
  ])(
    'as %s, by %s: a member gets a reaction',
    async (association, name, place = '', login = 'mallory', given = {}) => {
      sandbox.setFaults([{ on: 'reaction', behaviour: refuse(500, 'No') }]);
      const payload = example(name);
      Object.assign(payload.comment ?? payload.review, { body: '/docs x', author_association: association });
      const sender = { login, type: login === 'mallory' ? 'User' : 'Bot' };
      expect((await run(name, { ...payload, sender }, { given })).outputs['outcome']).toBe('skipped');
      const reactions = sandbox.ledger.of('reaction').map(({ path, body }) => `${path} ${body}`);
      const expected = new RegExp(`/${place}/comments/\\d+/reactions {"content":"confused"}$`);
      expect(reactions).toEqual(place === '' ? [] : [expect.stringMatching(expected)]);
    },
  );
});

describe('the log', () => {
  const LENGTH = 'Length of the prompt: 0 characters; dry-run: true shows it.';
  const ASKED = `Requested by Codertocat: label docs. ${LENGTH}`;
  const PARTS = 'Parts of the prompt:\n  instructions: 0 characters\n  subject: 0 characters';
  const GROUP = 'group: Waiting for the job, at most 30 min';
  const GO_ON = `${PULL_REQUEST}\n✅ The docs pull request is ready: Document the limit · 2 files changed, +0 −0\nTo send a follow-up to this job: job-id job_1`;
  const done = (took: string) => `The job completed and reported its pull request (${took}).\n${GO_ON}`;
  const CREATED = 'Job created: job-id job_1 (status active).';
  const WORK = [CREATED, GROUP, 'Status active · 2.2 s waited, 1 poll; next in 2 s.', done('6.8 s, 3 polls')];
  const UNREAD = 'error: The job could not be read: GET was answered 404 (30 s, 14 polls).\nDo something.';
  const NOT_YET =
    'A poll failed, which does not mean that the job failed. GET was answered 404. Do something · 0.2 s waited, 1 poll; next in 2 s.';
  const PROMPT = { prompt: 'x', include: 'none', comment: 'false' };
  const nobody = { at: event('', {}), env: { GITHUB_ACTOR: '' }, given: PROMPT };
  const watch = (id: string) => ({ given: { 'job-id': id } });

  /** Each row: how a run asks, and all that its log says; numbers of characters are 0. */
  test.each<[string, Asking, string[]]>([
    ['a label', {}, [ASKED, PARTS, ...WORK]],
    ['a prompt of nobody', nobody, [LENGTH, ...WORK]],
    ['a watch', watch('job_1'), ['Watching job-id job_1.', GROUP, done('0.2 s, 1 poll')]],
    ['a watch of nothing', watch('job_9'), ['Watching job-id job_9.', GROUP, NOT_YET, UNREAD]],
  ])('of %s', async (_, asking, lines) => {
    const world = new AgentWorld();
    if (asking.given?.['job-id']) world.platform.add('job_1');
    const { log } = await world.run(asking);
    expect(log.text.replaceAll(/\d+(?= characters|; dry-run)|(?<=[+−])\d+/g, '0')).toBe(lines.join('\n'));
  });

  test('does not show the pull request of the request before as what this one has led to', async () => {
    const world = new AgentWorld();
    world.platform.jobMs = 0;
    world.platform.add('job_1');
    const given = { 'job-id': 'job_1', prompt: 'x', 'timeout-minutes': '0.2' };
    const { log, outputs } = await world.run({ given });
    expect([outputs['outcome'], outputs['pr-link']]).toEqual(['timeout', PULL_REQUEST]);
    expect(log.text).not.toContain(PULL_REQUEST);
  });

  test('begins with where it goes, says how long the prompt is, and what the platform says of an error', async () => {
    sandbox.setFaults([{ on: 'create', behaviour: refuse(400, 'The prompt is not good') }]);
    const result = await run('issue_comment', commentPayload('/docs mention the proxy'));
    const [prompt] = sandbox.ledger.of('create').map(({ body }) => JSON.parse(body).prompt as string);
    expect(result.lines[0]).toMatch(
      /^Docs Agent \d+\.\d+\.\d+ · agent mode · project docs-project at http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(result.lines).toContain(
      `Requested by Codertocat: mention the proxy. Length of the prompt: ${prompt?.length} characters; dry-run: true shows it.`,
    );
    expect(annotations(result, 'error')).toEqual([
      expect.stringContaining("\nMintlify's answer: The prompt is not good\n"),
    ]);
  });
});

test('a dry run shows the prompt, asks nothing of the platform, and changes nothing on GitHub', async () => {
  for (const attempt of ['1', '2']) {
    const result = await label({ env: { GITHUB_RUN_ATTEMPT: attempt }, given: { 'dry-run': 'true' } });
    const reason = 'This is a dry run, so nothing was sent to Mintlify.';
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'skipped', reason });
    expect(annotations(result, 'group')).toEqual(['Dry run: what would be sent']);
    expect(annotations(result, 'notice')).toEqual([reason]);
    expect(result.log).toContain('> Title: Spelling error in the README file');
    expect(result.summary).toContain('Title: Spelling error in the README file');
  }
  expect(operations()).toEqual(['permission', 'permission', 'comment-list']);
});

const watch = { 'job-id': 'job_7', include: 'none', wait: 'false' };

test.each<[string, string, Payload, Record<string, string>, string, Operation[]]>([
  ['another label', 'issues', labeledPayload('docs'), { 'trigger-label': 'other' }, 'skipped', []],
  ['a comment without the phrase', 'issue_comment', commentPayload('LGTM'), {}, 'skipped', []],
  ['an event of which no prompt can be made', 'workflow_dispatch', {}, {}, 'error', []],
  [
    'a watch, of a review',
    'pull_request_review',
    reviewPayload('/docs x'),
    watch,
    'error',
    ['permission', 'get'],
  ],
])('%s asks for nothing', async (_, name, payload, given, outcome, asked) => {
  const { outputs, succeeded } = await run(name, payload, { given });
  expect([outputs['outcome'], succeeded]).toEqual([outcome, outcome === 'skipped']);
  expect(operations().slice(0, 2)).toEqual(asked);
});

test.each<[string, Given]>([
  ['outside of a repository', { env: { GITHUB_REPOSITORY: '' } }],
  ['without a token', { given: { 'github-token': '' } }],
])('%s, a request is made without a reply, and with a warning', async (_, { given, env = {} }) => {
  const result = await label({ env, given: { 'minimum-permission': 'none', ...given } });
  expect(result.outputs['outcome']).toBe('pull-request');
  expect(annotations(result, 'warning')).toHaveLength(1);
  expect(operations().filter((name) => name.startsWith('comment'))).toEqual([]);
});

test('on the agent’s pull request, a comment and a review with its lines go on with the same job', async () => {
  const first = await label();
  expect(first.outputs).toMatchObject({ outcome: 'pull-request', 'pr-number': '41' });
  expect(annotations(first, 'warning')).toEqual([]);
  const own = (number: number) =>
    sandbox.github.comments.filter(({ issue, user }) => issue === number && user === 'github-actions[bot]');
  expect(own(1)[0]?.body).toMatch(/^\*\*✅ The docs pull request is ready\*\*: \[\\#41\]/);
  expect(own(41)[0]?.body).toContain(first.outputs['comment-url'] ?? 'nowhere');

  const html_url = `https://github.com/${REPOSITORY}/pull/41`;
  const thread = { number: 41, html_url, user: { login: 'mintlify[bot]', type: 'Bot' } };
  const by = { repository: REPOSITORY, issue: 41, user: 'Codertocat' };
  const whole = sandbox.github.addReview({ ...by, body: '/docs use shorter sentences' });
  const path = 'guide/page.md';
  const stored = sandbox.github.addReviewComment({ ...by, review: whole.id, body: '/docs mend this', path });
  const { id, body } = stored;
  const line = { pull_request: thread, comment: { id, body, path, pull_request_review_id: whole.id } };
  const skipped = await run(
    'pull_request_review_comment',
    changed('pull_request_review_comment', 'created', line),
  );
  expect(skipped.outputs).toMatchObject({
    outcome: 'skipped',
    reason: expect.stringContaining('the workflow has to listen to pull_request_review'),
  });
  const issue = { ...thread, pull_request: { html_url } };
  const comment = changed('issue_comment', 'created', {
    issue,
    comment: { body: '/docs shorten the intro' },
  });
  const review = { pull_request: thread, review: { id: whole.id, body: '/docs use shorter sentences' } };
  for (const again of [
    await run('issue_comment', comment),
    await run('pull_request_review', changed('pull_request_review', 'submitted', review)),
  ]) {
    expect(again.outputs['job-id']).toBe(first.outputs['job-id']);
  }
  expect(sandbox.ledger.jobs.map(({ prompts }) => prompts.length)).toEqual([3]);
  expect(sandbox.ledger.jobs[0]?.prompts[2]).toMatch(/^use shorter sentences\n[\s\S]*mend this\n/);
  // All answers are below the pull request, each with what was asked, and without a link to itself.
  const answers = own(41)
    .slice(1)
    .map((answer) => answer.body);
  expect(answers).toEqual(
    ['`shorten the intro`', '`use shorter sentences`'].map((what) => expect.stringContaining(what)),
  );
  expect(answers.join()).not.toMatch(/\/pull\/41>/);
  expect([own(1).length, sandbox.github.reactions]).toEqual([1, []]);
});

test('docs in a repository to which the token has no access are no trouble: the log says what it needs', async () => {
  sandbox.github.grants.set(GITHUB_TOKEN, ['acme/product']);
  const result = await label({ env: { GITHUB_REPOSITORY: 'acme/product' } });
  expect([result.succeeded, annotations(result, 'warning')]).toEqual([true, []]);
  expect(result.log).toMatch(
    /People cannot send the job follow-ups on the pull request.*pull-requests: write/,
  );
});
