import { rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, StepDirectory } from '../__tests__/helpers/action-environment.ts';
import type { Fault } from '../sandbox/faults.ts';
import type { Sandbox } from '../sandbox/server.ts';
import {
  type Contender,
  measure,
  median,
  PEAK_ENV,
  type Sample,
  startUnlimited,
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
/** Whole UTC days, so that every contender asks for the same rows. */
const DATES = { from: '2026-03-01', to: '2026-03-08' } as const;
const ACTION = 'this action';
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
  const sandbox = await startUnlimited({ pages: rows, steadyPages: true, faults: delayMs > 0 ? [slow] : [] });
  const step = new StepDirectory();
  try {
    const contenders = [actionContender(dist, step, sandbox, rows), loopContender(step, sandbox)];
    const samples = await measure(contenders, sandbox, rounds, () => {
      step.reset();
      rmSync(step.temp, { recursive: true, force: true });
    });
    const [action = [], loop = []] = [samples.get(ACTION), samples.get(LOOP)];
    return [
      rows.toLocaleString('en-US'),
      time(delayMs),
      String(rounds),
      ...cells(rows, delayMs, action, loop),
    ];
  } finally {
    step.remove();
    await sandbox.close();
  }
}

function cells(rows: number, delayMs: number, action: Sample[], loop: Sample[]): string[] {
  const needed = Math.ceil(rows / PAGE_SIZE);
  // Nothing but the server's delay, with requests made in fours.
  const idealMs = (needed / AT_ONCE) * delayMs;
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
function actionContender(dist: string, step: StepDirectory, sandbox: Sandbox, rows: number): Contender {
  const inputs = {
    mode: 'analytics',
    'date-from': DATES.from,
    'date-to': DATES.to,
    compare: 'false',
    daily: 'false',
    'max-requests': String(Math.ceil(rows / PAGE_SIZE) + AT_ONCE),
    'artifact-name': '',
  };
  const env = { ...step.environment({ inputs, sandbox }), ...PEAK_ENV };
  return { name: ACTION, args: [path.join(dist, 'index.js')], env };
}

/** One page after the other, into one JSON file. */
function loopContender(step: StepDirectory, sandbox: Sandbox): Contender {
  const env = {
    BASE_URL: sandbox.url,
    API_KEY: sandbox.apiKey,
    PROJECT_ID: PROJECT,
    DATE_FROM: DATES.from,
    DATE_TO: DATES.to,
    LIMIT: String(PAGE_SIZE),
    REPORT: path.join(step.root, 'views.json'),
    ...PEAK_ENV,
  };
  return { name: LOOP, args: [path.join(import.meta.dirname, 'peers/fetch-export.mjs')], env };
}
