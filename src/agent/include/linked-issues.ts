import { unlessGone } from '../../github/api.ts';
import { getIssue } from '../../github/operations.ts';
import { fullName } from '../../github/workflow-run.ts';
import { type PromptPart, quotedPart, subjectMaterial } from '../quotation.ts';
import type { IncludeSource } from '../request.ts';

/** Issues that are quoted of those that a pull request closes. */
const MOST_ISSUES = 10;

/** The issues that the event's pull request says it closes, one part each. */
export async function readLinkedIssues({
  event: { subject },
  run,
  github,
  options,
}: IncludeSource): Promise<readonly PromptPart[]> {
  if (subject?.kind !== 'pull request') return [];
  const repository = fullName(run);
  const numbers = closedIssues(`${subject.title}\n${subject.body}`, repository, run.serverUrl)
    .filter((number) => number !== subject.number)
    .slice(0, MOST_ISSUES);
  const issues = await Promise.all(
    numbers.map((number) => unlessGone(github.read(getIssue, { issue_number: number }, options))),
  );
  return issues
    .filter((issue) => issue !== undefined)
    .map((issue) => {
      const material = subjectMaterial(issue, repository);
      const what = `${material.what}, which the pull request closes`;
      return quotedPart(`linked-issues #${issue.number}`, { ...material, what });
    });
}

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const KEYWORD = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s{1,5}`;

/**
 * Numbers of the issues of the same repository that a text says it closes, in its order, without repeats.
 *
 * @param repository `owner/name`
 * @param serverUrl without a slash at the end
 */
export function closedIssues(text: string, repository: string, serverUrl: string): number[] {
  const name = escaped(repository);
  const target = `(?:${name})?#(\\d{1,9})\\b|${escaped(serverUrl)}/${name}/issues/(\\d{1,9})\\b`;
  const pattern = new RegExp(`${KEYWORD}(?:${target})`, 'gi');
  const numbers = [...text.matchAll(pattern)].map(([, number, ofUrl]) => Number(number ?? ofUrl));
  return [...new Set(numbers)].filter((number) => number > 0);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
