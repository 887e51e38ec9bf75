import { beginsWithCode, visibleText } from '../../text/visible.ts';

/** Words after the phrase, which may be empty; undefined if the first visible word of a comment isn't the phrase. */
export function wordsAfterPhrase(body: string, phrase: string): string | undefined {
  if (beginsWithCode(body)) return undefined;
  const text = visibleText(body);
  const word = firstWord(text);
  const forms = [word, word.replace(/[.,:;!?]$/, '')];
  const isPhrase = forms.map(folded).includes(folded(phrase));
  return isPhrase ? text.slice(word.length).trim() : undefined;
}

export function firstWord(text: string): string {
  return /^\S*/.exec(text)?.[0] ?? '';
}

/** Unicode has two ways to write an accented letter. */
function folded(text: string) {
  return text.normalize('NFC').toLowerCase();
}
