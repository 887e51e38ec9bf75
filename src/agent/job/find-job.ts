import { sleepUnlessAborted } from '../../clock.ts';
import type { CallOptions } from '../../github/api.ts';
import { byCreation } from '../../github/comments.ts';
import { GithubError } from '../../github/errors.ts';
import {
  EMPTY_HISTORY,
  latestJob,
  olderOpenReplies,
  readHistory,
  readHistoryFor,
  replyTo,
  type SignedReply,
  type ThreadHistory,
} from '../replies/history.ts';
import type { OwnReply } from '../replies/own-reply.ts';
import { unlistedAuthor } from '../request/permission.ts';
import { dependsOnThread, givenJobId, type RequestContext } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
import { readCandidate, type unreadCandidate } from './candidate.ts';
import { chooseJob, type JobChoice } from './choose-job.ts';

/** Pause before the second list (ms): another run may have created its reply at the same moment. */
const SECOND_LIST_MS = 2_000;
const LIST_PAUSE_MS = 5_000;
/** How long one other request is waited for (ms): longer than a POST can take with all its tries. */
const PATIENCE_MS = 180_000;

/** Reads what the choice depends on, and chooses. @throws {RunStopped} if another run answers, or the thread can't be read */
export async function readJobChoice(
  reply: OwnReply | undefined,
  context: RequestContext,
): Promise<JobChoice> {
  const history = reply ? await readThread(reply, context) : EMPTY_HISTORY;
  const choice = await chooseFrom(history, readCandidate, context);
  if (context.request.target !== 'latest') return choice;
  // Without a reply, earlier jobs may be unknown.
  if (!reply || reply.isRefused) return { ...choice, notes: [] };
  if (choice.action.does === 'message') return choice;
  return chooseFrom(await waitForOlderRequests(reply, context), readCandidate, context);
}

/** Chooses by what `read` says of the job that the request could go to. @throws {RunStopped} as `findCandidateId` */
export async function chooseFrom(
  history: ThreadHistory,
  read: typeof readCandidate | typeof unreadCandidate,
  context: RequestContext,
): Promise<JobChoice> {
  const id = findCandidateId(history, context);
  return chooseJob(context.request.target, id ? await read(id, history, context) : undefined);
}

/** The job that the request could go to. @throws {RunStopped} if none is known behind the pull request of an unlisted bot */
function findCandidateId(history: ThreadHistory, context: RequestContext) {
  const { request, inputs } = context;
  if (request.target === 'new') return undefined;
  const job = givenJobId(inputs) ?? latestJob(history);
  const bot = !job && request.kind === 'comment' ? unlistedAuthor(context) : undefined;
  if (!bot) return job;
  throw RunStopped.beforeSending(
    `${bot.login} opened this pull request, and the action doesn't know the agent job behind it.`,
    'To send that job a follow-up, run the workflow with its `job-id`. To start new jobs from pull requests of this bot, add it to `allowed-bots`.',
  );
}

/** Reads the thread as far as the request depends on it. @throws {RunStopped} if another run answers, or it can't be read */
async function readThread(reply: OwnReply, context: RequestContext) {
  if (dependsOnThread(context.request)) return readAll(reply, context);
  await checkUnanswered(reply, context);
  return EMPTY_HISTORY;
}

function readAll(reply: OwnReply, context: RequestContext) {
  return readUnlessAnswered(reply, context, () => readHistoryFor(reply, context));
}

/** Time for reading the replies since the event (ms). A first attempt goes on without them. */
const ANSWERS_LIMIT_MS = 5_000;

/** A request that always starts a job depends on the thread only if another workflow may have answered its event. */
async function checkUnanswered(reply: OwnReply, context: RequestContext) {
  const { request, event, workflowRun, signal, log } = context;
  const { thread, comment } = reply;
  if (!comment) return;
  const since = event.issueOrPull?.updatedAt;
  if (workflowRun.attempt > 1) {
    await readUnlessAnswered(reply, context, () => readHistoryFor(reply, context, { since }));
    return;
  }
  if (!request.eventKey) return;
  const read = (limited: CallOptions) => readHistory(thread, comment.id, { ...limited, since });
  const options = { retryForMs: ANSWERS_LIMIT_MS };
  try {
    await readUnlessAnswered(reply, context, () => thread.github.within(options, read, ANSWERS_LIMIT_MS));
  } catch (error) {
    if (!(error instanceof GithubError) || signal.aborted) throw error;
    log.info(`The action couldn't check if another workflow answers this event: ${error.message}`);
  }
}

/** @throws {RunStopped} if another run answers the comment or label that asks: of several, the first one by creation */
async function readUnlessAnswered(
  reply: OwnReply,
  context: RequestContext,
  read: () => Promise<ThreadHistory>,
): Promise<ThreadHistory> {
  const { clock, signal } = context;
  const untilMs = clock.now() + PATIENCE_MS;
  let known: ThreadHistory | undefined;
  for (;;) {
    const history = await read().catch((error: unknown) => {
      // Whom it waits for may have sent the request.
      if (!known || signal.aborted || !(error instanceof GithubError)) throw error;
      return known;
    });
    known = history;
    if (context.workflowRun.attempt > 1) refuseIfSent(reply, history);
    const others = otherAnswers(reply, history);
    const first = others.find((other) => mayHaveSent(other) || isBefore(other, reply));
    if (first) throw stoppedByAnswer(first, reply, context);
    // It may have looked before this run's reply was there.
    const sending = others.find(({ record }) => record.state === 'open');
    if (!sending || signal.aborted) return history;
    if (clock.now() >= untilMs) throw stoppedByAnswer(sending, reply, context);
    await sleepUnlessAborted(clock, LIST_PAUSE_MS, signal);
  }
}

/** A re-run made a reply of its own if two lists lacked the earlier one. @throws {RunStopped} if this list has it */
function refuseIfSent({ record, comment }: OwnReply, history: ThreadHistory) {
  const earlier = replyTo(record.request, history);
  if (!earlier || !comment || earlier.id === comment.id) return;
  throw RunStopped.beforeSending(
    `GitHub showed the reply of an earlier attempt too late: ${earlier.url}.`,
    'Re-run the workflow.',
  );
}

/** Replies of other runs to the event that asks. */
function otherAnswers({ record: { eventKey, run } }: OwnReply, { replies }: ThreadHistory) {
  if (!eventKey) return [];
  return replies.filter(({ record }) => record.eventKey === eventKey && record.run !== run);
}

function mayHaveSent({ record: { state, mayHaveArrived } }: SignedReply) {
  return state === 'accepted' || mayHaveArrived === true;
}

function isBefore(other: SignedReply, { comment }: OwnReply) {
  return comment !== undefined && byCreation(other, comment) < 0;
}

function stoppedByAnswer(other: SignedReply, { record: own }: OwnReply, { inputs, request }: RequestContext) {
  const workflows = `\`${other.record.workflow}\` and \`${own.workflow}\``;
  if (request.kind === 'comment')
    return RunStopped.beforeSending(
      `Another workflow already answers this comment: ${other.url}.`,
      `${workflows} both listen for \`${inputs.triggerPhrase}\`. Remove it from one of them, or give it another \`trigger-phrase\`.`,
    );
  return RunStopped.beforeSending(
    `Another workflow already answers this label: ${other.url}.`,
    `${workflows} both ask the same by it. Remove one of them, or give it another \`trigger-label\`. To ask again, remove the label and add it again.`,
  );
}

/** Waits for older requests that may start a job, so that two comments in one second make one. @returns the history then */
async function waitForOlderRequests(reply: OwnReply, context: RequestContext) {
  const { clock, signal, request, log } = context;
  await sleepUnlessAborted(clock, SECOND_LIST_MS, signal);
  // By the ID of its reply, how long each was waited for.
  const waitedMs = new Map<number, number>();
  for (;;) {
    const startMs = clock.now();
    const history = await readAll(reply, context);
    const others = reply.comment ? olderOpenReplies(reply.comment, request.id, history) : [];
    const other = others.find(({ id }) => (waitedMs.get(id) ?? 0) < PATIENCE_MS);
    if (!other || signal.aborted) return history;
    if (!waitedMs.has(other.id))
      log.info(
        `Another request may be starting a job (${other.url}), so this one waits up to 3 minutes for it.`,
      );
    await sleepUnlessAborted(clock, LIST_PAUSE_MS, signal);
    waitedMs.set(other.id, (waitedMs.get(other.id) ?? 0) + clock.now() - startMs);
  }
}
