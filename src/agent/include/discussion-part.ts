import { visibleLine, visibleText } from '../../text/visible.ts';
import type { PromptPart } from '../budget.ts';
import { cutWithNotice, introduction, leftOutLine, quote } from '../quotation.ts';

/** A comment of somebody who may ask. */
export interface Remark {
  readonly author: string;
  readonly body: string;
  readonly url: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The file of a comment on a line; empty for others. */
  readonly path: string;
}

export interface Discussion {
  /** The newest first. */
  readonly remarks: readonly Remark[];
  /** Comments of people who may not ask, or who were not asked about. */
  readonly unheard: number;
  readonly what: string;
  readonly url: string;
}

const LONGEST_REMARK = 8000;

/** What people who may ask have said, the newest first. Their lines stand one `>` deeper than the lines that name them. */
export function discussionPart({ remarks, unheard, what, url }: Discussion): PromptPart {
  const head = `${introduction(what, undefined, visibleLine(url))}\n`;
  const quoted = remarks.map(({ author, body, url: own, createdAt, path }) => {
    const text = quote(cutWithNotice(visibleText(body), LONGEST_REMARK, visibleLine(own)));
    const where = path === '' ? '' : `, on ${visibleLine(path)}`;
    return `\n${quote(`${author}, ${createdAt.slice(0, 10)}${where}:\n${text}`)}`;
  });
  const size = quoted.reduce((sum, { length }) => sum + length, head.length);
  const others = unheard > 0 ? `${unheard} comments of others` : '';
  return {
    name: 'discussion',
    weight: 2,
    size: quoted.length === 0 ? 0 : size,
    fit(room) {
      if (quoted.length === 0) return { text: '', leftOut: others };
      let used = head.length;
      const count = quoted.findIndex((text) => {
        used += text.length;
        return used > room;
      });
      const shown = count < 0 ? quoted : quoted.slice(0, count);
      const rest = quoted.length - shown.length;
      const leftOut = [rest > 0 ? `${rest} older comments` : '', others].filter(Boolean).join(', ');
      if (shown.length > 0) return { text: `${head}${shown.join('')}`, leftOut };
      const line = leftOutLine({ what, url });
      return { text: line.length <= room ? line : '', leftOut };
    },
  };
}
