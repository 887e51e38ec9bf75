import * as z from 'zod/mini';

/**
 * The kinds of inputs, as zod schemas from the text that the workflow gave to a value. Every issue's message is the
 * sentence that says what is accepted. A blank input is one that was not given: it takes its default.
 */

/** A schema for text that `parse` understands; `accepted` is told when it gives `undefined`. */
function field<T>(fallback: string, accepted: string, parse: (text: string) => T | undefined) {
  const transform = z.transform((text: string, context): T => {
    const value = parse(text === '' ? fallback : text);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', message: accepted, input: text });
    return z.NEVER;
  });
  return z.pipe(z.string(), transform);
}

/** Any text; absent when blank. */
export function optionalText() {
  return z.pipe(
    z.string(),
    z.transform((text) => (text === '' ? undefined : text)),
  );
}

/** A word without whitespace. */
export function oneWord(fallback: string) {
  return field(fallback, `Accepted: one word, such as ${fallback}.`, (text) =>
    /\s/.test(text) ? undefined : text,
  );
}

/** A boolean of YAML 1.2's core schema, so that a typo is told and not taken for `false`. */
export function yamlBoolean(fallback: 'true' | 'false') {
  return field(fallback, 'Accepted: true or false (also True, TRUE, False, FALSE).', (text) => {
    if (/^(true|True|TRUE)$/.test(text)) return true;
    return /^(false|False|FALSE)$/.test(text) ? false : undefined;
  });
}

/** A plain decimal number, without exponent or sign. */
export function decimal(fallback: string, { above = -1, most }: { above?: number; most: number }) {
  const least = above < 0 ? 'from 0' : `above ${above}`;
  return field(fallback, `Accepted: a number ${least} up to ${most}, such as 30 or 0.5.`, (text) => {
    const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    return value > above && value <= most ? value : undefined;
  });
}

export function wholeNumber(fallback: string, least: number, most: number) {
  return field(fallback, `Accepted: a whole number from ${least} to ${most}.`, (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });
}

/** The number of an issue or pull request; absent when blank. */
export function optionalIssueNumber() {
  const accepted = 'Accepted: the number of an issue or pull request, such as 12.';
  const number = field('', accepted, (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined));
  return z.pipe(optionalText(), z.optional(number));
}

export function oneOf<const T extends string>(fallback: T, choices: readonly T[]) {
  return field(fallback, `Accepted: ${choices.join(', ')}.`, (text) =>
    choices.find((choice) => choice === text),
  );
}

/** Parts separated by commas, blanks or lines. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** Any of `choices`, or `none` alone. */
export function someOf<const T extends string>(fallback: string, choices: readonly T[]) {
  const accepted = `Accepted: any of ${choices.join(', ')}, separated by commas; or none.`;
  return field(fallback, accepted, (text): ReadonlySet<T> | undefined => {
    const parts = splitList(text);
    if (parts.length === 1 && parts[0] === 'none') return new Set();
    const known = choices.filter((choice) => parts.includes(choice));
    return parts.length > 0 && parts.every((part) => known.some((choice) => choice === part))
      ? new Set(known)
      : undefined;
  });
}
