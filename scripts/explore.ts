import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';

/**
 * Runs every test of a property with a seed that was never used before, to find counterexamples that `npm test`,
 * whose seed is fixed, does not meet. A seed as the argument runs that one again.
 */
const seed = Number(process.argv[2] ?? Math.floor(Math.random() * 2 ** 31));
if (!Number.isInteger(seed)) throw new Error(`the seed is a whole number, not ${process.argv[2]}`);
const files = globSync('__tests__/**/*.test.ts').filter((file) =>
  /from 'fast-check'|tryRandom/.test(readFileSync(file, 'utf8')),
);
process.stdout.write(`Seed ${seed}. Again: npm run explore -- ${seed}\n`);
const flags = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
// The long ones too.
const config = ['--config', 'jest.all.config.js'];
const { status } = spawnSync(process.execPath, [...flags, ...config, ...files], {
  env: { ...process.env, CHECK_SEED: String(seed) },
  stdio: 'inherit',
});
process.stdout.write(`Seed ${seed}. Again: npm run explore -- ${seed}\n`);
process.exitCode = status ?? 1;
