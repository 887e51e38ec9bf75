import { timeLimit } from '../../clock.ts';
import { GithubError } from '../../github/api.ts';
import type { PromptPart } from '../budget.ts';
import type { AgentRun } from '../request.ts';
import { readChanges } from './changes.ts';
import { changesPart } from './changes-part.ts';
import { readDiscussion } from './discussion.ts';
import { readLinkedIssues } from './linked-issues.ts';
import type { IncludeSource } from './source.ts';

/** What `include` can name, in the order of the prompt, with how it is read. */
const PARTS = {
  async changes(source) {
    const changes = await readChanges(source);
    return changes && changes.files.length > 0 ? [changesPart(changes)] : [];
  },
  'linked-issues': readLinkedIssues,
  discussion: readDiscussion,
} satisfies Record<string, (source: IncludeSource) => Promise<readonly PromptPart[]>>;
const NAMES = ['changes', 'linked-issues', 'discussion'] as const satisfies (keyof typeof PARTS)[];

/** As in `changes, linked-issues and discussion`. */
const LIST = new Intl.ListFormat('en-GB');
/** Milliseconds for everything together, and for which one request is tried again. */
const TIME_MS = 18_000;
const PATIENCE_MS = 8_000;

type Included = Pick<AgentRun, 'event' | 'inputs' | 'run' | 'github' | 'clock' | 'signal' | 'log'>;

/** Reads what `include` names. What GitHub refuses, or is too slow for, is left out and told in one warning. */
export async function readIncluded(agent: Included): Promise<readonly PromptPart[]> {
  const { inputs, github, clock, signal, log } = agent;
  const names = NAMES.filter((name) => inputs.include.has(name));
  if (!github) {
    log.warning(`The prompt is without ${LIST.format(names)}: include needs github-token.`);
    return [];
  }
  const limit = timeLimit(clock, TIME_MS, signal);
  const source = { ...agent, github, options: { signal: limit.signal, patienceMs: PATIENCE_MS } };
  /** Names of what is missing, by the reason. */
  const missing = new Map<string, string[]>();
  const read = async (name: (typeof NAMES)[number]): Promise<readonly PromptPart[]> => {
    try {
      return await PARTS[name](source);
    } catch (error) {
      if (!(error instanceof GithubError)) throw error;
      missing.set(error.full, [...(missing.get(error.full) ?? []), name]);
      return [];
    }
  };
  try {
    const parts = await Promise.all(names.map(read));
    const warnings = [...missing].map(
      ([why, without]) => `The prompt is without ${LIST.format(without)}. ${why}`,
    );
    if (warnings.length > 0 && !signal.aborted) log.warning(warnings.join('\n'));
    return parts.flat();
  } finally {
    limit.release();
  }
}
