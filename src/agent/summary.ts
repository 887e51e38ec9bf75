import { duration } from '../text/duration.ts';
import { code, codeBlock, factTable, link, sentence } from '../text/markdown.ts';
import type { Action } from './action.ts';
import { sizeText } from './pull-request.ts';
import type { PartReport, Prompt } from './quotation.ts';
import type { AgentRun } from './request.ts';
import { type AgentResult, headlineOf, pullRequestOf } from './result.ts';

/** The job summary of agent mode, in GitHub's Markdown. */
export function agentSummary(
  result: AgentResult,
  projectId: string,
  parts: readonly PartReport[] = [],
): string {
  const { job, jobId, pullRequest, change } = result;
  const { url = '', number = '' } = pullRequestOf(job) ?? {};
  const partTexts = parts.map(({ name, leftOut }) => (leftOut === '' ? name : `${name} (in part)`));
  const rows: [string, string][] = [
    ['Pull request', url && link(number === '' ? code(url) : `\\#${number}`, url)],
    ['Title', code(pullRequest?.title ?? '')],
    ['Changes', pullRequest ? sizeText(pullRequest, change) : ''],
    ['Outcome', code(result.outcome)],
    ['Job', code(jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Project', code(projectId)],
    ['Repository', [job?.repository, job?.ref].flatMap((text) => code(text ?? '') || []).join(' at ')],
    ['Prompt', parts.length > 1 ? partTexts.join(', ') : ''],
    ['Model', code(job?.model ?? '')],
    ['Duration', result.durationMs === undefined ? '' : duration(result.durationMs)],
    ['Polls', String(result.polls ?? '')],
  ];
  const sections = [
    `## ${headlineOf(result)}`,
    sentence(result.reason),
    factTable(rows.filter(([, value]) => value !== '')),
    result.platformText ? `Mintlify's answer:\n\n${codeBlock(result.platformText)}` : '',
    result.advice ?? '',
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** What a run would do: `dry-run`. */
export interface Plan extends Pick<AgentRun, 'inputs' | 'event' | 'request'> {
  readonly action: Action;
  /** Its text is empty if nothing would be sent. */
  readonly prompt: Prompt;
  /** Of the request's reply, if an earlier attempt has left one; else empty. */
  readonly commentUrl: string;
}

/** The plan in plain words, for the log. Remote text in part. */
export function planText({ action, prompt, event, inputs, request, commentUrl }: Plan): string {
  const { text, parts } = prompt;
  const { by, what } = request;
  return [
    `Would: ${wouldDo(action)}`,
    `Project: ${inputs.projectId} at ${inputs.baseUrl.origin}`,
    `Requested by: ${by === '' ? 'not known' : by}`,
    `Event: ${event.name === what ? what : `${event.name}: ${what}`}`,
    `Reply: ${inputs.comment ? commentUrl || 'a new comment' : 'none'}`,
    `Prompt: ${text === '' ? 'none' : `${text.length} characters`}`,
    ...(parts.length > 1 ? ['', partsText(parts)] : []),
    ...(text === '' ? [] : ['', text]),
  ].join('\n');
}

/** What the prompt is made of, a line for each part. */
export function partsText(parts: readonly PartReport[]): string {
  const lines = parts.map(({ name, characters, leftOut }) => {
    return `  ${name}: ${characters} characters${leftOut === '' ? '' : `; left out: ${leftOut}`}`;
  });
  return ['Parts of the prompt:', ...lines].join('\n');
}

/** The same as Markdown, for the job summary. */
export function planSummary(plan: Plan): string {
  return `## Dry run: nothing was sent\n\n${codeBlock(planText(plan))}\n`;
}

function wouldDo(action: Action): string {
  switch (action.kind) {
    case 'create':
      return 'start a new job';
    case 'message':
      return `send a follow-up to the job ${action.jobId}`;
    case 'watch':
      return `watch the job ${action.jobId}, and send nothing`;
    case 'stop':
      return `send nothing: ${action.result.reason}`;
  }
}
