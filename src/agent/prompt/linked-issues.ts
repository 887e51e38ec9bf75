import { unlessGone } from '../../github/api.ts';
import { getIssue } from '../../github/operations.ts';
import { visibleLine, visibleProse } from '../../text/visible.ts';
import { NEEDED } from '../needed.ts';
import type { GithubRun } from '../request.ts';
import { type Part, quotedPart } from './quote.ts';
import { subjectQuotation } from './subject-quotations.ts';

/** Reads at most ten issues that the pull request closes according to its visible text. */
export async function readLinkedIssues({ event, run, github }: GithubRun): Promise<readonly Part[]> {
  const { subject } = event;
  if (subject?.kind !== 'pull request') return [];
  const { repository } = github;
  const visible = `${visibleLine(subject.title)}\n${visibleProse(subject.body)}`;
  const numbers = closedIssues(visible, repository, run.serverUrl)
    .filter((number) => number !== subject.number)
    .slice(0, 10);
  const issues = await Promise.all(
    numbers.map((number) => unlessGone(github.call(getIssue, { issue_number: number }, NEEDED))),
  );
  return issues.flatMap((issue) => {
    if (!issue) return [];
    const quotation = subjectQuotation(issue, repository);
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
