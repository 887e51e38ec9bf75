import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';

const SCRIPT = path.resolve(import.meta.dirname, '../../../campaign/cli.ts');
/** Where Node keeps what it made of the sources: loading them takes half of the time of a short campaign. */
const NODE_COMPILE_CACHE = path.join(os.tmpdir(), 'docs-agent-compile-cache');

/** Runs the command, and gives its exit code and all it printed. */
export async function play(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text };
}
