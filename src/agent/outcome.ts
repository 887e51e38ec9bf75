/**
 * Ways in which a run of agent mode can end, which are the values of the output `outcome`, and when each fails the
 * step. `fail-on`: only if that input names it.
 */
const OUTCOMES = {
  'pull-request': 'never',
  'no-pull-request': 'fail-on',
  failed: 'fail-on',
  archived: 'fail-on',
  /** Accepted, and this run did not wait. */
  started: 'never',
  timeout: 'fail-on',
  cancelled: 'never',
  /** Sent, but whether it was accepted is not known. */
  unknown: 'always',
  skipped: 'never',
  error: 'always',
} as const satisfies Record<string, 'always' | 'fail-on' | 'never'>;

export type Outcome = keyof typeof OUTCOMES;
export const OUTCOME_NAMES = Object.keys(OUTCOMES) as [Outcome, ...Outcome[]];

/** Checks whether the outcome fails the step. */
export function isFailure(outcome: Outcome, failOn: ReadonlySet<string>): boolean {
  const fails = OUTCOMES[outcome];
  return fails === 'always' || (fails === 'fail-on' && failOn.has(outcome));
}
