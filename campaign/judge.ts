import { leaksOf } from '../__tests__/helpers/action-environment.ts';
import { subjectText } from './event.ts';
import { readResponse } from './http-bytes.ts';
import type { Played, PlayedStep } from './story.ts';
import { allowedOutcomes, readingOf, SLACK_MS, settingsOf, taskOf, toldBy, toldLast } from './truth.ts';
import { askedBy, type Effect, isDone, isOn, keepsMemory, threadOf, View } from './view.ts';
import { type Exchange, meaningOf } from './wire.ts';

/** Outcomes that say how the job ended. */
const ENDS = ['pull-request', 'no-pull-request', 'failed', 'archived'];
/** Milliseconds that a promise about time may be missed by. Nothing but the action takes time in simulated time. */
const TOLERANCE_MS = { simulated: 5, real: 3_000 } as const;
/** Milliseconds from a signal to the end. */
const STOP_MS = 5_000;
/** A create or message may take at least, and at most, so many milliseconds, whatever `timeout-minutes` says. */
const POST_LIMIT_MS = { least: 10_000, most: 60_000 } as const;
/** Comments may delay the job by 15 s, an update that is under way by as much, and the last one takes 70 s at most. */
const COMMENTS_LIMIT_MS = 100_000;
/** Milliseconds to get a connection; undici's timer is coarse. */
const CONNECT_LIMIT_MS = 11_000;

type Check = (step: PlayedStep, view: View) => string[];

const ended = ({ killed }: PlayedStep) => !killed;
const asked = ({ killed, expected }: PlayedStep) => !killed && expected === 'asks';
/** Its inputs alone say what it does. */
const plain = (step: PlayedStep) => !step.killed && taskOf(step) !== undefined;

/** What is promised of which steps, and what finds it broken, in words. */
const PROMISES: readonly (readonly [of: (step: PlayedStep) => boolean, broken: Check])[] = [
  [({ expected }) => expected !== 'asks', somethingSent],
  [() => true, sentAgain],
  [({ killed }) => killed, lateOutputs],
  [ended, badEnd],
  [ended, endsUnlikeJob],
  [ended, lateStop],
  [ended, lostJob],
  [ended, unexpectedEnd],
  [({ killed, expected }) => !killed && expected !== 'nothing', foreignJob],
  [asked, lostRequest],
  [asked, badPrompts],
  [asked, needlessJob],
  [(step) => asked(step) || plain(step), untrueEnd],
  [(step) => ended(step) && keepsMemory(step), untoldEnd],
  [plain, otherRequest],
  [plain, untold],
  [plain, pastDeadline],
];

/** A story with every promise that it broke, in words. */
export interface Verdict {
  readonly view: View;
  readonly problems: readonly string[];
}

export function judge(played: Played): Verdict {
  const view = new View(played);
  const problems = played.steps.flatMap((step) =>
    PROMISES.filter(([of]) => of(step))
      .flatMap(([, broken]) => broken(step, view))
      .map((problem) => `run ${step.run}, attempt ${step.attempt}: ${problem}`),
  );
  return { view, problems: [...doubles(view), ...problems, ...tooManyComments(view), ...leaks(played)] };
}

function unless(isKept: boolean, problem: string): string[] {
  return isKept ? [] : [problem];
}

/** Requests that were paid twice because another run wrote over their turn after they had looked for the last time. */
export function overwrittenIn(view: View): number {
  return repeats(view).filter(([before]) => view.isOverwritten(before)).length;
}

/** What was sent twice for one request, though no rule lets it. */
function repeats(view: View): (readonly [before: Effect, effect: Effect])[] {
  const requests = Map.groupBy(view.effects, ({ step }) => step.request);
  return [...requests.values()].flatMap((effects) =>
    effects
      .slice(1)
      .map((effect, index) => [effects[index] as Effect, effect] as const)
      .filter(([before, effect]) => !mayRepeat(before, effect, view)),
  );
}

function doubles(view: View): string[] {
  const { story, jobs } = view.played;
  const turns = jobs.reduce((sum, job) => sum + job.turns.length, 0);
  const foreign = story.acts.filter((act) => act.startsWith('job ')).length;
  const twice = repeats(view).filter(([before]) => !view.isOverwritten(before));
  return [
    ...unless(turns === view.effects.length + foreign, `the ledger has ${turns} turns`),
    ...twice.map(
      ([before, effect]) =>
        `run ${effect.step.run} was paid twice: ${before.operation} of ${before.jobId} in attempt ${before.step.attempt}, ${effect.operation} of ${effect.jobId} in attempt ${effect.step.attempt}`,
    ),
  ];
}

/** Whether the contract lets a re-run send what an earlier attempt has sent. */
function mayRepeat(before: Effect, effect: Effect, view: View): boolean {
  const { step } = effect;
  if (step === before.step) return false;
  if (!keepsMemory(step) || view.isSpoilt(threadOf(step), before.step.startMs, effect.atMs)) return true;
  const earlier = view.before(step).filter(({ endMs }) => endMs <= step.startMs);
  if (earlier.some(({ outcome, endMs }) => outcome === 'unknown' && endMs >= before.atMs)) return true;
  // Just before: what is sent makes the job active again.
  const status = view.statusAt(before.jobId, effect.atMs - 0.5);
  const hadEnded = earlier.some(({ outcome }) => /pull-request$/.test(outcome));
  if (['failed', 'archived'].includes(status) && !hadEnded) return true;
  return warnedOfNoMemory(before);
}

/** The step could not write its comment, neither before it sent nor later, and said that a re-run would send again. */
function warnedOfNoMemory({ step, atMs }: Effect): boolean {
  const github = step.exchanges.filter(({ kind }) => kind === 'github');
  const disturbed = github.some(({ arrivedMs, fault }) => arrivedMs <= atMs && fault !== undefined);
  const remembered = github.some(
    (each) =>
      each.operation === 'update-comment' &&
      each.arrivedMs > atMs &&
      !each.fault &&
      isOn(each, threadOf(step)),
  );
  const warnings = step.result.commands.filter(({ name }) => name === 'warning');
  return disturbed && !remembered && warnings.some(({ data }) => /re-run[^.]*again/i.test(data));
}

function postsOf({ exchanges }: PlayedStep): readonly Exchange[] {
  return exchanges.filter(({ kind }) => kind === 'post');
}

function somethingSent(step: PlayedStep): string[] {
  const { name, action, by } = step.event;
  return postsOf(step).map(({ operation }) => `${name} ${action} by ${by} sent a ${operation}`);
}

/** A create or message is followed by another one only if it was refused for now. */
function sentAgain(step: PlayedStep): string[] {
  return postsOf(step)
    .slice(0, -1)
    .flatMap((post) => {
      const told = toldBy(post, step);
      const isLimited = told.kind === 'status' && told.status === 429;
      const what = `${post.operation} ${post.nth}`;
      return unless(isLimited, `${what} was followed by another, though it was not answered 429`);
    });
}

/** Outputs are written before the comment: of a run that is cut off, they are all that is left. */
function lateOutputs(step: PlayedStep, view: View): string[] {
  const last = step.exchanges.findLast(({ kind }) => kind !== 'github');
  const told = last && meaningOf(last);
  const isOver =
    last?.operation === 'get' && told?.kind === 'job' && /completed|failed|archived/.test(told.status);
  const isTelling = step.exchanges.some(
    ({ operation, ordinal }) => operation === 'update-comment' && ordinal > (last?.ordinal ?? 0),
  );
  const isLate = postsOf(step).length > 0 && isOver && isTelling && view.isCalm(step) && step.outcome === '';
  return unless(!isLate, 'the comment was written before the outputs');
}

function badEnd(step: PlayedStep, { played }: View): string[] {
  const { outcome, result, succeeded, oddEnd, plan } = step;
  const [first] = result.commands;
  const failOn = plan.inputs['fail-on'] ?? 'failed, timeout';
  const isFailure = ['error', 'unknown', ...failOn.split(', ')].includes(outcome);
  // Whoever is interrupted before anything was sent has nothing to sum up.
  const isIdle = outcome === 'skipped' || (outcome === 'cancelled' && postsOf(step).length === 0);
  return [
    ...unless(outcome !== '', 'ended without an outcome'),
    ...unless(Boolean(result.outputs['reason']), 'there is no reason'),
    ...unless(
      succeeded !== isFailure,
      `the step ${succeeded ? 'succeeded' : 'failed'} with outcome "${outcome}" and fail-on "${failOn}"`,
    ),
    ...unless(oddEnd === undefined, oddEnd ?? ''),
    ...unless(
      first?.name === 'add-mask' && first.data === played.story.apiKey,
      'the key is not masked first',
    ),
    ...unless(isIdle || result.summary.includes(outcome), 'the summary does not tell the outcome'),
    ...unless(!/This is a bug/.test(result.log), 'the action itself failed'),
  ];
}

/** `pull-request` is told of completed jobs with a link, and of no others. */
function endsUnlikeJob({ outcome, result: { outputs } }: PlayedStep): string[] {
  const link = outputs['pr-link'] ?? '';
  const hasPullRequest = ENDS.includes(outcome) && outputs['status'] === 'completed' && link !== '';
  return unless(
    (outcome === 'pull-request') === hasPullRequest,
    `outcome is "${outcome}" with pr-link "${link}"`,
  );
}

function lateStop({ signalMs, endMs }: PlayedStep, { played }: View): string[] {
  const tookMs = endMs - (signalMs ?? endMs);
  const limitMs = STOP_MS + TOLERANCE_MS[played.story.pace];
  return unless(tookMs <= limitMs, `it took ${tookMs.toFixed(0)} ms to stop`);
}

/** Who may not ask is told so; who may is not. */
function unexpectedEnd({ outcome, expected, event, result }: PlayedStep): string[] {
  const isKept =
    expected === 'nothing' ? ['skipped', 'error', 'cancelled'].includes(outcome) : outcome !== 'skipped';
  const what = expected === 'nothing' ? 'a request that asks for nothing' : `a request of ${event.by}`;
  return unless(isKept, `${what} was ${outcome}: ${result.outputs['reason']}`);
}

/** A job that the platform told of is in `job-id`. */
function lostJob(step: PlayedStep, { played }: View): string[] {
  const { signalMs, jobId } = step;
  const told = postsOf(step)
    .filter(({ fault, deliveredMs = 0 }) => {
      const isLate = signalMs !== undefined && deliveredMs >= step.endMs - SLACK_MS[played.story.pace];
      return !fault?.ambiguous && !isLate;
    })
    .map((post) => toldBy(post, step))
    .findLast(({ kind }) => kind === 'job');
  return told?.kind === 'job'
    ? unless(told.id === jobId, `job-id is "${jobId}", and the platform said "${told.id}"`)
    : [];
}

/** A permitted request must come to something, or be told to have come to nothing. */
function lostRequest(step: PlayedStep, view: View): string[] {
  const { outcome } = step;
  const reason = step.result.outputs['reason'];
  // Where the job's own run could not tell the pull request, nobody knows the job behind it.
  if (outcome === 'error' && view.isOfUnknownJob(step)) return [];
  const earlier = view.before(step);
  const isCalm = view.isCalm(step) && earlier.every((each) => view.isCalm(each) && !each.killed);
  const isUndisturbed = isCalm && [step, ...earlier].every((each) => view.isAlone(each));
  const isLost = ['error', 'cancelled'].includes(outcome) || (isUndisturbed && outcome === 'unknown');
  if (isLost && view.isCalm(step) && view.isAlone(step))
    return [`ended as "${outcome}", though nothing was wrong: ${reason}`];
  const last = view.effectsOf(step.request).findLast(({ atMs }) => atMs < step.startMs);
  const isRetry = isCalm && last?.step.outcome === 'failed' && last.step !== step;
  const hasSent = view.effects.some((effect) => effect.step === step);
  return unless(!isRetry || hasSent, 'a re-run of a failed request sent nothing');
}

/** What a job is told: all that a review says, and what it knows already only once. */
function badPrompts(step: PlayedStep, view: View): string[] {
  const { lines = [], text = '', number = 0 } = step.event;
  const subject = subjectText(number);
  return view.effects
    .filter((effect) => effect.step === step)
    .flatMap((effect) => {
      const { prompts = [] } = view.job(effect.jobId) ?? {};
      const nth = view.turnIndexOf(effect);
      const prompt = prompts[nth] ?? '';
      const spoken = text.startsWith('/docs') ? lines : lines.filter((line) => line.startsWith('/docs'));
      const missing = spoken.filter((line) => !prompt.includes(line.replace(/^\/docs /, '')));
      // Without words of its own, a comment asks for what the subject says.
      const isKnown =
        effect.operation === 'message' &&
        text.includes(' ') &&
        prompts.slice(0, nth).some((each) => each.includes(subject));
      return [
        ...missing.map((line) => `the job is not told "${line}"`),
        ...unless(!isKnown || !prompt.includes(subject), 'the job is told again what it knows'),
      ];
    });
}

/** A new job where the conversation had one, or where the same was asked and is still being done. */
function needlessJob(step: PlayedStep, view: View): string[] {
  const created = view.effects.find((effect) => effect.step === step && effect.operation === 'create');
  // Told that the earlier job is gone, it may well start another one.
  const isMisled = step.exchanges.some(
    ({ operation, fault }) => operation === 'get' && fault?.name.endsWith('404'),
  );
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
    const isLatest = goesOn !== undefined && goesOn === others.at(-1);
    return unless(!isLatest, `a new job instead of a follow-up to ${goesOn?.jobId}`);
  }
  const same = others.find(
    (effect) =>
      action === 'labeled' &&
      effect.step.event.action === 'labeled' &&
      effect.step.run !== step.run &&
      askedBy(effect.step) === askedBy(step) &&
      view.isCalm(step) &&
      view.statusAt(effect.jobId, created.atMs) === 'active',
  );
  return unless(!same, `a second job, while ${same?.jobId} does the same`);
}

/** The job whose end is told is one of this request; of other outcomes it is the one that was made. */
function foreignJob(step: PlayedStep, view: View): string[] {
  const { outcome, jobId } = step;
  if ([...ENDS, 'started', 'timeout'].includes(outcome)) {
    const isOwn = jobId === step.plan.inputs['job-id'] || resultsOf(step, view).includes(jobId);
    return unless(isOwn, `ended as "${outcome}" with job-id "${jobId}", which is no job of this request`);
  }
  const own = view.effects.filter((effect) => effect.step === step);
  const isLost = ['error', 'cancelled'].includes(outcome) && own.some((effect) => effect.jobId !== jobId);
  return unless(
    !isLost,
    `ended as "${outcome}" with job-id "${jobId}", though the platform did what was asked`,
  );
}

/** The jobs whose results may be told as those of the step's request. */
function resultsOf(step: PlayedStep, view: View): string[] {
  const shared = view.effects.filter(
    (effect) =>
      step.event.action === 'labeled' &&
      effect.step.run !== step.run &&
      threadOf(effect.step) === threadOf(step) &&
      askedBy(effect.step) === askedBy(step) &&
      (view.statusAt(effect.jobId, step.startMs) === 'active' ||
        (effect.atMs > step.startMs && effect.atMs < step.endMs)),
  );
  return [
    ...[...view.effectsOf(step.request), ...shared].map(({ jobId }) => jobId),
    ...view.before(step).flatMap((each) => resultsOf(each, view)),
  ];
}

/** An end that is told is the end of the request's own turn, as the ledger has it. */
function untrueEnd(step: PlayedStep, view: View): string[] {
  const { outcome, endMs, plan } = step;
  const { epochMs, story } = view.played;
  const last = view.effectsOf(step.request).findLast(({ atMs }) => atMs < endMs);
  const turns = view.turnsOf(last?.jobId ?? plan.inputs['job-id'] ?? '');
  const index = last ? view.turnIndexOf(last) : turns.length - 1;
  const turn = turns[index];
  const isLatest = !turns.slice(index + 1).some(({ at }) => at < epochMs + endMs);
  if (!turn || !isLatest || !ENDS.includes(outcome)) return [];
  const settleMs = settingsOf(step).settleMs - SLACK_MS[story.pace];
  const isStale = last?.operation === 'message' && endMs - last.atMs >= settleMs;
  const seenMs = step.exchanges.findLast(({ operation }) => operation === 'get')?.realMs ?? endMs;
  if (epochMs + seenMs < turn.endsAt) return unless(isStale, `told "${outcome}" before its turn had ended`);
  // The platform never tells the link of such a job.
  const isBare = story.acts.includes('jobs bare-job');
  const hasPullRequest = turn.pullRequest && !isBare;
  const truth =
    turn.status !== 'completed' ? turn.status : hasPullRequest ? 'pull-request' : 'no-pull-request';
  return unless(truth === outcome, `told "${outcome}", and its turn ended as "${truth}"`);
}

/** Faults that pass, and must not keep the comment from saying how it ended. */
const LASTING = /forbidden|an hour/;

function untoldEnd(step: PlayedStep, view: View): string[] {
  const { exchanges } = step;
  const faults = exchanges.flatMap(({ kind, fault }) => (kind === 'github' && fault ? [fault] : []));
  const isDisturbed =
    faults.length > 1 || faults.some(({ name }) => LASTING.test(name)) || view.played.wire.missed > 0;
  const hasSent = view.effects.some((effect) => effect.step === step);
  if (isDisturbed || step.signalMs !== undefined || !hasSent || !ENDS.includes(step.outcome)) return [];
  const lastLook = exchanges.findLast(({ operation }) => operation === 'get')?.arrivedMs ?? 0;
  const isTold = exchanges.some(
    (each) => /^(update|create)-comment$/.test(each.operation) && each.arrivedMs > lastLook && isDone(each),
  );
  return unless(isTold, 'the comment does not say how it ended');
}

/** What is sent is what the inputs say. */
function otherRequest(step: PlayedStep): string[] {
  const { prompt } = step.plan.inputs;
  const isOther = ({ operation, request }: Exchange) =>
    operation !== taskOf(step) || JSON.parse(request.body).prompt !== prompt;
  const shown = Object.entries(step.result.outputs).filter(
    ([, value]) => prompt && value.includes(prompt.slice(-20)),
  );
  return [
    ...unless(!postsOf(step).some(isOther), 'something else was sent'),
    ...shown.map(([name]) => `the prompt is in the output ${name}`),
  ];
}

/** Outcome, `job-id`, `status` and `pr-link` are what the platform said, and nothing else. */
function untold(step: PlayedStep, { played }: View): string[] {
  const reading = readingOf(step, played.story.pace);
  const { outputs } = step.result;
  const { prompt, 'job-id': given = '' } = step.plan.inputs;
  const said = prompt && given === '' ? (reading.accepted?.id ?? '') : given;
  const [status = '', link = ''] = [outputs['status'], outputs['pr-link']];
  const last = toldLast(reading);
  const isLast = last.some((told) => told.status === status && (told.prLink ?? '') === link);
  const allowed = allowedOutcomes(reading, played.wire);
  const truth = [...allowed].map(([name, why]) => `${name} (${why})`).join(', ');
  return [
    ...unless(
      step.jobId === said || (reading.isAmbiguous && given === ''),
      `job-id is "${step.jobId}", not the one that was given or told: "${said}"`,
    ),
    ...unless(
      isLast,
      `status is "${status}" with "${link}", and the platform said last: ${JSON.stringify(last)}`,
    ),
    ...unless(
      allowed.has(step.outcome),
      `outcome is "${step.outcome}", and the truth is: ${truth || 'the platform had told of no end that counts'}`,
    ),
  ];
}

/** The deadline; a create or message that was under way then may take its own time. */
function pastDeadline(step: PlayedStep, { played }: View): string[] {
  const { timeoutMs, wait } = settingsOf(step);
  const post = postsOf(step).at(-1);
  const postMs = Math.min(POST_LIMIT_MS.most, Math.max(POST_LIMIT_MS.least, timeoutMs));
  const connectingMs = played.wire.missed > 0 ? CONNECT_LIMIT_MS : 0;
  const readingMs = taskOf(step) === 'watch' && !wait ? 20_000 : 0;
  const commentingMs = keepsMemory(step) ? COMMENTS_LIMIT_MS : 0;
  const limitMs =
    Math.max(
      step.startMs + Math.max(timeoutMs + connectingMs, readingMs),
      post ? post.arrivedMs + postMs : 0,
    ) +
    commentingMs +
    TOLERANCE_MS[played.story.pace];
  const { endMs } = step;
  return unless(
    endMs <= limitMs,
    `it ended after ${endMs.toFixed(0)} ms, later than ${limitMs.toFixed(0)} ms`,
  );
}

/** One comment for each thread, where nobody spoilt it and nobody was at it at the same time. */
function tooManyComments({ played: { story, steps, wire, comments, spoilt } }: View): string[] {
  const stopped = steps.length > 1 && steps.some(({ killed, signalMs }) => killed || signalMs !== undefined);
  const disturbed = wire.exchanges.some((each) => (steps.length > 1 ? each.fault : isMisled(each, steps)));
  if (spoilt.length > 0 || stopped || disturbed || story.parallel || !story.concurrency) return [];
  const own = comments.filter(
    ({ user, body }) => user.endsWith('[bot]') && body.includes('<!-- docs-agent-action'),
  );
  const threads = new Set(own.map(({ issue }) => issue));
  return unless(own.length <= threads.size, `${own.length} status comments on ${threads.size} threads`);
}

/**
 * Whether the step was told that its comment is gone, or that there are no comments where there are some; or the comment
 * was made after the step had given up on it.
 */
function isMisled(exchange: Exchange, [step]: readonly PlayedStep[]): boolean {
  const { kind, request, fault, real, delivered } = exchange;
  if (kind !== 'github' || !step) return false;
  const told = toldBy(exchange, step);
  const isLate = request.method === 'POST' && fault?.beforeMs !== undefined && told.kind === 'nothing';
  const isDenied = readResponse(delivered)?.body === '[]' && real?.body !== '[]';
  return isLate || isDenied || (told.kind === 'status' && told.status === 404);
}

function leaks({ story: { apiKey }, steps, comments, jobs }: Played): string[] {
  const written = {
    'a comment': comments.map(({ body }) => body),
    'a prompt': jobs.flatMap(({ prompts }) => prompts),
  };
  const leaked = Object.entries(written).filter(([, texts]) => texts.join('\n').includes(apiKey));
  const all = [...leaked.map(([place]) => place), ...steps.flatMap(({ result }) => leaksOf(apiKey, result))];
  return all.map((leak) => `the key is to be read: in ${leak}`);
}
