import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { UploadArtifactOptions } from '@actions/artifact';
import { systemClock, timeLimit } from '../clock.ts';
import { unlessAborted } from '../dispatcher.ts';
import type { Log } from '../log.ts';
import { fullName, readWorkflowRun } from './workflow-run.ts';

export interface ReportUpload {
  /** Paths of the report's files, and of the directory that contains them. */
  readonly files: Readonly<Record<'directory' | 'csv' | 'json' | 'markdown' | 'html', string>>;
  readonly artifactName: string;
  readonly log: Log;
  /** The runner's variables. */
  readonly env: NodeJS.ProcessEnv;
  /** Signal that ends the wait for the upload. */
  readonly signal: AbortSignal;
  /** Time limit for both uploads together (ms). */
  readonly timeLimitMs?: number;
}

/** Uploaded artifacts. The URLs are undefined if the URL of the workflow run isn't known. */
export interface UploadedReport {
  readonly artifactId?: string | undefined;
  readonly artifactUrl?: string | undefined;
  /** URL that opens the HTML page in the browser. */
  readonly reportUrl?: string | undefined;
}

const TIME_LIMIT_MS = 5 * 60_000;

/**
 * Uploads all files as one artifact, and the HTML page as a second artifact, which opens in the browser. Doesn't throw.
 * If an upload fails, logs a warning that says why, and where the files are.
 *
 * GitHub's client doesn't accept a signal. After an abort, the upload continues in the background and can keep the
 * process alive for minutes. Therefore, end the process with `process.exit`.
 */
export async function uploadReport(upload: ReportUpload): Promise<UploadedReport> {
  const { log, env, artifactName } = upload;
  const { directory, csv, json, markdown, html } = upload.files;
  const limit = timeLimit(systemClock, upload.timeLimitMs ?? TIME_LIMIT_MS, upload.signal);
  const sendAll = (title: string, files: string[], root: string, options: UploadArtifactOptions) =>
    log.group(title, () => send(artifactName, files, root, options, limit.signal));
  let uploaded: UploadedReport = {};
  try {
    const artifactId = await sendAll('Upload the report', [csv, json, markdown, html], directory, {});
    uploaded = { artifactId, artifactUrl: addressOf(artifactId, env) };
    log.info(`Artifact ${artifactName}: ${uploaded.artifactUrl ?? `id ${artifactId}`}`);
    // An artifact that isn't zipped gets the name of its file (`skipArchive` in @actions/artifact). The uploaded file
    // is therefore a copy that has the artifact's name.
    const folder = await mkdtemp(path.join(directory, 'page-'));
    const page = path.join(folder, `${artifactName}.html`);
    await copyFile(html, page);
    const sent = sendAll('Upload the report page', [page], folder, { skipArchive: true });
    const pageId = await sent.finally(() => rm(folder, { recursive: true, force: true }));
    uploaded = { ...uploaded, reportUrl: addressOf(pageId, env) };
    log.info(`Report page: ${uploaded.reportUrl ?? `artifact ${pageId}`}`);
  } catch (error) {
    const what = uploaded.artifactId ? "The report page wasn't uploaded" : "The report wasn't uploaded";
    log.warning(`${what}: ${reasonOf(error)} The report's files are in ${directory}.`);
  } finally {
    limit.release();
  }
  return uploaded;
}

/** Uploads one artifact, and returns its ID. */
async function send(
  name: string,
  files: string[],
  root: string,
  options: UploadArtifactOptions,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const sent = import('@actions/artifact').then(({ DefaultArtifactClient }) =>
    new DefaultArtifactClient().uploadArtifact(name, files, root, options),
  );
  const { id } = await unlessAborted(signal, sent);
  if (id === undefined) throw new Error("GitHub didn't send an ID.");
  return String(id);
}

/**
 * Explains an error from GitHub's client. The client's errors can be distinguished only by their messages
 * (@actions/artifact, errors.js).
 */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (line.includes('storage quota has been hit')) {
    return 'artifact storage is full. GitHub recalculates the usage every 6 to 12 hours.';
  }
  if (/\(409\)|already exists/.test(line)) {
    return 'the run already has an artifact with this name. Give each workflow job its own `artifact-name`.';
  }
  if (line.includes('GHES')) return "GitHub Enterprise Server doesn't support artifacts of this kind.";
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Builds the URL of an artifact on GitHub's own pages. */
function addressOf(artifact: string, env: NodeJS.ProcessEnv): string | undefined {
  const { id, repository, serverUrl } = readWorkflowRun(env);
  if (!repository || id === '') return undefined;
  return `${serverUrl}/${fullName({ repository })}/actions/runs/${id}/artifacts/${artifact}`;
}
