import { type Expected, expectedOf } from '../__tests__/helpers/contract.ts';
import { applyEvent } from '../sandbox/github/apply-event.ts';
import { type GithubEvent, payloadOf } from '../sandbox/github/events.ts';
import type { Payload } from '../sandbox/github/examples.ts';
import { type GithubState, textsOn } from '../sandbox/github/state.ts';

/** What people do in a story, in words: `theo issues.labeled 12 docs`. */
export interface StoryEvent extends GithubEvent {
  readonly by: string;
  /** Texts of a review's comments on lines. GitHub tells of each in an event of its own. */
  readonly lines: readonly string[];
  /** Which of these comments it is: of the latest review, from 0. */
  readonly line: number | undefined;
}

export const REPOSITORY = 'acme/product';

/** Logins and what they may do; anybody else may do nothing. */
export const PEOPLE: Readonly<Record<string, 'admin' | 'write' | 'read'>> = {
  maria: 'write',
  theo: 'admin',
  rita: 'read',
};

/** Who opened which pull request; any other number is an issue's. 41 is that of a sandbox's first job. */
const PULL_REQUESTS: Readonly<Record<string, string>> = {
  41: 'mintlify[bot]',
  55: 'mintlify[bot]',
  56: 'rita',
};

/**
 * Reads `theo issues.labeled 12 docs`: who does what, to which issue or pull request, and the label or the text. A
 * review's comments on lines follow its text (`/docs shorten + Too long`), and `…comment.created:0` is the first of them.
 *
 * @throws {RangeError} when nobody can do that
 */
export function readEvent(words: string): StoryEvent {
  const read = /^([\w-]+(?:\[bot\])?) (\w+)\.(\w*)(?::(\d+))?(?: (\d+))?(?: (.*))?$/.exec(words);
  if (!read) throw new RangeError(`Nothing is known that is called "${words}".`);
  const [, by = '', name = '', action = '', line, number, rest] = read;
  const [text = '', ...lines] = rest?.split(/ ?\+ /) ?? [];
  const author = PULL_REQUESTS[number ?? ''];
  const isPullRequest = author !== undefined;
  return {
    ...{
      name,
      action,
      by,
      lines,
      repository: REPOSITORY,
      line: line === undefined ? undefined : Number(line),
    },
    ...(number !== undefined && {
      ...{ number: Number(number), isPullRequest, title: `Subject ${number}` },
      body: subjectText(Number(number)),
    }),
    ...(isPullRequest && { author }),
    ...(name === 'pull_request' && action === 'closed' && { merged: true }),
    ...(/^(issues|pull_request)$/.test(name) ? rest !== undefined && { label: rest } : { text }),
    ...(name === 'release' && { tag: 'v1', body: 'News' }),
  };
}

/** What a job needs to be told of a subject once. */
export function subjectText(number: number): string {
  return `All that there is to say about ${number}.`;
}

/** What the step has to do about it. */
export function expectedFrom(event: StoryEvent, inputs: Readonly<Record<string, string>>): Expected {
  const { name, by, lines, line, text = '', author = '' } = event;
  const isTrusted = name === 'workflow_dispatch' || name === 'release';
  return expectedOf(
    {
      ...event,
      text: line === undefined ? text : (lines[line] ?? ''),
      isPermitted: isTrusted || /admin|write/.test(PEOPLE[by] ?? ''),
      isOfBot: author.endsWith('[bot]'),
      ...(line !== undefined && { reviewText: text }),
    },
    inputs,
  );
}

/** Lets it happen on GitHub, and gives what GitHub tells the workflow. */
export function payloadFor(event: StoryEvent, github: GithubState): Payload {
  const { name, by, lines, number: issue = 0, author = by, isPullRequest } = event;
  if (isPullRequest && !github.thread(REPOSITORY, issue).isPullRequest)
    github.setPullRequest({ repository: REPOSITORY, number: issue, user: author });
  const whole = { ...event, author, association: by in PEOPLE ? 'MEMBER' : 'NONE' };
  if (name === 'pull_request_review_comment') {
    const { id, body, path, hunk, review } = lineComment(event, github);
    return payloadOf({ ...whole, id, text: body, path, hunk, review });
  }
  const happened = applyEvent(whole, github);
  if (name === 'pull_request_review') {
    const on = { repository: REPOSITORY, issue, user: by };
    for (const body of lines) github.addReviewComment({ ...on, review: happened.id ?? 0, body });
  }
  return payloadOf(happened);
}

function lineComment({ line, number: issue = 0, by, text = '' }: StoryEvent, github: GithubState) {
  const all = textsOn(github.reviewComments, { repository: REPOSITORY, number: issue });
  const latest = all.filter(({ review }) => review === all.at(-1)?.review);
  const known = line === undefined ? undefined : latest[line];
  return known ?? github.addReviewComment({ repository: REPOSITORY, issue, user: by, body: text });
}
