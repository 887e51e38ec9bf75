import { readTwice } from '../../clock.ts';
import { listSigned } from '../../github/comments.ts';
import { unlessNotFound } from '../../github/errors.ts';
import type { Account, IssueOrPull, Push } from '../../github/objects.ts';
import { getIssue, listReviewComments } from '../../github/operations.ts';
import { docsJobIn } from '../replies/record.ts';
import { threadOn } from '../replies/thread.ts';
import { isDispatch, type RequestContext, type RequestSubject } from '../request-context.ts';
import { RunStopped } from '../run-result.ts';
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
  if (request.tag) return findRelease(request.tag, context);
  if (event.push?.branch && !inputs.releaseTag) return ofPush(event.push, context);
  const merged = isMerge(event) ? subject.issueOrPull : undefined;
  const whyOwn = merged && (await ownMergeReason(merged, context));
  if (whyOwn) throw RunStopped.skipped(whyOwn);
  const isAboutIssue = isDispatch(event) && request.quotes.size > 0;
  if (isAboutIssue && inputs.issueNumber) return ofDispatch(inputs.issueNumber, context);
  return subject;
}

/** Adds the line comments to a review that asks, without hidden ones and those that are requests of their own. */
async function ofComment(context: RequestContext) {
  const { inputs, request, subject } = context;
  const { comment, issueOrPull } = context.event;
  if (comment?.kind !== 'review' || !issueOrPull) return subject;
  const github = requireGithub(context, "The action can't read the review");
  const place = { pull_number: issueOrPull.number, review_id: comment.id };
  const read = () => github.all(listReviewComments, place);
  // Without words, one empty list would leave nothing to ask.
  const isEnough = (comments: readonly unknown[]) => comments.length > 0 || request.words !== '';
  const all = await readTwice(context, read, isEnough);
  const lineComments = all.filter(({ isMinimized, body }) => {
    return !isMinimized && wordsAfterPhrase(body, inputs.triggerPhrase) === undefined;
  });
  return { ...subject, lineComments: lineComments.sort((a, b) => a.id - b.id) };
}

/** With `include: changes`, an issue is the thread alone, because it has no changes. */
async function ofDispatch(number: number, context: RequestContext) {
  const { subject } = context;
  const github = requireGithub(context, `The action can't read issue #${number}`);
  const issueOrPull = await unlessNotFound(github.call(getIssue, { issue_number: number }));
  if (!issueOrPull)
    throw RunStopped.beforeSending(
      `Issue #${number} isn't in ${github.repository}.`,
      'Check `issue-number`.',
    );
  const isThreadOnly = issueOrPull.kind === 'issue' && context.request.quotes.has('changes');
  return isThreadOnly ? subject : { ...subject, issueOrPull };
}

async function ofPush(push: Push, context: RequestContext) {
  const { inputs, request, subject } = context;
  const issueOrPull = await findMerge(push, context);
  if (issueOrPull) return { ...subject, issueOrPull };
  const bot = botBehind(push, context);
  if (bot) throw RunStopped.skipped(`${bot} is a bot that isn't listed in \`allowed-bots\`.`);
  if (inputs.prompt || request.quotes.has('changes')) return subject;
  throw RunStopped.skipped("The push didn't merge a pull request, and `include` doesn't name `changes`.");
}

/** Returns the unlisted bot that sent the push or wrote its last commit, if bots wrote all of them. */
function botBehind({ commits }: Push, { event, inputs }: RequestContext) {
  if (isUnlistedBot(event.sender, inputs)) return event.sender?.login;
  const authors = commits.map(({ author }): Account => ({ login: author, isBot: author.endsWith('[bot]') }));
  const areAllBots = authors.every((author) => isUnlistedBot(author, inputs));
  return areAllBots ? authors.at(-1)?.login : undefined;
}

/** The last pull request that the push merged and that may ask. @throws {RunStopped} `skipped` if it merged only others */
async function findMerge(push: Push, context: RequestContext) {
  // A branch can't be the base of a pull request before it exists.
  if (push.created) return undefined;
  const github = requireGithub(context, "The action can't read the pull request that the push merged");
  let firstRefusal: string | undefined;
  for await (const merged of mergedPullRequests(push, github)) {
    const refusal = await refusalOf(merged, context);
    if (!refusal) return merged;
    firstRefusal ??= refusal;
  }
  if (firstRefusal) throw RunStopped.skipped(firstRefusal);
  return undefined;
}

/** Why the merge of a pull request asks for nothing; undefined if it asks. */
async function refusalOf(merged: IssueOrPull, context: RequestContext) {
  const { number, author } = merged;
  if (author && isUnlistedBot(author, context.inputs))
    return `Pull request #${number} was opened by ${author.login}, a bot that isn't listed in \`allowed-bots\`.`;
  return ownMergeReason(merged, context);
}

async function ownMergeReason(merged: IssueOrPull, context: RequestContext) {
  if (!(await isDocsPullRequest(merged, context))) return undefined;
  return `Pull request #${merged.number} was written by the docs agent, so its merge doesn't start a request.`;
}

/** Whether a merged pull request of this repository is a docs pull request of this action. @throws {GithubError} */
async function isDocsPullRequest({ number, author }: IssueOrPull, context: RequestContext) {
  if (!context.github && !author?.isBot) return false;
  const github = requireGithub(context, `The action can't check if it wrote pull request #${number}`);
  const thread = threadOn(number, github, context.inputs);
  const hasDocsComment = async () => {
    const signed = await listSigned(thread);
    return signed.some(({ content }) => docsJobIn(content));
  };
  // One empty list doesn't decide that a bot's merge may start a job.
  return author?.isBot ? readTwice(context, hasDocsComment, (isDocs) => isDocs) : hasDocsComment();
}
