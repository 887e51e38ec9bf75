import { marked, type Token, type Tokens } from 'marked';

/** What a Markdown file holds that can be checked. Lines count from 1. */
export interface Markdown {
  readonly yaml: readonly Located[];
  /** Targets of links and images, of HTML too. */
  readonly links: readonly Located[];
  /** What `#…` can name. */
  readonly anchors: ReadonlySet<string>;
  /** Headings, and first cells of tables headed "Message", that are one code span and nothing else. */
  readonly messages: readonly Located[];
}

export interface Located {
  readonly text: string;
  readonly line: number;
}

/** Tokens carry no positions. The first line that holds the text is near enough for a person. */
function locate(source: string, text: string): Located {
  const firstLine = text.trim().split('\n', 1)[0] ?? '';
  const index = source.indexOf(firstLine);
  return { text, line: index === -1 ? 1 : source.slice(0, index).split('\n').length };
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      'tokens' in token && token.tokens ? plainText(token.tokens) : 'text' in token ? token.text : '',
    )
    .join('');
}

/** As GitHub makes it: lower case, no punctuation, hyphens for spaces, a number on repeats. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const anchor = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  let unique = anchor;
  for (let count = 1; taken.has(unique); count++) unique = `${anchor}-${count}`;
  return unique;
}

function onlyCode(tokens: readonly Token[] | undefined): string | undefined {
  return tokens?.length === 1 && tokens[0]?.type === 'codespan' ? tokens[0].text : undefined;
}

function firstCells(table: Tokens.Table): (readonly Token[] | undefined)[] {
  return table.header[0]?.text.trim() === 'Message' ? table.rows.map((row) => row[0]?.tokens) : [];
}

export function readMarkdown(source: string): Markdown {
  const yaml: Located[] = [];
  const links: Located[] = [];
  const messages: Located[] = [];
  const anchors = new Set<string>();
  const addMessages = (cells: (readonly Token[] | undefined)[]) => {
    for (const text of cells.map(onlyCode)) if (text !== undefined) messages.push(locate(source, text));
  };
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'code' && /^ya?ml\b/.test(token.lang ?? '')) yaml.push(locate(source, token.text));
    if (token.type === 'link' || token.type === 'image') links.push(locate(source, token.href));
    if (token.type === 'table') addMessages(firstCells(token as Tokens.Table));
    if (token.type === 'heading') {
      anchors.add(anchorOf(plainText(token.tokens ?? []), anchors));
      addMessages([token.tokens]);
    }
    if (token.type === 'html') {
      for (const [, target = ''] of token.raw.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g)) {
        links.push(locate(source, target));
      }
      for (const [, id = ''] of token.raw.matchAll(/\s(?:id|name)="([^"]+)"/g)) anchors.add(id);
    }
  });
  return { yaml, links, anchors, messages };
}
