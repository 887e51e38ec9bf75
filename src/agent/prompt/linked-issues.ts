import { unlessNotFound } from '../../github/errors.ts';
import { getIssue } from '../../github/operations.ts';
import { visibleLine, visibleProse } from '../../text/visible.ts';
import type { GithubContext } from '../request-context.ts';
import { issueQuotation } from './quotations.ts';
import { type PromptPart, quotedPart } from './quote.ts';

const MOST_ISSUES = 10;

/** Reads at most ten issues that the pull request closes according to its visible text. */
export async function readLinkedIssues(context: GithubContext): Promise<readonly PromptPart[]> {
  const { issueOrPull } = context.subject;
  if (issueOrPull?.kind !== 'pull request') return [];
  const { github, workflowRun } = context;
  const { repository } = github;
  const visible = `${visibleLine(issueOrPull.title)}\n${visibleProse(issueOrPull.body)}`;
  const numbers = closedIssues(visible, repository, workflowRun.serverUrl)
    .filter((number) => number !== issueOrPull.number)
    .slice(0, MOST_ISSUES);
  const reading = numbers.map((number) => unlessNotFound(github.call(getIssue, { issue_number: number })));
  const issues = await Promise.all(reading);
  return issues.flatMap((issue) => {
    if (!issue) return [];
    const quotation = issueQuotation(issue, repository);
    return quotedPart({ ...quotation, what: `${quotation.what}, which the pull request closes` });
  });
}

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const KEYWORD = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s{1,5}`;

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** Finds phrases such as `fixes #12`. Returns each number once. @param repository `owner/name` */
export function closedIssues(text: string, repository: string, serverUrl: string): number[] {
  const name = escaped(repository);
  const target = `(?:${name})?#(\\d{1,9})\\b|${escaped(serverUrl)}/${name}/issues/(\\d{1,9})\\b`;
  const pattern = new RegExp(`${KEYWORD}(?:${target})`, 'gi');
  const numbers = [...text.matchAll(pattern)].map(([, number, ofUrl]) => Number(number ?? ofUrl));
  return [...new Set(numbers)].filter((number) => number > 0);
}
