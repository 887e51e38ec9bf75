import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Runs `script` in a process for each list of arguments, and gives what each of them sent. */
export async function fromWorkers<T>(
  script: string,
  parts: readonly (readonly (string | number)[])[],
): Promise<T[]> {
  return Promise.all(
    parts.map(async (args) => {
      const worker = fork(script, args.map(String));
      let told: T | undefined;
      worker.on('message', (message) => {
        told = message as T;
      });
      const [code] = await once(worker, 'exit');
      if (told === undefined) throw new Error(`a worker ended with ${code} before it had told anything`);
      return told;
    }),
  );
}
