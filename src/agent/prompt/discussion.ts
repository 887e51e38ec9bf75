import type { GithubApi } from '../../github/api.ts';
import { isOwnComment } from '../../github/comments.ts';
import type { GithubComment, TriggerEvent } from '../../github/event.ts';
import { listDiscussion, listLineComments, listReviews } from '../../github/operations.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import { NEEDED } from '../needed.ts';
import type { AgentRun } from '../request.ts';
import { listPart, type Part, quote, shownPath, some, thatFit } from './quote.ts';

const HEARD = new Set(['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR']);

/** Reads what was said on the issue or pull request before the event, without what the prompt already quotes. */
export async function readDiscussion({ event }: AgentRun, github: GithubApi): Promise<readonly Part[]> {
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
    .filter((each) => !quoted.has(each.url) && !each.isMinimized && !isOwnComment(each.body))
    .filter(({ body }) => visibleText(body) !== '')
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const heard = all.filter((each) => isHeard(each, event));
  return [discussionPart(heard, all.length - heard.length, `the discussion of ${kind} #${number}`, url)];
}

/** What was written or edited after the event may say something else than what the person who asked has read. */
function isHeard({ author, association, updatedAt }: GithubComment, { subject, at }: TriggerEvent): boolean {
  const isKnown = HEARD.has(association) || (author !== undefined && author.login === subject?.author?.login);
  return isKnown && !(Date.parse(updatedAt) > Date.parse(at));
}

/** @param remarks newest first; `others` is the number of comments that don't count */
export function discussionPart(
  remarks: readonly GithubComment[],
  others: number,
  what: string,
  url: string,
): Part {
  return listPart({ what, url }, (room) => {
    const { text, count } = thatFit(remarks.map(quotedRemark), room);
    const unheard = (noun: string) => `${noun} by others or after the event`;
    return {
      text,
      leftOut: [
        some(remarks.length - count, 'comment'),
        some(others, unheard('comment'), unheard('comments')),
      ],
    };
  });
}

/** Quotes a comment one `>` deeper than its author's name. */
function quotedRemark({ author, body, createdAt, code }: GithubComment): string {
  const where = code ? `, on ${shownPath(code.path)}` : '';
  const said = `${author?.login ?? 'a deleted account'}, ${visibleLine(createdAt).slice(0, 10)}${where}:`;
  return `\n${quote(`${said}\n${quote(visibleText(body))}`)}`;
}
