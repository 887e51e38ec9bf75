import type { Span } from './edits.ts';

const MAPS = new Set(['geojson', 'topojson', 'stl']);

/** Finds what GitHub doesn't draw of a fence of `language`: in maps and models everything. */
export function undrawnIn(language: string, body: string): Span[] {
  if (language === 'math') return undrawnInFormula(body);
  if (language === 'mermaid') return undrawnInDiagram(body);
  return MAPS.has(language) ? [{ start: 0, end: body.length }] : [];
}

/** Directives and comments, and what is for screen readers alone. https://mermaid.js.org/config/accessibility.html */
const DIAGRAM_NOTE =
  /%%\{[\s\S]*?(?:\}%%|$(?![\s\S]))|(?:^[ \t\0]*#|(?<=^|[ \t\0;])%%).*|\bacc(?:Title|Descr)[ \t\n\0]*(?::[ \t\n\0]*.*|\{[^}]*\}?)/gim;
/** Comment after a message in a sequence diagram. Codes such as `#9829;` are characters of the message. */
const SEQUENCE_NOTE = /#(?!\w+;).*/g;
/** Settings before a diagram, of which only the title is drawn. */
const SETTINGS = /^[ \t\n\0]*---[ \t\0]*\n(?:[\s\S]*\n)?[ \t\0]*---[ \t\0]*(?:\n|$)/;
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

/** `$$…$$` and `$…$`, the second as GitHub reads it: no blank within the dollars, no word around them. */
const FORMULA =
  /(?<![\\$])\$\$((?:[^$\\]|\\[\s\S])*)\$\$|(?<![\w\\$])\$(?![\s$])((?:[^$\\]|\\[\s\S])*)(?<!\s)\$(?![\w$])/g;

/** Finds what isn't drawn of the formulas of a paragraph. */
export function undrawnInText(text: string): Span[] {
  return [...text.matchAll(FORMULA)].flatMap(({ 0: formula, index }) =>
    undrawnInFormula(formula.slice(0, formula.startsWith('$$') ? -2 : -1)).map(({ start, end }) => ({
      start: index + start,
      end: index + end,
    })),
  );
}

/** A comment, or a command with the blanks after it; other characters behind a backslash begin neither. */
const COMMENT_OR_COMMAND = /%.*|\\(?:([A-Za-z]+)[ \t\n\0]*|[\s\S])/g;
const PHANTOMS = new Set(['phantom', 'hphantom', 'vphantom']);
/** Commands that draw nothing or one thing of several, or hide it by other means. */
const UNDRAWING = new Set(
  'def edef gdef let newcommand renewcommand newenvironment definecolor require label mathchoice style class cssId texttip mathtip toggle'.split(
    ' ',
  ),
);
const COLOR = /(?:\[(\w*)\])?[ \t\n\0]*\{([^}]*)\}/y;

/** Finds comments, phantoms, and all from a command on that makes what follows unseen. */
export function undrawnInFormula(text: string): Span[] {
  const spans: Span[] = [];
  const pattern = new RegExp(COMMENT_OR_COMMAND);
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [part, command = ''] = found;
    const isSeen =
      !part.startsWith('%') && !PHANTOMS.has(command) && !hidesRest(command, text, pattern.lastIndex);
    if (isSeen) continue;
    if (PHANTOMS.has(command)) pattern.lastIndex = groupEnd(text, pattern.lastIndex);
    else if (command !== '') pattern.lastIndex = text.length;
    spans.push({ start: found.index, end: pattern.lastIndex });
  }
  return spans;
}

function hidesRest(command: string, text: string, at: number): boolean {
  if (command !== 'color' && command !== 'textcolor') return UNDRAWING.has(command);
  COLOR.lastIndex = at;
  const [, model = '', color = ''] = COLOR.exec(text) ?? [];
  return isPale(model, color.replaceAll('\0', '').trim().toLowerCase());
}

/**
 * Finds where the group that begins here is closed. Returns the end of the text if none begins, or if it is not closed.
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

/** Names of colours that are nearly white, and what may be one. */
const PALE_NAME =
  /^$|white|snow|ivory|transparent|lace|mint|azure|cream|honeydew|seashell|linen|smoke|alice|beige|lavender|cornsilk|lemon|papaya|light.*yellow|inherit|[#(]/;
const PALE = 0.8;

/** Checks whether text of a colour can hardly be seen on white. */
function isPale(model: string, color: string): boolean {
  const hexadecimal = /^#?([\da-f]{6}|[\da-f]{3})$/.exec(color)?.[1];
  if (model === 'named' || (model === '' && !hexadecimal)) return PALE_NAME.test(color);
  const digits = (hexadecimal?.length ?? 0) / 3;
  const channels = hexadecimal
    ? [0, 1, 2].map(
        (at) => Number.parseInt(hexadecimal.slice(at * digits, (at + 1) * digits), 16) / (16 ** digits - 1),
      )
    : color.split(',').map((channel) => Number(channel) / (model === 'RGB' ? 255 : 1));
  return model === 'cmyk' || !channels.some((channel) => channel < PALE);
}
