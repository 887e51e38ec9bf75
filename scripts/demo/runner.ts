import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import type { Inputs } from './example.ts';

/** What the runner is told of a step that uses the action. */
export interface Step {
  /** As in `with:`. */
  readonly inputs: Inputs;
  readonly event: GithubEvent;
  /** Digits; another for each run of a workflow. */
  readonly runId: string;
  readonly workflow: string;
}

/** What started the workflow. */
export interface GithubEvent {
  readonly name: string;
  readonly actor: string;
  /** The webhook's payload. */
  readonly payload: unknown;
}

/** What a step leaves behind. */
export interface StepEnd {
  readonly exitCode: number | null;
  readonly outputs: Readonly<Record<string, string>>;
  /** Markdown. */
  readonly summary: string;
}

export interface RunnerOptions {
  /** The repository, with `action.yml` and `dist`. */
  readonly root: string;
  /** For `RUNNER_TEMP`. It is there. */
  readonly temporary: string;
  /** `owner/name` of the repository whose workflow runs. */
  readonly repository: string;
  /** What expressions in inputs stand for, such as `secrets.DOCS_API_KEY`. */
  readonly expressions: Readonly<Record<string, string>>;
  /** What the runner would set besides, such as where GitHub's API is. */
  readonly env: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string } | null>>;
  readonly runs: { readonly main: string };
}

/** Variables of this machine that a process needs to start at all. */
const INHERITED = ['PATH', 'HOME', 'USERPROFILE', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR', 'LANG'];

/**
 * Runs steps of the action as GitHub's runner does: the bundle, copied away from the repository so that nothing of
 * node_modules is in reach, with inputs, event and run in variables, and files for what it gives back.
 */
export class Runner {
  readonly #options: RunnerOptions;
  readonly #directory: string;
  readonly #action: ActionFile;
  #steps = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#directory = mkdtempSync(path.join(os.tmpdir(), 'docs-agent-action-'));
    this.#action = parse(readFileSync(path.join(options.root, 'action.yml'), 'utf8'));
    cpSync(path.join(options.root, 'dist'), path.join(this.#directory, 'action', 'dist'), {
      recursive: true,
    });
    mkdirSync(path.join(this.#directory, 'workspace'));
  }

  /** @param onLine is given each line that the step prints, as it comes */
  async run(step: Step, onLine: (line: string) => void): Promise<StepEnd> {
    this.#steps += 1;
    const directory = path.join(this.#directory, `step-${this.#steps}`);
    mkdirSync(directory);
    const files = { output: path.join(directory, 'output'), summary: path.join(directory, 'summary.md') };
    for (const file of Object.values(files)) writeFileSync(file, '');
    const event = path.join(directory, 'event.json');
    writeFileSync(event, JSON.stringify(step.event.payload));

    const child = spawn(process.execPath, [path.join(this.#directory, 'action', this.#action.runs.main)], {
      cwd: path.join(this.#directory, 'workspace'),
      env: {
        ...this.#environment(step, event),
        GITHUB_OUTPUT: files.output,
        GITHUB_STEP_SUMMARY: files.summary,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('close', resolve);
    });
    return {
      exitCode,
      outputs: parseOutputs(readFileSync(files.output, 'utf8')),
      summary: readFileSync(files.summary, 'utf8'),
    };
  }

  /** Removes what it copied and wrote, but not what is in `temporary`. */
  close(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #environment(step: Step, eventPath: string): NodeJS.ProcessEnv {
    const { repository, temporary, env } = this.#options;
    const inherited = INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
    return {
      ...Object.fromEntries(inherited),
      ...this.#inputs(step.inputs),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION: '__your-org_docs-agent-action',
      GITHUB_ACTOR: step.event.actor,
      GITHUB_EVENT_NAME: step.event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_JOB: 'docs',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_REPOSITORY: repository,
      GITHUB_REPOSITORY_OWNER: repository.split('/')[0] ?? '',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_RUN_ID: step.runId,
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
      GITHUB_WORKFLOW: step.workflow,
      GITHUB_WORKSPACE: path.join(this.#directory, 'workspace'),
      RUNNER_TEMP: temporary,
      ...env,
    };
  }

  /** Every input that action.yml has becomes a variable: as given, else its default, else empty. */
  #inputs(given: Inputs): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#action.inputs).map(([name, input]) => {
        const value = this.#evaluate(String(given[name] ?? input?.default ?? ''));
        return [`INPUT_${name.toUpperCase()}`, value];
      }),
    );
  }

  #evaluate(text: string): string {
    return text.replaceAll(/\$\{\{\s*(.+?)\s*\}\}/g, (whole, name: string) => {
      const value = this.#options.expressions[name];
      if (value === undefined) throw new Error(`Nobody said what ${whole} is.`);
      return value;
    });
  }
}

/** The outputs in a file of `name<<delimiter`, lines of the value, `delimiter`. A later one of the same name wins. */
export function parseOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split(/\r?\n/);
  for (let index = 0; index < lines.length; index += 1) {
    const [, name, delimiter] = /^(.+?)<<(.+)$/.exec(lines[index] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, index + 1);
    if (end === -1) throw new Error(`The output ${name} has no end.`);
    outputs[name] = lines.slice(index + 1, end).join('\n');
    index = end;
  }
  return outputs;
}
