import { jsonObject } from '../sandbox/exchange.ts';
import { reaches } from '../sandbox/github/roles.ts';
import { BOT } from '../sandbox/github/state.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { PEOPLE } from './sentences.ts';
import { API_KEY, type StoryOutcome, type StoryRun } from './world.ts';

/** What must be true of every story, whatever happens in it: what was said and written, compared with what happened. */

const STOP_MS = 5_000;

export const isPost = ({ operation }: LedgerEntry) => operation === 'create' || operation === 'message';
export const isOfGithub = ({ operation }: LedgerEntry) => !/^(create|message|get)$/.test(operation);
const isWrite = ({ operation }: LedgerEntry) => /^comment-(create|update)$/.test(operation);

/** The content of the hidden marker in a comment; undefined if there is none. */
export function markerIn(body: string): Record<string, unknown> | undefined {
  const [, payload] = /<!-- docs-agent-action v\d+ (\S+) [0-9a-f]{64} -->/.exec(body) ?? [];
  return payload === undefined ? undefined : jsonObject(Buffer.from(payload, 'base64'));
}

export const markerOf = ({ body }: LedgerEntry) => markerIn(String(jsonObject(body)?.['body']));

export const nameOf = ({ run, attempt, job }: StoryRun) =>
  `run ${run + 1}${attempt > 1 ? `, attempt ${attempt}` : ''}${job > 0 ? `, job ${job + 1}` : ''}`;

/** @param expected what the runs may warn of @returns what is wrong, in words */
export function judge(outcome: StoryOutcome, expected: readonly RegExp[]): string[] {
  const rules = [paidTwice, wrongReplies, wrongStatuses, leaks, tooManyJobs];
  const ofRuns = outcome.runs.flatMap((run) => {
    const problems = [...problemsOf(run), ...unknownEndpoints(run), ...unexpectedWarnings(run, expected)];
    return problems.map((text) => `${nameOf(run)}: ${text}`);
  });
  return [...ofRuns, ...rules.flatMap((rule) => rule(outcome))];
}

function problemsOf(run: StoryRun): string[] {
  const { step, exchanges, inputs, event } = run;
  const { outcome, outputs, succeeded, endMs, signalMs = endMs } = step;
  const failing = ['error', 'unknown', ...(inputs['fail-on'] ?? 'failed, timeout').split(/[,\s]+/)];
  const posts = exchanges.filter(isPost);
  const last = exchanges.findLast((each) => isWrite(each) && markerOf(each)?.['kind'] === 'reply');
  const told = last?.status && last.status < 300 ? markerOf(last)?.['outcome'] : outcome;
  const asksMintlify = exchanges.some((each) => !isOfGithub(each));
  const wrong: Readonly<Record<string, boolean>> = {
    'never ends': !step.isOver,
    'has a bug': /This is a bug|The run was interrupted\./.test(step.said),
    'sends for somebody who may not ask': posts.length > 0 && mayAsk(run) === false,
    'asks Mintlify though the event only sets the status':
      asksMintlify &&
      inputs['dry-run'] !== 'true' &&
      'commit-status' in inputs &&
      /^pull_request(_target)?$/.test(event.name) &&
      !isAsked(run),
    'sends again what may have arrived': posts.slice(0, -1).some(({ status }) => status !== 429),
    'sends without its reply': !isReplied(run, posts[0]),
    [`takes ${endMs - signalMs} ms to stop`]: endMs - signalMs > STOP_MS,
    'ends as cancelled, and nobody cancelled it': outcome === 'cancelled' && step.signalMs === undefined,
    'loses a request behind a green tick': outcome === 'skipped' && isAsked(run) && mayAsk(run) === true,
  };
  const wrongAtTheEnd: typeof wrong = {
    'ends without an outcome': outcome === '',
    'gives no reason': !outputs['reason'],
    [`ends as ${outcome}, and its reply says ${told}`]: told !== outcome,
    [`ends as ${outcome}, and the step ${succeeded ? 'succeeds' : 'fails'}`]:
      succeeded === failing.includes(outcome),
  };
  const all = step.isKilled ? wrong : { ...wrong, ...wrongAtTheEnd };
  return Object.keys(all).filter((problem) => all[problem]);
}

/** The sandbox answers 404 there, which the action may take for an answer. */
function unknownEndpoints({ exchanges }: StoryRun): string[] {
  return exchanges.flatMap(({ operation, method, path }) =>
    operation === 'other' ? [`asks for what the sandbox doesn't know: ${method} ${path}`] : [],
  );
}

function unexpectedWarnings({ step }: StoryRun, expected: readonly RegExp[]): string[] {
  const warnings = step.log.texts('warning').filter((text) => !expected.some((each) => each.test(text)));
  return warnings.map((text) => `warns, and nothing says that it should: ${text}`);
}

/** Whether who did something to an issue or a pull request may write; undefined where that alone doesn't decide. */
function mayAsk({ event: { by = '', number, merged, push }, inputs }: StoryRun): boolean | undefined {
  const isOpenToOthers = 'minimum-permission' in inputs || 'allowed-bots' in inputs;
  if (isOpenToOthers || number === undefined || merged || push) return undefined;
  return reaches(PEOPLE[by] ?? 'none', 'write');
}

/** Whether anybody sees that a comment or a label asks. */
function isAsked({ event: { name, action, label, text = '' }, inputs }: StoryRun): boolean {
  if (inputs['dry-run'] === 'true' || 'trigger-phrase' in inputs) return false;
  const isNew = /^(issue_comment.created|pull_request_review.submitted)$/.test(`${name}.${action}`);
  return (isNew && /^\/docs(\s|$)/.test(text)) || (action === 'labeled' && label === inputs['trigger-label']);
}

/** Whether a reply stood on the thread before the POST. GitHub may refuse it to what isn't a comment. */
function isReplied({ exchanges, event, inputs }: StoryRun, post: LedgerEntry | undefined): boolean {
  const isOff = inputs['comment'] === 'false' || inputs['github-token'] === '' || 'release-tag' in inputs;
  const hasThread = 'issue-number' in inputs || (event.number !== undefined && !event.push);
  const mayLack = /_comment$|_review$/.test(event.name) ? [] : [403, 404, 410, 422];
  const replies = exchanges.filter((each) => isWrite(each) && each.seq < (post?.seq ?? 0));
  const isDone = replies.some(({ effect, status }) => effect || mayLack.includes(status ?? 0));
  return !post || isOff || !hasThread || isDone;
}

/** A request is sent twice only if its job came to nothing, a person was told that it may be two, or no reply remembers it. */
function paidTwice({ runs, jobs, story }: StoryOutcome): string[] {
  if (/reply on #/.test(story.text) || hasAlikeJobs(story)) return [];
  const events = [...new Set(runs.map(({ event }) => event))];
  const requests = Map.groupBy(runs, ({ run, job, event }) => {
    // Whatever runs a comment or a label starts, it asks once.
    if (event.action === 'labeled') return `event ${events.indexOf(event)} ${job}`;
    return `${event.id === undefined ? run : `${event.name} ${event.id}`} ${job}`;
  });
  return [...requests.values()].flatMap((attempts) => {
    const paid = attempts.flatMap((run) =>
      run.exchanges.filter((each) => isPost(each) && each.effect).map((post) => ({ run, post })),
    );
    return paid.slice(1).flatMap(({ run, post }, index) => {
      const before = paid[index] as (typeof paid)[number];
      const id = jsonObject(before.post.real?.body ?? '')?.['id'];
      const work = jobs.find((job) => job.id === id)?.work.find(({ at }) => at >= before.post.at);
      const isLost = work?.status === 'failed' || (work?.status === 'archived' && !work.pullRequest);
      const isTold = attempts.some(
        ({ step }) => step.outcome === 'unknown' && step.endMs <= run.step.startMs,
      );
      const isKept = before.run.exchanges.some((each) => each.effect && markerOf(each)?.['kind'] === 'reply');
      const twice = `pays twice by ${post.operation}: ${nameOf(before.run)} paid by ${before.post.operation}`;
      return isLost || isTold || !isKept ? [] : [`${nameOf(run)}: ${twice}`];
    });
  });
}

/** Nobody can tell jobs apart that differ in nothing. */
const hasAlikeJobs = ({ jobs }: StoryOutcome['story']) =>
  new Set(jobs.map((inputs) => JSON.stringify(inputs))).size < jobs.length;

function wrongReplies({ sandbox: { github }, story, runs }: StoryOutcome): string[] {
  const requests = repliesOn(github).map(({ request }) => request);
  // Nobody finds a reply that two lists in a row lack.
  const hidden = runs.flatMap(({ exchanges }) =>
    exchanges.filter(({ broken = '' }) => /^(left-out|none)$/.test(broken ?? '')),
  );
  const mayBeTwo = hasAlikeJobs(story) || hidden.length > 1;
  const areTwo = new Set(requests).size < requests.length && !mayBeTwo;
  return areTwo ? ['a request has two replies'] : [];
}

const repliesOn = ({ comments }: StoryOutcome['sandbox']['github']) =>
  comments
    .filter(({ user }) => user === BOT)
    .map(({ body }) => markerIn(body) ?? {})
    .filter(({ kind }) => kind === 'reply');

const OTHERWISE =
  /^(Written by the docs agent|Changes the docs itself|No files that the docs depend on|Decided on the pull request)$/;

/** A status is `success` only where somebody has decided. */
function wrongStatuses({ sandbox: { github }, story }: StoryOutcome): string[] {
  const skipLabels = (story.jobs[0]?.['skip-label'] ?? 'no-docs').toLowerCase().split(',');
  const decided = repliesOn(github).filter(({ status, completed }) => status && completed);
  const unfounded = github.statuses.filter(({ state, labels, atMs, description }) => {
    const isSkipped = labels.some((label) => skipLabels.includes(label.toLowerCase()));
    const isDecided = decided.some(({ acceptedAt = 0 }) => Number(acceptedAt) <= atMs);
    return state === 'success' && !isSkipped && !isDecided && !OTHERWISE.test(description ?? '');
  });
  return unfounded.map(
    ({ context, sha }) => `the status ${context} of ${sha} is success, and nobody decided`,
  );
}

function leaks({ runs, sandbox: { github, ledger } }: StoryOutcome): string[] {
  const told = [...runs.map(({ step }) => step.said), ...github.comments.map(({ body }) => body)];
  const asked = ledger.requests.filter(isOfGithub);
  const sent = asked.map(({ headers, body, path }) => JSON.stringify([headers, body, path]));
  return [...told, ...sent].some((text) => text.includes(API_KEY)) ? ['the key leaks'] : [];
}

/** Requests at one moment make one job. A run that dies once it has started one leaves nobody a way to know of it. */
function tooManyJobs({ runs, jobs, story }: StoryOutcome): string[] {
  const most = 1 + runs.filter(({ step }) => step.isKilled).length;
  return 'order' in story.settings && jobs.length > most ? [`makes ${jobs.length} jobs`] : [];
}
