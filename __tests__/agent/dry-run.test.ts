import { expect, test } from '@jest/globals';
import type { Prompt } from '../../src/agent/budget.ts';
import type { Decision } from '../../src/agent/decide.ts';
import { type Plan, planSummary, planText } from '../../src/agent/dry-run.ts';
import { requestOf } from '../../src/agent/request.ts';
import type { WorkflowRun } from '../../src/github/workflow-run.ts';
import { agentInputs, commentPayload, event, workflowRun } from '../helpers/payloads.ts';

function promptOf(text: string): Prompt {
  return { text, parts: [] };
}

function plan({ run = workflowRun(), ...others }: Partial<Plan> & { run?: WorkflowRun } = {}): Plan {
  const plan = {
    decision: { kind: 'create' as const },
    prompt: promptOf('also mention the proxy'),
    event: event('issue_comment', commentPayload('/docs also mention the proxy')),
    inputs: agentInputs({ comment: 'true' }),
    commentUrl: '',
    ...others,
  };
  return { ...plan, request: requestOf(plan.event, plan.inputs, run) };
}

test('the log: what, where, who, and the prompt', () => {
  expect(planText(plan())).toBe(
    [
      'Would: start a new job',
      'Project: p1 at https://api.mintlify.com',
      'Asked by: Codertocat',
      'Event: issue_comment: also mention the proxy',
      'Status comment: a new one',
      'Prompt: 22 characters',
      '',
      'also mention the proxy',
    ].join('\n'),
  );
});

test('the summary holds the prompt as code, whatever is in it', () => {
  const summary = planSummary(plan({ prompt: promptOf('```\n@team <img src=x>\n```') }));
  expect(summary).toMatch(
    /^## Dry run: nothing was sent\n\n\| Would \| `start a new job` \|\n\| :-- \| :-- \|\n\| Project \|/,
  );
  expect(summary).toContain('\n````text\n```\n@team <img src=x>\n```\n````\n');
});

const stop = { outcome: 'unknown', reason: 'Cut off.' } as const;

test.each<[Decision, string]>([
  [{ kind: 'message', jobId: 'job_1', knowsSubject: true }, 'Would: send a follow-up to the job job_1'],
  [{ kind: 'watch', jobId: 'job_1' }, 'Would: watch the job job_1, and send nothing'],
  [{ kind: 'stop', result: stop }, 'Would: send nothing: Cut off.'],
])('%j', (decision, line) => {
  expect(planText(plan({ decision })).split('\n')[0]).toBe(line);
});

test('what there is not', () => {
  const nothing = plan({
    prompt: promptOf(''),
    event: event('schedule', {}),
    inputs: agentInputs({ 'job-id': 'j' }),
    run: workflowRun({ GITHUB_ACTOR: '' }),
  });
  expect(planText(nothing).split('\n').slice(2)).toEqual([
    'Asked by: not known',
    'Event: schedule',
    'Status comment: none',
    'Prompt: none',
  ]);
  expect(planSummary(nothing)).not.toContain('```');
  expect(planText(plan({ commentUrl: 'https://github.com/x' }))).toContain(
    'Status comment: https://github.com/x',
  );
});

test('the parts of the prompt, with what is left out of them', () => {
  const prompt = {
    text: 'x'.repeat(50),
    parts: [
      { name: 'instructions', characters: 20, leftOut: '' },
      { name: 'diff', characters: 28, leftOut: '3 hunks' },
    ],
  };
  expect(planText(plan({ prompt }))).toContain(
    'Parts of the prompt:\n  instructions: 20 characters\n  diff: 28 characters; left out: 3 hunks\n',
  );
  expect(planSummary(plan({ prompt }))).toContain('### Parts of the prompt');
  expect(planSummary(plan({ prompt }))).toContain('| diff | 28 characters; left out: 3 hunks |');
});
