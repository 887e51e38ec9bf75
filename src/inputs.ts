import os from 'node:os';
import path from 'node:path';
import { readPromptFile } from './agent/prompt-file.ts';
import { artifactNameProblem } from './analytics/artifact-name.ts';
import { type Baseline, readBaseline } from './analytics/baseline.ts';
import { type Period, resolvePeriod } from './analytics/period.ts';
import { PERMISSIONS } from './github/permission.ts';
import {
  decimal,
  type Given,
  InputError,
  identifierProblem,
  input,
  misspelled,
  oneOf,
  oneWord,
  optionalIdentifier,
  optionalIssueNumber,
  optionalText,
  readFields,
  someOf,
  splitList,
  type Texts,
  textOf,
  type Values,
  wholeNumber,
  yamlBoolean,
} from './input-fields.ts';
import { isLoopback } from './platform/dispatcher.ts';
import { httpsUrl } from './text/markdown.ts';

/** What `fail-on` can name: outcomes of agent mode, and `incomplete` for a report. A mode ignores the other's. */
const FAILABLE = ['failed', 'archived', 'timeout', 'no-pull-request', 'incomplete'] as const;

/** What `include` can name. */
export const INCLUDABLE = ['files', 'diff', 'linked-issues', 'discussion'] as const;
export type Includable = (typeof INCLUDABLE)[number];

const LONGEST_WAIT_MINUTES = 5 * 24 * 60; // A job on a self-hosted runner may take five days.

const COMMON = {
  mode: input('mode', oneOf('agent', ['agent', 'analytics'])),
  /** The admin API key, trimmed. Already masked. */
  apiKey: input('api-key', readKey),
  /** Where the platform's API lives: an origin, without a path. */
  baseUrl: input('base-url', readBaseUrl),
  /** For comments and permission checks; empty if the workflow gave none. */
  githubToken: input('github-token', ([token = '']) => token),
  failOn: input('fail-on', someOf('failed, timeout', FAILABLE)),
  comment: input('comment', yamlBoolean('false')),
  issueNumber: input('issue-number', optionalIssueNumber),
};

const AGENT = {
  ...COMMON,
  projectId: input(['project-id', 'projectId'], readProject),
  /** The instruction: of `prompt`, or what `prompt-file` holds. */
  prompt: input(['prompt', 'prompt-file'], readPrompt),
  context: input('context', oneOf('auto', ['auto', 'event', 'none'])),
  jobId: input('job-id', optionalIdentifier),
  /** What the prompt quotes of GitHub besides the event. */
  include: input('include', someOf('none', INCLUDABLE)),
  wait: input('wait', yamlBoolean('true')),
  timeoutMs: input('timeout-minutes', decimal('30', { above: 0, most: LONGEST_WAIT_MINUTES, unit: 60_000 })),
  pollIntervalMs: input('poll-interval-seconds', decimal('30', { above: 0, most: 3600, unit: 1000 })),
  settleMs: input('settle-seconds', decimal('60', { most: 3600, unit: 1000 })),
  notify: input('notify', yamlBoolean('false')),
  triggerLabel: input('trigger-label', optionalText),
  triggerPhrase: input('trigger-phrase', oneWord('/docs')),
  minimumPermission: input('minimum-permission', oneOf('write', PERMISSIONS)),
  /** Logins, as given. */
  allowedBots: input('allowed-bots', ([logins = '']): readonly string[] => splitList(logins)),
  dryRun: input('dry-run', yamlBoolean('false')),
  /** Tells the legs of a matrix apart; the same in every attempt. */
  matrix: input('matrix', ([matrix = '']) => matrix),
};

const ANALYTICS = {
  ...COMMON,
  /** One or more, without repeats, in the order given. */
  projectIds: input(['project-id', 'projectId'], readProjects),
  period: input(['period', 'date-from', 'date-to'], readPeriod),
  compare: input('compare', yamlBoolean('true')),
  daily: input('daily', yamlBoolean('true')),
  /** Earlier periods; 0 for none. */
  history: input('history', wholeNumber('8', 0, 31)),
  /** Without a slash at the end. */
  siteUrl: input('site-url', readSiteUrl),
  baseline: input('baseline', readBaselineFile),
  top: input('top', wholeNumber('10', 1, 1000)),
  maxRequests: input('max-requests', wholeNumber('90', 1, 100_000)),
  /** Empty: no artifact. */
  artifactName: input('artifact-name', readArtifactName),
  /** Days; 0 is the repository's setting. */
  retentionDays: input('retention-days', wholeNumber('0', 0, 400)),
  /** Absolute. */
  reportDirectory: input('report-directory', readReportDirectory),
};

/** `mode: agent`. Durations are in milliseconds. */
export type AgentInputs = Values<typeof AGENT> & { readonly mode: 'agent' };
/** `mode: analytics`. */
export type AnalyticsInputs = Values<typeof ANALYTICS> & { readonly mode: 'analytics' };
export type Inputs = AgentInputs | AnalyticsInputs;

/**
 * Reads every input of the mode at hand once, from the `INPUT_*` variables that the runner sets.
 *
 * @param now fixes the dates of a report
 * @throws {InputError} with all problems together
 */
export function readInputs(env: NodeJS.ProcessEnv, now: Date): Inputs {
  const both = { ...AGENT, ...ANALYTICS };
  const names = Object.values(both).flatMap((field) => field.names);
  const source = { env, now, problems: misspelled(env, names) };
  switch (textOf(env, 'mode')?.toLowerCase() || 'agent') {
    case 'agent':
      return { ...readFields(AGENT, source), mode: 'agent' };
    case 'analytics':
      return { ...readFields(ANALYTICS, source), mode: 'analytics' };
    default:
      // Throws: the mode itself is refused. Nobody knows which was meant, so the problems of both are told.
      return { ...readFields(both, source), mode: 'agent' };
  }
}

/** Admin keys begin `mint_`; the platform would only answer 401 to its other kinds of keys. */
function readKey([key = '']: Texts, { refuse }: Given): string {
  if (key === '') {
    return refuse(
      'missing. Give an admin API key from a secret, such as secrets.DOCS_API_KEY. Workflows that a fork triggers get no secrets.',
    );
  }
  if (/\s/.test(key))
    return refuse('it has whitespace inside. Paste the key alone, on one line, into the secret.');
  if (!/^[\x21-\x7e]+$/.test(key)) {
    return refuse('it has characters that no key has. Paste it again into the secret.');
  }
  if (key.startsWith('mint_dsc_')) return refuse(`this is an assistant key (mint_dsc_). ${ADMIN_KEY}`);
  if (key.startsWith('mint_us_')) return refuse(`this is an index key (mint_us_). ${ADMIN_KEY}`);
  return key;
}

const ADMIN_KEY = 'An admin API key is needed: make one on the API keys page of the dashboard.';

function readBaseUrl([text]: Texts, { refuse }: Given): URL {
  const accepted =
    'Accepted: an https URL of a host alone, such as https://api.mintlify.com, without path, user or query; http only for loopback hosts such as http://127.0.0.1:4010.';
  const url = URL.parse(text || 'https://api.mintlify.com');
  if (url === null) return refuse(accepted);
  const safe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return safe && url.href === `${url.origin}/` ? url : refuse(accepted);
}

function readSiteUrl([text]: Texts, { refuse }: Given): string | undefined {
  if (!text) return undefined;
  const url = httpsUrl(text);
  const plain = url !== undefined && !/[?#]/.test(url);
  return plain
    ? url.replace(/\/+$/, '')
    : refuse(
        'Accepted: the https address of the docs site, such as https://docs.example.com, without user or query.',
      );
}

function readBaselineFile([file]: Texts, { env, refuse }: Given): Baseline | undefined {
  if (!file) return undefined;
  const read = readBaseline(file, env['GITHUB_WORKSPACE'] || process.cwd());
  return typeof read === 'string' ? refuse(read) : read;
}

function readPrompt([prompt, file]: Texts, { env, refuse }: Given): string | undefined {
  if (!file) return prompt || undefined;
  if (prompt) return refuse('Give prompt or prompt-file, not both.', 'prompt-file');
  const read = readPromptFile(file, env['GITHUB_WORKSPACE'] || process.cwd());
  return 'text' in read ? read.text : refuse(read.problem, 'prompt-file');
}

function readProject(texts: Texts, given: Given): string {
  const [id = '', ...others] = readProjects(texts, given);
  return others.length === 0
    ? id
    : given.refuse('Agent mode takes one project. For several, run a matrix over them.');
}

/** The projects in whichever of the two spellings of the input they were given. */
function readProjects([usual = '', other = '']: Texts, { refuse }: Given): readonly string[] {
  if (usual !== '' && other !== '' && usual !== other) {
    return refuse(
      'It has another value than project-id, which is the same input. Give one of the two.',
      'projectId',
    );
  }
  const name = usual === '' && other !== '' ? 'projectId' : 'project-id';
  const ids = (usual || other).split(/[\n,]/).map((id) => id.trim());
  const unique = [...new Set(ids)].filter((id) => id !== '');
  if (unique.length === 0) return refuse('missing. Copy it from the API keys page of the dashboard.', name);
  const problem = unique.map(identifierProblem).find((text) => text !== undefined);
  return problem === undefined ? unique : refuse(problem, name);
}

function readPeriod([period = '', dateFrom = '', dateTo = '']: Texts, { now }: Given): Period {
  const resolved = resolvePeriod({ period: period.toLowerCase(), dateFrom, dateTo }, now);
  if (resolved.period) return resolved.period;
  throw new InputError(resolved.problems.map(({ input: name, accepted }) => ({ input: name, accepted })));
}

/** Not given at all is the default; given and empty means no artifact. */
function readArtifactName([name = 'docs-page-views']: Texts, { refuse }: Given): string {
  const problem = name === '' ? undefined : artifactNameProblem(name);
  return problem === undefined ? name : refuse(problem);
}

function readReportDirectory([directory]: Texts, { env }: Given): string {
  const temporary = path.join(env['RUNNER_TEMP'] || os.tmpdir(), 'docs-page-views');
  return path.resolve(env['GITHUB_WORKSPACE'] || '.', directory || temporary);
}
