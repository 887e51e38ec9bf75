import { expect } from '@jest/globals';
import { annotations, INPUT_NAMES, type StepOptions } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import { always, tryTexts } from './trial.ts';

const COMMENT = { comment: 'true', 'issue-number': '7' };

/** A job whose every text but its id is `text`. */
function jobOf(text: string, status = 'completed', id = 'job_1'): string {
  // Half of the texts alone, half of them in a link; a link that is one leads where it says.
  const isInLink = text.trim().startsWith('https:') || text.length % 2 === 0;
  const prLink = isInLink ? `https://github.com/acme/docs/pull/7?${text}` : text;
  const texts = { model: text, prLink, createdAt: text, archivedAt: text, [text]: text };
  return JSON.stringify({ id, status, source: { repository: text, ref: text }, ...texts });
}

tryTexts('a job', 10, async (text, play, sandbox) => {
  sandbox.setFaults([
    always('create', 201, jobOf(text, 'active')),
    { ...always('get', 200, jobOf(text, `odd ${text}`)), only: [1] },
    always('get', 200, jobOf(text)),
  ]);
  const { outputs } = await play(COMMENT);
  expect(outputs['outcome']).toMatch(/^(no-)?pull-request$/);
  // The reply, and where the pull request is one of GitHub's, its comment.
  const own = sandbox.github.comments.filter(({ repository }) => repository === 'acme/product');
  expect(own).toHaveLength(1);
});

/** An id is whole and exact wherever it is needed, or there is none. */
tryTexts('an id', 4, async (text, play, sandbox) => {
  for (const id of [text, `job ${text}`]) {
    const [created, ended] = [jobOf('x', 'active', id), jobOf('x', 'completed', id)];
    sandbox.setFaults([always('create', 201, created), always('get', 200, ended)]);
    const { outputs, succeeded } = await play(COMMENT);
    const isKnown = outputs['job-id'] !== '';
    expect(outputs['outcome']).toBe(isKnown ? 'no-pull-request' : 'unknown');
    expect([outputs['job-id'], succeeded]).toEqual([isKnown ? id : '', isKnown]);
    if (/^[\w -]+$/.test(id) && id.length <= 300) expect(isKnown).toBe(true);
  }
});

tryTexts('an error of the platform', 4, async (text, play, sandbox) => {
  const said = JSON.stringify({ error: text, details: [{ message: text }] });
  for (const [status, body, type, outcome] of [
    [400, said, 'application/json', 'error'],
    [429, text, 'text/plain', 'error'],
    [500, text, 'text/html', 'unknown'],
  ] as const) {
    sandbox.setFaults([always('create', status, body, type)]);
    const { succeeded, outputs } = await play({ ...COMMENT, 'timeout-minutes': '0.001' });
    expect([succeeded, outputs['outcome']]).toEqual([false, outcome]);
  }
});

const WHERE = { repository: 'acme/product', issue: example('issue_comment', 'created').issue.number };

/** A comment, and the issue under it, with `text` wherever a stranger can write some. */
function eventWith(text: string, commentId = 1): Pick<StepOptions, 'event'> {
  const payload = example('issue_comment', 'created');
  Object.assign(payload.issue, { title: text, body: text, labels: [{ name: text }], user: { login: text } });
  Object.assign(payload.comment, { id: commentId, body: `/docs ${text}` });
  payload.repository.full_name = WHERE.repository;
  for (const account of [payload.sender, payload.comment.user]) account.login = 'octocat';
  return { event: { name: 'issue_comment', payload } };
}

tryTexts('an event', 6, async (text, play, sandbox) => {
  const asked = sandbox.github.addComment({ ...WHERE, user: 'octocat', body: '/docs' });
  const inputs = { prompt: '', comment: 'true' };
  const { outputs } = await play(inputs, eventWith(text, asked.id));
  // The phrase alone, on an issue without a visible word, asks for nothing that could be done.
  if (/doesn't have visible text/.test(outputs['reason'] ?? '')) {
    expect([outputs['outcome'], sandbox.ledger.jobs]).toEqual(['skipped', []]);
    return;
  }
  expect(outputs['outcome']).toBe('pull-request');
  const here = sandbox.github.comments.filter(({ repository }) => repository === WHERE.repository);
  expect(here).toHaveLength(2);
  const [prompt = ''] = sandbox.ledger.jobs[0]?.prompts ?? [];
  // What nobody sees must not be read by the agent either.
  expect(prompt).not.toMatch(/[\u200b\u2060\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  // In a block of code, and in a title, GitHub shows comments.
  if (!/```|~~~/.test(text)) expect(prompt.replace(/^> Title: .*$/gm, '')).not.toMatch(/<!--.*?-->/s);
  const dry = await play({ ...inputs, 'dry-run': 'true' }, eventWith(text, asked.id));
  expect([dry.outputs['outcome'], sandbox.ledger.jobs.length]).toEqual(['skipped', 1]);
});

tryTexts('an answer of GitHub', 2, async (text, play, sandbox) => {
  sandbox.setFaults([always('comment-create', 403, JSON.stringify({ message: text }))]);
  const refused = await play(COMMENT);
  expect(refused.outputs['outcome']).toBe('pull-request');
  expect(annotations(refused, 'warning').join()).toContain('GitHub answered 403');
  const dates = { created_at: '2026-10-01T12:00:00Z', updated_at: '2026-10-01T12:00:00Z' };
  const comment = JSON.stringify({ id: 1, body: text, html_url: text, ...dates });
  sandbox.setFaults([always(['comment-create', 'comment-update'], 200, comment)]);
  await play(COMMENT);
  expect((await play({}, eventWith('x'))).outputs['outcome']).toBe('error');
});

const INPUTS = INPUT_NAMES.filter((name) => !/^(mode|prompt|api-key|github-token)$/.test(name));

tryTexts('an input', 4, async (text, play, sandbox) => {
  // No variable of a process holds NUL.
  const given = text.replaceAll('\0', '');
  for (const mode of [given, 'agent', 'analytics']) {
    const { succeeded, outputs } = await play({
      ...Object.fromEntries(INPUTS.map((name) => [name, given])),
      mode,
    });
    expect([succeeded, outputs['outcome']]).toEqual([false, 'error']);
  }
  expect(sandbox.ledger.requests).toEqual([]);
});
