import { leaksOf } from '../__tests__/helpers/action-environment.ts';
import { jsonObject } from '../sandbox/exchange.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import type { Allowance } from './allowances.ts';
import {
  afterPost,
  ENDS,
  isComment,
  isFailure,
  isPassingPoll,
  MOST_REQUESTS,
  SETTLE_MS,
  STOP_MS,
  startsWithPhrase,
} from './contract.ts';
import { DOCS_CHECKS, isOfChecks } from './docs-checks.ts';
import {
  type Check,
  isOfGithub,
  isPoll,
  isPost,
  keepsReply,
  meaningOf,
  Observations,
  postsOf,
  readAnswer,
  STEPS,
} from './observations.ts';
import { REPLY_CHECKS } from './reply-checks.ts';
import { isPlain, SLACK_MS, STEP_CHECKS, TOLERANCE_MS } from './single-runs.ts';
import { API_KEY } from './story.ts';
import { subjectText } from './story-events.ts';
import type { StepRun, StoryResult } from './story-result.ts';

/** Every promise by its name. `prove.ts` has for each a way to break it that this check must report. */
export const CHECKS = {
  ...REPLY_CHECKS,
  ...STEP_CHECKS,
  ...DOCS_CHECKS,
  'sends for whoever may not ask': {
    of: ({ expected }) => expected !== 'asks',
    broken: (step) => {
      const { name, action, by } = step.event;
      return postsOf(step).map(({ operation }) => `${name} ${action} by ${by} sent a ${operation}`);
    },
  },
  'sends again what may have arrived': { of: STEPS.all, broken: sentAgain },
  'the ledger': { of: STEPS.first, broken: unseenWork },
  'says what changed': { of: STEPS.asked, broken: unseenCommits },
  'a watch that writes more than once': { of: STEPS.replies, broken: chattyWatch },
  'too many requests to GitHub': { of: STEPS.asked, broken: tooManyRequests },
  'an outcome': { of: STEPS.ended, broken: ({ outcome }) => outcome === '' && 'ended without an outcome' },
  'a reason': { of: STEPS.ended, broken: ({ result }) => !result.outputs['reason'] && 'there is no reason' },
  'the exit': { of: STEPS.ended, broken: wrongExit },
  'the key is masked first': { of: STEPS.ended, broken: unmasked },
  'the summary': { of: STEPS.ended, broken: summaryWithoutOutcome },
  'a bug': {
    of: STEPS.ended,
    broken: ({ result }) => /This is a bug/.test(result.log) && 'the action itself failed',
  },
  'a pull request is reported if there is one': { of: STEPS.ended, broken: endsUnlikeJob },
  'outputs before the reply': { of: ({ killed }) => killed, broken: lateOutputs },
  'a signal': { of: STEPS.ended, broken: lateStop },
  'who is skipped': { of: STEPS.ended, broken: wronglySkipped },
  'whose job it is': { of: (step) => STEPS.ended(step) && step.expected !== 'nothing', broken: foreignJob },
  'nothing is lost': { of: STEPS.asked, broken: lostRequest },
  'all that is asked': { of: STEPS.asks, broken: missingWords },
  'nothing is repeated': { of: STEPS.asks, broken: repeated },
  'a true end': { of: (step) => STEPS.asked(step) || isPlain(step), broken: untrueEnd },
  'the reply says the end': { of: (step) => STEPS.ended(step) && keepsReply(step), broken: replyWithoutEnd },
  'the key': { of: STEPS.first, broken: (_, { result }) => leaks(result) },
} as const satisfies Readonly<Record<string, Check>>;

/** A promise that a story broke, in words. */
export interface Problem {
  /** The name of the check. */
  readonly check: string;
  readonly text: string;
}

/** @param without an allowance that does not count, to prove that it is needed */
export function judge(result: StoryResult, without?: Allowance): Problem[] {
  // The judge knows neither a dry run nor a run without a token.
  if ('dry-run' in result.story.settings || 'github-token' in result.story.settings) return [];
  const observed = new Observations(result, without);
  return result.steps.flatMap((step) =>
    Object.entries<Check>(CHECKS).flatMap(([check, { of, broken }]) => {
      const found = of(step, observed) ? broken(step, observed) : undefined;
      const texts = typeof found === 'string' ? [found] : found || [];
      return texts.map((text) => ({ check, text: `run ${step.run}, attempt ${step.attempt}: ${text}` }));
    }),
  );
}

/** A create or message is followed by another one only if it was refused for now. */
function sentAgain(step: StepRun): string[] {
  return postsOf(step)
    .slice(0, -1)
    .flatMap((post) => {
      const answer = readAnswer(post, step);
      const isAgain = afterPost(answer.kind === 'status' ? answer.status : 'nothing') === 'again';
      return isAgain
        ? []
        : [`${post.operation} ${post.nth} was followed by another, though it may have arrived`];
    });
}

/** After a follow-up the reply says how many new commits its pull request has, or that none was seen. */
function unseenCommits(step: StepRun, observed: Observations): string | false {
  const sent = observed.effectsOf(step).find(({ operation }) => operation === 'message');
  if (!sent || step.outcome !== 'pull-request' || !keepsReply(step) || !observed.isCalm(step)) return false;
  const own = `/pulls/${observed.job(sent.jobId)?.pullRequest.number}`;
  const reads = step.exchanges.filter(
    ({ operation, path, real }) => operation === 'pull-request' && path.endsWith(own) && real?.status === 200,
  );
  const read = (exchange: LedgerEntry | undefined) => jsonObject(exchange?.real?.body ?? '');
  const [before, after] = [
    read(reads.findLast(({ order = 0 }) => order < sent.order)),
    read(reads.findLast(({ order = 0 }) => order > sent.order)),
  ];
  // Other addresses than GitHub's are not read.
  if (!after) return isReadable(step) && 'the pull request was not read at the end';
  if (!before) return false;
  const added = Number(after['commits']) - Number(before['commits']);
  const isSame = JSON.stringify(headOf(after)) === JSON.stringify(headOf(before));
  const reply = observed.repliesOf(step).at(-1)?.body ?? '';
  const wanted = isSame ? /no new commit/i : added > 0 ? new RegExp(`\\b${added} new commit`) : /rewr|chang/i;
  const isDenied = !isSame && /no new commit/i.test(reply);
  const what = isSame ? 'no new commit' : `${added} new commits`;
  return (!wanted.test(reply) || isDenied) && `the pull request has ${what}, and the reply does not say so`;
}

const isReadable = ({ result }: StepRun) => (result.outputs['pr-number'] ?? '') !== '';
const headOf = (pullRequest: Record<string, unknown>) => (pullRequest['head'] as { sha?: string })?.sha;

/** All that the platform did was asked for on the wire. */
function unseenWork(_: StepRun, { result, effects, foreignJobs }: Observations): string | false {
  const work = result.jobs.reduce((sum, job) => sum + job.work.length, 0);
  const isSeen = work === effects.length + foreignJobs;
  return !isSeen && `the ledger has ${work} prompts, and the wire ${effects.length}`;
}

/** A run that only watches writes once, when it ends. */
function chattyWatch(step: StepRun, observed: Observations): string | false {
  const writes = observed.repliesOf(step).length;
  return (
    postsOf(step).length === 0 &&
    // A list that is out of date hides the reply from an earlier attempt.
    observed.result.plan.stale === 0 &&
    // An error can be found once the reply says that the request was received.
    writes > (step.outcome === 'error' ? 2 : 1) &&
    observed.isCalm(step, isOfGithub) &&
    `a watch wrote its reply ${writes} times`
  );
}

/** Of a run that is alone on a thread of one page, in a story that nothing has disturbed so far. */
function tooManyRequests(step: StepRun, observed: Observations): string[] {
  const { steps, story, plan } = observed.result;
  const isCalm = (each: StepRun) => observed.isCalm(each, isOfGithub);
  const isAlone = steps.every(
    (other) =>
      other === step || other.startMs >= step.endMs || (other.endMs <= step.startMs && isCalm(other)),
  );
  const isLong = story.events.some((each) => /^(chatter|edit|transfer)|push\.queue/.test(each));
  const isLate = plan.late + plan.stale + plan['late-merges'] + plan['late-reviews'] > 0;
  if (!isCalm(step) || !isAlone || isLong || isLate) return [];
  // What `include` reads is not counted.
  const requests = step.exchanges.filter(
    (each) => isOfGithub(each) && each.operation !== 'content' && !isOfChecks(step, each),
  );
  const notices = step.plan.inputs['notify'] === 'true' ? 1 : 0;
  return [...Map.groupBy(requests, ({ operation }) => operation)].flatMap(([operation, { length }]) => {
    const most = (MOST_REQUESTS[operation] ?? 1) + (operation === 'comment-create' ? notices : 0);
    return length > most ? [`${length} times ${operation}, and ${most} are enough`] : [];
  });
}

function wrongExit({ outcome, succeeded, plan, result }: StepRun): string | false {
  const failOn = plan.inputs['fail-on'];
  const hasFailedChecks = result.outputs['checks'] === 'failure' && isFailure('checks', failOn);
  return (
    succeeded === (hasFailedChecks || isFailure(outcome, failOn)) &&
    `the step ${succeeded ? 'succeeded' : 'failed'} with outcome "${outcome}" and fail-on "${failOn}"`
  );
}

function unmasked({ result: { commands } }: StepRun): string | false {
  const [command] = commands;
  return (command?.name !== 'add-mask' || command.data !== API_KEY) && 'the key is not masked first';
}

function summaryWithoutOutcome(step: StepRun): string | false {
  const { outcome, result } = step;
  // Whoever is interrupted before anything was sent has nothing to sum up.
  const isIdle = outcome === 'skipped' || (outcome === 'cancelled' && postsOf(step).length === 0);
  return !isIdle && !result.summary.includes(outcome) && 'the summary does not name the outcome';
}

/** `pull-request` is the outcome of completed jobs with a link, and of no others. */
function endsUnlikeJob({ outcome, result: { outputs } }: StepRun): string | false {
  const link = outputs['pr-link'] ?? '';
  const hasOne = ENDS.includes(outcome) && outputs['status'] === 'completed' && link !== '';
  return (outcome === 'pull-request') !== hasOne && `outcome is "${outcome}" with pr-link "${link}"`;
}

/** Of a run that is cut off, the outputs are all that is left: once it had heard of a job, they are written first. */
function lateOutputs({ exchanges, outcome }: StepRun): string | false {
  const last = exchanges.findLast((exchange) => !isOfGithub(exchange));
  const isHeard =
    last !== undefined && isPoll(last) && meaningOf(last).kind === 'job' && exchanges.some(isPost);
  const isTelling = exchanges.some(
    ({ operation, seq }) => operation === 'comment-update' && seq > (last?.seq ?? 0),
  );
  return isHeard && isTelling && outcome === '' && 'the reply was written before the outputs';
}

function lateStop({ signalMs, endMs }: StepRun): string | false {
  const tookMs = endMs - (signalMs ?? endMs);
  return tookMs > STOP_MS + TOLERANCE_MS && `it took ${tookMs.toFixed(0)} ms to stop`;
}

/** Who may not ask is skipped; who may is not. */
function wronglySkipped({ outcome, expected, event, result }: StepRun): string | false {
  const isKept =
    expected === 'nothing' ? ['skipped', 'error', 'cancelled'].includes(outcome) : outcome !== 'skipped';
  const what = expected === 'nothing' ? 'a request that asks for nothing' : `a request of ${event.by}`;
  return !isKept && `${what} was ${outcome}: ${result.outputs['reason']}`;
}

/** The job whose end is reported is one of this request; of other outcomes it is the one that was made. */
function foreignJob(step: StepRun, observed: Observations): string | false {
  const { outcome, jobId } = step;
  if ([...ENDS, 'started', 'timeout'].includes(outcome)) {
    const isOwn =
      jobId === step.plan.inputs['job-id'] ||
      observed.effectsOfRequest(step.request).some((effect) => effect.jobId === jobId);
    return !isOwn && `ended as "${outcome}" with job-id "${jobId}", which is no job of this request`;
  }
  const isLost =
    ['error', 'cancelled'].includes(outcome) &&
    observed.effectsOf(step).some((effect) => effect.jobId !== jobId);
  return isLost && `ended as "${outcome}" with job-id "${jobId}", though the platform did what was asked`;
}

/** A permitted request must come to something, or be reported to have come to nothing because something was wrong. */
function lostRequest(step: StepRun, observed: Observations): string | false {
  const { outcome, event, result } = step;
  const isUnknownJob = observed.allows(
    'the job of the pull request is not known',
    outcome === 'error' && event.author?.endsWith('[bot]') === true && isComment(event.name),
  );
  const isQuiet = [step, ...observed.before(step)].every((each) => observed.isCalm(each));
  const isLost = ['error', 'cancelled'].includes(outcome) || (isQuiet && outcome === 'unknown');
  return (
    isLost &&
    !isUnknownJob &&
    isPassing(step, observed) &&
    `ended as "${outcome}", though nothing was wrong that lasts: ${result.outputs['reason']}`
  );
}

/** A job gets all that a comment or review says, and what it is about, save in a follow-up by comment: its job knows that. */
function missingWords(step: StepRun, observed: Observations): string[] {
  const { name, lines, line, text = '' } = step.event;
  const texts = line === undefined ? (startsWithPhrase(text) ? [text, ...lines] : []) : [lines[line] ?? ''];
  const own = texts.map((words) => words.replace(/^\/docs\S? ?/i, ''));
  const isUnread = step.exchanges.some((each) => isOfGithub(each) && each.broken !== null);
  return promptsOf(step, observed).flatMap(({ operation, prompt }) => {
    const isQuoted = !isUnread && (operation === 'create' || !isComment(name));
    const missing = [...own, ...(isQuoted ? step.material : [])].filter((words) => !prompt.includes(words));
    return missing.map((words) => `the job does not get "${words}"`);
  });
}

/** What the job knows already is sent once. */
function repeated(step: StepRun, observed: Observations): string[] {
  const { text = '', number = 0 } = step.event;
  const subject = subjectText(number);
  // Without words of its own, a comment asks for what the subject says.
  if (!text.includes(' ')) return [];
  return promptsOf(step, observed)
    .filter(({ prompt, before }) => prompt.includes(subject) && before.some((each) => each.includes(subject)))
    .map(() => 'the job gets again what it knows');
}

function promptsOf(step: StepRun, observed: Observations) {
  return observed.effectsOf(step).map((effect) => {
    const { prompts = [] } = observed.job(effect.jobId) ?? {};
    const nth = observed.promptIndexOf(effect);
    return { operation: effect.operation, prompt: prompts[nth] ?? '', before: prompts.slice(0, nth) };
  });
}

/** A reported end is the end of the work on the request's own prompt, as the ledger has it. */
function untrueEnd(step: StepRun, observed: Observations): string | false {
  const { outcome, endMs, jobId } = step;
  const { result } = observed;
  const last = observed
    .effectsOfRequest(step.request)
    .findLast((effect) => effect.atMs < endMs && effect.jobId === jobId);
  const work = observed.job(jobId)?.work ?? [];
  const index = last ? observed.promptIndexOf(last) : work.length - 1;
  const own = work[index];
  const isLatest = !work.slice(index + 1).some(({ at }) => at < endMs);
  if (!own || !isLatest || !ENDS.includes(outcome)) return false;
  const seenMs = step.exchanges.findLast(isPoll)?.realAt ?? endMs;
  if (seenMs < own.endsAt) {
    const isSettled = last?.operation === 'message' && endMs - last.atMs >= SETTLE_MS - SLACK_MS;
    const isAllowed = observed.allows('its status stood for a minute', isSettled);
    return !isAllowed && `reported "${outcome}" before the work had ended`;
  }
  const real = own.status !== 'completed' ? own.status : own.pullRequest ? 'pull-request' : 'no-pull-request';
  // Such jobs never show their link.
  const isBare =
    /jobs (bare-job|link-word|hostile-text)/.test(result.story.events.join()) &&
    outcome === 'no-pull-request';
  return real !== outcome && !isBare && `reported "${outcome}", and the work ended as "${real}"`;
}

/** Faults that do not pass. A comment that is gone is made anew. */
const LASTING = /^(4(?!08|29)|key-in-4|credits|primary-limit\.1|429-retry-after\.[36]|redirect)/;

/** Nothing but one fault befell the step, which passes, and no create or message. */
function isPassing({ signalMs, killed, exchanges }: StepRun, observed: Observations): boolean {
  const { result } = observed;
  const faults = exchanges.filter(({ broken, real }) => broken !== null || real?.status === 404);
  const passes = faults.every((fault) =>
    isPoll(fault)
      ? isPassingPoll(fault.status ?? 500, undefined)
      : isOfGithub(fault) && !LASTING.test(fault.broken ?? '404'),
  );
  const isLasting = faults.length > 1 || !passes;
  if (observed.allows('something was wrong that lasts', isLasting)) return false;
  return signalMs === undefined && !killed && result.missed === 0;
}

function replyWithoutEnd(step: StepRun, observed: Observations): string | false {
  const faults = step.exchanges.filter((exchange) => isOfGithub(exchange) && exchange.broken !== null);
  const isDisturbed =
    faults.length > 1 ||
    observed.result.missed > 0 ||
    faults.some(({ operation, broken }) => {
      const isGone = operation === 'comment-update' && /^(404|410)/.test(broken ?? '');
      return LASTING.test(broken ?? '') && !isGone;
    });
  const hasSent = observed.effectsOf(step).length > 0;
  if (isDisturbed || step.signalMs !== undefined || !hasSent) return false;
  const lastMs = step.exchanges.findLast((exchange) => isPoll(exchange) || isPost(exchange))?.at ?? 0;
  const isReported = observed.repliesOf(step).some(({ askedMs }) => askedMs > lastMs);
  return !isReported && 'the reply does not say how it ended';
}

function leaks({ steps, comments, jobs }: StoryResult): string[] {
  const written = {
    'a comment': comments.map(({ body }) => body),
    'a prompt': jobs.flatMap(({ prompts }) => prompts),
  };
  const leaked = Object.entries(written).filter(([, texts]) => texts.join('\n').includes(API_KEY));
  const places = [
    ...leaked.map(([place]) => place),
    ...steps.flatMap(({ result }) => leaksOf(API_KEY, result)),
  ];
  return places.map((place) => `the key is to be read in ${place}`);
}
