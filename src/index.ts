import { interruption } from './interruption.ts';

// A log that nobody reads any more must not keep the job from being told.
process.stdout.on('error', () => {});

// Until the end is known, it is a failure.
process.exitCode = 1;
const { main } = await import('./main.ts');
process.exitCode = (await main(process.env, interruption)) ? 0 : 1;
// An upload that was given up could keep the process alive; what was written comes out first.
process.stdout.write('', () => process.exit());
