import { isOwnComment } from '../../github/comments.ts';
import type { GithubComment, TriggerEvent } from '../../github/event.ts';
import { listDiscussion, listLineComments, listReviews } from '../../github/operations.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { NEEDED } from '../needed.ts';
import type { GithubRun } from '../request.ts';
import { listPart, type Part, quote, shownPath, some, thatFit } from './quote.ts';

const HEARD = new Set(['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR']);

/** Reads what was said on the issue or pull request before the event, without what the prompt already quotes. */
export async function readDiscussion({ event, github }: GithubRun): Promise<readonly Part[]> {
  const { subject, comment } = event;
  if (!subject) return [];
  const { kind, number, url } = subject;
  const more = kind === 'pull request' ? [listReviews, listLineComments] : [];
  const lists = await Promise.all([
    github.all(listDiscussion, { issue_number: number }, NEEDED),
    ...more.map((list) => github.all(list, { pull_number: number }, NEEDED)),
  ]);
  const quoted = new Set([comment, ...(comment?.others ?? [])].map((each) => each?.url));
  const all = lists
    .flat()
    .filter(({ url, body, isMinimized }) => !quoted.has(url) && !isMinimized && !isOwnComment(body))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const heard = all.filter((each) => isHeard(each, event));
  const others = all.length - heard.length;
  const part = listPart({ what: `the discussion of ${kind} #${number}`, url }, (room) => {
    const { text, count } = thatFit(heard, room, quotedRemark);
    const rest = some(others, 'other comment', 'other comments');
    return { text, leftOut: [some(heard.length - count, 'comment'), rest] };
  });
  return [part];
}

/** What was written or edited after the event may say something else than what the person who asked has read. */
function isHeard({ author, association, updatedAt }: GithubComment, { subject, at }: TriggerEvent): boolean {
  const isKnown = HEARD.has(association) || (author !== undefined && author.login === subject?.author?.login);
  return isKnown && !(Date.parse(updatedAt) > Date.parse(at));
}

/** Quotes a comment one `>` deeper than its author's name. Empty if GitHub shows none of its text. */
function quotedRemark({ author, body, createdAt, code }: GithubComment): string {
  const text = visibleText(body);
  if (text === '') return '';
  const where = code ? `, on ${shownPath(code.path)}` : '';
  const said = `${author?.login ?? 'a deleted account'}, ${visibleLine(createdAt).slice(0, 10)}${where}:`;
  return `\n${quote(`${said}\n${quote(text)}`)}`;
}
