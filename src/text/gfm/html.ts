import { type Edit, type Excerpt, editOf } from './edits.ts';
import { matchAt } from './links.ts';

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
  /<\/?(?:title|textarea|style|xmp|iframe|noembed|noframes|script|plaintext)(?=[\s>]|\/>)/iy;

/** A comment, or what a browser takes for one. */
const COMMENT = /<(?:!--(?:-?>|.*?(?:--!?>|$))|(?:[!?]|\/[^A-Za-z>])[^>]*(?:>|$))/sy;
/** A tag. Each expression goes on to the end of the text if what it begins with is not closed. */
const TAG =
  /<(\/?)([A-Za-z][^\s/>\0]*)(?:[\s/\0]+|[^\s/>\0][^\s/>=\0]*(?:[\s\0]*=[\s\0]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s>"'\0][^\s>\0]*|))?)*(>?)/y;

/** A part of the HTML that GitHub makes of a text. */
export interface Piece {
  /** `text` shows what it is made of, `raw` is left as it is, and `made` is Markdown's own, such as `<p>`. */
  readonly kind: 'text' | 'raw' | 'made';
  readonly html: string;
  /** Whether GitHub looks at all tags' names in raw HTML; in a line it looks only at the first. */
  readonly isBlock?: boolean;
  /** What of it comes from where in the source; absent for what has no source. */
  readonly from?: { readonly excerpt: Excerpt; readonly start: number; readonly end: number };
}

/** A piece that shows what stands in the excerpt; what would act in HTML is escaped. */
export function textPiece(excerpt: Excerpt, start: number, end: number): Piece {
  const html = excerpt.text.slice(start, end).replaceAll(/[<>"&]/g, 'x');
  return { kind: 'text', html, from: { excerpt, start, end } };
}

/**
 * Takes out of the source what a browser does not show of its HTML. A comment or tag that is not closed hides what
 * follows, so a page is read as one. https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function markupEdits(source: string, pieces: readonly Piece[]): Edit[] {
  const html = pieces.map((piece) => piece.html).join('');
  const edits: Edit[] = [];
  let start = 0;
  let end = 0;
  for (const [index, piece] of pieces.entries()) {
    const pieceStart = start;
    start += piece.html.length;
    if (piece.kind !== 'raw') continue;
    let at = html.indexOf('<', Math.max(end, pieceStart));
    for (; at >= 0 && at < start; at = html.indexOf('<', end)) {
      const isNamed = piece.isBlock || at === pieceStart;
      const isText = isNamed && matchAt(SHOWN_AS_TEXT, html, at);
      const comment = matchAt(COMMENT, html, at);
      const [markup = '<', slash, name = '', close] =
        comment ?? (isText ? [] : (matchAt(TAG, html, at) ?? []));
      end = at + markup.length;
      if (markup === '<') continue;
      const tag = close && KEPT.has(name.toLowerCase()) ? `<${slash}${name.toLowerCase()}>` : '';
      const text = comment ? ' ' : tag;
      edits.push(...editsOf(source, pieces, index, at - pieceStart, markup.length, text));
    }
  }
  return edits;
}

/** Edits of what `length` characters of HTML are made of, in one piece or in several. */
function editsOf(
  source: string,
  pieces: readonly Piece[],
  first: number,
  offset: number,
  length: number,
  text: string,
): Edit[] {
  const edits: Edit[] = [];
  let start = offset;
  let left = length;
  for (let index = first; left > 0 && index < pieces.length; index += 1) {
    const { kind, html, from } = pieces[index] as Piece;
    const end = Math.min(html.length, start + left);
    if (from && kind === 'made') edits.push(editOf(source, from.excerpt, from.start, from.end));
    else if (from) {
      const own = index === first ? text : '';
      edits.push(editOf(source, from.excerpt, from.start + start, from.start + end, own));
    }
    left -= end - start;
    start = 0;
  }
  return edits;
}
