import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, StepDirectory } from '../__tests__/helpers/action-environment.ts';
import type { Sandbox } from '../sandbox/server.ts';
import {
  type Contender,
  measure,
  median,
  type Sample,
  startUnlimited,
  table,
  time,
  times,
} from './measure.ts';

const ACTION = 'this action';
const FETCH = 'Node script with fetch';
/** Milliseconds between a create and the first poll. */
const PAUSE_MS = 1;

/** What an agent step costs apart from the waiting itself, beside scripts that do the same. */
export async function startTable(dist: string, rounds: number): Promise<string> {
  const sandbox = await startUnlimited({ jobMs: 0 });
  const step = new StepDirectory();
  const play = (task: Record<string, string>) =>
    measure(contenders(dist, step, sandbox, task), sandbox, rounds, () => step.reset());
  try {
    const watch = await play({ 'job-id': await createJob(sandbox) });
    const create = await play({ prompt: 'Mention the proxy in the guide.' });
    const cells = (samples: Map<string, Sample[]>, name: string) => {
      const ms = median(samples.get(name));
      return [time(ms), times(ms / median(samples.get(FETCH)))];
    };
    const rows = [...watch.keys()].map((name) => [name, ...cells(watch, name), ...cells(create, name)]);
    return table(['', 'Watch', '÷ fetch', 'Create', '÷ fetch'], rows);
  } finally {
    step.remove();
    await sandbox.close();
  }
}

async function createJob({ url, apiKey }: Sandbox): Promise<string> {
  const response = await fetch(`${url}/v2/agent/${PROJECT}/job`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ prompt: 'Anything.' }),
  });
  const { id } = (await response.json()) as { id: string };
  return id;
}

function contenders(
  dist: string,
  step: StepDirectory,
  sandbox: Sandbox,
  task: Record<string, string>,
): Contender[] {
  const inputs = { ...task, context: 'none', 'poll-interval-seconds': String(PAUSE_MS / 1000) };
  const runner = Object.entries(step.environment({})).filter(([name]) => !name.startsWith('INPUT_'));
  const peer = {
    ...Object.fromEntries(runner),
    BASE_URL: sandbox.url,
    API_KEY: sandbox.apiKey,
    PROJECT_ID: PROJECT,
    PAUSE_MS: String(PAUSE_MS),
    ...(task['prompt'] ? { PROMPT: task['prompt'] } : { JOB_ID: task['job-id'] ?? '' }),
  };
  return [
    { name: ACTION, args: [path.join(dist, 'index.js')], env: step.environment({ inputs, sandbox }) },
    { name: FETCH, args: [peerFile('fetch-agent.mjs')], env: peer },
    ...githubScript(peer),
    { name: 'Node alone', args: ['--eval', '0'], env: {} },
  ];
}

function peerFile(name: string): string {
  return path.join(import.meta.dirname, 'peers', name);
}

/** actions/github-script is in no package registry. It takes part if `GITHUB_SCRIPT_DIST` names its bundle. */
function githubScript(peer: Readonly<Record<string, string>>): Contender[] {
  const bundle = process.env['GITHUB_SCRIPT_DIST'];
  if (!bundle) return [];
  const inputs = {
    'INPUT_GITHUB-TOKEN': 'ghs_0123456789abcdefghijABCDEFGHIJ',
    // Its script is a function's body.
    INPUT_SCRIPT: readFileSync(peerFile('fetch-agent.mjs'), 'utf8').replace(
      "import { appendFileSync } from 'node:fs';",
      "const { appendFileSync } = require('node:fs');",
    ),
    INPUT_DEBUG: 'false',
    'INPUT_USER-AGENT': 'actions/github-script',
    'INPUT_RESULT-ENCODING': 'json',
    INPUT_RETRIES: '0',
    'INPUT_RETRY-EXEMPT-STATUS-CODES': '400,401,403,404,422',
  };
  return [{ name: 'actions/github-script', args: [bundle], env: { ...peer, ...inputs } }];
}
