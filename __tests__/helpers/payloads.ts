import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { payloadOf } from '../../sandbox/github/events.ts';
import type { PullRequestState } from '../../src/agent/pull-request.ts';
import { readEvent, type TriggerEvent } from '../../src/github/event.ts';
import { readWorkflowRun, type WorkflowRun } from '../../src/github/runner.ts';
import { type AgentInputs, readAgentInputs } from '../../src/inputs.ts';

/** Payloads as GitHub sends them (octokit's examples), as event files, and the variables around them. */

// biome-ignore lint/suspicious/noExplicitAny: payloads are changed at will here.
export type Payload = any;

/** The first example of the event with that action, to be changed freely. */
export function example(name: string, action = '', more = {}): Payload {
  return structuredClone(payloadOf({ name, action, ...more }));
}

/** The same, with fields of its objects, or whole ones, given anew. */
export function changed(name: string, action: string | undefined, fields: Record<string, Payload>): Payload {
  const whole = example(name, action);
  for (const [key, value] of Object.entries(fields)) {
    const isObject = typeof value === 'object' && value !== null;
    whole[key] = isObject ? { ...whole[key], ...value } : value;
  }
  return whole;
}

/** The path of a new file with that content. */
export function eventFile(content: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'event-')), 'event.json');
  writeFileSync(file, content);
  return file;
}

/** The variables of a run of that event. */
export function variables(name: string, payload: Payload, others: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const file = eventFile(JSON.stringify(payload));
  const run = { GITHUB_REPOSITORY: 'Codertocat/Hello-World', GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: '1' };
  const step = { GITHUB_JOB: 'docs', GITHUB_ACTION: '__run' };
  return { GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, ...run, ...step, ...others };
}

export function event(name: string, payload: Payload): TriggerEvent {
  return readEvent(variables(name, payload));
}

export function workflowRun(): WorkflowRun {
  return readWorkflowRun(variables('push', {}));
}

/** A job's pull request, as GitHub gives it. */
export const PULL_REQUEST: PullRequestState = {
  ...{ url: 'https://github.com/acme/docs/pull/7', state: 'open', title: 'Document the limit' },
  ...{ head: 'a1', commits: 1, files: 3, additions: 40, deletions: 12 },
};

/** An `issue_comment` by Codertocat. */
export const commentPayload = (text: string) => example('issue_comment', 'created', { text });
/** An issue that got the label. */
export const labeledPayload = (label: string) => example('issues', 'labeled', { label });

/** Inputs as `action.yml` gives them, but for what is named. */
export function agentInputs(given: Readonly<Record<string, string>> = {}): AgentInputs {
  const all = { mode: 'agent', 'api-key': 'mint_test_0123456789', 'project-id': 'p1', ...given };
  const variables = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]);
  return readAgentInputs(Object.fromEntries(variables));
}
