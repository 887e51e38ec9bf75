/** Who does what in the demo, the pictures and the end-to-end tests, and what the step of an example then gets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { StepOptions } from '../__tests__/helpers/action-environment.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { runtimeToken } from '../sandbox/results.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.ts';

/** The docs live in it, so that the agent's pull request does, too. */
export const REPOSITORY = 'acme/docs';
export const MAINTAINER = 'maya';
export const STRANGER = 'mallory';
export const ISSUE = {
  number: 12,
  title: 'Document the proxy settings',
  body: 'Since 2.4 the CLI reads HTTPS_PROXY, which the docs do not mention.\n\nThe page to change is probably `guides/network`.',
  user: 'sam',
};

/** A sandbox that knows them. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const permissions = { [MAINTAINER]: 'maintain', [STRANGER]: 'read' } as const;
  const sandbox = await startSandbox({ permissions, ...options });
  sandbox.github.setIssue({ repository: REPOSITORY, ...ISSUE });
  return sandbox;
}

/** What the maintainer does, unless it says who. */
export function event(name: string, action: string, more: Partial<GithubEvent> = {}): GithubEvent {
  return { name, action, by: MAINTAINER, repository: REPOSITORY, ...more };
}

export const labeled = (label: string) => event('issues', 'labeled', { number: ISSUE.number, label });
export const commented = (text: string, number = ISSUE.number, by = MAINTAINER) =>
  event('issue_comment', 'created', { number, by, text });
export const reviewed = (text: string, number: number) =>
  event('pull_request_review', 'submitted', { number, text });
export const scheduled = event('schedule', '');

/** Reads what an example gives this action, except for expressions without a default. */
export function inputsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../examples', file), 'utf8');
  const [, block = ''] = /\/[\w.-]+@v1\n {8}with:\n((?: {10}.*\n?)+)/.exec(text) ?? [];
  const inputs = block.matchAll(/^ {10}([\w-]+): (?:"(.*)"|(.*?))(?: #.*)?$/gm);
  const known = [...inputs].map(([, name = '', quoted, plain = '']) => {
    const value = (quoted ?? plain).replace(/\$\{\{ inputs\.\w+ \|\| '(.*)' }}/, '$1');
    return [name, value] as const;
  });
  return Object.fromEntries(known.filter(([, value]) => !value.includes('${{')));
}

let runs = 0;

/** Makes that step, once the event has happened. */
export function stepOf(file: string, event: GithubEvent, { url, apiKey, github }: Sandbox): StepOptions {
  runs += 1;
  return {
    sandbox: { url, apiKey },
    inputs: { 'project-id': 'rocket-docs', ...inputsOf(file) },
    event: { name: event.name, payload: payloadOf(applyEvent(event, github)) },
    env: {
      ACTIONS_RESULTS_URL: `${url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: String(17_300_000_000 + runs),
    },
  };
}
