import { marked, type Token, type Tokens } from 'marked';
import { styled, widthOf } from './terminal.ts';

/** GitHub's Markdown as lines for a terminal. What only a page can do, such as folding, is shown open. */
export function renderMarkdown(markdown: string): string[] {
  const lines = blocks(marked.lexer(markdown));
  const text = lines.filter((line, index) => line !== '' || (lines[index - 1] ?? '') !== '');
  return text.at(-1) === '' ? text.slice(0, -1) : text;
}

function blocks(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => [...block(token), '']);
}

function block(token: Token): string[] {
  switch (token.type) {
    case 'heading':
      return [styled('bold', inline(token.tokens))];
    case 'paragraph':
    case 'text':
      return inline(token.tokens ?? [token]).split('\n');
    case 'code':
      return token.text.split('\n').map((line: string) => `    ${line}`);
    case 'table':
      return table(token as Tokens.Table);
    case 'list':
      return (token as Tokens.List).items.flatMap((item) =>
        tight(blocks(item.tokens)).map((line, index) => (index === 0 ? `• ${line}` : `  ${line}`)),
      );
    case 'blockquote':
      return tight(blocks(token.tokens ?? [])).map((line) => `▌ ${line}`);
    case 'hr':
      return ['───'];
    case 'html':
      return fold(token.text);
    default:
      return [];
  }
}

function tight(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '');
}

/** Comments are not shown, and of tags only what is between them. */
function fold(html: string): string[] {
  const summary = /<summary>(.*?)<\/summary>/s.exec(html)?.[1];
  if (summary !== undefined) return [`${styled('bold', '▾')} ${withoutTags(summary)}`];
  return withoutTags(html)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function withoutTags(html: string): string {
  return unescapeHtml(
    html
      .replaceAll(/<!--.*?-->/gs, '')
      .replaceAll(/<[^>]*>/g, '')
      .trim(),
  );
}

function inline(tokens: readonly Token[] | undefined): string {
  return (tokens ?? []).map(span).join('');
}

function span(token: Token): string {
  switch (token.type) {
    case 'strong':
      return styled('bold', inline(token.tokens));
    case 'em':
      return styled('italic', inline(token.tokens));
    case 'codespan':
      return styled('cyan', token.text);
    case 'link': {
      const label = inline(token.tokens);
      return label.includes(token.href) ? label : `${label} ${styled('dim', `<${token.href}>`)}`;
    }
    case 'br':
      return '\n';
    case 'html':
      return withoutTags(token.text);
    default:
      return 'tokens' in token && token.tokens
        ? inline(token.tokens)
        : unescapeHtml('text' in token ? token.text : '');
  }
}

function table({ header, rows, align }: Tokens.Table): string[] {
  const cells = [header, ...rows].map((row) => row.map((cell) => inline(cell.tokens)));
  const widths = header.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ''))));
  const shown = cells.map((row) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - widthOf(cell));
        return align[column] === 'right' ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...body] = shown;
  return head === '' ? body : [styled('dim', head), ...body];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

function unescapeHtml(text: string): string {
  return text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll(/&([a-z]+);/g, (whole, name) => ENTITIES[name] ?? whole);
}
