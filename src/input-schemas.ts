import * as z from 'zod/mini';
import { httpsUrl } from './text/markdown.ts';

// How the text of an input becomes a value. Each message is a sentence: what is wrong, or what is accepted.

/** Admin keys begin `mint_`; Mintlify would only answer 401 to its other kinds of keys. */
export const key = z
  .string(
    "missing. Set it to an admin API key from a secret, such as secrets.DOCS_API_KEY. A secret that is not set is empty, and workflows that a fork triggers don't get secrets.",
  )
  .check(
    z.regex(/^\S*$/, 'it contains whitespace. Paste the key alone, on one line, into the secret.'),
    z.regex(/^[\x21-\x7e]*$/, 'it contains invalid characters. Paste the key into the secret again.'),
    z.regex(
      /^(?!mint_(dsc|us)_)/,
      'this is an assistant or search key (mint_dsc_, mint_us_). Create an admin key in the Mintlify dashboard.',
    ),
  );

/** Empty: the workflow gave it empty. */
export const token = z
  .string()
  .check(z.regex(/^[\x21-\x7e]*$/, 'it contains invalid characters. Paste the token into the secret again.'));

/** Checks whether a URL's host is this machine. Names below `localhost` are left out: a resolver may know them as another. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

export const origin = z.pipe(
  z.transform((text: string) => URL.parse(text)),
  z.custom<URL>(
    (url) =>
      url instanceof URL &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) &&
      url.href === `${url.origin}/`,
    'Accepted: an https URL with a host alone, such as https://api.mintlify.com, without path, user or query; http only for localhost, 127.0.0.0/8 and [::1].',
  ),
);

/** An https URL without a slash at the end. */
export const site = z.pipe(
  z.transform((text: string) => httpsUrl(text)?.replace(/\/+$/, '')),
  z.custom<string>(
    (url) => url !== undefined && !/[?#]/.test(url),
    'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.',
  ),
);

/** A boolean of YAML 1.2's core schema, so that a typo is an error and not `false`. */
export const flag = z.stringbool({
  truthy: ['true', 'True', 'TRUE'],
  falsy: ['false', 'False', 'FALSE'],
  case: 'sensitive',
  error: 'Accepted: true or false (also True, TRUE, False, FALSE).',
});

/** Accepts a number above 0, without exponent or sign. */
function above0(form: RegExp, most: number, accepted: string, least = Number.MIN_VALUE) {
  const value = z.number().check(z.minimum(least, accepted), z.maximum(most, accepted));
  return z.pipe(z.string().check(z.regex(form, accepted)), z.pipe(z.transform(Number), value));
}

export function wholeNumber(most: number) {
  return above0(/^\d+$/, most, `Accepted: a whole number from 1 to ${most}.`);
}

/** Accepts a decimal number of `unitMs`, as milliseconds. */
export function duration(unitMs: number, most: number, least?: number) {
  const range = least === undefined ? `above 0 up to ${most}` : `from ${least} to ${most}`;
  const accepted = `Accepted: a number ${range}, such as 30 or 0.5.`;
  return above0(/^(\d+(\.\d*)?|\.\d+)$/, most, accepted, least).check(z.overwrite((value) => unitMs * value));
}

/** The name of a tag (https://git-scm.com/docs/git-check-ref-format), also behind `refs/tags/`. */
export const tag = z.string().check(
  z.overwrite((name) => name.replace(/^refs\/tags\//, '')),
  z.regex(
    /^(?!.*(\.\.|@\{|\/\/|\/$|\.$|\.lock$))[^\s\p{Cc}~^:?*[\\/.-][^\s\p{Cc}~^:?*[\\]*$/u,
    'Accepted: the name of a tag of this repository, such as v1.2.3.',
  ),
);

export const issueNumber = z.pipe(
  z.transform((text: string) => text.replace(/^#/, '')),
  above0(/^\d+$/, 1e15, 'Accepted: the number of an issue or pull request, such as 12.'),
);

/** An identifier is opaque, but becomes a part of a path: `.` and `..` would lead elsewhere. */
export const identifier = z
  .string()
  .check(
    z.regex(/^(?!.*:\/\/)/s, 'Accepted: an identifier, not a URL.'),
    z.regex(/^(?!\.{1,2}$)/, 'Accepted: an identifier, not a path.'),
    z.regex(/^[^\s\p{Cc}]*$/u, 'Accepted: an identifier without whitespace.'),
  );

const MISSING = 'missing. Copy it from the API keys page of the Mintlify dashboard.';
export const projects = z.pipe(
  z.string(MISSING),
  z.pipe(
    z.transform((text: string) => [...new Set(parts(text, /[\n,]/))]),
    z.array(identifier).check(z.minLength(1, MISSING)),
  ),
);

const lowerCase = z.string().check(z.toLowerCase());

/** Accepts one of `choices`, in upper or lower case. */
export function oneOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
  return z.pipe(lowerCase, z.enum(choices, accepted));
}

/** Accepts any of `choices`, in upper or lower case, or `none` alone. */
export function someOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: any of ${choices.join(', ')}, separated by commas; or none.`;
  const words = z.transform((text: string) => new Set(text === 'none' ? [] : parts(text)));
  const text = lowerCase.check(z.regex(/[^\s,]/, accepted));
  return z.pipe(text, z.pipe(words, z.set(z.enum(choices, accepted))));
}

/** Parts separated by commas, blanks or lines. */
export const list = z.transform((text: string) => parts(text));

export function parts(text: string, separator = /[\s,]+/): string[] {
  return text.split(separator).flatMap((part) => part.trim() || []);
}

/** Empty, or a name that an artifact may have and that does not act in the log, where GitHub's client prints it. */
export const artifactName = z.string().check(
  z.refine(
    // A suffix needs room in the 255 bytes that file systems allow a name.
    (name) =>
      Buffer.byteLength(name) <= 200 && !/[":<>|*?\\/\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|##\[/u.test(name),
    'Accepted: at most 200 bytes, without any of " : < > | * ? \\ / ##[ and without tabs, line breaks and invisible characters; or nothing, for no artifact.',
  ),
);
