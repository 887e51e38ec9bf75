import { unlessGone } from '../../../github/api.ts';
import { getIssue } from '../../../github/operations.ts';
import { fullName } from '../../../github/workflow-run.ts';
import { visibleLine, visibleProse } from '../../../text/visible.ts';
import type { IncludeSource } from '../../request.ts';
import { type Material, NO_MATERIAL } from '../compose.ts';
import { subjectQuotation } from '../event-quotations.ts';
import { quotedPart } from '../quotation.ts';

/** Maximum number of issues to quote. */
const MOST_ISSUES = 10;

/** Reads the issues that the pull request closes according to its visible text. Each issue becomes a part. */
export async function readLinkedIssues({
  event: { subject },
  run,
  github,
  options,
}: IncludeSource): Promise<Material> {
  if (subject?.kind !== 'pull request') return NO_MATERIAL;
  const repository = fullName(run);
  const visible = `${visibleLine(subject.title)}\n${visibleProse(subject.body)}`;
  const numbers = closedIssues(visible, repository, run.serverUrl)
    .filter((number) => number !== subject.number)
    .slice(0, MOST_ISSUES);
  const issues = await Promise.all(
    numbers.map((number) => unlessGone(github.call(getIssue, { issue_number: number }, options))),
  );
  const parts = issues
    .filter((issue) => issue !== undefined)
    .map((issue) => {
      const quotation = subjectQuotation(issue, repository);
      const what = `${quotation.what}, which the pull request closes`;
      return quotedPart(`linked-issues #${issue.number}`, { ...quotation, what });
    });
  return { parts };
}

/** Keywords before a linked issue. https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const KEYWORD = String.raw`\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)\b:?\s{1,5}`;

/**
 * Finds phrases such as `fixes #12` in a pull request's text. Returns the numbers of the issues without duplicates.
 *
 * @param repository repository of the issues, as `owner/name`
 * @param serverUrl URL of the GitHub server without a slash at the end
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
