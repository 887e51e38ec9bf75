import * as z from 'zod/mini';
import { httpsUrl } from './text/markdown.ts';

// Schemas that turn the text of an input into its value. Each message says what is wrong, or what is accepted.

/** Admin API key, which begins with `mint_`. Mintlify returns 401 for its other kinds of keys. */
export const key = z
  .string(
    "missing. Set it to an admin API key from a secret, such as secrets.DOCS_API_KEY. A secret that isn't set is empty, and workflows that a fork triggers don't get secrets.",
  )
  .check(
    z.regex(/^\S*$/, 'it contains whitespace. Paste the key alone, on one line, into the secret.'),
    z.regex(/^[\x21-\x7e]*$/, 'it contains invalid characters. Paste the key into the secret again.'),
    z.regex(
      /^(?!mint_(dsc|us)_)/,
      'this is an assistant or search key (mint_dsc_, mint_us_). Create an admin key in the Mintlify dashboard.',
    ),
  );

/** Token for GitHub's API; empty if the workflow sets it to an empty string. */
export const token = z
  .string()
  .check(z.regex(/^[\x21-\x7e]*$/, 'it contains invalid characters. Paste the token into the secret again.'));

/**
 * Checks whether a URL's host is this machine. Rejects subdomains of `localhost`, which may resolve to another machine.
 */
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
    'Accepted: an https URL without a path, user or query, such as https://api.mintlify.com. Only localhost, 127.0.0.0/8 and [::1] may have an http URL.',
  ),
);

/** https URL without a trailing slash. */
export const site = z.pipe(
  z.transform((text: string) => httpsUrl(text)?.replace(/\/+$/, '')),
  z.custom<string>(
    (url) => url !== undefined && !/[?#]/.test(url),
    'Accepted: the https URL of the docs site, such as https://docs.example.com, without a user or query.',
  ),
);

/** Boolean as in YAML 1.2's core schema. A typo is therefore an error, and isn't read as `false`. */
export const flag = z.stringbool({
  truthy: ['true', 'True', 'TRUE'],
  falsy: ['false', 'False', 'FALSE'],
  case: 'sensitive',
  error: 'Accepted: true or false (also True, TRUE, False, FALSE).',
});

/** Accepts a number from `least` to `most` that matches `form`. */
function numberIn(form: RegExp, most: number, accepted: string, least = Number.MIN_VALUE) {
  const value = z.number().check(z.minimum(least, accepted), z.maximum(most, accepted));
  return z.pipe(z.string().check(z.regex(form, accepted)), z.pipe(z.transform(Number), value));
}

export function wholeNumber(most: number) {
  return numberIn(/^\d+$/, most, `Accepted: a whole number from 1 to ${most}.`);
}

/** Accepts a decimal number of units that last `unitMs` each, and converts it to milliseconds. */
export function duration(unitMs: number, most: number, least?: number) {
  const range = least === undefined ? `above 0, up to ${most}` : `from ${least} to ${most}`;
  const accepted = `Accepted: a number ${range}, such as 30 or 0.5.`;
  return numberIn(/^(\d+(\.\d*)?|\.\d+)$/, most, accepted, least).check(
    z.overwrite((value) => unitMs * value),
  );
}

/** Name of a tag (https://git-scm.com/docs/git-check-ref-format). Drops `refs/tags/`. */
export const tag = z.string().check(
  z.overwrite((name) => name.replace(/^refs\/tags\//, '')),
  z.regex(
    /^(?!.*(\.\.|@\{|\/\/|\/$|\.$|\.lock$))[^\s\p{Cc}~^:?*[\\/.-][^\s\p{Cc}~^:?*[\\]*$/u,
    'Accepted: the name of a tag of this repository, such as v1.2.3.',
  ),
);

export const issueNumber = z.pipe(
  z.transform((text: string) => text.replace(/^#/, '')),
  numberIn(/^\d+$/, 1e15, 'Accepted: the number of an issue or pull request, such as 12.'),
);

/** Identifier of a job or project. It becomes part of a URL path, where `.` and `..` would lead elsewhere. */
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

/** Accepts one of `choices`. Ignores case. */
export function oneOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
  return z.pipe(lowerCase, z.enum(choices, accepted));
}

/** Accepts a list of `choices`, or `none` alone, which becomes an empty set. Ignores case. */
export function someOf<const T extends string>(choices: readonly T[]) {
  const accepted = `Accepted: none, or one or more of these, separated by commas: ${choices.join(', ')}.`;
  const words = z.transform((text: string) => new Set(text === 'none' ? [] : parts(text)));
  const text = lowerCase.check(z.regex(/[^\s,]/, accepted));
  return z.pipe(text, z.pipe(words, z.set(z.enum(choices, accepted))));
}

/** List of parts separated by commas, spaces or line breaks. */
export const list = z.transform((text: string) => parts(text));

/** Pattern for file paths. Rejects special characters that GitHub's filters support but this action doesn't. */
const pattern = z.string().check(
  z.regex(/^(?!!?$)[^?+[\]\\]*$/, {
    error: ({ input }) =>
      `The pattern ${input} isn't supported. Accepted: \`*\`, \`**\` and a leading \`!\`.`,
  }),
);
/** List of patterns separated by commas or line breaks. */
export const patterns = z.pipe(
  z.transform((text: string) => parts(text, /[\n,]/)),
  z
    .array(pattern)
    .check(
      z.refine(
        (all) => all.some((each) => !each.startsWith('!')),
        "Every pattern begins with `!`, so no file matches. Add one that doesn't, such as `**`.",
      ),
    ),
);

function parts(text: string, separator = /[\s,]+/): string[] {
  return text.split(separator).flatMap((part) => part.trim() || []);
}

/** Name of an artifact; empty for no upload. GitHub's client prints the name, so it must be inert in the log. */
export const artifactName = z.string().check(
  z.refine(
    // File systems allow 255 bytes, and a suffix must also fit.
    (name) =>
      Buffer.byteLength(name) <= 200 && !/[":<>|*?\\/\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|##\[/u.test(name),
    'Accepted: at most 200 bytes, without tabs, line breaks, invisible characters, ##[ or any of " : < > | * ? \\ /. For no artifact, leave this input empty.',
  ),
);
