import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Report } from '../model.ts';
import { csvText } from './csv.ts';
import { htmlReport } from './html/report.ts';
import { jsonText } from './json.ts';
import { markdownReport } from './markdown.ts';

/**
 * @returns absolute paths of the files, and of the new directory below `RUNNER_TEMP` in which they are
 * @throws an error that names the file, if it cannot be written
 */
export async function writeReport(report: Report, env: NodeJS.ProcessEnv) {
  let file = path.resolve(env['RUNNER_TEMP'] || os.tmpdir());
  try {
    await mkdir(file, { recursive: true });
    const directory = await mkdtemp(path.join(file, 'docs-page-views-'));
    const write = async (name: string, text: string) => {
      file = path.join(directory, name);
      await writeFile(file, text, { flag: 'wx' });
      return file;
    };
    return {
      directory,
      csv: await write('page-views.csv', csvText(report)),
      json: await write('page-views.json', jsonText(report)),
      markdown: await write('report.md', markdownReport(report, {})),
      html: await write('report.html', htmlReport(report)),
    };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${file} could not be written: ${why}`, { cause });
  }
}
