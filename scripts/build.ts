/**
 * Builds `dist/` from `src/`: tsc, then one bundle by ncc with a chunk for each dynamic import, then each module minified by swc.
 *
 * `--check` builds, and fails if `dist/` is then not as committed: byte for byte what `src/` and package-lock.json build.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { minifySync } from '@swc/core';

const STATS = 'lib/stats.json';
/** A module of webpack's output, from the line of its parameters to the line of its closing brace. */
const MODULE = /^\/\*{3}\/ \((?<head>.* => \{\n)(?<body>[\s\S]*?)^\/\*{3}\/ \}\)/gm;
/** What `src/` imports of undici, so that a short run loads no more. */
const UNDICI = `import api from '../../node_modules/undici/lib/api/index.js';
import Agent from '../../node_modules/undici/lib/dispatcher/agent.js';
import Dispatcher from '../../node_modules/undici/lib/dispatcher/dispatcher.js';
import Pool from '../../node_modules/undici/lib/dispatcher/pool.js';
import ProxyAgent from '../../node_modules/undici/lib/dispatcher/proxy-agent.js';
Object.assign(Dispatcher.prototype, api);
export { Agent, Pool, ProxyAgent };
export async function fetch(...request) {
  const { default: web } = await import('../../node_modules/undici/lib/web/fetch/index.js');
  return web.fetch(...request);
}`;
/** The reader of archives is for downloads, and one of its packages, buffers 0.1.1, comes without a licence. */
const UNZIP = "export default { Extract() { throw new Error('Downloads are left out of the bundle.'); } };";

process.chdir(path.resolve(import.meta.dirname, '..'));

/** Runs a package's own script, so that it works the same on Windows. */
function runPackage(script: string, ...args: string[]): void {
  const command = [`node_modules/${script}`, ...args];
  if (spawnSync(process.execPath, command, { stdio: 'inherit' }).status !== 0) process.exit(1);
}

/** Puts changed copies of packages into `lib/`, where what is compiled there finds them first. */
function stagePackages(): void {
  const copied = ['@actions/artifact', '@actions/core', '@actions/github'];
  for (const name of copied) cpSync(`node_modules/${name}`, `lib/node_modules/${name}`, { recursive: true });
  // What a run doesn't call of these is left out, which they do not say is possible.
  for (const name of copied.slice(1)) {
    const manifest = `lib/node_modules/${name}/package.json`;
    const content = JSON.parse(readFileSync(manifest, 'utf8'));
    writeFileSync(manifest, JSON.stringify({ ...content, sideEffects: false }));
  }
  writeFileSync('lib/node_modules/unzip-stream.js', UNZIP);
  writeFileSync('lib/node_modules/undici.js', UNDICI);
}

/** Puts the style sheet of the report's page into the bundle: there are no files beside it to read. */
async function inlineAssets(): Promise<void> {
  const [module = ''] = globSync('analytics/**/assets.ts', { cwd: 'src' });
  const assets: object = await import(`../src/${module}`);
  const lines = Object.entries(assets).map(
    ([name, text]) => `export const ${name} = ${JSON.stringify(text)};`,
  );
  writeFileSync(`lib/${module.replace(/ts$/, 'js')}`, lines.join('\n'));
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

/** Returns the licences of all packages whose modules are in webpack's statistics. ncc's own list misses some. */
function licenses(stats: string): string {
  const modules = stats.matchAll(/"name":"([^"]*\bnode_modules\/(?:@[^/"]+\/)?[^/"]+)\//g);
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const directories = new Set([...modules].map(([, directory = '']) => directory));
  const entries = [...directories].sort().map((directory) => {
    const name = directory.replace(/^.*node_modules\//, '');
    const text = licenseOf(directory);
    if (text === '') throw new Error(`${name} is bundled, and comes without a licence`);
    const locked = packages[directory.replace(/^(\.\/)?(lib\/)?/, '')];
    if (!locked || locked.dev) throw new Error(`${name} is bundled, but isn't among the dependencies`);
    const { version } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'));
    return `=== ${name} ${version}\n\n${text}\n`;
  });
  return entries.join('\n');
}

/**
 * Minifies each module by itself, and keeps the parentheses around it: V8 compiles such a function at once, where it would
 * otherwise read every module twice. Names of classes stay, so that a stack still says where it was.
 */
function minifyModules(bundle: string): string {
  return bundle.replaceAll(MODULE, (_, head: string, body: string) => {
    const mangle = { keep_classnames: true };
    const settings = { module: true, compress: { passes: 2 }, mangle, format: { comments: false } } as const;
    const { code } = minifySync(`export default (${head}${body}})`, settings);
    const [, parenthesized] = /^export default ?(\(.*\));?$/s.exec(code) ?? [];
    if (parenthesized === undefined) throw new Error(`the parentheses are gone: ${code.slice(0, 80)}`);
    return parenthesized;
  });
}

rmSync('lib', { recursive: true, force: true });
runPackage('typescript/bin/tsc', '-p', 'tsconfig.build.json');
await inlineAssets();
stagePackages();
// Only now, so that a type error leaves the bundle as it was.
rmSync('dist', { recursive: true, force: true });
// `debug` tries to load supports-color, and works without it. Only packages for development depend on it.
const bundle = 'build lib/index.js -o dist --no-cache -e supports-color --stats-out'.split(' ');
runPackage('@vercel/ncc/dist/ncc/cli.js', ...bundle, STATS);
writeFileSync('dist/licenses.txt', licenses(readFileSync(STATS, 'utf8')));
for (const name of readdirSync('dist').filter((file) => file.endsWith('index.js'))) {
  const file = `dist/${name}`;
  writeFileSync(file, minifyModules(readFileSync(file, 'utf8')));
}

if (process.argv.includes('--check')) {
  // New chunks are untracked files, so `git diff` alone would not see them.
  const changes = execFileSync('git', ['status', '--porcelain', '--', 'dist'], { encoding: 'utf8' });
  if (changes !== '') {
    console.error(`dist/ is now what src/ builds, but was committed otherwise. Commit it:\n${changes}`);
    process.exit(1);
  }
  console.log('dist/ is what src/ builds.');
}
