import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { UploadArtifactOptions } from '@actions/artifact';
import type { ReportFiles } from '../analytics/report/write.ts';
import { systemClock, timeLimit } from '../clock.ts';
import type { Log } from '../log.ts';

export interface ReportUpload {
  readonly files: ReportFiles;
  /** Valid, as `artifactNameProblem` has it. */
  readonly artifactName: string;
  readonly log: Log;
  /** The runner's variables: where the run is, and whether artifacts can be uploaded. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends the wait for the upload. */
  readonly signal: AbortSignal;
  /** Milliseconds for both uploads together. */
  readonly timeLimitMs?: number;
}

/** What was uploaded; a field is absent if that part was not. */
export interface UploadedReport {
  readonly artifactId?: string | undefined;
  /** Absent also when the run's own address is not known. */
  readonly artifactUrl?: string | undefined;
  /** Opens the page itself. */
  readonly reportUrl?: string | undefined;
}

const TIME_LIMIT_MS = 5 * 60_000;

/**
 * Uploads all files as one artifact, and the page again as one of its own, which opens in the browser. Never throws: what
 * goes wrong is a warning that says why and where the files are.
 *
 * GitHub's client takes no signal. One that is given up goes on in the background, and can keep the process alive for
 * minutes: end the process by `process.exit` once everything else is done.
 */
export async function uploadReport(upload: ReportUpload): Promise<UploadedReport> {
  const { log, env, artifactName } = upload;
  const { directory, csv, json, markdown, html } = upload.files;
  const limit = timeLimit(systemClock, upload.timeLimitMs ?? TIME_LIMIT_MS, upload.signal);
  try {
    const id = await log.group('Upload the files', () =>
      send(upload, [csv, json, markdown, html], directory, limit.signal),
    );
    const artifactUrl = addressOf(id, env);
    log.info(`Artifact ${artifactName}: ${artifactUrl ?? `id ${id}`}`);
    const there = `It is ${path.basename(html)} in the artifact ${artifactName}.`;
    const page = await log
      .group('Upload the page', () => sendPage(upload, limit.signal))
      .catch((error) => log.warning(`The page was not uploaded on its own: ${reasonOf(error)} ${there}`));
    const reportUrl = page ? addressOf(page, env) : undefined;
    if (page) log.info(`Report page: ${reportUrl ?? `artifact ${page}`}`);
    return { artifactId: id, artifactUrl, reportUrl };
  } catch (error) {
    log.warning(`The report was not uploaded: ${reasonOf(error)} Its files are in ${directory}.`);
    return {};
  } finally {
    limit.release();
  }
}

/** An unzipped artifact has its file's name (`skipArchive` in @actions/artifact), so the page goes as a named copy. */
async function sendPage(upload: ReportUpload, signal: AbortSignal): Promise<string> {
  const { artifactName, files } = upload;
  const folder = await mkdtemp(path.join(files.directory, 'page-'));
  try {
    const copy = path.join(folder, `${artifactName}.html`);
    await copyFile(files.html, copy);
    return await send(upload, [copy], folder, signal, { skipArchive: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the artifact's id */
async function send(
  { artifactName, env }: ReportUpload,
  files: string[],
  root: string,
  signal: AbortSignal,
  options: UploadArtifactOptions = {},
): Promise<string> {
  expectService(env);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const { DefaultArtifactClient } = await import('@actions/artifact');
    const sent = new DefaultArtifactClient().uploadArtifact(artifactName, files, root, options);
    const { id } = await Promise.race([sent, aborted]);
    if (id === undefined) throw new Error('GitHub sent no id.');
    return String(id);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** @throws why GitHub's client could not even begin, as a sentence; it would say less, and twice */
function expectService(env: NodeJS.ProcessEnv): void {
  const missing = ['ACTIONS_RUNTIME_TOKEN', 'ACTIONS_RESULTS_URL'].filter((name) => !env[name]);
  if (missing.length > 0) {
    const are = missing.length > 1 ? 'are' : 'is';
    throw new Error(`${missing.join(' and ')} ${are} not set, as outside of GitHub's runners.`);
  }
  // As `isGhes` in @actions/artifact, lib/internal/shared/config.js.
  const server = env['GITHUB_SERVER_URL'] || 'https://github.com';
  const host = URL.canParse(server) ? new URL(server).hostname : server;
  if (/(^github\.com|\.ghe\.com|\.localhost)$/i.test(host)) return;
  throw new Error(`GitHub Enterprise Server (${host}) does not take artifacts of this kind.`);
}

/** What the client's errors mean. They are told apart by their messages alone: @actions/artifact, errors.js. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.includes('storage quota has been hit')) {
    return 'the storage for artifacts is used up. GitHub counts it anew every 6 to 12 hours.';
  }
  // The service answers 409; the client makes that part of a message.
  if (/\(409\)|already exists/.test(message)) {
    return 'the run has an artifact of this name already: give each job of it an artifact-name of its own.';
  }
  const [line = ''] = message.split('\n');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** As GitHub's own pages have it. */
function addressOf(id: string, env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (!repository || !run) return undefined;
  return `${server || 'https://github.com'}/${repository}/actions/runs/${run}/artifacts/${id}`;
}
