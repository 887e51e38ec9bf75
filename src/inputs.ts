import { isAtLeast, PERMISSIONS, type Permission } from './github/permission.ts';
import * as values from './input-values.ts';
import {
  AGENT_DEFAULTS,
  ANALYTICS_DEFAULTS,
  changedInputs,
  DEFAULTS,
  givenText,
  type InputName,
  misspellings,
  readInput,
} from './input-variables.ts';
import { InvalidValue } from './invalid-value.ts';
import { type Period, readComparison, readPeriod } from './period.ts';
import { onOneLine } from './text/characters.ts';
import { equalsIgnoringCase } from './text/compare.ts';
import { shorten } from './text/markdown.ts';

type Env = NodeJS.ProcessEnv;
const MODES = ['agent', 'analytics'] as const;
type Mode = (typeof MODES)[number];
const FAIL_ON_VALUES = ['failed', 'archived', 'timeout', 'no-pull-request', 'incomplete'] as const;
const MATERIAL = ['event', 'changes', 'linked-issues', 'discussion'] as const;
/** Parts that a prompt can quote. */
export type Material = (typeof MATERIAL)[number];

type CommonInputs = Readonly<{
  apiKey: string;
  projectId: string;
  /** Consists of scheme and host alone. */
  baseUrl: URL;
  /** Empty for none. */
  githubToken: string;
  failOn: ReadonlySet<string>;
  comment: boolean;
  issueNumber: number | undefined;
}>;

export type AgentInputs = CommonInputs &
  Readonly<{
    prompt: string | undefined;
    /** What the prompt quotes, always with `event`; empty for `none`. */
    include: ReadonlySet<Material> | undefined;
    releaseTag: string | undefined;
    /** Patterns in the order in which they count. */
    paths: readonly string[] | undefined;
    docsPaths: readonly string[] | undefined;
    /** ID, or `latest`. */
    jobId: string | undefined;
    wait: boolean;
    timeoutMs: number;
    pollIntervalMs: number;
    /** Name of the status. */
    commitStatus: string | undefined;
    /** At least one. */
    skipLabels: readonly string[];
    /** Logins of people; `requester` stands for who asked. */
    reviewers: readonly string[];
    notify: boolean;
    triggerLabel: string | undefined;
    triggerPhrase: string;
    minimumPermission: Permission;
    /** Logins in lower case, without `[bot]`. */
    allowedBots: readonly string[];
    dryRun: boolean;
  }>;

export type AnalyticsInputs = CommonInputs &
  Readonly<{
    siteUrl: string | undefined;
    maxRequests: number;
    /** Empty for no artifact. */
    artifactName: string;
    period: Period;
    /** Period to compare with. */
    compare: Period | undefined;
  }>;

const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A workflow job on a self-hosted runner may take five days.

/** Reads agent mode's inputs from the runner's `INPUT_*` variables. @throws {InputError} with all problems at once */
export function readAgentInputs(env: Env): AgentInputs {
  const reader = new InputReader(env);
  return reader.checked(readAgent(reader));
}

/** The same for analytics mode. `now` determines the dates of the report. */
export function readAnalyticsInputs(env: Env, now: Date): AnalyticsInputs {
  const reader = new InputReader(env);
  return reader.checked(readAnalytics(reader, now));
}

/** Reads the input `mode`. @throws {InputError} if it is unknown, with the problems of both modes' inputs */
export function readMode(env: Env, now: Date): Mode {
  const reader = new InputReader(env);
  const mode = reader.value('mode', values.oneOf(MODES));
  if (reader.isValid('mode')) return mode;
  readAgent(reader);
  readAnalytics(reader, now);
  throw new InputError(reader.problems);
}

/** Returns what doesn't stop the run: inputs of the other mode, and names that are perhaps misspelled. */
export function inputWarnings(env: Env, mode: Mode): string[] {
  const warnings = misspellings(env).flatMap(({ given, message, isError }) => {
    return isError ? [] : `Input \`${given}\`: ${message}`;
  });
  const other = mode === 'agent' ? 'analytics' : 'agent';
  const unused = changedInputs(env, mode === 'agent' ? ANALYTICS_DEFAULTS : AGENT_DEFAULTS);
  if (unused.length > 0) {
    warnings.push(
      `This step runs in ${mode} mode, where these inputs don't have an effect: ${unused.join(', ')}. To use them, set \`mode: ${other}\`.`,
    );
  }
  return warnings;
}

/** Reads inputs one by one, and collects the problems of all. Another value takes the place of an invalid one. */
class InputReader {
  readonly problems: Problems = {};
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
    for (const { given, message, isError } of misspellings(env)) {
      if (isError) this.problems[given] = message;
    }
  }

  /** Reads an input that has a default. */
  value<T>(name: InputName, parse: (text: string) => T): T {
    return this.#parse(name, parse, parse(DEFAULTS[name]));
  }

  /** Reads an input that may be absent. */
  optional<T>(name: InputName, parse: (text: string) => T): T | undefined {
    return this.#parse<T | undefined>(name, parse, undefined);
  }

  apiKey() {
    return this.#parse('api-key', values.parseApiKey, '', '');
  }

  projectId() {
    const given = givenText(this.#env, 'project-id');
    const alias = givenText(this.#env, 'projectId');
    if (given && alias && given !== alias) {
      this.addProblem(
        'project-id',
        '`projectId` is another name for this input, but has another value. Set only one of them.',
      );
    }
    const spelling = alias && !given ? 'projectId' : 'project-id';
    return this.#parse(spelling, values.parseProjectId, '', '');
  }

  /** Keeps only the first problem of an input. */
  addProblem(name: string, message: string) {
    this.problems[name] ??= withValue(this.#env, name, message);
  }

  isValid(name: InputName) {
    return !(name in this.problems);
  }

  /** Returns `inputs`. @throws {InputError} if there are problems */
  checked<T>(inputs: T): T {
    if (Object.keys(this.problems).length > 0) throw new InputError(this.problems);
    return inputs;
  }

  #parse<T>(name: string, parse: (text: string) => T, substitute: T, absent?: string): T {
    const text = givenText(this.#env, name) ?? absent;
    if (text === undefined) return substitute;
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof InvalidValue)) throw error;
      this.addProblem(name, error.message);
      return substitute;
    }
  }
}

function readCommon(reader: InputReader): CommonInputs {
  return {
    apiKey: reader.apiKey(),
    projectId: reader.projectId(),
    baseUrl: reader.value('base-url', values.parseBaseUrl),
    githubToken: reader.value('github-token', values.parseToken),
    failOn: reader.value('fail-on', values.someOf(FAIL_ON_VALUES)),
    comment: reader.value('comment', values.parseFlag),
    issueNumber: reader.optional('issue-number', values.parseIssueNumber),
  };
}

function readAgent(reader: InputReader): AgentInputs {
  const parseWait = values.duration(60_000, LONGEST_WAIT_MINUTES);
  const inputs: AgentInputs = {
    ...readCommon(reader),
    prompt: reader.optional('prompt', String),
    include: reader.optional('include', parseInclude),
    releaseTag: reader.optional('release-tag', values.parseTag),
    paths: reader.optional('paths', values.parsePatterns),
    docsPaths: reader.optional('docs-paths', values.parsePatterns),
    jobId: reader.optional('job-id', values.parseJobId),
    wait: reader.value('wait', values.parseFlag),
    timeoutMs: reader.value('timeout-minutes', parseWait),
    pollIntervalMs: reader.value('poll-interval-seconds', values.duration(1000, 3600, 0.1)),
    commitStatus: reader.optional('commit-status', values.parseStatusName),
    skipLabels: reader.value('skip-label', values.parseLabels),
    reviewers: reader.optional('reviewers', values.parseReviewers) ?? [],
    notify: reader.value('notify', values.parseFlag),
    triggerLabel: reader.optional('trigger-label', String),
    triggerPhrase: reader.value('trigger-phrase', values.parsePhrase),
    minimumPermission: reader.value('minimum-permission', values.oneOf(PERMISSIONS)),
    allowedBots: reader.value('allowed-bots', values.parseBots),
    dryRun: reader.value('dry-run', values.parseFlag),
  };
  checkPatterns(inputs, reader);
  checkReplies(inputs, reader);
  return inputs;
}

function parseInclude(text: string): ReadonlySet<Material> {
  const names = values.someOf(MATERIAL)(text);
  return names.size === 0 ? names : new Set(['event', ...names]);
}

function checkPatterns(inputs: AgentInputs, reader: InputReader) {
  if (inputs.commitStatus !== undefined || !reader.isValid('commit-status')) return;
  if (inputs.paths && !inputs.include?.has('changes') && reader.isValid('include')) {
    reader.addProblem(
      'paths',
      'To select changed files with it, add `changes` to `include`, or set `commit-status`.',
    );
  }
  if (inputs.docsPaths) reader.addProblem('docs-paths', 'It also needs `commit-status`.');
}

/** Checks the inputs that need comments, and the other needs of a status. */
function checkReplies(inputs: AgentInputs, reader: InputReader) {
  const { githubToken, jobId, reviewers, commitStatus, skipLabels, triggerLabel } = inputs;
  const missing: string[] = [];
  if (!inputs.comment) missing.push('`comment: true`');
  if (githubToken === '' && reader.isValid('github-token')) missing.push('`github-token`');
  if (jobId === 'latest' && missing.length > 0) {
    reader.addProblem(
      'job-id',
      `\`latest\` finds the job in the replies on the issue or pull request, so set ${missing[0]}.`,
    );
  }
  if (reviewers.length > 0 && missing.length > 0)
    reader.addProblem('reviewers', `It also needs ${missing.join(', ')}.`);
  if (commitStatus === undefined) return;
  if (skipLabels.some((label) => equalsIgnoringCase(label, triggerLabel)))
    reader.addProblem('skip-label', 'It must differ from `trigger-label`, which asks for docs.');
  if (!inputs.wait) missing.push('`wait: true`');
  if (!isAtLeast(inputs.minimumPermission, 'write')) missing.push('`minimum-permission: write` or more');
  if (missing.length > 0) reader.addProblem('commit-status', `It also needs ${missing.join(', ')}.`);
}

function readAnalytics(reader: InputReader, now: Date) {
  const inputs = {
    ...readCommon(reader),
    siteUrl: reader.optional('site-url', values.parseSiteUrl),
    maxRequests: reader.value('max-requests', values.parseMaxRequests),
    artifactName: reader.value('artifact-name', values.parseArtifactName),
  };
  const period = reader.value('period', (text) => readPeriod(text, now));
  const compare = reader.value('compare', (text) => readComparison(text, period));
  return { ...inputs, period, compare };
}

/** Adds the value of an input to a message. Leaves out secrets, and the password in a URL. */
function withValue(env: Env, name: string, message: string) {
  const password = name.endsWith('-url') ? /.*@/s : /.*:\/\/.*@/s;
  const isSecret = name === 'api-key' || name === 'github-token';
  const text = isSecret ? '' : readInput(env, name)?.replace(password, '***@');
  return text ? `got "${onOneLine(shorten(text, 80))}". ${message}` : message;
}

/** Messages by the names of inputs. */
export type Problems = Record<string, string>;

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
