import path from 'node:path';
import type { Fault } from '../sandbox/faults.ts';
import {
  ACTION,
  type Contender,
  median,
  PEAK_ENV,
  type Sample,
  Stage,
  table,
  time,
  times,
} from './measure.ts';

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
const DATES = { from: '2026-03-01', to: '2026-03-08' } as const;
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
  return Stage.with(site, async (stage) => {
    const contenders = [actionContender(dist, stage, rows), loopContender(stage)].map((contender) => ({
      ...contender,
      env: { ...contender.env, ...PEAK_ENV },
    }));
    const samples = await stage.measure(contenders, rounds);
    const [action = [], loop = []] = [samples.get(ACTION), samples.get(LOOP)];
    const each = [rows.toLocaleString('en-US'), time(delayMs), String(rounds)];
    return [...each, ...cells(rows, delayMs, action, loop)];
  });
}

function cells(rows: number, delayMs: number, action: Sample[], loop: Sample[]): string[] {
  const needed = Math.ceil(rows / PAGE_SIZE);
  // Nothing but the server's delay: one request, then two, then fours.
  const idealMs = (Math.min(needed, 2) + Math.ceil(Math.max(0, needed - 3) / AT_ONCE)) * delayMs;
  const megabytes = (samples: Sample[]) => `${Math.round(median(samples, 'peakBytes') / 1e6)} MB`;
  return [
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
}

/** The whole mode: it reads, checks, and writes CSV, JSON, Markdown and HTML. No days, no comparison, no artifact. */
function actionContender(dist: string, stage: Stage, rows: number): Contender {
  return stage.action(dist, {
    mode: 'analytics',
    period: PERIOD,
    compare: 'none',
    trend: 'false',
    'max-requests': String(Math.ceil(rows / PAGE_SIZE) + AT_ONCE),
    'artifact-name': '',
  });
}

/** One page after the other, into one JSON file. */
function loopContender(stage: Stage): Contender {
  return stage.peer(LOOP, 'fetch-export.mjs', {
    DATE_FROM: DATES.from,
    DATE_TO: DATES.to,
    LIMIT: String(PAGE_SIZE),
    REPORT: path.join(stage.step.root, 'views.json'),
  });
}
