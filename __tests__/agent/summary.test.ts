import { expect, test } from '@jest/globals';
import { requestOf } from '../../src/agent/request.ts';
import { type Plan, planSummary, planText } from '../../src/agent/summary.ts';
import { agentInputs, commentPayload, event, workflowRun } from '../helpers/payloads.ts';

const REPLY = 'https://github.com/acme/docs/issues/1#issuecomment-1';

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

// What else a dry run shows is told in agent/stories.

test('the summary of a dry run holds the prompt as code, whatever is in it', () => {
  const summary = planSummary(plan({ prompt: { text: '```\n@team <img src=x>\n```', parts: [] } }));
  expect(summary).toMatch(/^## Dry run: nothing was sent\n\n````text\nAction: start a new job\nProject: /);
  expect(summary).toMatch(/\n```\n@team <img src=x>\n```\n````\n$/);
});

test('a dry run says what is not known, and where the reply from an earlier attempt is', () => {
  const nobody = plan({ event: event('schedule', {}), commentUrl: REPLY }, workflowRun({ GITHUB_ACTOR: '' }));
  expect(planText(nobody)).toContain(`\nRequested by: not known\nEvent: schedule\nReply: ${REPLY}\n`);
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
