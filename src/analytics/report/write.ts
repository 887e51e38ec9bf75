import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '../model.ts';
import { csvText } from './csv.ts';
import { htmlReport } from './html/report.ts';
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

/** Characters that are written at once, so that memory holds no second copy of the rows. */
const CHUNK = 64 * 1024;

/**
 * Writes `page-views.csv`, `page-views.json`, `report.md` and `report.html` into a new directory below `RUNNER_TEMP`.
 *
 * @throws an error that names the file, if it cannot be written
 */
export async function writeReport(report: Report, env: NodeJS.ProcessEnv): Promise<ReportFiles> {
  const place = path.resolve(env['RUNNER_TEMP'] || os.tmpdir());
  const directory = await naming(place, async () => {
    await mkdir(place, { recursive: true });
    return mkdtemp(path.join(place, 'docs-page-views-'));
  });
  const write = async (name: string, texts: Iterable<string>) => {
    const file = path.join(directory, name);
    await naming(file, () => writeFile(file, inChunks(texts), { flag: 'wx' }));
    return file;
  };
  return {
    directory,
    csv: await write('page-views.csv', csvText(report)),
    json: await write('page-views.json', jsonText(report)),
    markdown: await write('report.md', [markdownReport(report, {})]),
    html: await write('report.html', [htmlReport(report)]),
  };
}

async function naming<T>(file: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
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
  yield chunk;
}
