import { type GithubState, textsOn } from '../sandbox/github-state.ts';
import type { Inputs } from './story.ts';

/** What somebody did on GitHub, or GitHub itself. */
export interface GithubEvent {
  readonly name: string;
  readonly action: string;
  /** Login of whoever caused it. */
  readonly by: string;
  /** The issue or pull request that it is about. */
  readonly number?: number;
  readonly isPullRequest?: boolean;
  /** Who opened that; the same as `by` unless given. */
  readonly author?: string;
  readonly label?: string | undefined;
  /** Of the comment or review. */
  readonly text?: string;
  /** Who wrote the comment, if it was edited or deleted. */
  readonly commentBy?: string | undefined;
  /** Texts of the review's comments on lines. GitHub tells of each in an event of its own. */
  readonly lines?: readonly string[];
  /** Which of these comments it is: of the latest review, from 0. */
  readonly line?: number;
  /** Nobody knows the job of this pull request. */
  readonly isForeign?: boolean;
  readonly merged?: boolean;
}

/** Numbers of pull requests; any other number is an issue's. */
const PULL_REQUESTS: Readonly<Record<string, Partial<GithubEvent>>> = {
  /** That of a sandbox's first job. */
  41: { author: 'mintlify[bot]' },
  55: { author: 'mintlify[bot]', isForeign: true },
  56: { author: 'rita' },
};

/**
 * Reads `theo issues.labeled 12 docs`: who does what, to which issue or pull request, and the label or the text. A review's
 * comments on lines follow its text (`/docs shorten | Too long`), and `…comment.created:0` is the first of them. With
 * `theo/rita` somebody changes what somebody else has written.
 *
 * @throws {RangeError} when nobody can do that
 */
export function eventOf(words: string): GithubEvent {
  const read = /^(\w+)(?:\/(\w+))? (\w+)\.(\w*)(?::(\d+))?(?: (\d+))?(?: (.*))?$/.exec(words);
  if (!read) throw new RangeError(`Nothing is known that is called "${words}".`);
  const [, by = '', commentBy, name = '', action = '', line, number, rest] = read;
  const [text = '', ...lines] = rest?.split(/ ?\| /) ?? [];
  const pullRequest = PULL_REQUESTS[number ?? ''];
  return {
    ...{ name, action, by, commentBy, merged: name === 'pull_request' && action === 'closed' },
    ...(number !== undefined && { number: Number(number) }),
    ...(pullRequest && { isPullRequest: true, ...pullRequest }),
    ...(/^(issues|pull_request)$/.test(name) ? { label: rest } : { text, lines }),
    ...(line !== undefined && { line: Number(line) }),
  };
}

export const REPOSITORY = 'acme/product';

/** Logins and what they may do; anybody else may do nothing. */
export const PEOPLE: Readonly<Record<string, 'admin' | 'write' | 'read'>> = {
  maria: 'write',
  theo: 'admin',
  rita: 'read',
};

/** What a step has to do about an event. `nothing`: it must send nothing, and says so. */
export type Expected = 'asks' | 'watches' | 'nothing';

/** Events of these stories that need write access to cause. */
const TRUSTED = ['workflow_dispatch', 'release'];

/** What the contract says of an event (point 5), written down a second time. */
export function expectedOf(event: GithubEvent, inputs: Inputs): Expected {
  const may = TRUSTED.includes(event.name) || /admin|write/.test(PEOPLE[event.by] ?? '');
  if (!may || isLeftToOthers(event)) return 'nothing';
  const hasText = inputs['context'] !== 'none' && /^issue|^pull_request|^release$/.test(event.name);
  if (inputs['job-id'] && !inputs['prompt'] && !hasText) return 'watches';
  return matches(event, inputs) && (inputs['prompt'] ? speaks(event) : asks(event)) ? 'asks' : 'nothing';
}

/** A review speaks through one event alone. */
function isLeftToOthers({ isForeign = false, line, lines, text = '' }: GithubEvent): boolean {
  if (line === undefined) return isForeign;
  const isFirst = lines?.findIndex((words) => words.startsWith('/docs')) === line;
  return text.startsWith('/docs') || !isFirst;
}

/** Label and phrase. */
function matches({ name, label, text = '', lines = [], line }: GithubEvent, inputs: Inputs): boolean {
  const wanted = inputs['trigger-label'];
  if (wanted && name === 'issues' && label !== wanted) return false;
  const words = line === undefined ? text : (lines[line] ?? '');
  return !/_comment$|_review$/.test(name) || /^\/docs( |$)/.test(words);
}

/** Whether the activity counts where the workflow itself has a prompt. */
function speaks({ name, action, by, commentBy = by }: GithubEvent): boolean {
  return !/_comment$/.test(name) || (action !== 'deleted' && (action !== 'edited' || by === commentBy));
}

/** Activities that ask for something by themselves: nobody opens or labels a pull request here. */
const ASKING: Readonly<Record<string, RegExp>> = {
  issues: /^(opened|labeled)$/,
  issue_comment: /^(created|edited)$/,
  pull_request_review_comment: /^(created|edited)$/,
  pull_request_review: /^submitted$/,
  release: /^published$/,
};

function asks(event: GithubEvent): boolean {
  return speaks(event) && ASKING[event.name]?.test(event.action) === true;
}

/** Lets the event happen on GitHub, and gives what GitHub tells the workflow. */
export function payloadOf(event: GithubEvent, github: GithubState): Record<string, unknown> {
  const { name, action, by, label, lines = [], number: issue = 0 } = event;
  if (event.isPullRequest && !github.thread(REPOSITORY, issue).isPullRequest) {
    github.setPullRequest({ repository: REPOSITORY, number: issue, user: event.author ?? by });
  }
  const common = { action, sender: account(by), repository: { full_name: REPOSITORY } };
  switch (name) {
    case 'issues':
      return { ...common, issue: thread(event), ...(label && { label: { name: label } }) };
    case 'pull_request':
      return { ...common, pull_request: thread(event) };
    case 'issue_comment':
      return { ...common, issue: thread(event), comment: comment(event, github) };
    case 'pull_request_review_comment':
      return { ...common, pull_request: thread(event), comment: lineComment(event, github) };
    case 'pull_request_review': {
      const on = { repository: REPOSITORY, issue, user: by };
      const { id, body, state } = github.addReview({ ...on, body: event.text ?? '' });
      for (const text of lines) github.addReviewComment({ ...on, review: id, body: text });
      const review = { id, body, state: state.toLowerCase(), user: account(by), html_url: url(event) };
      return { ...common, pull_request: thread(event), review };
    }
    case 'release':
      return { ...common, release: { tag_name: 'v1', name: 'One', body: 'News', author: account(by) } };
    default:
      return common;
  }
}

function account(login: string) {
  return { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

function url({ number, isPullRequest }: GithubEvent): string {
  return `https://github.com/${REPOSITORY}/${isPullRequest ? 'pull' : 'issues'}/${number}`;
}

/** What a job needs to be told of a subject once. */
export function subjectText(number: number): string {
  return `All that there is to say about ${number}.`;
}

function thread(event: GithubEvent) {
  const { number = 0, by, author = by, isPullRequest, name, merged = false } = event;
  return {
    number,
    title: `Subject ${number}`,
    body: subjectText(number),
    html_url: url(event),
    user: account(author),
    state: 'open',
    merged,
    ...(isPullRequest && name === 'issue_comment' && { pull_request: { url: url(event) } }),
  };
}

function written({ number = 0, by, commentBy = by, text = '' }: GithubEvent) {
  return { repository: REPOSITORY, issue: number, user: commentBy, body: text };
}

function comment(event: GithubEvent, github: GithubState) {
  const { id, body, user } = github.addComment(written(event));
  return { id, body, user: account(user), html_url: `${url(event)}#issuecomment-${id}` };
}

function lineComment(event: GithubEvent, github: GithubState) {
  const all = textsOn(github.reviewComments, { repository: REPOSITORY, number: event.number ?? 0 });
  const latest = all.filter(({ review }) => review === all.at(-1)?.review);
  const known = event.line === undefined ? undefined : latest[event.line];
  const { id, body, user, path, hunk, review } = known ?? github.addReviewComment(written(event));
  const place = { path, diff_hunk: hunk, pull_request_review_id: review };
  return { id, body, user: account(user), html_url: `${url(event)}#discussion_r${id}`, ...place };
}
