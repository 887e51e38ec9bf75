import { onOneLine, replaceDeceptive } from './characters.ts';

// Remote text enters GitHub's Markdown only as code, in which nothing is a link, an image, a mention or HTML.

/** Returns `text` as inline code on one line, also safe in a table cell, of at most `longest` code points. */
export function inlineCode(text: string, longest = 200): string {
  const shown = onOneLine(shorten(text, longest));
  if (shown === '') return '';
  // Code spans drop blanks at both ends, pipes, backslashes and backticks act in tables, and `##[` is a command.
  if (!/[`|\\]|##\[|^ /.test(shown)) return `\`${shown}\``;
  // In `<code>`, GitHub links an email address unless a tag splits it.
  return `<code>${toEntities(shown).replaceAll(/(?<!^)&#64;/g, '</code><code>&#64;')}</code>`;
}

/** Mentions, issues, URLs (also percent-encoded), email addresses and commits, which GitHub may make links. */
const AUTO_LINKED = /[@#]|:\/\/|%[\da-f]{2}|www\.|\bgh-\d|\b[\da-f]{7,40}\b/i;

/** Addresses that the action's own advice names, which stay links. */
const OWN_LINK = /^https:\/\/app\.mintlify\.com\/[a-z/]*$/;

/** Code in the action's own sentences, such as the name of an input. */
const OWN_CODE = /(`[A-Za-z/][\w./:… -]{0,330}`)/;

/** Escapes one of the action's own sentences. What GitHub could link becomes code, as it decodes entities first. */
export function ownSentence(text: string): string {
  return onOneLine(text)
    .split(OWN_CODE)
    .map((part, index) => (index % 2 === 1 ? part : inertWords(part)))
    .join('');
}

function inertWords(text: string) {
  return (
    text
      // Without the lookbehind, a long run of punctuation would take quadratic time.
      .split(/((?<![.,;:!?])[.,;:!?]*(?: +|$))/)
      .map((word) =>
        AUTO_LINKED.test(word) && !OWN_LINK.test(word)
          ? inlineCode(word)
          : word.replace(/[\\`*_{}[\]<>|~$&]/g, toEntities),
      )
      .join('')
  );
}

/** Returns remote text as a fenced code block. The fence is longer than any run of backticks in the text. */
export function codeBlock(text: string): string {
  let fence = '```';
  for (const [run] of text.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}text\n${replaceDeceptive(text.replaceAll(/\r\n?/g, '\n'))}\n${fence}`;
}

/** Builds a table of names and values, both Markdown. The first fact is the header, which must not be empty. */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const [first, ...others] = facts.map(([name, value]) => `| ${name} | ${value} |`);
  return [first, '| :-- | :-- |', ...others].join('\n');
}

/** Returns a link if `url` is an https URL without credentials; otherwise `url` as code. `label` must be Markdown. */
export function linkTo(label: string, url: string): string {
  const safe = httpsUrl(url);
  // A bare `&` could begin an entity, which GitHub decodes.
  return safe ? `[${label}](<${safe.replaceAll('&', '&amp;')}>)` : inlineCode(url);
}

/** Returns an https URL without credentials, encoded so that all Markdown parsers lead to one address; or undefined. */
export function httpsUrl(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username || parsed.password) return undefined;
  const inHex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
  return parsed.href.replace(/[<>"'`\\|[\](){}^\s]/g, (character) => `%${inHex(character)}`);
}

/** Shortens `text` to at most `longest` code points, of which the last is `…` if text is cut. */
export function shorten(text: string, longest: number): string {
  // A character has at most two code units, so the rest of a long text doesn't matter.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}

function toEntities(text: string) {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `&#${character.codePointAt(0)};`);
}
