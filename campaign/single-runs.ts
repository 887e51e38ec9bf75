import { jsonObject } from '../sandbox/exchange.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { afterPost, ENDS, FINISHED, isPassingPoll, STOP_MS } from './contract.ts';
import {
  type Check,
  isOfGithub,
  isPoll,
  keepsReply,
  type Meaning,
  type Observations,
  postsOf,
  readAnswer,
  STEPS,
} from './observations.ts';
import type { StepRun } from './story-result.ts';

/** What is true of each single step, whatever it meets. When an end counts, `wait.test.ts` says with random histories. */

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

type Task = 'create' | 'message' | 'watch';

/** What the inputs ask for; absent where it also depends on what was before. */
function taskOf({ attempt, event, expected, plan: { inputs } }: StepRun): Task | undefined {
  if (attempt > 1 || event.name !== 'workflow_dispatch' || expected === 'nothing') return undefined;
  if (inputs['job-id'] === 'latest' || inputs['include']) return undefined;
  if (!inputs['prompt']) return inputs['job-id'] ? 'watch' : undefined;
  return inputs['job-id'] ? 'message' : 'create';
}

/** Its inputs alone say what it does. */
export const isPlain = (step: StepRun) => !step.killed && taskOf(step) !== undefined;

/** Its answers can be read in one way only, and none came in the moment of an interruption. */
function isClear({ signalMs, endMs, exchanges }: StepRun, observed: Observations): boolean {
  const edges = signalMs === undefined ? [] : [signalMs, endMs];
  return exchanges.every((exchange) => {
    const { deliveredAt = Number.POSITIVE_INFINITY } = exchange;
    const isAtEdge = edges.some((ms) => Math.abs(deliveredAt - ms) <= SLACK_MS);
    return isOfGithub(exchange) || !(isAtEdge || observed.isAmbiguous(exchange));
  });
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
  const input = isPlain(step) ? step.plan.inputs['job-id'] : undefined;
  const post = postsOf(step).at(-1);
  const answer = post && readAnswer(post, step);
  const accepted = answer?.kind === 'job' ? answer.id : undefined;
  const right = input ?? accepted ?? (isPlain(step) ? '' : step.jobId);
  const isKept = step.jobId === right || (input === undefined && !isClear(step, observed));
  return !isKept && `job-id is "${step.jobId}", not the one of the input or the answer: "${right}"`;
}

type JobAnswer = Extract<Meaning, { kind: 'job' }>;

/** What Mintlify said of jobs, in order. */
function jobsTold(step: StepRun): JobAnswer[] {
  return step.exchanges
    .map((exchange) => readAnswer(exchange, step))
    .filter((meaning) => meaning.kind === 'job');
}

/** Status and link are what Mintlify said last; where something was wrong, what it said once. */
function wrongStatus(step: StepRun, observed: Observations): string | false {
  const { status = '', 'pr-link': link = '' } = step.result.outputs;
  const all = [{ status: '', prLink: '' }, ...jobsTold(step)];
  const isCalm = observed.isCalm(step, (each) => !isOfGithub(each));
  const isReported = (isCalm ? all.slice(-1) : all).some(
    ({ status: shown, prLink = '' }) => shown === status && addressOf(prLink) === addressOf(link),
  );
  const said = JSON.stringify(all.at(-1));
  return !isReported && `status is "${status}" with "${link}", and the platform said last: ${said}`;
}

/** The same for all ways to write it. */
function addressOf(link: string): string {
  return URL.parse(link)?.href ?? link;
}

/** What the inputs say about time, in milliseconds, and whether the job is waited for. */
function settingsOf({ plan: { inputs } }: StepRun) {
  return { timeoutMs: Number(inputs['timeout-minutes'] ?? 30) * 60_000, wait: inputs['wait'] !== 'false' };
}

function wrongOutcome(step: StepRun, observed: Observations): string[] {
  const { outcome, signalMs, startMs, endMs, exchanges } = step;
  const { timeoutMs, wait } = settingsOf(step);
  const lastPollMs = Math.min(2_000, timeoutMs / 4) + SLACK_MS;
  const polls = exchanges.filter(isPoll).map((poll) => readAnswer(poll, step));
  const last = polls.at(-1);
  const isFinal = last?.kind === 'status' && !isPassingPoll(last.status, undefined);
  const shown = jobsTold(step).at(-1);
  const end = shown && endOf(shown);
  const untrue: Readonly<Record<string, boolean>> = {
    'nobody interrupted it': outcome === 'cancelled' && signalMs === undefined,
    'it was to wait': outcome === 'started' && wait,
    'there was time left': outcome === 'timeout' && endMs - startMs < timeoutMs - lastPollMs,
    [`Mintlify said ${end}`]: ENDS.includes(outcome) && outcome !== end,
  };
  if (isClear(step, observed)) {
    const isSure = taskOf(step) !== 'message' && signalMs === undefined && (wait || polls.length > 0);
    const allowed = afterPosts(step, observed) ?? [...ENDS, 'started', 'timeout', 'cancelled', 'error'];
    Object.assign(untrue, {
      [`only ${allowed.join(' or ')} is true`]: !allowed.includes(outcome),
      'no poll was final': outcome === 'error' && allowed.length > 3 && wait && !isFinal,
      'its job was seen finished': isSure && FINISHED.includes(shown?.status ?? '') && outcome !== end,
    });
  }
  const why = Object.keys(untrue).filter((each) => untrue[each]);
  return why.map((each) => `outcome is "${outcome}", and ${each}`);
}

function endOf({ status, prLink }: JobAnswer): string {
  return status !== 'completed' ? status : prLink === undefined ? 'no-pull-request' : 'pull-request';
}

/** The outcomes that its creates or messages leave, by the last of them; absent if it was accepted, or watches. */
function afterPosts(step: StepRun, observed: Observations): string[] | undefined {
  const answer = postsOf(step)
    .map((post) => readAnswer(post, step))
    .at(-1);
  if (answer?.kind === 'job' || taskOf(step) === 'watch') return undefined;
  const isInterrupted = step.signalMs !== undefined;
  if (!answer || (answer.kind === 'status' && afterPost(answer.status) === 'again')) {
    const isOpen = !answer && !keepsReply(step) && observed.result.missed === 0;
    return [...(isOpen ? [] : ['error']), ...(isInterrupted ? ['cancelled'] : [])];
  }
  const isCutOff = answer.kind === 'status' && !answer.isWhole;
  const isRefused = answer.kind === 'status' && afterPost(answer.status) === 'refused';
  return [...(isRefused ? ['error'] : []), ...(isCutOff || !isRefused ? ['unknown'] : [])];
}

/** The deadline; a create or message that was under way then may take its own time. */
function pastDeadline(step: StepRun, observed: Observations): string | false {
  const { timeoutMs, wait } = settingsOf(step);
  const post = postsOf(step).at(-1);
  const postMs = Math.min(POST_LIMIT_MS.most, Math.max(POST_LIMIT_MS.least, timeoutMs));
  const connectingMs = observed.result.missed > 0 ? CONNECT_LIMIT_MS : 0;
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

export const STEP_CHECKS = {
  'what is sent': { of: isPlain, broken: otherRequest },
  'no prompt in outputs': { of: isPlain, broken: promptInOutputs },
  'the reported job': { of: STEPS.ended, broken: wrongJob },
  'the reported status': { of: isPlain, broken: wrongStatus },
  'the reported outcome': { of: isPlain, broken: wrongOutcome },
  'the deadline': { of: isPlain, broken: pastDeadline },
} as const satisfies Readonly<Record<string, Check>>;
