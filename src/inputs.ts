import os from 'node:os';
import path from 'node:path';
import { readPromptFile } from './agent/prompt-file.ts';
import { artifactNameProblem } from './analytics/artifact-name.ts';
import { type Baseline, readBaseline } from './analytics/baseline.ts';
import { readPeriod } from './analytics/period.ts';
import { PERMISSIONS } from './github/permission.ts';
import { InputReader, identifierProblem, splitList } from './input-reader.ts';
import { isLoopback } from './platform/dispatcher.ts';
import { httpsUrl } from './text/markdown.ts';

/** What `fail-on` can name: outcomes of agent mode, and `incomplete` for a report. A mode ignores the other's. */
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'incomplete'] as const;

/** What `include` can name. */
const INCLUDABLE = ['files', 'diff', 'linked-issues', 'discussion'] as const;
export type Includable = (typeof INCLUDABLE)[number];

const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A job on a self-hosted runner may take five days.

/** `mode: agent`. Durations are in milliseconds. */
export type AgentInputs = Readonly<ReturnType<typeof agentInputs>>;
/** `mode: analytics`. */
export type AnalyticsInputs = Readonly<ReturnType<typeof analyticsInputs>>;
export type Inputs = AgentInputs | AnalyticsInputs;

function commonInputs(read: InputReader) {
  return {
    /** The admin API key, trimmed. Already masked. */
    apiKey: readKey(read),
    /** Where the platform's API lives: an origin, without a path. */
    baseUrl: readBaseUrl(read),
    /** For comments and permission checks; empty if the workflow gave none. */
    githubToken: read.text('github-token'),
    failOn: read.someOf('fail-on', 'failed, timeout', FAILABLE),
    comment: read.boolean('comment', false),
    issueNumber: read.issueNumber('issue-number'),
  };
}

function agentInputs(read: InputReader) {
  return {
    mode: 'agent' as const,
    ...commonInputs(read),
    projectId: readProject(read),
    /** The instruction: of `prompt`, or what `prompt-file` holds. */
    prompt: readPrompt(read),
    context: read.oneOf('context', 'auto', ['auto', 'event', 'none']),
    jobId: read.identifier('job-id'),
    /** What the prompt quotes of GitHub besides the event. */
    include: read.someOf('include', 'none', INCLUDABLE),
    wait: read.boolean('wait', true),
    timeoutMs: 60_000 * read.decimal('timeout-minutes', 30, 'above 0', LONGEST_WAIT_MINUTES),
    /** The longest pause between two polls. */
    pollIntervalMs: 1000 * read.decimal('poll-interval-seconds', 30, 'above 0', 3600),
    /** How long after a follow-up a finished status may still be the previous turn's. */
    settleMs: 1000 * read.decimal('settle-seconds', 60, 'from 0', 3600),
    notify: read.boolean('notify', false),
    triggerLabel: read.text('trigger-label') || undefined,
    triggerPhrase: read.oneWord('trigger-phrase', '/docs'),
    minimumPermission: read.oneOf('minimum-permission', 'write', PERMISSIONS),
    /** Logins, as given. */
    allowedBots: splitList(read.text('allowed-bots')) as readonly string[],
    dryRun: read.boolean('dry-run', false),
    /** Tells the legs of a matrix apart; the same in every attempt. */
    matrix: read.text('matrix'),
  };
}

function analyticsInputs(read: InputReader, now: Date) {
  return {
    mode: 'analytics' as const,
    ...commonInputs(read),
    /** One or more, without repeats, in the order given. */
    projectIds: readProjects(read),
    period: readPeriod(read, now),
    compare: read.boolean('compare', true),
    daily: read.boolean('daily', true),
    /** Earlier periods; 0 for none. */
    history: read.wholeNumber('history', 8, 0, 31),
    /** Without a slash at the end. */
    siteUrl: readSiteUrl(read),
    baseline: readBaselineFile(read),
    top: read.wholeNumber('top', 10, 1, 1000),
    maxRequests: read.wholeNumber('max-requests', 90, 1, 100_000),
    /** Empty: no artifact. */
    artifactName: readArtifactName(read),
    /** Days; 0 is the repository's setting. */
    retentionDays: read.wholeNumber('retention-days', 0, 0, 400),
    /** Absolute. */
    reportDirectory: readReportDirectory(read),
  };
}

/**
 * Reads every input of the mode at hand once.
 *
 * @param now fixes the dates of a report
 * @throws {InputError} with all problems together
 */
export function readInputs(env: NodeJS.ProcessEnv, now: Date): Inputs {
  const read = new InputReader(env);
  const mode = read.oneOf('mode', 'agent', ['agent', 'analytics']);
  const isUnknown = read.hasProblems;
  const inputs = mode === 'agent' ? agentInputs(read) : analyticsInputs(read, now);
  // Nobody knows which mode was meant, so the problems of both are told.
  if (isUnknown) analyticsInputs(read, now);
  // The names of both modes are those that a reader of nothing is asked for.
  const nothing = new InputReader({});
  agentInputs(nothing);
  analyticsInputs(nothing, now);
  read.finish(new Set([...read.names, ...nothing.names]));
  return inputs;
}

/** Admin keys begin `mint_`; the platform would only answer 401 to its other kinds of keys. */
function readKey(read: InputReader): string {
  const key = read.text('api-key');
  const problem = keyProblem(key);
  return problem === undefined ? key : read.refuse('api-key', problem, key);
}

const ADMIN_KEY = 'An admin API key is needed: make one on the API keys page of the dashboard.';

function keyProblem(key: string): string | undefined {
  if (key === '') {
    return 'missing. Give an admin API key from a secret, such as secrets.DOCS_API_KEY. Workflows that a fork triggers get no secrets.';
  }
  if (/\s/.test(key)) return 'it has whitespace inside. Paste the key alone, on one line, into the secret.';
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return 'it has characters that no key has. Paste it again into the secret.';
  }
  if (key.startsWith('mint_dsc_')) return `this is an assistant key (mint_dsc_). ${ADMIN_KEY}`;
  return key.startsWith('mint_us_') ? `this is an index key (mint_us_). ${ADMIN_KEY}` : undefined;
}

const PLATFORM = new URL('https://api.mintlify.com');

function readBaseUrl(read: InputReader): URL {
  const url = URL.parse(read.text('base-url', PLATFORM.href));
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (url && isSafe && url.href === `${url.origin}/`) return url;
  return read.refuse(
    'base-url',
    `Accepted: an https URL of a host alone, such as ${PLATFORM.origin}, without path, user or query; http only for loopback hosts such as http://127.0.0.1:4010.`,
    PLATFORM,
  );
}

function readSiteUrl(read: InputReader): string | undefined {
  const text = read.text('site-url');
  const url = httpsUrl(text);
  if (text === '') return undefined;
  if (url && !/[?#]/.test(url)) return url.replace(/\/+$/, '');
  return read.refuse(
    'site-url',
    'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.',
    undefined,
  );
}

const workspaceOf = (env: NodeJS.ProcessEnv) => env['GITHUB_WORKSPACE'] || process.cwd();

function readBaselineFile(read: InputReader): Baseline | undefined {
  const file = read.text('baseline');
  const baseline = file === '' ? undefined : readBaseline(file, workspaceOf(read.env));
  return typeof baseline === 'string' ? read.refuse('baseline', baseline, undefined) : baseline;
}

function readPrompt(read: InputReader): string | undefined {
  const prompt = read.text('prompt') || undefined;
  const file = read.text('prompt-file');
  if (file === '') return prompt;
  if (prompt) return read.refuse('prompt-file', 'Give prompt or prompt-file, not both.', prompt);
  const content = readPromptFile(file, workspaceOf(read.env));
  return 'text' in content ? content.text : read.refuse('prompt-file', content.problem, undefined);
}

function readProject(read: InputReader): string {
  const [id = '', ...others] = readProjects(read);
  if (others.length === 0) return id;
  const accepted = 'Agent mode takes one project. For several, run a matrix over them.';
  return read.refuse('project-id', accepted, id);
}

/** The projects in whichever of the two spellings of the input they were given. */
function readProjects(read: InputReader): readonly string[] {
  const [usual, other] = [read.text('project-id'), read.text('projectId')];
  if (usual !== '' && other !== '' && usual !== other) {
    const accepted = 'It has another value than project-id, which is the same input. Give one of the two.';
    return read.refuse('projectId', accepted, []);
  }
  const name = usual === '' && other !== '' ? 'projectId' : 'project-id';
  const ids = (usual || other).split(/[\n,]/).map((id) => id.trim());
  const unique = [...new Set(ids)].filter((id) => id !== '');
  if (unique.length === 0) {
    return read.refuse(name, 'missing. Copy it from the API keys page of the dashboard.', []);
  }
  const problem = unique.map(identifierProblem).find((text) => text !== undefined);
  return problem === undefined ? unique : read.refuse(name, problem, []);
}

/** Not given at all is the default; given and empty means no artifact. */
function readArtifactName(read: InputReader): string {
  const name = read.given('artifact-name') ?? 'docs-page-views';
  const problem = name === '' ? undefined : artifactNameProblem(name);
  return problem === undefined ? name : read.refuse('artifact-name', problem, name);
}

function readReportDirectory(read: InputReader): string {
  const { env } = read;
  const temporary = path.join(env['RUNNER_TEMP'] || os.tmpdir(), 'docs-page-views');
  return path.resolve(env['GITHUB_WORKSPACE'] || '.', read.text('report-directory', temporary));
}
