import type { Span } from './edits.ts';
import { matchAt } from './links.ts';

const MAPS = new Set(['geojson', 'topojson', 'stl']);

/**
 * Finds the parts of a fenced code block's `body` whose text doesn't appear in what GitHub draws. For maps and 3D
 * models, that is the whole body. Returns an empty list if GitHub shows the block as code.
 */
export function undrawnIn(language: string, body: string): Span[] {
  if (language === 'math') return undrawnInFormula(body);
  if (language === 'mermaid') return undrawnInDiagram(body);
  return MAPS.has(language) ? [{ start: 0, end: body.length }] : [];
}

/**
 * Matches directives, comments, and text for screen readers in a Mermaid diagram.
 * https://mermaid.js.org/config/accessibility.html
 */
const DIAGRAM_NOTE =
  /%%\{[\s\S]*?(?:\}%%|$(?![\s\S]))|(?:^[ \t\0]*#|(?<=^|[ \t\0;])%%).*|\bacc(?:Title|Descr)[ \t\n\0]*(?::[ \t\n\0]*.*|\{[^}]*\}?)/gim;
/** Matches a comment after a message in a sequence diagram. Character codes such as `#9829;` belong to the message. */
const SEQUENCE_NOTE = /#(?!\w+;).*/g;
/** Matches a diagram's front matter, of which GitHub draws only the title. */
const SETTINGS = /^[ \t\n\0]*---[ \t\0]*\n(?:[\s\S]*\n)?[ \t\0]*---[ \t\0]*(?:\n|$)/;
/** Matches a comment in the front matter, or any line of the front matter other than the title. */
const SETTING = /^(?!\0*title:).*|[ \t]#.*/gm;

function undrawnInDiagram(body: string): Span[] {
  const [settings = ''] = SETTINGS.exec(body) ?? [];
  const notes = /^[ \t\0]*sequenceDiagram/m.test(body) ? [DIAGRAM_NOTE, SEQUENCE_NOTE] : [DIAGRAM_NOTE];
  return [...spansOf(SETTING, settings), ...notes.flatMap((note) => spansOf(note, body))];
}

function spansOf(pattern: RegExp, text: string): Span[] {
  return [...text.matchAll(pattern)].map(({ 0: part, index }) => ({
    start: index,
    end: index + part.length,
  }));
}

/**
 * Matches a formula in `$$…$$` or `$…$`. By GitHub's rules, single dollar signs must not have blanks on the inside or
 * word characters on the outside.
 */
const FORMULA =
  /(?<![\\$])\$\$((?:[^$\\]|\\[\s\S])*)\$\$|(?<![\w\\$])\$(?![\s$])((?:[^$\\]|\\[\s\S])*)(?<!\s)\$(?![\w$])/g;

/** Finds the parts of a text's formulas that GitHub doesn't draw. */
export function undrawnInText(text: string): Span[] {
  return [...text.matchAll(FORMULA)].flatMap(({ 0: formula, index }) =>
    undrawnInFormula(formula.slice(0, formula.startsWith('$$') ? -2 : -1)).map(({ start, end }) => ({
      start: index + start,
      end: index + end,
    })),
  );
}

/** Matches a TeX comment, a command with the blanks after it, or another escaped character. */
const COMMENT_OR_COMMAND = /%.*|\\(?:([A-Za-z]+)[ \t\n\0]*|[\s\S])/g;
/** Matches names of TeX commands that leave room for their argument instead of drawing it. */
const PHANTOM = /^[hv]?phantom$/;
/** Matches names of TeX commands that can hide text, such as those that draw only one of their arguments. */
const UNDRAWING =
  /^(?:[eg]?def|let|(?:re)?newcommand|newenvironment|definecolor|require|label|mathchoice|style|class|cssId|texttip|mathtip|toggle)$/;
/** Matches the arguments of a color command: an optional color model and a color. */
const COLOR = /(?:\[(\w*)\])?[ \t\n\0]*\{([^}]*)\}/y;

/**
 * Finds the parts of a formula that aren't drawn: comments, phantoms, and everything after a command that can hide
 * text.
 */
export function undrawnInFormula(text: string): Span[] {
  const spans: Span[] = [];
  const pattern = new RegExp(COMMENT_OR_COMMAND);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [part, command = ''] = found;
    const at = pattern.lastIndex;
    const isColor = command === 'color' || command === 'textcolor';
    if (PHANTOM.test(command)) pattern.lastIndex = groupEnd(text, at);
    else if (UNDRAWING.test(command) || (isColor && isPaleAt(text, at))) pattern.lastIndex = text.length;
    else if (!part.startsWith('%')) continue;
    spans.push({ start: found.index, end: pattern.lastIndex });
  }
  return spans;
}

/**
 * Returns the offset after the group `{…}` that begins at `at`; the text's length if no group begins there, or if the
 * group isn't closed.
 */
function groupEnd(text: string, at: number): number {
  const brackets = /\\[\s\S]|[{}]/g;
  brackets.lastIndex = at;
  let depth = text[at] === '{' ? 0 : Infinity;
  for (let found = brackets.exec(text); found; found = brackets.exec(text)) {
    if (found[0] === '{') depth += 1;
    if (found[0] === '}') depth -= 1;
    if (depth === 0) return brackets.lastIndex;
  }
  return text.length;
}

/** Matches names of colors that are, or might be, nearly white. */
const PALE_NAME =
  /^$|white|snow|ivory|transparent|lace|mint|azure|cream|honeydew|seashell|linen|smoke|alice|beige|lavender|cornsilk|lemon|papaya|light.*yellow|inherit|[#(]/;
/** Brightness (0 to 1) that every channel must reach for a color to count as hardly visible on white. */
const PALE = 0.8;

/**
 * Checks whether the color command with arguments at `at` sets a color that is hardly visible on white. Also returns
 * true for color values that it can't evaluate.
 */
function isPaleAt(text: string, at: number): boolean {
  const [, model = '', name = ''] = matchAt(COLOR, text, at) ?? [];
  const color = name.replaceAll('\0', '').trim().toLowerCase();
  const hexadecimal = /^#?([\da-f]{6}|[\da-f]{3})$/.exec(color)?.[1];
  if (model === 'named' || (model === '' && !hexadecimal)) return PALE_NAME.test(color);
  const pairs = hexadecimal?.length === 3 ? hexadecimal.replace(/./g, '$&$&') : hexadecimal;
  const channels =
    pairs?.match(/../g)?.map((pair) => Number.parseInt(pair, 16) / 255) ??
    color.split(',').map((channel) => Number(channel) / (model === 'RGB' ? 255 : 1));
  return model === 'cmyk' || !channels.some((channel) => channel < PALE);
}
