import { SECOND_LOOK_MS, sleepUnlessAborted } from '../../clock.ts';
import { GithubError, unlessNotFound } from '../../github/errors.ts';
import { getPullRequest } from '../../github/operations.ts';
import { writeStatus } from '../../github/status.ts';
import { type GithubContext, isDispatch, type RequestContext } from '../context.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import type { StatusDecision } from '../replies/record.ts';
import { cancelledBeforeSending, nothingSent, type RunResult, skipped } from '../result.ts';
import { DECIDED_ON_PULL_REQUEST, decideStatus } from './decide-status.ts';

const LOOKS = 2;

/** Writes the status, and 5 s later again if the answer or the head is another. @returns the status in words */
async function keepStatus(
  number: number,
  own: OwnReply | undefined,
  context: GithubContext,
): Promise<string> {
  const { inputs, github, clock, signal } = context;
  const { commitStatus: name = '' } = inputs;
  let written = '';
  for (let look = 1; ; look += 1) {
    const pull = await github.call(getPullRequest, { pull_number: number });
    if (pull.state !== 'open')
      return `Pull request #${number} is closed, so its commit status stays as it is.`;
    const status = await decideStatus(pull, own, context);
    const now = `${pull.head} ${status.description}`;
    if (now !== written) await writeStatus(github, pull.head, { context: name, ...status });
    written = now;
    if (look === LOOKS) return `\`${name}\` is ${status.state}: ${status.description}.`;
    await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  }
}

/** The pull request that the request is about, and is answered on; of a dispatch, it may be an issue. */
function numberToDecide({ event, subject, request, inputs }: RequestContext): number | undefined {
  const { issueOrPull, push } = subject;
  const isAboutOther = push !== undefined || request.tag !== undefined || issueOrPull?.kind === 'issue';
  if (isAboutOther) return undefined;
  return issueOrPull?.number ?? (isDispatch(event) ? inputs.issueNumber : undefined);
}

/** Reads the head that a request is about, before its POST. @throws {GithubError} */
export async function readHeadBefore(context: RequestContext): Promise<StatusDecision | undefined> {
  const { github, inputs } = context;
  const number = numberToDecide(context);
  if (number === undefined || !github) return undefined;
  const pull = await unlessNotFound(github.call(getPullRequest, { pull_number: number }));
  return pull && { name: inputs.commitStatus ?? '', head: pull.head };
}

/**
 * Writes the status at the end of a request, on its pull request and on its docs pull request. Trouble is a warning.
 *
 * @param docsNumber number of the docs pull request, if it is in the run's own repository
 */
export async function writeStatuses(
  docsNumber: number | undefined,
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<void> {
  const { github, log, signal, event } = context;
  const numbers = new Set([numberToDecide(context), docsNumber].filter((number) => number !== undefined));
  try {
    if (github) for (const number of numbers) await keepStatus(number, reply, { ...context, github });
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof GithubError)) throw error;
    const isIssue = error.status === 404 && isDispatch(event);
    if (!isIssue) log.warning(`The commit status wasn't written: ${error.full}`);
  }
}

/** Writes the status for an event that only does that. @returns `skipped`, with the status @throws {RunStopped} `error` */
export async function setStatusOnly(context: RequestContext): Promise<RunResult> {
  const { event, inputs, github, signal } = context;
  if (inputs.dryRun) throw skipped('This is a dry run, so no commit status was written.');
  if (!github) throw nothingSent("The commit status can't be written outside of a repository.");
  const number = event.issueOrPull?.number ?? inputs.issueNumber;
  const withGithub = { ...context, github };
  try {
    const status =
      number === undefined ? await decideQueue(withGithub) : await keepStatus(number, undefined, withGithub);
    return skipped(status).result;
  } catch (error) {
    if (signal.aborted) return cancelledBeforeSending(undefined);
    if (!(error instanceof GithubError)) throw error;
    throw statusNotWritten(error, number, context);
  }
}

/** Each merge group needs a status of its own. */
async function decideQueue({ inputs, github, workflowRun }: GithubContext): Promise<string> {
  const { commitStatus: name = '' } = inputs;
  const { description, state } = DECIDED_ON_PULL_REQUEST;
  await writeStatus(github, workflowRun.sha, { context: name, ...DECIDED_ON_PULL_REQUEST });
  return `\`${name}\` is ${state}: ${description}.`;
}

function statusNotWritten(error: GithubError, number: number | undefined, { event }: RequestContext) {
  const isIssue = error.status === 404 && !event.issueOrPull && number !== undefined;
  const what = isIssue ? `#${number} isn't a pull request: ` : '';
  const lacksPermission = event.name === 'pull_request' && error.status === 403;
  const forks = ' On pull requests of forks and of Dependabot, only `pull_request_target` has it.';
  return nothingSent(
    `The commit status wasn't written. ${what}${error.message}`,
    error.advice + (lacksPermission ? forks : ''),
  );
}
