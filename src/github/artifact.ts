import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { UploadArtifactOptions } from '@actions/artifact';
import { systemClock, timeLimit } from '../clock.ts';
import type { Log } from '../log.ts';
import { fullName, readWorkflowRun } from './workflow-run.ts';

export interface ReportUpload {
  /** All in one directory. */
  readonly files: Readonly<Record<'directory' | 'csv' | 'json' | 'markdown' | 'html', string>>;
  /** Valid: the inputs see to it. */
  readonly artifactName: string;
  readonly log: Log;
  /** The runner's variables: where the run is, and whether artifacts can be uploaded. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends the wait for the upload. */
  readonly signal: AbortSignal;
  /** Milliseconds for both uploads together. */
  readonly timeLimitMs?: number;
}

/** Addresses of what was uploaded; a field is absent if its part was not. */
export interface UploadedReport {
  readonly artifactId?: string | undefined;
  /** Absent also when the run's own address is not known. */
  readonly artifactUrl?: string | undefined;
  /** Opens the page itself. */
  readonly reportUrl?: string | undefined;
}

const TIME_LIMIT_MS = 5 * 60_000;

/**
 * Uploads all files as one artifact, and the page as another one, which opens in the browser. Never throws: failures
 * become warnings that say why, and where the files are.
 *
 * GitHub's client does not take a signal. An upload that is given up continues in the background, and can keep the
 * process alive for minutes. So end the process by `process.exit` once everything else is done.
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
    // An unzipped artifact has its file's name (`skipArchive` in @actions/artifact), so the page goes as a named copy.
    const folder = await mkdtemp(path.join(directory, 'page-'));
    const page = path.join(folder, `${artifactName}.html`);
    await copyFile(html, page);
    const sent = sendAll('Upload the report page', [page], folder, { skipArchive: true });
    const pageId = await sent.finally(() => rm(folder, { recursive: true, force: true }));
    uploaded = { ...uploaded, reportUrl: addressOf(pageId, env) };
    log.info(`Report page: ${uploaded.reportUrl ?? `artifact ${pageId}`}`);
  } catch (error) {
    const what = uploaded.artifactId ? 'The page was not uploaded on its own' : 'The report was not uploaded';
    log.warning(`${what}: ${reasonOf(error)} Its files are in ${directory}.`);
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
  const aborted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  const { id } = await Promise.race([sent, aborted]);
  if (id === undefined) throw new Error("GitHub didn't send an ID.");
  return String(id);
}

/** Says what an error of the client means. Only the messages of its errors differ: @actions/artifact, errors.js. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  if (line.includes('storage quota has been hit')) {
    return 'the storage for artifacts is used up. GitHub recounts it every 6 to 12 hours.';
  }
  if (/\(409\)|already exists/.test(line)) {
    return 'the run already has an artifact with this name. Give each workflow job its own `artifact-name`.';
  }
  if (line.includes('GHES')) return 'GitHub Enterprise Server does not support artifacts of this kind.';
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** Builds the address of an artifact as GitHub's own pages have it. */
function addressOf(artifact: string, env: NodeJS.ProcessEnv): string | undefined {
  const { id, repository, serverUrl } = readWorkflowRun(env);
  if (!repository || id === '') return undefined;
  return `${serverUrl}/${fullName({ repository })}/actions/runs/${id}/artifacts/${artifact}`;
}
