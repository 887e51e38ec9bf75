import { PERMISSIONS } from './github/permission.ts';
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

/** Name, reader, and default as in action.yml. Without a default, the input may be absent. */
type Field = readonly [name: string, reader: (text: string) => unknown, usual?: string];
type Fields = Readonly<Record<string, Field>>;
type Value<F extends Field> = ReturnType<F[1]> | (F extends readonly [string, unknown] ? undefined : never);
type Values<F extends Fields> = { readonly [K in keyof F]: Value<F[K]> };

const asItIs = (text: string) => text;
const MODE = ['mode', values.oneOf(MODES), 'agent'] as const;

const COMMON = {
  apiKey: ['api-key', values.readKey, ''],
  projectId: ['project-id', values.readProject, ''],
  baseUrl: ['base-url', values.readOrigin, DEFAULT_BASE_URL],
  githubToken: ['github-token', values.readToken, ''],
  failOn: ['fail-on', values.someOf(FAILABLE), 'failed, timeout'],
  comment: ['comment', values.readFlag, 'true'],
  issueNumber: ['issue-number', values.readIssueNumber],
} as const satisfies Fields;

const readParts = values.someOf(['event', 'changes', 'linked-issues', 'discussion']);
function readInclude(text: string): ReturnType<typeof readParts> {
  const names = readParts(text);
  return names.size === 0 ? names : new Set(['event', ...names]);
}

const AGENT = {
  ...COMMON,
  prompt: ['prompt', asItIs],
  /** Parts that the prompt quotes, always with `event`; empty for `none`. */
  include: ['include', readInclude],
  releaseTag: ['release-tag', values.readTag],
  paths: ['paths', values.readPatterns],
  jobId: ['job-id', values.readJobId],
  wait: ['wait', values.readFlag, 'true'],
  timeoutMs: ['timeout-minutes', values.duration(60_000, LONGEST_WAIT_MINUTES), '30'],
  pollIntervalMs: ['poll-interval-seconds', values.duration(1000, 3600, 0.1), '30'],
  commitStatus: ['commit-status', values.readStatusName],
  skipLabel: ['skip-label', asItIs, 'no-docs'],
  notify: ['notify', values.readFlag, 'false'],
  triggerLabel: ['trigger-label', asItIs],
  triggerPhrase: ['trigger-phrase', values.readWord, '/docs'],
  minimumPermission: ['minimum-permission', values.oneOf(PERMISSIONS), 'write'],
  allowedBots: ['allowed-bots', values.readBots, ''],
  dryRun: ['dry-run', values.readFlag, 'false'],
} as const satisfies Fields;

const ANALYTICS = {
  ...COMMON,
  period: ['period', asItIs, '7d'],
  compare: ['compare', asItIs, 'previous'],
  siteUrl: ['site-url', values.readSite],
  maxRequests: ['max-requests', values.wholeNumber(100_000), '90'],
  artifactName: ['artifact-name', values.readArtifactName, 'docs-page-views'],
} as const satisfies Fields;

/** Values of all inputs of agent mode. Durations are in milliseconds. */
export type AgentInputs = Values<typeof AGENT>;
export type AnalyticsInputs = Omit<Values<typeof ANALYTICS>, 'period' | 'compare'> & Periods;
type Periods = { readonly period: Period; readonly compare: Period | undefined };

export type Problems = Record<string, string>;

/** Reads agent mode's inputs from the runner's `INPUT_*` variables. @throws {InputError} with all problems at once */
export const readAgentInputs = (env: Env): AgentInputs => checked(readAgent(env));

/** The same for analytics mode. `now` determines the dates of the report. */
export const readAnalyticsInputs = (env: Env, now: Date): AnalyticsInputs => checked(readAnalytics(env, now));

/** Reads the input `mode`. @throws {InputError} if it is unknown, with the problems of both modes' inputs */
export function readMode(env: Env, now: Date): Mode {
  const { inputs, problems } = read(env, { mode: MODE });
  if (problems['mode'] === undefined) return inputs.mode;
  throw new InputError({ ...problems, ...readAgent(env).problems, ...readAnalytics(env, now).problems });
}

/** Returns the names of the other mode's inputs that don't have their default value. */
export function unusedInputs(env: Env, mode: Mode): string[] {
  const [used, others]: [Fields, Fields] = mode === 'agent' ? [AGENT, ANALYTICS] : [ANALYTICS, AGENT];
  return Object.entries(others).flatMap(([field, [name, , usual]]) => {
    const text = textOf(env, name);
    return field in used || text === undefined || text.toLowerCase() === usual ? [] : name;
  });
}

/** Returns the trimmed value of an input; empty if nothing of it is visible, undefined if the input isn't set. */
export function readInput(env: Env, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase()}`]?.trim();
  return text !== undefined && isBlank(text) ? '' : text;
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
  for (const [key, [name, reader, usual]] of Object.entries(fields)) {
    const other = name === 'project-id' ? textOf(env, 'projectId') : undefined;
    const given = textOf(env, name);
    if (other && given && other !== given)
      tell(name, '`projectId` is another name for this input, but has another value. Set only one of them.');
    const text = given ?? other ?? usual;
    const spelling = other && !given ? 'projectId' : name;
    inputs[key] = text === undefined ? undefined : attempt(spelling, () => reader(text));
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
  if (inputs.commitStatus !== undefined && skipLabel?.toLowerCase() === inputs.triggerLabel?.toLowerCase())
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
  const names: string[] = [MODE, ...Object.values({ ...AGENT, ...ANALYTICS })].map(([name]) => name);
  const problems: Problems = {};
  for (const variable of Object.keys(env)) {
    const given = /^INPUT_(.+)/.exec(variable)?.[1]?.toLowerCase() ?? '';
    const meant = plain(given);
    const name = names.find((each) => plain(each) === meant);
    // Windows ignores the case of variables.
    const isSame = env[`INPUT_${given.toUpperCase()}`] === env[variable];
    const isRead = isSame && [...names, 'projectid'].includes(given);
    if (name !== undefined && !isRead)
      problems[given] = `the action doesn't read ${variable}. Did you mean \`${name}\`?`;
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
