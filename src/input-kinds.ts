import * as z from 'zod/mini';
import { isLoopback } from './platform/dispatcher.ts';
import { httpsUrl } from './text/markdown.ts';

/**
 * The kinds of inputs: how the text of a workflow becomes a value. The message of each is what is wrong, or what is
 * accepted, as a sentence.
 */

const ADMIN_KEY = 'An admin API key is needed: make one on the API keys page of the dashboard.';

/** Admin keys begin `mint_`; the platform would only answer 401 to its other kinds of keys. */
export const key = z
  .string(
    'missing. Give an admin API key from a secret, such as secrets.DOCS_API_KEY. Workflows that a fork triggers get no secrets.',
  )
  .check(
    z.regex(/^\S*$/, 'it has whitespace inside. Paste the key alone, on one line, into the secret.'),
    z.regex(/^[\x21-\x7e]*$/, 'it has characters that no key has. Paste it again into the secret.'),
    z.regex(/^(?!mint_dsc_)/, `this is an assistant key (mint_dsc_). ${ADMIN_KEY}`),
    z.regex(/^(?!mint_us_)/, `this is an index key (mint_us_). ${ADMIN_KEY}`),
  );

/** An https URL of a host alone. */
export const origin = z.pipe(
  z.transform((text: string) => URL.parse(text)),
  z.custom<URL>(
    (url) =>
      url instanceof URL &&
      (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) &&
      url.href === `${url.origin}/`,
    'Accepted: an https URL of a host alone, such as https://api.mintlify.com, without path, user or query; http only for loopback hosts such as http://127.0.0.1:4010.',
  ),
);

const SITE =
  'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.';

/** An https URL without a slash at the end. */
export const site = z.pipe(
  z.transform((text: string) => httpsUrl(text)?.replace(/\/+$/, '')),
  z.string(SITE).check(z.regex(/^[^?#]*$/, SITE)),
);

/** A boolean of YAML 1.2's core schema, so that a typo is told and not taken for `false`. */
export const flag = z.stringbool({
  truthy: ['true', 'True', 'TRUE'],
  falsy: ['false', 'False', 'FALSE'],
  case: 'sensitive',
  error: 'Accepted: true or false (also True, TRUE, False, FALSE).',
});

/** A number above 0, without exponent or sign. */
function above0(form: RegExp, most: number, accepted: string) {
  const value = z.pipe(
    z.transform(Number),
    z.number().check(z.positive(accepted), z.maximum(most, accepted)),
  );
  return z.pipe(z.string().check(z.regex(form, accepted)), value);
}

export function wholeNumber(most: number) {
  return above0(/^\d+$/, most, `Accepted: a whole number from 1 to ${most}.`);
}

/** A decimal number of `unitMs`, as milliseconds. */
export function duration(unitMs: number, most: number) {
  const accepted = `Accepted: a number above 0 up to ${most}, such as 30 or 0.5.`;
  return above0(/^(\d+(\.\d*)?|\.\d+)$/, most, accepted).check(z.overwrite((value) => unitMs * value));
}

/** `12` or `#12`. */
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

export const oneWord = z.string().check(z.regex(/^\S*$/, 'Accepted: one word, such as /docs.'));

const lowerCase = z.string().check(z.toLowerCase());

/** One of `choices`, in upper or lower case. */
export function oneOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
  return z.pipe(lowerCase, z.enum(choices, accepted));
}

/** Any of `choices`, in upper or lower case; or `none` alone. */
export function someOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: any of ${choices.join(', ')}, separated by commas; or none.`;
  const words = z.transform((text: string) => new Set(text === 'none' ? [] : parts(text)));
  const text = lowerCase.check(z.regex(/[^\s,]/, accepted));
  return z.pipe(text, z.pipe(words, z.set(z.enum(choices, accepted))));
}

/** Parts separated by commas, blanks or lines. */
export const list = z.pipe(z.string(), z.transform(parts));

function parts(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/**
 * What GitHub refuses in an artifact's name because some file systems do (actions/toolkit,
 * `path-and-artifact-name-validation.ts`), and what would act in the log, where its client prints it.
 */
const NOT_IN_NAMES = /[":<>|*?\\/\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|##\[/u;

/** Empty, or the name of an artifact, with room for a suffix within the 255 bytes of a file's name. */
export const artifactName = z
  .string()
  .check(
    z.refine(
      (name) => !NOT_IN_NAMES.test(name) && Buffer.byteLength(name) <= 200,
      'Accepted: at most 200 bytes, without any of " : < > | * ? \\ / ##[ and without tabs, line breaks and invisible characters; or nothing, for no artifact.',
    ),
  );

/** What `reader` makes of a text; if that is a string, it is the sentence that says what is accepted. */
export function read<T>(reader: (text: string) => T | string) {
  return z.pipe(
    z.string(),
    z.transform((text: string, { issues }): T => {
      const result = reader(text);
      if (typeof result !== 'string') return result;
      issues.push({ code: 'custom', input: text, message: result });
      return z.NEVER;
    }),
  );
}
