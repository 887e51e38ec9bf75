import path from 'node:path';
import type { Fault } from '../sandbox/faults.ts';
import { ACTION, type Contender, median, Stage, table, time, times } from './measure.ts';

/** A site of so many rows, a server that thinks so long about each request, and how often it is read. */
export interface ExportCase {
  readonly rows: number;
  readonly delayMs: number;
  readonly rounds: number;
}

/** Rows of a page at the most, and requests that this action makes at once. */
const PAGE_SIZE = 250;
const AT_ONCE = 4;
/** The same days for every contender: the loop asks up to the day after the last. */
const PERIOD = '2026-03-01..2026-03-07';
const DATES = { DATE_FROM: '2026-03-01', DATE_TO: '2026-03-08' };
const LOOP = 'loop';

/** What it takes to read all pages of sites, beside a loop that asks for one page after the other. */
export async function exportTable(dist: string, cases: readonly ExportCase[]): Promise<string> {
  const rows: string[][] = [];
  for (const each of cases) rows.push(await measureExport(dist, each));
  const loop = ['Loop', 'Its reading'];
  const ratios = ['Step ÷ ideal', 'Step ÷ loop', 'Requests (needed)', 'Peak memory (loop)'];
  return table(['Rows', 'Delay', 'Runs', 'Step', 'Reading', 'Ideal', ...loop, ...ratios], rows);
}

async function measureExport(dist: string, { rows, delayMs, rounds }: ExportCase): Promise<string[]> {
  const slow: Fault = { on: 'views', behaviour: { kind: 'delay', ms: delayMs } };
  const site = { pages: rows, steadyPages: true, faults: delayMs > 0 ? [slow] : [] };
  const needed = Math.ceil(rows / PAGE_SIZE);
  // Nothing but the server's delay: one request, then two, then fours.
  const idealMs = (Math.min(needed, 2) + Math.ceil(Math.max(0, needed - 3) / AT_ONCE)) * delayMs;
  return Stage.with(site, async (stage) => {
    const samples = await stage.measure(contenders(dist, stage, needed), rounds);
    const [action, loop] = [samples[ACTION], samples[LOOP]];
    const megabytes = (of: typeof action) => `${Math.round(median(of, 'peakBytes') / 1e6)} MB`;
    return [
      rows.toLocaleString('en-US'),
      time(delayMs),
      String(rounds),
      time(median(action)),
      time(median(action, 'readingMs')),
      delayMs === 0 ? '–' : time(idealMs),
      time(median(loop)),
      time(median(loop, 'readingMs')),
      delayMs === 0 ? '–' : times(median(action) / idealMs),
      times(median(action) / median(loop)),
      `${median(action, 'requests').toLocaleString('en-US')} (${needed.toLocaleString('en-US')})`,
      `${megabytes(action)} (${megabytes(loop)})`,
    ];
  });
}

/** The whole mode reads, checks, and writes CSV, JSON, Markdown and HTML; the loop writes one JSON file. */
function contenders(dist: string, stage: Stage, needed: number): Contender[] {
  const report = path.join(stage.step.root, 'views.json');
  const budget = { 'max-requests': String(needed + AT_ONCE) };
  const alone = { compare: 'none', trend: 'false', 'artifact-name': '' };
  return [
    stage.action(dist, { mode: 'analytics', period: PERIOD, ...alone, ...budget }),
    stage.peer(LOOP, 'fetch-export.mjs', { ...DATES, LIMIT: String(PAGE_SIZE), REPORT: report }),
  ];
}
