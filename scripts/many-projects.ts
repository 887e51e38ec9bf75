/**
 * Plays the weekly reports of 50 projects of one organization against the sandbox, which allows 100 analytics requests an
 * hour, and writes what each way gets as a table into docs/many-projects.md.
 *
 *     node scripts/many-projects.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { startSandbox } from '../sandbox/server.ts';
import type { Report } from '../src/analytics/model.ts';
import { type ReadOptions, readReport } from '../src/analytics/read.ts';
import { type Clock, systemClock } from '../src/clock.ts';
import type { Log } from '../src/log.ts';
import { PlatformClient } from '../src/platform/client.ts';
import { HttpError } from '../src/platform/errors.ts';
import { Transport } from '../src/platform/transport.ts';

const PROJECTS = Array.from({ length: 50 }, (_, index) => `project-${String(index + 1).padStart(2, '0')}`);
const START_MS = Date.parse('2026-01-12T06:17:00Z');
const HOUR_MS = 3_600_000;

type What = Pick<ReadOptions, 'compare' | 'daily' | 'history' | 'maxRequests'>;
const DEFAULTS: What = { compare: true, daily: true, history: 8, maxRequests: 90 };
const COMPARED: What = { compare: true, daily: false, history: 0, maxRequests: 100 };
const ALONE: What = { compare: false, daily: false, history: 0, maxRequests: 100 };

/** A way to make the reports. */
interface Way {
  readonly name: string;
  readonly what: What;
  /** Which projects each run reads, and how many hours after the first run it starts. */
  readonly runs: readonly { readonly projects: readonly string[]; readonly hour: number }[];
}

const each = (hourOf: (index: number) => number) =>
  PROJECTS.map((project, index) => ({ projects: [project], hour: hourOf(index) }));

const WAYS: readonly Way[] = [
  { name: '50 runs in one hour, with the defaults', what: DEFAULTS, runs: each(() => 0) },
  { name: '50 runs in one hour, `daily: false`, `history: 0`', what: COMPARED, runs: each(() => 0) },
  { name: '50 runs in one hour, also `compare: false`', what: ALONE, runs: each(() => 0) },
  { name: 'One run with a list, with the defaults', what: DEFAULTS, runs: [{ projects: PROJECTS, hour: 0 }] },
  {
    name: '**One run with a list, `daily: false`, `history: 0`, `max-requests: 100`**',
    what: COMPARED,
    runs: [{ projects: PROJECTS, hour: 0 }],
  },
  {
    name: '**50 runs, six in each hour, with the defaults**',
    what: DEFAULTS,
    runs: each((index) => Math.floor(index / 6)),
  },
];

const SILENT: Log = {
  info() {},
  notice() {},
  warning() {},
  error() {},
  debug() {},
  group: async (_title, body) => body(),
};

/** What the projects got, as numbers of projects, and what it took. */
interface Outcome {
  /** Everything that was asked for. */
  whole: number;
  /** All pages, but not all of the rest. */
  pagesOnly: number;
  /** Nothing: their run ended as `error`. */
  nothing: number;
  requests: number;
  hours: number;
}

async function play({ what, runs }: Way): Promise<Outcome> {
  let nowMs = START_MS;
  const sandbox = await startSandbox({ today: '2026-01-12', now: () => nowMs });
  const { url, apiKey } = sandbox;
  const transport = new Transport({ baseUrl: new URL(url), apiKey }, {});
  const outcome: Outcome = { whole: 0, pagesOnly: 0, nothing: 0, requests: 0, hours: 0 };
  try {
    for (const { projects, hour } of runs) {
      nowMs = START_MS + hour * HOUR_MS;
      const clock: Clock = { ...systemClock, date: () => new Date(nowMs) };
      const platforms = projects.map((projectId) => ({
        projectId,
        platform: new PlatformClient(transport, projectId),
      }));
      const period = { kind: 'dates', from: '2026-01-05', to: '2026-01-12' } as const;
      const options = { ...what, platforms, period, version: 'simulation', log: SILENT, clock };
      const { signal } = new AbortController();
      const report = await readReport({ ...options, signal }).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 429) return undefined;
        throw error;
      });
      count(outcome, report, projects.length, what);
      outcome.hours = Math.max(outcome.hours, hour + 1);
    }
    outcome.requests = sandbox.ledger.of('views').length;
    return outcome;
  } finally {
    await transport.close();
    await sandbox.close();
  }
}

function count(outcome: Outcome, report: Report | undefined, projects: number, what: What): void {
  if (!report) outcome.nothing += projects;
  for (const { complete, days = [], history = [], previousComplete } of report?.projects ?? []) {
    const parts = [...days, ...history].every(({ counts }) => counts !== undefined);
    if (complete && parts && previousComplete === (what.compare || undefined)) outcome.whole += 1;
    else if (complete) outcome.pagesOnly += 1;
    else outcome.nothing += 1;
  }
}

/** The table of all ways. */
export async function manyProjectsTable(): Promise<string> {
  const rows = [
    [
      'How the reports of 50 projects are made',
      'Hours',
      'Requests',
      'Whole',
      'Pages, not all else',
      'Nothing',
    ],
    [':--', ...Array(5).fill('--:')],
  ];
  for (const way of WAYS) {
    const { hours, requests, whole, pagesOnly, nothing } = await play(way);
    rows.push([way.name, ...[hours, requests, whole, pagesOnly, nothing].map(String)]);
  }
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The table in the document, between its markers. */
export const TABLE = /(?<=<!-- many-projects -->\n\n).*?(?=\n\n<!-- \/many-projects -->)/s;

if (import.meta.main) {
  const file = 'docs/many-projects.md';
  const table = await manyProjectsTable();
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(TABLE, () => table),
  );
}
