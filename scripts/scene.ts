/** Who does what in the demo, the pictures and the end-to-end tests, and what the step of an example then gets. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { StartedStep } from '../__tests__/helpers/run-bundle.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { runtimeToken } from '../sandbox/results.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.ts';

const root = path.resolve(import.meta.dirname, '..');

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
export const scheduled = event('schedule', '');

/** Reads what an example gives this action, except for expressions without a default. */
export function inputsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(root, 'examples', file), 'utf8');
  const [, block = ''] = /\/[\w.-]+@v1\n {8}with:\n((?: {10}.*\n?)+)/.exec(text) ?? [];
  const plain = block.replaceAll(/\$\{\{ inputs\.\w+ \|\| '(.*)' }}/g, '$1');
  const inputs = [...plain.matchAll(/^ {10}([\w-]+): ((?!\$\{\{).*)$/gm)];
  return Object.fromEntries(inputs.map(([, name, value]) => [name, value]));
}

let runs = 17_300_000_000;

/**
 * Runs that step in the bundle, as GitHub's runner does, once the event has happened. What it leaves is in demo-output.
 *
 * @param show gets each line of the log
 * @throws if the step ends otherwise
 */
export async function runExample(
  sandbox: Sandbox,
  file: string,
  asked: GithubEvent,
  outcome: string,
  show = (_: string) => {},
) {
  const { url, apiKey, github } = sandbox;
  runs += 1;
  const step = new StartedStep(path.join(root, 'dist/index.js'), {
    sandbox: { url, apiKey },
    inputs: { 'project-id': 'rocket-docs', ...inputsOf(file) },
    event: { name: asked.name, payload: payloadOf(applyEvent(asked, github)) },
    env: {
      ACTIONS_RESULTS_URL: `${url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: `${runs}`,
      RUNNER_TEMP: path.join(root, 'demo-output'),
    },
  });
  createInterface({ input: step.process.stdout }).on('line', show);
  const end = await step.finished();
  assert.deepEqual([end.exitCode, end.outputs['outcome']], [0, outcome], `${file} ended otherwise`);
  return end;
}
