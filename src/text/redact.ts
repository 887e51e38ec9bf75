/** Returns `text` without secrets. */
export type Redact = (text: string) => string;

/** Returns a function that replaces each secret, as it is or trimmed, with `***`. Ignores blank secrets. */
export function redactor(secrets: readonly string[]): Redact {
  const hidden = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter((secret) => secret.trim() !== '')
    // The longest secret comes first, because one secret may be part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}
