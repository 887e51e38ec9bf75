import { appendFile } from 'node:fs/promises';
import * as core from '@actions/core';
import type { Log } from '../log.ts';
import { cutAtLine } from '../text/limit.ts';
import type { Redact } from '../text/redact.ts';
import { inertForLog } from '../text/workflow-commands.ts';

/** The workflow run of this step. Outside of GitHub Actions, texts are empty. */
export type WorkflowRun = Readonly<{
  /** `owner/name` */
  repository: string;
  id: string;
  serverUrl: string;
  /** Number of the run within its workflow, from 1; 0 if unknown. */
  number: number;
  /** Number of the attempt, starting at 1. Attempts share everything else here. */
  attempt: number;
  /** Matrix jobs, calls to one reusable workflow, and steps of one composite action share this. */
  step: string;
  /** Name of the workflow's file, such as `docs.yml`, or of the file that calls a reusable workflow. */
  workflowFile: string;
  /** Name of the branch or tag. */
  ref: string;
  sha: string;
  url: string;
}>;

export function readWorkflowRun(env: NodeJS.ProcessEnv): WorkflowRun {
  const matching = (name: string, pattern: RegExp) => pattern.exec(env[name] ?? '')?.[0] ?? '';
  const repository = matching('GITHUB_REPOSITORY', /^[^/]+\/[^/]+$/);
  const id = matching('GITHUB_RUN_ID', /^\d+$/);
  const serverUrl = (env['GITHUB_SERVER_URL'] || 'https://github.com').replace(/\/+$/, '');
  return {
    repository,
    id,
    serverUrl,
    number: Number(matching('GITHUB_RUN_NUMBER', /^\d{1,9}$/)),
    attempt: Number(matching('GITHUB_RUN_ATTEMPT', /^[1-9]\d{0,5}$/) || 1),
    step: `${env['GITHUB_JOB'] ?? ''}/${env['GITHUB_ACTION'] ?? ''}`,
    workflowFile: /([^/]+)@/.exec(env['GITHUB_WORKFLOW_REF'] ?? '')?.[1] ?? '',
    ref: env['GITHUB_REF_NAME'] ?? '',
    sha: env['GITHUB_SHA'] ?? '',
    url: repository && id && `${serverUrl}/${repository}/actions/runs/${id}`,
  };
}

export function createLog(redact: Redact): Log {
  const safe = (text: string) => inertForLog(redact(text));
  return {
    info: (text) => core.info(safe(text)),
    notice: (text) => core.notice(safe(text)),
    warning: (text) => core.warning(safe(text)),
    error: (text) => core.error(safe(text)),
    debug: (text) => core.debug(safe(text)),
    group: (title, body) => core.group(safe(title).replaceAll('\n', ' '), async () => body()),
  };
}

export function maskSecret(secret: string): void {
  for (const form of new Set([secret, secret.trim()])) if (form.trim() !== '') core.setSecret(form);
}

/** Files that the runner reads. */
export interface RunnerFiles {
  /** Whether an output couldn't be written. */
  readonly lacksOutputs: boolean;
  setOutput(name: string, value: string): void;
  addSummary(markdown: string): Promise<void>;
}

/** GitHub drops a summary that exceeds 1 MiB. */
const MAX_SUMMARY_BYTES = 1_020_000;
const CUT = '*The rest was cut, because GitHub limits the length of a summary.*';

/** Writes the files that the runner reads. Reports once if one can't be written: an error for outputs. */
export function createRunnerFiles(env: NodeJS.ProcessEnv, log: Log, redact: Redact): RunnerFiles {
  const reported = new Set<string>();
  let room = MAX_SUMMARY_BYTES;
  const report = (variable: string, level: 'warning' | 'error', error: unknown) => {
    if (reported.has(variable)) return;
    reported.add(variable);
    const why = error instanceof Error ? error.message : String(error);
    log[level](`The file for ${variable} couldn't be written: ${why}`);
  };
  return {
    get lacksOutputs() {
      return reported.has('GITHUB_OUTPUT');
    },
    setOutput(name, value) {
      // Without the file, @actions/core would print a workflow command that runners no longer accept.
      try {
        if (!env['GITHUB_OUTPUT']) throw new Error("the variable isn't set");
        core.setOutput(name, redact(value));
      } catch (error) {
        report('GITHUB_OUTPUT', 'error', error);
      }
    },
    async addSummary(markdown) {
      const file = env['GITHUB_STEP_SUMMARY'];
      if (!file) return;
      const text = cutAtLine(`${redact(markdown)}\n`, room, CUT);
      try {
        await appendFile(file, text);
        room -= Buffer.byteLength(text);
      } catch (error) {
        report('GITHUB_STEP_SUMMARY', 'warning', error);
      }
    },
  };
}
