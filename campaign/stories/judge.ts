import { leakedForms } from '../../__tests__/helpers/key-forms.ts';
import type { LedgerJob, LedgerTurn } from '../../sandbox/ledger.ts';
import { type Exchange, isGithub, isPost, meaningOf, parseObject } from '../wire.ts';
import { subjectText } from './event.ts';
import { API_KEY, type Played, type PlayedStep } from './story.ts';

/** What the platform really did for a step: a job that it made, or a follow-up that it took. */
export interface Effect {
  readonly step: PlayedStep;
  readonly operation: 'create' | 'message';
  readonly jobId: string;
  /** When the platform did it. */
  readonly atMs: number;
}

/** Outcomes that say how the job ended. */
const ENDS = ['pull-request', 'no-pull-request', 'failed', 'archived'];
const FAILING = ['error', 'unknown', 'failed', 'timeout'];
/** Milliseconds from a signal to the end. */
const STOP_MS = 5_000;
/** Milliseconds after which a follow-up's finished status counts, even if it is the previous turn's. */
const SETTLE_MS = 60_000;

/** Every promise that the story broke, in words; empty if it kept all. */
export function judgeStory(played: Played): string[] {
  const view = new View(played);
  const problems = played.steps.flatMap((step) =>
    stepProblems(step, view).map((problem) => `run ${step.run}, attempt ${step.attempt}: ${problem}`),
  );
  return [...doubles(view), ...problems, ...commentProblems(view), ...leaks(played)];
}

export function effectsOf({ steps, wire }: Played): Effect[] {
  return wire.exchanges.flatMap((exchange) => {
    const { operation, real, realMs = 0, step: index } = exchange;
    if ((operation !== 'create' && operation !== 'message') || !real || real.status >= 300) return [];
    const step = steps.find((each) => each.index === index);
    const { id } = parseObject(real.body);
    return step ? [{ step, operation, jobId: String(id), atMs: realMs }] : [];
  });
}

/** A story with what follows from it. */
class View {
  readonly played: Played;
  readonly effects: readonly Effect[];

  constructor(played: Played) {
    this.played = played;
    this.effects = effectsOf(played);
  }

  of({ index }: PlayedStep): readonly Exchange[] {
    return this.played.wire.exchanges.filter(({ step }) => step === index);
  }

  effectsOf(request: string): readonly Effect[] {
    return this.effects.filter(({ step }) => step.request === request);
  }

  /** Nothing of this step was disturbed. */
  isCalm(step: PlayedStep): boolean {
    return step.signalMs === undefined && this.of(step).every(({ fault }) => !fault);
  }

  /** Nobody else wrote to the same comment meanwhile, and before `untilMs`: GitHub knows no conditional write. */
  isAlone(step: PlayedStep, untilMs = Number.POSITIVE_INFINITY): boolean {
    return this.played.steps.every(
      (other) =>
        other.request === step.request ||
        other.expected === 'nothing' ||
        threadOf(other) !== threadOf(step) ||
        other.end.endMs <= step.startMs ||
        other.startMs >= Math.min(untilMs, step.end.endMs),
    );
  }

  /** The step is about the pull request that the job reported, and whose comment was written undisturbed. */
  isItsPullRequest({ step }: Effect, about: PlayedStep): boolean {
    const { outputs } = step.end.result;
    const isHere = this.played.story.docsHere && Number(outputs['pr-number']) === about.event.number;
    const isTold = this.isCalm(step) && !step.end.killed;
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

  turnsOf(jobId: string): readonly LedgerTurn[] {
    return this.job(jobId)?.turns ?? [];
  }

  job(jobId: string): LedgerJob | undefined {
    return this.played.jobs.find(({ id }) => id === jobId);
  }

  /** What the job really is at a moment. */
  statusAt(jobId: string, ms: number): string {
    const at = this.played.epochMs + ms;
    const turn = this.turnsOf(jobId).findLast((each) => each.at <= at);
    return turn === undefined ? 'absent' : at < turn.endsAt ? 'active' : turn.status;
  }

  /** Somebody spoilt the memory of this thread by hand. */
  isSpoilt(thread: number | undefined, fromMs: number, toMs: number): boolean {
    return this.played.edits.some(
      ({ issue, how, atMs }) =>
        issue === thread && (how === 'damaged' || how === 'deleted') && atMs >= fromMs && atMs <= toMs,
    );
  }

  /** The comment said that the effect had been accepted before `ms`, and nothing can have undone it. */
  isRemembered({ step, atMs }: Effect, ms: number): boolean {
    const answered = this.of(step).some(
      ({ operation, realMs, deliveredMs, callerLeftMs, fault }) =>
        isPost(operation) &&
        realMs === atMs &&
        deliveredMs !== undefined &&
        callerLeftMs === undefined &&
        !fault,
    );
    const written = this.of(step).some(
      ({ operation, arrivedMs, deliveredMs = ms, real, fault }) =>
        operation === 'update-comment' &&
        !fault &&
        isOn(real, threadOf(step)) &&
        arrivedMs > atMs &&
        deliveredMs < ms,
    );
    // What was given up on may arrive later, and undo what came after it.
    const isLate = this.of(step).some(
      ({ operation, fault }) => operation === 'update-comment' && fault?.beforeMs,
    );
    const isSafe = !isLate && this.isAlone(step, ms) && !this.isSpoilt(threadOf(step), step.startMs, ms);
    return keepsMemory(step) && answered && written && isSafe;
  }
}

/** Whether GitHub answered with a comment of this issue or pull request. */
function isOn(real: Exchange['real'], thread: number | undefined): boolean {
  const url = real && real.status < 300 ? parseObject(real.body)['issue_url'] : undefined;
  return String(url).endsWith(`/issues/${thread}`);
}

function outcomeOf({ end }: PlayedStep): string {
  return end.result.outputs['outcome'] ?? '';
}

/** The issue or pull request whose comment remembers the step. */
function threadOf({ event, plan }: PlayedStep): number | undefined {
  const given = plan.inputs['issue-number'];
  return given === undefined ? event.number : Number(given);
}

function keepsMemory(step: PlayedStep): boolean {
  return step.plan.inputs['comment'] === 'true' && threadOf(step) !== undefined;
}

/** Requests that were paid twice because another run wrote over their turn after they had looked for the last time. */
export function overwrittenIn(played: Played): number {
  const view = new View(played);
  return repeats(view).filter(
    ([before, effect]) => !mayRepeat(before, effect, view) && isOverwritten(before, view),
  ).length;
}

function repeats(view: View): (readonly [before: Effect, effect: Effect])[] {
  const requests = new Set(view.effects.map(({ step }) => step.request));
  return [...requests].flatMap((request) => {
    const effects = view.effectsOf(request);
    return effects.slice(1).map((effect, index) => [effects[index] as Effect, effect] as const);
  });
}

/**
 * GitHub has no conditional write: who has read the comment before this step's last word, and writes it after this
 * step's last look, undoes it. Only runs that wait for each other are safe from that.
 */
function isOverwritten({ step }: Effect, view: View): boolean {
  const { exchanges } = view.played.wire;
  const isDone = ({ operation, real }: Exchange, kind: string) =>
    operation === kind && (real?.status ?? 500) < 300;
  const isHeard = (each: Exchange) => !each.fault && isDone(each, 'read-comment');
  return exchanges.some(({ request: { path }, step: other, ordinal, realMs = 0, ...write }) => {
    const same = exchanges.filter(({ request }) => request.path === path);
    const own = same.filter((each) => each.step === step.index);
    const lastWord = own.findLast((each) => isDone(each, 'update-comment'))?.realMs;
    const lastLook = own.findLast(isHeard)?.realMs ?? 0;
    const read = same.findLast((each) => each.step === other && each.ordinal < ordinal && isHeard(each));
    const isLater = lastWord !== undefined && realMs >= lastWord && realMs > lastLook;
    const isOthers =
      other !== step.index && write.operation === 'update-comment' && (write.real?.status ?? 500) < 300;
    return isOthers && isLater && (read?.realMs ?? 0) < lastWord;
  });
}

function doubles(view: View): string[] {
  return repeats(view).flatMap(([before, effect]) => {
    if (mayRepeat(before, effect, view) || isOverwritten(before, view)) return [];
    return [
      `run ${effect.step.run} was paid twice: ${before.operation} of ${before.jobId} in attempt ${before.step.attempt}, ${effect.operation} of ${effect.jobId} in attempt ${effect.step.attempt}`,
    ];
  });
}

/** Whether the contract lets a re-run send what an earlier attempt has sent. */
function mayRepeat(before: Effect, effect: Effect, view: View): boolean {
  const { step } = effect;
  if (step === before.step) return false;
  if (!keepsMemory(step) || view.isSpoilt(threadOf(step), before.step.startMs, effect.atMs)) return true;
  const earlier = view.played.steps.filter(
    ({ request, end }) => request === step.request && end.endMs <= step.startMs,
  );
  if (earlier.some((each) => outcomeOf(each) === 'unknown' && each.end.endMs >= before.atMs)) return true;
  // Just before: what is sent makes the job active again.
  const status = view.statusAt(before.jobId, effect.atMs - 0.5);
  const hadEnded = earlier.some((each) => ['pull-request', 'no-pull-request'].includes(outcomeOf(each)));
  if (['failed', 'archived'].includes(status) && !hadEnded) return true;
  return warnedOfNoMemory(before, view);
}

/** The step could not write its comment, neither before it sent nor later, and said that a re-run would send again. */
function warnedOfNoMemory({ step, atMs }: Effect, view: View): boolean {
  const github = view.of(step).filter(({ operation }) => isGithub(operation));
  const disturbed = github.some(({ arrivedMs, fault }) => arrivedMs <= atMs && fault !== undefined);
  const remembered = github.some(
    ({ operation, arrivedMs, fault, real }) =>
      operation === 'update-comment' && arrivedMs > atMs && !fault && isOn(real, threadOf(step)),
  );
  const warnings = step.end.result.commands.filter(({ name }) => name === 'warning');
  return disturbed && !remembered && warnings.some(({ data }) => /re-run[^.]*again/i.test(data));
}

function stepProblems(step: PlayedStep, view: View): string[] {
  const posts = view.of(step).filter(({ operation }) => isPost(operation));
  const problems =
    step.expected !== 'asks' && posts.length > 0
      ? [`${step.event.name} ${step.event.action} by ${step.event.by} sent a ${posts[0]?.operation}`]
      : [];
  if (step.end.killed) return [...problems, ...lateOutputs(step, view)];
  return [
    ...problems,
    ...endProblems(step),
    ...(step.expected === 'asks' ? askedProblems(step, view) : unaskedProblems(step)),
  ];
}

/** Outputs are written before the comment: of a run that is cut off, they are all that is left. */
function lateOutputs(step: PlayedStep, view: View): string[] {
  const exchanges = view.of(step);
  const last = exchanges.findLast(({ operation }) => !isGithub(operation));
  const told = last && meaningOf(last);
  const isOver =
    last?.operation === 'get' && told?.kind === 'job' && /completed|failed|archived/.test(told.status);
  const isSent = exchanges.some(({ operation }) => isPost(operation));
  const isTelling = exchanges.some(
    ({ operation, ordinal }) => operation === 'update-comment' && ordinal > (last?.ordinal ?? 0),
  );
  const isLate = isSent && isOver && isTelling && view.isCalm(step) && outcomeOf(step) === '';
  return isLate ? ['the comment was written before the outputs'] : [];
}

function endProblems({ end, signalMs, ...step }: PlayedStep): string[] {
  const outcome = outcomeOf({ end, signalMs, ...step });
  const problems: string[] = [];
  if (outcome === '') problems.push('ended without an outcome');
  if (!end.result.outputs['reason']) problems.push('there is no reason');
  if (end.succeeded === FAILING.includes(outcome))
    problems.push(`the step ${end.succeeded ? 'succeeded' : 'failed'} with outcome "${outcome}"`);
  if (signalMs !== undefined && end.endMs - signalMs > STOP_MS)
    problems.push(`it took ${(end.endMs - signalMs).toFixed(0)} ms to stop`);
  if (/This is a bug/.test(end.result.log)) problems.push('the action itself failed');
  return problems;
}

/** Of a step that may send nothing. */
function unaskedProblems(step: PlayedStep): string[] {
  const outcome = outcomeOf(step);
  const given = step.plan.inputs['job-id'];
  if (step.expected === 'nothing') {
    return ['skipped', 'error', 'cancelled'].includes(outcome)
      ? []
      : [`ended as "${outcome}", and nobody may ask`];
  }
  if (outcome === 'skipped') return ['the watch was skipped'];
  const isLost = ENDS.includes(outcome) && step.end.result.outputs['job-id'] !== given;
  return isLost ? ['the watch lost its job-id'] : [];
}

function askedProblems(step: PlayedStep, view: View): string[] {
  const outcome = outcomeOf(step);
  const jobId = step.end.result.outputs['job-id'] ?? '';
  const own = view.effects.filter((effect) => effect.step === step);
  const problems = [
    ...lostRequest(step, outcome, view),
    ...promptProblems(step, own, view),
    ...lostJob(step, jobId, view),
    ...newJobs(step, own, view),
    ...turnProblems(step, outcome, view),
  ];
  if (ENDS.includes(outcome) || outcome === 'started' || outcome === 'timeout') {
    if (!resultsOf(step, view).includes(jobId)) {
      problems.push(`ended as "${outcome}" with job-id "${jobId}", which is no job of this request`);
    }
  } else if (
    (outcome === 'error' || outcome === 'cancelled') &&
    own.some((effect) => effect.jobId !== jobId)
  ) {
    problems.push(`ended as "${outcome}" with job-id "${jobId}", though the platform did what was asked`);
  }
  return problems;
}

/** A permitted request must come to something, or be told to have come to nothing. */
function lostRequest(step: PlayedStep, outcome: string, view: View): string[] {
  if (outcome === 'skipped') {
    return [`a request of ${step.event.by} was skipped: ${step.end.result.outputs['reason']}`];
  }
  // Where the job's own run could not tell the pull request, nobody knows the job behind it.
  if (outcome === 'error' && view.isOfUnknownJob(step)) return [];
  const earlier = view.played.steps.filter(
    ({ request, index }) => request === step.request && index < step.index,
  );
  const isCalm = view.isCalm(step) && earlier.every((each) => view.isCalm(each) && !each.end.killed);
  const isAlone = [step, ...earlier].every((each) => view.isAlone(each));
  if (isCalm && isAlone && ['error', 'cancelled', 'unknown'].includes(outcome)) {
    return [`ended as "${outcome}", though nothing was wrong: ${step.end.result.outputs['reason']}`];
  }
  if (view.isCalm(step) && view.isAlone(step) && ['error', 'cancelled'].includes(outcome)) {
    return [`ended as "${outcome}", though nothing was wrong any more: ${step.end.result.outputs['reason']}`];
  }
  const last = view.effectsOf(step.request).findLast(({ atMs }) => atMs < step.startMs);
  const retry = isCalm && last && outcomeOf(last.step) === 'failed' && last.step !== step;
  if (retry && !view.effects.some((effect) => effect.step === step)) {
    return ['a re-run of a failed request sent nothing'];
  }
  return [];
}

/** What a job is told: all that a review says, and what it knows already only once. */
function promptProblems({ event }: PlayedStep, own: readonly Effect[], view: View): string[] {
  return own.flatMap(({ jobId, atMs, operation }) => {
    const { prompts = [], turns = [] } = view.job(jobId) ?? {};
    const nth = turns.findIndex(({ at }) => Math.abs(at - view.played.epochMs - atMs) < 1);
    const prompt = prompts[nth] ?? '';
    const { lines = [], text = '', number = 0 } = event;
    const spoken = text.startsWith('/docs') ? lines : lines.filter((line) => line.startsWith('/docs'));
    const missing = spoken.filter((line) => !prompt.includes(line.replace(/^\/docs /, '')));
    const problems = missing.map((line) => `the job is not told "${line}"`);
    const subject = subjectText(number);
    // Without words of its own, a comment asks for what the subject says.
    const isKnown =
      operation === 'message' &&
      text.includes(' ') &&
      prompts.slice(0, nth).some((each) => each.includes(subject));
    if (isKnown && prompt.includes(subject)) problems.push('the job is told again what it knows');
    return problems;
  });
}

/** A job that the platform told of is in `job-id`. */
function lostJob(step: PlayedStep, jobId: string, view: View): string[] {
  const told = view
    .of(step)
    .filter(({ operation, callerLeftMs, deliveredMs = Number.POSITIVE_INFINITY, fault }) => {
      return (
        isPost(operation) && callerLeftMs === undefined && deliveredMs < step.end.endMs && !fault?.ambiguous
      );
    })
    .map(meaningOf)
    .findLast((meaning) => meaning.kind === 'job');
  return told?.kind === 'job' && told.id !== jobId
    ? [`job-id is "${jobId}", and the platform said "${told.id}"`]
    : [];
}

/** A new job where the conversation had one, or where the same was asked and is still being done. */
function newJobs(step: PlayedStep, own: readonly Effect[], view: View): string[] {
  const created = own.find(({ operation }) => operation === 'create');
  // Told that the earlier job is gone, it may well start another one.
  const isMisled = view
    .of(step)
    .some(({ operation, fault }) => operation === 'get' && fault?.name.endsWith('404'));
  if (!created || isMisled) return [];
  const others = view.effects.filter(
    (effect) =>
      effect.step.request !== step.request &&
      (threadOf(effect.step) === threadOf(step) || view.isItsPullRequest(effect, step)) &&
      view.isRemembered(effect, step.startMs),
  );
  const { name, action } = step.event;
  if (/_comment$|_review$/.test(name)) {
    const goesOn = others.findLast(({ jobId }) =>
      [step.startMs, created.atMs].every((ms) => /active|completed/.test(view.statusAt(jobId, ms))),
    );
    return goesOn === others.at(-1) && goesOn ? [`a new job instead of a follow-up to ${goesOn.jobId}`] : [];
  }
  const same = others.find(
    (effect) =>
      action === 'labeled' &&
      effect.step.event.action === 'labeled' &&
      effect.step.run !== step.run &&
      asked(effect.step) === asked(step) &&
      view.isCalm(step) &&
      view.statusAt(effect.jobId, created.atMs) === 'active',
  );
  return same ? [`a second job, while ${same.jobId} does the same`] : [];
}

function asked({ plan }: PlayedStep): string {
  return JSON.stringify([plan.inputs, plan.leg]);
}

/** The jobs whose results may be told as those of the step's request. */
function resultsOf(step: PlayedStep, view: View): string[] {
  const own = view.effectsOf(step.request);
  const shared = view.effects.filter(
    (effect) =>
      step.event.action === 'labeled' &&
      effect.step.run !== step.run &&
      threadOf(effect.step) === threadOf(step) &&
      asked(effect.step) === asked(step) &&
      (view.statusAt(effect.jobId, step.startMs) === 'active' ||
        (effect.atMs > step.startMs && effect.atMs < step.end.endMs)),
  );
  const earlier = view.played.steps.filter(
    ({ request, index }) => request === step.request && index < step.index,
  );
  return [
    ...[...own, ...shared].map(({ jobId }) => jobId),
    ...earlier.flatMap((each) => resultsOf(each, view)),
  ];
}

/** An end that is told is the end of the request's own turn. */
function turnProblems(step: PlayedStep, outcome: string, view: View): string[] {
  const { endMs } = step.end;
  const last = view.effectsOf(step.request).findLast(({ atMs }) => atMs < endMs);
  if (!last || !ENDS.includes(outcome)) return [];
  const turns = view.turnsOf(last.jobId);
  const at = view.played.epochMs + last.atMs;
  const turn = turns.find((each) => Math.abs(each.at - at) < 1);
  const now = view.played.epochMs + endMs;
  const isLatest = turn && !turns.some((each) => each.at > turn.at && each.at < now);
  if (!turn || !isLatest) return [];
  const isStale = last.operation === 'message' && endMs - last.atMs >= SETTLE_MS;
  if (now < turn.endsAt && !isStale) return [`told "${outcome}" before its turn had ended`];
  const truth =
    turn.status !== 'completed' ? turn.status : turn.pullRequest ? 'pull-request' : 'no-pull-request';
  return now < turn.endsAt || truth === outcome
    ? []
    : [`told "${outcome}", and its turn ended as "${truth}"`];
}

/** Faults that pass, and must not keep the comment from saying how it ended. */
const LASTING = /forbidden|an hour/;

function commentProblems(view: View): string[] {
  const { played } = view;
  const problems = played.steps.flatMap((step) => {
    const exchanges = view.of(step);
    const github = exchanges.filter(({ operation, fault }) => isGithub(operation) && fault);
    const own = view.effects.some((effect) => effect.step === step);
    const disturbed = github.length > 1 || github.some(({ fault }) => LASTING.test(fault?.name ?? ''));
    if (!keepsMemory(step) || step.end.killed || step.signalMs !== undefined || disturbed) return [];
    if (!own || !ENDS.includes(outcomeOf(step))) return [];
    const lastLook = exchanges.findLast(({ operation }) => operation === 'get')?.arrivedMs ?? 0;
    const isTold = exchanges.some(
      ({ operation, arrivedMs, real }) =>
        (operation === 'update-comment' || operation === 'create-comment') &&
        arrivedMs > lastLook &&
        (real?.status ?? 500) < 300,
    );
    return isTold ? [] : [`run ${step.run}, attempt ${step.attempt}: the comment does not say how it ended`];
  });
  return [...problems, ...tooManyComments(played)];
}

/** One comment for each thread, where nothing was disturbed and nobody was at it at the same time. */
function tooManyComments({ story, steps, wire, comments, edits }: Played): string[] {
  const spoilt = edits.some(({ how }) => how === 'damaged' || how === 'deleted');
  const stopped = steps.some(({ end, signalMs }) => end.killed || signalMs !== undefined);
  if (spoilt || stopped || story.parallel || !story.concurrency || wire.exchanges.some(({ fault }) => fault))
    return [];
  const own = comments.filter(
    ({ user, body }) => user.endsWith('[bot]') && body.includes('<!-- docs-agent-action'),
  );
  const threads = new Set(own.map(({ issue }) => issue));
  return own.length > threads.size ? [`${own.length} status comments on ${threads.size} threads`] : [];
}

function leaks({ steps, comments }: Played): string[] {
  const logs = steps.map(({ end }) =>
    [
      ...end.result.lines,
      ...end.result.commands.filter(({ name }) => name !== 'add-mask').map(({ data }) => data),
    ].join('\n'),
  );
  const files = steps.flatMap(({ end }) => Object.values(end.result.files));
  const texts = [...logs, ...files, ...comments.map(({ body }) => body)];
  return texts.flatMap((text) => leakedForms(API_KEY, text).map((form) => `the key shows (${form})`));
}
