/**
 * Builds `dist/` from `src/`: TypeScript to JavaScript by tsc, then one bundle by ncc, with a chunk for each
 * dynamic import, then smaller by swc. What each step is worth is in bench/RESULTS.md.
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
import { minifyModules } from './build/minify.ts';
import { headingOf } from './sbom.ts';

const STATS = 'lib/stats.json';

process.chdir(path.resolve(import.meta.dirname, '..'));
const { values: options } = parseArgs({
  options: { out: { type: 'string', default: 'dist' }, check: { type: 'boolean', default: false } },
});

/** Runs a package's own script, so that it works the same on Windows. Ends the build if it fails: it has said why. */
function runPackage(script: string, ...args: string[]): void {
  const command = [path.join('node_modules', script), ...args];
  const { status } = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/**
 * A copy of @actions/artifact that finds an error in the place of its reader of archives. That is for downloads, and one
 * of its packages, buffers 0.1.1, comes without a licence. What is compiled into `lib/` finds the copy first.
 */
function stageArtifact(): void {
  const name = 'node_modules/@actions/artifact';
  cpSync(name, path.join('lib', name), { recursive: true });
  writeFileSync(
    'lib/node_modules/unzip-stream.js',
    "export default { Extract() { throw new Error('Downloads are left out of the bundle.'); } };",
  );
}

/** What `src/` imports of undici. @actions/github gets its `fetch` from us. */
const UNDICI = `import api from '../../node_modules/undici/lib/api/index.js';
import Agent from '../../node_modules/undici/lib/dispatcher/agent.js';
import Dispatcher from '../../node_modules/undici/lib/dispatcher/dispatcher.js';
import Pool from '../../node_modules/undici/lib/dispatcher/pool.js';
import ProxyAgent from '../../node_modules/undici/lib/dispatcher/proxy-agent.js';
import redirect from '../../node_modules/undici/lib/interceptor/redirect.js';
Object.assign(Dispatcher.prototype, api);
export const interceptors = { redirect };
export { Agent, Pool, ProxyAgent };
export function fetch() { throw new Error('The fetch of undici is left out of the bundle.'); }`;

/**
 * Lets a short run load only what it uses: parts of undici, and what is called of GitHub's packages, which they do not say
 * is possible. What is compiled into `lib/` finds these first.
 */
function stageForStart(): void {
  for (const name of ['@actions/core', '@actions/github']) {
    const copy = path.join('lib/node_modules', name);
    cpSync(path.join('node_modules', name), copy, { recursive: true });
    const manifest = path.join(copy, 'package.json');
    const content = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify({ ...content, sideEffects: false }));
  }
  writeFileSync('lib/node_modules/undici.js', UNDICI);
}

/** Puts the style sheet of the report's page into the bundle: there are no files beside it to read. */
async function inlineAssets(): Promise<void> {
  const module = 'analytics/assets';
  const assets: object = await import(`../src/${module}.ts`);
  const lines = Object.entries(assets).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`,
  );
  writeFileSync(`lib/${module}.js`, lines.join(''));
}

/** The text of a package's licence, which some have in their README alone; empty if there is none. */
function licenseOf(directory: string): string {
  const files = readdirSync(directory);
  const read = (name: RegExp) => {
    const file = files.find((each) => name.test(each));
    return file ? readFileSync(path.join(directory, file), 'utf8').replaceAll('\r', '').trim() : '';
  };
  return read(/^(licen[cs]e|copying)/i) || (/^#+ licen[cs]e\n+(.*)/ims.exec(read(/^readme/i))?.[1] ?? '');
}

/**
 * Returns the licences of all packages whose modules are in webpack's statistics. ncc's own list leaves out packages whose
 * modules were merged into others, and names a package that has none as if it had one.
 *
 * @throws if a package comes without a licence, or is there for development only
 */
function licenses(stats: string): string {
  const modules = stats.matchAll(/"name":"([^"]*\bnode_modules\/(?:@[^/"]+\/)?[^/"]+)\//g);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const directories = new Set([...modules].map(([, directory = '']) => directory));
  const entries = [...directories].sort().map((directory) => {
    const name = directory.replace(/^.*node_modules\//, '');
    const text = licenseOf(directory);
    if (text === '') throw new Error(`${name} is bundled, and comes without a licence`);
    const place = directory.replace(/^(\.\/)?(lib\/)?/, '');
    const locked = packages[place];
    if (!locked || locked.dev) throw new Error(`${name} is bundled, but isn't among the dependencies`);
    const { version } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
    return `${headingOf(name, version)}\n\n${text}\n`;
  });
  return entries.join('\n');
}

rmSync('lib', { recursive: true, force: true });
runPackage('typescript/bin/tsc', '-p', 'tsconfig.build.json');
await inlineAssets();
stageArtifact();
stageForStart();
// Only now, so that a type error leaves the bundle as it was.
rmSync(options.out, { recursive: true, force: true });
// `debug` tries to load it, and works without it. Only packages for development depend on it.
const external = ['-e', 'supports-color'];
const bundle = ['build', 'lib/index.js', '-o', options.out, '--stats-out', STATS, '--no-cache', ...external];
runPackage('@vercel/ncc/dist/ncc/cli.js', ...bundle);
writeFileSync(path.join(options.out, 'licenses.txt'), licenses(readFileSync(STATS, 'utf8')));
for (const name of readdirSync(options.out).filter((file) => file.endsWith('index.js'))) {
  const file = path.join(options.out, name);
  writeFileSync(file, minifyModules(readFileSync(file, 'utf8')));
}

if (options.check) {
  // New chunks are untracked files, so `git diff` alone would not see them.
  const changes = execFileSync('git', ['status', '--porcelain', '--', 'dist'], { encoding: 'utf8' });
  if (changes !== '') {
    console.error(`dist/ is now what src/ builds, but was committed otherwise. Commit it:\n${changes}`);
    process.exit(1);
  }
  console.log('dist/ is what src/ builds.');
}
