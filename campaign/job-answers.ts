import { jsonObject } from '../sandbox/exchange.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { FINISHED, isPassingPoll, SETTLE_MS, STOP_MS } from './contract.ts';
import {
  type Check,
  isOfGithub,
  isPoll,
  isPost,
  keepsReply,
  type Meaning,
  type Observations,
  postsOf,
  readAnswer,
  STEPS,
} from './observations.ts';
import type { StepRun } from './story-result.ts';

/** What the wire says of one step whose inputs alone say what it does: written down a second time, beside the action. */

type Task = 'create' | 'message' | 'watch';
type Belief = 'no' | 'perhaps' | 'yes';
type JobAnswer = Extract<Meaning, { kind: 'job' }>;

/** A create or message may take at least, and at most, so many milliseconds, whatever `timeout-minutes` says. */
const POST_LIMIT_MS = { least: 10_000, most: 60_000 } as const;
/** Milliseconds that a reply may take in all: before it is sent, then at work, at the end, and on the pull request. */
const REPLY_LIMIT_MS = 35_000 + 35_000 + 15_000 + 70_000 + 15_000;
/** Milliseconds of asking for the status of a job before a follow-up to it. */
const STATUS_LIMIT_MS = 10_000;
/** Milliseconds by which an end may be late. */
export const TOLERANCE_MS = 5;
/** Milliseconds to get a connection; undici's timer is coarse. */
const CONNECT_LIMIT_MS = 11_000;

/** Milliseconds by which a clock of ours may differ from the action's. */
export const SLACK_MS = 1;

/** An answer, as the step may have answers it. */
interface Answer {
  readonly meaning: Meaning;
  readonly ms: number;
  /** It can be read in one way only, and came clearly before or after an interruption. */
  readonly isCertain: boolean;
  readonly isAmbiguous: boolean;
}

/** What the step may have read of its job, in order. */
type JobAnswers = ReturnType<typeof answersTo>;

/** What the inputs ask for; absent where it also depends on what was before. */
function taskOf({ attempt, event, expected, plan: { inputs } }: StepRun): Task | undefined {
  if (attempt > 1 || event.name !== 'workflow_dispatch' || expected === 'nothing') return undefined;
  if (inputs['job-id'] === 'latest' || inputs['include']) return undefined;
  if (!inputs['prompt']) return inputs['job-id'] ? 'watch' : undefined;
  return inputs['job-id'] ? 'message' : 'create';
}

function answersTo(step: StepRun, observed: Observations) {
  const { result } = observed;
  const task = taskOf(step) ?? 'watch';
  const { signalMs, endMs, exchanges } = step;
  const isNear = (ms: number, other: number) => Math.abs(ms - other) <= SLACK_MS;
  const answers = exchanges.map((exchange) => {
    const { deliveredAt: ms = Number.POSITIVE_INFINITY } = exchange;
    const isAround = signalMs !== undefined && isNear(ms, signalMs);
    const isAmbiguous = observed.isAmbiguous(exchange);
    const isCertain = !isAmbiguous && !isAround;
    const answer: Answer = { meaning: readAnswer(exchange, step), ms, isAmbiguous, isCertain };
    return { exchange, answer };
  });
  const firstPost = task === 'watch' ? -1 : answers.findIndex(({ exchange }) => isPost(exchange));
  const isSent = task === 'watch' || firstPost >= 0;
  const pollBefore = answers.slice(0, Math.max(0, firstPost)).findLast(({ exchange }) => isPoll(exchange));
  // The last create or message, and what it made of the job.
  const post = answers.findLast(({ exchange }) => isPost(exchange))?.answer;
  const accepted = post?.meaning.kind === 'job' ? post.meaning : undefined;
  // Readers may differ about it, or it came when the step ended.
  const isUnclear =
    post?.isAmbiguous === true || (post !== undefined && signalMs !== undefined && isNear(post.ms, endMs));
  return {
    ...{ step, task, result, post, accepted, isAmbiguous: isUnclear },
    acceptedMs: accepted && post ? post.ms : 0,
    // A poll before a follow-up, which tells what the job did before it, is none.
    polls: answers
      .slice(isSent ? firstPost + 1 : answers.length)
      .flatMap(({ exchange, answer }) => (isPoll(exchange) ? [answer] : [])),
    wasActive: activityOf(pollBefore?.answer),
  };
}

/** Whether the job was active already, by what a poll before the follow-up said; or nobody knows. */
function activityOf(poll: Answer | undefined): Belief {
  if (!poll) return 'yes';
  if (!poll.isCertain) return 'perhaps';
  const { meaning } = poll;
  if (meaning.kind === 'job') return FINISHED.includes(meaning.status) ? 'no' : 'yes';
  return meaning.kind === 'status' && meaning.status === 404 ? 'no' : 'yes';
}

/** The jobs that the step may have been meaning last: more than one if the bytes could be read in several ways. */
function lastStatuses({ polls, accepted, isAmbiguous }: JobAnswers): Pick<JobAnswer, 'status' | 'prLink'>[] {
  const nothing = { status: '', prLink: undefined };
  const meaning = polls.flatMap(({ meaning, isCertain }) =>
    meaning.kind === 'job' ? [{ ...meaning, isCertain }] : [],
  );
  const sure = meaning.findLastIndex(({ isCertain }) => isCertain);
  return [
    ...meaning.slice(Math.max(0, sure)),
    ...(sure < 0 ? [accepted ?? nothing] : []),
    ...(isAmbiguous ? [nothing] : []),
  ];
}

function isFinished({ status }: JobAnswer): boolean {
  return FINISHED.includes(status);
}

function outcomeOf({ status, prLink }: JobAnswer): string {
  if (status !== 'completed') return status;
  return prLink === undefined ? 'no-pull-request' : 'pull-request';
}

/** What the inputs say about time, in milliseconds, and whether the job is waited for. */
function settingsOf({ plan: { inputs } }: StepRun) {
  return {
    timeoutMs: Number(inputs['timeout-minutes'] ?? 30) * 60_000,
    wait: inputs['wait'] !== 'false',
  };
}

type Possible = readonly [isSo: boolean, outcome: string, why: string];

/** The outcomes that would be true, each with the reason. */
function allowedOutcomes(answers: JobAnswers): ReadonlyMap<string, string> {
  const { step, task, accepted, isAmbiguous } = answers;
  const { wait } = settingsOf(step);
  const goesOn = task === 'watch' || accepted !== undefined || isAmbiguous;
  const before = seenFinished(answers, (step.signalMs ?? 0) - SLACK_MS);
  const isCancelled = step.signalMs !== undefined && (wait || task === 'watch') && !before?.isCertain;
  const possible: readonly Possible[] = [
    ...(task === 'watch' ? [] : afterPosts(answers)),
    ...(goesOn && wait ? afterWait(answers) : []),
    ...(goesOn && !wait && task === 'watch' ? afterOnePoll(answers) : []),
    [goesOn && !wait && task !== 'watch', 'started', 'accepted, and nobody waits'],
    [goesOn && isCancelled, 'cancelled', 'it was interrupted'],
  ];
  return new Map(possible.filter(([isSo]) => isSo).map(([, outcome, why]) => [outcome, why]));
}

function afterPosts({ step, result, post, accepted, isAmbiguous }: JobAnswers): Possible[] {
  const isInterrupted = step.signalMs !== undefined;
  const isUnwritten = step.exchanges.some((each) => isOfGithub(each) && each.broken !== null);
  if (!post) {
    return [
      [isInterrupted, 'cancelled', 'interrupted, and nothing was sent'],
      [result.missed > 0, 'error', 'no connection was ever made'],
      [keepsReply(step) && isUnwritten, 'error', 'its reply could not be written'],
    ];
  }
  const { meaning } = post;
  const status = meaning.kind === 'status' ? meaning.status : 0;
  const isCutOff = meaning.kind === 'status' && !meaning.isWhole;
  const isRefused = status >= 400 && status < 500 && status !== 408;
  return [
    [isAmbiguous || isCutOff, 'unknown', 'readers may differ'],
    [isRefused, 'error', `it was refused with ${status}`],
    [status === 429 && isInterrupted, 'cancelled', 'interrupted before it was sent again'],
    [!accepted && !isRefused, 'unknown', 'it was sent, and no answer says what became of it'],
  ];
}

/** Of a watch that does not wait. */
function afterOnePoll({ polls: [poll] }: JobAnswers): Possible[] {
  const job = poll?.meaning.kind === 'job' ? poll.meaning : undefined;
  return [
    [job !== undefined, job && isFinished(job) ? outcomeOf(job) : 'started', 'it polled once'],
    [!job || poll?.isAmbiguous === true, 'error', 'the one poll failed'],
  ];
}

function afterWait(answers: JobAnswers): Possible[] {
  const { step, task, polls, acceptedMs } = answers;
  const finished = seenFinished(answers, step.endMs);
  const isOpen = !finished?.isCertain;
  const last = polls.at(-1);
  const status = last?.meaning.kind === 'status' ? last.meaning.status : 0;
  const sinceMs = task === 'watch' ? undefined : (last?.ms ?? 0) - acceptedMs;
  const isFinal = status > 0 && !isPassingPoll(status, sinceMs);
  const { timeoutMs } = settingsOf(step);
  const lastPollMs = Math.min(2_000, timeoutMs / 4) + SLACK_MS;
  return [
    [finished !== undefined, finished ? outcomeOf(finished.meaning) : '', 'the job was seen finished'],
    [isOpen && isFinal, 'error', `polls are answered ${status}`],
    [isOpen && step.endMs - step.startMs >= timeoutMs - lastPollMs, 'timeout', 'the time is up'],
  ];
}

/** The first answer before `untilMs` that says the job is finished, and may be believed. */
function seenFinished(
  answers: JobAnswers,
  untilMs: number,
): { meaning: JobAnswer; isCertain: boolean } | undefined {
  const { polls, accepted, acceptedMs } = answers;
  if (answers.task === 'create' && accepted && isFinished(accepted))
    return { meaning: accepted, isCertain: true };
  let active: Belief = 'no';
  let stands = { status: '', ms: 0 };
  for (const { meaning, ms, isCertain, isAmbiguous } of polls) {
    if (meaning.kind !== 'job' || ms > untilMs) continue;
    if (!isFinished(meaning)) {
      stands = { status: '', ms };
      if (meaning.status === 'active' && active !== 'yes') active = isAmbiguous ? 'perhaps' : 'yes';
      continue;
    }
    if (stands.status !== meaning.status) stands = { status: meaning.status, ms };
    const belief = beliefIn(answers, active, ms - acceptedMs, ms - stands.ms);
    if (belief === 'no') continue;
    return { meaning, isCertain: isCertain && belief === 'yes' };
  }
  return undefined;
}

/**
 * Whether a finished status counts: after a follow-up, once the job was seen active since, or 60 s have
 * passed; if it was active before the follow-up, once the status has stood for 60 s.
 */
function beliefIn({ task, wasActive }: JobAnswers, active: Belief, sinceMs: number, stoodMs: number): Belief {
  if (task !== 'message') return 'yes';
  const after = (ms: number): Belief =>
    ms >= SETTLE_MS + SLACK_MS ? 'yes' : ms >= SETTLE_MS - SLACK_MS ? 'perhaps' : 'no';
  const idle = active === 'no' ? after(sinceMs) : active;
  const settled = after(stoodMs);
  if (wasActive !== 'perhaps') return wasActive === 'yes' ? settled : idle;
  return idle === settled ? idle : 'perhaps';
}

/** What is sent is what the inputs say. */
function otherRequest(step: StepRun): string | false {
  const isOther = ({ operation, body }: LedgerEntry) =>
    operation !== taskOf(step) || jsonObject(body)?.['prompt'] !== step.plan.inputs['prompt'];
  return postsOf(step).some(isOther) && 'something else was sent';
}

function promptInOutputs({ plan, result }: StepRun): string[] {
  const { prompt } = plan.inputs;
  return Object.entries(result.outputs)
    .filter(([, value]) => prompt && value.includes(prompt.slice(-20)))
    .map(([name]) => `the prompt is in the output ${name}`);
}

/** `job-id` is the job that was given, else the one that the platform answered with. */
function wrongJob(step: StepRun, observed: Observations): string | false {
  const { accepted, isAmbiguous } = answersTo(step, observed);
  const input = isPlain(step) ? step.plan.inputs['job-id'] : undefined;
  const right = input ?? accepted?.id ?? (isPlain(step) ? '' : step.jobId);
  const isKept = step.jobId === right || (isAmbiguous && input === undefined);
  return !isKept && `job-id is "${step.jobId}", not the one of the input or the answer: "${right}"`;
}

function wrongStatus(step: StepRun, observed: Observations): string | false {
  const { status = '', 'pr-link': link = '' } = step.result.outputs;
  const last = lastStatuses(answersTo(step, observed));
  const isReported = last.some(
    ({ status: shown, prLink = '' }) => shown === status && addressOf(prLink) === addressOf(link),
  );
  return (
    !isReported && `status is "${status}" with "${link}", and the platform said last: ${JSON.stringify(last)}`
  );
}

/** The same for all ways to write it. */
function addressOf(link: string): string {
  return URL.parse(link)?.href ?? link;
}

function wrongOutcome(step: StepRun, observed: Observations): string | false {
  const allowed = allowedOutcomes(answersTo(step, observed));
  const possible = [...allowed].map(([name, why]) => `${name} (${why})`).join(', ');
  return (
    !allowed.has(step.outcome) &&
    `outcome is "${step.outcome}", and what is true: ${possible || 'the platform showed no end that counts'}`
  );
}

/** The deadline; a create or message that was under way then may take its own time. */
function pastDeadline(step: StepRun, observed: Observations): string | false {
  const { timeoutMs, wait } = settingsOf(step);
  const { result } = observed;
  const post = postsOf(step).at(-1);
  const postMs = Math.min(POST_LIMIT_MS.most, Math.max(POST_LIMIT_MS.least, timeoutMs));
  const connectingMs = result.missed > 0 ? CONNECT_LIMIT_MS : 0;
  const task = taskOf(step);
  const pollingMs = task === 'watch' && !wait ? 20_000 : 0;
  const askingMs = task === 'message' ? STATUS_LIMIT_MS : 0;
  const replyingMs = !keepsReply(step) ? 0 : observed.isCalm(step) ? STOP_MS : REPLY_LIMIT_MS;
  const limitMs =
    Math.max(step.startMs + Math.max(timeoutMs + connectingMs, pollingMs), post ? post.at + postMs : 0) +
    replyingMs +
    askingMs +
    TOLERANCE_MS;
  const lateMs = step.endMs - limitMs;
  return lateMs > 0 && `it ended ${lateMs.toFixed(0)} ms later than it may`;
}

/** Its inputs alone say what it does. */
export const isPlain = (step: StepRun) => !step.killed && taskOf(step) !== undefined;

export const STEP_CHECKS = {
  'what is sent': { of: isPlain, broken: otherRequest },
  'no prompt in outputs': { of: isPlain, broken: promptInOutputs },
  'the reported job': { of: STEPS.ended, broken: wrongJob },
  'the reported status': { of: isPlain, broken: wrongStatus },
  'the reported outcome': { of: isPlain, broken: wrongOutcome },
  'the deadline': { of: isPlain, broken: pastDeadline },
} as const satisfies Readonly<Record<string, Check>>;
