import { marked, type Token, type Tokens } from 'marked';

/** What a Markdown file holds that can be checked. */
export interface Markdown {
  readonly yaml: readonly Located[];
  /** Targets of links and images, of HTML too. */
  readonly links: readonly Located[];
  /**
   * Headings, and first cells of tables headed "Message", that are one code span and nothing else; and code spans that
   * begin as a sentence does.
   */
  readonly messages: readonly Located[];
  /** What `#…` can name. */
  readonly anchors: ReadonlySet<string>;
}

export interface Located {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export function readMarkdown(source: string): Markdown {
  const yaml: Located[] = [];
  const links: Located[] = [];
  const messages: Located[] = [];
  const anchors = new Set<string>();
  const add = (list: Located[], text: string) => list.push({ text, line: lineOf(source, text) });
  const addMessage = ([only, ...others]: readonly Token[] = []) => {
    if (only?.type !== 'codespan' || others.length > 0) return;
    if (messages.every(({ text }) => text !== only['text'])) add(messages, only['text']);
  };
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'codespan' && /^[A-Z][a-z]+ \w/.test(token['text'])) addMessage([token]);
    if (token.type === 'code' && /^ya?ml\b/.test(token.lang ?? '')) add(yaml, token.text);
    if (token.type === 'link' || token.type === 'image') add(links, token.href);
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      if (header[0]?.text.trim() === 'Message') for (const [first] of rows) addMessage(first?.tokens);
    }
    if (token.type === 'heading') {
      anchors.add(anchorOf(plainText(token), anchors));
      addMessage(token.tokens);
    }
    if (token.type === 'html') {
      for (const [, target = ''] of token.raw.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g))
        add(links, target);
      for (const [, id = ''] of token.raw.matchAll(/\s(?:id|name)="([^"]+)"/g)) anchors.add(id);
    }
  });
  return { yaml, links, messages, anchors };
}

/** Tokens carry no positions. The first line that holds the text is near enough for a person. */
function lineOf(source: string, text: string): number {
  const index = source.indexOf(text.trim().split('\n', 1)[0] ?? '');
  return source.slice(0, Math.max(index, 0)).split('\n').length;
}

function plainText(token: Token): string {
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  return 'text' in token ? token.text : '';
}

/** As GitHub makes it: lower case, no punctuation, hyphens for spaces, a number on repeats. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
  const anchor = plain.trim().replaceAll(' ', '-');
  let unique = anchor;
  for (let count = 1; taken.has(unique); count++) unique = `${anchor}-${count}`;
  return unique;
}
