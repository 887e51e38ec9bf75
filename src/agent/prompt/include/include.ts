import { GithubError, type RetryOptions, withinBudget, withoutToken } from '../../../github/api.ts';
import type { MaterialSource } from '../../request.ts';
import { type Material, NO_MATERIAL } from '../compose.ts';
import { readChanges } from './changes.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';

/** Names that `include` accepts in addition to `event`, with their readers, in the order of the prompt. */
const READERS = [
  ['changes', readChanges],
  ['linked-issues', readLinkedIssues],
  ['discussion', readDiscussion],
] as const;
type Reader = (typeof READERS)[number];

/** Reads the parts that `include` names. Leaves out parts that GitHub doesn't return in time, and logs one warning. */
export async function readIncluded(source: MaterialSource): Promise<Material> {
  const { inputs, github, signal, log } = source;
  const readers = READERS.filter(([name]) => inputs.include?.has(name));
  const warnings: string[] = [];
  const readPart = async ([name, read]: Reader, options: RetryOptions): Promise<Material> => {
    try {
      if (!github) throw withoutToken(`The ${name.replace('-', ' ')} can't be read`);
      return await read({ ...source, github, options });
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      warnings.push(`\`${name}\` is missing from the prompt: ${error.full}`);
      const { message: reason, advice } = error;
      return name === 'changes' ? { parts: [], noChanges: { kind: 'unread', reason, advice } } : NO_MATERIAL;
    }
  };
  const readAll = (options: RetryOptions) => Promise.all(readers.map((reader) => readPart(reader, options)));
  try {
    return combined(await withinBudget(source, 'optional', readAll));
  } finally {
    if (warnings.length > 0 && !signal.aborted) log.warning(warnings.join('\n'));
  }
}

function combined(all: readonly Material[]): Material {
  const noChanges = all.find((each) => each.noChanges)?.noChanges;
  return { parts: all.flatMap(({ parts }) => parts), ...(noChanges && { noChanges }) };
}
