/**
 * Runs every test that draws at random with a seed that was never used before, to find counterexamples that
 * `npm test`, whose seed is fixed, does not meet, and holds 200,000 random documents against GitHub's own Markdown
 * reader. A seed as the argument runs that one again.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { differsFromGithub } from './explore/markdown.ts';

const seed = process.argv[2] ?? String(Math.floor(Math.random() * 2 ** 31));
if (!/^\d+$/.test(seed)) throw new Error(`the seed is a whole number, not ${seed}`);
const files = globSync('__tests__/**/*.test.ts').filter((file) =>
  /fast-check|tryTexts|CHECK_SEED/.test(readFileSync(file, 'utf8')),
);
const again = `Seed ${seed}. Again: npm run explore -- ${seed}`;
console.log(again);
const jest = ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js'];
const env = { ...process.env, CHECK_SEED: seed };
const { status } = spawnSync(process.execPath, [...jest, ...files], { env, stdio: 'inherit' });
const differs = differsFromGithub(Number(seed));
console.log(again);
process.exitCode = differs ? 1 : (status ?? 1);
