/** A text of a file, and where it begins. */
export interface Located {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

/** What a Markdown file holds that can be checked. */
export interface Markdown {
  readonly yaml: readonly Located[];
  /** Targets of links and images, in HTML too. */
  readonly links: readonly Located[];
  /** Headings and first cells of tables headed "Message" that are one code span, and code that begins like a sentence. */
  readonly messages: readonly Located[];
  /** Headings, paragraphs, items and cells, with code spans as they are. */
  readonly prose: readonly Located[];
  /** Anchors of headings, and ids. */
  readonly anchors: ReadonlySet<string>;
}

const FENCED = /^ *```[\s\S]*?^ *```$/gm;
const CODE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g;

/** Reads a page of ours: fenced code, pipes around table rows, `-` or numbers before items. */
export function readMarkdown(source: string): Markdown {
  const found = (text: string, pattern: RegExp): Located[] =>
    [...text.matchAll(pattern)].map((match) => ({
      text: (match.at(-1) ?? '').trim(),
      line: lineAt(text, match.index),
    }));
  const text = source.replace(FENCED, blank);
  const prose = text
    .replace(CODE, (code) => code.replaceAll('|', '…'))
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, (link, label) => (link.startsWith('!') ? '' : label))
    .replace(/<\/?[a-z][^>]*>|\*\*/g, blank);
  const tables = text.replace(/^(?!\|).*|^\| (?!Message)\S.*\n\|[ :|-]+\n(?:\|.*\n)*/gm, blank);
  return {
    yaml: [...source.matchAll(/^( *)```ya?ml\n([\s\S]*?)^ *```$/gm)].map(
      ({ 1: indent, 2: text = '', index }) => ({
        text: text.replaceAll(`\n${indent}`, '\n').slice(indent?.length),
        line: lineAt(source, index) + 1,
      }),
    ),
    links: found(text.replace(CODE, blank), /(?:\]\(|\]: |\s(?:href|src|srcset)=")([^)\s"]+)/g),
    messages: [
      ...found(text, /^#+ (`+)(.+)\1$/gm),
      ...found(tables, /^\| (`+)(?!`)(.+?)\1 \|/gm),
      ...found(text, CODE).filter(({ text }) => /^[A-Z][a-z]+ \w/.test(text)),
    ],
    prose: found(
      prose,
      /(?:^|\|) *(?:(?:#+|>|-|\d+\.) +)*((?=[^\s|])(?:[^|\n]|\n(?! *(?:\n|[#>|-]|\d+\.)))+)/gm,
    ),
    anchors: new Set([
      ...anchorsOf(text),
      ...found(text, /\s(?:id|name)="([^"]+)"/g).map(({ text }) => text),
    ]),
  };
}

/** Returns the number of the line that holds a character. */
export function lineAt(source: string, index: number): number {
  return source.slice(0, index).split('\n').length;
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Makes anchors of the headings as GitHub does: lower case, no punctuation, hyphens for spaces, a number on repeats. */
function anchorsOf(text: string): string[] {
  const anchors = [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
  return anchors.map((anchor, index) => {
    const repeats = anchors.slice(0, index).filter((other) => other === anchor).length;
    return repeats === 0 ? anchor : `${anchor}-${repeats}`;
  });
}
