import { jsonObject } from '../sandbox/exchange.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { type Check, isOfGithub, keepsReply, type Observations, STEPS } from './observations.ts';
import type { StepRun } from './story-result.ts';

/** What is true of a run that waits for the checks of the docs pull request. */

/** API calls for checks in half an hour, whatever there is. */
const MOST_CALLS = 100;
const HALF_HOUR_MS = 30 * 60_000;
const OF_CHECKS: readonly string[] = [
  ...['pull-request', 'check-runs', 'commit-status', 'deployments', 'deployment-statuses'],
];

const waits = ({ plan }: StepRun) => Number(plan.inputs['checks-minutes'] ?? 0) > 0;
/** Whether the exchange is one for checks, of a run that waits for them. */
export const isOfChecks = (step: StepRun, { operation }: LedgerEntry) =>
  waits(step) && OF_CHECKS.includes(operation);

/** What GitHub really said in the last answer about it. */
function lastBody(step: StepRun, operation: string): Record<string, unknown> | undefined {
  const last = step.exchanges.findLast((each) => each.operation === operation && each.real?.status === 200);
  return jsonObject(last?.real?.body ?? '');
}

/** The states of the checks of that commit, as GitHub last listed them; undefined if it was asked about another one. */
function statesOf(step: StepRun, sha: string): string[] | undefined {
  const isOfHead = (operation: string) =>
    step.exchanges.findLast((each) => each.operation === operation)?.path.includes(`/commits/${sha}/`);
  if (!isOfHead('check-runs') || !isOfHead('commit-status')) return undefined;
  const rows = (operation: string, list: string) =>
    (lastBody(step, operation)?.[list] ?? []) as readonly Readonly<Record<string, string | null>>[];
  return [
    ...rows('check-runs', 'check_runs').map(({ conclusion }) => conclusion ?? 'pending'),
    ...rows('commit-status', 'statuses').map(({ state }) => state ?? 'pending'),
  ];
}

const PASSED = ['success', 'neutral', 'skipped'];

/** What the run says of checks is what GitHub said of the head that the pull request has. */
function untrueChecks(step: StepRun): string | false {
  const { checks = '' } = step.result.outputs;
  if (!['success', 'failure', 'none'].includes(checks)) return false;
  const head = lastBody(step, 'pull-request')?.['head'] as { sha?: string } | undefined;
  const states = statesOf(step, head?.sha ?? '');
  const failed = states?.some((state) => state !== 'pending' && !PASSED.includes(state));
  const really = failed
    ? 'failure'
    : states?.includes('pending')
      ? 'pending'
      : states?.length
        ? 'success'
        : 'none';
  if (states && checks === really) return false;
  const said = states ? `GitHub said "${really}"` : 'it asked about another commit';
  return `checks is "${checks}" of the head ${head?.sha}, and ${said}`;
}

const CLAIMS = { success: /Checks passed/, failure: /checks? failed:/, pending: /Checks are still running/ };

/** Reply and summary say of checks what the output says. A reply whose last change failed may say what was before. */
function otherWords(step: StepRun, observed: Observations): string[] {
  const { checks = '' } = step.result.outputs;
  const last = step.exchanges.findLast(({ operation }) => /^comment-(create|update)$/.test(operation));
  const reply = last?.real?.status === 200 ? observed.repliesOf(step).at(-1)?.body : undefined;
  const texts = { summary: step.result.summary, reply: reply ?? '' };
  return Object.entries(texts).flatMap(([place, text]) =>
    Object.entries(CLAIMS)
      .filter(([state, words]) => words.test(text) && state !== checks)
      .map(([state]) => `the ${place} says "${state}" of the checks, and the output "${checks}"`),
  );
}

/** Waiting for checks sends nothing to Mintlify, and comes after the reply that names the pull request. */
function wrongOrder(step: StepRun, observed: Observations): string[] {
  const first = step.exchanges.find(({ operation }) => operation === 'check-runs');
  if (!first) return [];
  const late = step.exchanges.filter((each) => !isOfGithub(each) && each.seq > first.seq);
  const hasSent =
    observed.effectsOf(step).length > 0 && keepsReply(step) && observed.isCalm(step, isOfGithub);
  const isTold = observed
    .repliesOf(step)
    .some((each) => each.askedMs < first.at && /\/pull\/\d+/.test(each.body));
  return [
    ...late.map(({ operation }) => `a ${operation} came after the first look at the checks`),
    ...(hasSent && !isTold ? ['the reply did not say that the pull request is ready before the wait'] : []),
  ];
}

function changedOutcome({ outcome, exchanges }: StepRun): string | false {
  const isLooking = exchanges.some(({ operation }) => operation === 'check-runs');
  return isLooking && outcome !== 'pull-request' && `a look at the checks ended as "${outcome}"`;
}

/** Whatever GitHub answers about checks costs one warning at most, and no error. */
function loudChecks({ result }: StepRun): string | false {
  const words = /checks of the docs pull request|preview of the docs pull request/;
  const loud = result.commands.filter(({ name, data }) => /^(warning|error)$/.test(name) && words.test(data));
  const isFailing = result.outputs['checks'] === 'failure';
  const errors = isFailing ? 0 : loud.filter(({ name }) => name === 'error').length;
  const warnings = loud.filter(({ name }) => name === 'warning').length;
  return (warnings > 1 || errors > 0) && `${warnings} warnings and ${errors} errors about checks`;
}

function tooManyCalls(step: StepRun): string | false {
  const calls = step.exchanges.filter((each) => isOfChecks(step, each));
  const most = Math.max(
    0,
    ...calls.map(({ at }) => calls.filter((each) => each.at >= at && each.at < at + HALF_HOUR_MS).length),
  );
  return most > MOST_CALLS && `${most} calls for checks in half an hour`;
}

/** Who does not ask for checks gets none, and no call is made for them. */
function unasked(step: StepRun): string | false {
  const { checks, 'preview-url': preview } = step.result.outputs;
  const isRead = step.exchanges.some(({ operation }) => OF_CHECKS.slice(1).includes(operation));
  return (
    !waits(step) &&
    (isRead || Boolean(checks) || Boolean(preview)) &&
    'checks were read, and nobody asked for them'
  );
}

export const DOCS_CHECKS = {
  'true checks': { of: STEPS.ended, broken: untrueChecks },
  'one word about checks': { of: STEPS.ended, broken: otherWords },
  'the order of the wait for checks': { of: STEPS.ended, broken: wrongOrder },
  'checks leave the outcome': { of: STEPS.ended, broken: changedOutcome },
  'one warning about checks': { of: STEPS.ended, broken: loudChecks },
  'too many calls for checks': { of: STEPS.all, broken: tooManyCalls },
  'checks that nobody asked for': { of: STEPS.all, broken: unasked },
} as const satisfies Readonly<Record<string, Check>>;
