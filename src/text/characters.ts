export const CONTROLS = /(?![\t\n])\p{Cc}/gu;

/** Characters that can change or hide text, and unpaired surrogates. U+200D joins emoji, and hides nothing. */
export const DECEPTIVE = /(?![\t\n\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function replaceDeceptive(text: string): string {
  return text.replace(DECEPTIVE, '\ufffd');
}

/** Most page paths. A report has many of them. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Puts `text` on one line and replaces {@link DECEPTIVE} characters, for places such as table cells. */
export function onOneLine(text: string): string {
  if (PLAIN.test(text)) return text;
  return replaceDeceptive(text.replaceAll(/\r\n|\r|\n|\t/g, ' '));
}

/** An emoji with its selectors and joiners, or a run of invisible characters with the letter right before it. */
const EMOJI_OR_INVISIBLE =
  /[\d#*]\ufe0f\u20e3|\p{ExtPict}\ufe0f?\p{EMod}?(?:\u200d\p{ExtPict}\ufe0f?\p{EMod}?)*|(\p{L}(?:(?!\p{DI})\p{M})*)?([\p{Cf}\p{Zl}\p{Zp}\p{DI}]+)/gu;

/** Letters of scripts in which a joiner or non-joiner changes how letters look. */
const JOINING =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}]/u;

/** Removes controls and invisible characters, save in emoji, and one joiner after a letter whose script needs it. */
export function removeInvisible(text: string): string {
  return text
    .replace(CONTROLS, '')
    .replace(EMOJI_OR_INVISIBLE, (found: string, letter = '', unseen?: string) => {
      if (unseen === undefined) return found;
      return JOINING.test(letter) && /^[\u200c\u200d]$/.test(unseen) ? found : letter;
    });
}

/** A visible character. U+2800 is a Braille pattern without dots. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u;

export function isBlank(text: string): boolean {
  return !VISIBLE.test(text);
}
