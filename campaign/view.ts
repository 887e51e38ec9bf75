import type { LedgerJob, LedgerTurn } from '../sandbox/ledger.ts';
import type { Played, PlayedStep } from './story.ts';
import { type Exchange, parseObject } from './wire.ts';

/** What the platform really did for a step: a job that it made, or a follow-up that it took. */
export interface Effect {
  readonly step: PlayedStep;
  readonly operation: 'create' | 'message';
  readonly jobId: string;
  /** When the platform did it. */
  readonly atMs: number;
  readonly exchange: Exchange;
}

/** Whether what was asked for was done. */
export function isDone({ real }: Exchange): boolean {
  return real !== undefined && real.status < 300;
}

/** Whether GitHub did it, with a comment of this issue or pull request. */
export function isOn(exchange: Exchange, thread: number | undefined): boolean {
  const url = isDone(exchange) ? parseObject(exchange.real?.body ?? '')['issue_url'] : undefined;
  return String(url).endsWith(`/issues/${thread}`);
}

/** The issue or pull request whose comment remembers the step. */
export function threadOf({ event, plan }: PlayedStep): number | undefined {
  const given = plan.inputs['issue-number'];
  return given === undefined ? event.number : Number(given);
}

export function keepsMemory(step: PlayedStep): boolean {
  return step.plan.inputs['comment'] === 'true' && threadOf(step) !== undefined;
}

/** What a request asks for, whoever asks. */
export function askedBy({ plan }: PlayedStep): string {
  return JSON.stringify([plan.inputs, plan.leg]);
}

/** A story with what follows from it. */
export class View {
  readonly played: Played;
  readonly effects: readonly Effect[];

  constructor(played: Played) {
    this.played = played;
    const { steps, wire } = played;
    this.effects = wire.exchanges.flatMap((exchange) => {
      const { operation, real, realMs: atMs = 0 } = exchange;
      const step = steps.find(({ index }) => index === exchange.step);
      if ((operation !== 'create' && operation !== 'message') || !step || !isDone(exchange)) return [];
      return [{ step, operation, jobId: String(parseObject(real?.body ?? '')['id']), atMs, exchange }];
    });
  }

  effectsOf(request: string): readonly Effect[] {
    return this.effects.filter(({ step }) => step.request === request);
  }

  /** Earlier attempts of the same request. */
  before(step: PlayedStep): readonly PlayedStep[] {
    return this.played.steps.filter(({ request, index }) => request === step.request && index < step.index);
  }

  /** Nothing of this step was disturbed. */
  isCalm({ signalMs, exchanges }: PlayedStep): boolean {
    const isLost = ({ operation, real }: Exchange) => operation === 'get' && real?.status === 404;
    return (
      signalMs === undefined &&
      this.played.wire.missed === 0 &&
      exchanges.every((exchange) => !exchange.fault && !isLost(exchange))
    );
  }

  /** Nobody else wrote to the same comment meanwhile, and before `untilMs`: GitHub knows no conditional write. */
  isAlone(step: PlayedStep, untilMs = Number.POSITIVE_INFINITY): boolean {
    return this.played.steps.every(
      (other) =>
        other.request === step.request ||
        other.expected === 'nothing' ||
        threadOf(other) !== threadOf(step) ||
        other.endMs <= step.startMs ||
        other.startMs >= Math.min(untilMs, step.endMs),
    );
  }

  /** The step is about the pull request that the job reported, and whose comment was written undisturbed. */
  isItsPullRequest({ step }: Effect, about: PlayedStep): boolean {
    const { outputs } = step.result;
    const isHere = this.played.story.docsHere && Number(outputs['pr-number']) === about.event.number;
    const isTold = this.isCalm(step) && !step.killed;
    return isHere && about.event.isPullRequest === true && isTold && this.isCalm(about);
  }

  /** The step is about a pull request that a bot opened, and no run before it was sure to tell which job that is. */
  isOfUnknownJob(about: PlayedStep): boolean {
    const { isPullRequest, author = '' } = about.event;
    const known = this.effects.some(
      (effect) => effect.atMs < about.startMs && this.isItsPullRequest(effect, about),
    );
    return isPullRequest === true && author.endsWith('[bot]') && !known;
  }

  job(jobId: string): LedgerJob | undefined {
    return this.played.jobs.find(({ id }) => id === jobId);
  }

  turnsOf(jobId: string): readonly LedgerTurn[] {
    return this.job(jobId)?.turns ?? [];
  }

  /** Which turn of its job the effect began. The first one of a job from elsewhere is nobody's. */
  turnIndexOf({ jobId, atMs }: Effect): number {
    const later = this.effects.filter((effect) => effect.jobId === jobId && effect.atMs > atMs);
    return this.turnsOf(jobId).length - 1 - later.length;
  }

  statusAt(jobId: string, ms: number): string {
    const at = this.played.epochMs + ms;
    const turn = this.turnsOf(jobId).findLast((each) => each.at <= at);
    return turn === undefined ? 'absent' : at < turn.endsAt ? 'active' : turn.status;
  }

  /** Somebody spoilt the memory of this thread by hand. */
  isSpoilt(thread: number | undefined, fromMs: number, toMs: number): boolean {
    return this.played.spoilt.some(({ issue, atMs }) => issue === thread && atMs >= fromMs && atMs <= toMs);
  }

  /** The comment said that the effect had been accepted before `ms`, and nothing can have undone it. */
  isRemembered({ step, atMs, exchange }: Effect, ms: number): boolean {
    const { deliveredMs, callerLeftMs, fault } = exchange;
    const isAnswered = deliveredMs !== undefined && callerLeftMs === undefined && !fault;
    const updates = step.exchanges.filter(({ operation }) => operation === 'update-comment');
    const isWritten = updates.some(
      (update) =>
        !update.fault &&
        isOn(update, threadOf(step)) &&
        update.arrivedMs > atMs &&
        (update.deliveredMs ?? ms) < ms,
    );
    // What was given up on may arrive later, and undo what came after it.
    const isLate = updates.some((update) => update.fault?.beforeMs);
    const isSafe = !isLate && this.isAlone(step, ms) && !this.isSpoilt(threadOf(step), step.startMs, ms);
    return keepsMemory(step) && isAnswered && isWritten && isSafe;
  }

  /**
   * GitHub has no conditional write: who has read the comment before this step's last word, and writes it after this
   * step's last look, undoes it. Only runs that wait for each other are safe from that.
   */
  isOverwritten({ step }: Effect): boolean {
    const { exchanges } = this.played.wire;
    const isHeard = (each: Exchange) => !each.fault && each.operation === 'read-comment' && isDone(each);
    const isWrite = (each: Exchange) => each.operation === 'update-comment' && isDone(each);
    return exchanges.filter(isWrite).some(({ request: { path }, step: other, ordinal, realMs = 0 }) => {
      const same = exchanges.filter(({ request }) => request.path === path);
      const own = same.filter((each) => each.step === step.index);
      const lastWord = own.findLast(isWrite)?.realMs;
      const lastLook = own.findLast(isHeard)?.realMs ?? 0;
      const read = same.findLast((each) => each.step === other && each.ordinal < ordinal && isHeard(each));
      const isLater = lastWord !== undefined && realMs >= lastWord && realMs > lastLook;
      return other !== step.index && isLater && (read?.realMs ?? 0) < lastWord;
    });
  }
}
