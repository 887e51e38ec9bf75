import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GithubEvent, payloadOf } from '../../sandbox/github/events.ts';
import { readEvent, type TriggerEvent } from '../../src/github/event.ts';
import { readWorkflowRun, type WorkflowRun } from '../../src/github/runner.ts';
import { type AgentInputs, readAgentInputs } from '../../src/inputs.ts';

/** Payloads as GitHub sends them (octokit's examples), as event files, and the variables around them. */

// biome-ignore lint/suspicious/noExplicitAny: payloads are changed at will here.
export type Payload = any;

/** What GitHub sends of it, to be changed freely. */
function payload(given: GithubEvent): Payload {
  return structuredClone(payloadOf(given));
}

/** The first example of the event with that action. */
export function example(name: string, action = ''): Payload {
  return payload({ name, action });
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

const directory = mkdtempSync(path.join(tmpdir(), 'events-'));
let files = 0;

/** The path of a new file with that content. */
export function eventFile(content: string): string {
  files += 1;
  const name = path.join(directory, `event-${files}.json`);
  writeFileSync(name, content);
  return name;
}

export const REPOSITORY = 'Codertocat/Hello-World';

export function variables(name: string, payload: Payload, others: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    GITHUB_EVENT_NAME: name,
    GITHUB_EVENT_PATH: eventFile(JSON.stringify(payload)),
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_RUN_ID: '42',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_ACTOR: 'octocat',
    GITHUB_JOB: 'docs',
    GITHUB_ACTION: '__run',
    ...others,
  };
}

export function event(name: string, payload: Payload): TriggerEvent {
  return readEvent(variables(name, payload));
}

/** An `issue_comment` by Codertocat. */
export const commentPayload = (text: string) => payload({ name: 'issue_comment', action: 'created', text });
/** An issue that got the label. */
export const labeledPayload = (label: string) => payload({ name: 'issues', action: 'labeled', label });

export function workflowRun(others: NodeJS.ProcessEnv = {}): WorkflowRun {
  return readWorkflowRun(variables('push', {}, others));
}

/** Inputs as `action.yml` gives them, but for what is named. */
export function agentInputs(
  given: Readonly<Record<string, string>> = {},
  others: NodeJS.ProcessEnv = {},
): AgentInputs {
  const env: NodeJS.ProcessEnv = {
    INPUT_MODE: 'agent',
    'INPUT_API-KEY': 'mint_test_0123456789',
    'INPUT_PROJECT-ID': 'p1',
    ...others,
  };
  for (const [name, value] of Object.entries(given)) env[`INPUT_${name.toUpperCase()}`] = value;
  return readAgentInputs(env);
}
