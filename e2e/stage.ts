/**
 * Whole workflows on a runner: nektos/act runs the examples on this machine and without Docker, with the bundle in
 * `dist/` as it is published. Mintlify, GitHub's API and the artifact service are the sandbox, and nothing else can be
 * reached.
 *
 *     npm run e2e
 *     node --test --test-name-pattern report e2e/*.test.ts
 *
 * What differs from GitHub: each step gets a `base-url`, and the actions and commands of others are those in `stand-ins/`.
 * act ignores concurrency (and refuses `queue`), permissions, environments and path filters. It kills what it cancels, so
 * signals are tested in `__tests__`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { BOT } from '../sandbox/github/state.ts';
import { runtimeToken } from '../sandbox/results.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { ISSUE, openSandbox, REPOSITORY, STANDING_ISSUE } from '../scripts/demo/people.ts';
import { repositoryOf } from '../scripts/own.ts';
import type { GitRepository } from './git-repository.ts';
import { readRun, type WorkflowRun } from './workflow-run.ts';

export const PROJECT = 'hello-docs';
/** Where the agent opens its pull requests. */
export const DOCS = 'acme/handbook';
const GITHUB_TOKEN = 'ghs_e2e_0123456789abcdef';
/** Ids of runs are above it. */
const FIRST_RUN = 15_000_000_000;
const TIME_LIMIT_MS = 180_000;
const SECRETS = {
  DOCS_APP_PRIVATE_KEY: 'key-of-the-app',
  RELEASE_APP_PRIVATE_KEY: 'key-of-the-app',
  SLACK_WEBHOOK_URL: 'https://slack.example/',
};
const VARIABLES = {
  ...{ DOCS_PROJECT_ID: PROJECT, DOCS_SITE_URL: 'https://docs.example.com', DOCS_REPOSITORY: 'handbook' },
  ...{ DOCS_DISCUSSION: 3, DOCS_REPORT_ISSUE: ISSUE.number, DOCS_UPDATES_ISSUE: STANDING_ISSUE },
  ...{ DOCS_APP_CLIENT_ID: 'app', RELEASE_APP_CLIENT_ID: 'app' },
};

const root = path.resolve(import.meta.dirname, '..');
const standIns = path.join(import.meta.dirname, 'stand-ins');
/** What a release has of the repository that matters to those who use it, and how examples name it. */
const PUBLISHED = ['action.yml', 'dist'];
const ACTION = `${repositoryOf(root)}@v1`;
/** The organization's own workflow, and the example that it is a copy of. */
const WORKFLOWS = 'YOUR-ORG/workflows@v1';
const SHARED = 'organization-workflow.yml';
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
  /** The pattern of the calls of GitHub's CLI that fail. */
  readonly ghFails?: string | undefined;
  /** The line that somebody has deleted from the workflow. */
  readonly without?: RegExp;
  /** Fields of the payload that differ from the event's. */
  readonly payload?: object;
  /** What the workflow checks out. */
  readonly repository?: GitRepository;
}

/** A sandbox, the published action, and repositories whose workflows run against them. */
export class Stage {
  readonly sandbox: Sandbox;
  /** All so far. The number of a run is its place, from 1. */
  readonly runs: WorkflowRun[] = [];
  readonly #directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-e2e-'));
  readonly #action = path.join(this.#directory, 'action');
  readonly #workflows = path.join(this.#directory, 'workflows');
  /** A file of notes for each release of GitHub's, and what was said elsewhere. */
  readonly releases = path.join(this.#directory, 'releases');

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    mkdirSync(this.releases);
    for (const name of PUBLISHED) {
      cpSync(path.join(root, name), path.join(this.#action, name), { recursive: true });
    }
    const shared = path.join(this.#workflows, '.github/workflows');
    mkdirSync(shared, { recursive: true });
    writeFileSync(path.join(shared, 'docs.yml'), this.#workflow(path.join('examples', SHARED)));
  }

  /** A directory of its own. */
  directory(): string {
    return mkdtempSync(path.join(this.#directory, 'repository-'));
  }

  /**
   * Runs a file of `examples/`, the first workflow of the README, or one of this repository, once the event has happened.
   */
  async run(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const repository = options.repository?.directory ?? this.directory();
    const isExample = /^[\w-]+\.yml$/.test(file);
    const workflow = this.#workflow(path.join(isExample ? 'examples' : '', file));
    writeFileSync(path.join(repository, 'workflow.yml'), workflow.replace(options.without ?? '', ''));
    const payload = { ...payloadOf(applyEvent(event, this.sandbox.github)), ...options.payload };
    writeFileSync(path.join(repository, 'event.json'), JSON.stringify(payload));
    const limits = { timeout: TIME_LIMIT_MS, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
    const place = { cwd: repository, env: this.#environment() };
    const act = promisify(execFile)(ACT, this.#arguments(file, event, options), { ...place, ...limits });
    const { code = 0, stdout, stderr } = await act.catch((error) => error);
    const run = readRun(`${stdout}\n${stderr}`);
    this.runs.push(run);
    for (const secret of [this.sandbox.apiKey, GITHUB_TOKEN]) {
      assert.ok(!run.log.includes(secret), `a secret is in the log of ${file}`);
    }
    assert.equal(code, options.fails ? 1 : 0);
    const sha = options.repository?.head ?? '';
    const number = this.runs.length;
    const ended = { id: FIRST_RUN + number, number, conclusion: code === 0 ? 'success' : 'failure' } as const;
    const of = { repository: REPOSITORY, workflow: file, event: event.name, branch: 'main', sha };
    this.sandbox.github.workflowRuns.push({ ...ended, ...of });
    return run;
  }

  async close(): Promise<void> {
    rmSync(this.#directory, { recursive: true, force: true });
    await this.sandbox.close();
  }

  /** As it is, except that each step of the action gets the address of the sandbox. */
  #workflow(file: string): string {
    const content = readFileSync(path.join(root, file), 'utf8');
    const workflow = /(?<=```yaml\n).*?(?=```)/s.exec(content)?.[0] ?? content;
    const step = new RegExp(`(?<=uses: ${ACTION}\\n +with:\\n)( +)`, 'g');
    return workflow.replace(step, `$1base-url: ${this.sandbox.url}\n$1`).replace(/^ +queue: max\n/m, '');
  }

  /** act hides no secret in its own output, so that one that the action printed would be seen. */
  #arguments(file: string, { name, by = '' }: GithubEvent, options: RunOptions): string[] {
    const option = (name: string, values: Readonly<Record<string, string | number>>) =>
      Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`]);
    return [
      ...[name, '--eventpath', 'event.json', '--actor', by, '--workflows', 'workflow.yml'],
      ...option('--platform', { 'ubuntu-latest': '-self-hosted' }),
      ...option('--secret', { DOCS_API_KEY: this.sandbox.apiKey, GITHUB_TOKEN, ...SECRETS }),
      ...option('--var', VARIABLES),
      ...option('--env', this.#variables(file, options)),
      ...option('--local-repository', {
        ...{ [ACTION]: this.#action, [WORKFLOWS]: this.#workflows },
        ...othersActions(),
      }),
      ...['--action-cache-path', path.join(this.#directory, 'actions'), '--no-cache-server'],
      ...['--insecure-secrets', '--json'],
    ];
  }

  /** What GitHub would set, or say of itself. */
  #variables(file: string, { rerunOf, ghFails = 'none' }: RunOptions): Record<string, string> {
    const number = rerunOf ?? this.runs.length + 1;
    const run = String(FIRST_RUN + number);
    return {
      GITHUB_RUN_ID: run,
      GITHUB_RUN_NUMBER: String(number),
      GITHUB_RUN_ATTEMPT: rerunOf === undefined ? '1' : '2',
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${path.basename(file)}@refs/heads/main`,
      GITHUB_API_URL: `${this.sandbox.url}/github`,
      ACTIONS_RESULTS_URL: `${this.sandbox.url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(`run-${run}`),
      E2E_GITHUB_TOKEN: GITHUB_TOKEN,
      E2E_RELEASES: this.releases,
      E2E_GH_FAILS: ghFails,
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

/** What stands in for the actions of others. act checks out by itself. */
function othersActions(): Record<string, string> {
  const files = globSync('{examples,.github/workflows}/*.yml', { cwd: root });
  const texts = files.map((file) => readFileSync(path.join(root, file), 'utf8')).join('');
  const pins = [...texts.matchAll(/uses: (([\w-]+\/[\w-]+)@[0-9a-f]{40})/g)];
  const known = pins.map(([, pin = '', action = '']) => [pin, path.join(standIns, action)] as const);
  return Object.fromEntries(known.filter(([, directory]) => existsSync(directory)));
}
