/**
 * Whole workflows on a runner: nektos/act runs the examples on this machine without Docker, with the bundle in `dist/`. Mintlify,
 * GitHub's API and the artifact service are the sandbox, and nothing else can be reached. What differs from GitHub: each step gets
 * a `base-url`, `stand-ins/` has the actions and commands of others, and act ignores concurrency, permissions and filters.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import { BOT } from '../sandbox/github/state.ts';
import { runtimeToken } from '../sandbox/results.ts';
import type { Sandbox, SandboxOptions } from '../sandbox/server.ts';
import { repositoryOf, snippets } from '../scripts/check-docs.ts';
import { ISSUE, openSandbox, REPOSITORY } from '../scripts/scene.ts';
import { readRun, type WorkflowRun } from './workflow-run.ts';

export const DOCS = 'acme/handbook';
const GITHUB_TOKEN = 'ghs_e2e_0123456789abcdef';
const DOCS_APP_PRIVATE_KEY = 'pem';
export const APP_TOKEN = 'ghs_e2e_app_0123456789abcdef';
const LIMITS = { timeout: 180_000, killSignal: 'SIGKILL', maxBuffer: 64 * 1024 * 1024 } as const;
const NOWHERE = 'http://127.0.0.1:9';
const root = path.resolve(import.meta.dirname, '..');
const standIns = path.join(import.meta.dirname, 'stand-ins');
const SNIPPETS = new Map(snippets());
const ACTION = `${repositoryOf(root)}@v1`;
const VARIABLES = {
  DOCS_PROJECT_ID: 'hello-docs',
  DOCS_APP_CLIENT_ID: 'Iv23',
  DOCS_REPOSITORY: 'handbook',
  DOCS_DISCUSSION: 3,
  DOCS_RELEASE_ISSUE: 12,
  DOCS_REPORT_ISSUE: 12,
  DOCS_UPDATES_ISSUE: 12,
};

/** A test that runs workflows. What they printed is shown when it fails. */
export function scenario(title: string, options: SandboxOptions, run: (stage: Stage) => Promise<void>) {
  test(title, async (context) => {
    const usual = { jobMs: 300, githubToken: GITHUB_TOKEN, docsRepository: DOCS };
    const stage = new Stage(await openSandbox({ ...usual, ...options }));
    context.after(() => stage.close());
    await run(stage).catch((error) => {
      for (const { log } of stage.runs) console.log(log);
      throw error;
    });
  });
}

/** What differs from an ordinary first run that succeeds. */
interface RunOptions {
  /** The number of the run that this is a re-run of. */
  readonly rerunOf?: number;
  readonly fails?: boolean;
  /** How long the step waits, where the workflow says 45. */
  readonly minutes?: number;
  /** The lines that somebody has deleted from the workflow. */
  readonly without?: RegExp | undefined;
  /** What somebody has changed in it, and into what. */
  readonly edits?: Readonly<Record<string, string>>;
  readonly payload?: object;
  readonly webhook?: string;
}

/** A sandbox, the published action, and repositories whose workflows run against them. */
export class Stage {
  readonly sandbox: Sandbox;
  /** All so far. The number of a run is its place, from 1. */
  readonly runs: WorkflowRun[] = [];
  readonly #temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'docs-agent-e2e-'));
  readonly #action = path.join(this.#temporary, 'action');
  /** What the stand-ins know and leave. */
  readonly place = path.join(this.#temporary, 'place');

  /** What the workflows check out. */
  readonly directory = path.join(this.#temporary, 'repository');

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
    for (const directory of [this.place, this.directory]) fs.mkdirSync(directory);
    for (const name of ['action.yml', 'dist'])
      fs.cpSync(path.join(root, name), path.join(this.#action, name), { recursive: true });
  }

  /** Runs a file of `examples/`, or a workflow of a page, once the event has happened. */
  async run(file: string, event: GithubEvent, options: RunOptions = {}): Promise<WorkflowRun> {
    const cwd = this.directory;
    fs.writeFileSync(path.join(cwd, 'workflow.yml'), this.#edited(file, options));
    const { apiKey, github } = this.sandbox;
    const payload = { ...payloadOf(applyEvent(event, github)), ...options.payload };
    fs.writeFileSync(path.join(cwd, 'event.json'), JSON.stringify(payload));
    // The Node of this process first, and nothing of the network but this machine.
    const node = path.dirname(process.execPath);
    const PATH = [`${standIns}/bin`, node, process.env['PATH'], `${os.homedir()}/go/bin`].join(':');
    const proxies = { HTTP_PROXY: NOWHERE, HTTPS_PROXY: NOWHERE, NO_PROXY: '127.0.0.1,localhost' };
    const env = { PATH, HOME: path.join(this.#temporary, 'home'), LANG: 'C.UTF-8', ...proxies };
    const act = promisify(execFile)('act', this.#arguments(file, event, options), { cwd, env, ...LIMITS });
    const { code = 0, stdout, stderr } = await act.catch((error) => error);
    const run = readRun(`${stdout}\n${stderr}`);
    this.runs.push(run);
    for (const secret of [apiKey, GITHUB_TOKEN]) assert.ok(!run.log.includes(secret), 'a secret');
    assert.equal(code, options.fails ? 1 : 0, `the exit code of act for ${file}`);
    return run;
  }

  /** The texts of the action's comments on the issue, or on another issue or pull request. */
  replies(number = ISSUE.number, repository = REPOSITORY): string[] {
    const listed = this.sandbox.github.listedComments({ repository, number });
    return listed.filter(({ user }) => user === BOT).map(({ body }) => body);
  }

  close(): Promise<void> {
    fs.rmSync(this.#temporary, { recursive: true, force: true });
    return this.sandbox.close();
  }

  /** As it is, except that each step of the action gets the address of the sandbox. */
  #workflow(file: string): string {
    const workflow = SNIPPETS.get(file) ?? fs.readFileSync(path.join(root, 'examples', file), 'utf8');
    const step = new RegExp(`(?<=uses: ${ACTION}\\n +with:\\n)( +)`, 'g');
    return workflow.replace(step, `$1base-url: ${this.sandbox.url}\n$1`);
  }

  /** As somebody has changed it. */
  #edited(file: string, { minutes = 45, without, edits = {} }: RunOptions): string {
    const shorter = this.#workflow(file).replace('timeout-minutes: 45', `timeout-minutes: ${minutes}`);
    let text = without ? shorter.replace(without, '') : shorter;
    for (const [from, to] of Object.entries(edits)) {
      assert.ok(text.includes(from), `${file} has ${from}`);
      text = text.replace(from, () => to);
    }
    return text;
  }

  /** Where act finds what the workflows use: actions, and an organization's own workflow and composite action. */
  #repositories(): Record<string, string> {
    const directory = path.join(this.#temporary, 'workflows');
    const file = path.join(directory, '.github/workflows/docs.yml');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, this.#workflow('organization-workflow.yml'));
    return {
      [ACTION]: this.#action,
      'YOUR-ORG/workflows@v1': directory,
      'YOUR-ORG/wrapper@v1': path.join(standIns, 'YOUR-ORG/wrapper'),
      ...othersActions(),
    };
  }

  /** act hides no secret in its own output, so that one that the action printed would be seen. */
  #arguments(file: string, { name, by = '' }: GithubEvent, options: RunOptions) {
    const option = (name: string, values: Readonly<Record<string, string | number>>) =>
      Object.entries(values).flatMap(([key, value]) => [name, `${key}=${value}`]);
    const { url, apiKey } = this.sandbox;
    const { rerunOf, webhook = 'https://slack.example/' } = options;
    const number = rerunOf ?? this.runs.length + 1;
    const env = {
      GITHUB_RUN_ID: 15_000_000_000 + number,
      GITHUB_RUN_NUMBER: number,
      GITHUB_REPOSITORY: REPOSITORY,
      GITHUB_RUN_ATTEMPT: rerunOf === undefined ? 1 : 2,
      GITHUB_WORKFLOW_REF: `${REPOSITORY}/.github/workflows/${file}@refs/heads/main`,
      GITHUB_API_URL: `${url}/github`,
      ACTIONS_RESULTS_URL: `${url}/`,
      ACTIONS_RUNTIME_TOKEN: runtimeToken(`run-${number}`),
      E2E_GITHUB_TOKEN: GITHUB_TOKEN,
      E2E_APP_TOKEN: APP_TOKEN,
      E2E_PLACE: this.place,
    };
    return [
      name,
      '--eventpath',
      'event.json',
      '--actor',
      by,
      '--workflows',
      'workflow.yml',
      '--json',
      ...option('--platform', { 'ubuntu-latest': '-self-hosted' }),
      ...option('--secret', {
        DOCS_API_KEY: apiKey,
        GITHUB_TOKEN,
        SLACK_WEBHOOK_URL: webhook,
        DOCS_APP_PRIVATE_KEY,
      }),
      ...option('--var', VARIABLES),
      ...option('--env', env),
      ...option('--local-repository', this.#repositories()),
      '--action-cache-path',
      `${this.#temporary}/actions`,
      '--no-cache-server',
      '--insecure-secrets',
    ];
  }
}

/** What stands in for the actions of others. act checks out by itself. */
function othersActions(): Record<string, string> {
  const files = fs.globSync('examples/*.yml', { cwd: root });
  const texts = files.map((file) => fs.readFileSync(path.join(root, file), 'utf8')).join('');
  const pins = [...texts.matchAll(/uses: (([\w-]+\/[\w-]+)@[0-9a-f]{40})/g)];
  const known = pins.map(([, pin = '', action = '']) => [pin, path.join(standIns, action)] as const);
  return Object.fromEntries(known.filter(([, directory]) => fs.existsSync(directory)));
}
