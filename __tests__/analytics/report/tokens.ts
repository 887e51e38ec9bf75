import { lexer, type Token, walkTokens } from 'marked';

/** All tokens of a text in GitHub's Markdown. */
export function tokensIn(markdown: string): Token[] {
  const tokens: Token[] = [];
  walkTokens(lexer(markdown, { gfm: true }), (token) => {
    tokens.push(token);
  });
  return tokens;
}

export function tokensOf<T extends Token>(from: string | readonly Token[], type: T['type']): T[] {
  const tokens = typeof from === 'string' ? tokensIn(from) : from;
  return tokens.filter((token): token is T => token.type === type);
}
