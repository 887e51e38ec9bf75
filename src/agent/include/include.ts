import { timeLimit } from '../../clock.ts';
import { GithubError, NO_TOKEN } from '../../github/api.ts';
import type { Material } from '../quotation.ts';
import type { MaterialSource } from '../request.ts';
import { readChanges } from './changes.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';

/** What `include` can name besides `event`, in the order of the prompt, and how it is read. */
const READERS = [
  ['changes', readChanges],
  ['linked-issues', readLinkedIssues],
  ['discussion', readDiscussion],
] as const;

/** Time limit for everything together, and retry budget of one request, in milliseconds. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out, with one warning for all of it. */
export async function readIncluded(source: MaterialSource): Promise<Material> {
  const { inputs, github, clock, signal, log } = source;
  const readers = READERS.filter(([name]) => inputs.include?.has(name));
  const warnings: string[] = [];
  const unread = (name: string, reason: string, advice = ''): Material => {
    warnings.push(`The prompt is without ${name}. ${reason} ${advice}`.trim());
    return { parts: [], ...(name === 'changes' && { noChanges: { kind: 'unread', reason, advice } }) };
  };
  if (!github) {
    const all = combined(readers.map(([name]) => unread(name, `It cannot be read without ${NO_TOKEN}.`)));
    log.warning(warnings.join('\n'));
    return all;
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  const options = { signal: limit.signal, patienceMs: PATIENCE_MS };
  const reading = readers.map(([name, read]) =>
    read({ ...source, github, options }).catch((error: unknown) => {
      if (!(error instanceof GithubError)) throw error;
      return unread(name, error.message, error.advice);
    }),
  );
  try {
    return combined(await Promise.all(reading));
  } finally {
    limit.release();
    if (warnings.length > 0 && !signal.aborted) log.warning(warnings.join('\n'));
  }
}

function combined(all: readonly Material[]): Material {
  const noChanges = all.find((each) => each.noChanges)?.noChanges;
  return { parts: all.flatMap(({ parts }) => parts), ...(noChanges && { noChanges }) };
}
