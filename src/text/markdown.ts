import { onOneLine, withoutControls } from './characters.ts';

// Remote text enters GitHub's Markdown only as code, even in labels and cells. Code can't be a link, an image, a
// mention, an issue reference or HTML. GitHub doesn't turn `@name` inside `<code>` into a mention.

/**
 * Returns `text` as inline code on one line, which is also safe in a table cell; empty if `text` is empty.
 *
 * @param longest maximum number of characters; `…` replaces the rest
 */
export function code(text: string, longest = 200): string {
  const shown = onOneLine(shorten(text, longest));
  if (shown === '') return '';
  // Code spans drop blanks at both ends, and pipes, backslashes and backticks can act as markup in tables. Such text
  // becomes entities, which Markdown never reads as structure. `##[` would be a command if a step printed the text.
  if (!/[`|\\]|##\[|^ /.test(shown)) return `\`${shown}\``;
  // In `<code>`, GitHub turns an email address into a link unless a tag splits the address.
  return `<code>${toEntities(shown).replaceAll(/(?<!^)&#64;/g, '</code><code>&#64;')}</code>`;
}

/**
 * Matches words that GitHub may turn into links: mentions, issues, URLs (also percent-encoded), email addresses and
 * commits.
 */
const ACTING_WORD = /[@#]|:\/\/|%[\da-f]{2}|www\.|\bgh-\d|\b[\da-f]{7,40}\b/i;

/** Matches code in the action's own sentences, such as the name of an input. GitHub doesn't link anything in code. */
const OWN_CODE = /(`[A-Za-z/][\w./:… -]{0,300}`)/;

/**
 * Escapes one of the action's own sentences, which can contain identifiers from elsewhere. GitHub decodes entities
 * before it looks for mentions, references and bare URLs, so entities don't prevent links. Words that could become
 * links are therefore rendered as code.
 */
export function sentence(text: string): string {
  return onOneLine(text)
    .split(OWN_CODE)
    .map((part, index) => (index % 2 === 1 ? part : inertWords(part)))
    .join('');
}

/** Matches the addresses that the action's own advice names, which stay links. */
const OWN_LINK = /^https:\/\/app\.mintlify\.com\/[a-z/]*$/;

function inertWords(text: string): string {
  return (
    text
      // Without the lookbehind, a long run of punctuation would take quadratic time.
      .split(/((?<![.,;:!?])[.,;:!?]*(?: +|$))/)
      .map((word) =>
        ACTING_WORD.test(word) && !OWN_LINK.test(word)
          ? code(word)
          : word.replace(/[\\`*_{}[\]<>|~$&]/g, toEntities),
      )
      .join('')
  );
}

/** Returns remote text as a fenced code block. The fence is longer than any run of backticks in the text. */
export function codeBlock(text: string): string {
  let fence = '```';
  for (const [run] of text.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}text\n${withoutControls(text.replaceAll(/\r\n?/g, '\n'))}\n${fence}`;
}

/**
 * Builds a table of names and values, which must be Markdown. The first fact is the header, because GitHub's tables
 * need a header and show an empty header as a thin row.
 */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const [first, ...others] = facts.map(([name, value]) => `| ${name} | ${value} |`);
  return [first, '| :-- | :-- |', ...others].join('\n');
}

/** Returns a link if `url` is an https URL without credentials; otherwise `url` as code. `label` must be Markdown. */
export function link(label: string, url: string): string {
  const safe = httpsUrl(url);
  // GitHub decodes entities in a URL. A bare `&` could begin an entity, and the link would then lead elsewhere.
  return safe ? `[${label}](<${safe.replaceAll('&', '&amp;')}>)` : code(url);
}

/**
 * Returns the normalized form of an https URL without credentials; undefined for any other text. Percent-encodes angle
 * brackets, quotes, blanks, and characters that Markdown parsers would encode. The URL then leads to one address,
 * whether it is used in Markdown or in HTML.
 */
export function httpsUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return undefined;
  const inHex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
  return parsed.href.replace(/[<>"'`\\|[\](){}^\s]/g, (character) => `%${inHex(character)}`);
}

/** Shortens `text` to at most `longest` characters (code points). If text is cut, the last character is `…`. */
export function shorten(text: string, longest: number): string {
  // A character has at most two code units, so the rest of a long text doesn't matter.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}

function toEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `&#${character.codePointAt(0)};`);
}
