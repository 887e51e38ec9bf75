import { isBlank } from '../characters.ts';
import type { Edit, Span } from './edits.ts';
import { OpenElements } from './elements.ts';
import { isShownAddress } from './links.ts';

/**
 * The elements that GitHub keeps, by its published list. What is in others is shown without them.
 * https://github.com/gjtorikian/html-pipeline/blob/main/lib/html_pipeline/sanitization_filter.rb
 */
const KEPT = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small source span time wbr'
  ).split(' '),
);

/** Begins a tag that is shown as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const DISALLOWED =
  /<(?=\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?:[ \t\n>]|\/>|$))/gi;

/** Matches what a browser reads in a tag behind an attribute's name. */
const VALUE = String.raw`[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^ \t\n\f>"'\0][^ \t\n\f>\0]*|))`;
const ATTRIBUTE = String.raw`([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:${VALUE})?`;
const ATTRIBUTES = new RegExp(ATTRIBUTE, 'g');
/**
 * Matches what a browser does not show as text. Each one continues to the end of the page if it is not closed:
 *
 * - scripts and styles with their content, if GitHub doesn't show their tags as text (cmark-gfm, `is_tag`: a form feed
 * or a slash ends the name; within other markup)
 * - comments, or what a browser takes for one
 * - tags
 */
const MARKUP = new RegExp(
  [
    String.raw`<(script|style)(?=[ \t\n\f/>]).*?(?:</\1(?=[ \t\n\f/>])(?!/>)[^>]*>?|$)`,
    '<(?:!--(?:-?>|.*?(?:--!?>|$))|(?:[!?]|/[^A-Za-z>])[^>]*(?:>|$))',
    String.raw`<(?<slash>/?)(?<name>[A-Za-z][^ \t\n\f/>\0]*)(?:[ \t\n\f/\0]+|${ATTRIBUTE})*(?<close>>?)`,
  ].join('|'),
  'gis',
);

/** Matches the place before an address of mail, of which GitHub makes a link. */
const BEFORE_MAIL =
  /(?<![\w.+-])(?=[\w.+-]+@[\w-]*(?:\.[A-Za-z\d][\w-]*)+(?<=[A-Za-z])(?![\w@-]|\.[A-Za-z\d]))/g;

/** GitHub's own tag that begins a link. Its quotes end an attribute that is not closed, as those of its others do. */
export const OWN_TAG = '<a href="">';
/** Tag with an address that an equals sign ends: in an attribute that is not closed, it begins another one. */
const OWN_TAG_EQUAL = '<a href="x=">';

/** Returns the tag that GitHub begins a link with. */
export function ownTag(url: string): string {
  return /[^/=]=[?!.,:*_~'";)>]*$/.test(url) ? OWN_TAG_EQUAL : OWN_TAG;
}

/** Address that is put into the source if the text of a link is seen. */
export interface Link {
  readonly edit: Edit;
  readonly shown: string;
}

/** A part of the page. */
interface Piece extends Span {
  /** Difference between a place on the page and that of the source; undefined for Markdown's own tags. */
  readonly shift: number | undefined;
  /** Whether a leaf begins with it. */
  readonly isLeaf: boolean;
  /** Link of the tag with which a link of Markdown's begins. */
  readonly link: Link | undefined;
}

/**
 * The HTML that GitHub makes of a text. A comment or tag that is not closed hides what follows, so it is read as one.
 * https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export class Page {
  readonly #pieces: Piece[] = [];
  #html = '';
  /** Characters that addresses may still add: a short text must not grow long. */
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

  /** Adds a tag of Markdown's own, such as `<p>`. */
  addTag(html: string, link?: Link): void {
    this.#add(html, undefined, link);
  }

  /** Adds what is shown as it is, and where it begins in the source. */
  addText(text: string, start: number, isCode = false): void {
    // Without character references, for they may be unseen, and without what would act in HTML.
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

  /** Adds HTML. GitHub shows some tags as text: in a block it looks for them everywhere, in a line only at the beginning. */
  addHtml(html: string, start: number, isBlock: boolean): void {
    const shown = html.replaceAll(DISALLOWED, (bracket, at) => (isBlock || at === 0 ? '&' : bracket));
    this.#add(shown, start);
  }

  /** Takes out of the source what a browser does not show of the page, and gives links that are seen their addresses. */
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

  /** Takes what is on the page from `from` to `to` out of the source. @param index of a piece that begins before it */
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

/** Returns the attribute of a tag that says where it leads; empty if people cannot see it. */
function addressOf(tag: string): string {
  const href = [...tag.matchAll(ATTRIBUTES)].find(([, name]) => name?.toLowerCase() === 'href');
  const url = href?.slice(2).find((value) => value !== undefined);
  return url !== undefined && isShownAddress(url) ? ` href="${url}"` : '';
}
