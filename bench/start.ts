import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT, StepDirectory } from '../__tests__/helpers/action-environment.ts';
import { type Contender, measure, type Sample } from './measure.ts';
import { SandboxProcess } from './sandbox-process.ts';

/** What an agent step costs apart from the waiting itself. */
export interface StartResults {
  readonly rounds: number;
  /** A job that is finished when it is first asked for. */
  readonly watch: ReadonlyMap<string, Sample[]>;
  /** A job that is created, and finished at the first poll. */
  readonly create: ReadonlyMap<string, Sample[]>;
  /** Files of `dist/` that a watch loads, and their sizes in bytes. */
  readonly loaded: ReadonlyMap<string, number>;
}

export const ACTION = 'this action';
export const FETCH = 'Node script with fetch';
export const CURL = 'curl and jq';
export const GITHUB_SCRIPT = 'actions/github-script';
export const NODE_ALONE = 'Node alone';

/** Milliseconds between a create and the first poll. */
const PAUSE_MS = 1;

export async function measureStart(dist: string, rounds: number): Promise<StartResults> {
  const sandbox = await SandboxProcess.start({ jobMs: 0 });
  const step = new StepDirectory();
  try {
    const jobId = await createJob(sandbox);
    const watching = contenders(dist, step, sandbox, { jobId });
    const creating = contenders(dist, step, sandbox, { prompt: 'Mention the proxy in the guide.' });
    const options = { sandbox, rounds, prepare: () => step.reset() };
    const idle = { name: NODE_ALONE, command: process.execPath, args: ['--eval', '0'], env: {} };
    return {
      rounds,
      watch: await measure([...watching, idle], options),
      create: await measure(creating, options),
      loaded: loadedFiles(watching[0] as Contender, dist),
    };
  } finally {
    step.remove();
    await sandbox.stop();
  }
}

async function createJob({ url, apiKey }: SandboxProcess): Promise<string> {
  const response = await fetch(`${url}/v2/agent/${PROJECT}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'Anything.' }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

type Task =
  | { readonly jobId: string; readonly prompt?: never }
  | { readonly prompt: string; readonly jobId?: never };

/** This action first. */
function contenders(dist: string, step: StepDirectory, sandbox: SandboxProcess, task: Task): Contender[] {
  const inputs: Record<string, string> = task.prompt
    ? { prompt: task.prompt }
    : { 'job-id': task.jobId ?? '' };
  const action = step.environment({
    inputs: { ...inputs, context: 'none', 'poll-interval-seconds': String(PAUSE_MS / 1000) },
    sandbox,
  });
  const runner = step.environment({});
  const peer = {
    ...Object.fromEntries(Object.entries(runner).filter(([name]) => !name.startsWith('INPUT_'))),
    BASE_URL: sandbox.url,
    API_KEY: sandbox.apiKey,
    PROJECT_ID: PROJECT,
    PAUSE_MS: String(PAUSE_MS),
    ...(task.prompt ? { PROMPT: task.prompt } : { JOB_ID: task.jobId ?? '' }),
  };
  const node = process.execPath;
  return [
    { name: ACTION, command: node, args: [path.join(dist, 'index.js')], env: action },
    { name: FETCH, command: node, args: [peerFile('fetch-agent.mjs')], env: peer },
    { name: CURL, command: 'bash', args: [peerFile('curl-agent.sh')], env: peer },
    ...githubScript(peer),
  ];
}

function peerFile(name: string): string {
  return path.join(import.meta.dirname, 'peers', name);
}

/** Where the bundle of actions/github-script is, if it was given. It is in no package registry. */
export function githubScriptBundle(): string | undefined {
  return process.env['GITHUB_SCRIPT_DIST'];
}

function githubScript(peer: Readonly<Record<string, string>>): Contender[] {
  const bundle = githubScriptBundle();
  if (!bundle) return [];
  const inputs = {
    'INPUT_GITHUB-TOKEN': 'ghs_0123456789abcdefghijABCDEFGHIJ',
    INPUT_SCRIPT: readFileSync(peerFile('github-script.js'), 'utf8'),
    INPUT_DEBUG: 'false',
    'INPUT_USER-AGENT': 'actions/github-script',
    'INPUT_RESULT-ENCODING': 'json',
    INPUT_RETRIES: '0',
    'INPUT_RETRY-EXEMPT-STATUS-CODES': '400,401,403,404,422',
  };
  return [{ name: GITHUB_SCRIPT, command: process.execPath, args: [bundle], env: { ...peer, ...inputs } }];
}

/** V8's own list of the scripts of a run, those of `dist` only. */
function loadedFiles({ command, args, env }: Contender, dist: string): Map<string, number> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bench-coverage-'));
  try {
    spawnSync(command, args, { env: { ...env, NODE_V8_COVERAGE: directory } });
    const urls = readdirSync(directory).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(path.join(directory, name), 'utf8'));
      return (result as { url: string }[]).map(({ url }) => url);
    });
    const files = new Set(urls.filter((url) => url.startsWith('file:')).map((url) => fileURLToPath(url)));
    return new Map(
      [...files]
        .filter((file) => path.dirname(file) === path.resolve(dist))
        .map((file) => [path.basename(file), statSync(file).size]),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
