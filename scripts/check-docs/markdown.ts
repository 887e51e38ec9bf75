import { marked, type Token, type Tokens } from 'marked';

/** What a Markdown file holds that can be checked. */
export interface Markdown {
  readonly yaml: readonly Located[];
  /** Targets of links and images, in HTML too. */
  readonly links: readonly Located[];
  /** Headings and first cells of tables headed "Message" that are one code span, and code that begins like a sentence. */
  readonly messages: readonly Located[];
  /** Headings, paragraphs, items and cells, with code spans as they are. */
  readonly prose: readonly Located[];
  /** What `#…` can name. */
  readonly anchors: ReadonlySet<string>;
}

export interface Located {
  readonly text: string;
  /** Counts from 1. */
  readonly line: number;
}

export function readMarkdown(source: string): Markdown {
  const lists = { yaml: [], links: [], messages: [], prose: [] } as Record<string, Located[]>;
  const anchors = new Set<string>();
  const add = (list: keyof Markdown, text: string) => {
    // Tokens carry no positions: the first line that holds the text is near enough for a person.
    const index = source.indexOf(text.trim().split('\n', 1)[0] ?? '');
    lists[list]?.push({ text, line: source.slice(0, Math.max(index, 0)).split('\n').length });
  };
  const addMessage = ([only, ...others]: readonly Token[] = []) => {
    if (only?.type !== 'codespan' || others.length > 0) return;
    if (lists['messages']?.every(({ text }) => text !== only['text'])) add('messages', only['text']);
  };
  marked.walkTokens(marked.lexer(source), (token) => {
    if (token.type === 'codespan' && /^[A-Z][a-z]+ \w/.test(token['text'])) addMessage([token]);
    if (token.type === 'code' && /^ya?ml\b/.test(token.lang ?? '')) add('yaml', token.text);
    if (token.type === 'link' || token.type === 'image') add('links', token.href);
    if (/^(?:heading|paragraph|text)$/.test(token.type) && 'tokens' in token) add('prose', proseIn(token));
    if (token.type === 'table') {
      const { header, rows } = token as Tokens.Table;
      for (const cell of [header, ...rows].flat()) add('prose', proseIn(cell));
      if (header[0]?.text.trim() === 'Message') for (const [first] of rows) addMessage(first?.tokens);
    }
    if (token.type === 'heading') {
      anchors.add(anchorOf(proseIn(token), anchors));
      addMessage(token.tokens);
    }
    if (token.type === 'html') {
      for (const [, target = ''] of token.raw.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g))
        add('links', target);
      for (const [, id = ''] of token.raw.matchAll(/\s(?:id|name)="([^"]+)"/g)) anchors.add(id);
    }
  });
  return { ...(lists as Record<'yaml' | 'links' | 'messages' | 'prose', Located[]>), anchors };
}

/** Returns the text that people read, without links and emphasis. */
function proseIn(token: {
  type?: string;
  raw?: string;
  text?: string;
  tokens?: Token[] | undefined;
}): string {
  if (token.type === 'codespan' || token.type === 'html')
    return token.type === 'html' ? '' : (token.raw ?? '');
  return token.tokens?.map(proseIn).join('') ?? token.text ?? '';
}

/** Makes an anchor as GitHub does: lower case, no punctuation, hyphens for spaces, a number on repeats. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
  const anchor = plain.trim().replaceAll(' ', '-');
  let unique = anchor;
  for (let count = 1; taken.has(unique); count++) unique = `${anchor}-${count}`;
  return unique;
}
