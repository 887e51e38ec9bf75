import { onOneLine, withoutControls } from './characters.ts';

/**
 * Remote text gets into GitHub's Markdown only as code, even in labels and cells. Code cannot be a link, an image, a
 * mention, an issue reference or HTML. GitHub does not turn `@name` inside `<code>` into a mention.
 */

/**
 * Returns `text` as inline code on one line, safe in a table cell, too.
 *
 * @param longest characters shown at the most; the rest becomes `…`
 */
export function code(text: string, longest = 200): string {
  const shown = onOneLine(shorten(text, longest));
  if (shown === '') return '';
  // Code spans strip a blank at each end, if both are there, and in tables a backslash before a pipe, or a backtick, has a meaning of its own:
  // such text goes in as entities, which Markdown never reads as structure. `##[` would be a command to the runner,
  // should a step print the file.
  if (!/[`|\\]|##\[|^ /.test(shown)) return `\`${shown}\``;
  // In such code GitHub makes a link of an address of mail, unless a tag parts it.
  return `<code>${toEntities(shown).replaceAll(/(?<!^)&#64;/g, '</code><code>&#64;')}</code>`;
}

/** Words that GitHub may make a link of: a mention, an issue, an address (percent-encoded or not), a commit. */
const ACTING_WORD = /[@#]|:\/\/|%[\da-f]{2}|www\.|\bgh-\d|\b[\da-f]{7,40}\b/i;

/** Names, values and phrases that this action itself marks as code in its sentences. They have no effect. */
const OWN_CODE = /(`[A-Za-z/][\w./:… -]{0,300}`)/;

/**
 * Returns a sentence of this action, which may hold identifiers from elsewhere, so that it is shown as it is and has no
 * effect. GitHub looks for mentions, references and bare addresses after it has read the Markdown, when entities no
 * longer help. So words that could be one become code.
 */
export function sentence(text: string): string {
  return onOneLine(text)
    .split(OWN_CODE)
    .map((part, index) => (index % 2 === 1 ? part : inertWords(part)))
    .join('');
}

function inertWords(text: string): string {
  return (
    text
      // The look behind keeps a long run of marks from being tried from each of them.
      .split(/((?<![.,;:!?])[.,;:!?]*(?: +|$))/)
      .map((word) => (ACTING_WORD.test(word) ? code(word) : word.replace(/[\\`*_{}[\]<>|~$&]/g, toEntities)))
      .join('')
  );
}

/** Returns lines of remote text as a fenced block, whose fence is longer than any run of backticks in it. */
export function codeBlock(text: string): string {
  let fence = '```';
  for (const [run] of text.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
  return `${fence}text\n${withoutControls(text.replaceAll(/\r\n?/g, '\n'))}\n${fence}`;
}

/**
 * Returns names and values as a table. GitHub's tables need a header, and an empty one is shown as a thin row of its
 * own. So the first fact is the header.
 */
export function factTable(facts: readonly (readonly [name: string, value: string])[]): string {
  const [first, ...others] = facts.map(([name, value]) => `| ${name} | ${value} |`);
  return [first, '| :-- | :-- |', ...others].join('\n');
}

/** Returns a link if `url` is an https URL without credentials, and otherwise the text of `url` as code. */
export function link(label: string, url: string): string {
  const safe = httpsUrl(url);
  // An entity would be decoded, and lead elsewhere.
  return safe ? `[${label}](<${safe.replaceAll('&', '&amp;')}>)` : code(url);
}

/**
 * Returns `url` in normal form if it is an https URL that is fit to be shown as a link, else `undefined`.
 * Percent-encodes angle brackets, quotes, blanks, and what a reader of Markdown would encode itself (`^`). The result
 * leads to the same address from Markdown and from HTML attributes.
 */
export function httpsUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return undefined;
  const inHex = (character: string) => character.charCodeAt(0).toString(16).toUpperCase();
  return parsed.href.replace(/[<>"'`\\|[\](){}^\s]/g, (character) => `%${inHex(character)}`);
}

/** Shortens `text` to at most `longest` characters, the last of them `…` if something was cut. */
export function shorten(text: string, longest: number): string {
  // A character has two units at the most, so the rest of a very long text need not be looked at.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest - 1).join('')}…`;
}

function toEntities(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (character) => `&#${character.codePointAt(0)};`);
}
