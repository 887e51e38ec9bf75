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
  const forms = [...new Set(secrets.filter((secret) => secret.trim() !== '').flatMap(encodings))]
    // The longest first: a form that is part of another must not spoil it.
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, MASK), text);
}

/** `secret` as it is, and as it would look in a URL, in JSON, in HTML, in hexadecimal and in base64. */
export function encodings(secret: string): string[] {
  const html = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const hex = Buffer.from(secret).toString('hex');
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    html,
    html.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    hex,
    hex.toUpperCase(),
    ...base64Forms(secret),
  ];
}

/**
 * What every base64 text that holds the secret holds too, whichever of the three positions in a group of
 * three bytes it starts at. The characters that also depend on the neighbouring bytes are cut off.
 */
function base64Forms(secret: string): string[] {
  const length = Buffer.byteLength(secret);
  // Fewer than 8 bytes leave too little that belongs to the secret alone.
  if (length < 8) return [];
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.from('\0'.repeat(shift) + secret).toString('base64');
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + length) * 8) / 6);
    const certain = encoded.slice(from, to);
    return [certain, certain.replaceAll('+', '-').replaceAll('/', '_')];
  });
}
