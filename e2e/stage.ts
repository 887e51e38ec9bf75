import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runtimeToken } from '../sandbox/results.ts';
import type { Sandbox } from '../sandbox/server.ts';
import { runAct } from './act.ts';
import { type GithubEvent, ISSUE, REPOSITORY } from './events.ts';
import type { Place } from './place.ts';
import { readRun, type WorkflowRun } from './workflow-run.ts';

export const PROJECT = 'hello-docs';
export const GITHUB_TOKEN = 'ghs_e2e_0123456789abcdef';

const root = path.resolve(import.meta.dirname, '..');
const standIns = path.join(import.meta.dirname, 'stand-ins');

/** How a workflow pins an action. */
function pinned(action: string, file: string): string {
  const [pin] = new RegExp(`${action}@[0-9a-f]{40}`).exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
  if (!pin) throw new Error(`${file} does not use ${action}`);
  return pin;
}

/** Actions of others, and what stands in for them. */
const STAND_INS = {
  [pinned('actions/checkout', '.github/workflows/docs-request.yml')]: 'checkout',
  [pinned('slackapi/slack-github-action', 'examples/report-to-chat.yml')]: 'slack',
};

/** What differs from an ordinary first run. */
export interface RunOptions {
  /** The platform's key; the sandbox's unless given. */
  readonly apiKey?: string;
  /** The run that this is a re-run of. */
  readonly rerunOf?: number;
}

/** A sandbox, and workflows that run against it. */
export class Stage {
  readonly sandbox: Sandbox;
  readonly #act: string;
  readonly #place: Place;
  readonly #runs: WorkflowRun[] = [];
  readonly #played = new Set<string>();

  constructor(act: string, place: Place, sandbox: Sandbox) {
    this.#act = act;
    this.#place = place;
    this.sandbox = sandbox;
  }

  /** All so far. The number of a run is its place, from 1. */
  get runs(): readonly WorkflowRun[] {
    return this.#runs;
  }

  /** The workflows that ran, and on what. */
  get played(): readonly string[] {
    return [...this.#played];
  }

  get releases(): string {
    return this.#place.releases;
  }

  /**
   * Runs a file of `examples/` as it is, except that each step is told where the sandbox is. The action comes from
   * where act is told to find `your-org/docs-agent-action@v1`.
   */
  example(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const text = readFileSync(path.join(root, 'examples', file), 'utf8');
    const told = text.replace(/^( +)(?=project-id:)/gm, `$1base-url: ${this.sandbox.url}\n$1`);
    assert.notEqual(told, text, `no step of ${file} names a project`);
    return this.#run(`examples/${file}`, told, event, options);
  }

  /** Runs a file of `e2e/workflows/`, which uses the action as `./`. */
  workflow(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const text = readFileSync(path.join(import.meta.dirname, 'workflows', file), 'utf8');
    return this.#run(`e2e/workflows/${file}`, text, event, options);
  }

  async #run(name: string, text: string, event: GithubEvent, options: RunOptions): Promise<WorkflowRun> {
    this.#played.add(`${path.basename(name)} on ${event.name}`);
    const file = path.basename(name);
    const directory = this.#place.repository(file, text);
    const args = [...this.#arguments(event, options), '--workflows', path.join('.github', 'workflows', file)];
    const { exitCode, output } = await runAct(this.#act, args, { cwd: directory, env: this.#environment() });
    const run = readRun(exitCode, output);
    this.#runs.push(run);
    for (const secret of [this.sandbox.apiKey, GITHUB_TOKEN]) {
      assert.ok(!run.log.includes(secret), `a secret is in the log of ${name}`);
    }
    return run;
  }

  /**
   * act hides no secret in its own output, so that one that the action printed would be seen.
   */
  #arguments(event: GithubEvent, { apiKey = this.sandbox.apiKey, rerunOf }: RunOptions): string[] {
    const { action, home } = this.#place;
    const option = (name: string, values: Readonly<Record<string, string | number>>) =>
      Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`]);
    return [
      event.name,
      ...['--eventpath', this.#place.file('event.json', JSON.stringify(event.payload))],
      ...['--actor', event.actor],
      ...option('--platform', { 'ubuntu-latest': '-self-hosted' }),
      ...option('--secret', { DOCS_API_KEY: apiKey, DOCS_BOT_TOKEN: GITHUB_TOKEN, GITHUB_TOKEN }),
      ...option('--secret', { SLACK_WEBHOOK_URL: 'https://slack.example/' }),
      ...option('--var', { DOCS_PROJECT_ID: PROJECT, SANDBOX_URL: this.sandbox.url }),
      ...option('--var', { DOCS_SITE_URL: 'https://docs.example.com', DOCS_REPORT_ISSUE: ISSUE.number }),
      ...option('--var', { DOCS_DISCUSSION: 3 }),
      ...option('--env', this.#variables(rerunOf)),
      ...option('--local-repository', {
        'your-org/docs-agent-action@v1': action,
        ...Object.fromEntries(
          Object.entries(STAND_INS).map(([action, name]) => [action, path.join(standIns, name)]),
        ),
      }),
      ...['--action-cache-path', path.join(home, 'actions'), '--no-cache-server'],
      ...['--insecure-secrets', '--json'],
    ];
  }

  /** What GitHub would set, or say of itself. */
  #variables(rerunOf: number | undefined): Record<string, string> {
    const run = String(15_000_000_000 + (rerunOf ?? this.#runs.length + 1));
    return {
      GITHUB_RUN_ID: run,
      GITHUB_RUN_ATTEMPT: rerunOf === undefined ? '1' : '2',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_API_URL: `${this.sandbox.url}/github`,
      ACTIONS_RESULTS_URL: `${this.sandbox.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(`run-${run}`),
      E2E_PUBLISHED_ACTION: this.#place.action,
      E2E_RELEASES: this.#place.releases,
    };
  }

  /** The Node of this process first, and nothing of the network but this machine. */
  #environment(): NodeJS.ProcessEnv {
    const search = [path.dirname(process.execPath), path.join(standIns, 'bin'), process.env['PATH'] ?? ''];
    const nowhere = 'http://127.0.0.1:9';
    return {
      PATH: search.join(path.delimiter),
      HOME: this.#place.home,
      LANG: 'C.UTF-8',
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
    };
  }
}
