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
  const page = pieces.map(({ html }) => html).join('');
  const edits: Edit[] = [];
  let start = 0;
  /** Where the comment or tag ends that was found last. */
  let end = 0;
  for (const { kind, html, isBlock, from } of pieces) {
    const pieceEnd = start + html.length;
    const hide = (at: number, text: string) => {
      if (!from) return;
      // Of what Markdown makes, a part is as good as nothing.
      const [first, last] =
        kind === 'made' ? [0, from.end - from.start] : [at - start, Math.min(end, pieceEnd) - start];
      edits.push(editOf(source, from.excerpt, from.start + first, from.start + last, text));
    };
    if (end > start) hide(start, '');
    let at = kind === 'raw' ? page.indexOf('<', Math.max(start, end)) : -1;
    for (; at >= 0 && at < pieceEnd; at = page.indexOf('<', end)) {
      const markup = markupAt(page, at, isBlock || at === start);
      end = at + (markup?.length ?? 1);
      if (markup) hide(at, markup.shown);
    }
    start = pieceEnd;
  }
  return edits;
}

/** The comment or tag that begins here, and what stays of it. */
function markupAt(page: string, at: number, isNamed: boolean): { length: number; shown: string } | undefined {
  const comment = matchAt(COMMENT, page, at);
  if (comment) return { length: comment[0].length, shown: ' ' };
  const tag = isNamed && matchAt(SHOWN_AS_TEXT, page, at) ? undefined : matchAt(TAG, page, at);
  if (!tag) return undefined;
  const [{ length }, slash, name = '', close] = tag;
  const isKept = close && KEPT.has(name.toLowerCase());
  return { length, shown: isKept ? `<${slash}${name.toLowerCase()}>` : '' };
}
