import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { readPaths } from './agent/paths.ts';
import { readPromptFile } from './agent/prompt-file.ts';
import { type Period, readComparison, readPeriod } from './analytics/period.ts';
import { PERMISSIONS } from './github/operations.ts';
import * as schemas from './input-schemas.ts';
import { InvalidValue } from './invalid-value.ts';
import { isBlank, onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

type Env = NodeJS.ProcessEnv;

/** The outcomes of agent mode, failed checks, and `incomplete` for a report. A mode ignores those of the other mode. */
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'checks', 'incomplete'] as const;
const INCLUDABLE = ['event', 'changes', 'linked-issues', 'discussion'] as const;

const MODES = ['agent', 'analytics'] as const;
type Mode = (typeof MODES)[number];
const ONE_WORD = 'Accepted: one word, such as /docs.';
const SITE_OF_ONE =
  'It is the site of one project, and project-id names several. Leave site-url out, or report each project in a step of its own.';
export const DEFAULT_BASE_URL = 'https://api.mintlify.com';
const DEFAULT_PERIOD = '7d';
const SOME_DAY = { from: '2000-01-01', to: '2000-01-01', isMonth: false };
const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A job on a self-hosted runner may take five days.

/** Durations are in milliseconds. */
export type AgentInputs = Values<ReturnType<typeof agentFields>>;
export type AnalyticsInputs = Values<ReturnType<typeof analyticsFields>>;

/** The inputs of fields with another name (other than `fail-on` for `failOn`): the first one that was given counts. */
const NAMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  projectId: ['project-id', 'projectId'],
  projectIds: ['project-id', 'projectId'],
  prompt: ['prompt-file', 'prompt'],
  timeoutMs: ['timeout-minutes'],
  pollIntervalMs: ['poll-interval-seconds'],
  checksMs: ['checks-minutes'],
};

/** Defaults are written as in action.yml, and read as if they were given. */
const commonFields = {
  /** The admin API key, trimmed. Already masked. */
  apiKey: schemas.key,
  /** Where Mintlify's API lives: an origin, without a path. */
  baseUrl: z.prefault(schemas.origin, DEFAULT_BASE_URL),
  /** For comments, permission checks and `include`; empty if the workflow gave it empty. */
  githubToken: z.prefault(schemas.token, ''),
  failOn: z.prefault(schemas.someOf(FAILABLE), 'failed, timeout'),
  comment: z.prefault(schemas.flag, 'false'),
  issueNumber: z.optional(schemas.issueNumber),
};

/** Every name but `none` brings `event` with it. */
const included = schemas
  .someOf(INCLUDABLE)
  .check(z.overwrite((names) => new Set(names.size === 0 ? [] : ['event' as const, ...names])));

type Fields = Readonly<Record<string, z.ZodMiniType>>;
type Values<F extends Fields> = { readonly [K in keyof F]: z.output<F[K]> };

function agentFields(env: Env) {
  return {
    ...commonFields,
    projectId: oneProject(env),
    prompt: z.optional(instruction(env)),
    /** `latest` stands for the latest job of the thread. */
    jobId: z.optional(schemas.identifier.check(z.overwrite((id) => (/^latest$/i.test(id) ? 'latest' : id)))),
    /** What the prompt quotes, always with `event`; empty for `none`. Absent if it was not given. */
    include: z.optional(included),
    /** The tag of the release that the request is about. */
    releaseTag: z.optional(schemas.tag),
    /** Patterns of the files that `changes` is about. */
    paths: z.optional(schemas.read(readPaths)),
    wait: z.prefault(schemas.flag, 'true'),
    timeoutMs: z.prefault(schemas.duration(60_000, LONGEST_WAIT_MINUTES), '30'),
    /** The longest pause between two polls. */
    pollIntervalMs: z.prefault(schemas.duration(1000, 3600, 0.1), '30'),
    /** How long to wait for the checks of the docs pull request; 0: they are not read. */
    checksMs: z.prefault(schemas.duration(60_000, LONGEST_WAIT_MINUTES, 0), '0'),
    notify: z.prefault(schemas.flag, 'false'),
    triggerLabel: z.optional(z.string()),
    triggerPhrase: z.prefault(z.string().check(z.regex(/^\S*$/, ONE_WORD)), '/docs'),
    minimumPermission: z.prefault(schemas.oneOf(PERMISSIONS), 'write'),
    /** Logins, as given. */
    allowedBots: z.prefault(schemas.list, ''),
    dryRun: z.prefault(schemas.flag, 'false'),
  };
}

function analyticsFields(env: Env, now: Date) {
  const period = z.prefault(
    schemas.read((text) => readPeriod(text, now)),
    DEFAULT_PERIOD,
  );
  return {
    ...commonFields,
    /** One or more, without repeats, in the order given. */
    projectIds: projects(env),
    period,
    compare: z.prefault(comparison(period, env, now), 'previous'),
    trend: z.prefault(schemas.flag, 'true'),
    siteUrl: z.optional(schemas.site.check(z.refine(() => isOneProject(env), SITE_OF_ONE))),
    maxRequests: z.prefault(schemas.wholeNumber(100_000), '90'),
    artifactName: z.prefault(schemas.artifactName, 'docs-page-views'),
  };
}

/** What is wrong, by the name of the input: what was given and what is accepted, as sentences. */
export type Problems = Record<string, string>;

/** What is wrong with the inputs for the event that started the run. Invalid inputs are undefined in `inputs`. */
type EventCheck<T> = (inputs: T, invalid: Readonly<Problems>) => Problems;

/**
 * Reads every input of agent mode once, from the `INPUT_*` variables that the runner sets.
 *
 * @throws {InputError} with all problems at once
 */
export function readAgentInputs(env: Env, checkEvent?: EventCheck<AgentInputs>): AgentInputs {
  return checked(read(env, agentFields(env)), (inputs, invalid) => ({
    ...misfits(inputs, invalid),
    ...checkEvent?.(inputs, invalid),
  }));
}

/** Finds inputs that only another one gives a meaning. */
function misfits({ failOn, checksMs, paths, include }: AgentInputs, invalid: Readonly<Problems>): Problems {
  const problems: Problems = {};
  const areValid = (...names: string[]) => !names.some((name) => name in invalid);
  if (areValid('fail-on', 'checks-minutes') && failOn.has('checks') && checksMs === 0)
    problems['fail-on'] = 'To fail on `checks`, set `checks-minutes`: otherwise they are not read.';
  if (areValid('paths', 'include') && paths && !include?.has('changes'))
    problems['paths'] = 'It filters `changes`, so add `include: changes`.';
  return problems;
}

/** The same of analytics mode. @param now fixes the dates of the report */
export function readAnalyticsInputs(
  env: Env,
  now: Date,
  checkEvent?: EventCheck<AnalyticsInputs>,
): AnalyticsInputs {
  return checked(read(env, analyticsFields(env, now)), checkEvent);
}

/** @throws {InputError} if the mode is unknown, with the problems of both modes, as either may be meant */
export function readMode(env: Env, now: Date): Mode {
  const { values, problems } = read(env, { mode: z.prefault(schemas.oneOf(MODES), 'agent') });
  if (problems['mode'] === undefined) return values.mode;
  const ofModes = [read(env, agentFields(env)), read(env, analyticsFields(env, now))];
  throw new InputError(Object.assign(problems, ...ofModes.map((each) => each.problems)));
}

/** The inputs of the other mode that are not at their default: they have no effect in `mode`. */
export function unusedInputs(env: Env, mode: Mode, now: Date): string[] {
  const fields = { agent: agentFields(env), analytics: analyticsFields(env, now) };
  const used = Object.keys(fields[mode]).map((field) => nameOf(field, env));
  const other: Fields = mode === 'agent' ? fields.analytics : fields.agent;
  return Object.entries(other).flatMap(([field, schema]) => {
    const name = nameOf(field, env);
    const text = textOf(env, name);
    if (used.includes(name) || text === undefined) return [];
    const { success, data } = schema.safeParse(text);
    return success && isDeepStrictEqual(data, schema.safeParse(undefined).data) ? [] : name;
  });
}

/** What the workflow gave, trimmed; empty if it cannot be seen, undefined where the variable is not set. */
export function readInput(env: Env, name: string): string | undefined {
  const text = env[`INPUT_${name.toUpperCase()}`]?.trim();
  return text !== undefined && isBlank(text) ? '' : text;
}

function nameOf(field: string, env: Env): string {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = NAMES[field] ?? [name];
  return names.find((each) => readInput(env, each)) ?? names[0];
}

/** A blank input was not given, save that a blank `artifact-name` means no artifact. */
function textOf(env: Env, name: string): string | undefined {
  const text = readInput(env, name);
  return name === 'artifact-name' ? text : text || undefined;
}

function read<F extends Fields>(env: Env, fields: F) {
  const values: Record<string, unknown> = {};
  const problems: Problems = {};
  for (const [field, schema] of Object.entries(fields)) {
    const name = nameOf(field, env);
    const { data, error } = schema.safeParse(textOf(env, name));
    values[field] = data;
    if (error) problems[name] = problemOf(env, name, error);
  }
  return { values: values as Values<F>, problems };
}

function checked<T>({ values, problems }: { values: T; problems: Problems }, check?: EventCheck<T>): T {
  const isValid = Object.keys(problems).length === 0;
  try {
    Object.assign(problems, check?.(values, { ...problems }));
  } catch (error) {
    // An event that cannot be read is reported once the inputs are right.
    if (isValid) throw error;
  }
  if (Object.keys(problems).length > 0) throw new InputError(problems);
  return values;
}

function projects(env: Env) {
  const missing = 'missing. Copy it from the API keys page of the Mintlify dashboard.';
  const differs = 'projectId is the same input, with another value. Give one of the two.';
  const isOne = (text: string) => [text, ''].includes(readInput(env, 'projectId') ?? '');
  const some = z.array(schemas.identifier).check(z.minLength(1, missing));
  return z.pipe(z.string(missing).check(z.refine(isOne, differs)), z.pipe(z.transform(idsIn), some));
}

function idsIn(text: string): string[] {
  return [...new Set(schemas.parts(text, /[\n,]/))];
}

function isOneProject(env: Env): boolean {
  return idsIn(readInput(env, nameOf('projectIds', env)) ?? '').length <= 1;
}

function oneProject(env: Env) {
  const accepted =
    'Agent mode accepts one project. For several, use a matrix; for a report of several, set mode: analytics.';
  const first = z.transform(([id = '']: string[]) => id);
  return z.pipe(projects(env).check(z.maxLength(1, accepted)), first);
}

function instruction(env: Env) {
  return schemas.read((text) => {
    if (!readInput(env, 'prompt-file')) return text;
    if (readInput(env, 'prompt')) throw new InvalidValue('Give prompt or prompt-file, not both.');
    return readPromptFile(text, env['GITHUB_WORKSPACE'] || process.cwd());
  });
}

function comparison(period: z.ZodMiniType<Period>, env: Env, now: Date) {
  return schemas.read((text) => {
    const { data } = period.safeParse(textOf(env, 'period'));
    // Only its period could say whether a range fits.
    return !data && text.includes('..') ? undefined : readComparison(text, data ?? SOME_DAY, now);
  });
}

/** The first problem, with what was given: nothing of the key, and no password of a URL. */
function problemOf(env: Env, name: string, { issues }: z.core.$ZodError): string {
  const secret = name.endsWith('-url') ? /.*@/s : /.*:\/\/.*@/s;
  const text = /^(api-key|github-token)$/.test(name) ? '' : readInput(env, name)?.replace(secret, '***@');
  const { message = '' } = issues[0] ?? {};
  return text ? `got "${onOneLine(shorten(text, 80))}". ${message}` : message;
}

/** Every input that cannot be used, all at once. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** A line for each. */
  readonly problems: readonly string[];

  constructor(problems: Readonly<Problems>) {
    super(`The inputs cannot be used: ${Object.keys(problems).join(', ')}.`);
    this.problems = Object.entries(problems).map((problem) => problem.join(': '));
  }
}
