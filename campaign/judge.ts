import { jsonObject } from '../sandbox/exchange.ts';
import { reaches } from '../sandbox/github/roles.ts';
import { BOT } from '../sandbox/github/state.ts';
import type { LedgerEntry } from '../sandbox/ledger.ts';
import { API_KEY, type Outcome, PEOPLE, type Played } from './world.ts';

/** What must be true of every story, whatever happens in it: what was said and written, compared with what happened. */

const STOP_MS = 5_000;

export const isPost = ({ operation }: LedgerEntry) => operation === 'create' || operation === 'message';
const isOfMintlify = (entry: LedgerEntry) => isPost(entry) || entry.operation === 'get';
const isWrite = ({ operation }: LedgerEntry) => /^comment-(create|update)$/.test(operation);

/** The content of the hidden marker in a comment; undefined if there is none. */
export function markerIn(body: string): Record<string, unknown> | undefined {
  const [, payload] = /<!-- docs-agent-action v\d+ (\S+) [0-9a-f]{64} -->/.exec(body) ?? [];
  return payload === undefined ? undefined : jsonObject(Buffer.from(payload, 'base64'));
}

export const markerOf = ({ body }: LedgerEntry) => markerIn(String(jsonObject(body)?.['body']));

export const nameOf = ({ run, attempt, job }: Played) =>
  `run ${run + 1}${attempt > 1 ? `, attempt ${attempt}` : ''}${job > 0 ? `, job ${job + 1}` : ''}`;

/** @returns what is wrong, in words */
export function judge(outcome: Outcome): string[] {
  return [
    ...outcome.runs.flatMap((run) => problemsOf(run).map((problem) => `${nameOf(run)}: ${problem}`)),
    ...paidTwice(outcome),
    ...wrongOnGithub(outcome),
    ...tooManyJobs(outcome),
  ];
}

function problemsOf(run: Played): string[] {
  const { step, exchanges, inputs } = run;
  const { outcome, outputs, succeeded, signalMs, endMs } = step;
  const failing = ['error', 'unknown', ...(inputs['fail-on'] ?? 'failed, timeout').split(/[,\s]+/)];
  const posts = exchanges.filter(isPost);
  const last = exchanges.findLast((each) => isWrite(each) && markerOf(each)?.['kind'] === 'reply');
  const told = last?.status && last.status < 300 ? markerOf(last)?.['outcome'] : outcome;
  const stopMs = endMs - (signalMs ?? endMs);
  const wrong: Readonly<Record<string, boolean>> = {
    'never ends': !step.isOver,
    'has a bug': step.said.includes('This is a bug'),
    'sends for somebody who may not ask': posts.length > 0 && mayAsk(run) === false,
    'asks Mintlify though the event only sets the status': isOfStatus(run) && exchanges.some(isOfMintlify),
    'sends again what may have arrived': posts.slice(0, -1).some(({ status }) => status !== 429),
    'sends without its reply': posts.length > 0 && hasThread(run) && !isReplied(run, posts[0]?.seq),
    'loses a request behind a green tick': outcome === 'skipped' && isAsked(run) && mayAsk(run) === true,
    'ends without an outcome': outcome === '',
    'gives no reason': !outputs['reason'],
    [`ends as ${outcome}, and its reply says ${told}`]: told !== outcome,
    [`ends as ${outcome}, and the step ${succeeded ? 'succeeds' : 'fails'}`]:
      succeeded === failing.includes(outcome),
    [`takes ${stopMs} ms to stop`]: stopMs > STOP_MS,
    'ends as cancelled, and nobody cancelled it': outcome === 'cancelled' && signalMs === undefined,
  };
  // A runner that is gone ends nothing.
  return Object.keys(wrong).filter((problem) => wrong[problem] && !(step.isKilled && ENDS.test(problem)));
}

const ENDS = /^(ends|gives|loses)/;

/** Whether somebody who did something to an issue or a pull request may write; undefined where that doesn't decide. */
function mayAsk({ event: { by = '', number, merged, push }, inputs }: Played): boolean | undefined {
  const isOpenToOthers = 'minimum-permission' in inputs || 'allowed-bots' in inputs;
  if (isOpenToOthers || number === undefined || merged || push) return undefined;
  return reaches(PEOPLE[by] ?? 'none', 'write');
}

const isComment = ({ name }: Played['event']) => /_comment$|_review$/.test(name);
const isNew = ({ name, action }: Played['event']) =>
  /^(issue_comment.created|pull_request_review.submitted)$/.test(`${name}.${action}`);

/** Whether people see that a comment or a label asks. */
function isAsked({ event, inputs }: Played): boolean {
  if (inputs['dry-run'] === 'true' || 'trigger-phrase' in inputs) return false;
  const isLabel = event.action === 'labeled' && event.label === inputs['trigger-label'];
  return isLabel || (isNew(event) && /^\/docs(\s|$)/.test(event.text ?? ''));
}

/** Of a pull request with a commit status, only comments and the trigger label ask. */
function isOfStatus(run: Played): boolean {
  return 'commit-status' in run.inputs && /^pull_request(_target)?$/.test(run.event.name) && !isAsked(run);
}

function hasThread({ event: { number, push }, inputs }: Played): boolean {
  const isOff = inputs['comment'] === 'false' || inputs['github-token'] === '' || 'release-tag' in inputs;
  return !isOff && ('issue-number' in inputs || (number !== undefined && !push));
}

/** Whether it has written a reply, before that request if one is given. GitHub may refuse the reply to what is no comment. */
function isReplied({ exchanges, event }: Played, before = Number.POSITIVE_INFINITY): boolean {
  const isRefused = ({ status }: LedgerEntry) =>
    !isComment(event) && [403, 404, 410, 422].includes(status ?? 0);
  return exchanges.some((each) => isWrite(each) && each.seq < before && (each.effect || isRefused(each)));
}

/** A request is sent twice only if its job came to nothing, a person was told that it may be twice, or no reply remembers it. */
function paidTwice({ runs, jobs, story }: Outcome): string[] {
  if (/reply on #/.test(story.text)) return [];
  const requests = Map.groupBy(
    runs,
    ({ run, job, event: { id, name } }) => `${id === undefined ? run : `${name} ${id}`} ${job}`,
  );
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
      const isKept = before.run.exchanges.some(
        (each) => isWrite(each) && each.effect && markerOf(each)?.['kind'] === 'reply',
      );
      const twice = `pays twice by ${post.operation}: ${nameOf(before.run)} paid by ${before.post.operation}`;
      return isLost || isTold || !isKept ? [] : [`${nameOf(run)}: ${twice}`];
    });
  });
}

const DECIDES = /^(Written by the docs agent|No files that the docs depend on|Decided on the pull request)$/;

function wrongOnGithub({ runs, sandbox: { github, ledger }, story }: Outcome): string[] {
  const own = github.comments.filter(({ user }) => user === BOT).map(({ body }) => markerIn(body) ?? {});
  const replies = own.filter(({ kind }) => kind === 'reply');
  const requests = replies.map(({ request }) => request);
  const skipLabel = (story.jobs[0]?.['skip-label'] ?? 'no-docs').toLowerCase();
  const decided = replies.filter(({ status, completed }) => status && completed);
  const unfounded = github.statuses.filter(({ state, labels, atMs, description }) => {
    const isSkipped = labels.some((label) => label.toLowerCase() === skipLabel);
    const isDecided = decided.some(({ acceptedAt }) => Number(acceptedAt) <= atMs);
    return state === 'success' && !isSkipped && !isDecided && !DECIDES.test(description ?? '');
  });
  const told = [...runs.map(({ step }) => step.said), ...github.comments.map(({ body }) => body)];
  const sent = ledger.requests.filter((each) => !isOfMintlify(each));
  const texts = [...told, ...sent.map(({ headers, body, path }) => JSON.stringify([headers, body, path]))];
  return [
    ...(new Set(requests).size < requests.length ? ['a request has two replies'] : []),
    ...unfounded.map(({ context, sha }) => `the status ${context} of ${sha} is success, and nobody decided`),
    ...(texts.some((text) => text.includes(API_KEY)) ? ['the key leaks'] : []),
  ];
}

/** Requests at one moment make one job. A run that dies once it has started one leaves nobody a way to know of it. */
function tooManyJobs({ runs, jobs, story }: Outcome): string[] {
  const most = 1 + runs.filter(({ step }) => step.isKilled).length;
  return 'order' in story.settings && jobs.length > most ? [`makes ${jobs.length} jobs`] : [];
}
