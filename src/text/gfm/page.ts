import { isBlank } from '../characters.ts';
import type { Edit, Span } from './edits.ts';
import { OpenElements } from './elements.ts';
import { isShownAddress } from './links.ts';

/**
 * Elements that GitHub keeps, by its published list. It removes the tags of other elements and keeps their contents.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small source span time wbr'
  ).split(' '),
);

/** Matches the beginning of a tag that GitHub shows as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const DISALLOWED =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[ \t\n>]|\/>|$))/gi;

/** Matches what a browser takes for the value after an attribute's name. */
const VALUE = String.raw`[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\n\f>"'\0][^ \t\n\f>\0]*|))`;
const ATTRIBUTE = String.raw`([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:${VALUE})?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'g');
/**
 * Matches what a browser doesn't show as text. If it isn't closed, it continues to the end of the page:
 *
 * - a script or style with its content, unless GitHub shows its tag as text. GitHub doesn't within other markup, or if
 *   a form feed or slash ends the name (cmark-gfm, `is_tag`).
 * - a comment, or what a browser takes for one
 * - a tag
 */
const MARKUP = new RegExp(
  [
    String.raw`<(script|style)(?=[ \t\n\f/>]).*?(?:</\1(?=[ \t\n\f/>])(?!/>)[^>]*>?|$)`,
    '<(?:!--(?:-?>|.*?(?:--!?>|$))|(?:[!?]|/[^A-Za-z>])[^>]*(?:>|$))',
    String.raw`<(?<slash>/?)(?<name>[A-Za-z][^ \t\n\f/>\0]*)(?:[ \t\n\f/\0]+|${ATTRIBUTE})*(?<close>>?)`,
  ].join('|'),
  'gis',
);

/** Matches the place before an email address, which GitHub makes a link. */
const BEFORE_MAIL =
  /(?<![\w.+-])(?=[\w.+-]+@[\w-]*(?:\.[A-Za-z\d][\w-]*)+(?<=[A-Za-z])(?![\w@-]|\.[A-Za-z\d]))/g;

/** Tag of a link that GitHub makes. Its quotes end an attribute that isn't closed, as those of GitHub's other tags do. */
export const OWN_TAG = '<a href="">';
/** Tag of a link whose address ends in an equals sign, which begins another value after an attribute that isn't closed. */
const OWN_TAG_EQUAL = '<a href="x=">';

/** Returns the tag that GitHub makes for a link to `url`. */
export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Edit that is given the link's address once text of the link is seen. */
export interface Link {
  readonly edit: Edit;
  readonly shown: string;
}

/** Part of the page that comes from one place. */
interface Piece extends Span {
  /** Offset in the source minus the offset on the page; undefined for tags that Markdown makes. */
  readonly shift: number | undefined;
  /** Whether it begins a leaf. */
  readonly isLeaf: boolean;
  /** Link that this tag begins, if Markdown made it. */
  readonly link: Link | undefined;
}

/**
 * Collects the HTML that GitHub makes of a text, then reads it as a browser does. It is read as a whole, because a
 * comment or tag that isn't closed hides what follows.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /** Number of characters that addresses may still add, so that a short text can't grow long. */
  #room: number;

  constructor(room: number) {
    this.#room = room;
  }

  #add(html: string, source?: number, link?: Link): void {
    const start = this.#html.length;
    this.#html += html;
    const shift = source === undefined ? undefined : source - start;
    const isLeaf = source === undefined && html.startsWith('\n');
    this.#pieces.push({ start, end: this.#html.length, shift, isLeaf, link });
  }

  /** Adds a tag that Markdown makes, such as `<p>`. */
  addTag(html: string, link?: Link): void {
    this.#add(html, undefined, link);
  }

  /** Adds text that GitHub escapes. `start` is its offset in the source. */
  addText(text: string, start: number, isCode = false): void {
    // Character references may be invisible, so they count as blanks. Nothing else may act as HTML.
    const html = text
      .replaceAll(/&#?\w+;/g, (reference) => ' '.repeat(reference.length))
      .replaceAll(/[<>"&]/g, 'x');
    let at = 0;
    for (const { index } of isCode ? [] : text.matchAll(BEFORE_MAIL)) {
      this.#add(html.slice(at, index), start + at);
      this.addTag(`${OWN_TAG}</a>`);
      at = index;
    }
    this.#add(html.slice(at), start + at);
  }

  /** Adds raw HTML. GitHub shows some of its tags as text: anywhere in a block, but within a line only at the beginning. */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /** Returns edits that remove from the source what a browser doesn't show, and that give visible links their addresses. */
  edits(): Edit[] {
    const edits: Edit[] = [];
    const elements = new OpenElements();
    let link: Link | undefined;
    let end = 0;
    let index = 0;
    const see = (to: number) => {
      if (elements.isHiding) edits.push(...this.#hide(index, end, to));
      if (!link || elements.isHiding || isBlank(this.#html.slice(end, to))) return;
      const { edit, shown } = link;
      const added = Math.max(0, shown.length - (edit.end - edit.start));
      link = undefined;
      if (added > this.#room) return;
      this.#room -= added;
      edit.text = shown;
    };
    for (const { 0: markup, index: at, groups = {} } of this.#html.matchAll(MARKUP)) {
      see(at);
      end = at + markup.length;
      for (; (this.#pieces[index + 1]?.start ?? end) <= at; index += 1) {
        if (this.#pieces[index + 1]?.isLeaf) elements.startLeaf();
      }
      const { slash, name = '', close } = groups;
      const tag = name.toLowerCase();
      const isOwn = this.#pieces[index]?.shift === undefined;
      if (close) elements[slash ? 'end' : 'start'](isOwn ? `/${tag}` : tag);
      const hidden = isOwn ? [] : this.#hide(index, at, end);
      if (hidden[0]) hidden[0].text = name === '' ? ' ' : close && KEPT.has(tag) ? `<${slash}${tag}>` : '';
      edits.push(...hidden);
      if (tag !== 'a' || !close) continue;
      if (slash) link = undefined;
      else if (hidden[0]) link = { edit: hidden[0], shown: `<a${addressOf(markup)}>` };
      else link = this.#pieces[index]?.link ?? link;
    }
    see(this.#html.length);
    return edits;
  }

  /** Returns edits that remove a part of the page from the source. Piece `index` begins at or before `from`. */
  #hide(index: number, from: number, to: number): Edit[] {
    const edits: Edit[] = [];
    for (let next = index; (this.#pieces[next]?.start ?? to) < to; next += 1) {
      const { start, end, shift } = this.#pieces[next] as Piece;
      if (shift === undefined || end <= from) continue;
      edits.push({ start: Math.max(from, start) + shift, end: Math.min(to, end) + shift, text: '' });
    }
    return edits;
  }
}

/** Returns the `href` attribute of a tag; empty if it has none whose address may be shown. */
function addressOf(tag: string): string {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
