import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { StepOptions } from '../../__tests__/helpers/action-environment.ts';
import { applyEvent } from '../../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../../sandbox/github/events.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { REPOSITORY, STANDING_ISSUE } from './people.ts';

const VARIABLES: Readonly<Record<string, string>> = { DOCS_UPDATES_ISSUE: String(STANDING_ISSUE) };

interface Workflow {
  readonly jobs: Record<string, { steps: { uses?: string; with: Record<string, unknown> }[] }>;
}

/** What the step of a file of `examples/` gives this action, except for secrets and what the project is. */
export function inputsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../examples', file), 'utf8');
  const { jobs }: Workflow = parse(text);
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  const step = steps.find(({ uses }) => uses?.includes('/docs-agent-action@'));
  if (!step) throw new Error(`No step in examples/${file} uses this action.`);
  const known = Object.entries(step.with).map(
    ([name, value]) =>
      [name, String(value).replace(/\$\{\{ vars\.(\w+) }}/, (_, key) => VARIABLES[key] ?? _)] as const,
  );
  return Object.fromEntries(known.filter(([, value]) => !value.includes('${{')));
}

let runs = 0;

/** That step, once the event has happened. @param more inputs that the file does not have */
export function stepOf(
  file: string,
  event: GithubEvent,
  { url, apiKey, github }: Sandbox,
  more: Readonly<Record<string, string>> = {},
): StepOptions {
  runs += 1;
  return {
    sandbox: { url, apiKey },
    inputs: { 'project-id': 'rocket-docs', ...inputsOf(file), ...more },
    event: { name: event.name, payload: payloadOf(applyEvent(event, github)) },
    env: {
      ACTIONS_RESULTS_URL: `${url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: String(17_300_000_000 + runs),
    },
  };
}
