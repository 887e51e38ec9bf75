import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DefaultArtifactClient, UploadArtifactOptions } from '@actions/artifact';
import type { ReportFiles } from '../analytics/report/write.ts';
import { systemClock, timeLimit } from '../clock.ts';
import type { Log } from '../log.ts';

export interface ReportUpload {
  readonly files: ReportFiles;
  /** Valid, as `artifactNameProblem` has it. */
  readonly artifactName: string;
  /** Days; 0 is the repository's setting. */
  readonly retentionDays: number;
  readonly log: Log;
  /** The runner's variables: where the run is, and whether artifacts can be uploaded. */
  readonly env: NodeJS.ProcessEnv;
  /** Ends the wait for the upload. */
  readonly signal?: AbortSignal | undefined;
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
  /** Of the zip, such as `sha256:…`. */
  readonly digest?: string | undefined;
}

const TIME_LIMIT_MS = 5 * 60_000;
/** Names that are tried when others are taken, as they are by the other jobs of a matrix. */
const MOST_NAMES = 100;

/**
 * Uploads all files as one artifact, and the page again as one of its own. Never throws: what goes wrong is a warning
 * that says why and where the files are.
 *
 * GitHub's client takes no signal. One that is given up goes on in the background, and can keep the process alive for
 * minutes: end the process by `process.exit` once everything else is done.
 */
export async function uploadReport(upload: ReportUpload): Promise<UploadedReport> {
  const { log, files, timeLimitMs = TIME_LIMIT_MS } = upload;
  const { directory, csv, json, markdown, html } = files;
  const limit = timeLimit(systemClock, timeLimitMs, upload.signal);
  try {
    expectService(upload.env);
    const send: Send = (client, name, options) =>
      client.uploadArtifact(name, [csv, json, markdown, html], directory, options);
    const stored = await log.group('Upload the files', () => store(upload, 1, limit.signal, send));
    const { id, url, digest } = stored;
    log.info(`Artifact ${stored.name}: ${url ?? `id ${id}`}${digest ? ` (${digest})` : ''}`);
    const reportUrl = await pageUrl(upload, stored, limit.signal);
    return { artifactId: String(id), artifactUrl: url, digest, reportUrl };
  } catch (error) {
    log.warning(`The report was not uploaded: ${reasonOf(error)} Its files are in ${directory}.`);
    return {};
  } finally {
    limit.release();
  }
}

/** Uploads the page; absent if that fails, or the run's own address is not known. */
async function pageUrl(
  upload: ReportUpload,
  archive: Stored,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { log, files } = upload;
  try {
    const shown = await log.group('Upload the page', () => storePage(upload, archive.number, signal));
    log.info(`Report page: ${shown.url ?? `artifact ${shown.id}`}`);
    return shown.url;
  } catch (error) {
    const there = `It is ${path.basename(files.html)} in the artifact ${archive.name}.`;
    log.warning(`The page was not uploaded on its own: ${reasonOf(error)} ${there}`);
    return undefined;
  }
}

/** An unzipped artifact has its file's name (`skipArchive` in @actions/artifact), so the page goes as a named copy. */
async function storePage(upload: ReportUpload, number: number, signal: AbortSignal): Promise<Stored> {
  const folder = await mkdtemp(path.join(upload.env['RUNNER_TEMP'] ?? tmpdir(), 'docs-report-'));
  try {
    return await store(upload, number, signal, async (client, name, options) => {
      const copy = path.join(folder, `${name}.html`);
      await copyFile(upload.files.html, copy);
      return client.uploadArtifact(name, [copy], folder, { ...options, skipArchive: true });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Stored {
  /** The name that was free, without an extension, and its number: 1 is the plain name. */
  readonly name: string;
  readonly number: number;
  readonly id: number;
  readonly url: string | undefined;
  readonly digest: string | undefined;
}

type Send = (
  client: DefaultArtifactClient,
  name: string,
  options: UploadArtifactOptions,
) => ReturnType<DefaultArtifactClient['uploadArtifact']>;

/** Sends under the first name that is free, from number `first` on. */
async function store(upload: ReportUpload, first: number, signal: AbortSignal, send: Send): Promise<Stored> {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  const { artifactName, retentionDays, env } = upload;
  for (let number = first; ; number += 1) {
    const name = number === 1 ? artifactName : `${artifactName}-${number}`;
    try {
      const { id, digest } = await unlessAborted(signal, () => send(client, name, { retentionDays }));
      if (id === undefined) throw new Error('GitHub sent no id.');
      return { name, number, id, url: artifactUrl(id, env), digest: digest && `sha256:${digest}` };
    } catch (error) {
      if (!isNameTaken(error) || number >= MOST_NAMES) throw error;
    }
  }
}

async function unlessAborted<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([act(), aborted]);
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

/** The service answers 409 to a name that the run has already; the client makes that part of a message. */
function isNameTaken(error: unknown): boolean {
  return /\(409\)|already exists/.test(messageOf(error));
}

/** What the client's errors mean. They are told apart by their messages alone: @actions/artifact, errors.js. */
function reasonOf(error: unknown): string {
  const message = messageOf(error);
  if (message.includes('storage quota has been hit')) {
    return 'the storage for artifacts is used up. GitHub counts it anew every 6 to 12 hours; a shorter retention-days frees some.';
  }
  if (isNameTaken(error)) return `${MOST_NAMES} artifacts of this name exist in the run already.`;
  const [line = ''] = message.split('\n');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** As GitHub's own pages have it. */
function artifactUrl(id: number, env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (!repository || !run) return undefined;
  return `${server || 'https://github.com'}/${repository}/actions/runs/${run}/artifacts/${id}`;
}
