import type { ExportResult } from './export.ts';
import { kilobytes, megabytes, thousands, time, times } from './figures.ts';
import { exportOf, idealMs, neededRequests, peakBytes, type Results, readingMs, wallMs } from './results.ts';
import { ACTION, FETCH, GITHUB_SCRIPT } from './start.ts';

/** What was promised, and what came out. */
export interface Target {
  readonly promise: string;
  readonly measured: string;
  /** Absent if it was not measured in this run. */
  readonly isMet: boolean | undefined;
}

const FEW = 25_000;
const MANY = 250_000;

export function targetsOf(results: Results): Target[] {
  const { start, exports, polls } = results;
  const loaded = [...start.loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
  const tenMinutes = polls.find(({ jobMs }) => jobMs === 600_000)?.action.requests ?? 0;
  const beyond = Math.max(...polls.map(({ action }) => action.beyondTenthMs));
  return [
    startTarget(results, GITHUB_SCRIPT, 1),
    startTarget(results, FETCH, 1.5),
    {
      promise: 'Agent mode loads at most 700 kB of JavaScript',
      measured: kilobytes(loaded),
      isMet: loaded <= 700_000,
    },
    ...[FEW, MANY].flatMap((rows) => [
      idealTarget(exports, rows),
      readingTarget(exports, rows),
      loopTarget(exports, rows),
    ]),
    memoryTarget(exports),
    requestsTarget(exports),
    {
      promise: 'A job of 10 minutes takes at most 50 polls',
      measured: String(tenMinutes),
      isMet: tenMinutes <= 50,
    },
    {
      promise: 'The end of a job is seen at most a tenth of its duration + 2 s late',
      measured: `a tenth ${beyond < 0 ? '−' : '+'} ${time(Math.abs(beyond))}`,
      isMet: beyond <= 2000,
    },
  ];
}

/** The worse of watching and creating counts. */
function startTarget({ start }: Results, peer: string, most: number): Target {
  const ratios = [start.watch, start.create].map(
    (samples) => wallMs(samples.get(ACTION) ?? []) / wallMs(samples.get(peer) ?? []),
  );
  const ratio = Math.max(...ratios);
  const isMeasured = !Number.isNaN(ratio);
  return {
    promise: `An agent step takes at most ${most.toFixed(1)} × as long as ${peer}`,
    measured: isMeasured ? times(ratio) : 'not measured',
    isMet: isMeasured ? ratio <= most : undefined,
  };
}

function idealTarget(exports: readonly ExportResult[], rows: number): Target {
  const result = exportOf(exports, rows, 100);
  return ratioTarget(
    `${thousands(rows)} rows at 100 ms: at most 1.25 × the ideal`,
    result && wallMs(result.action) / idealMs(result),
    1.25,
  );
}

/** Like for like: the loop does nothing else. */
function readingTarget(exports: readonly ExportResult[], rows: number): Target {
  const result = exportOf(exports, rows, 0);
  return ratioTarget(
    `${thousands(rows)} rows at 0 ms: reading not slower than in the loop of 250`,
    result && readingMs(result.action) / readingMs(result.loop250),
    1,
  );
}

function loopTarget(exports: readonly ExportResult[], rows: number): Target {
  const result = exportOf(exports, rows, 0);
  return ratioTarget(
    `${thousands(rows)} rows at 0 ms: the step, with its four files, not slower than the loop of 250`,
    result && wallMs(result.action) / wallMs(result.loop250),
    1,
  );
}

function ratioTarget(promise: string, ratio: number | undefined, most: number): Target {
  return ratio === undefined
    ? { promise, measured: 'not measured', isMet: undefined }
    : { promise, measured: times(ratio), isMet: ratio <= most };
}

function memoryTarget(exports: readonly ExportResult[]): Target {
  const peaks = exports.filter(({ rows }) => rows === MANY).map(({ action }) => peakBytes(action));
  const peak = Math.max(...peaks);
  const promise = `${thousands(MANY)} rows within 300 MB`;
  return peaks.length === 0
    ? { promise, measured: 'not measured', isMet: undefined }
    : { promise, measured: megabytes(peak), isMet: peak <= 300_000_000 };
}

function requestsTarget(exports: readonly ExportResult[]): Target {
  const extra = Math.max(
    ...exports.flatMap(({ rows, action }) => action.map(({ requests }) => requests - neededRequests(rows))),
  );
  return { promise: 'At most 3 requests past the end', measured: String(extra), isMet: extra <= 3 };
}

/** Bytes that the peak grows by with each row, between the two sizes. */
export function growthPerRow(exports: readonly ExportResult[]): number | undefined {
  const [few, many] = [exportOf(exports, FEW, 0), exportOf(exports, MANY, 0)];
  return few && many && (peakBytes(many.action) - peakBytes(few.action)) / (MANY - FEW);
}
