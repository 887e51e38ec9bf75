import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { UploadArtifactOptions } from '@actions/artifact';
import { type Clock, timeLimit } from '../clock.ts';
import { unlessAborted } from '../http.ts';
import type { Log } from '../log.ts';
import { readWorkflowRun } from './runner.ts';

/** Paths of a report's files, all in `directory`. */
export type ReportFiles = Readonly<Record<'directory' | 'csv' | 'json' | 'markdown' | 'html', string>>;

interface ReportUpload {
  readonly files: ReportFiles;
  readonly artifactName: string;
  readonly log: Log;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

export interface UploadedReport {
  readonly artifactUrl?: string | undefined;
  readonly reportUrl?: string | undefined;
}

const TIME_LIMIT_MS = 5 * 60_000;

/** Servers for which GitHub's client works. Elsewhere it would first advise to try again (@actions/artifact, config.js). */
const SUPPORTED_HOST = /^github\.com$|\.ghe\.com$|\.localhost$/i;

/**
 * Uploads all files as one artifact, and the HTML page as a second one. A failure is only a warning. GitHub's client
 * doesn't take a signal: after an abort, its upload can keep the process alive for minutes, so call `process.exit`.
 */
export async function uploadReport(upload: ReportUpload): Promise<UploadedReport> {
  const { log, env, artifactName, clock } = upload;
  const { directory, csv, json, markdown, html } = upload.files;
  const { url: runUrl, serverUrl } = readWorkflowRun(env);
  if (!SUPPORTED_HOST.test(URL.parse(serverUrl)?.hostname ?? '')) {
    log.warning(
      `The report wasn't uploaded: GitHub Enterprise Server doesn't support artifacts of this kind. The report's files are in ${directory}.`,
    );
    return {};
  }
  const limit = timeLimit(clock, TIME_LIMIT_MS, upload.signal);
  const send = async (title: string, files: string[], root: string, options: UploadArtifactOptions) => {
    const id = await log.group(title, () => sendArtifact(limit.signal, artifactName, files, root, options));
    const url = runUrl ? `${runUrl}/artifacts/${id}` : undefined;
    log.info(`${title}: ${url ?? `artifact ${id}`}`);
    return url;
  };
  let uploaded: UploadedReport | undefined;
  try {
    uploaded = { artifactUrl: await send('Upload the report', [csv, json, markdown, html], directory, {}) };
    // An artifact that isn't zipped gets the name of its file, so this is a copy with the artifact's name.
    const folder = await mkdtemp(path.join(directory, 'page-'));
    const page = path.join(folder, `${artifactName}.html`);
    await copyFile(html, page);
    const sent = send('Upload the report page', [page], folder, { skipArchive: true });
    const reportUrl = await sent.finally(() => rm(folder, { recursive: true, force: true }));
    return { ...uploaded, reportUrl };
  } catch (error) {
    const what = uploaded ? "The report page wasn't uploaded" : "The report wasn't uploaded";
    log.warning(`${what}: ${reasonOf(error)} The report's files are in ${directory}.`);
    return uploaded ?? {};
  } finally {
    limit.release();
  }
}

async function sendArtifact(
  signal: AbortSignal,
  ...artifact: [name: string, files: string[], root: string, options: UploadArtifactOptions]
): Promise<number> {
  signal.throwIfAborted();
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const { id } = await unlessAborted(signal, new DefaultArtifactClient().uploadArtifact(...artifact));
  if (id === undefined) throw new Error("GitHub didn't send an ID.");
  return id;
}

/** Explains an error of GitHub's client, which differs only by its message (@actions/artifact, errors.js). */
function reasonOf(error: unknown) {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (line.includes('storage quota has been hit')) {
    return 'artifact storage is full. GitHub recalculates the usage every 6 to 12 hours.';
  }
  if (/\(409\)|already exists/.test(line)) {
    return 'the run already has an artifact with this name. Give each workflow job its own `artifact-name`.';
  }
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
