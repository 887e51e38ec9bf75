import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

/** https://github.com/nektos/act runs workflows on this machine; here without Docker. */
const MODULE = 'github.com/nektos/act@v0.2.89';

export const HOW_TO_INSTALL = `act is not here. Install it with Go, and run this again:

  go install ${MODULE}

It is looked for at $ACT, on $PATH, and in ~/go/bin.`;

/** The act of `$ACT`, `$PATH`, or Go's directory; absent if there is none. */
export function findAct(env: NodeJS.ProcessEnv): string | undefined {
  if (env['ACT']) return existsSync(env['ACT']) ? env['ACT'] : undefined;
  const name = process.platform === 'win32' ? 'act.exe' : 'act';
  const directories = [...(env['PATH'] ?? '').split(path.delimiter), path.join(homedir(), 'go', 'bin')];
  return directories.map((directory) => path.join(directory, name)).find((file) => existsSync(file));
}

/** Milliseconds after which a workflow run is given up. */
const TIME_LIMIT_MS = 120_000;

/** Runs act, and resolves to its exit code and all it printed. */
export function runAct(
  act: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(act, args, {
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: TIME_LIMIT_MS,
      killSignal: 'SIGKILL',
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    }
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output: Buffer.concat(chunks).toString('utf8') }));
  });
}
