import type { ExportResult } from './export.ts';
import { kilobytes, median, megabytes, quantile, thousands, time, times } from './figures.ts';
import type { Sample } from './measure.ts';
import type { PollCost, PollResult } from './polls.ts';
import { idealMs, neededRequests, peakBytes, type Results, readingMs, wallMs, writingMs } from './results.ts';
import { ACTION, FETCH, type StartResults } from './start.ts';
import { growthPerRow, targetsOf } from './targets.ts';

/** The measured part of docs/performance.md. */
export function markdown(results: Results): string {
  return [
    machineText(results),
    '### Targets',
    targetTable(results),
    '### Start',
    startText(results.start),
    '### Export',
    exportText(results.exports),
    '### Polls',
    pollText(results.polls),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function machineText({ machine }: Results): string {
  const { date, cpu, cpus, memoryBytes, system, versions, load } = machine;
  return `Measured on ${date}: ${cpus} × ${cpu}, ${megabytes(memoryBytes)} of memory, ${system}; ${versions.join(', ')}. Load average ${load.map((value) => value.toFixed(1)).join(' before, ')} after.`;
}

function targetTable(results: Results): string {
  const rows = targetsOf(results).map(({ promise, measured, isMet }) => [
    promise,
    measured,
    isMet === undefined ? '–' : isMet ? 'yes' : '**no**',
  ]);
  return table(['Target', 'Measured', 'Met'], rows);
}

function startText({ rounds, watch, create, loaded }: StartResults): string {
  const peers = [...watch.keys()];
  const rows = peers.map((name) => [
    name,
    spread(watch.get(name)),
    ratioTo(FETCH, watch, name),
    firstByte(watch.get(name)),
    spread(create.get(name)),
    ratioTo(FETCH, create, name),
  ]);
  const files = [...loaded].map(([name, bytes]) => `\`${name}\` (${kilobytes(bytes)})`).join(', ');
  return [
    `Medians of ${rounds} runs, with the middle half of them in brackets. *Watch*: a job that is finished when it is first asked for. *Create*: a job that is finished at the first poll, 1 ms after it was created. *First request*: from the start of the process until the sandbox has it.`,
    table(['', 'Watch', '÷ fetch', 'First request', 'Create', '÷ fetch'], rows),
    `Watching loads ${files}.`,
  ].join('\n\n');
}

function spread(samples: readonly Sample[] | undefined): string {
  if (!samples) return '–';
  const walls = samples.map(({ wallMs }) => wallMs);
  const [low, high] = [quantile(walls, 0.25), quantile(walls, 0.75)].map(Math.round);
  return `${time(median(walls))} (${low}–${high})`;
}

function firstByte(samples: readonly Sample[] | undefined): string {
  const asked = samples?.filter(({ requests }) => requests > 0) ?? [];
  return asked.length === 0 ? '–' : time(median(asked.map(({ firstByteMs }) => firstByteMs)));
}

function ratioTo(peer: string, samples: ReadonlyMap<string, readonly Sample[]>, name: string): string {
  const [own, other] = [samples.get(name), samples.get(peer)];
  return own && other ? times(wallMs(own) / wallMs(other)) : '–';
}

function exportText(exports: readonly ExportResult[]): string {
  const growth = growthPerRow(exports);
  return [
    `The *step* is the whole process: it reads, checks and compares, and writes CSV, JSON, Markdown and an HTML page with charts. *Reading* is the part from its first request to the last answer, *writing* what comes after. The loops are Node scripts with fetch that ask for one page after the other and write one JSON file. The *ideal* is the server's delay alone, for requests made in fours.`,
    table(
      [
        'Rows',
        'Delay',
        'Runs',
        'Step',
        'Reading',
        'Writing',
        'Ideal',
        'Loop of 250',
        'Its reading',
        'Loop of 50',
        'Step ÷ ideal',
        'Step ÷ loop of 250',
        'Requests (needed)',
        'Peak memory (loop of 250)',
      ],
      exports.map(exportRow),
    ),
    growth === undefined ? '' : `Each row adds ${Math.round(growth)} bytes to the peak.`,
  ].join('\n\n');
}

function exportRow(result: ExportResult): string[] {
  const { rows, delayMs, action, loop250, loop50 } = result;
  const most = Math.max(...action.map(({ requests }) => requests));
  return [
    thousands(rows),
    time(delayMs),
    String(action.length),
    time(wallMs(action)),
    time(readingMs(action)),
    time(writingMs(action)),
    delayMs === 0 ? '–' : time(idealMs(result)),
    time(wallMs(loop250)),
    time(readingMs(loop250)),
    loop50.length === 0 ? '–' : time(wallMs(loop50)),
    delayMs === 0 ? '–' : times(wallMs(action) / idealMs(result)),
    times(wallMs(action) / wallMs(loop250)),
    `${thousands(most)} (${thousands(neededRequests(rows))})`,
    `${megabytes(peakBytes(action))} (${megabytes(peakBytes(loop250))})`,
  ];
}

function pollText(polls: readonly PollResult[]): string {
  return [
    `The action's own wait loop on a simulated clock, with the default inputs, beside loops with a fixed pause: requests for a job of that duration, and how much later than its end it is seen to be finished, on average and at worst, over 200 jobs that take up to a quarter less or more.`,
    table(
      ['Job', ACTION, 'Every 5 s', 'Every 30 s'],
      polls.map(({ jobMs, action, every5s, every30s }) => [
        jobDuration(jobMs),
        ...[action, every5s, every30s].map(pollCell),
      ]),
    ),
  ].join('\n\n');
}

function pollCell({ requests, meanLateMs, worstLateMs }: PollCost): string {
  const [mean, worst] = [meanLateMs, worstLateMs].map((ms) => (ms / 1000).toFixed(1));
  return `${thousands(requests)}; ${mean} s, ${worst} s`;
}

function jobDuration(ms: number): string {
  if (ms < 60_000) return `${ms / 1000} s`;
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`;
}
