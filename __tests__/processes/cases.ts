import { afterAll, expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import {
  foreignCommands,
  GITHUB_TOKEN,
  leaksOf,
  PROJECT,
  type StepOptions,
} from '../helpers/action-environment.ts';
import { Bundle, type BundleResult, type StartedStep } from '../helpers/run-bundle.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

/** The bundle in a place of its own, until the tests of the file are over. */
export const bundle = new Bundle();
afterAll(() => bundle.remove());

/** Inputs with which a run takes less than a second. */
export const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.05' };

/** With a sandbox whose jobs take 200 ms. */
export const withSandbox = sandboxUser({ jobMs: 200 });

/** Runs the action against `sandbox`, and checks what must hold however it ends. */
export async function run(
  sandbox: Sandbox,
  inputs: Record<string, string>,
  options: StepOptions = {},
): Promise<BundleResult> {
  const result = await bundle.run({ sandbox, inputs, ...options });
  expectSound(result, inputs['api-key'] ?? sandbox.apiKey);
  return result;
}

/** Starts the action, for a test that does something to it meanwhile. */
export function start(
  sandbox: Pick<Sandbox, 'url' | 'apiKey'>,
  inputs: Record<string, string>,
  options: StepOptions = {},
): StartedStep {
  return bundle.start({ sandbox, inputs, ...options });
}

/** What holds of every run: no secret anywhere, nothing of Node's own on stderr, no command but the action's own. */
export function expectSound(result: BundleResult, apiKey: string): void {
  expect(leaksOf(apiKey, result)).toEqual([]);
  expect(leaksOf(GITHUB_TOKEN, result)).toEqual([]);
  expect(result.stderr).toBe('');
  expect(foreignCommands(result)).toEqual([]);
  const [first] = result.commands;
  if (apiKey !== '') expect(first).toMatchObject({ name: 'add-mask', data: apiKey });
}

/** What the run is about, in a shape that a test can compare at once. */
export function endOf(result: BundleResult): { exitCode: number | null; outcome: string | undefined } {
  return { exitCode: result.exitCode, outcome: result.outputs['outcome'] };
}

/** A job that is there before the action runs. */
export async function existingJob(sandbox: Sandbox): Promise<string> {
  const response = await fetch(`${sandbox.url}/v2/agent/${PROJECT}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}` },
    body: JSON.stringify({ prompt: 'Before' }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}
