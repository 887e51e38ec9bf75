import { readFileSync } from 'node:fs';
import { type Contender, median, type Samples, Stage, table, time, times } from './measure.ts';

const FETCH = 'Node script with fetch';
/** Milliseconds between a create and the first poll. */
const PAUSE_MS = 100;

/** What an agent step costs apart from the waiting itself, beside scripts that do the same. */
export async function startTable(dist: string, rounds: number): Promise<string> {
  return Stage.with({ jobMs: 0 }, async (stage) => {
    const play = (prompt: string, jobId: string) =>
      stage.measure(contenders(dist, stage, prompt, jobId), rounds);
    const create = await play('Mention the proxy in the guide.', '');
    const watch = await play('', stage.sandbox.ledger.jobs[0]?.id ?? '');
    const cells = (samples: Samples, name: string) => {
      const ms = median(samples[name]);
      return [time(ms), times(ms / median(samples[FETCH]))];
    };
    const rows = Object.keys(watch).map((name) => [name, ...cells(watch, name), ...cells(create, name)]);
    return table(['', 'Watch', '÷ fetch', 'Create', '÷ fetch'], rows);
  });
}

function contenders(dist: string, stage: Stage, prompt: string, jobId: string): Contender[] {
  const pause = { 'poll-interval-seconds': String(PAUSE_MS / 1000) };
  const action = stage.action(dist, { prompt, 'job-id': jobId, context: 'none', ...pause });
  const runner = Object.entries(action.env).filter(([name]) => !name.startsWith('INPUT_'));
  const task = { PROMPT: prompt, JOB_ID: jobId, PAUSE_MS: String(PAUSE_MS) };
  const script = stage.peer(FETCH, 'fetch-agent.mjs', { ...Object.fromEntries(runner), ...task });
  return [action, script, ...githubScript(script), { name: 'Node alone', args: ['--eval', '0'], env: {} }];
}

/** The same script in actions/github-script, if `GITHUB_SCRIPT_DIST` names its bundle: it is in no package registry. */
function githubScript({ args: [file = ''], env }: Contender): Contender[] {
  const bundle = process.env['GITHUB_SCRIPT_DIST'];
  const inputs = {
    'INPUT_GITHUB-TOKEN': 'ghs_0123456789abcdefghijABCDEFGHIJ',
    INPUT_SCRIPT: readFileSync(file, 'utf8'),
    INPUT_DEBUG: 'false',
    'INPUT_USER-AGENT': 'actions/github-script',
    'INPUT_RESULT-ENCODING': 'json',
    INPUT_RETRIES: '0',
    'INPUT_RETRY-EXEMPT-STATUS-CODES': '400,401,403,404,422',
  };
  return bundle ? [{ name: 'actions/github-script', args: [bundle], env: { ...env, ...inputs } }] : [];
}
