/** Takes the secrets out of a text. */
export type Redact = (text: string) => string;

const MASK = '***';

/**
 * A function that replaces every secret, and its usual encodings, by `***`. The runner masks by exact match only,
 * so a key that comes back percent-encoded or in base64 would show.
 *
 * @param secrets texts that must never be shown; blank ones are left out
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns = secrets
    .filter((secret) => secret.trim() !== '')
    // The longest first: a secret that is part of another must not spoil it.
    .sort((a, b) => b.length - a.length)
    .flatMap((secret) => [spelledOut(secret), ...encoded(secret)]);
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'g');
  return (text) => text.replace(pattern, MASK);
}

/**
 * What must not be shown of an API key as the workflow gave it: the key, each line of one that was pasted with line
 * breaks, and what follows the prefix that all keys share, which is the secret itself.
 */
export function secretsOf(key: string): string[] {
  const lines = key.split(/\r?\n/).map((line) => line.trim());
  const parts = [key, key.trim(), ...lines, ...lines.map((line) => AFTER_PREFIX.exec(line)?.[1] ?? '')];
  return [...new Set(parts)].filter((part) => part.trim() !== '');
}

/** A shorter rest could be a word that a log is full of. */
const AFTER_PREFIX = /^mint_(?:dsc_|us_)?(.{16,})$/;

/** A pattern for `secret` with each of its characters as it is, or as URLs, HTML or JSON may write it. */
function spelledOut(secret: string): string {
  return [...secret].map((character) => `(?:${spellings(character).join('|')})`).join('');
}

const ENTITY_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** Patterns for the ways to write one character. The longer come first, since `&` also begins an entity. */
function spellings(character: string): string[] {
  const point = character.codePointAt(0) ?? 0;
  const name = ENTITY_NAMES[character];
  const bytes = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, '0'))}`);
  return [
    ...(name === undefined ? [] : [`&${name};`]),
    `&#0*${point};`,
    `&#[xX]0*${anyCase(point.toString(16))};`,
    bytes.join(''),
    `\\\\u${anyCase(point.toString(16).padStart(4, '0'))}`,
    `\\\\?${character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')}`,
  ];
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/** Patterns for `secret` as a whole in hexadecimal and in base64. Short ones could be anything. */
function encoded(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return bytes.length < 8 ? [] : [anyCase(bytes.toString('hex')), ...base64Forms(bytes)];
}

/**
 * What every base64 text that holds the secret holds too, whichever of the three positions in a group of
 * three bytes it starts at. The characters that also depend on the neighbouring bytes are cut off.
 */
function base64Forms(secret: Buffer): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64');
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + secret.length) * 8) / 6);
    // Base64 for URLs has two characters of its own.
    return text.slice(from, to).replaceAll('+', '[+-]').replaceAll('/', '[/_]');
  });
}
