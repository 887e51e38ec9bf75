import { jsonObject } from '../sandbox/exchange.ts';
import { type Rank, reaches } from '../sandbox/github/roles.ts';
import { BOT } from '../sandbox/github/state.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { API_KEY } from './step-run.ts';
import { type Outcome, PEOPLE, type Played } from './world.ts';

/** What must be true of every story, whatever happens in it. */

const UNASKED =
  /^(push|schedule|workflow_dispatch|repository_dispatch|release|deployment|create|merge_group)$/;
const STOP_MS = 5_000;

export const isPost = ({ operation }: LedgerEntry) => operation === 'create' || operation === 'message';
const isWrite = ({ operation }: LedgerEntry) => /^comment-(create|update)$/.test(operation);
const isComment = ({ event }: Played) => /_comment$|_review$/.test(event.name);
const inputsOf = ({ step }: Played) => step.given.inputs;
const jobOf = (post: LedgerEntry) => String(jsonObject(post.real?.body ?? '')?.['id']);

/** The content of the hidden marker in a comment; absent if there is none. */
export function markerIn(body: string): Record<string, unknown> | undefined {
  const [, payload] = /<!-- docs-agent-action v\d+ (\S+) [0-9a-f]{64} -->/.exec(body) ?? [];
  return payload === undefined ? undefined : jsonObject(Buffer.from(payload, 'base64'));
}

/** Whether the event only sets the commit status. */
export function isStatusOnly(run: Played): boolean {
  const { name, action, label, formerBase } = run.event;
  const inputs = inputsOf(run);
  if (!inputs['commit-status']) return false;
  if (name === 'merge_group') return true;
  if (name.endsWith('_dispatch'))
    return inputs['include'] === 'none' && !inputs['prompt'] && !inputs['job-id'] && !!inputs['issue-number'];
  if (!/^pull_request(_target)?$/.test(name)) return false;
  const isSkip = label?.toLowerCase() === (inputs['skip-label'] ?? 'no-docs').toLowerCase();
  return (
    /^(opened|reopened|synchronize)$/.test(action) ||
    formerBase !== undefined ||
    (/^(un)?labeled$/.test(action) && isSkip)
  );
}

function isPermitted(run: Played): boolean {
  const { name, by = '', merged, author = by } = run.event;
  const { 'minimum-permission': least = 'write', 'allowed-bots': listed = '' } = inputsOf(run);
  const bots = listed.split(/[\s,]+/).map((each) => each.toLowerCase().replace(/\[bot\]$/, ''));
  const isUnlisted = (login: string) => login.endsWith('[bot]') && !bots.includes(login.replace('[bot]', ''));
  if (merged) return !isUnlisted(author);
  if (UNASKED.test(name)) return true;
  return by.endsWith('[bot]') ? !isUnlisted(by) : reaches(PEOPLE[by] ?? 'none', least as Rank);
}

/** Whether a reply is to be kept, so that nothing may be sent without it. */
function keepsReply(run: Played): boolean {
  const inputs = inputsOf(run);
  const { comment = 'true', 'issue-number': given, 'release-tag': tag, 'github-token': token } = inputs;
  const { number } = run.event;
  const isThread = /^(issues|issue_comment|pull_request(_target|_review|_review_comment)?)$/.test(
    run.event.name,
  );
  const hasThread = isComment(run) || given !== undefined || (number !== undefined && isThread && !tag);
  return comment === 'true' && hasThread && token !== '';
}

/** @returns what is wrong, in words */
export function judge(outcome: Outcome): string[] {
  const all = outcome.runs.flatMap((run) => problemsOf(run).map((text) => `${nameOf(run)}: ${text}`));
  return [
    ...all,
    ...paidTwice(outcome),
    ...twoReplies(outcome),
    ...unfoundedStatuses(outcome),
    ...leaks(outcome),
  ];
}

/** Jobs that differ in nothing cannot be told apart. */
const hasAlikeJobs = ({ jobs }: Outcome['story']) =>
  new Set(jobs.map((inputs) => JSON.stringify(inputs))).size < jobs.length;

function twoReplies({ sandbox, story }: Outcome): string[] {
  const own = sandbox.github.comments.filter(({ user }) => user === BOT);
  const replies = own.map(({ body }) => markerIn(body)).filter((marker) => marker?.['kind'] === 'reply');
  const counts = Map.groupBy(replies, (marker) => marker?.['request']);
  return [...counts.values()].some(({ length }) => length > 1 && !hasAlikeJobs(story))
    ? ['a request has two replies']
    : [];
}

export const nameOf = ({ run, attempt, job }: Played) =>
  `run ${run + 1}${attempt > 1 ? `, attempt ${attempt}` : ''}${job > 0 ? `, job ${job + 1}` : ''}`;

function problemsOf(run: Played): string[] {
  const { step, exchanges, event } = run;
  const { outcome, outputs, succeeded, signalMs, endMs, isKilled, bug } = step;
  const inputs = inputsOf(run);
  const posts = exchanges.filter(isPost);
  const failOn = (inputs['fail-on'] ?? 'failed, timeout').split(/[,\s]+/);
  const isAsked =
    (/^(issue_comment\.created|pull_request_review\.submitted)$/.test(`${event.name}.${event.action}`) &&
      /^\/docs(\s|$)/.test(event.text ?? '') &&
      !inputs['trigger-phrase']) ||
    (event.action === 'labeled' && inputs['trigger-label'] === event.label && !event.by?.endsWith('[bot]'));
  const isLost = isAsked && isPermitted(run) && outcome === 'skipped' && inputs['dry-run'] !== 'true';
  const first = posts[0]?.seq ?? 0;
  const isReplied = exchanges.some((each) => isWrite(each) && each.seq < first && each.effect);
  const isRefused = exchanges.some(
    (each) => isWrite(each) && [403, 404, 410, 422].includes(each.status ?? 0),
  );
  const last = exchanges.findLast((each) => isWrite(each) && markerOf(each)?.['kind'] === 'reply');
  const told = last && last.status !== null && last.status < 300 ? markerOf(last) : undefined;
  const wrong: Readonly<Record<string, boolean>> = {
    [`a mistake of the action: ${bug?.stack}`]: bug !== undefined,
    'sends for somebody who may not ask': posts.length > 0 && !isPermitted(run),
    'sends though the event only sets the status': isStatusOnly(run) && exchanges.some(isOfMintlify),
    'sends again what may have arrived': posts.slice(0, -1).some(({ status }) => status !== 429),
    'sends without its reply': first > 0 && keepsReply(run) && !isReplied && (!isRefused || isComment(run)),
    'ends without an outcome': !isKilled && outcome === '',
    'gives no reason': !isKilled && !outputs['reason'],
    [`ends as ${outcome}, and its reply says ${told?.['outcome']}`]:
      !isKilled && told !== undefined && told['outcome'] !== outcome,
    [`ends as ${outcome}, and the step ${succeeded ? 'succeeds' : 'fails'}`]:
      !isKilled && succeeded === ['error', 'unknown', ...failOn].includes(outcome),
    [`takes ${endMs - (signalMs ?? endMs)} ms to stop`]: endMs - (signalMs ?? endMs) > STOP_MS,
    'ends as cancelled, and nobody cancelled it': outcome === 'cancelled' && signalMs === undefined,
    'loses a request behind a green tick': isLost,
  };
  return Object.keys(wrong).filter((text) => wrong[text]);
}

const isOfMintlify = (entry: LedgerEntry) => isPost(entry) || entry.operation === 'get';
export const markerOf = ({ body }: LedgerEntry) => markerIn(String(jsonObject(body)?.['body']));

/** A request is sent twice only where its job has come to nothing, or where a person was told that it may be twice. */
function paidTwice({ runs, jobs, story }: Outcome): string[] {
  const isForgotten = /reply on #|comment=false/.test(story.text);
  if (hasAlikeJobs(story)) return [];
  const requests = Map.groupBy(runs, ({ run, job, event }) =>
    event.id === undefined ? `${run} ${job}` : `${event.name} ${event.id} ${job}`,
  );
  return [...requests.values()].flatMap((attempts) => {
    const sent = attempts.flatMap((run) =>
      run.exchanges.filter((each) => isPost(each) && each.effect).map((post) => ({ run, post })),
    );
    return sent.slice(1).flatMap(({ run, post }, index) => {
      const before = sent[index] as (typeof sent)[number];
      const work = jobs
        .find(({ id }) => id === jobOf(before.post))
        ?.work.find(({ at }) => at >= before.post.at);
      const isLost = work?.status === 'failed' || (work?.status === 'archived' && !work.pullRequest);
      const isTold = attempts.some(
        (each) => each.step.outcome === 'unknown' && each.step.endMs <= run.step.startMs,
      );
      const isKept = [before.run, run].every(keepsReply) && !isForgotten && isReplied(before.run);
      const first = `${nameOf(before.run)} paid for the same request by ${before.post.operation}`;
      return isLost || isTold || !isKept ? [] : [`${nameOf(run)}: pays twice by ${post.operation}: ${first}`];
    });
  });
}

const isReplied = ({ exchanges }: Played) =>
  exchanges.some((each) => isWrite(each) && each.effect && markerOf(each)?.['kind'] === 'reply');

/** A status is `success` only where somebody has decided. */
function unfoundedStatuses({ sandbox, story }: Outcome): string[] {
  const { github } = sandbox;
  const replies = github.comments.map(({ body }) => markerIn(body)).filter((reply) => reply?.['status']);
  return github.statuses.flatMap(({ state, sha, context, labels, atMs, description }) => {
    const skip = story.jobs[0]?.['skip-label'] ?? 'no-docs';
    const isSkipped = labels.some((label) => label.toLowerCase() === skip.toLowerCase());
    const isDecided = replies.some(
      (reply) => Number(reply?.['acceptedAt']) <= atMs && reply?.['completed'] === true,
    );
    const isOther =
      /^(Written by the docs agent|No files that the docs depend on|Decided on the pull request)$/;
    const isFine = state !== 'success' || isSkipped || isDecided || isOther.test(description ?? '');
    return isFine ? [] : [`the status ${context} of ${sha} is success, and nobody decided`];
  });
}

function leaks({ runs, sandbox }: Outcome): string[] {
  const { ledger, github } = sandbox;
  const told = [...runs.map(({ step }) => step.said), ...github.comments.map(({ body }) => body)];
  const sent = ledger.requests
    .filter((each) => !isOfMintlify(each))
    .map(({ headers, body, path }) => JSON.stringify([headers, body, path]));
  return [...told, ...sent].some((text) => text.includes(API_KEY)) ? ['the key leaks'] : [];
}
