/** Milliseconds from a signal to the end of the process, whatever is still under way. The runner kills after 10 s. */
const LAST_EXIT_MS = 4_500;

const controller = new AbortController();

/** Aborts when the run is interrupted. This file loads before everything else, so that hardly a signal comes too soon. */
export const interruption = controller.signal;

// SIGBREAK is Ctrl-Break on Windows.
for (const name of ['SIGINT', 'SIGTERM', 'SIGBREAK'] as const) {
  // Not `once`: the runner sends the second signal while the first is still being handled.
  process.on(name, () => {
    if (interruption.aborted) return;
    controller.abort(new Error(`interrupted by ${name}`));
    setTimeout(() => process.exit(), LAST_EXIT_MS).unref();
  });
}
