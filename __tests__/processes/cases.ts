import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect } from '@jest/globals';
import type { Sandbox } from '../../sandbox/server.ts';
import * as environment from '../helpers/action-environment.ts';
import { StartedStep } from '../helpers/run-bundle.ts';
import { sandboxUser } from '../helpers/with-sandbox.ts';

/** With a blank, as temporary folders may have one. */
export const root = mkdtempSync(path.join(os.tmpdir(), 'docs agent processes-'));
afterAll(() => rmSync(root, { recursive: true }));
/** A copy of `dist/` outside the repository, so that its `node_modules` cannot help. */
export const BUNDLE = path.join(root, 'dist');
/** `BUNDLE_DIRECTORY` is for trying what src builds before it is committed. */
cpSync(process.env['BUNDLE_DIRECTORY'] ?? 'dist', BUNDLE, { recursive: true });

export const PROXY_PASSWORD = 'hunter2-of-the-proxy';
/** How a run ends that does what it is asked. */
export const WELL = { exitCode: 0, outcome: 'pull-request', errors: '', warnings: '' };

type Address = Pick<Sandbox, 'url' | 'apiKey'>;

/** With a sandbox whose jobs take 200 ms. */
export const withSandbox = sandboxUser({ jobMs: 200 });

type Options = Omit<environment.StepOptions, 'inputs'> & { readonly shell?: string };

/** Starts the action, as `workflow_dispatch` unless it says so, with inputs with which a run takes less than a second. */
export function start(sandbox: Address, inputs = {}, { shell, ...options }: Options = {}): StartedStep {
  const quick = { prompt: 'Write about proxies', 'poll-interval-seconds': '0.1', ...inputs };
  return new StartedStep(path.join(BUNDLE, 'index.js'), { sandbox, inputs: quick, ...options }, shell);
}

/** The variable with which Node runs `code` before the action. */
export function preloading(code: string): { NODE_OPTIONS: string } {
  const file = path.join(mkdtempSync(path.join(root, 'preload-')), 'preload.cjs');
  writeFileSync(file, code);
  return { NODE_OPTIONS: `--require ${JSON.stringify(file)}` };
}

/** Waits for the end of a run, and checks what holds of all: no secret anywhere, and nothing of Node's own on stderr. */
export async function endOf(step: StartedStep, { apiKey }: Pick<Address, 'apiKey'>) {
  const result = await step.finished();
  for (const secret of [apiKey, environment.GITHUB_TOKEN, PROXY_PASSWORD])
    expect(environment.leaksOf(secret, result)).toEqual([]);
  expect([result.stderr, environment.foreignCommands(result)]).toEqual(['', []]);
  expect(result.commands[0]).toEqual({ name: 'add-mask', data: apiKey });
  const told = (name: 'error' | 'warning') => environment.annotations(result, name).join('\n');
  const { exitCode, outputs } = result;
  const end = { exitCode, outcome: outputs['outcome'], errors: told('error'), warnings: told('warning') };
  return { ...result, ...end, end };
}

/** Starts the action, and waits for its end. */
export function run(sandbox: Address, inputs = {}, options: Options = {}) {
  return endOf(start(sandbox, inputs, options), sandbox);
}
