import { type GithubApi, type GithubError, unlessGone } from '../github/api.ts';
import type { Account, Push, Subject, TriggerEvent } from '../github/event.ts';
import {
  getIssue,
  getPullRequest,
  listPullRequestsOfCommit,
  listReviewComments,
} from '../github/operations.ts';
import { isOwnPullRequest } from './docs-pull-request.ts';
import { nothingSent, skipped } from './end.ts';
import { askUntil, NEEDED, neededGithub } from './needed.ts';
import { isMerge, isUnlistedBot } from './permission.ts';
import { findRelease } from './release.ts';
import { type AgentRun, isDispatch } from './request.ts';
import { instructionIn } from './trigger.ts';

/**
 * Adds to the event what its payload lacks: the pull request that a push merged, the release of a tag, the issue or pull
 * request that a dispatch names, and the line comments of a review.
 *
 * @throws {Stop} if the event isn't a request after all
 */
export async function findSubject(given: AgentRun): Promise<TriggerEvent> {
  const event = { ...given.event, at: given.event.at || given.clock.date().toISOString() };
  const run = { ...given, event };
  const { inputs, wanted } = run;
  if (wanted.what === 'comment') return ofReview(run);
  if (wanted.what !== 'event') return event;
  if (wanted.tag !== undefined) return findRelease(wanted.tag, run);
  if (event.push?.branch !== undefined && inputs.releaseTag === undefined) return ofPush(event.push, run);
  const refusal = isMerge(event) && event.subject && (await ownRefusal(event.subject, run));
  if (refusal) throw skipped(refusal);
  const isAbout = isDispatch(event) && wanted.quotes.size > 0;
  return isAbout && inputs.issueNumber !== undefined ? ofDispatch(inputs.issueNumber, run) : event;
}

/** Adds the line comments to a review that asks, without hidden ones and those that are requests of their own. */
async function ofReview(run: AgentRun): Promise<TriggerEvent> {
  const { event, inputs } = run;
  const { comment, subject } = event;
  if (comment?.kind !== 'review' || !subject) return event;
  const github = neededGithub(run, "The action can't read the review");
  const place = { pull_number: subject.number, review_id: comment.id };
  const all = await github.all(listReviewComments, place, { ...NEEDED, alsoRetry: [404] });
  const others = all
    .filter(
      ({ isMinimized, body }) => !isMinimized && instructionIn(body, inputs.triggerPhrase) === undefined,
    )
    .sort((a, b) => a.id - b.id);
  return { ...event, comment: { ...comment, others } };
}

/** With `include: changes`, an issue is the thread alone, because it has no changes. */
async function ofDispatch(number: number, run: AgentRun): Promise<TriggerEvent> {
  const { event, wanted } = run;
  const github = neededGithub(run, `The action can't read issue #${number}`);
  const subject = await unlessGone(github.call(getIssue, { issue_number: number }, NEEDED));
  if (!subject) throw nothingSent(`Issue #${number} isn't in ${github.repository}.`, 'Check `issue-number`.');
  const isThreadOnly = subject.kind === 'issue' && wanted.quotes.has('changes');
  return isThreadOnly ? event : { ...event, subject };
}

async function ofPush(push: Push, run: AgentRun): Promise<TriggerEvent> {
  const { event, inputs, wanted } = run;
  const subject = await mergedBy(push, run);
  if (subject) return { ...event, subject };
  const bot = botBehind(push, run);
  if (bot !== undefined) throw skipped(`${bot} is a bot that isn't listed in \`allowed-bots\`.`);
  if (inputs.prompt !== undefined || wanted.quotes.has('changes')) return event;
  throw skipped("The push didn't merge a pull request, and `include` doesn't name `changes`.");
}

/** Returns the unlisted bot that sent the push or wrote its last commit, if bots wrote all of them. */
function botBehind({ commits }: Push, run: AgentRun): string | undefined {
  const { sender } = run.event;
  if (sender && isUnlistedBot(sender, run)) return sender.login;
  const authors = commits.map(({ author }): Account => ({ login: author, isBot: author.endsWith('[bot]') }));
  return authors.every((author) => isUnlistedBot(author, run)) ? authors.at(-1)?.login : undefined;
}

/** The last pull request that the push merged and that may ask. @throws {Stop} `skipped` if it merged only others */
async function mergedBy(push: Push, run: AgentRun): Promise<Subject | undefined> {
  // A branch can't be the base of a pull request before it exists.
  if (push.created) return undefined;
  const github = neededGithub(run, "The action can't read the pull request that the push merged");
  let refusal: string | undefined;
  for await (const subject of mergedPullRequests(push, github)) {
    const own = await refusalOf(subject, run);
    if (own === undefined) return subject;
    refusal ??= own;
  }
  if (refusal !== undefined) throw skipped(refusal);
  return undefined;
}

async function refusalOf(subject: Subject, run: AgentRun): Promise<string | undefined> {
  const { number, author } = subject;
  if (author && isUnlistedBot(author, run))
    return `Pull request #${number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`;
  return ownRefusal(subject, run);
}

async function ownRefusal(subject: Subject, run: AgentRun): Promise<string | undefined> {
  if (!(await isOwnPullRequest(subject, run))) return undefined;
  return `Pull request #${subject.number} was written by the docs agent, so its merge asks for nothing.`;
}

const MOST_MERGES = 20;

/** Yields the pull requests that the push merged, the last one first. A merge queue pushes several at once. */
async function* mergedPullRequests(
  { after, branch, commits }: Push,
  github: GithubApi,
): AsyncGenerator<Subject> {
  const isMerged = (pull: Subject | undefined, ids: readonly string[]): pull is Subject =>
    pull !== undefined &&
    pull.mergedAt !== '' &&
    pull.base.ref === branch &&
    pull.base.repository.toLowerCase() === github.repository.toLowerCase() &&
    ids.includes(pull.mergeCommit);
  const read = (number: number) => unlessGone(github.call(getPullRequest, { pull_number: number }, NEEDED));

  const named = numberIn(commits.find(({ id }) => id === after)?.line ?? '');
  const byNumber = named === undefined ? undefined : await read(named);
  const isLast = (pull: Subject | undefined) => isMerged(pull, [after]);
  const ofCommit = async () =>
    (await github.all(listPullRequestsOfCommit, { commit_sha: after }, { budget: 'extra' })).find(isLast);
  const last = isLast(byNumber) ? byNumber : await askUntil(github, LATE_MS, ofCommit, isLate);
  if (last) yield last;

  const ids = commits.map(({ id }) => id);
  const untilMs = github.clock.now() + LATE_MS;
  const numbers = new Set(commits.toReversed().flatMap(({ line }) => numberIn(line) ?? []));
  for (const number of [...numbers].slice(0, MOST_MERGES)) {
    if (number === last?.number || number === named) continue;
    // GitHub may not know yet that it is merged.
    const known = async () => {
      const pull = await read(number);
      return pull?.mergedAt === '' ? undefined : { pull };
    };
    const { pull } = (await askUntil(github, untilMs - github.clock.now(), known)) ?? {};
    if (isMerged(pull, ids)) yield pull;
  }
}

/** Returns the last number that GitHub's own merge messages put into the first line of a commit. */
export function numberIn(line: string): number | undefined {
  const [last] = [...line.matchAll(/(?:^Merge pull request |\()#([1-9]\d{0,8})\b/g)].slice(-1);
  return last && Number(last[1]);
}

/** How long GitHub may take to know which pull request a commit merged (ms). */
const LATE_MS = 60_000;
/** GitHub gave these answers for commits that it didn't know yet. */
const isLate = ({ kind, status = 0 }: GithubError) => kind !== 'refused' || [404, 409, 422].includes(status);
