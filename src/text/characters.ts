/** C0 and C1 control characters, except tab and line feed. */
export const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/**
 * Characters that act or hide: controls, format characters (zero-width, bidirectional, tags, soft hyphen), line and
 * paragraph separators. Halves of surrogate pairs are among them, because an encoding cannot hold them. U+200D stays:
 * it joins emoji, and alone it does not hide anything.
 */
export const ACTING = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Characters that act or hide instead of being seen become U+FFFD: shown, and without effect. */
export function withoutControls(text: string): string {
  return text.replace(ACTING, '\ufffd');
}

/** Nearly every page path is made of these, and need not be looked at any closer: a report has many. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Returns `text` on one line, for places such as table cells. */
export function onOneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return withoutControls(text.replaceAll(/\r\n|\r|\n|\t/g, ' '));
}

/**
 * Matches an emoji with the selectors and joiners that it is made of, or a run of characters that are not shown. Format
 * characters and separators could carry hidden text.
 */
const EMOJI_OR_UNSEEN =
  /[\d#*]\ufe0f\u20e3|\p{ExtPict}\ufe0f?\p{EMod}?(?:\u200d\p{ExtPict}\ufe0f?\p{EMod}?)*|(\p{L}(?:(?!\p{DI})\p{M})*)?([\p{Cf}\p{Zl}\p{Zp}\p{DI}]+)/gu;

/** Scripts in which a joiner or non-joiner between letters changes what is read, as in Persian and Hindi. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]/u;

/**
 * Removes controls and characters that cannot be seen. Keeps what emoji are made of, and one joiner or non-joiner after
 * a letter that it joins or parts.
 */
export function seenCharacters(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replace(EMOJI_OR_UNSEEN, (found: string, letter = '', unseen?: string) => {
      if (unseen === undefined) return found;
      return JOINING.test(letter) && /^[\u200c\u200d]$/.test(unseen) ? found : letter;
    });
}

/** U+2800 is a pattern of Braille without dots. */
const SEEN = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u;

/** Checks whether a text has nothing that can be seen. */
export function isBlank(text: string): boolean {
  return !SEEN.test(text);
}
