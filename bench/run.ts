/**
 * Measures the committed bundle beside what people use instead, and writes what came out into docs/proofs.md.
 *
 *     npm run bench                      everything; about two minutes
 *     npm run bench -- --quick           few runs, small exports; writes nothing
 *     npm run bench -- --dist DIR        another bundle than dist/
 *
 * The sandbox, this process and whatever else the machine does share its cores with what is measured, so only ratios of
 * one run mean something elsewhere.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type ExportCase, exportTable } from './export.ts';
import { startTable } from './start.ts';

const root = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(root, 'docs/proofs.md');
const PLACE = /(?<=<!-- measured -->\n).*?(?=<!-- \/measured -->)/s;

const QUICK: ExportCase[] = [
  { rows: 25_000, delayMs: 0, rounds: 3 },
  { rows: 10_000, delayMs: 100, rounds: 1 },
];
const FULL: ExportCase[] = [
  { rows: 25_000, delayMs: 0, rounds: 11 },
  { rows: 25_000, delayMs: 20, rounds: 7 },
  { rows: 10_000, delayMs: 100, rounds: 5 },
];

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, dist: { type: 'string', default: 'dist' } },
});
const dist = path.resolve(root, values.dist);
const rounds = values.quick ? 11 : 51;
const load = () => os.loadavg()[0]?.toFixed(1);
const before = load();
const start = await startTable(dist, rounds);
const exports = await exportTable(dist, values.quick ? QUICK : FULL);
const machine = `${os.cpus().length} × ${os.cpus()[0]?.model}, ${os.type()} ${os.release()} (${os.arch()})`;
const day = new Date().toISOString().slice(0, 10);
const text = `Measured on ${day}: ${machine}; Node ${process.versions.node}. Load average ${before} before, ${load()} after.
Times are medians, of ${rounds} runs for a start.

### Start

${start}

### Export

${exports}
`;
console.log(text);
if (!values.quick)
  writeFileSync(
    DOCUMENT,
    readFileSync(DOCUMENT, 'utf8').replace(PLACE, () => text),
  );
