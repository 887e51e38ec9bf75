import { duration } from '../text/duration.ts';
import { code, codeBlock, factTable, link, sentence } from '../text/markdown.ts';
import type { PartReport } from './quotation.ts';
import { type AgentResult, OUTCOMES, pullRequestOf } from './result.ts';

/** The job summary of agent mode, in GitHub's Markdown. */
export function agentSummary(
  result: AgentResult,
  projectId: string,
  parts: readonly PartReport[] = [],
): string {
  const { job, jobId } = result;
  const { url = '', number = '' } = pullRequestOf(job) ?? {};
  const partTexts = parts.map(({ name, leftOut }) => (leftOut === '' ? name : `${name} (in part)`));
  const rows: [string, string][] = [
    ['Pull request', url && link(number === '' ? code(url) : `\\#${number}`, url)],
    ['Outcome', code(result.outcome)],
    ['Job', code(jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Project', code(projectId)],
    ['Repository', [job?.repository, job?.ref].flatMap((text) => code(text ?? '') || []).join(' at ')],
    ['Prompt', parts.length > 1 ? partTexts.join(', ') : ''],
    ['Model', code(job?.model ?? '')],
    ['Duration', duration(result.durationMs ?? 0)],
    ['Polls', String(result.polls ?? 0)],
  ];
  return [
    `## ${OUTCOMES[result.outcome].headline}`,
    sentence(result.reason),
    factTable(rows.filter(([, value]) => value !== '')),
    result.platformText ? `The platform says:\n\n${codeBlock(result.platformText)}` : '',
    result.advice ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}
