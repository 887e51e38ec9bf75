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

function describeProblem({ input, given, accepted }: Problem): string {
  return given ? `${input}: got "${onOneLine(shorten(given, 80))}". ${accepted}` : `${input}: ${accepted}`;
}

/**
 * Reads the `INPUT_*` variables that the runner sets. A blank input is one that was not given, and takes its default.
 * What cannot be used is collected, so that all of it is told at once.
 */
export class InputReader {
  readonly env: NodeJS.ProcessEnv;
  /** The names of the inputs that were asked for. */
  readonly names = new Set<string>();
  readonly #problems = new Map<string, Problem>();

  constructor(env: NodeJS.ProcessEnv) {
    this.env = env;
  }

  get hasProblems(): boolean {
    return this.#problems.size > 0;
  }

  /** What the workflow gave, trimmed; absent where the variable is not set. */
  given(name: string): string | undefined {
    this.names.add(name);
    return this.env[`INPUT_${name.toUpperCase()}`]?.trim();
  }

  text(name: string, fallback = ''): string {
    return this.given(name) || fallback;
  }

  /**
   * Notes that an input cannot be used.
   *
   * @param accepted what is wrong, or what is accepted, as a sentence
   * @param instead goes on in its place, until {@link finish} throws
   */
  refuse<T>(name: string, accepted: string, instead: T): T {
    this.#problems.set(name, { input: name, given: shown(name, this.given(name)), accepted });
    return instead;
  }

  /**
   * @param names of all inputs that there are
   * @throws {InputError} if anything was refused, or a variable looks like a slip in one of `names`
   */
  finish(names: ReadonlySet<string>): void {
    const problems = [...misspelled(this.env, [...names]), ...this.#problems.values()];
    if (problems.length > 0) throw new InputError(problems);
  }

  /** A boolean of YAML 1.2's core schema, so that a typo is told and not taken for `false`. */
  boolean(name: string, fallback: boolean): boolean {
    const text = this.text(name, String(fallback));
    if (/^(true|True|TRUE)$/.test(text)) return true;
    if (/^(false|False|FALSE)$/.test(text)) return false;
    return this.refuse(name, 'Accepted: true or false (also True, TRUE, False, FALSE).', fallback);
  }

  /** A plain decimal number above 0, or from 0 on, without exponent or sign. */
  decimal(name: string, fallback: number, from: 'above 0' | 'from 0', most: number): number {
    const text = this.text(name, String(fallback));
    const value = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
    if (value <= most && (value > 0 || (value === 0 && from === 'from 0'))) return value;
    return this.refuse(name, `Accepted: a number ${from} up to ${most}, such as 30 or 0.5.`, fallback);
  }

  wholeNumber(name: string, fallback: number, least: number, most: number): number {
    const text = this.text(name, String(fallback));
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    return this.refuse(name, `Accepted: a whole number from ${least} to ${most}.`, fallback);
  }

  /** The number of an issue or pull request, `12` or `#12`; absent when blank. */
  issueNumber(name: string): number | undefined {
    const text = this.text(name);
    const number = /^#?([1-9]\d{0,14})$/.exec(text)?.[1];
    if (text === '' || number) return number ? Number(number) : undefined;
    return this.refuse(name, 'Accepted: the number of an issue or pull request, such as 12.', undefined);
  }

  /** A word without whitespace. */
  oneWord(name: string, fallback: string): string {
    const text = this.text(name, fallback);
    return /\s/.test(text) ? this.refuse(name, `Accepted: one word, such as ${fallback}.`, fallback) : text;
  }

  /** An identifier; absent when blank. */
  identifier(name: string): string | undefined {
    const id = this.text(name) || undefined;
    const problem = id && identifierProblem(id);
    return problem ? this.refuse(name, problem, undefined) : id;
  }

  /** One of `choices`, in upper or lower case. */
  oneOf<const T extends string>(name: string, fallback: T, choices: readonly T[]): T {
    const word = this.text(name, fallback).toLowerCase();
    const choice = choices.find((each) => each === word);
    if (choice) return choice;
    const accepted = `Accepted: ${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}.`;
    return this.refuse(name, accepted, fallback);
  }

  /** Any of `choices`, in upper or lower case; or `none` alone. */
  someOf<const T extends string>(name: string, fallback: string, choices: readonly T[]): ReadonlySet<T> {
    const parts = splitList(this.text(name, fallback).toLowerCase());
    const chosen = new Set(choices.filter((choice) => parts.includes(choice)));
    if (parts.length > 0 && chosen.size === new Set(parts).size) return chosen;
    if (parts.join() === 'none') return new Set();
    const accepted = `Accepted: any of ${choices.join(', ')}, separated by commas; or none.`;
    return this.refuse(name, accepted, chosen);
  }
}

/** Nothing of the key, and no password of a URL. */
function shown(name: string, given: string | undefined): string | undefined {
  if (name === 'api-key') return undefined;
  return name === 'base-url' || name === 'site-url' ? given?.replace(/.*@/s, '***@') : given;
}

/** Parts separated by commas, blanks or lines. */
export function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}

/** What is wrong with an identifier. It is opaque, but becomes a part of a path: `.` and `..` would lead elsewhere. */
export function identifierProblem(id: string): string | undefined {
  if (id.includes('://')) return 'Accepted: an identifier, not a URL.';
  if (/^\.{1,2}$/.test(id)) return 'Accepted: an identifier, not a path.';
  return /[\s\p{Cc}]/u.test(id) ? 'Accepted: an identifier without whitespace.' : undefined;
}

/**
 * Variables that look like a slip in the name of an input: the runner only warns of inputs that it does not know.
 * What they hold is not shown, since it may be the key.
 */
function misspelled(env: NodeJS.ProcessEnv, names: readonly string[]): Problem[] {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return Object.keys(env).flatMap((variable) => {
    const given = /^INPUT_(.+)$/.exec(variable)?.[1]?.toLowerCase() ?? '';
    if (given === '' || known.has(given)) return [];
    const meant = names.find((name) =>
      isNear(given.replaceAll('_', '-'), name.toLowerCase(), name.length <= SHORT_NAME ? 1 : 2),
    );
    return meant === undefined
      ? []
      : [{ input: given, accepted: `this action has no such input. Did you mean ${meant}?` }];
  });
}

/** A slip in a short name soon makes another word, such as `model` of `mode`. */
const SHORT_NAME = 7;

/** Whether at most `slips` characters must be added, left out, changed or swapped with the next to make `b` of `a`. */
function isNear(a: string, b: string, slips: number): boolean {
  if (a === b) return true;
  if (a[0] === b[0]) return isNear(a.slice(1), b.slice(1), slips);
  if (slips === 0) return false;
  const isSwapped = a[0] === b[1] && a[1] === b[0];
  return (
    isNear(a.slice(1), b, slips - 1) ||
    isNear(a, b.slice(1), slips - 1) ||
    isNear(a.slice(1), b.slice(1), slips - 1) ||
    (isSwapped && isNear(a.slice(2), b.slice(2), slips - 1))
  );
}
