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
 * - a `script` or `style` element with its content. GitHub shows most of these tags as text ({@link DISALLOWED}). The
 *   exceptions are tags inside other markup, and tags whose name is followed by a form feed or by a slash without `>`
 *   (cmark-gfm, `is_tag`).
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
 * Stand-in on the {@link Page} for a generated tag that has an attribute. Only the quotes matter: if an earlier
 * attribute's value is unclosed, a browser takes the first quote here as the end of that value.
 */
export const OWN_TAG = '<a href="">';
/**
 * Like {@link OWN_TAG}, for a tag whose attribute value ends in an equals sign. If an earlier tag left a value
 * unclosed, the first quote here closes that value. Then `x=` begins a new attribute, whose value begins at the second
 * quote.
 */
const OWN_TAG_EQUAL = '<a href="x=">';

/** Returns the stand-in for a generated tag whose attribute has the value `url`. */
export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Link in the source. Its address is removed, and restored only if the link has visible text. */
export interface Link {
  /** Edit that removes the address. */
  readonly edit: Edit;
  /**
   * Replacement text that {@link edit} gets if the link has visible text. Contains the address only if
   * {@link isShownAddress} accepts the address.
   */
  readonly shown: string;
}

/** Part of the page: either one span of the source, or generated tags. `start` and `end` are offsets on the page. */
interface Piece extends Span {
  /** Offset in the source minus the offset on the page; undefined for generated tags. */
  readonly shift: number | undefined;
  /** Whether this piece begins a leaf block, such as a paragraph. */
  readonly isLeaf: boolean;
  /** Markdown link that this piece starts; undefined for other pieces. */
  readonly link: Link | undefined;
}

/**
 * HTML page that GitHub makes from a Markdown text (the *source*). Tags that GitHub makes from Markdown are
 * *generated*; tags that the source contains as HTML are *raw*. The caller adds all parts in order. {@link Page.edits}
 * then reads the parts together like a browser, because an unclosed comment or tag hides everything after it.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /**
   * Number of characters that restored addresses can still add to the text. Without a limit, many links could each
   * repeat the same long address.
   */
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
   * Adds text in which GitHub escapes HTML. `start` is the text's offset in the source. If the text isn't code,
   * GitHub turns email addresses in it into links.
   */
  addText(text: string, start: number, isCode = false): void {
    // Character references become blanks, because they may stand for invisible characters. Characters that would act as
    // HTML become `x`.
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
   * Adds raw HTML that begins at `start` in the source. In an HTML block, GitHub shows every disallowed tag as text. In
   * inline HTML, GitHub does so only for a tag at the start.
   */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /**
   * Returns edits that remove from the source everything that a browser doesn't show. If GitHub keeps a raw tag, only
   * its attributes are removed. Also restores the addresses of links that have visible text.
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
   * Returns edits that remove from the source everything between the page's offsets `from` and `to`. `index` is the
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

/** Returns a tag's ` href="…"`; empty if the tag doesn't have an `href`, or if its address must not be shown. */
function addressOf(tag: string): string {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
