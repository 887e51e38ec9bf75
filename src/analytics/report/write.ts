import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Report } from '../model.ts';
import { csvText } from './csv.ts';
import { htmlReport } from './html.ts';
import { jsonText } from './json.ts';
import { markdownReport } from './markdown.ts';

/** Absolute paths of the files of a report. */
export interface ReportFiles {
  readonly directory: string;
  readonly csv: string;
  readonly json: string;
  readonly markdown: string;
  readonly html: string;
}

/** Rows in each table of `report.md`, which has room for more than a job summary. */
const MARKDOWN_TOP = 25;
/** Characters that are written at once. */
const CHUNK = 64 * 1024;

/**
 * Writes `page-views.csv`, `page-views.json`, `report.md` and `report.html` into `directory`, which is made if it is
 * missing. Rows go to the files as they are rendered, so memory holds no second copy of them.
 *
 * @throws an error that names the file, if it cannot be written
 */
export async function writeReport(report: Report, directory: string): Promise<ReportFiles> {
  const folder = path.resolve(directory);
  const file = (name: string) => path.join(folder, name);
  const files: ReportFiles = {
    directory: folder,
    csv: file('page-views.csv'),
    json: file('page-views.json'),
    markdown: file('report.md'),
    html: file('report.html'),
  };
  await naming(folder, () => mkdir(folder, { recursive: true }));
  await write(files.csv, csvText(report));
  await write(files.json, jsonText(report));
  await write(files.markdown, [markdownReport(report, { top: MARKDOWN_TOP })]);
  await write(files.html, htmlReport(report));
  return files;
}

async function write(file: string, content: Iterable<string>): Promise<void> {
  await naming(file, () => pipeline(Readable.from(inChunks(content)), createWriteStream(file)));
}

async function naming(file: string, act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} could not be written: ${why}`, { cause });
  }
}

function* inChunks(texts: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const text of texts) {
    chunk += text;
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}
