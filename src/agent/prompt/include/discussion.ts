import type { GithubComment } from '../../../github/event.ts';
import { listDiscussion, listLineComments, listReviews } from '../../../github/operations.ts';
import { hasPermission, isListed } from '../../../github/permission.ts';
import { isOwnComment } from '../../../github/signed-comment.ts';
import { visibleLine, visibleText } from '../../../text/visible.ts';
import type { IncludeSource } from '../../request.ts';
import { type Material, NO_MATERIAL, type PromptPart } from '../compose.ts';
import { counts, cutWithNotice, firstThatFit, LEAST_CUT, listPart, quote, shownPath } from '../quotation.ts';

/** Maximum number of people whose permission is read. */
const MOST_PEOPLE = 10;

/** Reads comments by people who are allowed to start requests. Leaves out comments that are already in the prompt. */
export async function readDiscussion(source: IncludeSource): Promise<Material> {
  const { event, github, options } = source;
  const { subject, comment } = event;
  if (!subject) return NO_MATERIAL;
  const { kind, number, url } = subject;
  const more = kind === 'pull request' ? [listReviews, listLineComments] : [];
  const lists = await Promise.all([
    github.latest(listDiscussion, { issue_number: number }, options),
    ...more.map((list) => github.latest(list, { pull_number: number }, options)),
  ]);
  const held = new Set([comment, ...(comment?.others ?? [])].map((each) => each?.url));
  const all = lists
    .flatMap(({ entries }) => entries)
    .filter((each) => !held.has(each.url) && !each.isMinimized)
    .filter(({ body }) => body.trim() !== '' && !isOwnComment(body))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const { remarks, unchecked } = await ofPeopleWhoMayAsk(all, source);
  const what = `comments on ${kind} #${number} by people who may start requests`;
  const earlier = lists.reduce((sum, list) => sum + list.earlier, 0);
  const denied = all.length - remarks.length - unchecked;
  return { parts: [discussionPart(remarks, { denied, unchecked, earlier }, what, url)] };
}

/**
 * Keeps comments by people who are allowed to make requests. Reads the permissions of the ten authors who commented
 * last.
 *
 * @param all comments, newest first
 * @returns the comments that are kept, and the number of comments whose author's permission wasn't read
 */
async function ofPeopleWhoMayAsk(
  all: readonly GithubComment[],
  { inputs, github, options }: IncludeSource,
): Promise<{ remarks: GithubComment[]; unchecked: number }> {
  const { minimumPermission: minimum, allowedBots } = inputs;
  const isEverybody = minimum === 'none';
  const people = [...new Set(all.flatMap(({ author }) => (author && !author.isBot ? author.login : [])))];
  const checked = isEverybody ? people : people.slice(0, MOST_PEOPLE);
  const answers = await Promise.all(
    checked.map((login) => isEverybody || hasPermission(login, minimum, github, options)),
  );
  const permitted = checked.filter((_, index) => answers[index]);
  const remarks = all.filter(
    ({ author }) =>
      author && (author.isBot ? isListed(author, allowedBots) : permitted.includes(author.login)),
  );
  const unchecked = all.filter(({ author }) => author && !author.isBot && !checked.includes(author.login));
  return { remarks, unchecked: unchecked.length };
}

/**
 * Builds the part with the newest comments that fit, and counts the comments that are left out.
 *
 * @param remarks comments by people who are allowed to make requests, newest first
 * @param more counts of other comments: by people who aren't allowed to make requests (`denied`), by people whose
 * permission wasn't read (`unchecked`), and older comments that weren't read (`earlier`)
 */
export function discussionPart(
  remarks: readonly GithubComment[],
  more: { readonly denied: number; readonly unchecked: number; readonly earlier: number },
  what: string,
  url: string,
): PromptPart {
  return listPart('discussion', what, url, (room) => {
    const { text, count } = firstThatFit(remarks, room, (remark) => quotedRemark(remark, room));
    if (count === 0 && remarks.length > 0) return undefined;
    const older = remarks.length - count + more.earlier;
    const noRoomFor = counts(
      [older, 'older comment'],
      [more.unchecked, 'comment by more people', 'comments by more people'],
    );
    const leftOut = [
      noRoomFor,
      counts([more.denied, 'comment by people without permission', 'comments by people without permission']),
    ].filter((part) => part !== '');
    return { text, leftOut: leftOut.join(', '), noRoomFor };
  });
}

/** Quotes a comment one `>` deeper than its author's name. Returns an empty string if GitHub shows none of its text. */
function quotedRemark({ author, body, url, createdAt, code }: GithubComment, room: number): string {
  const text = visibleText(body);
  if (text === '') return '';
  const where = code ? `, on ${shownPath(code.path)}` : '';
  const quoted = quote(`${author?.login}, ${createdAt.slice(0, 10)}${where}:\n${quote(text)}`);
  return cutWithNotice(`\n${quoted}`, Math.max(room, LEAST_CUT), visibleLine(url));
}
