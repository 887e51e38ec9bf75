/** Milliseconds from a signal to the end of the process, whatever is still under way. The runner kills after 10 s. */
const LAST_EXIT_MS = 4_500;

const controller = new AbortController();
const { signal } = controller;

// SIGBREAK is Ctrl-Break on Windows. Nothing else is loaded yet, so that hardly a signal comes too soon.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  // Not `once`: the runner sends the second signal while the first is still being handled.
  process.on(name, () => {
    if (signal.aborted) return;
    controller.abort(new Error(`interrupted by ${name}`));
    setTimeout(() => process.exit(), LAST_EXIT_MS).unref();
  });
}

// A log that is not read any more must not keep the outputs from being written.
process.stdout.on('error', () => {});

// Until the end is known, it is a failure.
process.exitCode = 1;
const { main } = await import('./main.ts');
process.exitCode = (await main(process.env, signal)) ? 0 : 1;
// An upload that was given up could keep the process alive; what was written comes out first.
process.stdout.write('', () => process.exit());
