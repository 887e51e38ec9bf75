import { randomUUID } from 'node:crypto';
import { mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
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

/** Rows in each table of `report.md`, which has room for more than a job summary. */
const MARKDOWN_TOP = 25;
/** Characters that are written at once. */
const CHUNK = 64 * 1024;

/**
 * Writes `page-views.csv`, `page-views.json`, `report.md` and `report.html` into `directory`, which is made if it is
 * missing. Rows go to the files as they are rendered, so memory holds no second copy of them. Nothing is written through
 * a symbolic link: where a file's name is one, the link is replaced.
 *
 * @param bounds directories that `directory` may not leave through links, if it lies in one of them
 * @throws an error that names the file, if it cannot be written
 */
export async function writeReport(
  report: Report,
  directory: string,
  bounds: readonly string[] = [],
): Promise<ReportFiles> {
  const folder = path.resolve(directory);
  const file = (name: string) => path.join(folder, name);
  const files: ReportFiles = {
    directory: folder,
    csv: file('page-views.csv'),
    json: file('page-views.json'),
    markdown: file('report.md'),
    html: file('report.html'),
  };
  await naming(folder, async () => {
    await refuseLinksOut(folder, bounds);
    await mkdir(folder, { recursive: true });
    // A link may have been put there meanwhile.
    await refuseLinksOut(folder, bounds);
  });
  await write(files.csv, csvText(report));
  await write(files.json, jsonText(report));
  await write(files.markdown, [markdownReport(report, { top: MARKDOWN_TOP })]);
  await write(files.html, htmlReport(report));
  return files;
}

async function refuseLinksOut(folder: string, bounds: readonly string[]): Promise<void> {
  for (const bound of bounds) {
    if (!isInside(folder, bound) || isInside(await realPath(folder), await realPath(bound))) continue;
    throw new Error(`a symbolic link leads out of ${bound}.`);
  }
}

/** Of `file`, or of the part of it that exists, where links are followed. */
async function realPath(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realPath(parent), path.basename(file));
  }
}

function isInside(file: string, folder: string): boolean {
  const below = path.relative(folder, file);
  return below.split(path.sep)[0] !== '..' && !path.isAbsolute(below);
}

/** A new file takes the place of the old one: `wx` and `rename` follow no link. */
async function write(file: string, content: Iterable<string>): Promise<void> {
  const draft = path.join(path.dirname(file), `.${randomUUID()}.tmp`);
  await naming(file, async () => {
    try {
      await writeFile(draft, inChunks(content), { flag: 'wx' });
      await rename(draft, file);
    } finally {
      await rm(draft, { force: true });
    }
  });
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
