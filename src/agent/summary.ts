import { onOneLine } from '../text/characters.ts';
import { duration } from '../text/duration.ts';
import { code, codeBlock, factTable, link, sentence } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import type { Action } from './action.ts';
import { checksLine, checksMarkdown } from './checks-text.ts';
import type { End } from './end.ts';
import { type EndReport, stepsText } from './end-report.ts';
import type { PartReport, Prompt } from './prompt/compose.ts';
import type { Reply } from './reply.ts';
import type { AgentRun } from './request.ts';

/** Renders the end of a run for the log. Contains remote text. */
export function endText(report: EndReport, phrase: string, reply: Reply | undefined): string {
  const { headline, pullRequest, why, quote, took, outcome } = report;
  if (outcome === 'skipped') return `Skipped, and nothing was sent. ${why}`;
  const details = [pullRequest?.title, pullRequest?.size].filter((text) => text !== undefined && text !== '');
  const lines = [
    `${why.replace(/\.$/, '')}${took && ` (${took})`}.`,
    pullRequest?.url ?? '',
    details.length > 0 ? `${headline}: ${onOneLine(details.join(' · '))}` : '',
    checksLine(report.checks),
    quote === '' ? '' : `Mintlify's response: ${quote}`,
    stepsText(report, reply ? `on #${reply.thread.issue}` : '', phrase, {
      typed: onOneLine,
      sentence: onOneLine,
    }),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/**
 * Returns a phrase that says where to comment. The phrase doesn't contain the issue number, because GitHub would turn
 * `#12` into a link in a summary.
 */
function placeOf(reply: Reply | undefined): string {
  return reply?.url ? `below ${link('the reply', reply.url)}` : 'on the issue or pull request';
}

/** Renders the job summary of agent mode, in GitHub's Markdown. */
export function agentSummary(
  report: EndReport,
  end: End,
  { projectId, triggerPhrase }: Pick<AgentRun['inputs'], 'projectId' | 'triggerPhrase'>,
  parts: readonly PartReport[],
  reply: Reply | undefined,
): string {
  const { headline, pullRequest, why, quote } = report;
  const { job, jobId, durationMs, polls } = end;
  const { url = '', number = '', title = '', size = '' } = pullRequest ?? {};
  const leftOut = parts.filter((part) => part.leftOut !== '').map((part) => `${part.name}: ${part.leftOut}`);
  const rows: [string, string][] = [
    ['Pull request', url && link(`\\#${number}`, url)],
    ['Title', code(title)],
    ['Changes', size],
    ['Checks', checksMarkdown(report.checks)],
    ['Outcome', code(report.outcome)],
    ['Agent job', code(jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Project', code(projectId)],
    ['Repository', [job?.repository, job?.ref].flatMap((text) => code(text ?? '') || []).join(' at ')],
    ['Left out of the prompt', leftOut.join('; ')],
    ['Model', code(job?.model ?? '')],
    ['Duration', durationMs === undefined ? '' : duration(durationMs)],
    ['Polls', String(polls ?? '')],
  ];
  const sections = [
    `## ${headline}`,
    sentence(why),
    report.outcome === 'skipped' ? '' : factTable(rows.filter(([, value]) => value !== '')),
    quote && `Mintlify's response:\n\n${codeBlock(quote)}`,
    stepsText(report, placeOf(reply), triggerPhrase, { typed: code, sentence }),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Plan of a dry run. */
export interface Plan extends Pick<AgentRun, 'inputs' | 'event' | 'request'> {
  readonly action: Action;
  /** Prompt that would be sent; its text is empty if nothing would be sent. */
  readonly prompt: Prompt;
  /** URL of an earlier attempt's reply; empty if there is none. */
  readonly commentUrl: string;
}

/** Renders the plan for the log. Contains remote text. */
export function planText({ action, prompt, event, inputs, request, commentUrl }: Plan): string {
  const { text, parts } = prompt;
  const { by, what } = request;
  return [
    `Action: ${wouldDo(action)}`,
    `Project: ${inputs.projectId} at ${inputs.baseUrl.origin}`,
    `Requested by: ${by === '' ? 'not known' : by}`,
    `Event: ${event.name === what ? what : `${event.name}: ${what}`}`,
    `Reply: ${inputs.comment ? commentUrl || 'a new comment' : 'none'}`,
    `Prompt: ${text === '' ? 'none' : counted(text.length, 'character')}`,
    ...(parts.length > 1 ? ['', partsText(parts)] : []),
    ...(text === '' ? [] : ['', text]),
  ].join('\n');
}

/** Lists the parts of the prompt, one on each line. */
export function partsText(parts: readonly PartReport[]): string {
  const lines = parts.map(({ name, characters, leftOut }) => {
    return `  ${name}: ${counted(characters, 'character')}${leftOut === '' ? '' : `; left out: ${leftOut}`}`;
  });
  return ['Parts of the prompt:', ...lines].join('\n');
}

/** Renders the plan as Markdown, for the job summary. */
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
  }
}
