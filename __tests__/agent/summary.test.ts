import { describe, expect, test } from '@jest/globals';
import { marked, type Tokens } from 'marked';
import type { Action } from '../../src/agent/action.ts';
import { requestOf } from '../../src/agent/request.ts';
import type { AgentResult } from '../../src/agent/result.ts';
import { agentSummary, type Plan, planSummary, planText } from '../../src/agent/summary.ts';
import { agentInputs, commentPayload, event, workflowRun } from '../helpers/payloads.ts';
import { jobOf, PULL_REQUEST } from '../helpers/wait-world.ts';

const done: AgentResult = {
  outcome: 'pull-request',
  reason: 'The job completed and reported its pull request.',
  job: jobOf('completed', {
    prLink: 'https://github.com/acme/docs/pull/7',
    model: 'writer-1',
    repository: 'acme/docs',
    ref: 'main',
  }),
  jobId: 'job_1',
  polls: 12,
  durationMs: 250_000,
};

/** The facts of the summary's table, as Markdown. */
function factsOf(summary: string): Record<string, string> {
  const table = marked.lexer(summary, { gfm: true }).find(({ type }) => type === 'table') as Tokens.Table;
  const cells = [table.header, ...table.rows];
  return Object.fromEntries(cells.map(([name, value]) => [name?.text ?? '', value?.text ?? '']));
}

describe('the job summary', () => {
  test('says how it ended, with the link and the job', () => {
    const summary = agentSummary(done, 'docs');
    expect(summary).toMatch(
      /^## ✅ The docs pull request is ready\n\nThe job completed and .* request\.\n\n\|/,
    );
    expect(factsOf(summary)).toEqual({
      'Pull request': '[\\#7](<https://github.com/acme/docs/pull/7>)',
      Outcome: '`pull-request`',
      Job: '`job_1`',
      Status: '`completed`',
      Project: '`docs`',
      Repository: '`acme/docs` at `main`',
      Model: '`writer-1`',
      Duration: '4 min 10 s',
      Polls: '12',
    });
  });

  test('says what a follow-up changed, and what the pull request is now', () => {
    const change = { kind: 'new-commits', count: 2 } as const;
    const pullRequest = { ...PULL_REQUEST, title: 'a|<b>' };
    const job = jobOf('s|t', { prLink: done.job?.prLink });
    const summary = agentSummary({ ...done, job, isFollowUp: true, pullRequest, change }, 'x|y');
    expect(summary).toMatch(/^## ✅ The docs pull request has 2 new commits\n/);
    // What else comes from elsewhere is told by hostile/.
    const [Title, Project] = ['<code>a&#124;&#60;b&#62;</code>', '<code>x&#124;y</code>'];
    const facts = { Title, Project, Status: '<code>s&#124;t</code>', Changes: '3 files changed, +40 −12' };
    expect(factsOf(summary)).toMatchObject(facts);
    expect(Object.keys(factsOf(summary)).slice(0, 4)).toEqual([
      'Pull request',
      'Title',
      'Changes',
      'Outcome',
    ]);
  });

  test('without a job names none', () => {
    const failed = { outcome: 'error', reason: 'POST /job was answered 401.', durationMs: 300 } as const;
    const summary = agentSummary({ ...failed, platformText: 'No', advice: 'Use `x`.' }, 'docs');
    const facts = { Outcome: '`error`', Project: '`docs`', Duration: '0.3 s' };
    expect(factsOf(summary)).toEqual(facts);
    expect(summary).toContain("Mintlify's answer:\n\n```text\nNo\n```\n\nUse `x`.\n");
    const cancelled = agentSummary({ outcome: 'cancelled', reason: 'Interrupted.' }, 'docs');
    expect(cancelled).toMatch(/^## ✋ The run was interrupted\n/);
    expect(`${summary}${cancelled}`).not.toMatch(/job-id|keeps running/);
  });

  test.each([
    ['http://git.internal/pull/7', '`http://git.internal/pull/7`'],
    ['https://git.example/changes/7', '[`https://git.example/changes/7`](<https://git.example/changes/7>)'],
    ['javascript:alert(1)', undefined],
  ])('shows the link %s as what it is', (prLink, shown) => {
    const summary = agentSummary({ ...done, job: jobOf('completed', { prLink }) }, 'docs');
    expect(factsOf(summary)['Pull request']).toBe(shown);
  });

  test('names the parts of the prompt, if there is more than the instructions', () => {
    const parts = ['instructions', 'changes', 'discussion'].map((name, index) => {
      return { name, characters: 1, leftOut: index === 1 ? '3 hunks' : '' };
    });
    const promptOf = (count: number) => factsOf(agentSummary(done, 'docs', parts.slice(0, count)))['Prompt'];
    expect([promptOf(3), promptOf(1)]).toEqual(['instructions, changes (in part), discussion', undefined]);
  });
});

function plan(others: Partial<Plan> = {}, run = workflowRun()): Plan {
  const plan = {
    action: { kind: 'create' as const },
    prompt: { text: 'also mention the proxy', parts: [] },
    event: event('issue_comment', commentPayload('/docs also mention the proxy')),
    inputs: agentInputs({ comment: 'true' }),
    commentUrl: '',
    ...others,
  };
  return { ...plan, request: requestOf(plan.event, plan.inputs, run) };
}

test('a dry run logs what, where, who, and the prompt', () => {
  expect(planText(plan()).split('\n')).toEqual([
    ...['Would: start a new job', 'Project: p1 at https://api.mintlify.com', 'Requested by: Codertocat'],
    ...['Event: issue_comment: also mention the proxy', 'Reply: a new comment', 'Prompt: 22 characters'],
    ...['', 'also mention the proxy'],
  ]);
});

test('its summary holds the prompt as code, whatever is in it', () => {
  const summary = planSummary(plan({ prompt: { text: '```\n@team <img src=x>\n```', parts: [] } }));
  expect(summary).toMatch(/^## Dry run: nothing was sent\n\n````text\nWould: start a new job\nProject: /);
  expect(summary).toMatch(/\n```\n@team <img src=x>\n```\n````\n$/);
});

const job = { jobId: 'job_1', settle: 'immediate', acceptedAt: undefined } as const;

test.each<[Action, string]>([
  [
    { kind: 'message', ...job, isKnownHere: true, before: undefined },
    'Would: send a follow-up to the job job_1',
  ],
  [{ kind: 'watch', ...job }, 'Would: watch the job job_1, and send nothing'],
  [{ kind: 'stop', result: { outcome: 'unknown', reason: 'Cut off.' } }, 'Would: send nothing: Cut off.'],
])('%j', (action, line) => {
  expect(planText(plan({ action })).split('\n')[0]).toBe(line);
});

test('a dry run says what there is not', () => {
  const inputs = agentInputs({ 'job-id': 'j' });
  const others = { prompt: { text: '', parts: [] }, event: event('schedule', {}), inputs };
  const nothing = plan(others, workflowRun({ GITHUB_ACTOR: '' }));
  expect(planText(nothing).split('\n').slice(2)).toEqual([
    'Requested by: not known',
    'Event: schedule',
    'Reply: none',
    'Prompt: none',
  ]);
  expect(planSummary(nothing)).toMatch(/\nPrompt: none\n```\n$/);
  const commentUrl = 'https://github.com/x';
  expect(planText(plan({ commentUrl }))).toContain(`Reply: ${commentUrl}`);
});

test('a dry run shows the parts of the prompt, with what is left out of them', () => {
  const parts = [
    { name: 'instructions', characters: 20, leftOut: '' },
    { name: 'changes', characters: 28, leftOut: '3 hunks' },
  ];
  const given = plan({ prompt: { text: 'x'.repeat(50), parts } });
  expect(planText(given)).toContain(
    'Parts of the prompt:\n  instructions: 20 characters\n  changes: 28 characters; left out: 3 hunks\n',
  );
  expect(planSummary(given)).toContain('\n  changes: 28 characters; left out: 3 hunks\n');
});
