import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { payloadOf } from '../../sandbox/github/events.ts';
import type { PullRequestState } from '../../src/agent/docs-pull-request.ts';
import { readEvent } from '../../src/github/event.ts';
import { type AgentInputs, readAgentInputs } from '../../src/inputs.ts';
import { StepDirectory } from './action-environment.ts';

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

const step = new StepDirectory();

/** The variables of a run of that event. Its payload is to be read before the next is asked for. */
export function variables(name: string, payload: Payload, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return step.environment({ event: { name, payload }, env });
}

export const event = (name: string, payload: Payload) => readEvent(variables(name, payload));

/** A job's pull request, as GitHub gives it. */
export const PULL_REQUEST: PullRequestState = {
  url: 'https://github.com/acme/docs/pull/7',
  state: 'open',
  title: 'Document the limit',
  head: 'a1',
  size: { commits: 1, files: 3, additions: 40, deletions: 12 },
};

/** An `issue_comment` by Codertocat. */
export const commentPayload = (text: string) => example('issue_comment', 'created', { text });

/** Inputs as `action.yml` gives them, but for what is named. */
export function agentInputs(given: Readonly<Record<string, string>> = {}): AgentInputs {
  const required = { 'api-key': 'mint_test_0123456789', 'project-id': 'p1' };
  return readAgentInputs(step.environment({ inputs: { ...required, ...given } }));
}
