import { SECOND_LOOK_MS, sleepUnlessAborted } from '../../clock.ts';
import { type GithubApi, REQUIRED_RETRY_MS } from '../../github/api.ts';
import { GithubError } from '../../github/errors.ts';
import type { IssueOrPull } from '../../github/objects.ts';
import { getIssue, getPullRequest } from '../../github/operations.ts';
import { pollUntilKnown } from '../../github/poll.ts';
import { writeStatus } from '../../github/status.ts';
import type { StatusTarget } from '../replies/record.ts';
import { type GithubContext, isDispatch, type RequestContext } from '../request-context.ts';
import { type RunResult, RunStopped } from '../run-result.ts';
import {
  DECIDED_ON_PULL_REQUEST,
  type DecidedStatus,
  type OwnComments,
  statusReader,
} from './decide-status.ts';

const MOST_LOOKS = 3;

/** Writes the status of a pull request, and again if a look 5 s later finds another one. @returns the status in words */
async function writeUntilStable(number: number, own: OwnComments, context: GithubContext) {
  const { clock, signal, event, github } = context;
  // A label that was deleted from the repository may have been on many pull requests.
  const isLabelDeleted = event.action === 'unlabeled' && event.label === undefined;
  const mostLooks = isLabelDeleted ? 1 : MOST_LOOKS;
  const readStatus = statusReader(own, context);
  let written: string | undefined;
  for (let look = 1; ; look += 1) {
    const pull = await readPull(number, github);
    if (pull.state !== 'open')
      return `Pull request #${number} is closed, so its commit status stays as it is.`;
    const status = await readStatus(pull);
    const found = `${pull.head} ${status.description}`;
    if (found === written) return inWords(status, context);
    written = (await writeToHead(pull, status, context)) ? found : undefined;
    if (written && look >= mostLooks) return inWords(status, context);
    await sleepUnlessAborted(clock, SECOND_LOOK_MS, signal);
  }
}

function inWords({ state, description, advice = '' }: DecidedStatus, { inputs }: RequestContext) {
  return `\`${inputs.commitStatus}\` is ${state}: ${description}. ${advice}`.trim();
}

function readPull(number: number, github: GithubApi) {
  return github.call(getPullRequest, { pull_number: number });
}

/** GitHub may not know a head yet that the event announced. @returns false if there is a newer head meanwhile */
async function writeToHead(pull: IssueOrPull, status: DecidedStatus, context: GithubContext) {
  const { github, inputs, event, workflowRun } = context;
  const isAnnounced = workflowRun.attempt === 1 && event.issueOrPull?.number === pull.number;
  let tries = 0;
  const write = async () => {
    tries += 1;
    if (tries > 1 && (await readPull(pull.number, github)).head !== pull.head) return false;
    await writeStatus(github, pull.head, inputs.commitStatus ?? '', status);
    return true;
  };
  const mayPass = (error: GithubError) => isAnnounced && error.about === 'unknown-commit';
  return (await pollUntilKnown(github, REQUIRED_RETRY_MS, write, mayPass)) === true;
}

/** Number of the pull request whose status the request decides. */
function numberToDecide(context: RequestContext) {
  const { subject, request, inputs } = context;
  const { issueOrPull } = subject;
  if (subject.push || request.tag || issueOrPull?.kind === 'issue') return undefined;
  return issueOrPull?.number ?? (mayBeIssue(context) ? inputs.issueNumber : undefined);
}

/** Whether `issue-number` may name an issue: a dispatch that quotes nothing hasn't read it. */
function mayBeIssue({ event, subject }: RequestContext) {
  return isDispatch(event) && !subject.issueOrPull;
}

/** Reads the head that a request is about, before its POST; undefined if it is about no pull request. @throws {GithubError} */
export async function readStatusTarget(context: RequestContext): Promise<StatusTarget | undefined> {
  const { github, inputs } = context;
  const number = numberToDecide(context);
  if (!number || !github) return undefined;
  try {
    const { head } = await readPull(number, github);
    return { name: inputs.commitStatus ?? '', head };
  } catch (error) {
    const isNotFound = error instanceof GithubError && error.status === 404;
    if (!isNotFound || !mayBeIssue(context)) throw error;
    const { kind } = await github.call(getIssue, { issue_number: number });
    if (kind !== 'issue') throw error;
    return undefined;
  }
}

/** Writes the status at the end of a request, on its pull request and on its docs pull request. Trouble is a warning. */
export async function writeStatuses(own: OwnComments, context: RequestContext): Promise<void> {
  const { github } = context;
  if (!github) return;
  const numbers = new Set([numberToDecide(context), own.docs?.number]);
  for (const number of numbers) if (number) await writeOrWarn(number, own, { ...context, github });
}

/** Trouble with one pull request doesn't keep the other from its status. */
async function writeOrWarn(number: number, own: OwnComments, context: GithubContext) {
  try {
    await writeUntilStable(number, own, context);
  } catch (error) {
    if (context.signal.aborted) return;
    if (!(error instanceof GithubError)) throw error;
    const isIssue = error.status === 404 && mayBeIssue(context) && !own.reply?.record.status;
    if (!isIssue) context.log.warning(`The commit status of #${number} wasn't written: ${error.full}`);
  }
}

/** Writes the status for an event that only does that. @returns `skipped`, with the status @throws {RunStopped} `error` */
export async function setStatusOnly(context: RequestContext): Promise<RunResult> {
  const { event, inputs, github, signal } = context;
  if (!github) throw RunStopped.beforeSending("The commit status can't be written outside of a repository.");
  const number = event.issueOrPull?.number ?? inputs.issueNumber;
  const withGithub = { ...context, github };
  try {
    const status = number ? await writeUntilStable(number, {}, withGithub) : await decideQueue(withGithub);
    return { outcome: 'skipped', reason: status };
  } catch (error) {
    if (signal.aborted)
      return {
        outcome: 'cancelled',
        reason: 'The run was cancelled, so the commit status may be missing or out of date.',
        advice: 'To write it, re-run the workflow.',
      };
    if (!(error instanceof GithubError)) throw error;
    throw statusNotWritten(error, number, context);
  }
}

/** Each merge group needs a status of its own. */
async function decideQueue(context: GithubContext) {
  const { github, workflowRun, inputs } = context;
  await writeStatus(github, workflowRun.sha, inputs.commitStatus ?? '', DECIDED_ON_PULL_REQUEST);
  return inWords(DECIDED_ON_PULL_REQUEST, context);
}

function statusNotWritten(error: GithubError, number: number | undefined, { event }: RequestContext) {
  const what = "The commit status wasn't written.";
  const isWrongNumber = error.status === 404 && !event.issueOrPull && number !== undefined;
  if (isWrongNumber)
    return RunStopped.beforeSending(
      `${what} #${number} is an issue, or no pull request of this repository has that number.`,
      `Set \`issue-number\` to a pull request. If it is one: ${error.advice}`,
    );
  const lacksPermission = event.name === 'pull_request' && error.status === 403;
  const forks = ' On pull requests of forks and of Dependabot, only `pull_request_target` has it.';
  return RunStopped.beforeSending(`${what} ${error.message}`, error.advice + (lacksPermission ? forks : ''));
}
