/** The ways in which `secret` can be read in `text`: plain, or in an encoding that a service might write it in. */
export function leakedForms(secret: string, text: string): string[] {
  return Object.entries(formsOf(secret))
    .filter(([, forms]) => forms.some((form) => form.length >= 8 && text.includes(form)))
    .map(([name]) => name);
}

const cache = new Map<string, Record<string, string[]>>();

function formsOf(secret: string): Record<string, string[]> {
  const known = cache.get(secret);
  if (known) return known;
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const entity = (character: string) => `&#${character.codePointAt(0)};`;
  const named: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  const base64 = [0, 1, 2].map((shift) => base64At(bytes, shift));
  const forms = {
    plain: [secret],
    'in JSON': [JSON.stringify(secret).slice(1, -1)],
    'percent-encoded': [encodeURIComponent(secret), encodeURI(secret)],
    'every byte percent-encoded': [hex.replace(/../g, '%$&'), hex.toUpperCase().replace(/../g, '%$&')],
    'in HTML': [
      [...secret].map((character) => named[character] ?? character).join(''),
      secret.replace(/[&<>"']/g, entity),
      secret.replace(/[^\p{L}\p{N}]/gu, entity),
    ],
    'in hexadecimal': [hex, hex.toUpperCase()],
    'in base64': [...base64, ...base64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))],
  };
  cache.set(secret, forms);
  return forms;
}

/** What base64 makes of the secret when it begins `shift` bytes into a group of three, without what its neighbours decide. */
function base64At(secret: Buffer, shift: number): string {
  const encoded = Buffer.concat([Buffer.alloc(shift, 'x'), secret])
    .toString('base64')
    .replace(/=+$/, '');
  return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
}
