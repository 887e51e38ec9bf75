import type { TriggerEvent } from '../../github/event.ts';
import { pullNumberIn } from '../../github/merge-message.ts';
import type { IssueOrPull, Push, Release } from '../../github/objects.ts';
import type { WorkflowRun } from '../../github/runner.ts';
import { visibleLine } from '../../text/visible.ts';
import type { RequestContext, RequestSubject } from '../request-context.ts';
import { type Quotation, shownPath } from './quote.ts';

/** Quotes the code that comments are on, because they refer to it with words such as "this". */
export function codeQuotations({ comment }: TriggerEvent, { lineComments }: RequestSubject): Quotation[] {
  const all = comment ? [comment, ...lineComments] : [];
  return all.flatMap(({ code, url }, index) => {
    if (!code) return [];
    const owner = index === 0 ? 'the comment' : `comment ${index} of the review`;
    const fields = { File: shownPath(code.path) };
    return [{ what: `the code that ${owner} is about`, url, fields, body: code.hunk, isCode: true }];
  });
}

export function subjectQuotations({ subject, workflowRun }: RequestContext): Quotation[] {
  const { issueOrPull, release, push } = subject;
  const { repository } = workflowRun;
  if (release) return [releaseQuotation(release, repository)];
  const quotations = issueOrPull ? [issueQuotation(issueOrPull, repository)] : [];
  const quotesPush = push && push.commits.length > 0 && (!issueOrPull || mergesSeveral(push));
  return quotesPush ? [...quotations, pushQuotation(push, workflowRun)] : quotations;
}

/** A merge queue pushes several merges at once. */
function mergesSeveral({ commits }: Push) {
  return new Set(commits.flatMap(({ line }) => pullNumberIn(line) ?? [])).size > 1;
}

export function issueQuotation(
  { kind, number, title, body, url, author }: IssueOrPull,
  repository: string,
): Quotation {
  const what = `${kind} #${number} of ${repository}`;
  return { what, author: author?.login, url, fields: { Title: title }, body };
}

function releaseQuotation({ kind, tag, title, notes, url, author }: Release, repository: string) {
  const what = kind === 'tag' ? `a tag of ${repository} without a release` : `a release of ${repository}`;
  return { what, author: author?.login, url, fields: { Tag: tag, Name: title }, body: notes };
}

const MOST_COMMITS = 20;

function pushQuotation(
  { before, after, branch, commits }: Push,
  { repository, serverUrl }: WorkflowRun,
): Quotation {
  const range = /^0+$/.test(before) ? `commit/${after}` : `compare/${before}...${after}`;
  const earlier = commits.length - MOST_COMMITS;
  const omission = earlier > 0 ? [`(${earlier} earlier commits)`] : [];
  const lines = commits.slice(-MOST_COMMITS).map(({ line }) => `- ${visibleLine(line)}`);
  return {
    what: `the commits of a push to ${repository}`,
    url: `${serverUrl}/${repository}/${range}`,
    fields: { Branch: branch ?? '' },
    body: [...omission, ...lines].join('\n'),
    isCode: true,
  };
}
