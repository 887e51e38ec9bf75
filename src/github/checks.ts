import * as z from 'zod/mini';
import { operation } from './operations.ts';

/** Check run or commit status. Its name and URLs are remote text. */
export interface Check {
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'pending';
  /** URL of the check; empty if GitHub doesn't provide it. */
  readonly url: string;
  /** URL of the check's details; empty if GitHub doesn't provide it. */
  readonly detailsUrl: string;
  /** Whether the check was cancelled. A cancelled check is ignored once it has started again. */
  readonly isCancelled: boolean;
}

/** One page of a list of checks. */
export interface ChecksPage {
  /** Number of checks on all pages. */
  readonly total: number;
  readonly checks: readonly Check[];
}

const text = z.catch(z.string(), '');
const count = z.int().check(z.nonnegative());

/** Reads a page of check runs. https://docs.github.com/en/rest/checks/runs#list-check-runs-for-a-git-reference */
const checkRuns = z.pipe(
  z.object({
    total_count: count,
    check_runs: z.array(
      z.object({
        ...{ name: z.string(), status: z.string(), conclusion: z.nullish(z.string()) },
        ...{ html_url: text, details_url: text },
      }),
    ),
  }),
  z.transform(
    ({ total_count: total, check_runs }): ChecksPage => ({
      total,
      checks: check_runs.map(({ name, status, conclusion, html_url, details_url }) => ({
        ...{ name, url: html_url || details_url, detailsUrl: details_url },
        state: status === 'completed' ? runState(conclusion) : 'pending',
        isCancelled: conclusion === 'cancelled',
      })),
    }),
  ),
);

function runState(conclusion: string | null | undefined): Check['state'] {
  // The result isn't known yet.
  if (!conclusion) return 'pending';
  return ['success', 'neutral', 'skipped'].includes(conclusion) ? 'passed' : 'failed';
}

/**
 * Reads a page of commit statuses.
 * https://docs.github.com/en/rest/commits/statuses#get-the-combined-status-for-a-specific-reference
 */
const statuses = z.pipe(
  z.object({
    total_count: count,
    statuses: z.array(z.object({ context: z.string(), state: z.string(), target_url: text })),
  }),
  z.transform(
    ({ total_count: total, statuses }): ChecksPage => ({
      total,
      checks: statuses.map(({ context: name, state, target_url: url }) => ({
        ...{ name, url, detailsUrl: url, isCancelled: false },
        state: state === 'success' ? 'passed' : state === 'pending' ? 'pending' : 'failed',
      })),
    }),
  ),
);

const id = z.union([z.int(), z.string()]);
const deployments = z.array(z.object({ id }));
const deploymentStatuses = z.array(
  z.object({ state: z.string(), environment_url: text, created_at: z.string() }),
);

const CHECK_RUNS = 'GET /commits/{ref}/check-runs';
const STATUSES = 'GET /commits/{ref}/status';
const DEPLOYMENTS = 'GET /deployments';
const DEPLOYMENT_STATUSES = `${DEPLOYMENTS}/{deployment_id}/statuses`;
const DEPLOYING = '`deployments: read`';

/** Lists check runs, but only the latest for each combination of name and check suite. */
export const listCheckRuns = operation('Reading the check runs', CHECK_RUNS, checkRuns, '`checks: read`');
/** Lists the latest status of each name. */
export const listStatuses = operation('Reading the commit statuses', STATUSES, statuses, '`statuses: read`');
/** Lists deployments, newest first. `sha` filters the list. */
export const listDeployments = operation('Reading the deployments', DEPLOYMENTS, deployments, DEPLOYING);
export const listDeploymentStatuses = operation(
  'Reading the statuses of a deployment',
  DEPLOYMENT_STATUSES,
  deploymentStatuses,
  DEPLOYING,
);
