import type { Excerpt } from './edits.ts';
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

/** Takes `from` up to `to` out of an excerpt's text, and puts `text` in its place. */
export type Cut = (excerpt: Excerpt, from: number, to: number, text: string) => void;

/** A piece that shows what stands in the excerpt; what would act in HTML is escaped. */
export function textPiece(excerpt: Excerpt, start: number, end: number): Piece {
  const html = excerpt.text.slice(start, end).replaceAll(/[<>"&]/g, 'x');
  return { kind: 'text', html, from: { excerpt, start, end } };
}

/**
 * Reads HTML as a browser would, and cuts what a browser does not show. A comment or tag that is not closed hides what
 * follows, so a document is read as one. https://html.spec.whatwg.org/multipage/parsing.html#tokenization
 */
export function cutMarkup(pieces: readonly Piece[], cut: Cut): void {
  const html = pieces.map((piece) => piece.html).join('');
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
      cutPieces(pieces, index, at - pieceStart, markup.length, comment ? ' ' : tag, cut);
    }
  }
}

/** Cuts what `length` characters of HTML are made of, in one piece or in several. */
function cutPieces(
  pieces: readonly Piece[],
  first: number,
  offset: number,
  length: number,
  text: string,
  cut: Cut,
): void {
  let from = offset;
  let left = length;
  for (let index = first; left > 0 && index < pieces.length; index += 1) {
    const { kind, html, from: source } = pieces[index] as Piece;
    const end = Math.min(html.length, from + left);
    if (source && kind === 'made') cut(source.excerpt, source.start, source.end, '');
    else if (source)
      cut(source.excerpt, source.start + from, source.start + end, index === first ? text : '');
    left -= end - from;
    from = 0;
  }
}
