import type { UploadedReport } from './github/artifact.ts';
import { type AgentJob, type Counts, pullRequestOf } from './mintlify/schemas.ts';
import type { Period } from './period.ts';
import { inertJson } from './text/json.ts';
import { shorten } from './text/markdown.ts';
import { withoutCommands } from './text/workflow-commands.ts';

/** Maximum length of a remote value. The runner drops all outputs if they exceed 1 MB. */
const LONGEST_VALUE = 2_000;

/** Where the report's files are; empty or absent if they aren't there. */
export interface ReportPlace extends UploadedReport {
  readonly directory?: string | undefined;
}

/** How an agent run ended. */
interface AgentResult {
  readonly outcome: string;
  readonly reason: string;
  readonly job?: AgentJob | undefined;
  /** For a job that couldn't be read. */
  readonly jobId?: string | undefined;
}

/** Figures of a report. */
export interface Figures {
  readonly totals: Counts;
  /** In percent with its sign, such as `+12.3`; null without a comparison. */
  readonly change: string | null;
  readonly complete: boolean;
  readonly topPages: readonly object[];
}

/** Sets all outputs of action.yml. A later value of an output replaces an earlier one. */
export class Outputs {
  readonly #set: (name: string, value: string) => void;
  #hasOutcome = false;

  constructor(set: (name: string, value: string) => void) {
    this.#set = set;
  }

  /** Writes the job. Callers do this as soon as they know the job, so that an interrupted run doesn't lose it. */
  job(job: AgentJob | undefined, jobId = job?.id): void {
    const pullRequest = pullRequestOf(job);
    this.#all({
      'job-id': jobId,
      status: job?.status,
      // `inert` would add a space to `##[`, which would break the link.
      'pr-link': pullRequest?.url.replaceAll('##[', '##%5B'),
      'pr-number': pullRequest?.number,
    });
    this.#set('job', job ? inertJson(jobFields(job, pullRequest?.url)) : '');
  }

  agent({ outcome, reason, job, jobId }: AgentResult, commentUrl: string): void {
    this.job(job, jobId);
    this.#all({ outcome, reason, 'comment-url': commentUrl });
  }

  commentUrl(url: string): void {
    this.#all({ 'comment-url': url });
  }

  views({ totals, change, complete, topPages }: Figures, headline: string, period: Period): void {
    this.period(period, complete);
    this.#all({
      'total-views': `${totals.total}`,
      'human-views': `${totals.human}`,
      'ai-views': `${totals.ai}`,
      change: change ?? '',
      headline,
    });
    this.#set('top-pages', inertJson(topPages));
  }

  /** Writes the report's period, even if none of the figures could be read. */
  period({ from, to }: Period, isComplete: boolean): void {
    this.#all({ complete: String(isComplete), 'date-from': from, 'date-to': to });
  }

  report(outcome: 'report' | 'error', reason: string, place: ReportPlace): void {
    this.#all({
      status: outcome === 'report' ? 'completed' : '',
      outcome,
      reason,
      'report-path': place.directory,
      'artifact-url': place.artifactUrl,
      'report-url': place.reportUrl,
    });
  }

  /** Writes the outcome if the process ends early. In agent mode, a request may have been sent by then. */
  cutOff(isReport: boolean): void {
    if (this.#hasOutcome) return;
    const [outcome, reason] = isReport
      ? ['error', 'The run was interrupted before the report was ready.']
      : ['unknown', 'The run was interrupted before it learned whether Mintlify accepted the request.'];
    this.#all({ outcome, reason });
  }

  error(reason: string): void {
    this.#all({ outcome: 'error', reason });
  }

  #all(values: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(values)) this.#set(name, inert(value ?? ''));
    this.#hasOutcome ||= 'outcome' in values;
  }
}

/** Returns the job in Mintlify's shape. What Mintlify didn't give is null. */
function jobFields(job: AgentJob, prLink: string | undefined) {
  const cut = (text: string | undefined) => (text === undefined ? null : shorten(text, LONGEST_VALUE));
  return {
    id: job.id,
    status: cut(job.status),
    model: cut(job.model),
    prLink: prLink ?? null,
    createdAt: cut(job.createdAt),
    archivedAt: cut(job.archivedAt),
    source: { repository: cut(job.repository), ref: cut(job.ref) },
  };
}

/** Returns `value` on one line and without workflow commands, so that a script can print it. */
function inert(value: string) {
  return shorten(withoutCommands(value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')), LONGEST_VALUE);
}
