import * as z from 'zod/mini';
import { PERMISSIONS } from './github/operations.ts';
import * as schemas from './input-schemas.ts';
import { InvalidValue } from './invalid-value.ts';
import { type Period, readComparison, readPeriod } from './period.ts';
import { readPromptFile } from './prompt-file.ts';
import { isBlank, onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

type Env = NodeJS.ProcessEnv;

/**
 * Values of `fail-on`: outcomes of agent mode, failed checks, and `incomplete` for a report. Each mode ignores the
 * other mode's values.
 */
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'checks', 'incomplete'] as const;
const INCLUDABLE = ['event', 'changes', 'linked-issues', 'discussion'] as const;

const MODES = ['agent', 'analytics'] as const;
type Mode = (typeof MODES)[number];
const ONE_WORD = 'Accepted: one word, such as /docs.';
export const DEFAULT_BASE_URL = 'https://api.mintlify.com';
const ONE_PROJECT =
  'The action accepts one project. For several projects, use a matrix: see the recipe many-projects.yml.';
const SOME_DAY = { from: '2000-01-01', to: '2000-01-01', isMonth: false };
const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A workflow job on a self-hosted runner may take five days.

interface Field<T> {
  /** Names of the input. The first name that is set is used. */
  readonly names: readonly [string, ...string[]];
  /** Default, as in action.yml. */
  readonly usual?: string;
  readonly schema: z.ZodMiniType<T>;
}
type Fields = Readonly<Record<string, Field<unknown>>>;
type Values<F extends Fields> = { readonly [K in keyof F]: F[K] extends Field<infer T> ? T : never };

function required<T>(schema: z.ZodMiniType<T>, ...names: Field<T>['names']): Field<T> {
  return { names, schema };
}

function optional<T>(schema: z.ZodMiniType<T>, ...names: Field<T>['names']): Field<T | undefined> {
  return { names, schema: z.optional(schema) };
}

/**
 * Builds a field with a default.
 *
 * @param usual default, which is read as if the workflow had set it
 */
function withDefault<T>(schema: z.ZodMiniType<T>, usual: string, ...names: Field<T>['names']): Field<T> {
  return { names, usual, schema: z.prefault(schema as z.ZodMiniType<T, string>, usual) };
}

const COMMON = {
  apiKey: required(schemas.key, 'api-key'),
  /** Origin of Mintlify's API. */
  baseUrl: withDefault(schemas.origin, DEFAULT_BASE_URL, 'base-url'),
  /** Token for GitHub's API; empty if the workflow sets it to an empty string. */
  githubToken: withDefault(schemas.token, '', 'github-token'),
  failOn: withDefault(schemas.someOf(FAILABLE), 'failed, timeout', 'fail-on'),
  comment: withDefault(schemas.flag, 'false', 'comment'),
  issueNumber: optional(schemas.issueNumber, 'issue-number'),
  /** IDs of one or more projects, without duplicates. */
  projectIds: required(schemas.projects, 'project-id', 'projectId'),
};

/** Parts that the prompt quotes. Every value except `none` also includes `event`. */
const included = schemas
  .someOf(INCLUDABLE)
  .check(z.overwrite((names) => new Set(names.size === 0 ? [] : ['event' as const, ...names])));
const jobId = schemas.identifier.check(z.overwrite((id) => (/^latest$/i.test(id) ? 'latest' : id)));

const AGENT = {
  ...COMMON,
  prompt: optional(z.string(), 'prompt'),
  promptFile: optional(z.string(), 'prompt-file'),
  /** ID of a job, or `latest` for the latest job of the thread; undefined if not set. */
  jobId: optional(jobId, 'job-id'),
  /** Parts that the prompt quotes, including `event`; empty for `none`, undefined if not set. */
  include: optional(included, 'include'),
  /** Tag of the release that the request is about; undefined if not set. */
  releaseTag: optional(schemas.tag, 'release-tag'),
  /** Patterns that select the files for `changes`. */
  paths: optional(schemas.patterns, 'paths'),
  wait: withDefault(schemas.flag, 'true', 'wait'),
  timeoutMs: withDefault(schemas.duration(60_000, LONGEST_WAIT_MINUTES), '30', 'timeout-minutes'),
  /** Maximum pause between two polls. */
  pollIntervalMs: withDefault(schemas.duration(1000, 3600, 0.1), '30', 'poll-interval-seconds'),
  /** Maximum wait for the checks of the docs pull request; 0 if they aren't read. */
  checksMs: withDefault(schemas.duration(60_000, LONGEST_WAIT_MINUTES, 0), '0', 'checks-minutes'),
  notify: withDefault(schemas.flag, 'false', 'notify'),
  triggerLabel: optional(z.string(), 'trigger-label'),
  triggerPhrase: withDefault(z.string().check(z.regex(/^\S*$/, ONE_WORD)), '/docs', 'trigger-phrase'),
  minimumPermission: withDefault(schemas.oneOf(PERMISSIONS), 'write', 'minimum-permission'),
  /** Logins of the bots that are allowed to make requests. */
  allowedBots: withDefault(schemas.list, '', 'allowed-bots'),
  dryRun: withDefault(schemas.flag, 'false', 'dry-run'),
};

const ANALYTICS = {
  ...COMMON,
  period: withDefault(z.string(), '7d', 'period'),
  compare: withDefault(z.string(), 'previous', 'compare'),
  siteUrl: optional(schemas.site, 'site-url'),
  maxRequests: withDefault(schemas.wholeNumber(100_000), '90', 'max-requests'),
  artifactName: withDefault(schemas.artifactName, 'docs-page-views', 'artifact-name'),
};

/** Values of all inputs of agent mode. Durations are in milliseconds. */
export type AgentInputs = Omit<Values<typeof AGENT>, 'projectIds' | 'promptFile'> & {
  readonly projectId: string;
};
export type AnalyticsInputs = Omit<Values<typeof ANALYTICS>, 'projectIds' | 'period' | 'compare'> & {
  readonly projectId: string;
  readonly period: Period;
  readonly compare: Period | undefined;
};

/** Problems by input name. Each text says what is wrong, or what is accepted. */
export type Problems = Record<string, string>;

/** Returns problems of inputs that don't fit the run's event. `invalid` contains the problems found before. */
type EventCheck<T> = (inputs: T, invalid: Readonly<Problems>) => Problems;

/**
 * Reads every input of agent mode from the runner's `INPUT_*` variables.
 *
 * @throws {InputError} with all problems at once
 */
export function readAgentInputs(env: Env, checkEvent?: EventCheck<AgentInputs>): AgentInputs {
  return checked(readAgent(env), checkEvent);
}

/** Reads every input of analytics mode. @param now time that determines the dates of the report */
export function readAnalyticsInputs(
  env: Env,
  now: Date,
  checkEvent?: EventCheck<AnalyticsInputs>,
): AnalyticsInputs {
  return checked(readAnalytics(env, now), checkEvent);
}

/**
 * Reads the input `mode`.
 *
 * @throws {InputError} if the mode is unknown; the error also lists the problems of both modes' inputs
 */
export function readMode(env: Env, now: Date): Mode {
  const mode = withDefault(schemas.oneOf(MODES), 'agent', 'mode');
  const { values, problems } = read(env, { mode });
  if (problems['mode'] === undefined) return values.mode;
  throw new InputError({ ...problems, ...readAgent(env).problems, ...readAnalytics(env, now).problems });
}

/**
 * Returns the names of inputs that don't have an effect because they belong to the other mode. Omits inputs that have
 * their default value.
 */
export function unusedInputs(env: Env, mode: Mode): string[] {
  const [used, others]: [Fields, Fields] = mode === 'agent' ? [AGENT, ANALYTICS] : [ANALYTICS, AGENT];
  return Object.entries(others).flatMap(([field, { names, usual }]) => {
    const name = givenName(env, names);
    const text = textOf(env, name);
    return field in used || text === undefined || text.toLowerCase() === usual ? [] : name;
  });
}

/**
 * Returns the trimmed value of an input; empty if all its characters are invisible, undefined if the input isn't set.
 */
export function readInput(env: Env, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase()}`]?.trim();
  return text !== undefined && isBlank(text) ? '' : text;
}

function givenName(env: Env, names: Field<unknown>['names']): string {
  return names.find((name) => readInput(env, name)) ?? names[0];
}

/**
 * Returns the value of an input; undefined if the input isn't set or is blank. For a blank `artifact-name`, returns an
 * empty string, which turns uploads off.
 */
function textOf(env: Env, name: string): string | undefined {
  const text = readInput(env, name);
  return name === 'artifact-name' ? text : text || undefined;
}

/** Values of inputs, and the problems with them. Invalid values are undefined. */
interface Reading<T> {
  readonly values: T;
  readonly problems: Problems;
}

/**
 * Reads the fields.
 *
 * @returns values, problems, and a function that records a problem unless the input already has one
 */
function read<F extends Fields>(env: Env, fields: F): Reading<Values<F>> & { tell: Tell } {
  const values: Record<string, unknown> = {};
  const problems: Problems = {};
  const tell: Tell = (name, message) => {
    problems[name] ??= told(env, name, message);
  };
  for (const [field, { names, schema }] of Object.entries(fields)) {
    const name = givenName(env, names);
    const text = textOf(env, name);
    const { data, error } = schema.safeParse(text);
    values[field] = data;
    const other = names.find((each) => text !== undefined && (textOf(env, each) ?? text) !== text);
    if (other !== undefined)
      tell(name, `\`${other}\` is another name for this input, but has another value. Set only one of them.`);
    else if (error) tell(name, error.issues[0]?.message ?? '');
  }
  return { values: values as Values<F>, problems, tell };
}

function readAgent(env: Env): Reading<AgentInputs> {
  const { values, problems, tell } = read(env, AGENT);
  const { projectIds, promptFile, ...inputs } = values;
  const { prompt, failOn, checksMs, include, paths } = inputs;
  if ((projectIds?.length ?? 0) > 1) tell(givenName(env, COMMON.projectIds.names), ONE_PROJECT);
  const areValid = (...names: string[]) => !names.some((name) => name in problems);
  if (areValid('fail-on', 'checks-minutes') && failOn.has('checks') && checksMs === 0)
    tell(
      'fail-on',
      "To fail on `checks`, also set `checks-minutes`. Without it, the action doesn't read any checks.",
    );
  if (areValid('paths', 'include') && paths && !include?.has('changes'))
    tell('paths', 'It selects which changed files to include. To use it, `include` must list `changes`.');
  if (promptFile !== undefined && prompt !== undefined)
    tell('prompt-file', 'Set `prompt` or `prompt-file`, not both.');
  const fileText = attempt('prompt-file', tell, prompt === undefined ? promptFile : undefined, (file) =>
    readPromptFile(file, env['GITHUB_WORKSPACE'] || process.cwd()),
  );
  const projectId = projectIds?.[0] ?? '';
  return { values: { ...inputs, projectId, prompt: prompt ?? fileText }, problems };
}

function readAnalytics(env: Env, now: Date): Reading<AnalyticsInputs> {
  const { values, problems, tell } = read(env, ANALYTICS);
  const period = attempt('period', tell, values.period, (text) => readPeriod(text, now));
  const compare = attempt('compare', tell, values.compare, (text) =>
    readComparison(text, period ?? SOME_DAY),
  );
  const { projectIds, ...inputs } = values;
  if ((projectIds?.length ?? 0) > 1) tell(givenName(env, COMMON.projectIds.names), ONE_PROJECT);
  return {
    values: { ...inputs, projectId: projectIds?.[0] ?? '', period: period as Period, compare },
    problems,
  };
}

type Tell = (name: string, message: string) => void;

/** Returns `reader(text)`; undefined if the text is absent or invalid. Records an {@link InvalidValue} as a problem. */
function attempt<T>(
  name: string,
  tell: Tell,
  text: string | undefined,
  reader: (text: string) => T,
): T | undefined {
  try {
    return text === undefined ? undefined : reader(text);
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    tell(name, error.message);
    return undefined;
  }
}

function checked<T>({ values, problems }: Reading<T>, check?: EventCheck<T>): T {
  const isValid = Object.keys(problems).length === 0;
  try {
    Object.assign(problems, check?.(values, { ...problems }));
  } catch (error) {
    // An unreadable event is reported only if all inputs are valid.
    if (isValid) throw error;
  }
  if (Object.keys(problems).length > 0) throw new InputError(problems);
  return values;
}

/** Adds the value of an input to a message. Leaves out secrets, and the password in a URL. */
function told(env: Env, name: string, message: string): string {
  const secret = name.endsWith('-url') ? /.*@/s : /.*:\/\/.*@/s;
  const text = /^(api-key|github-token)$/.test(name) ? '' : readInput(env, name)?.replace(secret, '***@');
  return text ? `got "${onOneLine(shorten(text, 80))}". ${message}` : message;
}

/** Error for one or more invalid inputs. */
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
