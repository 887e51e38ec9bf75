import { HttpError, PlatformError } from '../platform/errors.ts';
import { isNotFound } from '../platform/failures.ts';
import { codeBlock } from '../text/markdown.ts';
import { counted } from '../text/numbers.ts';
import { knownJob, readMemory } from './choose-job.ts';
import { afterPostFailure, type End, Stop } from './end.ts';
import { buildPrompt, readMaterial } from './prompt/prompt.ts';
import { knownOf, NO_MEMORY } from './replies.ts';
import type { Reply } from './reply.ts';
import { type AgentRun, givenJob, isRemembered } from './request.ts';

/** A job that can't exist: its 404 shows that key and address are right. */
const NO_JOB = 'docs-agent-action-dry-run';

/** Shows what would be sent, and sends nothing. @throws {Stop} for a wrong key, and as a real run would */
export async function dryRun(reply: Reply | undefined, run: AgentRun): Promise<End> {
  const { wanted, log, files, inputs, event, request } = run;
  await checkKey(run);
  const memory = reply && isRemembered(run) ? await readMemory(reply, run) : NO_MEMORY;
  const job = givenJob(inputs) ?? knownJob(memory, run);
  const isWatch = wanted.what === 'watch';
  const isFollowUp = job !== undefined && knownOf(job, memory).isKnown;
  const prompt = isWatch ? undefined : buildPrompt(await readMaterial(run, isFollowUp), run, isFollowUp);
  const sends = job ? `send a follow-up to the job ${job}, if it can take one` : 'start a new job';
  const plan = [
    `Action: ${isWatch ? `watch the job ${job}` : sends}`,
    `Project: ${inputs.projectId} at ${inputs.baseUrl.origin}`,
    `Requested by: ${request.by || 'not known'}`,
    `Event: ${event.name === request.what ? event.name : `${event.name}: ${request.what}`}`,
    `Reply: ${reply ? 'a comment' : 'none'}`,
    `Prompt: ${prompt ? counted(prompt.text.length, 'character') : 'none'}`,
    ...(prompt ? ['', prompt.text] : []),
  ].join('\n');
  await log.group('Dry run: what would be sent', () => log.info(plan));
  await files.addSummary(`## Dry run: nothing was sent\n\n${codeBlock(plan)}\n`);
  return {
    outcome: 'skipped',
    reason: 'This is a dry run. The log and the job summary show what would be sent.',
  };
}

async function checkKey({ platform, signal, log }: AgentRun): Promise<void> {
  try {
    await platform.getJob(NO_JOB, { signal, timeoutMs: 10_000 });
    log.warning(`Mintlify has a job ${NO_JOB}, which can't be. Check \`base-url\`.`);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (isNotFound(error)) return;
    const isRefused = error instanceof HttpError && (error.status === 401 || error.status === 403);
    if (isRefused) throw new Stop(afterPostFailure(undefined, error, false));
    log.warning(`Key and address couldn't be checked. ${error.message} ${error.advice}`);
  }
}
