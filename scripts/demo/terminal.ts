import { stripVTControlCharacters, styleText } from 'node:util';

/** How a text looks. `styleText` colours only a terminal, and heeds `NO_COLOR` and `FORCE_COLOR`. */
export type Style = Parameters<typeof styleText>[0];

export function styled(style: Style, text: string): string {
  return styleText(style, text);
}

const WIDEST = 110;
const GUTTER = '  │ ';

/** Writes the demo for a person: wrapped to the terminal's width, with what the machines say behind a line. */
export class Terminal {
  readonly #out: NodeJS.WriteStream;
  readonly #width: number;

  constructor(out: NodeJS.WriteStream) {
    this.#out = out;
    this.#width = Math.max(40, Math.min(out.columns ?? 100, WIDEST));
  }

  /** Columns that a line of a machine can have. */
  get room(): number {
    return this.#width - GUTTER.length;
  }

  /** The heading of an act. */
  act(number: number, title: string): void {
    const text = ` Act ${number}: ${title} `;
    const rule = '━'.repeat(Math.max(2, this.#width - text.length - 2));
    this.#write(`\n${styled('bold', `━━${text}`)}${styled('dim', rule)}`);
    this.#write('');
  }

  /** What the narrator says. */
  say(text = ''): void {
    for (const line of wrap(text, this.#width, 0)) this.#write(line);
  }

  /** The heading of something that a machine made. */
  title(text: string): void {
    this.#write(`\n${styled(['bold', 'cyan'], text)}`);
  }

  /** A line that a machine made; it may be styled. */
  quote(line: string): void {
    for (const part of wrap(line, this.room)) this.#write(styled('dim', GUTTER) + part);
  }

  #write(line: string): void {
    this.#out.write(`${line.trimEnd()}\n`);
  }
}

/** Marks and joiners, which have no width of their own. */
const ZERO_WIDTH = /[\p{M}\p{Cf}]/gu;
/** Emoji, and the scripts of East Asia. */
const DOUBLE_WIDTH =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/gu;

/** Columns that `text` takes in a terminal, without its styles. */
export function widthOf(text: string): number {
  const plain = stripVTControlCharacters(text).replace(ZERO_WIDTH, '');
  return [...plain].length + (plain.match(DOUBLE_WIDTH)?.length ?? 0);
}

/** Lines of at most `width` columns, broken at blanks; a continued line is indented like the first, and `hang` more. */
export function wrap(text: string, width: number, hang = 2): string[] {
  if (widthOf(text) <= width) return [text];
  const indent = ' '.repeat((/^ */.exec(stripVTControlCharacters(text))?.[0].length ?? 0) + hang);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line !== '' && widthOf(line + word) > width) {
      lines.push(line);
      line = indent + word.trimStart();
    } else {
      line += word;
    }
  }
  return [...lines, line];
}
