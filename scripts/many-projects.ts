/**
 * Plays the weekly reports of 50 projects of one organization against the sandbox, which allows 100 analytics requests an
 * hour, and writes what each way gets as a table into docs/many-projects.md.
 *
 *     node scripts/many-projects.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { CollectedLog } from '../__tests__/helpers/collected-log.ts';
import { startSandbox } from '../sandbox/server.ts';
import { type ReadOptions, readReport } from '../src/analytics/read.ts';
import { systemClock } from '../src/clock.ts';
import { PlatformClient } from '../src/platform/client.ts';
import { HttpError } from '../src/platform/errors.ts';
import { Transport } from '../src/platform/transport.ts';

const PROJECTS = Array.from({ length: 50 }, (_, index) => `project-${String(index + 1).padStart(2, '0')}`);
const START_MS = Date.parse('2026-01-12T06:17:00Z');
const HOUR_MS = 3_600_000;

type What = Pick<ReadOptions, 'compare' | 'daily' | 'history' | 'maxRequests'>;
const DEFAULTS: What = { compare: true, daily: true, history: 8, maxRequests: 90 };
const COMPARED: What = { compare: true, daily: false, history: 0, maxRequests: 100 };
const ALONE: What = { ...COMPARED, compare: false };

/** Ways to make the reports: of one project each, so many runs in an hour, or of all in one run. */
const WAYS: readonly (readonly [name: string, what: What, runsPerHour?: number])[] = [
  ['50 runs in one hour, with the defaults', DEFAULTS, 50],
  ['50 runs in one hour, `daily: false`, `history: 0`', COMPARED, 50],
  ['50 runs in one hour, also `compare: false`', ALONE, 50],
  ['One run with a list, with the defaults', DEFAULTS],
  ['**One run with a list, `daily: false`, `history: 0`, `max-requests: 100`**', COMPARED],
  ['**50 runs, six in each hour, with the defaults**', DEFAULTS, 6],
];

/** Plays one way: hours, requests, and how many projects got everything, all pages but not all of the rest, and nothing. */
async function play(what: What, runsPerHour?: number): Promise<number[]> {
  const runs = runsPerHour === undefined ? [PROJECTS] : PROJECTS.map((project) => [project]);
  const hourOf = (run: number) => Math.floor(run / (runsPerHour ?? 1));
  let nowMs = START_MS;
  const sandbox = await startSandbox({ today: '2026-01-12', now: () => nowMs });
  const { url, apiKey } = sandbox;
  const transport = new Transport({ baseUrl: new URL(url), apiKey }, {});
  let [whole, pagesOnly] = [0, 0];
  try {
    for (const [run, projects] of runs.entries()) {
      nowMs = START_MS + hourOf(run) * HOUR_MS;
      const report = await readReport({
        ...what,
        platforms: projects.map((projectId) => ({
          projectId,
          platform: new PlatformClient(transport, projectId),
        })),
        period: { kind: 'dates', from: '2026-01-05', to: '2026-01-12' },
        version: 'simulation',
        log: new CollectedLog(),
        clock: { ...systemClock, date: () => new Date(nowMs) },
        signal: new AbortController().signal,
      }).catch((error: unknown) => {
        if (error instanceof HttpError && error.status === 429) return { projects: [] };
        throw error;
      });
      for (const { complete, days = [], history = [], previousComplete } of report.projects) {
        const hasParts = [...days, ...history].every(({ counts }) => counts !== undefined);
        const isWhole = hasParts && previousComplete === (what.compare || undefined);
        if (complete && isWhole) whole += 1;
        else if (complete) pagesOnly += 1;
      }
    }
    const requests = sandbox.ledger.of('views').length;
    return [hourOf(runs.length - 1) + 1, requests, whole, pagesOnly, PROJECTS.length - whole - pagesOnly];
  } finally {
    await transport.close();
    await sandbox.close();
  }
}

/** The table of all ways. */
export async function manyProjectsTable(): Promise<string> {
  const rows = [
    '| How the reports of 50 projects are made | Hours | Requests | Whole | Pages, not all else | Nothing |',
    '| :-- | --: | --: | --: | --: | --: |',
  ];
  for (const [name, ...way] of WAYS) rows.push(`| ${name} | ${(await play(...way)).join(' | ')} |`);
  return rows.join('\n');
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
