import { type Behaviour, behaviourNamed } from '../sandbox/faults.ts';
import type { GithubEvent, PushKind } from '../sandbox/github/events.ts';
import type { Role } from '../sandbox/github/roles.ts';
import { PERMISSIONS } from '../sandbox/github/routes.ts';
import { OPERATIONS, type Operation } from '../sandbox/operations.ts';

/**
 * Reads the sentences of stories by forms, such as `labels #N LABEL`: the words in capital letters are places, and `PLACES` says
 * what can stand there.
 */

/** What stands in the places of a form. Those of an event have the names of its fields. */
export interface SentenceParts extends Partial<GithubEvent> {
  readonly ms?: number;
  readonly count?: number;
  readonly operation?: Operation;
  readonly nth?: number;
  readonly fault?: Behaviour;
  /** What is done to a run, or by hand. */
  readonly deed?: string;
}

export const REPOSITORY = 'acme/product';
export const NEWS = 'What is new.';

export const PEOPLE: Readonly<Record<string, Role>> = {
  maria: 'write',
  theo: 'admin',
  rita: 'read',
  tina: { permission: 'read', role_name: 'docs-triage', basedOn: 'triage' },
  mona: { permission: 'write', role_name: 'docs-maintain', basedOn: 'maintain' },
};

/** GitHub doesn't know whether she may do anything. */
export const STRANGER = 'mallory';

/** Who opened the pull request; absent for an issue. 41 is that of the sandbox's first job. */
export function authorOf(number: number): string | undefined {
  if (number === 56) return 'rita';
  if ((number > 40 && number < 50) || number === 55) return 'mintlify[bot]';
  return ['maria', STRANGER, 'renovate[bot]'][Math.floor(number / 100) - 1];
}

const SHORT: Readonly<Record<string, Operation>> = {
  poll: 'get',
  list: 'comment-list',
  write: 'comment-create',
  edit: 'comment-update',
  status: 'status-create',
  runs: 'workflow-runs',
};

export function wordOf(operation: Operation): string {
  return Object.keys(SHORT).find((word) => SHORT[word] === operation) ?? operation;
}

function requestIn(text: string): SentenceParts {
  const [word = '', nth = '1'] = text.split(' ').reverse();
  const operation = OPERATIONS.find((each) => each === (SHORT[word] ?? word));
  if (!operation) throw new RangeError(`There are no requests "${word}".`);
  return { operation, nth: Number.parseInt(nth, 10) };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };

const TIME = '(\\d+(?:\\.\\d+)? (?:ms|s|min|h))';

function msIn(text: string): number {
  const [number, unit = ''] = text.split(' ');
  return Number(number) * (UNITS[unit] ?? NaN);
}

const PLACES: Readonly<Record<string, readonly [pattern: string, read: (text: string) => SentenceParts]>> = {
  '#N': [
    '#(\\d+)',
    (text) => ({ number: Number(text), isPullRequest: authorOf(Number(text)) !== undefined }),
  ],
  '"TEXT"': ['"([^"]*)"', (text) => ({ text })],
  WORDS: ['(.+)', (text) => ({ text })],
  LINES: [
    '((?: \\+ "[^"]*")*)',
    (text) => ({ lines: [...text.matchAll(/"([^"]*)"/g)].map(([, line = '']) => line) }),
  ],
  LINE: ['(\\d)', (text) => ({ line: Number(text) - 1 })],
  LABEL: ['(\\S+)', (label) => ({ label })],
  PERMISSION: [`(${PERMISSIONS.join('|')})`, (text) => ({ text })],
  TAG: ['(\\S+)', (tag) => ({ tag })],
  AUTHOR: ['(\\S+)', (author) => ({ author })],
  MERGE: ['(squash|merge|rebase)', (push) => ({ push: push as PushKind })],
  OTHERS: ['((?: #\\d+)*)', (text) => ({ text: text.replaceAll('#', '').trim() })],
  EVENT: [
    '(\\w+\\.[\\w-]*)',
    (text) => {
      const [name = '', action = ''] = text.split('.');
      return { name, action };
    },
  ],
  TIME: [TIME, (text) => ({ ms: msIn(text) })],
  AGE: [TIME, (text) => ({ fault: { kind: 'old', ms: msIn(text), name: `${text} old` } })],
  COUNT: ['(\\d+)', (text) => ({ count: Number(text) })],
  REQUEST: ['((?:\\d+(?:st|nd|rd|th) )?[a-z-]+)', requestIn],
  DEED: ['(.+)', (deed) => ({ deed })],
  FAULT: ['([\\w.-]+)', (name) => ({ fault: behaviourNamed(name) })],
};

/** Returns a function that finds the form of a text: what it means, and the words in its places. */
export function sentenceReader<T>(forms: Readonly<Record<string, T>>) {
  const known = Object.entries(forms).map(([form, meaning]) => {
    const places = form.match(/#N|"TEXT"|[A-Z]{3,}/g) ?? [];
    const pattern = places.reduce((text, place) => text.replace(place, PLACES[place]?.[0] ?? ''), form);
    return { pattern: new RegExp(`^${pattern}$`, 's'), places, meaning };
  });
  return (text: string): readonly [meaning: T, words: SentenceParts] | undefined => {
    for (const { pattern, places, meaning } of known) {
      const [whole, ...parts] = pattern.exec(text) ?? [];
      if (whole === undefined) continue;
      const words = parts.map((part, index) => PLACES[places[index] ?? '']?.[1](part));
      return [meaning, Object.assign({}, ...words)];
    }
    return undefined;
  };
}
