import { InvalidValue } from './invalid-value.ts';
import { httpsUrl } from './text/markdown.ts';

// Parsers of the text of an input. Each throws an InvalidValue, whose message says what is wrong, or what is accepted.

function refuse(message: string): never {
  throw new InvalidValue(message);
}

/** What a text can't have in it, and the message that says so. */
type Rule = readonly [pattern: RegExp, message: string];

/** Returns a parser that refuses texts with the message of the first rule whose pattern matches. */
function textWithout(...rules: readonly Rule[]) {
  return (text: string) => {
    const broken = rules.find(([pattern]) => pattern.test(text));
    return broken ? refuse(broken[1]) : text;
  };
}

/** Admin API key. Mintlify returns 401 for its other kinds of keys. */
export const parseApiKey = textWithout(
  [
    /^$/,
    "missing. Set it to an admin API key from a secret, such as `secrets.DOCS_API_KEY`. A secret that isn't set is empty. For pull requests from forks and by Dependabot, secrets are empty on `pull_request`; use `pull_request_target`.",
  ],
  [/\s/, 'it contains whitespace. Paste the key alone, on one line, into the secret.'],
  [/[^\x21-\x7e]/, 'it contains invalid characters. Paste the key into the secret again.'],
  [
    /^mint_(dsc|us)_/,
    'this is an assistant or search key (mint_dsc_, mint_us_). Create an admin key in the Mintlify dashboard.',
  ],
);

export const parseToken = textWithout([
  /[^\x21-\x7e]/,
  'it contains invalid characters. Paste the token into the secret again.',
]);

export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  // A subdomain of `localhost` may resolve to another machine.
  const isLoopback = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(url?.hostname ?? '');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback);
  if (url && isSafe && url.href === `${url.origin}/`) return url;
  return refuse(
    'Accepted: an https URL without a path, user or query, such as https://api.mintlify.com. Only localhost, 127.0.0.0/8 and [::1] may have an http URL.',
  );
}

export function parseSiteUrl(text: string): string {
  const url = httpsUrl(text);
  if (url !== undefined && !/[?#]/.test(url)) return url.replace(/\/+$/, '');
  return refuse(
    'Accepted: the https URL of the docs site, such as https://docs.example.com, without a user or query.',
  );
}

/** Boolean as in YAML 1.2's core schema. A typo is therefore an error, and isn't read as `false`. */
export function parseFlag(text: string): boolean {
  if (/^(true|True|TRUE|false|False|FALSE)$/.test(text)) return /^t/i.test(text);
  return refuse('Accepted: true or false (also True, TRUE, False, FALSE).');
}

function numberParser(form: RegExp, least: number, most: number, accepted: string) {
  return (text: string) => {
    const value = form.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : refuse(accepted);
  };
}

export const parseMaxRequests = numberParser(
  /^\d+$/,
  1,
  100_000,
  'Accepted: a whole number from 1 to 100000.',
);

/** Returns a parser of a decimal number of units that last `unitMs` each. It returns milliseconds. */
export function duration(unitMs: number, most: number, least = Number.MIN_VALUE): (text: string) => number {
  const range = least === Number.MIN_VALUE ? `above 0, up to ${most}` : `from ${least} to ${most}`;
  const accepted = `Accepted: a number ${range}, such as 30 or 0.5.`;
  const parseUnits = numberParser(/^(\d+(\.\d*)?|\.\d+)$/, least, most, accepted);
  return (text) => unitMs * parseUnits(text);
}

const parseNumber = numberParser(
  /^\d+$/,
  1,
  1e15,
  'Accepted: the number of an issue or pull request, such as 12.',
);
export const parseIssueNumber = (text: string) => parseNumber(text.replace(/^#/, ''));

// https://git-scm.com/docs/git-check-ref-format
const parseTagName = textWithout([
  /^$|^[-./]|\.\.|@\{|\/\/|[/.]$|\.lock$|[\s\p{Cc}~^:?*[\\]/u,
  'Accepted: the name of a tag of this repository, such as v1.2.3.',
]);
export const parseTag = (text: string) => parseTagName(text.replace(/^refs\/tags\//, ''));

/** What an identifier can't be. It becomes part of a URL path, where `.` and `..` would lead elsewhere. */
const IDENTIFIER_RULES: readonly Rule[] = [
  [/:\/\//, 'Accepted: an identifier, not a URL.'],
  [/^\.{1,2}$/, 'Accepted: an identifier, not a path.'],
  [/[\s\p{Cc}]/u, 'Accepted: an identifier without whitespace.'],
];
const parseIdentifier = textWithout(...IDENTIFIER_RULES);
export const parseJobId = (text: string) => (/^latest$/i.test(text) ? 'latest' : parseIdentifier(text));
export const parseProjectId = textWithout(
  [/^$/, 'missing. Copy it from the API keys page of the Mintlify dashboard.'],
  [
    /[\n,;[\]]/,
    'Accepted: one project. For several projects, use a matrix, and set this input to its value.',
  ],
  ...IDENTIFIER_RULES,
);

/** Returns a parser of one of `choices`. Ignores case. */
export function oneOf<const T extends string>(choices: readonly T[], accepted = acceptedOf(choices)) {
  return (text: string): T => choices.find((choice) => choice === text.toLowerCase()) ?? refuse(accepted);
}

function acceptedOf(choices: readonly string[]) {
  return `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
}

/** Returns a parser of a list of `choices`, or of `none` alone, which becomes an empty set. Ignores case. */
export function someOf<const T extends string>(choices: readonly T[]): (text: string) => ReadonlySet<T> {
  const accepted = `Accepted: none, or one or more of these, separated by commas: ${choices.join(', ')}.`;
  const parseChoice = oneOf(choices, accepted);
  return (text) => {
    const words = splitList(text);
    if (words.length === 0) refuse(accepted);
    return new Set(/^none$/i.test(words.join()) ? [] : words.map(parseChoice));
  };
}

export function parseLabels(text: string): readonly string[] {
  const labels = splitList(text, /[\n,]/);
  return labels.length > 0 ? labels : refuse('Accepted: labels, separated by commas or lines.');
}

export const parsePhrase = textWithout([/\s/, 'Accepted: one word, such as /docs.']);

/** Returns logins in lower case, without `[bot]`. */
export function parseBots(text: string): readonly string[] {
  const logins = splitList(text.toLowerCase()).map((login) => login.replace(/\[bot\]$/, ''));
  if (logins.every((login) => /^[\w.-]+$/.test(login))) return logins;
  return refuse('Accepted: the login of each bot, such as dependabot[bot], without patterns such as `*`.');
}

/** Matches logins. Those of old accounts can begin or end with a hyphen, those of managed accounts end in a suffix. */
const LOGIN = /^(?=.{1,39}$)[a-z\d-]+(_[a-z\d]+)?$/;

/** Returns logins in lower case. */
export function parseReviewers(text: string): readonly string[] {
  const logins = splitList(text.toLowerCase()).map((login) => login.replace(/^@/, ''));
  const other = logins.find((login) => !LOGIN.test(login));
  if (other === undefined) return [...new Set(logins)];
  return refuse(
    `\`${other}\` isn't the login of a person. Accepted: logins, or \`requester\`. To ask a team, name it in CODEOWNERS.`,
  );
}

/** GitHub returns 422 for characters above U+FFFF. */
export const parseStatusName = textWithout([
  /[\p{Cc}\u{10000}-\u{10ffff}]|^.{256}/u,
  'Accepted: one line of at most 255 characters, without emoji and other characters above U+FFFF.',
]);

/** What patterns that select nothing, or less than their author thinks, have in them, and what to write instead. */
const USELESS: readonly Rule[] = [
  [/["'\\]/, 'Write it without quotes, and with `/` between folders.'],
  [/^-/, 'Write each pattern on its own line, without `-`.'],
  [/(^|\s)#/, 'Leave out comments.'],
  // Blanks between two `*` separate patterns, save in a name such as `* copy *.md`.
  [
    /[;|]|^(?!(\S*[!/])?\*(\s[^\s*./]+)+\s[^\s/]*$).*\*.*\s.*\*|\s!/,
    'Separate patterns by commas or lines. For a blank in a name, write `*`.',
  ],
  [/^!(\s|$)/, 'Write a pattern right after `!`, such as `!src/tests/**`.'],
  [/[?+[\]{}]/, 'Write `*` for other characters, and one pattern for each alternative.'],
  [/\/$/, 'For all files of a folder, write `**` after the `/`.'],
  [
    /^!?(\^|\$[A-Z]{2})|(^!?|\/)\.{0,2}(\/|$)/,
    'Write the path from the root of the repository, such as `src/**`, without `.`, `..` or a leading `/`.',
  ],
];

export function parsePatterns(text: string): readonly string[] {
  const patterns = splitList(text, /[\n,]/);
  if (patterns.length === 0) refuse('It has no pattern. Write one, such as `src/**`.');
  for (const pattern of patterns) {
    const advice = USELESS.find(([part]) => part.test(pattern))?.[1];
    if (advice) refuse(`The pattern \`${pattern}\` can't match any file. ${advice}`);
  }
  if (patterns.some((pattern) => !pattern.startsWith('!'))) return patterns;
  return refuse("Every pattern begins with `!`, so no file matches. Add one that doesn't, such as `**`.");
}

function splitList(text: string, separator = /[\s,]+/) {
  return text.split(separator).flatMap((part) => part.trim() || []);
}

/** Name of an artifact; empty for no upload. GitHub's client prints the name, so it must be inert in the log. */
export function parseArtifactName(text: string): string {
  const isInert = !/[":<>|*?\\/\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf}|##\[/u.test(text);
  // File systems allow 255 bytes, and a suffix must also fit.
  if (isInert && Buffer.byteLength(text) <= 200) return text;
  return refuse(
    'Accepted: at most 200 bytes, without tabs, line breaks, invisible characters, ##[ or any of " : < > | * ? \\ /. For no artifact, leave this input empty.',
  );
}
