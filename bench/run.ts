/**
 * Measures the committed bundle beside what people use instead, and writes what came out into docs/performance.md.
 *
 *     npm run bench                      everything; about a quarter of an hour
 *     npm run bench -- --quick           few runs, small exports; writes nothing
 *     npm run bench -- --dist DIR        another bundle than dist/
 *
 * With `GITHUB_SCRIPT_DIST` naming the `dist/index.js` of actions/github-script, that takes part too: it is in no
 * package registry. The sandbox, this process and whatever else the machine does share its cores with what is measured,
 * so only ratios of one run mean something elsewhere.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chart } from './chart.ts';
import { type ExportCase, type ExportResult, measureExport } from './export.ts';
import { simulatePolls } from './polls.ts';
import { markdown } from './report.ts';
import type { Machine, Results } from './results.ts';
import { githubScriptBundle, measureStart } from './start.ts';

const root = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(root, 'docs/performance.md');
const CHART = path.join(root, 'docs/images/performance.svg');

const QUICK: ExportCase[] = [
  { rows: 25_000, delayMs: 0, rounds: 3, loop50Rounds: 1 },
  { rows: 25_000, delayMs: 100, rounds: 1, loop50Rounds: 0 },
];
const FULL: ExportCase[] = [
  { rows: 25_000, delayMs: 0, rounds: 11, loop50Rounds: 5 },
  { rows: 25_000, delayMs: 20, rounds: 7, loop50Rounds: 3 },
  { rows: 25_000, delayMs: 100, rounds: 5, loop50Rounds: 1 },
  { rows: 250_000, delayMs: 0, rounds: 7, loop50Rounds: 3 },
  { rows: 250_000, delayMs: 20, rounds: 3, loop50Rounds: 1 },
  // The loop of 50 would take nine minutes, for what the rows above tell already.
  { rows: 250_000, delayMs: 100, rounds: 1, loop50Rounds: 0 },
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      dist: { type: 'string', default: path.join(root, 'dist') },
    },
  });
  const results = await measureAll(path.resolve(values.dist), values.quick);
  const text = markdown(results);
  console.log(`\n${text}`);
  if (values.quick) return;
  writeFileSync(DOCUMENT, withMeasured(readFileSync(DOCUMENT, 'utf8'), text));
  mkdirSync(path.dirname(CHART), { recursive: true });
  writeFileSync(CHART, chart(results));
  console.log(`\nWritten into ${path.relative(root, DOCUMENT)}.`);
}

async function measureAll(dist: string, isQuick: boolean): Promise<Results> {
  const loadBefore = os.loadavg()[0] ?? 0;
  console.log('start …');
  const start = await measureStart(dist, isQuick ? 11 : 51);
  const exports: ExportResult[] = [];
  for (const each of isQuick ? QUICK : FULL) {
    console.log(`export of ${each.rows} rows at ${each.delayMs} ms …`);
    exports.push(await measureExport(dist, each));
  }
  const polls = await simulatePolls();
  return { machine: machine(loadBefore), start, exports, polls };
}

function machine(loadBefore: number): Machine {
  const [cpu] = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cpu: cpu?.model ?? 'unknown processor',
    cpus: os.cpus().length,
    memoryBytes: os.totalmem(),
    system: `${os.type()} ${os.release()} (${os.arch()})`,
    versions: [
      `Node ${process.versions.node}`,
      ...['bash', 'curl', 'jq'].map(versionOf),
      ...githubScriptName(),
    ],
    load: [loadBefore, os.loadavg()[0] ?? 0],
  };
}

function versionOf(command: string): string {
  const [line = ''] = execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n');
  return `${command} ${/\d+(\.\d+)+/.exec(line)?.[0] ?? line}`;
}

/** The bundle does not say which version it is. */
function githubScriptName(): string[] {
  const bundle = githubScriptBundle();
  if (!bundle) return [];
  const digest = createHash('sha256').update(readFileSync(bundle)).digest('hex');
  return [`actions/github-script (bundle ${digest.slice(0, 12)})`];
}

function withMeasured(document: string, text: string): string {
  const [start, end] = ['<!-- measured -->', '<!-- /measured -->'];
  const [from, to] = [document.indexOf(start), document.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${DOCUMENT} needs the markers ${start} and ${end}`);
  return `${document.slice(0, from + start.length)}\n${text}\n${document.slice(to)}`;
}

await main();
