/**
 * Builds `dist/` from `src/`: TypeScript to JavaScript by tsc, then one bundle by ncc, with a chunk for each
 * dynamic import, then smaller by swc. What each step is worth is in docs/performance.md.
 *
 * `--out DIR` builds into another directory. `--check` builds, and fails if `dist/` is then not as committed.
 *
 * The bundle is minified although it is committed. Nobody can review a megabyte of other people's code by reading it,
 * minified or not: what can be checked is that it is what `src/` and package-lock.json build, byte for byte, on any
 * machine. CI does that with `--check`. Licences are in `dist/licenses.txt`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { leaveOut } from './build/leave-out.ts';
import { minifyModules } from './build/minify.ts';

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: 'dist' }, check: { type: 'boolean', default: false } },
});
const root = path.resolve(import.meta.dirname, '..');
const out = path.resolve(root, options.out);

/** Runs a package's own script, so that it works the same on Windows. */
function runPackage(script: string, args: readonly string[]): void {
  const file = path.join(root, 'node_modules', script);
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * A copy of @actions/core that says what the package does not: its modules do nothing when they are merely loaded.
 * Only then does the bundler leave out the OIDC client that nothing here uses, and with it an HTTP client.
 */
function stageCore(): void {
  const copy = path.join(root, 'lib/node_modules/@actions/core');
  cpSync(path.join(root, 'node_modules/@actions/core'), copy, { recursive: true });
  const manifest = path.join(copy, 'package.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8')) as object;
  writeFileSync(manifest, JSON.stringify({ ...content, sideEffects: false }));
}

rmSync(path.join(root, 'lib'), { recursive: true, force: true });
rmSync(out, { recursive: true, force: true });
runPackage('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
stageCore();
const license = ['--license', 'licenses.txt'];
runPackage('@vercel/ncc/dist/ncc/cli.js', ['build', 'lib/index.js', '-o', out, ...license, '--no-cache']);
for (const name of readdirSync(out).filter((file) => file.endsWith('index.js'))) {
  const file = path.join(out, name);
  const bundle = readFileSync(file, 'utf8');
  // undici requires it in a `try`, for a protocol that is off unless asked for; loading it takes 3 ms of a start.
  writeFileSync(file, minifyModules(name === 'index.js' ? leaveOut(bundle, 'node:http2') : bundle));
}

if (options.check) {
  // New chunks are untracked files, so `git diff` alone would not see them.
  const changes = execFileSync('git', ['status', '--porcelain', '--', 'dist'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (changes !== '') {
    console.error(`dist/ is not what src/ builds. Run \`npm run build\` and commit:\n${changes}`);
    process.exit(1);
  }
  console.log('dist/ is what src/ builds.');
}
