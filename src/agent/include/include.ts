import { type Clock, timeLimit } from '../../clock.ts';
import { GithubError, unlessGone } from '../../github/api.ts';
import type { Subject, TriggerEvent } from '../../github/event.ts';
import { getIssue } from '../../github/operations.ts';
import type { GithubApi } from '../../github/rest.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import type { AgentInputs, Includable } from '../../inputs.ts';
import type { PromptPart } from '../budget.ts';
import { quotedPart } from '../quotation.ts';
import { type IncludeSource, readChanges } from './changes.ts';
import { diffPart } from './diff.ts';
import { discussionPart, readDiscussion } from './discussion.ts';
import { filesPart } from './files.ts';

/** What `include` adds to the prompt. */
export interface Included {
  readonly parts: readonly PromptPart[];
  /** Why something is missing, and what to change, as sentences; empty if nothing is. */
  readonly warning: string;
  /** What of the patches was masked, by what it looks like. */
  readonly masked: ReadonlyMap<string, number>;
}

export type IncludeInputs = Pick<AgentInputs, 'include' | 'minimumPermission' | 'allowedBots'>;

export interface IncludePorts {
  /** Absent without a token or outside of a repository. */
  readonly github: GithubApi | undefined;
  readonly clock: Clock;
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal;
}

/** Milliseconds for everything together, and for which one request is tried again. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;
/** Issues that are quoted of those that a pull request closes. */
const MOST_ISSUES = 10;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out and told in one warning. */
export async function readIncluded(
  event: TriggerEvent,
  inputs: IncludeInputs,
  run: WorkflowRun,
  { github, clock, signal }: IncludePorts,
): Promise<Included> {
  if (!github) {
    const warning = `The prompt is without ${list([...inputs.include])}: include needs github-token.`;
    return { parts: [], warning, masked: new Map() };
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  const options = { signal: limit.signal, patienceMs: PATIENCE_MS };
  try {
    return await readParts(event, inputs, { run, github, options });
  } finally {
    limit.release();
  }
}

async function readParts(
  event: TriggerEvent,
  inputs: IncludeInputs,
  source: IncludeSource,
): Promise<Included> {
  const wanted = (...names: Includable[]) => names.filter((name) => inputs.include.has(name));
  const subject = event.kind === 'subject' || event.kind === 'comment' ? event.subject : undefined;
  const asking = event.kind === 'comment' ? event.comment : undefined;
  const masked = new Map<string, number>();
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
    orNone(wanted('files', 'diff'), () => readChanges(event, source, masked)),
    orNone(subject ? wanted('discussion') : [], () =>
      readDiscussion(subject as Subject, asking, inputs, source),
    ),
  ]);
  const parts = [
    ...(issues ?? []),
    ...(changes && inputs.include.has('files') ? [filesPart(changes)] : []),
    ...(discussion ? [discussionPart(discussion)] : []),
    ...(changes && inputs.include.has('diff') ? [diffPart(changes)] : []),
  ];
  const warnings = [...missing].map(([why, names]) => `The prompt is without ${list(names)}. ${why}`);
  return { parts, warning: warnings.join('\n'), masked };
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

function list(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
