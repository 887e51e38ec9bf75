import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '../model.ts';
import { htmlReport } from './html/html-report.ts';
import { markdownReport } from './markdown-report.ts';
import { csvText } from './page-views-csv.ts';
import { jsonText } from './page-views-json.ts';

/** Number of characters to write at once. Without chunks, memory would hold a whole file in addition to the rows. */
const CHUNK = 64 * 1024;

/**
 * Writes the files of a report into a new directory below `RUNNER_TEMP`.
 *
 * @returns absolute paths of the directory and the files
 * @throws an error that names the file that couldn't be written
 */
export async function writeReport(report: Report, env: NodeJS.ProcessEnv) {
  let file = path.resolve(env['RUNNER_TEMP'] || os.tmpdir());
  try {
    await mkdir(file, { recursive: true });
    const directory = await mkdtemp(path.join(file, 'docs-page-views-'));
    const write = async (name: string, texts: Iterable<string>) => {
      file = path.join(directory, name);
      await writeFile(file, inChunks(texts), { flag: 'wx' });
      return file;
    };
    return {
      directory,
      csv: await write('page-views.csv', csvText(report)),
      json: await write('page-views.json', jsonText(report)),
      markdown: await write('report.md', [markdownReport(report, {})]),
      html: await write('report.html', [htmlReport(report)]),
    };
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
