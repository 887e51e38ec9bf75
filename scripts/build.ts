/**
 * Builds `dist/` from `src/`: TypeScript to JavaScript by tsc, then one bundle by ncc, with a chunk for each
 * dynamic import. `node scripts/build.ts --check` builds as well, and fails if `dist/` is then not as committed.
 */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

function run(file: string, args: readonly string[]): string {
  return execFileSync(file, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Runs a package's own script, so that it works the same on Windows. */
function runPackage(script: string, args: readonly string[]): string {
  return run(process.execPath, [path.join(root, 'node_modules', script), ...args]);
}

rmSync(path.join(root, 'lib'), { recursive: true, force: true });
rmSync(path.join(root, 'dist'), { recursive: true, force: true });
runPackage('typescript/bin/tsc', ['-p', 'tsconfig.build.json']);
runPackage('@vercel/ncc/dist/ncc/cli.js', [
  'build',
  'lib/index.js',
  '-o',
  'dist',
  '--license',
  'licenses.txt',
  '--no-cache',
]);

if (process.argv.includes('--check')) {
  // New chunks are untracked files, so `git diff` alone would not see them.
  const changes = run('git', ['status', '--porcelain', '--', 'dist']);
  if (changes !== '') {
    console.error(`dist/ is not what src/ builds. Run \`npm run build\` and commit:\n${changes}`);
    process.exit(1);
  }
  console.log('dist/ is what src/ builds.');
}
