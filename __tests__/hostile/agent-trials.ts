import { expect } from '@jest/globals';
import { annotations, type StepOptions } from '../helpers/action-environment.ts';
import { example } from '../helpers/payloads.ts';
import { always, type Trial, type Trials } from './trial.ts';

const COMMENT = { comment: 'true', 'issue-number': '7' };

/** A job whose every text but its id is `text`. */
function jobOf(text: string, status = 'completed', id = 'job_1'): string {
  // Half of the texts alone, half of them in a link; a link that is one leads where it says.
  const isLink = text.trim().startsWith('https:');
  return JSON.stringify({
    id,
    status,
    source: { repository: text, ref: text },
    model: text,
    prLink: isLink || text.length % 2 === 0 ? `https://github.com/acme/docs/pull/7?${text}` : text,
    createdAt: text,
    archivedAt: text,
    [text]: text,
  });
}

const tryJob: Trial = async (text, play, sandbox) => {
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
};

/** An id is whole and exact wherever it is needed, or there is none. */
const tryId: Trial = async (text, play, sandbox) => {
  for (const id of [text, `job ${text}`]) {
    sandbox.setFaults([
      always('create', 201, jobOf('x', 'active', id)),
      always('get', 200, jobOf('x', 'completed', id)),
    ]);
    const { outputs, succeeded } = await play(COMMENT);
    const isKnown = outputs['job-id'] !== '';
    expect(outputs['outcome']).toBe(isKnown ? 'no-pull-request' : 'unknown');
    expect([outputs['job-id'], succeeded]).toEqual([isKnown ? id : '', isKnown]);
    if (/^[\w -]+$/.test(id) && id.length <= 300) expect(isKnown).toBe(true);
  }
};

const tryErrors: Trial = async (text, play, sandbox) => {
  const errors = [
    [400, JSON.stringify({ error: text, details: [{ message: text }] }), 'application/json', 'error'],
    [429, text, 'text/plain', 'error'],
    [500, text, 'text/html', 'unknown'],
  ] as const;
  for (const [status, body, type, outcome] of errors) {
    sandbox.setFaults([always('create', status, body, type)]);
    const { succeeded, outputs } = await play({ ...COMMENT, 'timeout-minutes': '0.001' });
    expect([succeeded, outputs['outcome']]).toEqual([false, outcome]);
  }
};

const WHERE = { repository: 'acme/product', issue: example('issue_comment', 'created').issue.number };

/** A comment, and the issue under it, with `text` wherever a stranger can write some. */
function eventWith(text: string, commentId = 1): Pick<StepOptions, 'event'> {
  const payload = example('issue_comment', 'created');
  Object.assign(payload.issue, { title: text, body: text, labels: [{ name: text }] });
  Object.assign(payload.issue.user, { login: text });
  Object.assign(payload.comment, { id: commentId, body: `/docs ${text}` });
  payload.repository.full_name = WHERE.repository;
  payload.sender.login = 'octocat';
  payload.comment.user.login = 'octocat';
  return { event: { name: 'issue_comment', payload } };
}

const tryEvent: Trial = async (text, play, sandbox) => {
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
  // In a block of code they are seen.
  // GitHub shows a title as it is.
  const untitled = prompt.replace(/^> Title: .*$/gm, '');
  if (!/```|~~~/.test(text)) expect(untitled).not.toMatch(/<!--.*?-->/s);
  const dry = await play({ ...inputs, 'dry-run': 'true' }, eventWith(text, asked.id));
  expect(dry.outputs['outcome']).toBe('skipped');
  expect(sandbox.ledger.jobs).toHaveLength(1);
};

const tryGithub: Trial = async (text, play, sandbox) => {
  sandbox.setFaults([always('comment-create', 403, JSON.stringify({ message: text }))]);
  const refused = await play(COMMENT);
  expect(refused.outputs['outcome']).toBe('pull-request');
  expect(annotations(refused, 'warning').join()).toContain('GitHub answered 403');
  const dates = { created_at: '2026-10-01T12:00:00Z', updated_at: '2026-10-01T12:00:00Z' };
  const comment = JSON.stringify({ id: 1, body: text, html_url: text, ...dates });
  sandbox.setFaults([always(['comment-create', 'comment-update'], 200, comment)]);
  await play(COMMENT);
  const asked = await play({}, eventWith('x'));
  expect(asked.outputs['outcome']).toBe('error');
};

/** Inputs that take any text, and those that refuse most. */
const INPUTS = [
  ...['mode', 'base-url', 'fail-on', 'wait', 'timeout-minutes', 'trigger-phrase', 'minimum-permission'],
  ...[
    'job-id',
    'project-id',
    'issue-number',
    'include',
    'trigger-label',
    'allowed-bots',
    'commit-status',
    'skip-label',
  ],
];

const tryInputs: Trial = async (text, play, sandbox) => {
  // No variable of a process holds NUL.
  const given = text.replaceAll('\0', '');
  for (const mode of [given, 'agent', 'analytics']) {
    const inputs = { ...Object.fromEntries(INPUTS.map((name) => [name, given])), mode };
    const { succeeded, outputs } = await play(inputs);
    expect([succeeded, outputs['outcome']]).toEqual([false, 'error']);
  }
  expect(sandbox.ledger.requests).toEqual([]);
};

export const AGENT_TRIALS: Trials = [
  ['a job', tryJob, 100],
  ['an id', tryId, 40],
  ['an error of the platform', tryErrors, 40],
  ['an event', tryEvent, 60],
  ['an answer of GitHub', tryGithub, 20],
  ['an input', tryInputs, 40],
];
