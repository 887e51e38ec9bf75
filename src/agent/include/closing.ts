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
