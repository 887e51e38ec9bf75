import { isBlank } from '../characters.ts';
import type { Edit, Span } from './edits.ts';
import { OpenElements } from './elements.ts';
import { isShownAddress } from './links.ts';

/**
 * Elements that GitHub keeps, according to its published list. If an element isn't listed, GitHub removes its tags but
 * keeps its content. https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
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

/** Pattern of an attribute's equals sign and value, by a browser's rules. One of its three groups has the value. */
const VALUE = String.raw`[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\n\f>"'\0][^ \t\n\f>\0]*|))`;
const ATTRIBUTE = String.raw`([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:${VALUE})?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'g');
/**
 * Matches markup that a browser doesn't show as text. Markup that isn't closed extends to the end of the page. The
 * pattern has three parts:
 *
 * - a `script` or `style` element with its content. GitHub shows most of these tags as text ({@link DISALLOWED}). It
 *   doesn't if the tag is inside other markup, or a form feed or a slash without `>` follows the name (cmark-gfm,
 *   `is_tag`).
 * - a comment, or markup that a browser treats as a comment, such as `<?…>`
 * - any other tag
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
 * Replacement on the {@link Page} for a tag with an attribute that GitHub generates from Markdown. Only its quotes
 * matter. If the value of an earlier attribute isn't closed, a browser takes the first quote here as its closing quote.
 */
export const OWN_TAG = '<a href="">';
/**
 * Replacement for such a tag if its attribute's value ends in an equals sign. If the first quote closes an earlier
 * value, a browser reads `x=` as the start of another attribute. The value of that attribute begins at the second
 * quote.
 */
const OWN_TAG_EQUAL = '<a href="x=">';

/** Returns the replacement for a tag that GitHub generates from Markdown with `url` as the value of an attribute. */
export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Link in the source. Its address is removed, and restored only if the link has visible text. */
export interface Link {
  /** Edit that removes the address. */
  readonly edit: Edit;
  /** New text of the edit if the link has visible text. It contains the address if that may be shown. */
  readonly shown: string;
}

/** Part of the page that is either copied from one place in the source or generated. The span is in the page's HTML. */
interface Piece extends Span {
  /** Offset in the source minus the offset on the page; undefined for generated tags. */
  readonly shift: number | undefined;
  /** Whether this piece begins a leaf block, such as a paragraph. */
  readonly isLeaf: boolean;
  /** Markdown link whose start tag this piece is; undefined for other pieces. */
  readonly link: Link | undefined;
}

/**
 * HTML page that GitHub makes from a Markdown text, which is called the source. A tag that GitHub makes from Markdown
 * is called generated, and a tag that the source contains as HTML is called raw. The caller adds all parts in order.
 * Then {@link Page.edits} reads them together like a browser, because a comment or tag that isn't closed hides all that
 * follows.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /** Number of characters that links may still add to the text. Without a limit, many could repeat a long address. */
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

  /** Adds generated tags, such as `<p>`. A line break at the start of `html` marks the start of a leaf block. */
  addTag(html: string, link?: Link): void {
    this.#add(html, undefined, link);
  }

  /**
   * Adds text in which GitHub escapes HTML. `start` is its offset in the source. If the text isn't code, GitHub turns
   * email addresses in it into links.
   */
  addText(text: string, start: number, isCode = false): void {
    // Blanks replace character references, which may be invisible. `x` replaces characters that would act as HTML.
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
   * Adds raw HTML, whose offset in the source is `start`. In an HTML block, GitHub shows every disallowed tag as text.
   * In inline HTML, it shows only a disallowed tag at the start as text.
   */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /**
   * Returns edits that remove everything from the source that a browser doesn't show. Raw tags that GitHub keeps lose
   * only their attributes. Also restores the addresses of links that have visible text.
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

  /**
   * Returns edits that remove from the source what the page has between the offsets `from` and `to`. `index` is the
   * index of a piece that begins at or before `from`.
   */
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

/** Returns ` href="…"` from a tag; empty if the tag doesn't have an `href`, or if its address must not be shown. */
function addressOf(tag: string): string {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
