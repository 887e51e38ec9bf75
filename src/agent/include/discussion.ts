import type { Comment, Subject } from '../../github/event.ts';
import { listDiscussion, listLineComments, listReviews } from '../../github/operations.ts';
import { isListed, type PermissionSettings, reaches } from '../../github/permission.ts';
import { visibleLine, visibleText } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { counts, cutWithNotice, introduction, leftOutLine, quote } from '../quotation.ts';
import { OWN_COMMENT } from '../trigger.ts';
import type { IncludeSource } from './changes.ts';

/** What people have said on an issue or pull request. */
export interface Discussion {
  /** Of people who may ask, the newest first. */
  readonly remarks: readonly Comment[];
  /** Comments of people who may not ask, or who were not asked about. */
  readonly unheard: number;
  readonly what: string;
  readonly url: string;
}

/** People whose permission is asked. */
const MOST_PEOPLE = 10;
const LONGEST_REMARK = 8000;

/**
 * Reads what people who may ask have said. Everybody is asked about once, the latest speakers first; what those say who
 * come after the tenth is left out, as is what people say who may not ask.
 *
 * @param asking the comment that the event is about, which the prompt holds already, as it does others of its review
 */
export async function readDiscussion(
  { kind, number, url }: Subject,
  asking: Comment | undefined,
  settings: PermissionSettings,
  { github, options }: IncludeSource,
): Promise<Discussion> {
  const isPullRequest = kind === 'pull request';
  const read = await Promise.all([
    github.latest(listDiscussion, { issue_number: number }, options),
    isPullRequest ? github.latest(listReviews, { pull_number: number }, options) : [],
    isPullRequest ? github.latest(listLineComments, { pull_number: number }, options) : [],
  ]);
  const held = new Set([asking, ...(asking?.others ?? [])].map((comment) => comment?.url));
  const all = read
    .flat()
    .filter(({ body, url }) => !held.has(url) && body.trim() !== '' && !body.includes(OWN_COMMENT))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id);
  const persons = new Set(all.flatMap(({ author }) => (author && !author.isBot ? author.login : [])));
  const { minimumPermission: minimum, allowedBots } = settings;
  const asked = minimum === 'none' ? [] : [...persons].slice(0, MOST_PEOPLE);
  const answers = await Promise.all(asked.map((login) => reaches(login, minimum, github, options)));
  const heard = minimum === 'none' ? persons : new Set(asked.filter((_, index) => answers[index]));
  const remarks = all.filter(
    ({ author }) => author && (author.isBot ? isListed(author, allowedBots) : heard.has(author.login)),
  );
  const what = `what people who may ask have said on the ${kind} #${number}`;
  return { remarks, unheard: all.length - remarks.length, what, url };
}

/** The newest remarks. Their lines stand one `>` deeper than the lines that name them. */
export function discussionPart({ remarks, unheard, what, url }: Discussion): PromptPart {
  const head = `${introduction(what, undefined, visibleLine(url))}\n`;
  const quoted = remarks.map(({ author, body, url: own, createdAt, code }) => {
    const text = quote(cutWithNotice(visibleText(body), LONGEST_REMARK, visibleLine(own)));
    const where = code ? `, on ${visibleLine(code.path)}` : '';
    return `\n${quote(`${author?.login}, ${createdAt.slice(0, 10)}${where}:\n${text}`)}`;
  });
  const size = quoted.reduce((sum, { length }) => sum + length, head.length);
  return {
    name: 'discussion',
    weight: 2,
    size: quoted.length === 0 ? 0 : size,
    fit(room) {
      let used = head.length;
      let count = 0;
      for (; count < quoted.length; count += 1) {
        used += quoted[count]?.length ?? 0;
        if (used > room) break;
      }
      const leftOut = counts([quoted.length - count, 'older comments'], [unheard, 'comments of others']);
      if (count > 0) return { text: head + quoted.slice(0, count).join(''), leftOut };
      return { text: quoted.length === 0 ? '' : leftOutLine({ what, url }, room), leftOut };
    },
  };
}
