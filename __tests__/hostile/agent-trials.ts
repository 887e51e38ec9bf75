import { expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { annotations, type StepOptions } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import { always, type Play, type Played, QUICK, type Trial, withSandbox } from './bundle.ts';
import { expectInert, expectInertMarkdown } from './readers.ts';

const COMMENT = { ...QUICK, comment: 'true', 'issue-number': '7' };

function expectInertWorld(result: Played, sandbox: Sandbox): void {
  expectInert(result);
  for (const { body } of sandbox.github.comments) expectInertMarkdown(body);
}

/** A job whose every text but its id is `text`. */
function jobOf(text: string, status = 'completed', id = 'job_1'): string {
  return JSON.stringify({
    id,
    status,
    source: { repository: text, ref: text },
    model: text,
    prLink: linkWith(text),
    createdAt: text,
    archivedAt: text,
    [text]: text,
  });
}

/** Half of the texts alone, half of them in a link; a link that is one leads where it says. */
function linkWith(text: string): string {
  const isLink = text.trim().startsWith('https:');
  return isLink || text.length % 2 === 0 ? `https://github.com/acme/docs/pull/7?${text}` : text;
}

async function tryJob(text: string, play: Play): Promise<void> {
  await withSandbox({}, async (sandbox) => {
    sandbox.setFaults([
      always('create', 201, jobOf(text, 'active')),
      { ...always('get', 200, jobOf(text, `odd ${text}`)), only: [1] },
      always('get', 200, jobOf(text)),
    ]);
    const result = await play(sandbox, COMMENT);
    expectInertWorld(result, sandbox);
    expect(result.outputs['outcome']).toMatch(/^(no-)?pull-request$/);
    expect(sandbox.github.comments).toHaveLength(1);
  });
}

/** An id is whole and exact wherever it is needed, or there is none. */
async function tryId(text: string, play: Play): Promise<void> {
  await withSandbox({}, async (sandbox) => {
    for (const id of [text, `job ${text}`]) {
      sandbox.setFaults([
        always('create', 201, jobOf('x', 'active', id)),
        always('get', 200, jobOf('x', 'completed', id)),
      ]);
      const result = await play(sandbox, COMMENT);
      expectInertWorld(result, sandbox);
      const isKnown = result.outputs['job-id'] !== '';
      expect(result.outputs).toMatchObject({
        'job-id': isKnown ? id : '',
        outcome: isKnown ? 'no-pull-request' : 'unknown',
      });
      expect(isKnown).toBe(result.succeeded);
      if (/^[\w -]+$/.test(id) && id.length <= 300) expect(isKnown).toBe(true);
    }
  });
}

async function tryErrors(text: string, play: Play): Promise<void> {
  const errors = [
    [400, JSON.stringify({ error: text, details: [{ message: text }] }), 'application/json', 'error'],
    [429, text, 'text/plain', 'error'],
    [500, text, 'text/html', 'unknown'],
  ] as const;
  await withSandbox({}, async (sandbox) => {
    for (const [status, body, type, outcome] of errors) {
      sandbox.setFaults([always('create', status, body, { 'content-type': type })]);
      const result = await play(sandbox, { ...COMMENT, 'timeout-minutes': '0.001' });
      expectInertWorld(result, sandbox);
      expect([result.succeeded, result.outputs['outcome']]).toEqual([false, outcome]);
    }
  });
}

/** A comment, and the issue under it, with `text` wherever a stranger can write some. */
function eventWith(text: string, commentId = 1): NonNullable<StepOptions['event']> {
  const payload = example('issue_comment', 'created');
  Object.assign(payload.issue, { title: text, body: text, labels: [{ name: text }] });
  Object.assign(payload.issue.user, { login: text });
  Object.assign(payload.comment, { id: commentId, body: `/docs ${text}` });
  payload.repository.full_name = 'acme/product';
  payload.sender.login = 'octocat';
  payload.comment.user.login = 'octocat';
  return { name: 'issue_comment', payload };
}

async function tryEvent(text: string, play: Play): Promise<void> {
  await withSandbox({}, async (sandbox) => {
    const issue = example('issue_comment', 'created').issue.number;
    const where = { repository: 'acme/product', issue, user: 'octocat' };
    const asked = sandbox.github.addComment({ ...where, body: '/docs' });
    const event = eventWith(text, asked.id);
    const inputs = { 'poll-interval-seconds': '0.002', comment: 'true' };
    const result = await play(sandbox, inputs, { event });
    expectInert(result);
    expect(result.outputs['outcome']).toBe('pull-request');
    const own = sandbox.github.comments.filter(({ id }) => id !== asked.id);
    expect(own.filter(({ repository }) => repository === where.repository)).toHaveLength(1);
    for (const { body } of own) expectInertMarkdown(body);
    const [prompt = ''] = sandbox.ledger.jobs[0]?.prompts ?? [];
    // What nobody sees must not be read by the agent either.
    expect(prompt).not.toMatch(/[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
    // In a block of code they are seen.
    if (!/```|~~~/.test(text)) expect(prompt).not.toMatch(/<!--.*?-->/s);
    const dry = await play(sandbox, { ...inputs, 'dry-run': 'true' }, { event });
    expectInert(dry);
    expect(dry.outputs['outcome']).toBe('skipped');
    expect(sandbox.ledger.jobs).toHaveLength(1);
  });
}

async function tryGithub(text: string, play: Play): Promise<void> {
  await withSandbox({}, async (sandbox) => {
    sandbox.setFaults([always('comment-create', 403, JSON.stringify({ message: text }))]);
    const refused = await play(sandbox, COMMENT);
    expectInertWorld(refused, sandbox);
    expect(refused.outputs['outcome']).toBe('pull-request');
    expect(annotations(refused, 'warning').join()).toContain('GitHub answered 403');
    const dates = { created_at: '2026-10-01T12:00:00Z', updated_at: '2026-10-01T12:00:00Z' };
    const comment = JSON.stringify({ id: 1, body: text, html_url: text, ...dates });
    sandbox.setFaults([
      always(['comment-create', 'comment-update', 'comment-get'], 200, comment),
      always('permission', 200, JSON.stringify({ permission: text, role_name: text })),
    ]);
    expectInert(await play(sandbox, COMMENT));
    const asked = await play(sandbox, { prompt: 'x' }, { event: eventWith('x') });
    expectInert(asked);
    expect(asked.outputs['outcome']).toBe('error');
  });
}

/** Inputs that take any text, and those that refuse most. */
const INPUTS = [
  ...['mode', 'base-url', 'fail-on', 'wait', 'timeout-minutes', 'trigger-phrase', 'minimum-permission'],
  ...['prompt-file', 'job-id', 'project-id', 'issue-number', 'context', 'trigger-label', 'allowed-bots'],
];

async function tryInputs(text: string, play: Play): Promise<void> {
  // No variable of a process holds NUL.
  const given = text.replaceAll('\0', '');
  await withSandbox({}, async (sandbox) => {
    for (const mode of [given, 'agent', 'analytics']) {
      const inputs = { ...Object.fromEntries(INPUTS.map((name) => [name, given])), mode };
      const result = await play(sandbox, inputs);
      expectInert(result);
      expect([result.succeeded, result.outputs['outcome']]).toEqual([false, 'error']);
    }
    expect(sandbox.ledger.requests).toEqual([]);
  });
}

/** Where a text comes from, what is done with it, and how many random ones are tried where there is time. */
export const TRIALS: readonly (readonly [string, Trial, number])[] = [
  ['a job', tryJob, 100],
  ['an id', tryId, 40],
  ['an error of the platform', tryErrors, 40],
  ['an event', tryEvent, 60],
  ['an answer of GitHub', tryGithub, 20],
  ['an input', tryInputs, 40],
];
