import { closestNames } from './closest-names.ts';
import { isBlank } from './text/characters.ts';

// The variables in which the runner hands over inputs: `INPUT_` and the name in upper case.

type Env = NodeJS.ProcessEnv;

// Names and defaults of all inputs, as in action.yml. An empty text stands for no default.

const COMMON_DEFAULTS = {
  mode: 'agent',
  'api-key': '',
  'project-id': '',
  'base-url': 'https://api.mintlify.com',
  'github-token': '',
  'fail-on': 'failed, timeout',
  comment: 'true',
  'issue-number': '',
};

export const AGENT_DEFAULTS = {
  prompt: '',
  include: '',
  'release-tag': '',
  paths: '',
  'docs-paths': '',
  'job-id': '',
  wait: 'true',
  'timeout-minutes': '30',
  'poll-interval-seconds': '30',
  'commit-status': '',
  'skip-label': 'no-docs',
  reviewers: '',
  notify: 'false',
  'trigger-label': '',
  'trigger-phrase': '/docs',
  'minimum-permission': 'write',
  'allowed-bots': '',
  'dry-run': 'false',
};

export const ANALYTICS_DEFAULTS = {
  period: '7d',
  compare: 'previous',
  'site-url': '',
  'max-requests': '90',
  'artifact-name': 'docs-page-views',
};

export const DEFAULTS = { ...COMMON_DEFAULTS, ...AGENT_DEFAULTS, ...ANALYTICS_DEFAULTS };
export type InputName = keyof typeof DEFAULTS;

/** Returns the trimmed value of an input; empty if nothing of it is visible, undefined if the input isn't set. */
export function readInput(env: Env, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase()}`]?.trim();
  return text !== undefined && isBlank(text) ? '' : text;
}

/** The same, but undefined if it is empty, save where that has a meaning. */
export function givenText(env: Env, name: string): string | undefined {
  const text = readInput(env, name);
  // An empty `artifact-name` turns uploads off.
  return name === 'artifact-name' ? text : text || undefined;
}

/** Returns the names of inputs that don't have their default value. */
export function changedInputs(env: Env, defaults: Readonly<Record<string, string>>): string[] {
  return Object.entries(defaults).flatMap(([name, usual]) => {
    const text = givenText(env, name);
    return text === undefined || text.toLowerCase() === usual ? [] : name;
  });
}

/** Set by act and its kin, which also hand the inputs of a composite action on to the actions that it uses. */
const HANDING_ON = ['ACT', 'GITEA_ACTIONS', 'FORGEJO_ACTIONS'];

interface Misspelling {
  /** Name as the workflow gives it, in lower case. */
  readonly given: string;
  readonly message: string;
  readonly isError: boolean;
}

/** Finds variables that aren't inputs, but close to one, such as `INPUT_TRIGGER_LABEL`. */
export function misspellings(env: Env): Misspelling[] {
  const names = Object.keys(DEFAULTS);
  const changed = changedInputs(env, DEFAULTS);
  if (givenText(env, 'projectId')) changed.push('project-id');
  const variables = Object.keys(env).filter((variable) => variable.startsWith('INPUT_'));
  return variables.flatMap((variable) => {
    const given = variable.slice('INPUT_'.length).toLowerCase();
    // Windows ignores the case of variables.
    const isSame = env[`INPUT_${given.toUpperCase()}`] === env[variable];
    const isRead = isSame && [...names, 'projectid'].includes(given);
    const meant = isRead ? [] : closestNames(given, names);
    if (meant.length === 0) return [];
    const isGiven = meant.some((name) => name === 'github-token' || changed.includes(name));
    const message = `the action doesn't read ${variable}. Did you mean \`${meant.join('` or `')}\`?`;
    return { given, message, isError: !isGiven && !HANDING_ON.some((name) => env[name]) };
  });
}
