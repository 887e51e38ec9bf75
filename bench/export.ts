import { rmSync } from 'node:fs';
import path from 'node:path';
import { PROJECT, StepDirectory } from '../__tests__/helpers/action-environment.ts';
import { type Contender, measure, type Sample } from './measure.ts';
import { SandboxProcess } from './sandbox-process.ts';

/** What it takes to read all pages of a site of one size, from a server of one speed. */
export interface ExportResult {
  readonly rows: number;
  /** Milliseconds before the server answers each request. */
  readonly delayMs: number;
  /** Of this action, and of loops with page sizes of 250 and 50. Absent where it was left out. */
  readonly action: readonly Sample[];
  readonly loop250: readonly Sample[];
  readonly loop50: readonly Sample[];
}

export interface ExportCase {
  readonly rows: number;
  readonly delayMs: number;
  /** How often this action and the loop of 250 run. */
  readonly rounds: number;
  /** How often the loop of 50 runs. It makes five times the requests, which takes minutes for large sites. */
  readonly loop50Rounds: number;
}

/** Rows of a page at the most. */
export const PAGE_SIZE = 250;
/** Requests that this action makes at once. */
export const AT_ONCE = 4;

/** Whole UTC days, so that every contender asks for the same rows. */
const DATES = { from: '2026-03-01', to: '2026-03-08' } as const;

const ACTION = 'this action';
const loopName = (limit: number): string => `loop of ${limit}`;

export async function measureExport(
  dist: string,
  { rows, delayMs, rounds, loop50Rounds }: ExportCase,
): Promise<ExportResult> {
  const sandbox = await SandboxProcess.start({ pages: rows, steadyPages: true, viewsDelayMs: delayMs });
  const step = new StepDirectory();
  const options = {
    sandbox,
    peakMemory: true,
    prepare() {
      step.reset();
      rmSync(step.temp, { recursive: true, force: true });
    },
  };
  try {
    const action = actionContender(dist, step, sandbox, rows);
    const both = await measure([action, loop(step, sandbox, 250)], { ...options, rounds });
    const slow =
      loop50Rounds === 0
        ? undefined
        : await measure([loop(step, sandbox, 50)], { ...options, rounds: loop50Rounds });
    return {
      rows,
      delayMs,
      action: both.get(ACTION) ?? [],
      loop250: both.get(loopName(250)) ?? [],
      loop50: slow?.get(loopName(50)) ?? [],
    };
  } finally {
    step.remove();
    await sandbox.stop();
  }
}

/** The whole mode: it reads, checks, and writes CSV, JSON, Markdown and HTML. No days, no comparison, no artifact. */
function actionContender(
  dist: string,
  step: StepDirectory,
  sandbox: SandboxProcess,
  rows: number,
): Contender {
  const inputs = {
    mode: 'analytics',
    'date-from': DATES.from,
    'date-to': DATES.to,
    compare: 'false',
    daily: 'false',
    'max-requests': String(Math.ceil(rows / PAGE_SIZE) + AT_ONCE),
    'artifact-name': '',
  };
  const env = step.environment({ inputs, sandbox });
  return { name: ACTION, command: process.execPath, args: [path.join(dist, 'index.js')], env };
}

/** One page after the other, into one JSON file. */
function loop(step: StepDirectory, sandbox: SandboxProcess, limit: number): Contender {
  const env = {
    BASE_URL: sandbox.url,
    API_KEY: sandbox.apiKey,
    PROJECT_ID: PROJECT,
    DATE_FROM: DATES.from,
    DATE_TO: DATES.to,
    LIMIT: String(limit),
    REPORT: path.join(step.root, 'views.json'),
  };
  const file = path.join(import.meta.dirname, 'peers/fetch-export.mjs');
  return { name: loopName(limit), command: process.execPath, args: [file], env };
}
