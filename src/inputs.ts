import { PERMISSIONS } from './github/operations.ts';
import * as values from './input-values.ts';
import { InvalidValue } from './invalid-value.ts';
import { type Period, readComparison, readPeriod } from './period.ts';
import { isBlank, onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

type Env = NodeJS.ProcessEnv;
const MODES = ['agent', 'analytics'] as const;
type Mode = (typeof MODES)[number];

export const DEFAULT_BASE_URL = 'https://api.mintlify.com';
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'incomplete'] as const;
const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A workflow job on a self-hosted runner may take five days.

interface Field<T> {
  /** Spellings of the input's name. The first one that is set is used. */
  readonly names: readonly [string, ...string[]];
  /** Default, as in action.yml; undefined for an input that may be absent. */
  readonly usual?: string;
  readonly reader: (text: string) => T;
}
type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

function field<T>(reader: (text: string) => T, usual: string, ...names: Field<T>['names']): Field<T> {
  return { names, usual, reader };
}

function optional<T>(reader: (text: string) => T, ...names: Field<T>['names']): Field<T | undefined> {
  return { names, reader };
}

const asItIs = (text: string) => text;
const mode = field(values.oneOf(MODES), 'agent', 'mode');

const COMMON = {
  apiKey: field(values.readKey, '', 'api-key'),
  projectId: field(values.readProject, '', 'project-id', 'projectId'),
  baseUrl: field(values.readOrigin, DEFAULT_BASE_URL, 'base-url'),
  /** Token for GitHub's API; empty for none. */
  githubToken: field(values.readToken, '', 'github-token'),
  failOn: field(values.someOf(FAILABLE), 'failed, timeout', 'fail-on'),
  comment: field(values.readFlag, 'true', 'comment'),
  issueNumber: optional(values.readIssueNumber, 'issue-number'),
};

const readIncluded = values.someOf(['event', 'changes', 'linked-issues', 'discussion']);
function readInclude(text: string): ReturnType<typeof readIncluded> {
  const names = readIncluded(text);
  return names.size === 0 ? names : new Set(['event', ...names]);
}

const AGENT = {
  ...COMMON,
  prompt: optional(asItIs, 'prompt'),
  /** Parts that the prompt quotes, always with `event`; empty for `none`. */
  include: optional(readInclude, 'include'),
  releaseTag: optional(values.readTag, 'release-tag'),
  paths: optional(values.readPatterns, 'paths'),
  /** ID of a job, or `latest`. */
  jobId: optional(values.readJobId, 'job-id'),
  wait: field(values.readFlag, 'true', 'wait'),
  timeoutMs: field(values.duration(60_000, LONGEST_WAIT_MINUTES), '30', 'timeout-minutes'),
  pollIntervalMs: field(values.duration(1000, 3600, 0.1), '30', 'poll-interval-seconds'),
  commitStatus: optional(values.readStatusName, 'commit-status'),
  skipLabel: field(asItIs, 'no-docs', 'skip-label'),
  notify: field(values.readFlag, 'false', 'notify'),
  triggerLabel: optional(asItIs, 'trigger-label'),
  triggerPhrase: field(values.readWord, '/docs', 'trigger-phrase'),
  minimumPermission: field(values.oneOf(PERMISSIONS), 'write', 'minimum-permission'),
  /** Logins in lower case, without `[bot]`. */
  allowedBots: field(values.readBots, '', 'allowed-bots'),
  dryRun: field(values.readFlag, 'false', 'dry-run'),
};

const ANALYTICS = {
  ...COMMON,
  period: field(asItIs, '7d', 'period'),
  compare: field(asItIs, 'previous', 'compare'),
  siteUrl: optional(values.readSite, 'site-url'),
  maxRequests: field(values.wholeNumber(100_000), '90', 'max-requests'),
  artifactName: field(values.readArtifactName, 'docs-page-views', 'artifact-name'),
};

/** Values of all inputs of agent mode. Durations are in milliseconds. */
export type AgentInputs = Values<typeof AGENT>;
export type AnalyticsInputs = Omit<Values<typeof ANALYTICS>, 'period' | 'compare'> & {
  readonly period: Period;
  readonly compare: Period | undefined;
};

/** What is wrong with inputs, or accepted, by name. */
export type Problems = Record<string, string>;

/**
 * Reads every input of agent mode from the runner's `INPUT_*` variables.
 *
 * @throws {InputError} with all problems at once
 */
export function readAgentInputs(env: Env): AgentInputs {
  return checked(readAgent(env));
}

/** Reads every input of analytics mode. @param now time that determines the dates of the report */
export function readAnalyticsInputs(env: Env, now: Date): AnalyticsInputs {
  return checked(readAnalytics(env, now));
}

/** Reads the input `mode`. @throws {InputError} if it is unknown, with the problems of both modes' inputs */
export function readMode(env: Env, now: Date): Mode {
  const { inputs, problems } = read(env, { mode });
  if (problems['mode'] === undefined) return inputs.mode;
  throw new InputError({ ...problems, ...readAgent(env).problems, ...readAnalytics(env, now).problems });
}

/** Returns the names of the other mode's inputs that don't have their default value. */
export function unusedInputs(env: Env, mode: Mode): string[] {
  const [used, others]: [Fields, Fields] = mode === 'agent' ? [AGENT, ANALYTICS] : [ANALYTICS, AGENT];
  return Object.entries(others).flatMap(([field, { names, usual }]) => {
    const name = givenName(env, names);
    const text = textOf(env, name);
    return field in used || text === undefined || text.toLowerCase() === usual ? [] : name;
  });
}

/** Returns the trimmed value of an input; empty if nothing of it is visible, undefined if the input isn't set. */
export function readInput(env: Env, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase()}`]?.trim();
  return text !== undefined && isBlank(text) ? '' : text;
}

function givenName(env: Env, names: Field<unknown>['names']): string {
  return names.find((name) => readInput(env, name)) ?? names[0];
}

function textOf(env: Env, name: string): string | undefined {
  const text = readInput(env, name);
  // An empty `artifact-name` turns uploads off.
  return name === 'artifact-name' ? text : text || undefined;
}

/** Reads the fields. Invalid values are undefined. The first problem of an input counts. */
function read<F extends Fields>(env: Env, fields: F) {
  const inputs: Record<string, unknown> = {};
  const problems = misspelled(env);
  const tell = (name: string, message: string) => {
    problems[name] ??= told(env, name, message);
  };
  const attempt = <T>(name: string, reader: () => T): T | undefined => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      tell(name, error.message);
      return undefined;
    }
  };
  for (const [key, { names, usual, reader }] of Object.entries(fields)) {
    const name = givenName(env, names);
    const text = textOf(env, name) ?? usual;
    const other = names.find((each) => (textOf(env, each) ?? text) !== text);
    if (other !== undefined)
      tell(name, `\`${other}\` is another name for this input, but has another value. Set only one of them.`);
    inputs[key] = text === undefined ? undefined : attempt(name, () => reader(text));
  }
  return { inputs: inputs as Values<F>, problems, tell, attempt };
}

function readAgent(env: Env) {
  const { inputs, problems, tell } = read(env, AGENT);
  const { comment, githubToken, paths, include, commitStatus, skipLabel } = inputs;
  const areValid = (...names: string[]) => !names.some((name) => name in problems);
  if (paths && !include?.has('changes') && commitStatus === undefined && areValid('include', 'commit-status'))
    tell('paths', 'To select changed files with it, add `changes` to `include`, or set `commit-status`.');
  if (inputs.jobId === 'latest' && (comment === false || githubToken === '')) {
    const need = comment === false ? '`comment: true`' : '`github-token`';
    tell('job-id', `\`latest\` finds the job in the replies on the issue or pull request, so set ${need}.`);
  }
  if (skipLabel?.toLowerCase() === inputs.triggerLabel?.toLowerCase())
    tell('skip-label', 'It must differ from `trigger-label`, which asks for docs.');
  const needs = [
    ...(comment === false ? ['`comment: true`'] : []),
    ...(githubToken === '' ? ['`github-token`'] : []),
    ...(inputs.wait === false ? ['`wait: true`'] : []),
    ...(/^(none|read|triage)$/.test(inputs.minimumPermission) ? ['`minimum-permission: write` or more'] : []),
  ];
  if (commitStatus !== undefined && needs.length > 0)
    tell('commit-status', `It also needs ${needs.join(', ')}.`);
  return { inputs, problems };
}

function readAnalytics(env: Env, now: Date) {
  const { inputs, problems, attempt } = read(env, ANALYTICS);
  const period = attempt('period', () => readPeriod(inputs.period, now)) as Period;
  const compare = attempt('compare', () => readComparison(inputs.compare, period ?? readPeriod('7d', now)));
  return { inputs: { ...inputs, period, compare }, problems };
}

/** Finds variables that would be inputs if `-`, `_` and case didn't matter, such as `INPUT_TRIGGER_LABEL`. */
function misspelled(env: Env): Problems {
  const plain = (name: string) => name.replaceAll(/[-_]/g, '').toLowerCase();
  const all = [mode, ...Object.values({ ...AGENT, ...ANALYTICS })].map(({ names }) => names);
  const spellings = all.flat().map((name) => name.toUpperCase());
  const problems: Problems = {};
  for (const variable of Object.keys(env)) {
    const given = /^INPUT_(.+)/.exec(variable)?.[1] ?? '';
    const [name] = all.find(([each]) => plain(each) === plain(given)) ?? [];
    // Windows ignores the case of variables.
    const isRead =
      spellings.includes(given.toUpperCase()) && env[`INPUT_${given.toUpperCase()}`] === env[variable];
    if (name !== undefined && !isRead)
      problems[given.toLowerCase()] = `the action doesn't read ${variable}. Did you mean \`${name}\`?`;
  }
  return problems;
}

function checked<T>({ inputs, problems }: { readonly inputs: T; readonly problems: Problems }): T {
  if (Object.keys(problems).length > 0) throw new InputError(problems);
  return inputs;
}

/** Adds the value of an input to a message. Leaves out secrets, and the password in a URL. */
function told(env: Env, name: string, message: string): string {
  const secret = name.endsWith('-url') ? /.*@/s : /.*:\/\/.*@/s;
  const text = /^(api-key|github-token)$/.test(name) ? '' : readInput(env, name)?.replace(secret, '***@');
  return text ? `got "${onOneLine(shorten(text, 80))}". ${message}` : message;
}

/** Error for inputs that are invalid, or don't fit the event. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** Problems, one line each. If there is only one, the error's message already contains it. */
  readonly problems: readonly string[];

  constructor(problems: Readonly<Problems>) {
    const lines = Object.entries(problems).map((problem) => problem.join(': '));
    const names = Object.keys(problems).map((name) => `\`${name}\``);
    super(lines.length === 1 ? `Invalid input ${lines[0]}` : `Invalid inputs: ${names.join(', ')}.`);
    this.problems = lines;
  }
}
