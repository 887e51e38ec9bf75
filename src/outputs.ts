import type { UploadedReport } from './github/artifact.ts';
import type { Period } from './period.ts';
import { type Counts, type Job, pullRequestOf } from './platform/schemas.ts';
import { inertJson } from './text/json.ts';
import { shorten } from './text/markdown.ts';
import { withoutCommands } from './text/workflow-commands.ts';

/** Characters of a remote value that make sense as an output. The runner drops all outputs over 1 MB. */
const LONGEST_VALUE = 2_000;

export type ReportPlace = UploadedReport & { readonly directory?: string | undefined };

/** The part of a run's end that the outputs show. */
interface JobEnd {
  readonly outcome: string;
  readonly reason: string;
  readonly job?: Job | undefined;
  readonly jobId?: string | undefined;
  readonly checks?:
    | { readonly state: string | undefined; readonly previewUrl: string | undefined }
    | undefined;
}

/** Figures of a report. With several projects, counts are sums over them. */
export interface Figures {
  readonly totals: Counts;
  /** Percent with sign, such as `+12.3`; null without a comparison. */
  readonly change: string | null;
  readonly pageCount: number;
  readonly complete: boolean;
  readonly topPages: readonly object[];
  readonly risingPages: readonly object[];
}

/** The only place that sets outputs. The names are fixed by action.yml. */
export class Outputs {
  readonly #set: (name: string, value: string) => void;
  #hasOutcome = false;

  /** @param set writes one output; a later value of the same name wins */
  constructor(set: (name: string, value: string) => void) {
    this.#set = set;
  }

  /** Writes what is known of the job, the moment it is known, so that a run that is cut off keeps it. */
  job(job: Job | undefined, jobId: string | undefined): void {
    const pullRequest = pullRequestOf(job);
    this.#all({
      'job-id': job?.id ?? jobId,
      status: job?.status,
      // A blank in `##[` would break the link.
      'pr-link': pullRequest?.url.replaceAll('##[', '##%5B'),
      'pr-number': pullRequest?.number,
    });
    this.#set('job', job ? inertJson(jobFields(job, pullRequest?.url)) : '');
  }

  /** How a run of agent mode ended. */
  agent(result: JobEnd, commentUrl: string): void {
    this.job(result.job, result.jobId);
    const { outcome, reason, checks } = result;
    this.#all({
      outcome,
      reason,
      'comment-url': commentUrl,
      checks: checks?.state,
      'preview-url': checks?.previewUrl,
    });
  }

  /** The reply, or the report's comment. */
  commentUrl(url: string): void {
    this.#all({ 'comment-url': url });
  }

  /** Writes the figures of a report, as soon as they are known. */
  views(summary: Figures, headline: string, period: Period): void {
    this.period(period, summary.complete);
    this.#all({
      'total-views': String(summary.totals.total),
      'human-views': String(summary.totals.human),
      'ai-views': String(summary.totals.ai),
      change: summary.change ?? '',
      'page-count': String(summary.pageCount),
      headline,
    });
    this.#set('top-pages', inertJson(summary.topPages));
    this.#set('rising-pages', inertJson(summary.risingPages));
  }

  /** Writes the period of the report, even if nothing of it was read. */
  period({ from, to }: Period, isComplete: boolean): void {
    this.#all({ complete: String(isComplete), 'date-from': from, 'date-to': to });
  }

  /** How a run of analytics mode ended. */
  report(outcome: 'report' | 'error', reason: string, place: ReportPlace): void {
    this.#all({
      status: outcome === 'report' ? 'completed' : '',
      outcome,
      reason,
      'report-path': place.directory,
      'artifact-id': place.artifactId,
      'artifact-url': place.artifactUrl,
      'report-url': place.reportUrl,
    });
  }

  /** A process that ends before the run has come to its end. Agent mode may have sent something. */
  cutOff(isReport: boolean): void {
    if (this.#hasOutcome) return;
    const [outcome, reason] = isReport
      ? ['error', 'The run was interrupted before the report was ready.']
      : ['unknown', 'The run was interrupted before it learned whether Mintlify accepted the request.'];
    this.#all({ outcome, reason });
  }

  /** A run that ended before there was anything else to say. */
  error(reason: string): void {
    this.#all({ outcome: 'error', reason });
  }

  #all(values: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(values)) this.#set(name, inert(value ?? ''));
    this.#hasOutcome ||= 'outcome' in values;
  }
}

/** Returns the job as Mintlify last gave it. Its link is included only if it is known to be a pull request. */
function jobFields({ id, status, model, createdAt, archivedAt, repository, ref }: Job, prLink?: string) {
  const cut = (text: string | undefined) => (text === undefined ? null : shorten(text, LONGEST_VALUE));
  return {
    id,
    status: cut(status),
    model: cut(model),
    prLink: prLink ?? null,
    createdAt: cut(createdAt),
    archivedAt: cut(archivedAt),
    source: { repository: cut(repository), ref: cut(ref) },
  };
}

/** Returns one line without a command for the runner, so that a script can print the value as it is. */
function inert(value: string): string {
  return shorten(withoutCommands(value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')), LONGEST_VALUE);
}
