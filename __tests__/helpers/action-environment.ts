import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../sandbox/server.ts';
import { parseFileCommands, parseRunnerOutput } from './runner-commands.ts';

/** What a step left behind. */
export type StepResult = Readonly<ReturnType<StepDirectory['result']>>;

/** What a workflow's step says, and what happened before. */
export interface StepOptions {
  /** Of `with:`; the others take the defaults of action.yml. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Gives `api-key`, `project-id` and `base-url`, and GitHub's URL. */
  readonly sandbox?: Pick<Sandbox, 'url' | 'apiKey'>;
  /** `workflow_dispatch` without content unless given. */
  readonly event?: { readonly name: string; readonly payload: unknown };
  /** Variables on top of the runner's; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Read without a parser of YAML, so that the demo installs none. A test compares it with action.yml. */
const file = path.resolve(import.meta.dirname, '../../action.yml');
const [ACTION = ''] = readFileSync(file, 'utf8').split('\noutputs:');
const ENTRY = /^ {2}([\w-]+):\n(?: {4}(?!default:).*\n)*(?: {4}default: "?(.*?)"?$)?/gm;
export const GITHUB_TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ';
export const PROJECT = 'docs-project';
const withToken = (value: string) => value.replace(/^\$.*github\.token.*/, GITHUB_TOKEN);
const DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...ACTION.matchAll(ENTRY)].map(([, name, value = '']) => [name, withToken(value)]),
);

/** The names of the action's inputs. */
export const INPUT_NAMES: readonly string[] = Object.keys(DEFAULTS);

/** The directories and files that the runner makes for a step. Everything lies below one temporary directory. */
export class StepDirectory {
  readonly root = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-step-'));
  readonly workspace = this.#at('workspace');
  readonly temp = this.#at('temp');
  readonly output = this.#at('output');
  readonly summary = this.#at('summary');
  readonly event = this.#at('event.json');

  constructor() {
    mkdirSync(this.workspace);
    this.reset();
  }

  /** The variables that the runner sets for `step`. */
  environment({ inputs = {}, sandbox, event, env = {} }: StepOptions): Record<string, string> {
    const { name, payload } = event ?? { name: 'workflow_dispatch', payload: {} };
    writeFileSync(this.event, JSON.stringify(payload));
    const { apiKey = '', url = '' } = sandbox ?? {};
    const fromSandbox = sandbox && { 'api-key': apiKey, 'base-url': url, 'project-id': PROJECT };
    const given = Object.entries({ ...DEFAULTS, ...fromSandbox, ...inputs });
    const unknown = given.find(([name]) => !(name in DEFAULTS));
    if (unknown) throw new Error(`action.yml has no input ${unknown[0]}`);
    const variables: Record<string, string | undefined> = {
      CI: 'true',
      PATH: process.env['PATH'],
      HOME: this.root,
      GITHUB_ACTION: '__run',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTOR: 'octocat',
      GITHUB_JOB: 'docs',
      GITHUB_API_URL: sandbox ? `${url}/github` : 'http://127.0.0.1:1',
      GITHUB_ENV: this.#at('env'),
      GITHUB_OUTPUT: this.output,
      GITHUB_PATH: this.#at('path'),
      GITHUB_EVENT_NAME: name,
      GITHUB_EVENT_PATH: this.event,
      GITHUB_REPOSITORY: 'acme/product',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_ID: '4711',
      GITHUB_RUN_NUMBER: '12',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_STATE: this.#at('state'),
      GITHUB_STEP_SUMMARY: this.summary,
      GITHUB_WORKFLOW: 'docs',
      GITHUB_WORKSPACE: this.workspace,
      RUNNER_ENVIRONMENT: 'github-hosted',
      RUNNER_OS: 'Linux',
      RUNNER_TEMP: this.temp,
      ...Object.fromEntries(given.map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
      ...env,
    };
    const all = Object.entries(variables);
    return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }

  /** What the step has left behind so far. `log` is stdout and stderr, as they came. */
  result(log: string, stderr: string) {
    const names = readdirSync(this.root, { recursive: true, encoding: 'utf8' });
    // The event file is the test's own.
    const files = names.filter((name) => statSync(this.#at(name)).isFile() && name !== 'event.json');
    /** In order; `outputs` has what later steps see, the last of each. */
    const written = parseFileCommands(readFileSync(this.output, 'utf8'));
    return {
      log,
      stderr,
      ...parseRunnerOutput(log),
      written,
      outputs: Object.fromEntries(written),
      summary: readFileSync(this.summary, 'utf8'),
      /** By their paths below the step's directory. */
      files: Object.fromEntries(files.map((name) => [name, readFileSync(this.#at(name), 'latin1')])),
    };
  }

  /** Empties the command files, for another step in the same place. */
  reset(): void {
    rmSync(this.temp, { recursive: true, force: true });
    mkdirSync(this.temp);
    for (const name of ['output', 'summary', 'env', 'state', 'path']) writeFileSync(this.#at(name), '');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  #at(name: string): string {
    return path.join(this.root, name);
  }
}

/** The names of commands that a run told the runner, and that the action has no use for. */
export function foreignCommands({ commands }: Pick<StepResult, 'commands'>): string[] {
  const own = /^(add-mask|group|endgroup|error|warning|notice|debug)$/;
  return commands.map(({ name }) => name).filter((name) => !own.test(name));
}

/** The data of the commands of one name. */
export function annotations(result: StepResult, name: 'error' | 'warning' | 'notice' | 'group'): string[] {
  return result.commands.filter((command) => command.name === name).map(({ data }) => data);
}

/** What a person reads: the log without the commands that the runner keeps to itself. */
export function visibleText(result: StepResult): string {
  const shown = result.commands.filter(({ name }) => name !== 'add-mask').map(({ data }) => data);
  return [...result.lines, ...shown].join('\n');
}

/** Where `secret` can be read. Masking itself does not count. */
export function leaksOf(secret: string, result: StepResult): string[] {
  const places: Record<string, string> = { log: visibleText(result), stderr: result.stderr, ...result.files };
  return Object.keys(places).filter((place) => places[place]?.includes(secret));
}
