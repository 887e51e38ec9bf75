import type { Tally } from './tally.ts';

/** The figures of a campaign, as Markdown that also reads well in a terminal. */
export function campaignTable(title: string, tally: Tally, tookMs: number): string {
  const rows: [string, string | number][] = [
    ['runs', tally.runs],
    ['requests', tally.requests],
    ['faults injected', total(tally.faults)],
    ['kinds of faults', Object.keys(tally.faults).length],
    ['runs with an outage', tally.outages],
    ['runs interrupted', tally.signals],
    ['jobs created', tally.jobs],
    ['follow-ups taken', tally.messages],
    ['**runs with more than one job or follow-up**', tally.doubled],
    ['**job ids told and not in `job-id`**', tally.lost],
    ['ended as `unknown`', tally.outcomes['unknown'] ?? 0],
    ['… where the platform had in fact done it', tally.unknownDone],
    ['longest time from a signal to the end', seconds(tally.mostStopMs)],
    ['latest end after `timeout-minutes`', seconds(tally.mostLateMs)],
    ['**runs that broke a promise**', tally.failures.length],
    ['took', seconds(tookMs)],
  ];
  return [
    `\n## ${title}\n`,
    table(['', ''], rows),
    `\nOutcomes: ${listed(tally.outcomes)}\n`,
    `Faults: ${listed(tally.faults)}\n`,
  ].join('\n');
}

export function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export function listed(counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ');
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const all = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => [...(row[column] ?? '')].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? ':'.padEnd(width, '-') : ':'.padStart(width, '-'),
  );
  return [line(head), line(rule), ...all.slice(1).map((row) => line(row))].join('\n');
}
