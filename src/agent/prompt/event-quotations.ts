import type { GithubComment, Push, Release, Subject, TriggerEvent } from '../../github/event.ts';
import { fullName, type WorkflowRun } from '../../github/workflow-run.ts';
import { visibleLine } from '../../text/visible.ts';
import { type Quotation, shownPath } from './quotation.ts';

/** Returns a quotation of the code for each line comment, because comments refer to it with words such as "this". */
export function codeQuotations({ comment }: TriggerEvent): Quotation[] {
  const others = comment?.others ?? [];
  return [
    ...(comment ? codeQuotation(comment, 'the comment') : []),
    ...others.flatMap((each, index) => codeQuotation(each, `comment ${index + 1} of the review`)),
  ];
}

function codeQuotation({ code, url }: GithubComment, name: string): Quotation[] {
  if (!code) return [];
  const fields = { File: shownPath(code.path) };
  return [{ what: `the code that ${name} is about`, url, fields, body: code.hunk, isCode: true }];
}

/** Returns quotations of the issue, pull request, release or pushed commits that the event is about. */
export function subjectQuotations(
  { subject, alsoMerged = [], release, push }: TriggerEvent,
  run: WorkflowRun,
): Quotation[] {
  if (subject) return [subjectQuotation(subject, fullName(run)), ...alsoMergedQuotation(alsoMerged, run)];
  if (release) return [releaseQuotation(release, run)];
  return push && push.commits.length > 0 ? [pushQuotation(push, run)] : [];
}

const MOST_ALSO_MERGED = 10;

/** Returns a quotation that lists the other pull requests that a push merged; empty if there are none. */
function alsoMergedQuotation(all: readonly Subject[], run: WorkflowRun): Quotation[] {
  if (all.length === 0) return [];
  const lines = all
    .slice(0, MOST_ALSO_MERGED)
    .map(({ number, title, url }) => `- #${number} ${visibleLine(title)}: ${visibleLine(url)}`);
  const what = `other pull requests of ${fullName(run)} that the same push merged`;
  return [{ what, body: lines.join('\n'), isCode: true }];
}

function releaseQuotation({ kind, tag, title, notes, url, author }: Release, run: WorkflowRun): Quotation {
  const what =
    kind === 'tag' ? `a tag of ${fullName(run)} without a release` : `a release of ${fullName(run)}`;
  return { what, author: author?.login, url, fields: { Tag: tag, Name: title }, body: notes };
}

const MOST_COMMITS = 20;

function pushQuotation({ before, after, branch, commits }: Push, run: WorkflowRun): Quotation {
  const range = /^0+$/.test(before) ? `commit/${after}` : `compare/${before}...${after}`;
  const earlier = commits.length - MOST_COMMITS;
  const lines = commits.slice(-MOST_COMMITS).map(({ line }) => `- ${visibleLine(line)}`);
  return {
    what: `the commits of a push to ${fullName(run)}`,
    url: `${run.serverUrl}/${fullName(run)}/${range}`,
    fields: { Branch: branch ?? '' },
    body: [...(earlier > 0 ? [`(${earlier} earlier commits)`] : []), ...lines].join('\n'),
    isCode: true,
  };
}

export function subjectQuotation(
  { kind, number, title, body, url, author }: Subject,
  repository: string,
): Quotation {
  const what = `${kind} #${number} of ${repository}`;
  return { what, author: author?.login, url, fields: { Title: title }, body };
}
