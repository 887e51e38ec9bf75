import type { Evidence } from './evidence.ts';
import { type Exchange, isPost, type Meaning, meaningOf } from './wire.ts';

type ToldJob = Extract<Meaning, { kind: 'job' }>;

/** What the wire says of a run, put in order. */
export interface RunReading {
  /** The last create or message that arrived. */
  readonly lastPost: Exchange | undefined;
  /** What it was told, if that is a job. */
  readonly accepted: ToldJob | undefined;
  readonly acceptedMs: number;
  /** The jobs that it may have been told last: more than one if the bytes could be read in several ways. */
  readonly lastTold: readonly { readonly status: string }[];
  /** Whether the create or message was answered in a way that readers may differ about. */
  readonly ambiguous: boolean;
  /** After a follow-up: a finished status was told when settle-seconds had passed, and so counts even if stale. */
  readonly settledByTime: boolean;
}

/** What an exchange told the caller, if it was still there to hear it. */
export function jobTold(exchange: Exchange): Meaning {
  return exchange.callerLeftMs === undefined ? meaningOf(exchange) : { kind: 'nothing' };
}

export function readRun({ plan, wire, signalMs, endMs }: Evidence): RunReading {
  const lastPost = wire.exchanges.findLast(({ operation }) => isPost(operation));
  const answer = lastPost && heardBy(lastPost, endMs);
  const accepted = answer?.kind === 'job' ? answer : undefined;
  const acceptedMs = accepted ? (lastPost?.deliveredMs ?? 0) : 0;
  const polls = wire.exchanges.filter(({ operation }) => operation === 'get');
  const lastTold: { status: string }[] = [];
  for (const poll of [...polls].reverse()) {
    const told = heardBy(poll, endMs);
    if (told.kind === 'job') lastTold.push(told);
    // An answer at the moment of the interruption may or may not have been heard.
    const certain = !poll.fault?.ambiguous && !aroundSignal(poll.deliveredMs, signalMs, plan.pace);
    if (told.kind === 'job' && certain) break;
  }
  const sure =
    lastTold.length > 0 &&
    polls.some(
      (poll) =>
        heardBy(poll, endMs).kind === 'job' &&
        !poll.fault?.ambiguous &&
        !aroundSignal(poll.deliveredMs, signalMs, plan.pace),
    );
  if (!sure) lastTold.push(accepted ?? { status: '' });
  const ambiguous =
    lastPost?.fault?.ambiguous === true ||
    (lastPost !== undefined && atSameTime(lastPost.deliveredMs, endMs, plan.pace) && signalMs !== undefined);
  if (ambiguous) lastTold.push({ status: '' });
  return {
    lastPost,
    accepted,
    acceptedMs,
    lastTold,
    ambiguous,
    settledByTime:
      plan.task === 'message' &&
      polls.some(
        (poll) =>
          isFinished(heardBy(poll, endMs)) &&
          (poll.deliveredMs ?? 0) - acceptedMs >= plan.settleMs - SLACK_MS[plan.pace],
      ),
  };
}

const SLACK_MS = { simulated: 1, real: 400 } as const;

function atSameTime(a: number | undefined, b: number | undefined, pace: 'simulated' | 'real'): boolean {
  return a !== undefined && b !== undefined && Math.abs(a - b) <= SLACK_MS[pace];
}

/** Whether an answer came when the run was, or may have been, interrupted: a busy machine is slow to stop listening. */
function aroundSignal(
  ms: number | undefined,
  signalMs: number | undefined,
  pace: 'simulated' | 'real',
): boolean {
  if (pace === 'simulated') return atSameTime(ms, signalMs, pace);
  return ms !== undefined && signalMs !== undefined && ms >= signalMs - SLACK_MS.real;
}

function heardBy(exchange: Exchange, endMs: number): Meaning {
  const { deliveredMs } = exchange;
  return deliveredMs !== undefined && deliveredMs <= endMs ? jobTold(exchange) : { kind: 'nothing' };
}

function isFinished(told: Meaning): boolean {
  return told.kind === 'job' && ['completed', 'failed', 'archived'].includes(told.status);
}

/** The outcomes that would be true of this run, each with the reason. */
export function allowedOutcomes(evidence: Evidence): ReadonlyMap<string, string> {
  const { plan, signalMs } = evidence;
  const reading = readRun(evidence);
  const allowed = new Map<string, string>();
  if (plan.task !== 'watch') {
    afterPost(evidence, reading, allowed);
    if (!reading.accepted && !reading.ambiguous) return allowed;
  }
  if (plan.wait) afterWait(evidence, reading, allowed);
  else if (plan.task !== 'watch') allowed.set('started', 'accepted, and nobody waits');
  else afterLook(evidence, allowed);
  if (signalMs !== undefined && (plan.wait || plan.task === 'watch')) {
    if (!endKnownBefore(evidence, reading, signalMs)) allowed.set('cancelled', 'it was interrupted');
  }
  return allowed;
}

function afterPost(
  { wire, plan, signalMs }: Evidence,
  reading: RunReading,
  allowed: Map<string, string>,
): void {
  const { lastPost, accepted, ambiguous } = reading;
  const interrupted = signalMs !== undefined;
  if (!lastPost) {
    if (interrupted) allowed.set('cancelled', 'interrupted, and nothing was sent');
    if (wire.missed > 0) allowed.set('error', 'no connection was ever made');
    if (plan.pace === 'real' && wire.connections.length > 0) allowed.set('unknown', 'a connection was made');
    return;
  }
  const told = jobTold(lastPost);
  const isWhole = told.kind !== 'status' || told.isWhole;
  if (ambiguous || !isWhole) allowed.set('unknown', 'readers may differ');
  if (accepted) return;
  if (told.kind === 'status' && told.status === 429) {
    allowed.set('error', 'it was answered 429');
    if (interrupted) allowed.set('cancelled', 'interrupted before it was sent again');
  } else if (told.kind === 'status' && told.status >= 400 && told.status < 500 && told.status !== 408) {
    allowed.set('error', `it was refused with ${told.status}`);
  } else {
    allowed.set('unknown', 'it was sent, and no answer says what became of it');
  }
}

function afterLook({ wire }: Evidence, allowed: Map<string, string>): void {
  const look = wire.exchanges.find(({ operation }) => operation === 'get');
  const told: Meaning = look ? jobTold(look) : { kind: 'nothing' };
  if (told.kind === 'job' && !look?.fault?.ambiguous) {
    allowed.set(isFinished(told) ? outcomeOf(told) : 'started', 'it looked once');
    return;
  }
  allowed.set('error', 'the one look failed');
  if (told.kind === 'job') allowed.set(isFinished(told) ? outcomeOf(told) : 'started', 'it looked once');
}

function afterWait(evidence: Evidence, reading: RunReading, allowed: Map<string, string>): void {
  const { plan, wire, beganMs, endMs } = evidence;
  const finished = finishedPoll(evidence, reading, endMs);
  if (finished) {
    allowed.set(outcomeOf(finished.told), 'the job was seen finished');
    if (finished.certain) return;
  }
  const since = plan.task === 'watch' ? 0 : reading.acceptedMs;
  const last = wire.exchanges.findLast(({ operation }) => operation === 'get');
  const told: Meaning = last ? jobTold(last) : { kind: 'nothing' };
  const early404 = plan.task !== 'watch' && (last?.deliveredMs ?? 0) - since < 30_000;
  if (told.kind === 'status' && isFinal(told.status, early404))
    allowed.set('error', `polls are answered ${told.status}`);
  const lastLookMs = Math.min(2_000, plan.timeoutMs / 4) + SLACK_MS[plan.pace];
  if (endMs - beganMs >= plan.timeoutMs - lastLookMs) allowed.set('timeout', 'the time is up');
}

function isFinal(status: number, early404: boolean): boolean {
  if (status === 404) return !early404;
  return status < 500 && status !== 408 && status !== 429;
}

/** The first answer that says the job is finished, and may be believed. */
function finishedPoll(
  { plan, wire, beganMs, signalMs }: Evidence,
  { accepted, acceptedMs }: RunReading,
  untilMs: number,
): { told: ToldJob; certain: boolean } | undefined {
  if (plan.task === 'create' && accepted && isFinished(accepted)) return { told: accepted, certain: true };
  /** Whether the job was seen active since the follow-up: `perhaps` if the bytes could be read otherwise. */
  let active: 'no' | 'perhaps' | 'yes' = 'no';
  for (const poll of wire.exchanges.filter(({ operation }) => operation === 'get')) {
    const told = heardBy(poll, untilMs);
    if (told.kind !== 'job') continue;
    if (told.status === 'active' && active !== 'yes') active = poll.fault?.ambiguous ? 'perhaps' : 'yes';
    const since = (poll.deliveredMs ?? 0) - acceptedMs;
    const settled =
      plan.task !== 'message' || active !== 'no' || since >= plan.settleMs - SLACK_MS[plan.pace];
    if (!isFinished(told) || !settled) continue;
    const early = plan.task === 'message' && active !== 'yes' && since <= plan.settleMs + SLACK_MS[plan.pace];
    const interrupted = aroundSignal(poll.deliveredMs, signalMs, plan.pace);
    // On a real wire nobody knows when an answer is read: the time may have been up.
    const waitedMs = (poll.deliveredMs ?? 0) - beganMs;
    const late = plan.pace === 'real' && waitedMs > plan.timeoutMs - SLACK_MS.real;
    return { told, certain: !poll.fault?.ambiguous && !early && !interrupted && !late };
  }
  return undefined;
}

function endKnownBefore(evidence: Evidence, reading: RunReading, ms: number): boolean {
  return finishedPoll(evidence, reading, ms - SLACK_MS[evidence.plan.pace])?.certain === true;
}

function outcomeOf({ status, prLink }: ToldJob): string {
  if (status !== 'completed') return status;
  return prLink === undefined ? 'no-pull-request' : 'pull-request';
}
