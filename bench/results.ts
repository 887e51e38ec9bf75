import { AT_ONCE, type ExportResult, PAGE_SIZE } from './export.ts';
import { median } from './figures.ts';
import type { Sample } from './measure.ts';
import type { PollResult } from './polls.ts';
import type { StartResults } from './start.ts';

/** Everything that one run of the benchmark found. */
export interface Results {
  readonly machine: Machine;
  readonly start: StartResults;
  readonly exports: readonly ExportResult[];
  readonly polls: readonly PollResult[];
}

export interface Machine {
  /** ISO 8601 day. */
  readonly date: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly memoryBytes: number;
  readonly system: string;
  /** Versions, such as `Node 24.21.0`. */
  readonly versions: readonly string[];
  /** The load average of the last minute, before and after. It counts the benchmark itself. */
  readonly load: readonly [number, number];
}

export function wallMs(samples: readonly Sample[]): number {
  return median(samples.map((sample) => sample.wallMs));
}

/** From the arrival of the first request to the last answer. */
export function readingMs(samples: readonly Sample[]): number {
  return median(samples.map(({ firstByteMs, lastAnswerMs }) => lastAnswerMs - firstByteMs));
}

/** From the last answer to the end of the process. */
export function writingMs(samples: readonly Sample[]): number {
  return median(samples.map(({ lastAnswerMs, wallMs }) => wallMs - lastAnswerMs));
}

export function peakBytes(samples: readonly Sample[]): number {
  return median(samples.flatMap((sample) => sample.peakBytes ?? []));
}

/** Requests that a site of this size needs. */
export function neededRequests(rows: number): number {
  return Math.ceil(rows / PAGE_SIZE);
}

/** With nothing but the server's delay, and all requests but the last ones made in fours. */
export function idealMs({ rows, delayMs }: ExportResult): number {
  return (neededRequests(rows) / AT_ONCE) * delayMs;
}

/** The export of one size and delay, if it was measured. */
export function exportOf(
  exports: readonly ExportResult[],
  rows: number,
  delayMs: number,
): ExportResult | undefined {
  return exports.find((result) => result.rows === rows && result.delayMs === delayMs);
}
