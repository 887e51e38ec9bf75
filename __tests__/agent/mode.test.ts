import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse } from '../../sandbox/faults.ts';
import type { Operation } from '../../sandbox/operations.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { AgentWorld, type Asking, PULL_REQUEST } from '../helpers/agent-world.ts';
import { changed, commentPayload, event, labeledPayload, type Payload } from '../helpers/payloads.ts';
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
}

function run(name: string, payload: Payload, { given, env }: Given = {}): Promise<MainResult> {
  runs += 1;
  // A list without the comment that made the request would be out of date.
  if (name === 'issue_comment') {
    const { id } = sandbox.github.addComment({
      repository: REPOSITORY,
      issue: payload.issue.number,
      body: '',
      user: '',
    });
    payload.comment.id = id;
  }
  const step = {
    event: { name, payload },
    inputs: { comment: 'true', 'poll-interval-seconds': '0.1', ...given },
    env: { GITHUB_REPOSITORY: REPOSITORY, GITHUB_RUN_ID: String(runs), ...env },
  };
  return runMain({ sandbox, ...step });
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

describe('who may not ask', () => {
  test('starts nothing, and is told in the log', async () => {
    const payload = { ...labeledPayload('docs'), sender: { login: 'mallory', type: 'User' } };
    const result = await run('issues', payload);
    const reason = 'mallory has the permission read in this repository, and minimum-permission is write.';
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'skipped', reason, 'comment-url': '' });
    expect(annotations(result, 'notice')).toEqual([`Skipped, and nothing was sent. ${reason}`]);
    expect(operations()).toEqual(['permission']);
  });

  /** Who asks, and whether there is a reaction to the comment. */
  test.each<[string, Record<string, string>, number]>([
    ['mallory', {}, 1],
    ['mallory', { comment: 'false' }, 0],
    ['helper[bot]', {}, 0],
  ])('as a member, %s with %j gets %d reactions', async (login, given, count) => {
    const payload = commentPayload('/docs x');
    payload.comment.author_association = 'MEMBER';
    payload.sender = { login, type: login === 'mallory' ? 'User' : 'Bot' };
    expect((await run('issue_comment', payload, { given })).outputs['outcome']).toBe('skipped');
    const reactions = sandbox.ledger.of('reaction').map(({ body }) => body);
    expect(reactions).toEqual(Array(count).fill('{"content":"confused"}'));
  });
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
  expect(operations()).toEqual(['permission', 'permission', 'comment-list', 'comment-list']);
});

const watch = { 'job-id': 'job_7', include: 'none', wait: 'false' };

test.each<[string, string, Payload, Record<string, string>, string, Operation[]]>([
  ['another label', 'issues', labeledPayload('docs'), { 'trigger-label': 'other' }, 'skipped', []],
  ['a comment without the phrase', 'issue_comment', commentPayload('LGTM'), {}, 'skipped', []],
  [
    'a watch, of a review',
    'pull_request_review',
    reviewPayload('/docs x'),
    watch,
    'error',
    ['permission', 'get'],
  ],
])('%s asks for nothing', async (_, name, payload, given, outcome, asked) => {
  // A job that is not known would be asked for during 30 s.
  sandbox.setFaults([{ on: 'get', behaviour: refuse(401, 'No') }]);
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
