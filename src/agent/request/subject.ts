import { unlessNotFound } from '../../github/errors.ts';
import type { Account, IssueOrPull, Push } from '../../github/objects.ts';
import { getIssue, listReviewComments } from '../../github/operations.ts';
import { isDispatch, type RequestContext, type RequestSubject } from '../context.ts';
import { RunStopped } from '../result.ts';
import { isDocsPullRequest } from './is-docs-pull-request.ts';
import { mergedPullRequests } from './merges.ts';
import { isMerge, isUnlistedBot } from './permission.ts';
import { wordsAfterPhrase } from './phrase.ts';
import { findRelease } from './release.ts';
import { requireGithub } from './require-github.ts';

/**
 * Finds what the payload lacks: the pull request that a push merged, the release of a tag, the issue or pull request that
 * a dispatch names, and the line comments of a review.
 *
 * @throws {RunStopped} if the event isn't a request after all
 */
export async function findSubject(context: RequestContext): Promise<RequestSubject> {
  const { event, request, inputs, subject } = context;
  if (request.kind === 'comment') return ofComment(context);
  if (request.kind !== 'event') return subject;
  if (request.tag !== undefined) return findRelease(request.tag, context);
  if (event.push?.branch !== undefined && inputs.releaseTag === undefined) return ofPush(event.push, context);
  if (isMerge(event) && subject.issueOrPull) await refuseOwnMerge(subject.issueOrPull, context);
  const isAboutIssue = isDispatch(event) && request.quotes.size > 0;
  if (isAboutIssue && inputs.issueNumber !== undefined) return ofDispatch(inputs.issueNumber, context);
  return subject;
}

/** Adds the line comments to a review that asks, without hidden ones and those that are requests of their own. */
async function ofComment(context: RequestContext): Promise<RequestSubject> {
  const { event, inputs, subject } = context;
  const { comment, issueOrPull } = event;
  if (comment?.kind !== 'review' || !issueOrPull) return subject;
  const github = requireGithub(context, "The action can't read the review");
  const place = { pull_number: issueOrPull.number, review_id: comment.id };
  const all = await github.all(listReviewComments, place);
  const lineComments = all
    .filter(({ isMinimized }) => !isMinimized)
    .filter(({ body }) => wordsAfterPhrase(body, inputs.triggerPhrase) === undefined)
    .sort((a, b) => a.id - b.id);
  return { ...subject, lineComments };
}

/** With `include: changes`, an issue is the thread alone, because it has no changes. */
async function ofDispatch(number: number, context: RequestContext): Promise<RequestSubject> {
  const { request, subject } = context;
  const github = requireGithub(context, `The action can't read issue #${number}`);
  const issueOrPull = await unlessNotFound(github.call(getIssue, { issue_number: number }));
  if (!issueOrPull)
    throw RunStopped.beforeSending(
      `Issue #${number} isn't in ${github.repository}.`,
      'Check `issue-number`.',
    );
  const isThreadOnly = issueOrPull.kind === 'issue' && request.quotes.has('changes');
  return isThreadOnly ? subject : { ...subject, issueOrPull };
}

async function ofPush(push: Push, context: RequestContext): Promise<RequestSubject> {
  const { inputs, request, subject } = context;
  const issueOrPull = await findMerge(push, context);
  if (issueOrPull) return { ...subject, issueOrPull };
  const bot = botBehind(push, context);
  if (bot !== undefined) throw RunStopped.skipped(`${bot} is a bot that isn't listed in \`allowed-bots\`.`);
  if (inputs.prompt !== undefined || request.quotes.has('changes')) return subject;
  throw RunStopped.skipped("The push didn't merge a pull request, and `include` doesn't name `changes`.");
}

/** Returns the unlisted bot that sent the push or wrote its last commit, if bots wrote all of them. */
function botBehind({ commits }: Push, { event, inputs }: RequestContext): string | undefined {
  const { sender } = event;
  if (sender && isUnlistedBot(sender, inputs)) return sender.login;
  const authors = commits.map(({ author }): Account => ({ login: author, isBot: author.endsWith('[bot]') }));
  const areAllBots = authors.every((author) => isUnlistedBot(author, inputs));
  return areAllBots ? authors.at(-1)?.login : undefined;
}

/** The last pull request that the push merged and that may ask. @throws {RunStopped} `skipped` if it merged only others */
async function findMerge(push: Push, context: RequestContext): Promise<IssueOrPull | undefined> {
  // A branch can't be the base of a pull request before it exists.
  if (push.created) return undefined;
  const github = requireGithub(context, "The action can't read the pull request that the push merged");
  let firstRefusal: string | undefined;
  for await (const merged of mergedPullRequests(push, github)) {
    const refusal = await refusalOf(merged, context);
    if (refusal === undefined) return merged;
    firstRefusal ??= refusal;
  }
  if (firstRefusal !== undefined) throw RunStopped.skipped(firstRefusal);
  return undefined;
}

/** Why the merge of a pull request asks for nothing; undefined if it asks. */
async function refusalOf(merged: IssueOrPull, context: RequestContext): Promise<string | undefined> {
  const { number, author } = merged;
  if (author && isUnlistedBot(author, context.inputs))
    return `Pull request #${number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`;
  return (await isDocsPullRequest(merged, context)) ? ownMergeReason(number) : undefined;
}

async function refuseOwnMerge(merged: IssueOrPull, context: RequestContext): Promise<void> {
  if (await isDocsPullRequest(merged, context)) throw RunStopped.skipped(ownMergeReason(merged.number));
}

function ownMergeReason(number: number): string {
  return `Pull request #${number} was written by the docs agent, so its merge doesn't start a request.`;
}
