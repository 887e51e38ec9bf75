import { leakedForms } from '../__tests__/helpers/key-forms.ts';
import { type Evidence, ISSUE, PROMPT, PROMPT_MARK } from './evidence.ts';
import { readResponse } from './http-bytes.ts';
import { allowedOutcomes, jobTold, readRun } from './truth.ts';
import { isGithub, isPost } from './wire.ts';

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

/** Every promise that the run broke, in words; empty if it kept all. */
export function judge(evidence: Evidence): string[] {
  return [
    ...sentOnce(evidence),
    ...jobKept(evidence),
    ...truthful(evidence),
    ...exitAgrees(evidence),
    ...inTime(evidence),
    ...nothingLeaked(evidence),
    ...wellFormed(evidence),
  ];
}

/** What the platform did for this run: jobs that it made, and follow-ups that it took. */
export function effectsOf({ jobs, givenJobId }: Pick<Evidence, 'jobs' | 'givenJobId'>): {
  jobs: number;
  messages: number;
} {
  const made = jobs.filter(({ id }) => id !== givenJobId);
  const given = jobs.find(({ id }) => id === givenJobId);
  return { jobs: made.length, messages: given ? given.prompts.length - 1 : 0 };
}

function sentOnce(evidence: Evidence): string[] {
  const { plan, wire } = evidence;
  const effects = effectsOf(evidence);
  const posts = wire.exchanges.filter(({ operation }) => isPost(operation));
  const expected = { create: [1, 0], message: [0, 1], watch: [0, 0] }[plan.task];
  const problems: string[] = [];
  if (effects.jobs > (expected[0] ?? 0)) problems.push(`${effects.jobs} jobs were made`);
  if (effects.messages > (expected[1] ?? 0)) problems.push(`${effects.messages} follow-ups were taken`);
  if (plan.task === 'watch' && posts.length > 0) problems.push('a watch sent something');
  const comments = evidence.comments.filter(({ issue }) => issue === ISSUE).length;
  if (comments > 1 && !commentLost(wire)) problems.push(`${comments} comments were made`);
  for (const post of posts.slice(0, -1)) {
    const told = jobTold(post);
    if (told.kind !== 'status' || told.status !== 429) {
      problems.push(`${post.operation} ${post.nth} was followed by another, though it was not answered 429`);
    }
  }
  if (posts.some(({ request }) => JSON.parse(request.body).prompt !== PROMPT))
    problems.push('another prompt was sent');
  return problems;
}

/**
 * Whether the run was told that its comment is gone, or that there are no comments where there are some; or it was made
 * after the run had given up on it.
 */
function commentLost({ exchanges }: Evidence['wire']): boolean {
  return exchanges.some((exchange) => {
    const { operation, request, fault } = exchange;
    if (!isGithub(operation)) return false;
    const told = jobTold(exchange);
    const late = request.method === 'POST' && fault?.beforeMs !== undefined && told.kind === 'nothing';
    const denied = readResponse(exchange.delivered)?.body === '[]' && exchange.real?.body !== '[]';
    return late || denied || (told.kind === 'status' && told.status === 404);
  });
}

function jobKept(evidence: Evidence): string[] {
  const { plan, givenJobId, step } = evidence;
  const { accepted, ambiguous } = readRun(evidence);
  const told = step.outputs['job-id'] ?? '';
  if (plan.task !== 'create')
    return told === givenJobId ? [] : [`job-id is "${told}", not the one that was given`];
  if (accepted && told !== accepted.id && !ambiguous) {
    return [`job-id is "${told}", and the platform said "${accepted.id}"`];
  }
  if (!accepted && told !== '' && !ambiguous) return [`job-id is "${told}", which the platform never said`];
  return [];
}

function truthful(evidence: Evidence): string[] {
  const { step, truth } = evidence;
  const outcome = step.outputs['outcome'] ?? '';
  const allowed = allowedOutcomes(evidence);
  const problems = allowed.has(outcome)
    ? []
    : [
        `outcome is "${outcome}", and the truth is: ${[...allowed.entries()].map(([name, why]) => `${name} (${why})`).join(', ') || 'the platform had told of no end that counts'}`,
      ];
  const { lastTold, settledByTime } = readRun(evidence);
  const status = step.outputs['status'] ?? '';
  const told = lastTold.map((job) => job.status);
  if (status === '' ? told.length > 0 && !told.includes('') : !told.includes(status)) {
    problems.push(`status is "${status}", and the platform said last: ${told.join(' or ')}`);
  }
  const ended = ['pull-request', 'no-pull-request', 'failed', 'archived'].includes(outcome);
  const isTrue =
    truth.kind === 'job' &&
    truth.status === status &&
    (truth.prLink ?? '') === (step.outputs['pr-link'] ?? '');
  if (ended && !settledByTime && !isTrue) {
    problems.push(`outcome is "${outcome}", and the platform itself says ${JSON.stringify(truth)}`);
  }
  if ((outcome === 'pull-request') !== (ended && status === 'completed' && step.outputs['pr-link'] !== '')) {
    problems.push(`outcome is "${outcome}" with pr-link "${step.outputs['pr-link']}"`);
  }
  return problems;
}

function exitAgrees({ plan, step, succeeded, oddEnd }: Evidence): string[] {
  const outcome = step.outputs['outcome'] ?? '';
  const failing = ['error', 'unknown', ...plan.failOn.split(', ')];
  const problems = oddEnd === undefined ? [] : [oddEnd];
  if (succeeded === failing.includes(outcome)) {
    problems.push(
      `the step ${succeeded ? 'succeeded' : 'failed'} with outcome "${outcome}" and fail-on "${plan.failOn}"`,
    );
  }
  return problems;
}

function inTime(evidence: Evidence): string[] {
  const { plan, signalMs, endMs } = evidence;
  const tolerance = TOLERANCE_MS[plan.pace];
  const limit = latestEndMs(evidence) + tolerance;
  const problems =
    endMs > limit ? [`it ended after ${endMs.toFixed(0)} ms, later than ${limit.toFixed(0)} ms`] : [];
  if (signalMs !== undefined && endMs - signalMs > STOP_MS + tolerance) {
    problems.push(`it took ${(endMs - signalMs).toFixed(0)} ms to stop`);
  }
  return problems;
}

/** The deadline; a create or message that was under way then may take its own time. */
function latestEndMs({ plan, wire, beganMs }: Evidence): number {
  const post = wire.exchanges.findLast(({ operation }) => isPost(operation));
  const limit = Math.min(POST_LIMIT_MS.most, Math.max(POST_LIMIT_MS.least, plan.timeoutMs));
  const lastPostEnd = post ? post.arrivedMs + limit : 0;
  const connecting = wire.missed > 0 ? CONNECT_LIMIT_MS : 0;
  const reading = plan.task === 'watch' && !plan.wait ? 20_000 : 0;
  const commenting = plan.comment ? COMMENTS_LIMIT_MS : 0;
  return Math.max(beganMs + Math.max(plan.timeoutMs + connecting, reading), lastPostEnd) + commenting;
}

function nothingLeaked({ plan, step, jobs, comments }: Evidence): string[] {
  const places = {
    ...step.files,
    'a comment': comments.map(({ body }) => body).join('\n'),
    log: [
      ...step.lines,
      ...step.commands.filter(({ name }) => name !== 'add-mask').map(({ data }) => data),
    ].join('\n'),
  };
  const leaks = Object.entries(places).flatMap(([place, text]) =>
    leakedForms(plan.apiKey, text).map((form) => `the key is in ${place} (${form})`),
  );
  const prompts = Object.entries(step.outputs).filter(([, value]) => value.includes(PROMPT_MARK));
  const sentElsewhere = jobs.some(({ prompts }) => prompts.some((prompt) => prompt.includes(plan.apiKey)));
  return [
    ...leaks,
    ...prompts.map(([name]) => `the prompt is in the output ${name}`),
    ...(sentElsewhere ? ['the key is in a prompt'] : []),
  ];
}

function wellFormed({ step, plan, wire }: Evidence): string[] {
  const [first] = step.commands;
  const problems: string[] = [];
  if (first?.name !== 'add-mask' || first.data !== plan.apiKey) problems.push('the key is not masked first');
  if (!step.outputs['reason']) problems.push('there is no reason');
  // Whoever is interrupted before anything was sent has nothing to sum up.
  const isIdle =
    step.outputs['outcome'] === 'cancelled' && !wire.exchanges.some(({ operation }) => isPost(operation));
  if (!isIdle && !step.summary.includes(step.outputs['outcome'] ?? '?'))
    problems.push('the summary does not tell the outcome');
  if (/This is a bug/.test(step.log)) problems.push('the action itself failed');
  return problems;
}
