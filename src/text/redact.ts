export type Redact = (text: string) => string;

/** Puts `***` in the place of each of `secrets`, as it is and trimmed. Blank ones hide nothing. */
export function redactor(secrets: readonly string[]): Redact {
  const hidden = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter((secret) => secret.trim() !== '')
    // The longest first: a secret that is part of another must not spoil it.
    .sort((a, b) => b.length - a.length);
  return (text) => hidden.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}
