import { FINISHED, isPassingPoll, SETTLE_MS } from '../__tests__/helpers/contract.ts';
import { isAmbiguous, isOfGithub, isPoll, isPost, keepsReply, type Meaning, toldBy } from './facts.ts';
import type { Played, PlayedStep } from './played.ts';

/** What the wire says of one step whose inputs alone say what it does: written down a second time, beside the action. */

export type Task = 'create' | 'message' | 'watch';
type Belief = 'no' | 'perhaps' | 'yes';
type ToldJob = Extract<Meaning, { kind: 'job' }>;

/** Milliseconds by which a clock of ours may differ from the action's. */
export const slackOf = ({ plan }: Played) => (plan.bundle ? 400 : 1);

/** An answer, as the step may have heard it. */
interface Answer {
  readonly told: Meaning;
  readonly ms: number;
  /** It can be read in one way only, and came clearly before or after an interruption. */
  readonly isCertain: boolean;
  readonly isAmbiguous: boolean;
}

/** What was told of the job, in order. */
export interface Heard {
  readonly step: PlayedStep;
  readonly task: Task;
  readonly played: Played;
  /** To the last create or message. */
  readonly post: Answer | undefined;
  /** If that was a job. */
  readonly accepted: ToldJob | undefined;
  readonly acceptedMs: number;
  /** Readers may differ about that answer. */
  readonly isAmbiguous: boolean;
  /** A poll before a follow-up, which tells what the job did before it, is none. */
  readonly polls: readonly Answer[];
  /** The job was active already when the follow-up was sent, or nobody knows. */
  readonly wasActive: Belief;
}

/** What the inputs ask for; absent where it also depends on what was before. */
export function taskOf({ attempt, event, expected, plan: { inputs } }: PlayedStep): Task | undefined {
  if (attempt > 1 || event.name !== 'workflow_dispatch' || expected === 'nothing') return undefined;
  if (!inputs['prompt']) return 'watch';
  return inputs['job-id'] ? 'message' : 'create';
}

export function heardBy(step: PlayedStep, played: Played): Heard {
  const task = taskOf(step) ?? 'watch';
  const { signalMs, endMs, exchanges } = step;
  const slackMs = slackOf(played);
  const isNear = (ms: number, other: number) => Math.abs(ms - other) <= slackMs;
  const answers = exchanges.map((exchange) => {
    const { deliveredAt: ms = Number.POSITIVE_INFINITY } = exchange;
    // A busy machine is slow to stop listening.
    const isLate = played.plan.bundle && signalMs !== undefined && ms >= signalMs;
    const isAround = isLate || (signalMs !== undefined && isNear(ms, signalMs));
    const ambiguous = isAmbiguous(exchange);
    const answer: Answer = {
      ...{ told: toldBy(exchange, step), ms, isAmbiguous: ambiguous },
      isCertain: !ambiguous && !isAround,
    };
    return { exchange, answer };
  });
  const firstPost = task === 'watch' ? -1 : answers.findIndex(({ exchange }) => isPost(exchange));
  const isSent = task === 'watch' || firstPost >= 0;
  const pollBefore = answers.slice(0, Math.max(0, firstPost)).findLast(({ exchange }) => isPoll(exchange));
  const post = answers.findLast(({ exchange }) => isPost(exchange))?.answer;
  const accepted = post?.told.kind === 'job' ? post.told : undefined;
  const isUnclear =
    post?.isAmbiguous === true || (post !== undefined && signalMs !== undefined && isNear(post.ms, endMs));
  return {
    ...{ step, task, played, post, accepted, isAmbiguous: isUnclear },
    acceptedMs: accepted && post ? post.ms : 0,
    polls: answers
      .slice(isSent ? firstPost + 1 : answers.length)
      .flatMap(({ exchange, answer }) => (isPoll(exchange) ? [answer] : [])),
    wasActive: activityOf(pollBefore?.answer),
  };
}

/** Whether the job was active already, by what a poll before the follow-up said. */
function activityOf(poll: Answer | undefined): Belief {
  if (!poll) return 'yes';
  if (!poll.isCertain) return 'perhaps';
  const { told } = poll;
  if (told.kind === 'job') return FINISHED.includes(told.status) ? 'no' : 'yes';
  return told.kind === 'status' && told.status === 404 ? 'no' : 'yes';
}

/** The jobs that the step may have been told last: more than one if the bytes could be read in several ways. */
export function toldLast({ polls, accepted, isAmbiguous }: Heard): Pick<ToldJob, 'status' | 'prLink'>[] {
  const nothing = { status: '', prLink: undefined };
  const told = polls.flatMap(({ told, isCertain }) => (told.kind === 'job' ? [{ ...told, isCertain }] : []));
  const sure = told.findLastIndex(({ isCertain }) => isCertain);
  return [
    ...told.slice(Math.max(0, sure)),
    ...(sure < 0 ? [accepted ?? nothing] : []),
    ...(isAmbiguous ? [nothing] : []),
  ];
}

function isFinished({ status }: ToldJob): boolean {
  return FINISHED.includes(status);
}

function outcomeOf({ status, prLink }: ToldJob): string {
  if (status !== 'completed') return status;
  return prLink === undefined ? 'no-pull-request' : 'pull-request';
}

/** What the inputs say about time, in milliseconds, and whether the job is waited for. */
export function settingsOf({ plan: { inputs } }: PlayedStep) {
  return {
    timeoutMs: Number(inputs['timeout-minutes'] ?? 30) * 60_000,
    wait: inputs['wait'] !== 'false',
  };
}

type Possible = readonly [isSo: boolean, outcome: string, why: string];

/** The outcomes that would be true, each with the reason. */
export function allowedOutcomes(heard: Heard): ReadonlyMap<string, string> {
  const { step, task, played, accepted, isAmbiguous } = heard;
  const { wait } = settingsOf(step);
  const goesOn = task === 'watch' || accepted !== undefined || isAmbiguous;
  const before = seenFinished(heard, (step.signalMs ?? 0) - slackOf(played));
  const isCancelled = step.signalMs !== undefined && (wait || task === 'watch') && !before?.isCertain;
  const possible: readonly Possible[] = [
    ...(task === 'watch' ? [] : afterPosts(heard)),
    ...(goesOn && wait ? afterWait(heard) : []),
    ...(goesOn && !wait && task === 'watch' ? afterOnePoll(heard) : []),
    [goesOn && !wait && task !== 'watch', 'started', 'accepted, and nobody waits'],
    [goesOn && isCancelled, 'cancelled', 'it was interrupted'],
  ];
  return new Map(possible.filter(([isSo]) => isSo).map(([, outcome, why]) => [outcome, why]));
}

function afterPosts({ step, played, post, accepted, isAmbiguous }: Heard): Possible[] {
  const isInterrupted = step.signalMs !== undefined;
  const isUnwritten = step.exchanges.some((each) => isOfGithub(each) && each.broken !== null);
  if (!post) {
    return [
      [isInterrupted, 'cancelled', 'interrupted, and nothing was sent'],
      [played.missed > 0, 'error', 'no connection was ever made'],
      [keepsReply(step) && isUnwritten, 'error', 'its reply could not be written'],
      [played.connections > 0 && played.plan.bundle, 'unknown', 'a connection was made'],
    ];
  }
  const { told } = post;
  const status = told.kind === 'status' ? told.status : 0;
  const isCutOff = told.kind === 'status' && !told.isWhole;
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return [
    [isAmbiguous || isCutOff, 'unknown', 'readers may differ'],
    [isRefused, 'error', `it was refused with ${status}`],
    [status === 429 && isInterrupted, 'cancelled', 'interrupted before it was sent again'],
    [!accepted && !isRefused, 'unknown', 'it was sent, and no answer says what became of it'],
  ];
}

/** Of a watch that does not wait. */
function afterOnePoll({ polls: [poll] }: Heard): Possible[] {
  const job = poll?.told.kind === 'job' ? poll.told : undefined;
  return [
    [job !== undefined, job && isFinished(job) ? outcomeOf(job) : 'started', 'it polled once'],
    [!job || poll?.isAmbiguous === true, 'error', 'the one poll failed'],
  ];
}

function afterWait(heard: Heard): Possible[] {
  const { step, task, played, polls, acceptedMs } = heard;
  const finished = seenFinished(heard, step.endMs);
  const isOpen = !finished?.isCertain;
  const last = polls.at(-1);
  const status = last?.told.kind === 'status' ? last.told.status : 0;
  const sinceMs = task === 'watch' ? undefined : (last?.ms ?? 0) - acceptedMs;
  const isFinal = status > 0 && !isPassingPoll(status, sinceMs);
  const { timeoutMs } = settingsOf(step);
  const lastPollMs = Math.min(2_000, timeoutMs / 4) + slackOf(played);
  return [
    [finished !== undefined, finished ? outcomeOf(finished.told) : '', 'the job was seen finished'],
    [isOpen && isFinal, 'error', `polls are answered ${status}`],
    [isOpen && step.endMs - step.startMs >= timeoutMs - lastPollMs, 'timeout', 'the time is up'],
  ];
}

/** The first answer before `untilMs` that says the job is finished, and may be believed. */
function seenFinished(heard: Heard, untilMs: number): { told: ToldJob; isCertain: boolean } | undefined {
  const { step, played, polls, accepted, acceptedMs } = heard;
  if (heard.task === 'create' && accepted && isFinished(accepted)) return { told: accepted, isCertain: true };
  const { timeoutMs } = settingsOf(step);
  const slackMs = slackOf(played);
  let active: Belief = 'no';
  let stands = { status: '', ms: 0 };
  for (const { told, ms, isCertain, isAmbiguous } of polls) {
    if (told.kind !== 'job' || ms > untilMs) continue;
    if (!isFinished(told)) {
      stands = { status: '', ms };
      if (told.status === 'active' && active !== 'yes') active = isAmbiguous ? 'perhaps' : 'yes';
      continue;
    }
    if (stands.status !== told.status) stands = { status: told.status, ms };
    const belief = beliefIn(heard, active, ms - acceptedMs, ms - stands.ms);
    if (belief === 'no') continue;
    // On a real wire nobody knows when an answer is read: the time may have been up.
    const isLate = played.plan.bundle && ms - step.startMs > timeoutMs - slackMs;
    return { told, isCertain: isCertain && belief === 'yes' && !isLate };
  }
  return undefined;
}

/**
 * Whether a finished status counts: after a follow-up, once the job was seen active since, or 60 s have
 * passed; if it was active before the follow-up, once the status has stood for 60 s.
 */
function beliefIn(
  { task, played, wasActive }: Heard,
  active: Belief,
  sinceMs: number,
  stoodMs: number,
): Belief {
  if (task !== 'message') return 'yes';
  const slackMs = slackOf(played);
  const after = (ms: number): Belief =>
    ms >= SETTLE_MS + slackMs ? 'yes' : ms >= SETTLE_MS - slackMs ? 'perhaps' : 'no';
  const idle = active === 'no' ? after(sinceMs) : active;
  const settled = after(stoodMs);
  if (wasActive !== 'perhaps') return wasActive === 'yes' ? settled : idle;
  return idle === settled ? idle : 'perhaps';
}
