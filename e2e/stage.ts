/**
 * Whole workflows on a runner: nektos/act runs the examples, and a few workflows of its own, on this machine and
 * without Docker, with the bundle in `dist/` as it is published. The documentation platform, GitHub's API and the
 * artifact service are the sandbox, and nothing else can be reached.
 *
 *     npm run e2e
 *     npm run e2e -- --test-name-pattern report
 *
 * What is not as on GitHub: each step of an example is told `base-url`; actions/checkout is act's own copy of the
 * repository or, where the reusable workflows check out this action, a stand-in, and so is the `gh` command.
 * Concurrency, permissions and path filters of a workflow are not act's business. Cancelling kills, with act, so
 * signals are tested in `__tests__`.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { runtimeToken } from '../sandbox/results.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.ts';
import { ISSUE, MAINTAINER, REPOSITORY, STRANGER } from './events.ts';
import { readRun, type WorkflowRun } from './workflow-run.ts';

export const PROJECT = 'hello-docs';
const GITHUB_TOKEN = 'ghs_e2e_0123456789abcdef';

const root = path.resolve(import.meta.dirname, '..');
const standIns = path.join(import.meta.dirname, 'stand-ins');

/** What a user gets: the bundle must do without `node_modules` and `src`. */
const PUBLISHED = [
  'action.yml',
  'dist',
  '.github/workflows/docs-follow-up.yml',
  '.github/workflows/docs-request.yml',
  '.github/workflows/docs-report.yml',
];

/** Milliseconds after which a workflow run is given up. */
const TIME_LIMIT_MS = 120_000;

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

/** On `$PATH`, or in Go's directory, unless it is said where: go install github.com/nektos/act@v0.2.89 */
const ACT = process.env['ACT'] ?? 'act';

/**
 * A test that plays workflows. What they printed is shown when it fails.
 *
 * @param title what it proves, in a few words
 */
export function scenario(title: string, play: (stage: Stage) => Promise<void>, options: SandboxOptions = {}) {
  test(title, async () => {
    const permissions = { [MAINTAINER]: 'write', [STRANGER]: 'read' } as const;
    const sandbox = await startSandbox({ jobMs: 300, githubToken: GITHUB_TOKEN, permissions, ...options });
    const stage = new Stage(sandbox);
    try {
      await play(stage);
    } catch (error) {
      for (const { log } of stage.runs) console.log(log);
      throw error;
    } finally {
      await sandbox.close();
      stage.remove();
    }
  });
}

/** What differs from an ordinary first run that succeeds. */
interface RunOptions {
  /** The platform's key; the sandbox's unless given. */
  readonly apiKey?: string;
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
  readonly #home = path.join(this.#directory, 'home');
  /** A file of notes for each release of GitHub's, and what was said elsewhere. */
  readonly releases = path.join(this.#directory, 'releases');

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    for (const directory of [this.#action, this.#home, this.releases]) mkdirSync(directory);
    for (const name of PUBLISHED) {
      cpSync(path.join(root, name), path.join(this.#action, name), { recursive: true });
    }
  }

  /**
   * Runs a file of `examples/`, or the first workflow of the README, as it is, except that each step is told where the
   * sandbox is. The action comes from where act is told to find `your-org/docs-agent-action@v1`.
   */
  example(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const isReadme = file === 'README.md';
    const text = readFileSync(path.join(root, isReadme ? '' : 'examples', file), 'utf8');
    const content = isReadme ? (/(?<=```yaml\n).*?(?=```)/s.exec(text)?.[0] ?? '') : text;
    const told = content.replace(/^( +)(?=project-id:)/gm, `$1base-url: ${this.sandbox.url}\n$1`);
    assert.notEqual(told, content, `no step of ${file} names a project`);
    return this.#run(file.replace('.md', '.yml'), told, event, options);
  }

  /** Runs a file of `e2e/workflows/`, which uses the action as `./`. */
  workflow(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const content = readFileSync(path.join(import.meta.dirname, 'workflows', file), 'utf8');
    return this.#run(file, content, event, options);
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #run(file: string, content: string, event: GithubEvent, options: RunOptions): Promise<WorkflowRun> {
    const child = spawn(ACT, this.#arguments(file, event, options), {
      cwd: this.#repository(file, content),
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const [stdout, stderr, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    const run = readRun(`${stdout}\n${stderr}`);
    this.runs.push(run);
    for (const secret of [this.sandbox.apiKey, GITHUB_TOKEN]) {
      assert.ok(!run.log.includes(secret), `a secret is in the log of ${file}`);
    }
    assert.equal(exitCode, options.fails ? 1 : 0);
    return run;
  }

  /** A new repository with one workflow; with `./` it is the action's own. */
  #repository(workflow: string, content: string): string {
    const directory = mkdtempSync(path.join(this.#directory, 'repository-'));
    const workflows = path.join(directory, '.github', 'workflows');
    mkdirSync(workflows, { recursive: true });
    if (/uses: \.\/\s/.test(content)) cpSync(this.#action, directory, { recursive: true });
    writeFileSync(path.join(workflows, workflow), content);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, stdio: 'pipe' });
    git('init', '--quiet', '--initial-branch=main');
    git('remote', 'add', 'origin', `https://github.com/${REPOSITORY}`);
    git('add', '.');
    const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com'];
    git(...author, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=Use the docs agent');
    return directory;
  }

  /** act hides no secret in its own output, so that one that the action printed would be seen. */
  #arguments(file: string, event: GithubEvent, options: RunOptions): string[] {
    const { apiKey = this.sandbox.apiKey, rerunOf } = options;
    const payload = path.join(this.#directory, `event-${this.runs.length}.json`);
    writeFileSync(payload, JSON.stringify(payloadOf(event)));
    const option = (name: string, values: Readonly<Record<string, string | number>>) =>
      Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`]);
    const others = Object.entries(STAND_INS).map(([action, name]) => [action, path.join(standIns, name)]);
    return [
      ...[event.name, '--eventpath', payload, '--actor', event.by ?? MAINTAINER],
      ...['--workflows', path.join('.github', 'workflows', file)],
      ...option('--platform', { 'ubuntu-latest': '-self-hosted' }),
      ...option('--secret', { DOCS_API_KEY: apiKey, DOCS_BOT_TOKEN: GITHUB_TOKEN, GITHUB_TOKEN }),
      ...option('--secret', { SLACK_WEBHOOK_URL: 'https://slack.example/' }),
      ...option('--var', { DOCS_PROJECT_ID: PROJECT, SANDBOX_URL: this.sandbox.url, DOCS_DISCUSSION: 3 }),
      ...option('--var', { DOCS_SITE_URL: 'https://docs.example.com', DOCS_REPORT_ISSUE: ISSUE.number }),
      ...option('--env', this.#variables(rerunOf)),
      ...option('--local-repository', { 'your-org/docs-agent-action@v1': this.#action }),
      ...option('--local-repository', Object.fromEntries(others)),
      ...['--action-cache-path', path.join(this.#home, 'actions'), '--no-cache-server'],
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
      HOME: this.#home,
      LANG: 'C.UTF-8',
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: '127.0.0.1,localhost',
    };
  }
}
