import { onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

/** One input that cannot be used. */
export interface Problem {
  readonly input: string;
  /** As the workflow gave it; absent if it is missing, or must not be shown. */
  readonly given?: string | undefined;
  /** What is wrong, or what is accepted, as a sentence. */
  readonly accepted: string;
}

/** Every input that cannot be used, all at once. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(describeProblem).join('\n'));
    this.problems = problems;
  }
}

function describeProblem({ input: name, given, accepted }: Problem): string {
  return given ? `${name}: got "${onOneLine(shorten(given, 80))}". ${accepted}` : `${name}: ${accepted}`;
}

/** What the workflow gave, trimmed, one text for each name of a field; absent where the variable is not set. */
export type Texts = readonly (string | undefined)[];

/** What a field may need beside its text. */
export interface Given {
  readonly env: NodeJS.ProcessEnv;
  readonly now: Date;
  /**
   * @param accepted what is wrong, or what is accepted, as a sentence
   * @param name the input that is wrong, if it is not the field's first
   * @throws {InputError} always
   */
  refuse(accepted: string, name?: string): never;
}

/** Makes a value of text. A blank input is one that was not given, and takes its default. */
type Reader<T> = (texts: Texts, given: Given) => T;

/** One value, and the inputs that it is made of. */
interface Field<T> {
  readonly names: readonly string[];
  readonly read: Reader<T>;
}

type Fields = Readonly<Record<string, Field<unknown>>>;

/** The values of `F`, under the same names. */
export type Values<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never;
};

/** A value that is made of the inputs `names`. */
export function input<T>(names: string | readonly string[], read: Reader<T>): Field<T> {
  return { names: [names].flat(), read };
}

/** The text of the input `name`, trimmed; absent if its variable is not set. */
export function textOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[`INPUT_${name.toUpperCase()}`]?.trim();
}

/**
 * The values of all `fields`.
 *
 * @param source `problems` are those that are known already
 * @throws {InputError} with the problems of all inputs, if there is any
 */
export function readFields<F extends Fields>(
  fields: F,
  { env, now, problems: known }: Omit<Given, 'refuse'> & { readonly problems: readonly Problem[] },
): Values<F> {
  const problems = new Map(known.map((problem) => [problem.input, problem]));
  const entries = Object.entries(fields).map(([key, { names, read }]) => {
    const refuse = (accepted: string, name = names[0] ?? key): never => {
      throw new InputError([{ input: name, accepted }]);
    };
    try {
      const texts = names.map((name) => textOf(env, name));
      return [key, read(texts, { env, now, refuse })];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      for (const problem of error.problems) {
        problems.set(problem.input, { ...problem, given: shown(env, problem.input) });
      }
      return [key, undefined];
    }
  });
  if (problems.size > 0) throw new InputError([...problems.values()]);
  return Object.fromEntries(entries);
}

/** Nothing of the key, and no password of a URL. */
function shown(env: NodeJS.ProcessEnv, name: string): string | undefined {
  if (name === 'api-key') return undefined;
  const text = textOf(env, name);
  return name === 'base-url' || name === 'site-url' ? text?.replace(/.*@/s, '***@') : text;
}

/**
 * Variables that look like a slip in the name of an input: the runner only warns of inputs that it does not know.
 * What they hold is not shown, since it may be the key.
 */
export function misspelled(env: NodeJS.ProcessEnv, names: readonly string[]): Problem[] {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return Object.keys(env).flatMap((variable) => {
    const given = /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase() ?? '';
    if (given === '' || known.has(given)) return [];
    const meant = names.find((name) => isNear(given.replaceAll('_', '-'), name.toLowerCase()));
    return meant === undefined
      ? []
      : [{ input: given, accepted: `this action has no such input. Did you mean ${meant}?` }];
  });
}

/** A slip in a short name soon makes another word, such as `model` of `mode`. */
const SHORT_NAME = 7;

function isNear(given: string, name: string): boolean {
  const most = name.length <= SHORT_NAME ? 1 : 2;
  return Math.abs(given.length - name.length) <= most && editDistance(given, name) <= most;
}

/** How many characters must be added, left out, changed or swapped with the next to make `b` of `a`. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row]);
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (same ? 0 : 1),
          swapped ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** Any text; absent when blank. */
export function optionalText([text]: Texts): string | undefined {
  return text || undefined;
}

/** A word without whitespace. */
export function oneWord(fallback: string): Reader<string> {
  return ([text], { refuse }) =>
    /\s/.test(text ?? '') ? refuse(`Accepted: one word, such as ${fallback}.`) : text || fallback;
}

/** A boolean of YAML 1.2's core schema, so that a typo is told and not taken for `false`. */
export function yamlBoolean(fallback: 'true' | 'false'): Reader<boolean> {
  return ([text], { refuse }) => {
    if (/^(true|True|TRUE)$/.test(text || fallback)) return true;
    return /^(false|False|FALSE)$/.test(text || fallback)
      ? false
      : refuse('Accepted: true or false (also True, TRUE, False, FALSE).');
  };
}

/**
 * A plain decimal number, without exponent or sign.
 *
 * @param limits `most` is inclusive, `above` exclusive; the value is multiplied by `unit`
 */
export function decimal(
  fallback: string,
  { above = -1, most, unit }: { above?: number; most: number; unit: number },
): Reader<number> {
  const least = above < 0 ? 'from 0' : `above ${above}`;
  return ([text], { refuse }) => {
    const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text || fallback) ? Number(text || fallback) : Number.NaN;
    return value > above && value <= most
      ? value * unit
      : refuse(`Accepted: a number ${least} up to ${most}, such as 30 or 0.5.`);
  };
}

export function wholeNumber(fallback: string, least: number, most: number): Reader<number> {
  return ([text], { refuse }) => {
    const value = /^\d+$/.test(text || fallback) ? Number(text || fallback) : Number.NaN;
    return value >= least && value <= most
      ? value
      : refuse(`Accepted: a whole number from ${least} to ${most}.`);
  };
}

/** The number of an issue or pull request, `12` or `#12`; absent when blank. */
export function optionalIssueNumber([text]: Texts, { refuse }: Given): number | undefined {
  if (!text) return undefined;
  const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
  return number === undefined
    ? refuse('Accepted: the number of an issue or pull request, such as 12.')
    : Number(number);
}

/** What is wrong with an identifier. It is opaque, but becomes a part of a path: `.` and `..` would lead elsewhere. */
export function identifierProblem(id: string): string | undefined {
  if (id.includes('://')) return 'Accepted: an identifier, not a URL.';
  if (/^\.{1,2}$/.test(id)) return 'Accepted: an identifier, not a path.';
  return /[\s\p{Cc}]/u.test(id) ? 'Accepted: an identifier without whitespace.' : undefined;
}

/** An identifier; absent when blank. */
export function optionalIdentifier([id]: Texts, { refuse }: Given): string | undefined {
  const problem = id ? identifierProblem(id) : undefined;
  return problem === undefined ? id || undefined : refuse(problem);
}

/** One of `choices`, in upper or lower case. */
export function oneOf<const T extends string>(fallback: T, choices: readonly T[]): Reader<T> {
  return ([text], { refuse }) => {
    const word = (text || fallback).toLowerCase();
    return (
      choices.find((choice) => choice === word) ??
      refuse(`Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`)
    );
  };
}

/** Parts separated by commas, blanks or lines. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** Any of `choices`, in upper or lower case; or `none` alone. */
export function someOf<const T extends string>(
  fallback: string,
  choices: readonly T[],
): Reader<ReadonlySet<T>> {
  return ([text], { refuse }) => {
    const parts = splitList((text || fallback).toLowerCase());
    if (parts.length === 1 && parts[0] === 'none') return new Set();
    const known = choices.filter((choice) => parts.includes(choice));
    return parts.length > 0 && parts.every((part) => known.some((choice) => choice === part))
      ? new Set(known)
      : refuse(`Accepted: any of ${choices.join(', ')}, separated by commas; or none.`);
  };
}
