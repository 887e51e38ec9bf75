import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { foreignCommands, GITHUB_TOKEN, leaksOf, type StepOptions } from '../helpers/action-environment.ts';
import { Bundle, type BundleResult, type StartedStep } from '../helpers/run-bundle.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

/** The bundle in a place of its own, until the tests of the file are over. */
export const bundle = new Bundle();
const preloads = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-preloads-'));
afterAll(() => {
  bundle.remove();
  rmSync(preloads, { recursive: true });
});

/** Inputs with which a run takes less than a second. */
export const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };

type Platform = Pick<Sandbox, 'url' | 'apiKey'>;

/** With a sandbox whose jobs take 200 ms. */
export const withSandbox = sandboxUser({ jobMs: 200 });

/** Starts the action; by default with a prompt, as `workflow_dispatch`. */
export function start(
  sandbox: Platform,
  inputs: Record<string, string> = QUICK,
  options: StepOptions = {},
): StartedStep {
  return bundle.start({ sandbox, inputs, ...options });
}

/** The variable with which Node runs `code` before the action. */
export function preloading(code: string): { NODE_OPTIONS: string } {
  const file = path.join(mkdtempSync(path.join(preloads, 'code-')), 'preload.cjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--require ${file}` };
}

/** What holds of every run: no secret anywhere, nothing of Node's own on stderr, no command but the action's own. */
export function expectSound(result: BundleResult, { apiKey }: Pick<Platform, 'apiKey'>): void {
  expect(leaksOf(apiKey, result)).toEqual([]);
  expect(leaksOf(GITHUB_TOKEN, result)).toEqual([]);
  expect(result.stderr).toBe('');
  expect(foreignCommands(result)).toEqual([]);
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: apiKey });
}

/** What the run is about, in a shape that a test can compare at once. */
export function endOf(result: BundleResult): { exitCode: number | null; outcome: string | undefined } {
  return { exitCode: result.exitCode, outcome: result.outputs['outcome'] };
}
