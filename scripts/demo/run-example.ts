import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Bundle, BundleResult } from '../../__tests__/helpers/run-bundle.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type GithubEvent, PROJECT, REPOSITORY } from './events.ts';

/** Where a workflow runs. */
export interface Place {
  readonly bundle: Bundle;
  readonly sandbox: Sandbox;
  /** For `RUNNER_TEMP`. It is there. */
  readonly temporary: string;
  /** On top of what the runner sets. */
  readonly env?: Readonly<Record<string, string>>;
  /** Digits; another for each run of a workflow. */
  readonly runId: string;
}

interface Workflow {
  readonly jobs: Record<string, { steps: { uses?: string; with: Record<string, unknown> }[] }>;
}

/** What the step of a file of `examples/` that uses this action says itself. */
export function inputsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, '../../examples', file), 'utf8');
  const { jobs }: Workflow = parse(text);
  const steps = Object.values(jobs).flatMap(({ steps }) => steps);
  const step = steps.find(({ uses }) => uses?.includes('/docs-agent-action@'));
  if (!step) throw new Error(`No step in examples/${file} uses this action.`);
  const own = Object.entries(step.with).filter(([, value]) => !String(value).includes('${{'));
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]));
}

/** Runs that step as GitHub's runner does, with `onLine` given each line that it prints, as it comes. */
export function runExample(
  file: string,
  { name, payload }: GithubEvent,
  { bundle, sandbox, temporary, env, runId }: Place,
  onLine: (line: string) => void,
): Promise<BundleResult> {
  const step = bundle.start({
    sandbox,
    inputs: { 'project-id': PROJECT, ...inputsOf(file) },
    event: { name, payload },
    env: {
      ACTIONS_RESULTS_URL: `${sandbox.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(),
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ID: runId,
      RUNNER_TEMP: temporary,
      ...env,
    },
  });
  step.onLine(onLine);
  return step.finished();
}
