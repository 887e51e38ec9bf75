import { isOwnComment } from '../../github/comments.ts';
import type { GithubComment, IssueOrPull } from '../../github/objects.ts';
import { listDiscussion, listLineComments, listReviews } from '../../github/operations.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import type { GithubContext, RequestContext } from '../request-context.ts';
import { countOrEmpty, joinFitting, listPart, type PromptPart, quote, shownPath } from './quote.ts';

const HEARD_ASSOCIATIONS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR', 'CONTRIBUTOR']);

/** Reads what was said on the issue or pull request before the event, without what the prompt already quotes. */
export async function readDiscussion(context: GithubContext): Promise<readonly PromptPart[]> {
  const { issueOrPull, lineComments } = context.subject;
  if (!issueOrPull) return [];
  const { kind, number, url } = issueOrPull;
  const quoted = new Set([context.event.comment, ...lineComments].map((each) => each?.url));
  const all = (await readRemarks(issueOrPull, context))
    .filter((remark) => !quoted.has(remark.url))
    .filter(({ body, isMinimized }) => !isMinimized && !isOwnComment(body))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const heard = all.filter((remark) => isHeard(remark, issueOrPull, context));
  const others = countOrEmpty(all.length - heard.length, 'other comment');
  const part = listPart({ what: `the discussion of ${kind} #${number}`, url }, (room) => {
    const { text, count } = joinFitting(heard, room, quotedRemark);
    return { text, leftOut: [countOrEmpty(heard.length - count, 'comment'), others] };
  });
  return [part];
}

async function readRemarks({ kind, number }: IssueOrPull, { github }: GithubContext) {
  const listsOfPull = kind === 'pull request' ? [listReviews, listLineComments] : [];
  const lists = await Promise.all([
    github.all(listDiscussion, { issue_number: number }),
    ...listsOfPull.map((list) => github.all(list, { pull_number: number })),
  ]);
  return lists.flat();
}

/** What was written or edited after the event may say something else than what the person who asked has read. */
function isHeard(
  { author, association, updatedAt }: GithubComment,
  issueOrPull: IssueOrPull,
  { event, startedAt }: RequestContext,
) {
  const isBySubjectAuthor = author && author.login === issueOrPull.author?.login;
  if (!HEARD_ASSOCIATIONS.has(association) && !isBySubjectAuthor) return false;
  const asked = event.comment?.updatedAt || event.issueOrPull?.updatedAt;
  const askedAt = asked ? Date.parse(asked) : startedAt.getTime();
  return !(Date.parse(updatedAt) > askedAt);
}

/** Quotes a comment one `>` deeper than its author's name. Empty if GitHub shows none of its text. */
function quotedRemark({ author, body, createdAt, code }: GithubComment) {
  const text = visibleText(body);
  if (!text) return '';
  const where = code ? `, on ${shownPath(code.path)}` : '';
  const said = `${author?.login ?? 'a deleted account'}, ${visibleLine(createdAt).slice(0, 10)}${where}:`;
  return `\n${quote(`${said}\n${quote(text)}`)}`;
}
