import * as z from 'zod/mini';
import { readPromptFile } from './agent/prompt-file.ts';
import { readComparison, readPeriod } from './analytics/period.ts';
import { PERMISSIONS } from './github/operations.ts';
import * as kinds from './input-kinds.ts';
import { onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

type Env = NodeJS.ProcessEnv;

/** Outcomes of agent mode, and `incomplete` for a report. A mode ignores the other's. */
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'incomplete'] as const;
const INCLUDABLE = ['event', 'changes', 'linked-issues', 'discussion'] as const;

const ONE_WORD = 'Accepted: one word, such as /docs.';
export const DEFAULT_BASE_URL = 'https://api.mintlify.com';
const DEFAULT_PERIOD = '7d';
const SOME_DAY = { from: '2000-01-01', to: '2000-01-01', isMonth: false };
const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A job on a self-hosted runner may take five days.

/** Durations are in milliseconds. */
export type AgentInputs = Readonly<z.output<ReturnType<typeof agentSchema>>>;
export type AnalyticsInputs = Readonly<z.output<ReturnType<typeof analyticsSchema>>>;
export type Inputs = AgentInputs | AnalyticsInputs;

/** The inputs of fields that are not called the same (as `fail-on` is for `failOn`): the first that is given counts. */
const NAMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  projectId: ['project-id', 'projectId'],
  projectIds: ['project-id', 'projectId'],
  prompt: ['prompt-file', 'prompt'],
  timeoutMs: ['timeout-minutes'],
  pollIntervalMs: ['poll-interval-seconds'],
};

/** Defaults are written as in action.yml, and read as if they were given. */
const commonFields = {
  /** The admin API key, trimmed. Already masked. */
  apiKey: kinds.key,
  /** Where the platform's API lives: an origin, without a path. */
  baseUrl: z.prefault(kinds.origin, DEFAULT_BASE_URL),
  /** For comments, permission checks and `include`; empty if the workflow gave none. */
  githubToken: z.prefault(z.string(), ''),
  failOn: z.prefault(kinds.someOf(FAILABLE), 'failed, timeout'),
  comment: z.prefault(kinds.flag, 'false'),
  issueNumber: z.optional(kinds.issueNumber),
};

/** Every name but `none` brings `event` with it. */
const included = kinds
  .someOf(INCLUDABLE)
  .check(z.overwrite((names) => new Set(names.size === 0 ? [] : ['event' as const, ...names])));

function agentSchema(env: Env) {
  return z.object({
    mode: z.transform(() => 'agent' as const),
    ...commonFields,
    projectId: oneProject(env),
    prompt: z.optional(instruction(env)),
    /** `latest` stands for the latest job of the thread. */
    jobId: z.optional(kinds.identifier.check(z.overwrite((id) => (/^latest$/i.test(id) ? 'latest' : id)))),
    /** What the prompt quotes, always with `event`; empty for `none`. Absent if it was not given. */
    include: z.optional(included),
    wait: z.prefault(kinds.flag, 'true'),
    timeoutMs: z.prefault(kinds.duration(60_000, LONGEST_WAIT_MINUTES), '30'),
    /** The longest pause between two polls. */
    pollIntervalMs: z.prefault(kinds.duration(1000, 3600), '30'),
    notify: z.prefault(kinds.flag, 'false'),
    triggerLabel: z.optional(z.string()),
    triggerPhrase: z.prefault(z.string().check(z.regex(/^\S*$/, ONE_WORD)), '/docs'),
    minimumPermission: z.prefault(kinds.oneOf(PERMISSIONS), 'write'),
    /** Logins, as given. */
    allowedBots: z.prefault(kinds.list, ''),
    dryRun: z.prefault(kinds.flag, 'false'),
  });
}

function analyticsSchema(env: Env, now: Date) {
  const period = (text: string) => readPeriod(text, now);
  return z.object({
    mode: z.transform(() => 'analytics' as const),
    ...commonFields,
    /** One or more, without repeats, in the order given. */
    projectIds: projects(env),
    period: z.prefault(kinds.read(period), DEFAULT_PERIOD),
    compare: z.prefault(comparison(env, now), 'previous'),
    trend: z.prefault(kinds.flag, 'true'),
    siteUrl: z.optional(kinds.site),
    maxRequests: z.prefault(kinds.wholeNumber(100_000), '90'),
    artifactName: z.prefault(kinds.artifactName, 'docs-page-views'),
  });
}

/**
 * Reads every input of the mode at hand once, from the `INPUT_*` variables that the runner sets.
 *
 * @param now fixes the dates of a report
 * @throws {InputError} with all problems together
 */
export function readInputs(env: Env, now: Date): Inputs {
  const schemas = { agent: agentSchema(env), analytics: analyticsSchema(env, now) };
  const mode = kinds.oneOf(['agent', 'analytics']).safeParse(given(env, 'mode') || 'agent');
  // Of an unknown mode nobody knows which was meant, so the problems of both are told.
  const tried = mode.success ? [schemas[mode.data]] : Object.values(schemas);
  const results = tried.map((schema) => parse(schema, env));
  if (mode.success && results[0]?.success) return results[0].data;
  throw new InputError(problemsOf(env, mode, ...results));
}

/** What the workflow gave, trimmed; absent where the variable is not set. */
function given(env: Env, name: string): string | undefined {
  return env[`INPUT_${name.toUpperCase()}`]?.trim();
}

function nameOf(field: string, env: Env): string {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const names = NAMES[field] ?? [name];
  return names.find((each) => given(env, each)) ?? names[0];
}

function parse(schema: ReturnType<typeof agentSchema | typeof analyticsSchema>, env: Env) {
  const texts = Object.keys(schema.shape).map((field) => {
    const name = nameOf(field, env);
    const text = given(env, name);
    // A blank input is one that was not given, save that a blank name means no artifact.
    return [field, name === 'artifact-name' ? text : text || undefined];
  });
  return schema.safeParse(Object.fromEntries(texts));
}

function projects(env: Env) {
  const missing = 'missing. Copy it from the API keys page of the dashboard.';
  const differs = 'It has another value than projectId, which is the same input. Give one of the two.';
  const isOne = (text: string) => [text, ''].includes(given(env, 'projectId') ?? '');
  const ids = z.transform((text: string) => [...new Set(kinds.parts(text, /[\n,]/))]);
  const some = z.array(kinds.identifier).check(z.minLength(1, missing));
  return z.pipe(z.string(missing).check(z.refine(isOne, differs)), z.pipe(ids, some));
}

function oneProject(env: Env) {
  const accepted = 'Agent mode takes one project. For several, run a matrix over them.';
  const first = z.transform(([id = '']: string[]) => id);
  return z.pipe(projects(env).check(z.maxLength(1, accepted)), first);
}

function instruction(env: Env) {
  const content = kinds.read((text) => {
    if (!given(env, 'prompt-file')) return { text };
    if (given(env, 'prompt')) return 'Give prompt or prompt-file, not both.';
    return readPromptFile(text, env['GITHUB_WORKSPACE'] || process.cwd());
  });
  const textOf = z.transform(({ text }: { text: string }) => text);
  return z.pipe(content, textOf);
}

function comparison(env: Env, now: Date) {
  return kinds.read((text) => {
    const period = readPeriod(given(env, 'period') || DEFAULT_PERIOD, now);
    if (typeof period !== 'string') return readComparison(text, period, now);
    // Only its period could say whether a range fits.
    return text.includes('..') ? undefined : readComparison(text, SOME_DAY, now);
  });
}

/** The first problem of each input, with what was given. An issue without a path is the mode's. */
function problemsOf(env: Env, ...results: readonly { error?: z.core.$ZodError | undefined }[]) {
  const problems: Record<string, string> = {};
  for (const { path, message } of results.flatMap(({ error }) => error?.issues ?? [])) {
    const input = nameOf(String(path[0] ?? 'mode'), env);
    // Nothing of the key, and no password of a URL.
    const secret = input.endsWith('-url') ? /.*@/s : /.*:\/\/.*@/s;
    const text = input === 'api-key' ? '' : given(env, input)?.replace(secret, '***@');
    problems[input] ??= text ? `got "${onOneLine(shorten(text, 80))}". ${message}` : message;
  }
  return problems;
}

/** Every input that cannot be used, all at once. */
export class InputError extends Error {
  override readonly name = 'InputError';
  /** A line for each. */
  readonly problems: readonly string[];

  /** @param problems by an input's name what was given and what is accepted, as sentences */
  constructor(problems: Readonly<Record<string, string>>) {
    super(`The inputs cannot be used: ${Object.keys(problems).join(', ')}.`);
    this.problems = Object.entries(problems).map((problem) => problem.join(': '));
  }
}
