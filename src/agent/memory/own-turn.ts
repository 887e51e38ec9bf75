import type { PullRequest } from '../../github/operations.ts';
import type { Job } from '../../platform/schemas.ts';
import { shorten } from '../../text/markdown.ts';
import type { Redact } from '../../text/redact.ts';
import type { Decision } from '../decide.ts';
import type { Request } from '../request.ts';
import { type AgentResult, pullRequestOf, sizeOf } from '../result.ts';
import { type Turn, turnOf } from './turn.ts';

/** The turn of the request at hand, from its beginning to its end. */

/** Characters that a comment keeps of each. Ids and links are kept whole or not at all. */
const LONGEST = { what: 120, title: 160, note: 700, said: 300, id: 300, url: 500 } as const;

/** The turn as it begins; absent if nothing may be written, because what an earlier attempt wrote is not known. */
export function begunTurn(
  decision: Decision,
  { id, asks, run, by, what, where, step }: Request,
  turns: readonly Turn[],
  at: number,
  redact: Redact,
): Turn | undefined {
  const earlier = turnOf(turns, { id, run, step });
  if (decision.kind === 'stop' && !decision.isTold) return earlier;
  const turn = {
    ...{ id, asks, run, by, at },
    what: shorten(redact(what), LONGEST.what),
    where: keepable(where, LONGEST.url, redact),
    notes: 'note' in decision && decision.note !== undefined ? [decision.note] : [],
    followUp: decision.kind === 'message',
  };
  if (decision.kind === 'create' || decision.kind === 'stop')
    return { ...turn, state: 'sending', accepted: false };
  const job = keepable(decision.jobId, LONGEST.id, redact);
  if (decision.kind === 'message') return { ...turn, state: 'sending', accepted: false, job };
  const { followUp, state, pr } = earlier ?? {
    followUp: decision.unsettled === true,
    state: 'working',
    pr: undefined,
  };
  return { ...turn, at: earlier?.at ?? at, followUp, state, accepted: true, job, pr };
}

/** The turn once the platform has answered. */
export function acceptedTurn(turn: Turn, { id }: Job, redact: Redact): Turn {
  return { ...turn, state: 'working', accepted: true, job: keepable(id, LONGEST.id, redact) };
}

/** The turn at the end of the run, with what GitHub says of the pull request. */
export function endedTurn(
  turn: Turn,
  result: AgentResult,
  pullRequest: PullRequest | undefined,
  redact: Redact,
): Turn {
  const { outcome, platformText, job } = result;
  const notes = [...(turn.notes ?? []), ...explanation(result)];
  return {
    ...turn,
    state: outcome === 'skipped' ? 'cancelled' : outcome,
    pr: keepable(pullRequestOf(job)?.url, LONGEST.url, redact) ?? turn.pr,
    notes: notes.map((note) => shorten(redact(note), LONGEST.note)),
    said: platformText && shorten(redact(platformText), LONGEST.said),
    ...(pullRequest && {
      prTitle: shorten(redact(pullRequest.title), LONGEST.title),
      prSize: sizeOf(pullRequest),
    }),
  };
}

/** What the headline of the comment leaves open. */
function explanation({ outcome, reason, advice }: AgentResult): string[] {
  if (outcome === 'no-pull-request') return advice === undefined ? [] : [advice];
  return outcome === 'error' || outcome === 'unknown'
    ? [reason, ...(advice === undefined ? [] : [advice])]
    : [];
}

/** Half an id is none, and one that holds a secret cannot be shown. */
function keepable(text: string | undefined, longest: number, redact: Redact): string | undefined {
  return text !== undefined && text.length <= longest && redact(text) === text ? text : undefined;
}
