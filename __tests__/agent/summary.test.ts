import { expect, test } from '@jest/globals';
import type { Action } from '../../src/agent/action.ts';
import { requestOf } from '../../src/agent/request.ts';
import { type Plan, planSummary, planText } from '../../src/agent/summary.ts';
import { agentInputs, commentPayload, event, workflowRun } from '../helpers/payloads.ts';

function plan(others: Partial<Plan> = {}, run = workflowRun()): Plan {
  const plan = {
    action: { kind: 'create' as const, notes: [] },
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

const job = { jobId: 'job_1', settle: 'immediate', acceptedAt: undefined, notes: [] } as const;
test.each<[Action, string]>([
  [{ kind: 'create', notes: [] }, 'Would: start a new job'],
  [
    { ...job, kind: 'message', isKnownHere: true, before: undefined, pullRequest: undefined },
    'Would: send a follow-up to the job job_1',
  ],
  [{ ...job, kind: 'watch' }, 'Would: watch the job job_1, and send nothing'],
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
