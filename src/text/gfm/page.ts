import { isBlank } from '../characters.ts';
import type { Edit, Span } from './edits.ts';
import { OpenElements } from './elements.ts';
import { isShownAddress } from './links.ts';

/**
 * Elements that GitHub keeps, according to its published list. From other elements, it removes the tags but keeps the
 * content. https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small source span time wbr'
  ).split(' '),
);

/** Matches the `<` of a tag that GitHub shows as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const DISALLOWED =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[ \t\n>]|\/>|$))/gi;

/** Matches the equals sign and the value of an attribute, as a browser reads them. */
const VALUE = String.raw`[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\n\f>"'\0][^ \t\n\f>\0]*|))`;
const ATTRIBUTE = String.raw`([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:${VALUE})?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'g');
/**
 * Matches markup, which a browser doesn't show as text. If markup isn't closed, it continues to the end of the page:
 *
 * - a script or style with its content, unless GitHub shows its tag as text. GitHub doesn't show the tag inside other
 *   markup, or if a form feed or slash ends the name (cmark-gfm, `is_tag`).
 * - a comment, or other markup that a browser treats as a comment
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

/** Matches the position before an email address that GitHub turns into a link. */
const BEFORE_MAIL =
  /(?<![\w.+-])(?=[\w.+-]+@[\w-]*(?:\.[A-Za-z\d][\w-]*)+(?<=[A-Za-z])(?![\w@-]|\.[A-Za-z\d]))/g;

/**
 * Stand-in for a tag that GitHub generates. It has quotes, because they matter: if an earlier attribute value lacks its
 * closing quote, the first quote in the generated tag closes that value.
 */
export const OWN_TAG = '<a href="">';
/**
 * Stand-in for the tag of a link whose address ends in an equals sign. If an earlier attribute isn't closed, this
 * equals sign begins another value.
 */
const OWN_TAG_EQUAL = '<a href="x=">';

/** Returns the stand-in for the tag that GitHub generates for a link to `url`. */
export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Link whose address `edit` removes. If visible text of the link is found, `shown` becomes the text of the edit. */
export interface Link {
  readonly edit: Edit;
  readonly shown: string;
}

/** Part of the page that comes from one place in the source, or that GitHub generates. */
interface Piece extends Span {
  /** Offset in the source minus the offset on the page; undefined for tags that GitHub generates from Markdown. */
  readonly shift: number | undefined;
  /** Whether this piece begins a leaf block. */
  readonly isLeaf: boolean;
  /** Markdown link that this tag begins; undefined for other pieces. */
  readonly link: Link | undefined;
}

/**
 * Collects the HTML that GitHub generates from a text, then reads it like a browser. It reads the page as a whole,
 * because a comment or tag that isn't closed hides everything after it.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /** Number of characters that link addresses may still add. The limit keeps a short text from becoming a long text. */
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

  /** Adds a tag that GitHub generates from Markdown, such as `<p>`. */
  addTag(html: string, link?: Link): void {
    this.#add(html, undefined, link);
  }

  /** Adds text in which GitHub escapes HTML. `start` is its offset in the source. */
  addText(text: string, start: number, isCode = false): void {
    // Character references may be invisible, so they are treated as blanks. Other characters must not act as HTML.
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

  /**
   * Adds raw HTML. In an HTML block, GitHub shows every disallowed tag as text. In inline HTML, it does so only with a
   * tag at the start.
   */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /**
   * Returns edits that remove from the source everything that a browser doesn't show. Restores the addresses of links
   * with visible text.
   */
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

  /** Returns edits that remove a part of the page from the source. Piece `index` must begin at or before `from`. */
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

/** Returns the `href` attribute of a tag; empty if the tag doesn't have one, or if its address must not be shown. */
function addressOf(tag: string): string {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
