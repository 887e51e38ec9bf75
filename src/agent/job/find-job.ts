import { sleepUnlessAborted } from '../../clock.ts';
import { givenJobId, goesToThreadJob, type RequestContext } from '../context.ts';
import { latestJob, NO_HISTORY, readHistoryFor, type ThreadHistory } from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { unlistedAuthor } from '../request/permission.ts';
import { nothingSent } from '../result.ts';
import { readCandidate } from './candidate.ts';
import { chooseJob, type JobChoice, olderAnswer, requestToWaitFor } from './choose-job.ts';

/** Pause before the second list (ms): another run may have created its reply at the same moment. */
const SECOND_LIST_MS = 2_000;
const LIST_PAUSE_MS = 5_000;

/** Reads what the choice depends on, and chooses. @throws {RunStopped} if another run answers, or the thread can't be read */
export async function findJob(reply: OwnReply | undefined, context: RequestContext): Promise<JobChoice> {
  const { request } = context;
  const readsThread = reply && goesToThreadJob(request);
  const history = readsThread ? await readUnlessAnswered(reply, context) : NO_HISTORY;
  const choice = await chooseFrom(history, context);
  if (request.job !== 'latest') return choice;
  if (!reply || reply.isRefused) return { ...choice, notes: [] };
  if (choice.action.does === 'message') return choice;
  return chooseFrom(await waitForOlderRequests(reply, context), context);
}

async function chooseFrom(history: ThreadHistory, context: RequestContext): Promise<JobChoice> {
  const id = candidateId(history, context);
  const candidate = id === undefined ? undefined : await readCandidate(id, history, context);
  return chooseJob(context.request, candidate);
}

/** The job that the request could go to. @throws {RunStopped} if none is known behind the pull request of an unlisted bot */
export function candidateId(history: ThreadHistory, context: RequestContext): string | undefined {
  const { request, inputs } = context;
  if (request.job === 'new') return undefined;
  const job = givenJobId(inputs) ?? latestJob(history);
  const bot = job === undefined && request.kind === 'comment' ? unlistedAuthor(context) : undefined;
  if (!bot) return job;
  throw nothingSent(
    `${bot.login} opened this pull request, and the action doesn't know the agent job behind it.`,
    'To send that job a follow-up, run the workflow with its `job-id`. To start new jobs from pull requests of this bot, add it to `allowed-bots`.',
  );
}

/** @throws {RunStopped} also if another run's older reply answers the comment */
async function readUnlessAnswered(reply: OwnReply, context: RequestContext): Promise<ThreadHistory> {
  const history = await readHistoryFor(reply, context);
  const other = olderAnswer(reply.record, reply.comment, history);
  if (!other) return history;
  throw nothingSent(
    `Another workflow already answers this comment: ${other.url}.`,
    `\`${other.record.workflow}\` and \`${reply.record.workflow}\` both listen for \`${context.inputs.triggerPhrase}\`. Remove it from one of them, or give it another \`trigger-phrase\`.`,
  );
}

/** Waits for older requests that may start a job. @returns the history after that */
async function waitForOlderRequests(reply: OwnReply, context: RequestContext): Promise<ThreadHistory> {
  const { clock, signal, request, log } = context;
  await sleepUnlessAborted(clock, SECOND_LIST_MS, signal);
  const waitedMs = new Map<number, number>();
  for (;;) {
    const startMs = clock.now();
    const history = await readUnlessAnswered(reply, context);
    const other = requestToWaitFor(reply.comment, request.id, history, waitedMs);
    if (!other || signal.aborted) return history;
    if (!waitedMs.has(other.id))
      log.info(
        `Another request may be starting a job (${other.url}), so this one waits up to 3 minutes for it.`,
      );
    await sleepUnlessAborted(clock, LIST_PAUSE_MS, signal);
    waitedMs.set(other.id, (waitedMs.get(other.id) ?? 0) + clock.now() - startMs);
  }
}
