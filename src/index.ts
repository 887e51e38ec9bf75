/** Time from a signal to the end of the process (ms). The runner kills the process after 10 s. */
const LAST_EXIT_MS = 4_500;
const NEEDED_NODE = 24;

const controller = new AbortController();
const { signal } = controller;

// SIGBREAK is Ctrl-Break on Windows. The handlers are set before other code is loaded, so that signals are rarely lost.
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) {
  // `once` would be wrong here, because the runner sends a second signal while the first is being handled.
  process.on(name, () => {
    if (signal.aborted) return;
    controller.abort(new Error(`interrupted by ${name}`));
    setTimeout(() => process.exit(), LAST_EXIT_MS).unref();
  });
}

// Without this handler, a closed stdout would end the process before the outputs are written.
process.stdout.on('error', () => {});

// A process that ends early must count as a failure.
process.exitCode = 1;
const { node } = process.versions;
if (Number.parseInt(node, 10) < NEEDED_NODE) {
  console.log(`::error::Docs Agent needs Node ${NEEDED_NODE}, but runs on ${node}. Update the runner.`);
} else {
  const { main } = await import('./main.ts');
  process.exitCode = (await main(process.env, signal)) ? 0 : 1;
}
// An aborted upload could keep the process alive, so exit once the log is written.
process.stdout.write('', () => process.exit());
