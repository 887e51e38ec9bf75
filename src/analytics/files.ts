import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ReportFiles } from '../github/artifact.ts';
import type { Counts } from '../mintlify/schemas.ts';
import type { Period } from '../period.ts';
import { csvCell } from '../text/csv.ts';
import { inertJson } from '../text/json.ts';
import { percentChange } from '../text/numbers.ts';
import { VERSION } from '../version.ts';
import { headlineOf } from './headline.ts';
import { htmlPageOf } from './html-page.ts';
import type { Report, Section } from './report.ts';
import { summaryOf } from './summary.ts';

/** Writes a report's files into a new directory below `RUNNER_TEMP`. @throws an error that names the file */
export async function writeReport(report: Report, env: NodeJS.ProcessEnv): Promise<ReportFiles> {
  let file = path.resolve(env['RUNNER_TEMP'] || os.tmpdir());
  try {
    await mkdir(file, { recursive: true });
    const directory = await mkdtemp(path.join(file, 'docs-page-views-'));
    const write = async (name: string, texts: Iterable<string>) => {
      file = path.join(directory, name);
      await writeFile(file, inPieces(texts), { flag: 'wx' });
      return file;
    };
    return {
      directory,
      csv: await write('page-views.csv', csvText(report)),
      json: await write('page-views.json', jsonText(report)),
      markdown: await write('report.md', [summaryOf(report, {})]),
      html: await write('report.html', [htmlPageOf(report)]),
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} could not be written: ${why}`, { cause });
  }
}

/** Number of characters to write at once. A whole file would take as much memory as the rows. */
const PIECE_LENGTH = 512 * 1024;

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

const COLUMNS = 'from,to,project,path,human,ai,total,previous_total,change_percent,state';

/** Yields `page-views.csv` (RFC 4180) by rows, with a byte order mark, without which Excel garbles other than ASCII. */
export function* csvText({ period: { from, to }, projectId, pages }: Report): Generator<string> {
  yield `\ufeff${COLUMNS}\r\n`;
  const start = `${from},${to},${csvCell(projectId)}`;
  for (const { path: page, human, ai, total, previous, state } of pages) {
    const before = previous?.total ?? '';
    const change = percentChange(total, previous?.total) ?? '';
    yield `${start},${csvCell(page)},${human},${ai},${total},${before},${change},${state}\r\n`;
  }
}

/** Version of the format. It increases if programs that read older files would misread newer files. */
const FORMAT_VERSION = 1;

/** Yields `page-views.json` by rows, with one page per line. `docs/page-views.schema.json` describes it. */
export function* jsonText(report: Report): Generator<string> {
  const { generatedAt, projectId, period, comparison, siteUrl, requests, totals, previousTotals } = report;
  const { sums, gaps, notes, days, history, sections, pages } = report;
  const fields = {
    formatVersion: FORMAT_VERSION,
    generatedAt,
    actionVersion: VERSION,
    projectId,
    headline: headlineOf(report),
    period: periodFields(period),
    previousPeriod: comparison ? periodFields(comparison) : null,
    siteUrl: siteUrl ?? null,
    requests,
    totals,
    previousTotals: previousTotals ?? null,
    changePercent: changeField(totals.total, previousTotals),
    sums,
    complete: gaps.length === 0,
    previousComplete: comparison ? report.hasAllPreviousPages : null,
    gaps,
    notes,
    days: listOrNull(days.map(({ from, counts = null }) => ({ date: from, counts }))),
    history: listOrNull(history.map(({ from, to, counts = null }) => ({ from, to, counts }))),
    sections: sections.map(sectionFields),
  };
  yield `${inertJson(fields).slice(0, -1)},\n"pages": [`;
  let start = '\n';
  for (const page of pages) {
    const { previous } = page;
    const before = previous ? `{${countsText(previous)}}` : null;
    yield `${start}{"path":${inertJson(page.path)},${countsText(page)},"state":"${page.state}","previous":${before},"changePercent":${changeField(page.total, previous)}}`;
    start = ',\n';
  }
  yield '\n]}\n';
}

function periodFields({ from, to }: Period) {
  return { from, to };
}

function sectionFields({ path, pages, human, ai, total, previous }: Section) {
  const changePercent = changeField(total, previous);
  return { section: path, pages, human, ai, total, previous: previous ?? null, changePercent };
}

function changeField(total: number, before: Counts | undefined) {
  return percentChange(total, before?.total) ?? null;
}

/** An empty list would look like no views instead of unread ones. */
function listOrNull(list: readonly object[]) {
  return list.length > 0 ? list : null;
}

function countsText({ human, ai, total }: Counts) {
  return `"human":${human},"ai":${ai},"total":${total}`;
}
