import { isBlank } from '../characters.ts';
import type { Edit, Span } from './edits.ts';
import { isShownAddress } from './links.ts';

/**
 * Elements that GitHub keeps. Of others it removes the tags, and keeps the content.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small source span time wbr'
  ).split(' '),
);

/** Tags that GitHub shows as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const DISALLOWED =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[ \t\n>]|\/>|$))/gi;

/** Equals sign and value of an attribute, as a browser reads them. */
const VALUE = String.raw`[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\n\f>"'\0][^ \t\n\f>\0]*|))`;
const ATTRIBUTE = String.raw`([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:${VALUE})?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'g');
/** What a browser doesn't show as text. What isn't closed extends to the end of the page. */
const MARKUP = new RegExp(
  [
    // A script or style that DISALLOWED misses: inside other markup, or with a form feed or slash after its name.
    String.raw`<(script|style)(?=[ \t\n\f/>]).*?(?:</\1(?=[ \t\n\f/>])[^>]*>?|$)`,
    '<(?:!--(?:-?>|.*?(?:--!?>|$))|(?:[!?]|/[^A-Za-z>])[^>]*(?:>|$))',
    String.raw`<(?<slash>/?)(?<name>[A-Za-z][^ \t\n\f/>\0]*)(?:[ \t\n\f/\0]+|${ATTRIBUTE})*(?<close>>?)`,
  ].join('|'),
  'gis',
);

/** Position before an email address that GitHub turns into a link. */
const BEFORE_MAIL =
  /(?<![\w.+-])(?=[\w.+-]+@[\w-]*(?:\.[A-Za-z\d][\w-]*)+(?<=[A-Za-z])(?![\w@-]|\.[A-Za-z\d]))/g;

/** Stands for a tag that GitHub generates with an attribute. Its quotes close a value that the source left open. */
export const OWN_TAG = '<a href="">';
/** The same, where the attribute's value ends in an equals sign. The second quote then opens a value again. */
const OWN_TAG_EQUAL = '<a href="x=">';

export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Link of the source. `edit` removes its address, and becomes `shown` if the link has visible text. */
interface Link {
  edit: Edit;
  shown: string;
}

/** Part of the page. `shift` leads from an offset on the page to one in the source; undefined for generated tags. */
interface Piece extends Span {
  shift: number | undefined;
  link: Link | undefined;
}

/**
 * GitHub's page: *raw* tags are the source's, *generated* ones GitHub's. It is read as a whole, because an unclosed
 * comment or tag hides everything after it. https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /** Characters that addresses can still add. Without a limit, many links could repeat one long address. */
  #room: number;
  readonly #edits: Edit[] = [];
  #link: Link | undefined;
  /** Number of open `template` elements, whose content a browser doesn't show. */
  #templates = 0;

  constructor(room: number) {
    this.#room = room;
  }

  #add(html: string, source?: number, link?: Link) {
    const start = this.#html.length;
    this.#html += html;
    const shift = source === undefined ? undefined : source - start;
    this.#pieces.push({ start, end: this.#html.length, shift, link });
  }

  addTag(html: string, link?: Link): void {
    this.#add(html, undefined, link);
  }

  /** Adds text, in which GitHub escapes HTML and links email addresses. `start` is its offset in the source. */
  addText(text: string, start: number, isCode = false): void {
    // A character reference may stand for an invisible character, so it doesn't count as visible.
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

  /** Adds raw HTML. Outside an HTML block, GitHub shows a disallowed tag as text only at the start of `html`. */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /** Returns edits that remove what a browser doesn't show, and restore the addresses of links with visible text. */
  edits(): readonly Edit[] {
    let end = 0;
    let index = 0;
    for (const { 0: markup, index: at, groups = {} } of this.#html.matchAll(MARKUP)) {
      this.#readText(index, end, at);
      end = at + markup.length;
      while ((this.#pieces[index + 1]?.start ?? end) <= at) index += 1;
      const { slash = '', name, close } = groups;
      const element = name?.toLowerCase() ?? '';
      const tag = close ? slash + element : undefined;
      const { shift, link } = this.#pieces[index] as Piece;
      const edit = shift === undefined ? undefined : this.#hide(index, at, end);
      if (edit && element === '') edit.text = ' ';
      if (edit && tag && KEPT.has(element)) edit.text = `<${tag}>`;
      if (tag === 'template') this.#templates += 1;
      if (tag === '/template') this.#templates = Math.max(0, this.#templates - 1);
      if (tag === 'a') this.#link = edit ? { edit, shown: `<a${addressOf(markup)}>` } : link;
      if (tag === '/a') this.#link = undefined;
    }
    this.#readText(index, end, this.#html.length);
    return this.#edits;
  }

  /** Hides the text between two offsets of the page, or shows the address of the link that it belongs to. */
  #readText(index: number, from: number, to: number) {
    if (this.#templates > 0) this.#hide(index, from, to);
    else if (this.#link && !isBlank(this.#html.slice(from, to))) {
      const { edit, shown } = this.#link;
      const added = Math.max(0, shown.length - (edit.end - edit.start));
      this.#link = undefined;
      if (added > this.#room) return;
      this.#room -= added;
      edit.text = shown;
    }
  }

  /**
   * Removes from the source what is between two offsets of the page, and returns the first of the edits, if any. The
   * piece at `index` begins before them.
   */
  #hide(index: number, from: number, to: number) {
    const count = this.#edits.length;
    for (let next = index; (this.#pieces[next]?.start ?? to) < to; next += 1) {
      const { start, end, shift } = this.#pieces[next] as Piece;
      if (shift === undefined || end <= from) continue;
      this.#edits.push({ start: Math.max(from, start) + shift, end: Math.min(to, end) + shift, text: '' });
    }
    return this.#edits[count];
  }
}

/** Returns a tag's ` href="…"`; empty if the tag doesn't have an `href`, or if its address must not be shown. */
function addressOf(tag: string) {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
