import { InvalidValue } from './invalid-value.ts';
import { httpsUrl } from './text/markdown.ts';

// Readers of the text of an input. Each throws InvalidValue, whose message says what is wrong, or what is accepted.

function fail(message: string): never {
  throw new InvalidValue(message);
}

function matching(form: RegExp, accepted: string): (text: string) => string {
  return (text) => (form.test(text) ? text : fail(accepted));
}

/** Admin API key. Mintlify returns 401 for its other kinds of keys. */
export function readKey(text: string): string {
  if (text === '')
    fail(
      "missing. Set it to an admin API key from a secret, such as `secrets.DOCS_API_KEY`. A secret that isn't set is empty. For pull requests from forks and by Dependabot, secrets are empty on `pull_request`; use `pull_request_target`.",
    );
  if (/\s/.test(text)) fail('it contains whitespace. Paste the key alone, on one line, into the secret.');
  if (!/^[\x21-\x7e]*$/.test(text))
    fail('it contains invalid characters. Paste the key into the secret again.');
  if (!/^mint_(dsc|us)_/.test(text)) return text;
  return fail(
    'this is an assistant or search key (mint_dsc_, mint_us_). Create an admin key in the Mintlify dashboard.',
  );
}

export const readToken = matching(
  /^[\x21-\x7e]*$/,
  'it contains invalid characters. Paste the token into the secret again.',
);

export function readOrigin(text: string): URL {
  const url = URL.parse(text);
  // A subdomain of `localhost` may resolve to another machine.
  const isLoopback = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (url && isSafe && url.href === `${url.origin}/`) return url;
  return fail(
    'Accepted: an https URL without a path, user or query, such as https://api.mintlify.com. Only localhost, 127.0.0.0/8 and [::1] may have an http URL.',
  );
}

/** Returns an https URL without a trailing slash. */
export function readSite(text: string): string {
  const url = httpsUrl(text);
  if (url !== undefined && !/[?#]/.test(url)) return url.replace(/\/+$/, '');
  return fail(
    'Accepted: the https URL of the docs site, such as https://docs.example.com, without a user or query.',
  );
}

/** Boolean as in YAML 1.2's core schema. A typo is therefore an error, and isn't read as `false`. */
export function readFlag(text: string): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  return /^(false|False|FALSE)$/.test(text)
    ? false
    : fail('Accepted: true or false (also True, TRUE, False, FALSE).');
}

function numberIn(form: RegExp, least: number, most: number, accepted: string) {
  return (text: string) => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : fail(accepted);
  };
}

export function wholeNumber(most: number) {
  return numberIn(/^\d+$/, 1, most, `Accepted: a whole number from 1 to ${most}.`);
}

/** Reads a decimal number of units that last `unitMs` each. Returns milliseconds. */
export function duration(unitMs: number, most: number, least = Number.MIN_VALUE): (text: string) => number {
  const range = least === Number.MIN_VALUE ? `above 0, up to ${most}` : `from ${least} to ${most}`;
  const accepted = `Accepted: a number ${range}, such as 30 or 0.5.`;
  const readUnits = numberIn(/^(\d+(\.\d*)?|\.\d+)$/, least, most, accepted);
  return (text) => unitMs * readUnits(text);
}

const issue = numberIn(/^\d+$/, 1, 1e15, 'Accepted: the number of an issue or pull request, such as 12.');
export const readIssueNumber = (text: string) => issue(text.replace(/^#/, ''));

/** Name of a tag (https://git-scm.com/docs/git-check-ref-format). Drops `refs/tags/`. */
const tag = matching(
  /^(?!.*(\.\.|@\{|\/\/|\/$|\.$|\.lock$))[^\s\p{Cc}~^:?*[\\/.-][^\s\p{Cc}~^:?*[\\]*$/u,
  'Accepted: the name of a tag of this repository, such as v1.2.3.',
);
export const readTag = (text: string) => tag(text.replace(/^refs\/tags\//, ''));

/** Identifier of a job or project. It becomes part of a URL path, where `.` and `..` would lead elsewhere. */
function readIdentifier(text: string): string {
  if (text.includes('://')) fail('Accepted: an identifier, not a URL.');
  if (/^\.{1,2}$/.test(text)) fail('Accepted: an identifier, not a path.');
  return /[\s\p{Cc}]/u.test(text) ? fail('Accepted: an identifier without whitespace.') : text;
}

export function readJobId(text: string): string {
  return /^latest$/i.test(text) ? 'latest' : readIdentifier(text);
}

export function readProject(text: string): string {
  if (text === '') fail('missing. Copy it from the API keys page of the Mintlify dashboard.');
  if (!/[\n,]/.test(text)) return readIdentifier(text);
  return fail('Accepted: one project. For several projects, use a matrix, and set this input to its value.');
}

/** Accepts one of `choices`. Ignores case. */
export function oneOf<const T extends string>(choices: readonly T[]): (text: string) => T {
  const accepted = `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
  return (text) => choices.find((choice) => choice === text.toLowerCase()) ?? fail(accepted);
}

/** Accepts a list of `choices`, or `none` alone, which becomes an empty set. Ignores case. */
export function someOf<const T extends string>(choices: readonly T[]): (text: string) => ReadonlySet<T> {
  const accepted = `Accepted: none, or one or more of these, separated by commas: ${choices.join(', ')}.`;
  return (text) => {
    const words = partsOf(text.toLowerCase());
    if (words.length === 0) fail(accepted);
    if (words.join() === 'none') return new Set();
    return new Set(words.map((word) => choices.find((choice) => choice === word) ?? fail(accepted)));
  };
}

export const readWord = matching(/^\S*$/, 'Accepted: one word, such as /docs.');

/** Returns logins in lower case, without `[bot]`. */
export function readBots(text: string): readonly string[] {
  const logins = partsOf(text.toLowerCase()).map((login) => login.replace(/\[bot\]$/, ''));
  if (logins.every((login) => /^[\w.-]+$/.test(login))) return logins;
  return fail('Accepted: the login of each bot, such as dependabot[bot], without patterns such as `*`.');
}

/** GitHub returns 422 for characters above U+FFFF. */
export const readStatusName = matching(
  /^[^\p{Cc}\u{10000}-\u{10ffff}]{1,255}$/u,
  'Accepted: one line of at most 255 characters, without emoji and other characters above U+FFFF.',
);

/** Matches patterns that select nothing, or less than their author thinks. */
const USELESS = /[?+[\]{}"'\\]|(^|\s)#|^[!-]\s|^!?\.{0,2}\/|\/$|^!?$/;

/** Reads patterns for file paths. */
export function readPatterns(text: string): readonly string[] {
  const patterns = partsOf(text, /[\n,]/);
  const useless = patterns.find((pattern) => USELESS.test(pattern));
  if (useless !== undefined) fail(`The pattern \`${useless}\` ${adviceOn(useless)}`);
  if (patterns.some((pattern) => !pattern.startsWith('!'))) return patterns;
  return fail("Every pattern begins with `!`, so no file matches. Add one that doesn't, such as `**`.");
}

function adviceOn(pattern: string): string {
  const better = pattern
    .replace(/(^|\s+)#.*|^-\s+|["']/g, '')
    .replace(/^(!?)\s*(\.{0,2}\/)*/, '$1')
    .replace(/\/+$/, '/**');
  const advice = USELESS.test(better) ? '' : ` Write \`${better}\`.`;
  return `can't match any file.${advice} Accepted: paths below the repository's root with \`*\`, \`**\` and a leading \`!\`, such as \`src/**\`.`;
}

function partsOf(text: string, separator = /[\s,]+/): string[] {
  return text.split(separator).flatMap((part) => part.trim() || []);
}

/** Name of an artifact; empty for no upload. GitHub's client prints the name, so it must be inert in the log. */
export function readArtifactName(text: string): string {
  const isInert = !/[":<>|*?\\/\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|##\[/u.test(text);
  // File systems allow 255 bytes, and a suffix must also fit.
  if (isInert && Buffer.byteLength(text) <= 200) return text;
  return fail(
    'Accepted: at most 200 bytes, without tabs, line breaks, invisible characters, ##[ or any of " : < > | * ? \\ /. For no artifact, leave this input empty.',
  );
}
