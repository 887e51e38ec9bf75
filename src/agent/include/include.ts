import { timeLimit } from '../../clock.ts';
import { GithubError, unlessGone } from '../../github/api.ts';
import type { Subject } from '../../github/event.ts';
import { getIssue } from '../../github/operations.ts';
import { fullName } from '../../github/workflow-run.ts';
import type { Includable } from '../../inputs.ts';
import type { PromptPart } from '../budget.ts';
import { quotedPart } from '../quotation.ts';
import type { AgentRun } from '../request.ts';
import { type IncludeSource, readChanges } from './changes.ts';
import { diffPart } from './diff.ts';
import { readDiscussion } from './discussion.ts';
import { filesPart } from './files.ts';

/** As in `files, diff and discussion`. */
const LIST = new Intl.ListFormat('en-GB');
/** Milliseconds for everything together, and for which one request is tried again. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;
/** Issues that are quoted of those that a pull request closes. */
const MOST_ISSUES = 10;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out and told in one warning. */
export async function readIncluded(agent: AgentRun): Promise<readonly PromptPart[]> {
  const { inputs, github, clock, signal, log } = agent;
  if (!github) {
    log.warning(`The prompt is without ${LIST.format(inputs.include)}: include needs github-token.`);
    return [];
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  const options = { signal: limit.signal, patienceMs: PATIENCE_MS };
  try {
    return await readParts({ ...agent, github, options });
  } finally {
    limit.release();
  }
}

async function readParts(source: IncludeSource): Promise<readonly PromptPart[]> {
  const { event, inputs, log, signal } = source;
  const wanted = (...names: Includable[]) => names.filter((name) => inputs.include.has(name));
  const subject = 'subject' in event ? event.subject : undefined;
  const missing = new Map<string, string[]>();
  const orNone = async <T>(names: readonly string[], read: () => Promise<T>): Promise<T | undefined> => {
    if (names.length === 0) return undefined;
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      missing.set(error.full, [...(missing.get(error.full) ?? []), ...names]);
      return undefined;
    }
  };
  const [issues, changes, discussion] = await Promise.all([
    orNone(wanted('linked-issues'), () => linkedIssues(subject, source)),
    orNone(wanted('files', 'diff'), () => readChanges(source)),
    orNone(subject ? wanted('discussion') : [], () => readDiscussion(subject as Subject, source)),
  ]);
  const warnings = [...missing].map(([why, names]) => `The prompt is without ${LIST.format(names)}. ${why}`);
  if (warnings.length > 0 && !signal.aborted) log.warning(warnings.join('\n'));
  return [
    ...(issues ?? []),
    ...(changes && inputs.include.has('files') ? [filesPart(changes)] : []),
    ...(discussion ? [discussion] : []),
    ...(changes && inputs.include.has('diff') ? [diffPart(changes)] : []),
  ];
}

async function linkedIssues(
  subject: Subject | undefined,
  { run, github, options }: IncludeSource,
): Promise<PromptPart[]> {
  if (subject?.kind !== 'pull request') return [];
  const repository = fullName(run);
  const numbers = closedIssues(`${subject.title}\n${subject.body}`, repository, run.serverUrl)
    .filter((number) => number !== subject.number)
    .slice(0, MOST_ISSUES);
  const issues = await Promise.all(
    numbers.map((number) => unlessGone(github.read(getIssue, { issue_number: number }, options))),
  );
  return issues.flatMap((issue) => {
    if (!issue) return [];
    const what = `the issue #${issue.number} of ${repository}, which the pull request closes`;
    const material = {
      ...issue,
      author: issue.author?.login,
      what,
      facts: [['Title', issue.title]] as const,
    };
    return quotedPart(`linked-issues #${issue.number}`, 2 / numbers.length, material);
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
