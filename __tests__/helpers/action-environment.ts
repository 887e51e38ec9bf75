import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../sandbox/server.ts';
import { parseFileCommands, parseRunnerOutput, type RunnerCommand } from './runner-commands.ts';

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
const ENTRIES = ACTION.matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n)+)/gm);
const DECLARED: Readonly<Record<string, string>> = Object.fromEntries(
  [...ENTRIES].map(([, name, body = '']) => [name, /^ {4}default: "?(.*?)"?$/m.exec(body)?.[1] ?? '']),
);

/** The names of the action's inputs. */
export const INPUT_NAMES: readonly string[] = Object.keys(DECLARED);

/** What the action itself may tell the runner. */
const OWN_COMMANDS = new Set(['add-mask', 'group', 'endgroup', 'error', 'warning', 'notice', 'debug']);

/** The names of commands that a run told the runner, and that the action has no use for. */
export function foreignCommands({ commands }: Pick<StepResult, 'commands'>): string[] {
  return commands.map(({ name }) => name).filter((name) => !OWN_COMMANDS.has(name));
}

export const GITHUB_TOKEN = 'ghs_0123456789abcdefghijABCDEFGHIJ';
export const PROJECT = 'docs-project';

/** The directories and files that the runner makes for a step. Everything lies below one temporary directory. */
export class StepDirectory {
  readonly root = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-step-'));
  readonly workspace = path.join(this.root, 'workspace');
  readonly temp = path.join(this.root, 'temp');
  readonly output = path.join(this.root, 'output');
  readonly summary = path.join(this.root, 'summary');
  readonly event = path.join(this.root, 'event.json');

  constructor() {
    mkdirSync(this.workspace);
    this.reset();
  }

  /** The variables that the runner sets for `step`. */
  environment({ inputs = {}, sandbox, event, env = {} }: StepOptions): Record<string, string> {
    const { name, payload } = event ?? { name: 'workflow_dispatch', payload: {} };
    writeFileSync(this.event, JSON.stringify(payload));
    const { apiKey, url } = sandbox ?? {};
    const fromSandbox = sandbox && { 'api-key': apiKey, 'base-url': url, 'project-id': PROJECT };
    const at = (file: string) => path.join(this.root, file);
    const variables: Record<string, string | undefined> = {
      ...{ CI: 'true', PATH: process.env['PATH'], HOME: this.root },
      ...{ GITHUB_ACTION: '__run', GITHUB_ACTIONS: 'true', GITHUB_ACTOR: 'octocat', GITHUB_JOB: 'docs' },
      ...{ GITHUB_API_URL: sandbox ? `${sandbox.url}/github` : 'http://127.0.0.1:1' },
      ...{ GITHUB_ENV: at('env'), GITHUB_OUTPUT: this.output, GITHUB_PATH: at('path') },
      ...{ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: this.event, GITHUB_REPOSITORY: 'acme/product' },
      ...{ GITHUB_RUN_ATTEMPT: '1', GITHUB_RUN_ID: '4711', GITHUB_RUN_NUMBER: '12' },
      ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_STATE: at('state') },
      ...{ GITHUB_STEP_SUMMARY: this.summary, GITHUB_WORKFLOW: 'docs', GITHUB_WORKSPACE: this.workspace },
      ...{ RUNNER_ENVIRONMENT: 'github-hosted', RUNNER_OS: 'Linux', RUNNER_TEMP: this.temp },
      ...inputVariables({ ...fromSandbox, ...inputs }),
      ...env,
    };
    for (const each of Object.keys(variables)) if (variables[each] === undefined) delete variables[each];
    return variables as Record<string, string>;
  }

  /** What the step has left behind so far. */
  result(log: string, stderr: string): StepResult {
    const written = parseFileCommands(readFileSync(this.output, 'utf8'));
    const [outputs, summary] = [Object.fromEntries(written), readFileSync(this.summary, 'utf8')];
    return { log, stderr, ...parseRunnerOutput(log), written, outputs, summary, files: this.#files() };
  }

  /** Empties the command files, for another step in the same place. */
  reset(): void {
    rmSync(this.temp, { recursive: true, force: true });
    mkdirSync(this.temp);
    const names = ['output', 'summary', 'env', 'state', 'path'];
    for (const name of names) writeFileSync(path.join(this.root, name), '');
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }

  /** The event file is the test's own. */
  #files(): Record<string, string> {
    const entries = readdirSync(this.root, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name));
    const read = (file: string) => [path.relative(this.root, file), readFileSync(file, 'latin1')];
    return Object.fromEntries(paths.filter((file) => file !== this.event).map(read));
  }
}

function inputVariables(given: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !(name in DECLARED));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  const entries = Object.entries(DECLARED).map(([name, usual]) => {
    const value = given[name] ?? usual.replace(/^\$.*github\.token.*/, GITHUB_TOKEN);
    return [`INPUT_${name.toUpperCase()}`, value];
  });
  return Object.fromEntries(entries);
}

/** What a step left behind. */
export interface StepResult {
  /** stdout and stderr, as they came. */
  readonly log: string;
  readonly stderr: string;
  readonly commands: readonly RunnerCommand[];
  /** The lines that are no commands. */
  readonly lines: readonly string[];
  /** Everything that was written to `GITHUB_OUTPUT`, in order; `outputs` has what later steps see, the last of each. */
  readonly written: readonly (readonly [name: string, value: string])[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** Every file, by its path below the step's directory. */
  readonly files: Readonly<Record<string, string>>;
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
