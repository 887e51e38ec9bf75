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
  const markups = markupOf(pieces);
  const edits: Edit[] = [];
  let start = 0;
  let next = 0;
  for (const { kind, html, from } of pieces) {
    const end = start + html.length;
    for (let markup = markups[next]; markup && markup.start < end; markup = markups[next]) {
      const first = Math.max(0, markup.start - start);
      const last = Math.min(markup.end, end) - start;
      const text = markup.start < start ? '' : markup.text;
      if (from && kind === 'made') edits.push(editOf(source, from.excerpt, from.start, from.end));
      else if (from) edits.push(editOf(source, from.excerpt, from.start + first, from.start + last, text));
      if (markup.end > end) break;
      next += 1;
    }
    start = end;
  }
  return edits;
}

/** The comments and tags of a page, with what stays of each. */
function markupOf(pieces: readonly Piece[]): Edit[] {
  const html = pieces.map((piece) => piece.html).join('');
  const found: Edit[] = [];
  let pieceStart = 0;
  let end = 0;
  for (const { kind, isBlock, html: own } of pieces) {
    const pieceEnd = pieceStart + own.length;
    let start = kind === 'raw' ? html.indexOf('<', Math.max(end, pieceStart)) : -1;
    for (; start >= 0 && start < pieceEnd; start = html.indexOf('<', end)) {
      const isText = (isBlock || start === pieceStart) && matchAt(SHOWN_AS_TEXT, html, start);
      const comment = matchAt(COMMENT, html, start);
      const tag = comment || isText ? undefined : matchAt(TAG, html, start);
      end = start + ((comment ?? tag)?.[0].length ?? 1);
      const [, slash, name = '', close] = tag ?? [];
      const rest = close && KEPT.has(name.toLowerCase()) ? `<${slash}${name.toLowerCase()}>` : '';
      if (comment || tag) found.push({ start, end, text: comment ? ' ' : rest });
    }
    pieceStart = pieceEnd;
  }
  return found;
}
