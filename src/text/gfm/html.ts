import { isBlank } from '../characters.ts';
import { type Edit, type Excerpt, editOf } from './edits.ts';
import { isShownAddress, matchAt } from './links.ts';

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

/** Their tags are shown as text. https://github.github.com/gfm/#disallowed-raw-html-extension- */
const SHOWN_AS_TEXT =
  /<\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?=[ \t\n>]|\/>)/iy;

/**
 * Scripts and styles with what is in them, where a form feed or a slash ends the name: GitHub doesn't show those as text
 * (cmark-gfm, `is_tag`), only their other tags.
 */
const UNSHOWN = /<(script|style)(?=[\f/]).*?(?:<\/\1(?=[\f/])(?!\/>)[^>]*>?|$)/isy;
/** A comment, or what a browser takes for one. */
const COMMENT = /<(?:!--(?:-?>|.*?(?:--!?>|$))|(?:[!?]|\/[^A-Za-z>])[^>]*(?:>|$))/sy;
/** A tag. Each expression goes on to the end of the text if what it begins with is not closed. */
const TAG =
  /<(\/?)([A-Za-z][^ \t\n\f/>\0]*)(?:[ \t\n\f/\0]+|[^ \t\n\f/>\0][^ \t\n\f/>=\0]*(?:[ \t\n\f\0]*=[ \t\n\f\0]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^ \t\n\f>"'\0][^ \t\n\f>\0]*|))?)*(>?)/y;

const ATTRIBUTE =
  /([^ \t\n\f/>\0][^ \t\n\f/>=\0]*)(?:[ \t\n\f\0]*=[ \t\n\f\0]*(?:"([^"]*)"|'([^']*)'|([^ \t\n\f>\0]*)))?/g;

/** A part of the HTML that GitHub makes of a text. */
export interface Piece {
  /** `text` shows what it is made of, `raw` is left as it is, and `made` is Markdown's own, such as `<p>`. */
  readonly kind: 'text' | 'raw' | 'made';
  readonly html: string;
  /** Whether GitHub looks at all tags' names in raw HTML; in a line it looks only at the first. */
  readonly isBlock?: boolean;
  /** What of it comes from where in the source; absent for what has no source. */
  readonly from?: { readonly excerpt: Excerpt; readonly start: number; readonly end: number };
  /** Of what begins or ends a link: called if the link has text that is shown. */
  readonly link?: { readonly onSeen?: () => void };
}

/** Without character references: it may be that they cannot be seen. */
export function withoutReferences(text: string): string {
  return text.replaceAll(/&#?\w+;/g, (reference) => ' '.repeat(reference.length));
}

/** Where an address of mail begins, of which GitHub makes a link. */
const BEFORE_MAIL =
  /(?<![\w.+-])(?=[\w.+-]+@[\w-]*(?:\.[A-Za-z\d][\w-]*)+(?<=[A-Za-z])(?![\w@-]|\.[A-Za-z\d]))/g;

/** What shows a part of the excerpt; what would act in HTML is escaped. */
export function textPieces(excerpt: Excerpt, start: number, end: number, isCode = false): Piece[] {
  const text = excerpt.text.slice(start, end);
  const mails = isCode ? [] : [...text.matchAll(BEFORE_MAIL)].map(({ index }) => index);
  return [0, ...mails].flatMap((first, count): Piece[] => {
    const last = mails[count] ?? text.length;
    const html = withoutReferences(text.slice(first, last)).replaceAll(/[<>"&]/g, 'x');
    const from = { excerpt, start: start + first, end: start + last };
    const piece = { kind: 'text', html, from } as const;
    return count === 0 ? [piece] : [{ kind: 'made', html: '<a href="">' }, piece];
  });
}

/**
 * Takes out of the source what a browser does not show of its HTML. A comment or tag that is not closed hides what
 * follows, so a page is read as one. https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function markupEdits(source: string, pieces: readonly Piece[]): Edit[] {
  const page = pieces.map(({ html }) => html).join('');
  const edits: Edit[] = [];
  let start = 0;
  /** Where the comment or tag ends that was found last. */
  let end = 0;
  /** Gives its address to the link that is open, if it has one that people can reach. */
  let onSeen: (() => void) | undefined;
  const see = (from: number, to: number) => {
    if (!onSeen || isBlank(page.slice(from, to))) return;
    onSeen();
    onSeen = undefined;
  };
  for (const { kind, html, isBlock, from, link } of pieces) {
    const pieceEnd = start + html.length;
    const hide = (at: number, text: string) => {
      if (!from) return;
      // Of what Markdown makes, a part is as good as nothing.
      const [first, last] =
        kind === 'made' ? [0, from.end - from.start] : [at - start, Math.min(end, pieceEnd) - start];
      edits.push(editOf(source, from.excerpt, from.start + first, from.start + last, text));
    };
    if (end > start) hide(start, '');
    else if (link) onSeen = link.onSeen;
    if (kind === 'text') see(Math.max(start, end), pieceEnd);
    let at = kind === 'raw' ? page.indexOf('<', Math.max(start, end)) : -1;
    for (; at >= 0 && at < pieceEnd; at = page.indexOf('<', end)) {
      see(Math.max(start, end), at);
      const markup = markupAt(page, at, isBlock || at === start);
      end = at + (markup?.length ?? 1);
      if (!markup) continue;
      hide(at, markup.shown);
      if (!/^<\/?a>$/.test(markup.shown)) continue;
      const index = edits.length - 1;
      const { text, ...span } = edits[index] as Edit;
      const whole = text.replace('<a', `<a${addressOf(page.slice(at, end))}`);
      onSeen = () => (edits[index] = { ...span, text: whole });
    }
    if (kind === 'raw') see(Math.max(start, end), pieceEnd);
    start = pieceEnd;
  }
  return edits;
}

/** The attribute of a tag that says where it leads, if people can see it; else empty. */
function addressOf(tag: string): string {
  for (const [, name, ...values] of tag.slice('<a'.length).matchAll(ATTRIBUTE)) {
    if (name?.toLowerCase() !== 'href') continue;
    const url = values.find((value) => value !== undefined) ?? '';
    return isShownAddress(url) ? ` href="${url}"` : '';
  }
  return '';
}

/** The comment or tag that begins here, and what stays of it. */
function markupAt(page: string, at: number, isNamed: boolean): { length: number; shown: string } | undefined {
  if (isNamed && matchAt(SHOWN_AS_TEXT, page, at)) return undefined;
  const unshown = matchAt(COMMENT, page, at) ?? matchAt(UNSHOWN, page, at);
  if (unshown) return { length: unshown[0].length, shown: ' ' };
  const tag = matchAt(TAG, page, at);
  if (!tag) return undefined;
  const [{ length }, slash, name = '', close] = tag;
  const isKept = close && KEPT.has(name.toLowerCase());
  return { length, shown: isKept ? `<${slash}${name.toLowerCase()}>` : '' };
}
