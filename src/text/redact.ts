export type Redact = (text: string) => string;

/** Returns a function that replaces each secret, as it is or trimmed, with `***`. Ignores blank secrets. */
export function redactor(secrets: readonly string[]): Redact {
  const hidden = secrets
    .flatMap((secret) => [secret, secret.trim()])
    .filter((secret) => secret.trim() !== '')
    // The longest secret comes first, because one secret may be part of another.
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let shown = text;
    for (const secret of hidden) if (shown.includes(secret)) shown = shown.replaceAll(secret, '***');
    return shown;
  };
}

/** Redacts all strings in a value from JSON, in place, and returns the value. Removes fields that are undefined. */
export function redactTexts<T>(value: T, redact: Redact): T {
  if (typeof value === 'string') return redact(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Record<string, unknown>;
  for (const name in fields) {
    const field = fields[name];
    const shown = redactTexts(field, redact);
    if (shown !== field) fields[name] = shown;
    else if (field === undefined) delete fields[name];
  }
  return value;
}
