import type { Push, Release, Subject, TriggerEvent } from '../../github/event.ts';
import type { WorkflowRun } from '../../github/runner.ts';
import { visibleLine } from '../../text/visible.ts';
import type { AgentRun } from '../request.ts';
import { numberIn } from '../subject.ts';
import { type Quotation, shownPath } from './quote.ts';

/** Quotes the code that comments are on, because they refer to it with words such as "this". */
export function codeQuotations({ comment }: TriggerEvent): Quotation[] {
  const all = comment ? [comment, ...(comment.others ?? [])] : [];
  return all.flatMap(({ code, url }, index) => {
    if (!code) return [];
    const of = index === 0 ? 'the comment' : `comment ${index} of the review`;
    const fields = { File: shownPath(code.path) };
    return [{ what: `the code that ${of} is about`, url, fields, body: code.hunk, isCode: true }];
  });
}

export function subjectQuotations({ event, run }: AgentRun): Quotation[] {
  const { subject, release, push } = event;
  if (release) return [releaseQuotation(release, run.repository)];
  // A merge queue pushes several merges at once.
  const numbers = new Set(push?.commits.flatMap(({ line }) => numberIn(line) ?? []));
  const quotesPush = push && push.commits.length > 0 && (!subject || numbers.size > 1);
  return [
    ...(subject ? [subjectQuotation(subject, run.repository)] : []),
    ...(quotesPush ? [pushQuotation(push, run)] : []),
  ];
}

export function subjectQuotation(
  { kind, number, title, body, url, author }: Subject,
  repository: string,
): Quotation {
  const what = `${kind} #${number} of ${repository}`;
  return { what, author: author?.login, url, fields: { Title: title }, body };
}

function releaseQuotation({ kind, tag, title, notes, url, author }: Release, repository: string): Quotation {
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
  const lines = commits.slice(-MOST_COMMITS).map(({ line }) => `- ${visibleLine(line)}`);
  return {
    what: `the commits of a push to ${repository}`,
    url: `${serverUrl}/${repository}/${range}`,
    fields: { Branch: branch ?? '' },
    body: [...(earlier > 0 ? [`(${earlier} earlier commits)`] : []), ...lines].join('\n'),
    isCode: true,
  };
}
