import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { readPromptFile } from './agent/prompt-file.ts';
import { artifactNameProblem } from './analytics/artifact-name.ts';
import { type Period, resolvePeriod } from './analytics/period.ts';
import { PERMISSIONS, type Permission } from './github/permission.ts';
import {
  decimal,
  oneOf,
  oneWord,
  optionalIssueNumber,
  optionalText,
  someOf,
  splitList,
  wholeNumber,
  yamlBoolean,
} from './input-fields.ts';
import { isLoopback } from './platform/dispatcher.ts';
import { onOneLine } from './text/characters.ts';
import { shorten } from './text/markdown.ts';

/** What every mode needs. */
interface CommonInputs {
  /** The admin API key, trimmed. Already masked. */
  readonly apiKey: string;
  /** Where the platform's API lives. */
  readonly baseUrl: URL;
  /** For comments and permission checks; empty if the workflow gave none. */
  readonly githubToken: string;
}

/** Outcomes that `fail-on` can name. */
export const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request'] as const;
export type Failable = (typeof FAILABLE)[number];

/** `mode: agent`. Durations are in milliseconds. */
export interface AgentInputs extends CommonInputs {
  readonly mode: 'agent';
  readonly projectId: string;
  /** The instruction: of `prompt`, or what `prompt-file` holds. */
  readonly prompt: string | undefined;
  readonly context: 'auto' | 'event' | 'none';
  readonly jobId: string | undefined;
  readonly wait: boolean;
  readonly timeoutMs: number;
  readonly pollIntervalMs: number;
  readonly settleMs: number;
  readonly failOn: ReadonlySet<Failable>;
  readonly comment: boolean;
  readonly issueNumber: number | undefined;
  readonly triggerLabel: string | undefined;
  readonly triggerPhrase: string;
  readonly minimumPermission: Permission;
  /** Logins, as given. */
  readonly allowedBots: readonly string[];
  readonly dryRun: boolean;
  /** Tells the legs of a matrix apart; the same in every attempt. */
  readonly matrix: string;
}

/** `mode: analytics`. */
export interface AnalyticsInputs extends CommonInputs {
  readonly mode: 'analytics';
  /** One or more, without repeats, in the order given. */
  readonly projectIds: readonly string[];
  readonly period: Period;
  readonly compare: boolean;
  readonly daily: boolean;
  readonly top: number;
  readonly maxRequests: number;
  /** Empty: no artifact. */
  readonly artifactName: string;
  /** Days; 0 is the repository's setting. */
  readonly retentionDays: number;
  /** Absolute. */
  readonly reportDirectory: string;
}

export type Inputs = AgentInputs | AnalyticsInputs;

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
 * Reads every input of the mode at hand once, from the `INPUT_*` variables that the runner sets.
 *
 * @param now fixes the dates of a report
 * @throws {InputError} with all problems together
 */
export function readInputs(env: NodeJS.ProcessEnv, now: Date): Inputs {
  const form = new Form(env);
  const common = readCommon(form);
  switch (form.raw('mode') || 'agent') {
    case 'agent':
      return form.finish(readAgent(form, common));
    case 'analytics':
      return form.finish(readAnalytics(form, common, now));
    default:
      // Nobody knows which was meant, but what no mode would accept can be told now.
      form.problem('mode', 'Accepted: agent or analytics.');
      readProjects(form);
      form.parse({ ...agentFields(), ...analyticsFields() });
      return form.finish(never);
  }
}

/** A value that exists once every input turned out well; called only by {@link Form.finish}. */
type Lazy<T> = () => T;

const never: Lazy<never> = () => {
  throw new Error('a problem was noted before');
};

/** The inputs as the workflow gave them, and the problems found in them so far. */
class Form {
  readonly #env: NodeJS.ProcessEnv;
  readonly #problems: Problem[] = [];

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** Trimmed; absent only when the variable itself is not set. */
  given(name: string): string | undefined {
    return this.#env[`INPUT_${name.toUpperCase()}`]?.trim();
  }

  raw(name: string): string {
    return this.given(name) ?? '';
  }

  /** A variable of the runner. */
  variable(name: string): string | undefined {
    return this.#env[name] || undefined;
  }

  problem(input: string, accepted: string): void {
    this.#problems.push({ input, given: this.#shown(input), accepted });
  }

  /** Nothing of the key, and no password of a URL. */
  #shown(input: string): string | undefined {
    if (input === 'api-key') return undefined;
    return input === 'base-url' ? this.raw(input).replace(/.*@/s, '***@') : this.raw(input);
  }

  /** Notes the problem of a value that `problemOf` finds, if any. */
  check(input: string, problem: string | undefined): void {
    if (problem !== undefined) this.problem(input, problem);
  }

  /** Parses `fields`, and notes a problem for each that is wrong. */
  parse<T extends z.core.$ZodShape>(fields: T): Lazy<z.infer<z.ZodMiniObject<T>>> {
    const texts = Object.fromEntries(Object.keys(fields).map((name) => [name, this.raw(name)]));
    const parsed = z.object(fields).safeParse(texts);
    if (parsed.success) return () => parsed.data;
    for (const {
      path: [name],
      message,
    } of parsed.error.issues)
      this.problem(String(name), message);
    return never;
  }

  /** @throws {InputError} if any problem was noted */
  finish<T>(build: Lazy<T>): T {
    if (this.#problems.length > 0) throw new InputError(this.#problems);
    return build();
  }
}

function readCommon(form: Form): CommonInputs {
  const apiKey = form.raw('api-key');
  form.check('api-key', problemOfKey(apiKey));
  const url = form.raw('base-url') || 'https://api.mintlify.com';
  form.check('base-url', problemOfBaseUrl(url));
  return {
    apiKey,
    baseUrl: new URL(URL.canParse(url) ? url : 'https://invalid'),
    githubToken: form.raw('github-token'),
  };
}

/** Admin keys begin `mint_`; the platform's other kinds of keys would only be answered with 401. */
function problemOfKey(key: string): string | undefined {
  if (key === '') {
    return 'missing. Give an admin API key from a secret, such as secrets.DOCS_API_KEY; workflows that a fork triggers get no secrets.';
  }
  if (/\s/.test(key)) return 'it has whitespace inside. Paste the key alone, on one line, into the secret.';
  if (!/^[\x21-\x7e]+$/.test(key))
    return 'it has characters that no key has. Paste it again into the secret.';
  if (key.startsWith('mint_dsc_')) return `this is an assistant key (mint_dsc_). ${ADMIN_KEY}`;
  if (key.startsWith('mint_us_')) return `this is an index key (mint_us_). ${ADMIN_KEY}`;
  return undefined;
}

const ADMIN_KEY = 'An admin API key is needed: make one on the API keys page of the dashboard.';

function problemOfBaseUrl(text: string): string | undefined {
  const accepted =
    'Accepted: an https URL without user, query or fragment; http only for loopback hosts such as http://127.0.0.1:4010.';
  if (!URL.canParse(text)) return accepted;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return plain && safe ? undefined : accepted;
}

/** A job on a self-hosted runner may take five days; nothing waits longer. */
const LONGEST_WAIT_MINUTES = 5 * 24 * 60;

function agentFields() {
  return {
    context: oneOf('auto', ['auto', 'event', 'none']),
    wait: yamlBoolean('true'),
    'timeout-minutes': decimal('30', { above: 0, most: LONGEST_WAIT_MINUTES }),
    'poll-interval-seconds': decimal('30', { above: 0, most: 3600 }),
    'settle-seconds': decimal('60', { most: 3600 }),
    'fail-on': someOf('failed, timeout', FAILABLE),
    comment: yamlBoolean('false'),
    'issue-number': optionalIssueNumber(),
    'trigger-label': optionalText(),
    'trigger-phrase': oneWord('/docs'),
    'minimum-permission': oneOf('write', PERMISSIONS),
    'dry-run': yamlBoolean('false'),
  };
}

function readAgent(form: Form, common: CommonInputs): Lazy<AgentInputs> {
  const projectId = readProject(form);
  form.check(projectId.input, problemOfProjectIds(splitLines(projectId.text), 'one'));
  const jobId = form.raw('job-id');
  if (jobId !== '') form.check('job-id', problemOfId(jobId));
  const prompt = readPrompt(form);
  const values = form.parse(agentFields());
  return () => ({
    ...common,
    mode: 'agent',
    projectId: projectId.text,
    prompt,
    jobId: jobId || undefined,
    context: values().context,
    wait: values().wait,
    timeoutMs: values()['timeout-minutes'] * 60_000,
    pollIntervalMs: values()['poll-interval-seconds'] * 1000,
    settleMs: values()['settle-seconds'] * 1000,
    failOn: values()['fail-on'],
    comment: values().comment,
    issueNumber: values()['issue-number'],
    triggerLabel: values()['trigger-label'],
    triggerPhrase: values()['trigger-phrase'],
    minimumPermission: values()['minimum-permission'],
    allowedBots: splitList(form.raw('allowed-bots')),
    dryRun: values()['dry-run'],
    matrix: form.raw('matrix'),
  });
}

function readPrompt(form: Form): string | undefined {
  const prompt = form.raw('prompt');
  const file = form.raw('prompt-file');
  if (file === '') return prompt || undefined;
  if (prompt !== '') {
    form.problem('prompt-file', 'Give prompt or prompt-file, not both.');
    return undefined;
  }
  const read = readPromptFile(file, form.variable('GITHUB_WORKSPACE') ?? process.cwd());
  if ('text' in read) return read.text;
  form.problem('prompt-file', read.problem);
  return undefined;
}

function analyticsFields() {
  return {
    compare: yamlBoolean('true'),
    daily: yamlBoolean('true'),
    top: wholeNumber('10', 1, 1000),
    'max-requests': wholeNumber('90', 1, 100_000),
    'retention-days': wholeNumber('0', 0, 400),
  };
}

function readAnalytics(form: Form, common: CommonInputs, now: Date): Lazy<AnalyticsInputs> {
  const projectIds = readProjects(form);
  const period = resolvePeriod(
    { period: form.raw('period') || '7d', dateFrom: form.raw('date-from'), dateTo: form.raw('date-to') },
    now,
  );
  for (const problem of period.problems ?? []) form.problem(problem.input, problem.accepted);
  // Not given at all is the default; given and empty means no artifact.
  const artifactName = form.given('artifact-name') ?? 'docs-page-views';
  if (artifactName !== '') form.check('artifact-name', artifactNameProblem(artifactName));
  const values = form.parse(analyticsFields());
  return () => ({
    ...common,
    mode: 'analytics',
    projectIds,
    period: period.period ?? never(),
    compare: values().compare,
    daily: values().daily,
    top: values().top,
    maxRequests: values()['max-requests'],
    artifactName,
    retentionDays: values()['retention-days'],
    reportDirectory: reportDirectory(form),
  });
}

/** One or more projects, without repeats. */
function readProjects(form: Form): readonly string[] {
  const { input, text } = readProject(form);
  const projectIds = [...new Set(splitLines(text))];
  form.check(input, problemOfProjectIds(projectIds, 'several'));
  return projectIds;
}

function reportDirectory(form: Form): string {
  const temporary = path.join(form.variable('RUNNER_TEMP') ?? os.tmpdir(), 'docs-page-views');
  return path.resolve(form.variable('GITHUB_WORKSPACE') ?? '.', form.raw('report-directory') || temporary);
}

/** The project input in whichever of its two spellings it was given. */
function readProject(form: Form): { input: string; text: string } {
  const usual = form.raw('project-id');
  const other = form.raw('projectId');
  if (usual !== '' && other !== '' && usual !== other) {
    form.problem(
      'projectId',
      'It is another spelling of project-id, which has another value: give one of the two.',
    );
  }
  return usual === '' && other !== ''
    ? { input: 'projectId', text: other }
    : { input: 'project-id', text: usual };
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/).flatMap((line) => line.trim() || []);
}

function problemOfProjectIds(ids: readonly string[], howMany: 'one' | 'several'): string | undefined {
  if (ids.length === 0) return 'missing. Copy it from the API keys page of the dashboard.';
  if (howMany === 'one' && ids.length > 1)
    return 'Accepted: one project. For several, run a matrix over them.';
  return ids.map(problemOfId).find((problem) => problem !== undefined);
}

/** Identifiers are opaque, but they become a part of a path: `.` and `..` would lead elsewhere. */
function problemOfId(id: string): string | undefined {
  if (/^\.{1,2}$/.test(id)) return 'Accepted: an identifier, not a path.';
  return /[\s\p{Cc}]/u.test(id) ? 'Accepted: an identifier without whitespace.' : undefined;
}
