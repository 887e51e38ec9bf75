import { duration } from '../text/duration.ts';
import { code, codeBlock, factTable, link, sentence } from '../text/markdown.ts';
import type { PartReport } from './budget.ts';
import { type AgentResult, idToGoOn, OUTCOMES, pullRequestOf } from './result.ts';

/** The job summary of agent mode, in GitHub's Markdown. */
export function agentSummary(
  result: AgentResult,
  projectId: string,
  parts: readonly PartReport[] = [],
): string {
  const { job, jobId } = result;
  const resumable = idToGoOn(result);
  const pullRequest = pullRequestOf(job);
  const rows: [string, string][] = [
    ['Pull request', pullRequest ? link(pullRequestLabel(pullRequest), pullRequest.url) : ''],
    ['Outcome', code(result.outcome)],
    ['Job', code(jobId ?? '')],
    ['Status', code(job?.status ?? '')],
    ['Project', code(projectId)],
    [
      'Repository',
      [job?.repository, job?.ref]
        .map((text) => code(text ?? ''))
        .filter(Boolean)
        .join(' at '),
    ],
    ['Prompt', parts.length > 1 ? parts.map(partText).join(', ') : ''],
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
    resumable === '' ? '' : howToGoOn(resumable),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');
}

function partText({ name, leftOut }: PartReport): string {
  return leftOut === '' ? name : `${name} (in part)`;
}

/** `#7` for a pull request whose number is known. */
function pullRequestLabel({ url, number }: { url: string; number: string }): string {
  return number === '' ? code(url) : `\\#${number}`;
}

function howToGoOn(jobId: string): string {
  const yaml = [
    'with:',
    `  job-id: ${JSON.stringify(jobId)}`,
    '  # with a prompt: a follow-up to this job; without: watch it',
    '  prompt: Also mention the proxy settings.',
  ];
  return `<details><summary>Go on with this job</summary>\n\n${codeBlock(yaml.join('\n'), 'yaml')}\n\n</details>`;
}
