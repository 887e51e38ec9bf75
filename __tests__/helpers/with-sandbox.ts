import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/server.ts';

/** Runs the body that it is given with a sandbox, whose options take these `defaults`, and closes it. */
export function sandboxUser(defaults: SandboxOptions) {
  return async <T>(options: SandboxOptions, body: (sandbox: Sandbox) => Promise<T>): Promise<T> => {
    const sandbox = await startSandbox({ ...defaults, ...options });
    return body(sandbox).finally(() => sandbox.close());
  };
}
