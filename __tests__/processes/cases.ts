import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import { foreignCommands, GITHUB_TOKEN, leaksOf, type StepOptions } from '../helpers/action-environment.ts';
import { type BundleResult, StartedStep } from '../helpers/run-bundle.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

const root = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-processes-'));
afterAll(() => rmSync(root, { recursive: true }));
/** A copy of `dist/` outside the repository, so that its `node_modules` cannot help. */
export const BUNDLE = path.join(root, 'dist');
/** `BUNDLE_DIRECTORY` is for trying what src builds before it is committed. */
cpSync(process.env['BUNDLE_DIRECTORY'] ?? 'dist', BUNDLE, { recursive: true });

/** Inputs with which a run takes less than a second. */
export const QUICK = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1' };

type Platform = Pick<Sandbox, 'url' | 'apiKey'>;

/** With a sandbox whose jobs take 200 ms. */
export const withSandbox = sandboxUser({ jobMs: 200 });

/** Starts the action; by default with a prompt, as `workflow_dispatch`. `shell` comes before. */
export function start(sandbox: Platform, inputs = {}, options: StepOptions = {}, shell = ''): StartedStep {
  const given = { sandbox, inputs: { ...QUICK, ...inputs }, ...options };
  return new StartedStep(path.join(BUNDLE, 'index.js'), given, shell);
}

/** The variable with which Node runs `code` before the action. */
export function preloading(code: string): { NODE_OPTIONS: string } {
  const file = path.join(mkdtempSync(path.join(root, 'preload-')), 'preload.cjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--require ${file}` };
}

/** What holds of every run: no secret anywhere, nothing of Node's own on stderr, no command but the action's own. */
export function expectSound(result: BundleResult, { apiKey }: Pick<Platform, 'apiKey'>): void {
  for (const secret of [apiKey, GITHUB_TOKEN]) expect(leaksOf(secret, result)).toEqual([]);
  expect([result.stderr, foreignCommands(result)]).toEqual(['', []]);
  expect(result.commands[0]).toMatchObject({ name: 'add-mask', data: apiKey });
}

/** What the run is about, in a shape that a test can compare at once. */
export function endOf({ exitCode, outputs: { outcome } }: BundleResult) {
  return { exitCode, outcome };
}
