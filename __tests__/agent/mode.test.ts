import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refuse } from '../../sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../sandbox/server.ts';
import { annotations } from '../helpers/action-environment.ts';
import { type StepOf, stepOf } from '../helpers/agent-step.ts';
import { AgentWorld, type Asking, PULL_REQUEST } from '../helpers/agent-world.ts';
import { commentPayload, event, example, labeledPayload, type Payload } from '../helpers/payloads.ts';
import { type MainResult, removeMainDirectory, runMain } from '../helpers/run-main.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox({ jobMs: 250, permissions: { Codertocat: 'write', mallory: 'read' } });
});
afterEach(() => sandbox.close());
afterAll(removeMainDirectory);

type Given = Partial<StepOf> & { readonly signal?: AbortSignal };

function run(
  name: string,
  payload: Payload,
  { run = '100', signal, ...others }: Given = {},
): Promise<MainResult> {
  return runMain(stepOf(sandbox, { name, payload, run, ...others }), signal);
}

function label(others: Given = {}): Promise<MainResult> {
  return run('issues', labeledPayload('docs'), others);
}

function operations(): string[] {
  return sandbox.ledger.requests.map(({ operation }) => operation);
}

describe('an interruption', () => {
  const CANCELLED = 'The run was interrupted before anything was sent to the platform.';

  /** Aborts as soon as an operation is asked for, which never answers. */
  async function interruptedAt(
    operation: 'permission' | 'comment-list' | 'review-comments',
    start: (signal: AbortSignal) => Promise<MainResult>,
  ): Promise<MainResult> {
    sandbox.setFaults([{ on: operation, behaviour: { kind: 'hang', effect: false } }]);
    const controller = new AbortController();
    const running = start(controller.signal);
    while (sandbox.ledger.of(operation).length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    controller.abort(new Error('interrupted'));
    return running;
  }

  test('of the permission check ends as cancelled, and nothing was sent', async () => {
    const result = await interruptedAt('permission', (signal) =>
      label({ signal, given: { 'job-id': 'job_7', prompt: 'x' } }),
    );
    expect(result.succeeded).toBe(true);
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED, 'job-id': 'job_7' });
    expect(annotations(result, 'notice')).toEqual([CANCELLED]);
    expect(operations()).toEqual(['permission']);
  });

  test('while a review is read ends as cancelled', async () => {
    const payload = example('pull_request_review', 'submitted');
    payload.review.body = '/docs x';
    const result = await interruptedAt('review-comments', (signal) =>
      run('pull_request_review', payload, { signal }),
    );
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED });
  });

  test('while the memory is read that decides ends as cancelled', async () => {
    const result = await interruptedAt('comment-list', (signal) =>
      run('issue_comment', commentPayload('/docs x'), { signal }),
    );
    expect(result.outputs).toMatchObject({ outcome: 'cancelled', reason: CANCELLED });
    expect(sandbox.ledger.of('create')).toEqual([]);
  });
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
  expect(written).toHaveLength(2);
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
    expect(result.succeeded).toBe(true);
    const reason = 'mallory has the permission read here, and minimum-permission is write.';
    expect(result.outputs).toMatchObject({ outcome: 'skipped', reason, 'comment-url': '' });
    expect(annotations(result, 'notice')).toEqual([`Skipped, and nothing was sent. ${reason}`]);
    expect(operations()).toEqual(['permission']);
  });

  function refused(name: string, association: string, login = 'mallory'): Payload {
    const payload = name === 'issue_comment' ? commentPayload('') : example(name);
    const sender = { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
    Object.assign(payload.comment ?? payload.review, { body: '/docs x', author_association: association });
    return { ...payload, sender };
  }

  test.each<[string, number, string?, Record<string, string>?]>([
    ['OWNER', 1],
    ['MEMBER', 1],
    ['COLLABORATOR', 1],
    ['CONTRIBUTOR', 0],
    ['NONE', 0],
    ['MEMBER', 0, 'helper[bot]'],
    ['MEMBER', 0, 'mallory', { comment: 'false' }],
  ])('as %s gets %i reactions (%s, %j)', async (association, count, login = 'mallory', given = {}) => {
    await run('issue_comment', refused('issue_comment', association, login), { given });
    expect(sandbox.ledger.of('reaction')).toHaveLength(count);
  });

  test('gets it on a line, too, but not on a review, which can have none; one that fails changes nothing', async () => {
    sandbox.setFaults([{ on: 'reaction', behaviour: refuse(500, 'No') }]);
    for (const name of ['pull_request_review_comment', 'pull_request_review', 'issue_comment']) {
      expect((await run(name, refused(name, 'MEMBER'))).outputs['outcome']).toBe('skipped');
    }
    expect(sandbox.ledger.of('reaction').map(({ body }) => body)).toEqual(
      Array(2).fill('{"content":"confused"}'),
    );
    expect(sandbox.ledger.of('reaction').map(({ path }) => path.replace(/\d+/, ''))).toEqual([
      expect.stringMatching(/\/pulls\/comments\/\/reactions$/),
      expect.stringMatching(/\/issues\/comments\/\/reactions$/),
    ]);
  });
});

describe('the log', () => {
  const ASKED = 'Asked for by Codertocat: label docs. Length of the prompt: 0; dry-run: true shows it.';
  const GROUP = 'group: Waiting for the job, at most 30 min';
  const GO_ON = 'To go on with this job: job-id job_1';
  const ACTIVE = 'Status active · 2.2 s waited, 1 poll; next in 2 s.';
  const CREATED = 'Job created: job-id job_1 (status active).';
  const DONE = 'The job completed, and its pull request is open';

  /** Each row: how a run asks, and all that its log says; numbers of characters are 0. */
  test.each<[string, Asking, string[]]>([
    [
      'a label',
      {},
      [
        ASKED,
        'Parts of the prompt:',
        '  instructions: 0 characters',
        '  subject: 0 characters',
        CREATED,
        GROUP,
        ACTIVE,
        `${DONE} (6.8 s, 3 polls).`,
        PULL_REQUEST,
        GO_ON,
      ],
    ],
    [
      'a prompt of nobody',
      {
        at: event('', {}),
        env: { GITHUB_ACTOR: '' },
        given: { prompt: 'x', context: 'none', comment: 'false' },
      },
      [
        ASKED.replace(/^.*docs\. /, ''),
        CREATED,
        GROUP,
        ACTIVE,
        `${DONE} (6.8 s, 3 polls).`,
        PULL_REQUEST,
        GO_ON,
      ],
    ],
    [
      'a watch',
      { given: { 'job-id': 'job_1' } },
      ['Watching job-id job_1.', GROUP, `${DONE} (0.2 s, 1 poll).`, PULL_REQUEST, GO_ON],
    ],
    [
      'a watch of nothing',
      { given: { 'job-id': 'job_9' } },
      [
        'Watching job-id job_9.',
        GROUP,
        'error: The job could not be read: GET was answered 404 (0.2 s, 1 poll).',
        'Do something.',
      ],
    ],
  ])('of %s', async (_, asking, lines) => {
    const world = new AgentWorld();
    if (asking.given?.['job-id']) world.platform.add('job_1');
    const { log } = await world.run(asking);
    expect(log.text.replaceAll(/\d+(?= characters|; dry-run)/g, '0').split('\n')).toEqual(lines);
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

  test('says who asked for what, how long the prompt is, and how it ended', async () => {
    const result = await run('issue_comment', commentPayload('/docs mention the proxy'));
    const [prompt = ''] = sandbox.ledger.jobs[0]?.prompts ?? [];
    expect(result.lines[0]).toMatch(
      /^Docs Agent \d+\.\d+\.\d+ · agent mode · project docs-project at http:\/\/127\.0\.0\.1:\d+$/,
    );
    expect(result.lines).toContain(
      `Asked for by Codertocat: mention the proxy. Length of the prompt: ${prompt.length}; dry-run: true shows it.`,
    );
    expect(result.log).toMatch(
      /The job completed, and its pull request is open \([^()]*, \d+ polls?\)\.\nhttps:\/\/\S+\nTo go on with this job: job-id \S+/,
    );
  });

  test('says what the prompt is made of, if that is more than the instructions', async () => {
    const { lines } = await label({ given: { prompt: 'Write.', context: 'event' } });
    expect(lines.some((line) => line.startsWith('  the event: ') || line.startsWith('  subject: '))).toBe(
      true,
    );
  });

  test('says why an earlier job is not gone on with, and what the platform says of an error', async () => {
    sandbox.setScenario('failed');
    const failed = await label();
    expect(failed.succeeded).toBe(false);
    expect(annotations(failed, 'error')).toHaveLength(1);
    sandbox.setScenario('happy');
    const next = await run('issue_comment', commentPayload('/docs again'), { run: '101' });
    expect(next.lines).toContain('The earlier job has failed, so this request starts a new one.');
    sandbox.setFaults([{ on: 'message', behaviour: refuse(400, 'The prompt is not good') }]);
    const refused = await run('issue_comment', commentPayload('/docs more'), { run: '102' });
    expect(annotations(refused, 'error')[0]).toContain('\nThe platform says: The prompt is not good\n');
  });
});

test('a dry run shows the prompt, asks nothing of the platform, and changes nothing on GitHub', async () => {
  const result = await label({ given: { 'dry-run': 'true' } });
  const reason = 'This is a dry run, so nothing was sent to the platform.';
  expect(result.succeeded).toBe(true);
  expect(result.outputs).toMatchObject({ outcome: 'skipped', reason });
  expect(annotations(result, 'group')).toEqual(['Dry run: what would be sent']);
  expect(annotations(result, 'notice')).toEqual([reason]);
  expect(result.log).toContain('> Title: Spelling error in the README file');
  expect(result.summary).toContain('Title: Spelling error in the README file');
  expect(operations()).toEqual(['permission']);
  const again = await label({ attempt: 2, given: { 'dry-run': 'true' } });
  expect(operations()).toEqual(['permission', 'permission', 'comment-list']);
  expect(annotations(again, 'notice')).toEqual([reason]);
});

describe('what asks for nothing', () => {
  test('leads to no request at all', async () => {
    const other = await label({ given: { 'trigger-label': 'other' } });
    const lgtm = await run('issue_comment', commentPayload('LGTM'));
    for (const { outputs, succeeded } of [other, lgtm]) {
      expect([outputs['outcome'], succeeded]).toEqual(['skipped', true]);
    }
    expect(operations()).toEqual([]);
  });

  test('an event of which no prompt can be made is an error', async () => {
    const { succeeded, log } = await run('workflow_dispatch', {});
    expect(succeeded).toBe(false);
    expect(log).toContain('prompt');
    expect(operations()).toEqual([]);
  });

  test('a watch is of any comment, and reads no review', async () => {
    const payload = example('pull_request_review', 'submitted');
    payload.review.body = '/docs x';
    const given = { 'job-id': 'job_7', context: 'none', wait: 'false' };
    await run('pull_request_review', payload, { given });
    expect(operations().slice(0, 2)).toEqual(['permission', 'get']);
  });
});

test.each<[string, Given]>([
  ['outside of a repository', { env: { GITHUB_REPOSITORY: '' } }],
  ['without a token', { given: { 'github-token': '', 'minimum-permission': 'none' } }],
])('%s, a request is made without a reply, and with a warning', async (_, others) => {
  const result = await label({ ...others, given: { 'minimum-permission': 'none', ...others.given } });
  expect(result.outputs['outcome']).toBe('pull-request');
  const why = 'This run writes no reply: that needs github-token, and a repository.';
  expect(annotations(result, 'warning')).toEqual([why]);
  expect(operations().filter((name) => name.startsWith('comment'))).toEqual([]);
});
