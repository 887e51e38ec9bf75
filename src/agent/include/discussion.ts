import type { Comment, Subject } from '../../github/event.ts';
import { listDiscussion, listLineComments, listReviews } from '../../github/operations.ts';
import { isListed, reaches } from '../../github/permission.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { counts, cutWithNotice, introduction, leftOutLine, most, quote } from '../quotation.ts';
import { OWN_COMMENT } from '../trigger.ts';
import type { IncludeSource } from './changes.ts';

/** People whose permission is asked. */
const MOST_PEOPLE = 10;
const LONGEST_REMARK = 8000;

/**
 * Reads what people who may ask have said. Everybody is asked about once, the latest speakers first; what those say who
 * come after the tenth is left out, as is what people say who may not ask. The prompt holds the comment that the event
 * is about already, and others of its review.
 */
export async function readDiscussion(
  { kind, number, url }: Subject,
  { event, inputs, github, options }: IncludeSource,
): Promise<PromptPart> {
  const isPullRequest = kind === 'pull request';
  const read = await Promise.all([
    github.latest(listDiscussion, { issue_number: number }, options),
    isPullRequest ? github.latest(listReviews, { pull_number: number }, options) : [],
    isPullRequest ? github.latest(listLineComments, { pull_number: number }, options) : [],
  ]);
  const asking = event.kind === 'comment' ? event.comment : undefined;
  const held = new Set([asking, ...(asking?.others ?? [])].map((comment) => comment?.url));
  const all = read
    .flat()
    .filter(({ body, url }) => !held.has(url) && body.trim() !== '' && !body.includes(OWN_COMMENT))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const persons = new Set(all.flatMap(({ author }) => (author && !author.isBot ? author.login : [])));
  const { minimumPermission: minimum, allowedBots } = inputs;
  const asked = minimum === 'none' ? [] : [...persons].slice(0, MOST_PEOPLE);
  const answers = await Promise.all(asked.map((login) => reaches(login, minimum, github, options)));
  const heard = minimum === 'none' ? persons : new Set(asked.filter((_, index) => answers[index]));
  const remarks = all.filter(
    ({ author }) => author && (author.isBot ? isListed(author, allowedBots) : heard.has(author.login)),
  );
  const what = `what people who may ask have said on the ${kind} #${number}`;
  return discussionPart(remarks, all.length - remarks.length, what, url);
}

/**
 * The newest remarks. Their lines stand one `>` deeper than the lines that name them.
 *
 * @param remarks of people who may ask, the newest first
 * @param unheard comments of people who may not ask, or who were not asked about
 */
export function discussionPart(
  remarks: readonly Comment[],
  unheard: number,
  what: string,
  url: string,
): PromptPart {
  const head = `${introduction(what, undefined, visibleLine(url))}\n`;
  const quoted = remarks.map(({ author, body, url: own, createdAt, code }) => {
    const text = quote(cutWithNotice(visibleText(body), LONGEST_REMARK, visibleLine(own)));
    const where = code ? `, on ${visibleLine(code.path)}` : '';
    return `\n${quote(`${author?.login}, ${createdAt.slice(0, 10)}${where}:\n${text}`)}`;
  });
  const first = (count: number) => head + quoted.slice(0, count).join('');
  return {
    name: 'discussion',
    weight: 2,
    size: quoted.length === 0 ? 0 : first(quoted.length).length,
    fit(room) {
      const count = most(quoted.length, (some) => first(some).length <= room);
      const leftOut = counts([quoted.length - count, 'older comments'], [unheard, 'comments of others']);
      if (count > 0) return { text: first(count), leftOut };
      return { text: quoted.length === 0 ? '' : leftOutLine({ what, url }, room), leftOut };
    },
  };
}
