import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { Bundle, type BundleResult } from '../../__tests__/helpers/run-bundle.ts';
import { runtimeToken } from '../../sandbox/results.ts';
import type { Sandbox } from '../../sandbox/server.ts';
import { type GithubEvent, PROJECT, REPOSITORY } from './events.ts';

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

/** Runs these steps as GitHub's runner does. */
export class ExampleRunner {
  readonly #bundle = new Bundle();
  readonly #sandbox: Sandbox;
  readonly #env: Readonly<Record<string, string>>;
  #runs = 0;

  /** @param env on top of what the runner sets; `RUNNER_TEMP` is a directory that is there */
  constructor(sandbox: Sandbox, env: { readonly RUNNER_TEMP: string } & Readonly<Record<string, string>>) {
    this.#sandbox = sandbox;
    this.#env = env;
  }

  /** @param onLine given each line that the step prints, as it comes */
  run(
    file: string,
    { name, payload }: GithubEvent,
    onLine: (line: string) => void = () => {},
  ): Promise<BundleResult> {
    this.#runs += 1;
    const step = this.#bundle.start({
      sandbox: this.#sandbox,
      inputs: { 'project-id': PROJECT, ...inputsOf(file) },
      event: { name, payload },
      env: {
        ACTIONS_RESULTS_URL: `${this.#sandbox.url}/`,
        ACTIONS_RUNTIME_TOKEN: runtimeToken(),
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: String(17_300_000_000 + this.#runs),
        ...this.#env,
      },
    });
    step.onLine(onLine);
    return step.finished();
  }

  remove(): void {
    this.#bundle.remove();
  }
}
