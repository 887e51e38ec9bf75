/**
 * Whole workflows on a runner: nektos/act runs the examples on this machine and without Docker, with the bundle in
 * `dist/` as it is published. The documentation platform, GitHub's API and the artifact service are the sandbox, and
 * nothing else can be reached.
 *
 *     npm run e2e
 *     npm run e2e -- --test-name-pattern report
 *
 * What is not as on GitHub: each step is told `base-url`, and the actions and commands of others are those in
 * `stand-ins/`. Concurrency, permissions and path filters of a workflow are not act's business. Cancelling kills, with
 * act, so signals are tested in `__tests__`.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { BOT } from '../sandbox/github/state.ts';
import { runtimeToken } from '../sandbox/results.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { ISSUE, openSandbox, REPOSITORY } from '../scripts/demo/people.ts';
import { readRun, type WorkflowRun } from './workflow-run.ts';

export const PROJECT = 'hello-docs';
/** Where the agent opens its pull requests. */
export const DOCS = 'acme/handbook';
const GITHUB_TOKEN = 'ghs_e2e_0123456789abcdef';
const TIME_LIMIT_MS = 180_000;

const root = path.resolve(import.meta.dirname, '..');
const standIns = path.join(import.meta.dirname, 'stand-ins');
/** What a release has of the repository that matters to those who use it. */
const PUBLISHED = ['action.yml', 'dist', '.github/workflows'];
/** On `$PATH`, or in Go's directory, unless it is said where: go install github.com/nektos/act@v0.2.89 */
const ACT = process.env['ACT'] ?? 'act';

/**
 * A test that plays workflows. What they printed is shown when it fails.
 *
 * @param title what it proves, in a few words
 */
export function scenario(title: string, play: (stage: Stage) => Promise<void>, options: SandboxOptions = {}) {
  test(title, async (context) => {
    const usual = { jobMs: 300, githubToken: GITHUB_TOKEN, docsRepository: DOCS };
    const stage = new Stage(await openSandbox({ ...usual, ...options }));
    context.after(() => stage.close());
    await play(stage).catch((error) => {
      for (const { log } of stage.runs) console.log(log);
      throw error;
    });
  });
}

/** What differs from an ordinary first run that succeeds. */
interface RunOptions {
  /** The run that this is a re-run of. */
  readonly rerunOf?: number;
  readonly fails?: boolean;
}

/** A sandbox, the published action, and repositories whose workflows run against them. */
export class Stage {
  readonly sandbox: Sandbox;
  /** All so far. The number of a run is its place, from 1. */
  readonly runs: WorkflowRun[] = [];
  readonly #directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-e2e-'));
  readonly #action = path.join(this.#directory, 'action');
  /** A file of notes for each release of GitHub's, and what was said elsewhere. */
  readonly releases = path.join(this.#directory, 'releases');

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    mkdirSync(this.releases);
    for (const name of PUBLISHED) {
      cpSync(path.join(root, name), path.join(this.#action, name), { recursive: true });
    }
  }

  /**
   * Runs a file of `examples/`, or the first workflow of the README, as it is, except that each step is told where the
   * sandbox is. The action comes from where act is told to find `your-org/docs-agent-action@v1`.
   */
  async run(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const content = readFileSync(path.join(root, file === 'README.md' ? '' : 'examples', file), 'utf8');
    const workflow = /(?<=```yaml\n).*?(?=```)/s.exec(content)?.[0] ?? content;
    const told = workflow.replace(/^( +)(?=project-id:)/gm, `$1base-url: ${this.sandbox.url}\n$1`);
    const repository = mkdtempSync(path.join(this.#directory, 'repository-'));
    writeFileSync(path.join(repository, 'workflow.yml'), told);
    const payload = payloadOf(applyEvent(event, this.sandbox.github));
    writeFileSync(path.join(repository, 'event.json'), JSON.stringify(payload));
    const child = spawn(ACT, this.#arguments(event, options), {
      cwd: repository,
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const printed = Promise.all([text(child.stdout), text(child.stderr)]);
    const [exitCode] = await once(child, 'close');
    const run = readRun((await printed).join('\n'));
    this.runs.push(run);
    for (const secret of [this.sandbox.apiKey, GITHUB_TOKEN]) {
      assert.ok(!run.log.includes(secret), `a secret is in the log of ${file}`);
    }
    assert.equal(exitCode, options.fails ? 1 : 0);
    return run;
  }

  async close(): Promise<void> {
    rmSync(this.#directory, { recursive: true, force: true });
    await this.sandbox.close();
  }

  /** act hides no secret in its own output, so that one that the action printed would be seen. */
  #arguments({ name, by = '' }: GithubEvent, { rerunOf }: RunOptions): string[] {
    const option = (name: string, values: Readonly<Record<string, string | number>>) =>
      Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`]);
    return [
      ...[name, '--eventpath', 'event.json', '--actor', by, '--workflows', 'workflow.yml'],
      ...option('--platform', { 'ubuntu-latest': '-self-hosted' }),
      ...option('--secret', { DOCS_API_KEY: this.sandbox.apiKey, DOCS_BOT_TOKEN: GITHUB_TOKEN }),
      ...option('--secret', { GITHUB_TOKEN, SLACK_WEBHOOK_URL: 'https://slack.example/' }),
      ...option('--var', { DOCS_PROJECT_ID: PROJECT, DOCS_DISCUSSION: 3, DOCS_REPORT_ISSUE: ISSUE.number }),
      ...option('--var', { DOCS_SITE_URL: 'https://docs.example.com' }),
      ...option('--env', this.#variables(rerunOf)),
      ...option('--local-repository', { 'your-org/docs-agent-action@v1': this.#action, ...othersActions() }),
      ...['--action-cache-path', path.join(this.#directory, 'actions'), '--no-cache-server'],
      ...['--insecure-secrets', '--json'],
    ];
  }

  /** What GitHub would set, or say of itself. */
  #variables(rerunOf: number | undefined): Record<string, string> {
    const run = String(15_000_000_000 + (rerunOf ?? this.runs.length + 1));
    return {
      GITHUB_RUN_ID: run,
      GITHUB_RUN_ATTEMPT: rerunOf === undefined ? '1' : '2',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_API_URL: `${this.sandbox.url}/github`,
      ACTIONS_RESULTS_URL: `${this.sandbox.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(`run-${run}`),
      E2E_PUBLISHED_ACTION: this.#action,
      E2E_RELEASES: this.releases,
    };
  }

  /** The Node of this process first, and nothing of the network but this machine. */
  #environment(): NodeJS.ProcessEnv {
    const known = [process.env['PATH'] ?? '', path.join(os.homedir(), 'go', 'bin')];
    const search = [path.dirname(process.execPath), path.join(standIns, 'bin'), ...known];
    const nowhere = 'http://127.0.0.1:9';
    return {
      PATH: search.join(path.delimiter),
      HOME: path.join(this.#directory, 'home'),
      LANG: 'C.UTF-8',
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
    };
  }
}

/** The texts of the action's comments on the issue, or on another issue or pull request. */
export function replies({ sandbox }: Stage, number = ISSUE.number, repository = REPOSITORY): string[] {
  const comments = sandbox.github.listedComments({ repository, number });
  return comments.filter(({ user }) => user === BOT).map(({ body }) => body);
}

/** What stands in for the actions of others, wherever examples and the workflows that they call pin them. */
function othersActions(): Record<string, string> {
  const files = globSync('{examples,.github/workflows}/*.yml', { cwd: root });
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('');
  const pins = [...texts.matchAll(/uses: (([\w-]+\/[\w-]+)@[0-9a-f]{40})/g)];
  return Object.fromEntries(pins.map(([, pin = '', action = '']) => [pin, path.join(standIns, action)]));
}
