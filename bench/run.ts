/** Measures the bundle (or that of `--dist DIR`) beside what people use instead, and writes RESULTS.md; `--smoke`: once, unwritten. */
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Fault } from '../sandbox/faults.ts';
import { type Contender, median, type Sample, withStage } from './measure.ts';

const root = path.resolve(import.meta.dirname, '..');
const DOCUMENT = path.join(root, 'bench/RESULTS.md');
const PLACE = /(?<=<!-- measured -->\n).*?(?=<!-- \/measured -->)/s;
const { values } = parseArgs({
  options: { smoke: { type: 'boolean', default: false }, dist: { type: 'string', default: 'dist' } },
});
const dist = path.resolve(root, values.dist);
const rounds = (many: number) => (values.smoke ? 1 : many);

const time = (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`);
const times = (ratio: number) => `${ratio.toFixed(2)} ×`;
const megabytes = (samples: readonly Sample[]) => `${Math.round(median(samples, 'peakBytes') / 1e6)} MB`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const PAUSE_MS = 100;

function startTable(): Promise<string> {
  return withStage({ jobMs: 0 }, async (stage) => {
    const run = async (prompt: string, jobId: string, pausesMs: number) => {
      const inputs = { prompt, 'job-id': jobId, 'poll-interval-seconds': `${PAUSE_MS / 1000}` };
      const variables = { PROMPT: prompt, JOB_ID: jobId, PAUSE_MS: `${PAUSE_MS}` };
      const script = stage.peer('fetch-agent.mjs', variables);
      const contenders = [stage.action(dist, inputs), script, { args: ['--eval', '0'], env: {} }];
      const [action = [], fetch = [], node = []] = await stage.measure(contenders, rounds(51));
      const [step, peer] = [median(action) - pausesMs, median(fetch) - pausesMs];
      return [time(step), time(peer), time(median(node)), times(step / peer)];
    };
    const create = ['Create', ...(await run('Mention the proxy in the guide.', '', PAUSE_MS))];
    const watch = ['Watch', ...(await run('', stage.sandbox.ledger.jobs[0]?.id ?? '', 0))];
    const head = ['', 'This action', 'Node script with fetch', 'Node alone', 'Action ÷ script'];
    return table(head, [watch, create]);
  });
}

const PAGE_SIZE = 250;
const AT_ONCE = 4;
/** The same days for both: the loop asks up to the day after the last. */
const DATES = { DATE_FROM: '2026-03-01', DATE_TO: '2026-03-08' };
const REPORT = { mode: 'analytics', compare: 'none', 'artifact-name': '', period: '2026-03-01..2026-03-07' };

function exportRow(rows: number, delayMs: number, many: number): Promise<string[]> {
  const slow: Fault = { on: 'views', behaviour: { kind: 'delay', ms: delayMs } };
  const site = { pages: rows, steadyPages: true, faults: delayMs > 0 ? [slow] : [] };
  const needed = Math.ceil(rows / PAGE_SIZE);
  // One request, then two, then fours: nothing but the server's delay, and nothing left for earlier periods.
  const fours = Math.ceil(Math.max(0, needed - 3) / AT_ONCE);
  const idealMs = (Math.min(needed, 2) + fours) * delayMs;
  const limit = String(Math.min(needed, 2) * 2 - 1 + AT_ONCE * fours);
  return withStage(site, async (stage) => {
    const report = path.join(stage.step.root, 'views.json');
    const contenders: Contender[] = [
      stage.action(dist, { ...REPORT, 'max-requests': limit }),
      stage.peer('fetch-export.mjs', { ...DATES, LIMIT: String(PAGE_SIZE), REPORT: report }),
    ];
    const [action = [], loop = []] = await stage.measure(contenders, rounds(many));
    return [
      rows.toLocaleString('en-US'),
      time(delayMs),
      time(median(action)),
      time(median(loop)),
      delayMs === 0 ? '–' : times(median(action) / idealMs),
      times(median(action) / median(loop)),
      `${median(action, 'requests')} (${needed})`,
      `${megabytes(action)} (${megabytes(loop)})`,
    ];
  });
}

const load = () => os.loadavg()[0]?.toFixed(1);
const before = load();
const start = await startTable();
const exports: string[][] = [];
const sizes = values.smoke
  ? ([[1000, 5, 1]] as const)
  : ([
      [2_500, 0, 11],
      [25_000, 0, 11],
      [25_000, 20, 7],
      [100_000, 0, 5],
    ] as const);
for (const [rows, delayMs, many] of sizes) exports.push(await exportRow(rows, delayMs, many));
const ratios = ['Step ÷ ideal', 'Step ÷ loop', 'Requests (needed)', 'Peak memory (loop)'];
const text = `Measured on ${new Date().toISOString().slice(0, 10)}: ${os.cpus().length} × ${os.cpus()[0]?.model}, ${os.type()} ${os.release()} (${os.arch()}); Node ${process.versions.node}.
Load average ${before} before, ${load()} after. Times are medians.

### Start

${start}

### Export

${table(['Rows', 'Delay', 'Step', 'Loop', ...ratios], exports)}
`;
console.log(text);
const document = readFileSync(DOCUMENT, 'utf8').replace(PLACE, () => text);
if (!values.smoke) writeFileSync(DOCUMENT, document);
