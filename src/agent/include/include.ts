import { timeLimit } from '../../clock.ts';
import { GithubError } from '../../github/api.ts';
import { listed } from '../../text/numbers.ts';
import type { PromptPart } from '../quotation.ts';
import type { AgentRun } from '../request.ts';
import { readChanges } from './changes.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';

/** What `include` can name, in the order of the prompt, and how it is read. */
const READERS = [
  ['changes', readChanges],
  ['linked-issues', readLinkedIssues],
  ['discussion', readDiscussion],
] as const;

/** Milliseconds for everything together, and for which one request is tried again. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;

type Included = Pick<AgentRun, 'event' | 'inputs' | 'run' | 'github' | 'clock' | 'signal' | 'log'>;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out and told in one warning. */
export async function readIncluded(agent: Included): Promise<readonly PromptPart[]> {
  const { inputs, github, clock, signal, log } = agent;
  const readers = READERS.filter(([name]) => inputs.include.has(name));
  if (!github) {
    const names = listed(readers.map(([name]) => name));
    log.warning(`The prompt is without ${names}: include needs github-token.`);
    return [];
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  const source = { ...agent, github, options: { signal: limit.signal, patienceMs: PATIENCE_MS } };
  const warnings: string[] = [];
  const parts = readers.map(async ([name, read]) => {
    try {
      return await read(source);
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      warnings.push(`The prompt is without ${name}. ${error.full}`);
      return [];
    }
  });
  try {
    return (await Promise.all(parts)).flat();
  } finally {
    limit.release();
    if (warnings.length > 0 && !signal.aborted) log.warning(warnings.join('\n'));
  }
}
