/**
 * Values of the output `outcome` in agent mode, and when each fails the step. An outcome marked `fail-on` does so only
 * if the input `fail-on` lists it.
 */
const OUTCOMES = {
  'pull-request': 'never',
  'no-pull-request': 'fail-on',
  failed: 'fail-on',
  archived: 'fail-on',
  /** The run doesn't wait for the job. */
  started: 'never',
  timeout: 'fail-on',
  cancelled: 'never',
  /** The request was sent, but it's unknown whether Mintlify accepted it. */
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
