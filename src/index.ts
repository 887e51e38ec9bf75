import { main } from './main.ts';

/** Milliseconds from a signal to the end of the process, whatever is still under way. The runner kills after 10 s. */
const LAST_EXIT_MS = 4_500;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Not `once`: the runner sends the second signal while the first is still being handled.
  process.on(signal, () => {
    if (interruption.signal.aborted) return;
    interruption.abort(new Error(`interrupted by ${signal}`));
    setTimeout(() => process.exit(), LAST_EXIT_MS).unref();
  });
}

// A log that nobody reads any more must not keep the job from being told.
process.stdout.on('error', () => {});

// Until the end is known, it is a failure.
process.exitCode = 1;
process.exitCode = (await main(process.env, interruption.signal)) ? 0 : 1;
// An upload that was given up could keep the process alive; what was written comes out first.
process.stdout.write('', () => process.exit());
