import type { Pace } from './faults.ts';
import type { PlayedStep } from './story.ts';
import { type Exchange, type Meaning, meaningOf, type ToldJob, type Wire } from './wire.ts';

/** What the wire says of one step whose inputs alone say what it does: written down a second time, beside the action. */

type Task = 'create' | 'message' | 'watch';

/** Milliseconds by which a clock of ours may differ from the action's. */
export const SLACK_MS = { simulated: 1, real: 400 } as const;

/** An answer, as the step may have heard it. */
interface Answer {
  readonly exchange: Exchange;
  readonly told: Meaning;
  readonly ms: number;
  /** It can be read in one way only, and came clearly before or after an interruption. */
  readonly isCertain: boolean;
}

/** What was told of the job, in order. */
export interface Reading {
  readonly step: PlayedStep;
  readonly task: Task;
  readonly pace: Pace;
  /** To the last create or message. */
  readonly post: Answer | undefined;
  /** If that was a job. */
  readonly accepted: ToldJob | undefined;
  readonly acceptedMs: number;
  /** Readers may differ about that answer. */
  readonly isAmbiguous: boolean;
  readonly looks: readonly Answer[];
}

/** What the inputs ask for; absent where it also depends on what was before. */
export function taskOf({ attempt, event, expected, plan: { inputs } }: PlayedStep): Task | undefined {
  if (attempt > 1 || event.name !== 'workflow_dispatch' || expected === 'nothing') return undefined;
  if (!inputs['prompt']) return 'watch';
  return inputs['job-id'] ? 'message' : 'create';
}

/** What an exchange told the step, if it was still there to hear it. */
export function toldBy(exchange: Exchange, { endMs }: PlayedStep): Meaning {
  const { callerLeftMs, deliveredMs = Number.POSITIVE_INFINITY } = exchange;
  return callerLeftMs === undefined && deliveredMs <= endMs ? meaningOf(exchange) : { kind: 'nothing' };
}

export function readingOf(step: PlayedStep, pace: Pace): Reading {
  const task = taskOf(step) ?? 'watch';
  const { signalMs, endMs } = step;
  const isNear = (ms: number, other: number) => Math.abs(ms - other) <= SLACK_MS[pace];
  const answers = step.exchanges.map((exchange): Answer => {
    const { deliveredMs: ms = Number.POSITIVE_INFINITY, fault } = exchange;
    // A busy machine is slow to stop listening.
    const isLate = pace === 'real' && signalMs !== undefined && ms >= signalMs;
    const isAround = isLate || (signalMs !== undefined && isNear(ms, signalMs));
    return { exchange, told: toldBy(exchange, step), ms, isCertain: !fault?.ambiguous && !isAround };
  });
  const post = answers.findLast(({ exchange }) => exchange.kind === 'post');
  const accepted = post?.told.kind === 'job' ? post.told : undefined;
  return {
    ...{ step, task, pace, post, accepted },
    acceptedMs: accepted && post ? post.ms : 0,
    isAmbiguous:
      post !== undefined &&
      (post.exchange.fault?.ambiguous === true || (signalMs !== undefined && isNear(post.ms, endMs))),
    looks: answers.filter(({ exchange }) => exchange.kind === 'get'),
  };
}

/** The jobs that the step may have been told last: more than one if the bytes could be read in several ways. */
export function toldLast({ looks, accepted, isAmbiguous }: Reading): Pick<ToldJob, 'status' | 'prLink'>[] {
  const nothing = { status: '', prLink: undefined };
  const told = looks.flatMap(({ told, isCertain }) => (told.kind === 'job' ? [{ ...told, isCertain }] : []));
  const sure = told.findLastIndex(({ isCertain }) => isCertain);
  return [
    ...told.slice(Math.max(0, sure)),
    ...(sure < 0 ? [accepted ?? nothing] : []),
    ...(isAmbiguous ? [nothing] : []),
  ];
}

function isFinished(told: Meaning): told is ToldJob {
  return told.kind === 'job' && ['completed', 'failed', 'archived'].includes(told.status);
}

function outcomeOf({ status, prLink }: ToldJob): string {
  if (status !== 'completed') return status;
  return prLink === undefined ? 'no-pull-request' : 'pull-request';
}

/** What the inputs say about time, in milliseconds, and whether the job is waited for. */
export function settingsOf({ plan: { inputs } }: PlayedStep) {
  return {
    timeoutMs: Number(inputs['timeout-minutes'] ?? 30) * 60_000,
    settleMs: Number(inputs['settle-seconds'] ?? 60) * 1000,
    wait: inputs['wait'] !== 'false',
  };
}

/** The outcomes that would be true, each with the reason. */
export function allowedOutcomes(reading: Reading, wire: Wire): ReadonlyMap<string, string> {
  const { step, task, pace, accepted, isAmbiguous } = reading;
  const { wait } = settingsOf(step);
  const goesOn = task === 'watch' || accepted !== undefined || isAmbiguous;
  const before = seenFinished(reading, (step.signalMs ?? 0) - SLACK_MS[pace]);
  const isCancelled = step.signalMs !== undefined && (wait || task === 'watch') && !before?.isCertain;
  const truths: readonly Truth[] = [
    ...(task === 'watch' ? [] : afterPost(reading, wire)),
    ...(goesOn && wait ? afterWait(reading) : []),
    ...(goesOn && !wait && task === 'watch' ? afterLook(reading) : []),
    [goesOn && !wait && task !== 'watch', 'started', 'accepted, and nobody waits'],
    [goesOn && isCancelled, 'cancelled', 'it was interrupted'],
  ];
  return new Map(truths.filter(([isTrue]) => isTrue).map(([, outcome, why]) => [outcome, why]));
}

type Truth = readonly [isTrue: boolean, outcome: string, why: string];

function afterPost({ step, pace, post, accepted, isAmbiguous }: Reading, wire: Wire): Truth[] {
  const isInterrupted = step.signalMs !== undefined;
  if (!post) {
    return [
      [isInterrupted, 'cancelled', 'interrupted, and nothing was sent'],
      [wire.missed > 0, 'error', 'no connection was ever made'],
      [wire.connections > 0 && pace === 'real', 'unknown', 'a connection was made'],
    ];
  }
  const { told } = post;
  const status = told.kind === 'status' ? told.status : 0;
  const isCutOff = told.kind === 'status' && !told.isWhole;
  const isLimited = status === 429;
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return [
    [isAmbiguous || isCutOff, 'unknown', 'readers may differ'],
    [isRefused, 'error', `it was refused with ${status}`],
    [isLimited && isInterrupted, 'cancelled', 'interrupted before it was sent again'],
    [!accepted && !isRefused, 'unknown', 'it was sent, and no answer says what became of it'],
  ];
}

/** Of a watch that does not wait. */
function afterLook({ looks: [look] }: Reading): Truth[] {
  const job = look?.told.kind === 'job' ? look.told : undefined;
  return [
    [job !== undefined, job && isFinished(job) ? outcomeOf(job) : 'started', 'it looked once'],
    [!job || look?.exchange.fault?.ambiguous === true, 'error', 'the one look failed'],
  ];
}

function afterWait(reading: Reading): Truth[] {
  const { step, task, pace, looks, acceptedMs } = reading;
  const finished = seenFinished(reading, step.endMs);
  const isOpen = !finished?.isCertain;
  const last = looks.at(-1);
  const status = last?.told.kind === 'status' ? last.told.status : 0;
  const isEarly = task !== 'watch' && (last?.ms ?? 0) - acceptedMs < 30_000;
  const isFinal = status === 404 ? !isEarly : status > 0 && status < 500 && status !== 408 && status !== 429;
  const { timeoutMs } = settingsOf(step);
  const lastLookMs = Math.min(2_000, timeoutMs / 4) + SLACK_MS[pace];
  return [
    [finished !== undefined, finished ? outcomeOf(finished.told) : '', 'the job was seen finished'],
    [isOpen && isFinal, 'error', `polls are answered ${status}`],
    [isOpen && step.endMs - step.startMs >= timeoutMs - lastLookMs, 'timeout', 'the time is up'],
  ];
}

/** The first answer before `untilMs` that says the job is finished, and may be believed. */
function seenFinished(
  { step, task, pace, looks, accepted, acceptedMs }: Reading,
  untilMs: number,
): { told: ToldJob; isCertain: boolean } | undefined {
  if (task === 'create' && accepted && isFinished(accepted)) return { told: accepted, isCertain: true };
  const { timeoutMs, settleMs } = settingsOf(step);
  const slackMs = SLACK_MS[pace];
  /** Whether the job was seen active since the follow-up: `perhaps` if the bytes could be read otherwise. */
  let active: 'no' | 'perhaps' | 'yes' = task === 'message' ? 'no' : 'yes';
  for (const { told, ms, isCertain, exchange } of looks) {
    if (told.kind !== 'job' || ms > untilMs) continue;
    if (told.status === 'active' && active !== 'yes') active = exchange.fault?.ambiguous ? 'perhaps' : 'yes';
    const sinceMs = ms - acceptedMs;
    if (!isFinished(told) || (active === 'no' && sinceMs < settleMs - slackMs)) continue;
    const isEarly = active !== 'yes' && sinceMs <= settleMs + slackMs;
    // On a real wire nobody knows when an answer is read: the time may have been up.
    const isLate = pace === 'real' && ms - step.startMs > timeoutMs - slackMs;
    return { told, isCertain: isCertain && !isEarly && !isLate };
  }
  return undefined;
}
