import { appendFile } from 'node:fs/promises';
import * as core from '@actions/core';
import type { Log } from '../log.ts';
import { cutAtLine } from '../text/limit.ts';
import type { Redact } from '../text/redact.ts';
import { inertForLog } from '../text/workflow-commands.ts';

/** Workflow run that this step belongs to. Outside of GitHub Actions, texts are empty. */
export interface WorkflowRun {
  /** Repository of the workflow, `owner/name`. */
  readonly repository: string;
  /** Numeric ID of the run, which every attempt shares. */
  readonly id: string;
  /** Number of the run within its workflow, starting at 1; 0 outside of GitHub Actions. */
  readonly number: number;
  /** Number of the attempt, starting at 1. */
  readonly attempt: number;
  /**
   * Values of `GITHUB_JOB` and `GITHUB_ACTION`, which every attempt shares. Matrix jobs, calls to one reusable
   * workflow, and steps of one composite action also share them.
   */
  readonly step: string;
  /** Name of the workflow's file, such as `docs.yml`, or of the file that calls a reusable workflow. */
  readonly workflowFile: string;
  /** Short name of the branch or tag. */
  readonly ref: string;
  /** Commit of the run. */
  readonly sha: string;
  /** URL of the GitHub server, without a trailing slash. */
  readonly serverUrl: string;
  /** URL of the run's page. */
  readonly url: string;
}

export function readWorkflowRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const matching = (name: string, pattern: RegExp) => pattern.exec(env[name] ?? '')?.[0] ?? '';
  const repository = matching('GITHUB_REPOSITORY', /^[^/]+\/[^/]+$/);
  const id = matching('GITHUB_RUN_ID', /^\d+$/);
  const serverUrl = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '');
  return {
    ...{ repository, id, serverUrl },
    number: Number(matching('GITHUB_RUN_NUMBER', /^\d{1,9}$/)),
    attempt: Number(matching('GITHUB_RUN_ATTEMPT', /^[1-9]\d{0,5}$/) || 1),
    step: `${env['GITHUB_JOB'] ?? ''}/${env['GITHUB_ACTION'] ?? ''}`,
    workflowFile: /([^/]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? '',
    ref: env['GITHUB_REF_NAME'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
    url: repository && id ? `${serverUrl}/${repository}/actions/runs/${id}` : '',
  };
}

/** Creates the runner's log, which redacts every text and makes it inert. */
export function createLog(redact: Redact): Log {
  const safe = (text: string) => inertForLog(redact(text));
  return {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    error: (text) => core.error(safe(text)),
    debug: (text) => core.debug(safe(text)),
    async group(title, body) {
      core.startGroup(safe(title).replaceAll('\n', ' '));
      try {
        return await body();
      } finally {
        core.endGroup();
      }
    },
  };
}

/** Makes the runner mask the secret in all later log lines, with and without surrounding whitespace. */
export function maskSecret(secret: string): void {
  for (const form of new Set([secret, secret.trim()])) if (form.trim() !== '') core.setSecret(form);
}

/** Files in which the runner expects outputs and the job summary. */
export type RunnerFiles = ReturnType<typeof createRunnerFiles>;

/** Maximum size of a step's summary, in bytes. GitHub drops a summary that exceeds 1 MiB. */
const MAX_SUMMARY_BYTES = 1_020_000;
const CUT = '*The rest was cut, because GitHub limits the length of a summary.*';

/**
 * Writes the files that the runner reads. If a file can't be written, reports that once. A missing output is an error,
 * because later steps depend on it. A missing summary is a warning.
 */
export function createRunnerFiles(env: NodeJS.ProcessEnv, log: Log, redact: Redact) {
  const told = new Set<string>();
  let room = MAX_SUMMARY_BYTES;
  const tell = (variable: string, level: 'warning' | 'error', error: unknown) => {
    if (told.has(variable)) return;
    told.add(variable);
    const why = error instanceof Error ? error.message : String(error);
    log[level](`The file for ${variable} couldn't be written: ${why}`);
  };
  return {
    /** Whether an output couldn't be written. */
    get lacksOutputs(): boolean {
      return told.has('GITHUB_OUTPUT');
    },
    setOutput(name: string, value: string): void {
      // Without the file, @actions/core would print a workflow command that runners no longer accept.
      try {
        if (!env['GITHUB_OUTPUT']) throw new Error("the variable isn't set");
        core.setOutput(name, redact(value));
      } catch (error) {
        tell('GITHUB_OUTPUT', 'error', error);
      }
    },
    /** Appends Markdown to the job summary. */
    async addSummary(markdown: string): Promise<void> {
      const file = env['GITHUB_STEP_SUMMARY'];
      if (!file) return;
      const text = cutAtLine(`${redact(markdown)}\n`, room, CUT);
      try {
        await appendFile(file, text);
        room -= Buffer.byteLength(text);
      } catch (error) {
        tell('GITHUB_STEP_SUMMARY', 'warning', error);
      }
    },
  };
}
