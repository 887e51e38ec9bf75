import { HttpError, MintlifyError } from '../../mintlify/errors.ts';
import { isNotFound } from '../../mintlify/failures.ts';
import { codeBlock } from '../../text/markdown.ts';
import { formatCount } from '../../text/numbers.ts';
import { unreadCandidate } from '../job/candidate.ts';
import type { JobChoice } from '../job/choose-job.ts';
import { chooseFrom } from '../job/find-job.ts';
import { resultOfFailedPost } from '../job/job-result.ts';
import { buildPrompt } from '../prompt/prompt.ts';
import { EMPTY_HISTORY, readHistoryFor } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { dependsOnThread, type RequestContext, triggerOf } from '../request-context.ts';
import { type RunResult, RunStopped } from '../run-result.ts';

/** A job that can't exist: its 404 shows that key and address are right. */
const NO_JOB = 'docs-agent-action-dry-run';

/** Checks the key for an event that only sets the commit status. @throws {RunStopped} for a wrong key */
export async function dryRunOfStatus(context: RequestContext): Promise<RunResult> {
  await checkKey(context);
  return { outcome: 'skipped', reason: 'This is a dry run, so no commit status was written.' };
}

/** Shows what would be sent, and sends nothing. @throws {RunStopped} for a wrong key, and as a real run would */
export async function dryRun(reply: OwnReply | undefined, context: RequestContext): Promise<RunResult> {
  const { request, log, files, inputs, event } = context;
  await checkKey(context);
  const choice = await likelyChoice(reply, context);
  const prompt = request.kind === 'watch' ? undefined : await buildPrompt(context, choice.jobKnowsThread);
  const trigger = triggerOf(context);
  const plan = [
    `Action: ${actionText(choice, context)}`,
    `Project: ${inputs.projectId} at ${inputs.baseUrl.origin}`,
    `Requested by: ${request.requester || 'not known'}`,
    `Event: ${event.name === trigger ? event.name : `${event.name}: ${trigger}`}`,
    `Reply: ${reply ? 'a comment' : 'none'}`,
    `Prompt: ${prompt ? formatCount(prompt.text.length, 'character') : 'none'}`,
    ...(prompt ? ['', prompt.text] : []),
  ].join('\n');
  await log.group('Dry run: what would be sent', () => log.info(plan));
  await files.addSummary(`## Dry run: nothing was sent\n\n${codeBlock(plan)}\n`);
  return {
    outcome: 'skipped',
    reason: 'This is a dry run. The log and the job summary show what would be sent.',
  };
}

/** What the run would choose if the job can take a follow-up, which isn't asked. */
async function likelyChoice(reply: OwnReply | undefined, context: RequestContext) {
  const readsThread = reply && dependsOnThread(context.request);
  const history = readsThread ? await readHistoryFor(reply, context) : EMPTY_HISTORY;
  return chooseFrom(history, unreadCandidate, context);
}

function actionText({ action }: JobChoice, { request, inputs }: RequestContext) {
  if (request.kind === 'watch') return `watch the job ${inputs.jobId}`;
  if (action.does === 'start') return 'start a new job';
  return `send a follow-up to the job ${action.job}, if it can take one`;
}

async function checkKey({ mintlify, signal, log }: RequestContext) {
  try {
    await mintlify.getJob(NO_JOB, { signal, timeoutMs: 10_000 });
    log.warning(`Mintlify has a job ${NO_JOB}, which can't be. Check \`base-url\`.`);
  } catch (error) {
    if (!(error instanceof MintlifyError)) throw error;
    if (isNotFound(error)) return;
    const isRefused = error instanceof HttpError && [401, 403].includes(error.status);
    if (isRefused) throw new RunStopped(resultOfFailedPost(undefined, error, false));
    log.warning(`Key and address couldn't be checked. ${error.message} ${error.help}`);
  }
}
