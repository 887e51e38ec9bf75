import { readFileSync } from 'node:fs';
import { type Contender, median, peerFile, type Sample, Stage, table, time, times } from './measure.ts';

const FETCH = 'Node script with fetch';
/** Milliseconds between a create and the first poll. */
const PAUSE_MS = 1;

/** What an agent step costs apart from the waiting itself, beside scripts that do the same. */
export async function startTable(dist: string, rounds: number): Promise<string> {
  return Stage.with({ jobMs: 0 }, async (stage) => {
    const play = (task: Record<string, string>) => stage.measure(contenders(dist, stage, task), rounds);
    const create = await play({ prompt: 'Mention the proxy in the guide.' });
    const watch = await play({ 'job-id': stage.sandbox.ledger.jobs[0]?.id ?? '' });
    const cells = (samples: Map<string, Sample[]>, name: string) => {
      const ms = median(samples.get(name));
      return [time(ms), times(ms / median(samples.get(FETCH)))];
    };
    const rows = [...watch.keys()].map((name) => [name, ...cells(watch, name), ...cells(create, name)]);
    return table(['', 'Watch', '÷ fetch', 'Create', '÷ fetch'], rows);
  });
}

function contenders(dist: string, stage: Stage, task: Record<string, string>): Contender[] {
  const inputs = { ...task, context: 'none', 'poll-interval-seconds': String(PAUSE_MS / 1000) };
  const runner = Object.entries(stage.step.environment({})).filter(([name]) => !name.startsWith('INPUT_'));
  const script = stage.peer(FETCH, 'fetch-agent.mjs', {
    ...Object.fromEntries(runner),
    PAUSE_MS: String(PAUSE_MS),
    ...(task['prompt'] ? { PROMPT: task['prompt'] } : { JOB_ID: task['job-id'] ?? '' }),
  });
  const alone = { name: 'Node alone', args: ['--eval', '0'], env: {} };
  return [stage.action(dist, inputs), script, ...githubScript(script.env), alone];
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
