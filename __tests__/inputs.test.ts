import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  type AgentInputs,
  type AnalyticsInputs,
  InputError,
  inputWarnings,
  readAgentInputs,
  readAnalyticsInputs,
  readMode,
} from '../src/inputs.ts';
import { tableOf } from './agent/table.ts';
import { GITHUB_TOKEN, StepDirectory } from './helpers/action-environment.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const KEY = 'mint_0123456789abcdef';

const step = new StepDirectory();
afterAll(() => step.remove());

type Given = Readonly<Record<string, string>>;
const REPORT_INPUTS = ['period', 'compare', 'site-url', 'max-requests', 'artifact-name'];

/** Returns the variables that the runner sets for a step with these inputs, with the defaults of action.yml. */
function environment(inputs: Given) {
  const isReport = Object.keys(inputs).some((name) => REPORT_INPUTS.includes(name));
  const mode = isReport ? 'analytics' : 'agent';
  return step.environment({ inputs: { mode, 'api-key': KEY, 'project-id': 'docs', ...inputs } });
}

function readFrom(env: NodeJS.ProcessEnv): AgentInputs | AnalyticsInputs {
  return readMode(env, NOW) === 'agent' ? readAgentInputs(env) : readAnalyticsInputs(env, NOW);
}

const read = (inputs: Given) => readFrom(environment(inputs));

function problemsIn(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readFrom(env);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}

const problemsOf = (inputs: Given) => problemsIn(environment(inputs));

const COMMON_DEFAULTS = {
  apiKey: KEY,
  projectId: 'docs',
  baseUrl: new URL('https://api.mintlify.com'),
  githubToken: GITHUB_TOKEN,
  failOn: new Set(['failed', 'timeout'] as const),
  comment: true,
  issueNumber: undefined,
};
const AGENT_DEFAULTS: AgentInputs = {
  ...COMMON_DEFAULTS,
  prompt: undefined,
  include: undefined,
  releaseTag: undefined,
  paths: undefined,
  docsPaths: undefined,
  jobId: undefined,
  wait: true,
  timeoutMs: 1_800_000,
  pollIntervalMs: 30_000,
  commitStatus: undefined,
  skipLabels: ['no-docs'],
  reviewers: [],
  notify: false,
  triggerLabel: undefined,
  triggerPhrase: '/docs',
  minimumPermission: 'write',
  allowedBots: [],
  dryRun: false,
};
const ANALYTICS_DEFAULTS: AnalyticsInputs = {
  ...COMMON_DEFAULTS,
  siteUrl: undefined,
  maxRequests: 90,
  artifactName: 'docs-page-views',
  period: { from: '2026-02-25', to: '2026-03-03', isMonth: false },
  compare: { from: '2026-02-18', to: '2026-02-24', isMonth: false },
};

test.each([
  { mode: 'agent', defaults: AGENT_DEFAULTS },
  { mode: 'analytics', defaults: ANALYTICS_DEFAULTS },
])('the defaults of $mode mode are those of action.yml, also for blank and absent inputs', (row) => {
  const { mode, defaults } = row;
  expect(read({ mode })).toEqual(defaults);
  const withoutToken = { ...defaults, githubToken: '' };
  const action = parse(readFileSync('action.yml', 'utf8')) as { inputs: Given };
  const names = Object.keys(action.inputs).filter(
    (name) => !/^(api-key|project-id|artifact-name)$/.test(name),
  );
  const blank = Object.fromEntries(names.map((name) => [name, ' \n']));
  expect(read({ ...blank, mode: mode === 'agent' ? ' ' : mode })).toEqual(withoutToken);
  const INPUT_MODE = mode === 'agent' ? undefined : mode;
  expect(readFrom({ INPUT_MODE, 'INPUT_API-KEY': KEY, 'INPUT_PROJECT-ID': 'docs' })).toEqual(withoutToken);
});

/** 255 characters. */
const LONG_STATUS = 'Docs / décidé \uffff'.padEnd(255, 'x');
const LONG_NAME = 'x'.repeat(200);

test.each<[name: string, values: string[], expected: Partial<AgentInputs & AnalyticsInputs>]>([
  ['comment', ['false', 'False', 'FALSE'], { comment: false }],
  ['wait', ['true', 'True', 'TRUE'], { wait: true }],
  ['timeout-minutes', ['.5', '0.5', '00.50'], { timeoutMs: 30_000 }],
  ['timeout-minutes', ['5.', '5'], { timeoutMs: 300_000 }],
  ['timeout-minutes', ['7200'], { timeoutMs: 432_000_000 }],
  ['poll-interval-seconds', ['0.1', '.10'], { pollIntervalMs: 100 }],
  ['poll-interval-seconds', ['3600'], { pollIntervalMs: 3_600_000 }],
  ['issue-number', ['123', '#123'], { issueNumber: 123 }],
  ['fail-on', ['none', 'None'], { failOn: new Set() }],
  ['fail-on', ['Failed, TIMEOUT, failed', 'timeout failed,'], { failOn: new Set(['failed', 'timeout']) }],
  ['fail-on', ['archived\nno-pull-request'], { failOn: new Set(['archived', 'no-pull-request']) }],
  // None of these can be seen.
  ['prompt', ['\u200b', '\u2800', ' \u2060\n', '\ufe0f', '\u3164', '\u00ad\u200e'], { prompt: undefined }],
  ['prompt', ['\u200b🔧'], { prompt: '\u200b🔧' }],
  [
    'include',
    ['Changes, linked-issues\ndiscussion'],
    { include: new Set(['event', 'changes', 'linked-issues', 'discussion']) },
  ],
  ['include', ['none'], { include: new Set() }],
  ['release-tag', ['v1.2.3', 'refs/tags/v1.2.3'], { releaseTag: 'v1.2.3' }],
  ['release-tag', ['@acme/cli@1.2.3'], { releaseTag: '@acme/cli@1.2.3' }],
  ['job-id', [' job_1 ', 'job_1'], { jobId: 'job_1' }],
  ['job-id', ['latest', 'Latest', 'LATEST'], { jobId: 'latest' }],
  ['commit-status', [LONG_STATUS], { commitStatus: LONG_STATUS }],
  ['skip-label', ['no docs', ' no docs,\n'], { skipLabels: ['no docs'] }],
  ['skip-label', ['no docs, internal', 'no docs\r\ninternal'], { skipLabels: ['no docs', 'internal'] }],
  ['reviewers', ['alice', '@Alice', 'alice, ALICE'], { reviewers: ['alice'] }],
  ['reviewers', ['Requester,\n-a-', 'requester -a-'], { reviewers: ['requester', '-a-'] }],
  ['reviewers', ['octo-cat_corp'], { reviewers: ['octo-cat_corp'] }],
  ['trigger-phrase', ['/write'], { triggerPhrase: '/write' }],
  ['allowed-bots', ['a[bot], B-c[BOT]\n  Other'], { allowedBots: ['a', 'b-c', 'other'] }],
  // Mintlify may give its keys another prefix.
  ['api-key', ['mk_live_1'], { apiKey: 'mk_live_1' }],
  ['mode', ['ANALYTICS'], { maxRequests: 90 }],
  ['compare', ['None'], { compare: undefined }],
  [
    'site-url',
    ['https://a.example', 'https://a.example/', 'https://a.example//'],
    { siteUrl: 'https://a.example' },
  ],
  ['site-url', ['HTTPS://Docs.Example.com:8443/a b'], { siteUrl: 'https://docs.example.com:8443/a%20b' }],
  ['max-requests', ['1'], { maxRequests: 1 }],
  ['max-requests', ['100000'], { maxRequests: 100_000 }],
  // Empty means no artifact.
  ['artifact-name', ['', '  '], { artifactName: '' }],
  ['artifact-name', ['Docs views (2026)', ' Docs views (2026)'], { artifactName: 'Docs views (2026)' }],
  ['artifact-name', ['résumé.日本 👩\u200d💻'], { artifactName: 'résumé.日本 👩\u200d💻' }],
  ['artifact-name', [LONG_NAME], { artifactName: LONG_NAME }],
])('%s may be %j', (name, values, expected) => {
  for (const value of values) expect(read({ [name]: value })).toMatchObject(expected);
});

test.each(['docs', '64f0c1', 'a/b?c#d', 'ünïcode', '...', '%2e%2e'])('an ID may be %s', (id) => {
  expect(read({ 'job-id': id })).toMatchObject({ jobId: id });
  expect(read({ 'project-id': id }).projectId).toBe(id);
});

test.each(
  tableOf<'url'>(`
    url
    https://a.example/
    https://a.example:8443
    http://localhost:4010
    http://127.0.0.1:4010
    http://127.1.2.3
    http://[::1]:4010
  `),
)('base-url may be $url', ({ url }) => {
  expect(read({ 'base-url': url }).baseUrl).toEqual(new URL(url));
});

const LIST = 'none, or one or more of these, separated by commas:';
const ACCEPTED: Given = {
  mode: 'agent or analytics.',
  wait: 'true or false (also True, TRUE, False, FALSE).',
  'timeout-minutes': 'a number above 0, up to 7200, such as 30 or 0.5.',
  'poll-interval-seconds': 'a number from 0.1 to 3600, such as 30 or 0.5.',
  'issue-number': 'the number of an issue or pull request, such as 12.',
  'max-requests': 'a whole number from 1 to 100000.',
  'fail-on': `${LIST} failed, archived, timeout, no-pull-request, incomplete.`,
  include: `${LIST} event, changes, linked-issues, discussion.`,
  'minimum-permission': 'none, read, triage, write, maintain or admin.',
  'trigger-phrase': 'one word, such as /docs.',
  'release-tag': 'the name of a tag of this repository, such as v1.2.3.',
  'skip-label': 'labels, separated by commas or lines.',
  'allowed-bots': 'the login of each bot, such as dependabot[bot], without patterns such as `*`.',
  'commit-status': 'one line of at most 255 characters, without emoji and other characters above U+FFFF.',
  'base-url':
    'an https URL without a path, user or query, such as https://api.mintlify.com. Only localhost, 127.0.0.0/8 and [::1] may have an http URL.',
  'site-url': 'the https URL of the docs site, such as https://docs.example.com, without a user or query.',
  'artifact-name':
    'at most 200 bytes, without tabs, line breaks, invisible characters, ##[ or any of " : < > | * ? \\ /. For no artifact, leave this input empty.',
};

const WORDS = tableOf<'input' | 'values'>(`
  input                 | values
  mode                  | report agent,
  wait                  | xtrue falsey yes on 1 0 no tRUE
  timeout-minutes       | 0 7200.1 1e3 -1 0x10 Infinity 1-
  poll-interval-seconds | 0.0 . 3601 0.099 0.001
  issue-number          | 0 ##12 1.5 12a 12# 9999999999999999
  max-requests          | -1 0 100001 2.5 1x x1
  fail-on               | fail , unknown error checks
  include               | files diff
  minimum-permission    | owner
  release-tag           | a..b -v1 .v1 /v1 v1/ v1.lock v[1] v1* refs/tags/
  skip-label            | ,
  allowed-bots          | * *[bot] @dependabot a[bot]b
  commit-status         | 😀 a\u{10000} docs\u{1f4dd}
  base-url              | api.mintlify.com http://api.mintlify.com http://10.0.0.1 https:// ftp://127.0.0.1
  base-url              | file:///etc/passwd http://localhost.example.com http://notlocalhost http://api.localhost
  base-url              | https://a.example?x=1 https://a.example#x https://a.example/v1 https://a.example//
  base-url              | http://127.0.0.1:4010/api http://127.0.0.1.a.example
  site-url              | http://docs.example.com docs.example.com javascript:alert(1)
  site-url              | https://docs.example.com/?q=1 https://docs.example.com/#x
  artifact-name         | docs/views a:b a* a\\b a? <a a> "a
`);
const WITH_BLANKS = tableOf<'input' | 'value'>(`
  input           | value
  wait            | true false
  timeout-minutes | 30 min
  fail-on         | none, failed
  fail-on         | failed; timeout
  include         | none, changes
  trigger-phrase  | /docs please
  release-tag     | v 1
  skip-label      | , ,
  allowed-bots    | a, *
  artifact-name   | a ##[add-mask]b
`);
const REFUSED = WORDS.flatMap(({ input, values }) => values.split(' ').map((value) => ({ input, value })));

test.each([...REFUSED, ...WITH_BLANKS])('$input may not be $value', ({ input, value }) => {
  expect(problemsOf({ [input]: value })).toEqual([`${input}: got "${value}". Accepted: ${ACCEPTED[input]}`]);
});

const NO_BLANKS = 'Accepted: an identifier without whitespace.';
const NO_URL = 'Accepted: an identifier, not a URL.';
const ONE_PROJECT = 'Accepted: one project. For several projects, use a matrix';
const REVIEWERS = /isn't the login of a person\..* name it in CODEOWNERS\.$/;

/** `shown` is what the problem shows, if that differs from the value. */
test.each<[name: string, values: string[], says: string | RegExp, shown?: string]>([
  ['job-id', ['.', '..'], 'Accepted: an identifier, not a path.'],
  ['job-id', ['a b'], NO_BLANKS],
  ['job-id', ['https://x/y', 'HTTP://x'], NO_URL],
  ['project-id', ['https://dashboard.mintlify.com/acme/docs'], NO_URL],
  ['project-id', ['a b'], NO_BLANKS],
  ['project-id', ['a, b', 'a, ..', ','], ONE_PROJECT],
  [
    'reviewers',
    ['acme/docs', '@acme/docs'],
    "`acme/docs` isn't the login of a person. Accepted: logins, or `requester`.",
  ],
  ['reviewers', ['alice, renovate[bot]'], REVIEWERS],
  ['reviewers', ['@', 'a.b', 'a_', '_a', 'é', 'x'.repeat(40), '*'], REVIEWERS],
  ['period', ['7 days', 'all', '2026-02-02..2026-02-01'], 'Accepted: 1d to '],
  ['compare', ['true', '2026-02-18..2026-02-24'], 'Accepted: previous, last-year'],
  ['artifact-name', ['a|b'], 'Accepted: at most'],
  // On one line, shortened, and without invisible characters.
  ['project-id', ['a\u0000b', 'a\u0085b'], NO_BLANKS, 'a\ufffdb'],
  ['project-id', ['a\nb'], ONE_PROJECT, 'a b'],
  ['artifact-name', ['a\nb'], 'Accepted: at most', 'a b'],
  ['artifact-name', ['a\u202eb'], 'Accepted: at most', 'a\ufffdb'],
  ['artifact-name', ['é'.repeat(101)], 'Accepted: at most 200 bytes', `${'é'.repeat(79)}…`],
  ['max-requests', [`1\n2${'x'.repeat(99)}`], 'Accepted: a whole number', `1 2${'x'.repeat(76)}…`],
  ['commit-status', ['x'.repeat(256)], 'Accepted: one line of at most', `${'x'.repeat(79)}…`],
  // Without the password of a URL.
  ['site-url', ['https://me:hunter2@y@x.example'], 'without a user', '***@x.example'],
  [
    'base-url',
    ['https://me:hunter2@y@x.example', 'https://:hunter2@y@x.example', 'me:hunter2@y@x.example'],
    'without a path, user or query',
    '***@x.example',
  ],
  ['project-id', ['https://me:hunter2@y@x.example/a'], NO_URL, '***@x.example/a'],
  // Without anything secret.
  ['project-id', [' \n '], /^missing\. Copy it from the API keys page of the Mintlify dash/, ''],
  ['api-key', ['', ' \n'], /^missing\. .* forks and by Dependabot, .*; use `pull_request_target`\.$/, ''],
  ['api-key', ['mint_hunter2 part', 'mint_hunter2\npart'], /^it contains whitespace/, ''],
  ['api-key', ['mint_hunter2é', 'émint_hunter2', 'hunter2\u0000'], /^it contains invalid characters/, ''],
  ['api-key', ['mint_dsc_hunter2', 'mint_us_hunter2'], /^this is an assistant or search key .*admin key/, ''],
  ['github-token', ['ghs_hunter2\u200b'], /^it contains invalid characters\. Paste the token/, ''],
])('%s may not be %j, and the problem shows nothing secret', (...row) => {
  const [name, values, says, shown] = row;
  for (const value of values) {
    const [problem = '', ...others] = problemsOf({ [name]: value });
    const start = shown === '' ? `${name}: ` : `${name}: got "${shown ?? value}". `;
    expect([problem.slice(0, start.length), others]).toEqual([start, []]);
    expect(problem.slice(start.length)).toMatch(says);
    expect(problem).not.toContain('hunter2');
  }
});

test('the project may be given as projectId, and problems name the spelling that the workflow uses', () => {
  expect(read({ 'project-id': '', projectId: ' docs ' }).projectId).toBe('docs');
  expect(read({ 'project-id': 'docs', projectId: ' docs ' }).projectId).toBe('docs');
  const both = '`projectId` is another name for this input, but has another value. Set only one of them.';
  expect(problemsOf({ projectId: 'other' })).toEqual([`project-id: got "docs". ${both}`]);
  expect(problemsOf({ 'project-id': 'a b', projectId: 'other' })).toEqual([`project-id: got "a b". ${both}`]);
  const problem = `got "a b". ${NO_BLANKS}`;
  expect(problemsOf({ 'project-id': '', projectId: 'a b' })).toEqual([`projectId: ${problem}`]);
  expect(problemsOf({ 'project-id': 'a b', projectId: 'a b' })).toEqual([`project-id: ${problem}`]);
});

describe.each(['paths', 'docs-paths'])('patterns in %s', (name) => {
  const withPatterns = (patterns: string) => ({ [name]: patterns, 'commit-status': 'Docs' });
  const patternsIn = (patterns: string) => {
    const inputs = readAgentInputs(environment(withPatterns(patterns)));
    return name === 'paths' ? inputs.paths : inputs.docsPaths;
  };

  test('are separated by commas or lines', () => {
    expect(patternsIn('src/**, *.md\r\n!a b\r\n')).toEqual(['src/**', '*.md', '!a b']);
    expect(patternsIn('src/**, *.md\n!a b')).toEqual(['src/**', '*.md', '!a b']);
  });

  test.each(
    tableOf<'pattern'>(`
      pattern
      src
      a-b c#d.md
      !-x/*
      .github/**
      app/(marketing)/**
      app/routes/$slug.tsx
      app/routes/$ID.tsx
      $Slug.tsx
      **/* copy.md
      **/* copy *.md
      !* copy of *.md
      * - Copy.md
      src/** package.json
      a/...
      a/..b/.c
    `),
  )('may be $pattern', ({ pattern }) => {
    expect(patternsIn(`**\n${pattern}`)).toEqual(['**', pattern]);
  });

  test.each<[advice: string, patterns: string[]]>([
    [
      'Write `*` for other characters, and one pattern for each alternative.',
      ['docs/?', 'a+', '[ab].md', '*.{ts'],
    ],
    ['Write it without quotes, and with `/` between folders.', ['a\\b', '"src/**"', "'!docs/**'", 'src/"a"']],
    ['Leave out comments.', ['# code', 'src/** # code']],
    ['Write each pattern on its own line, without `-`.', ['- src/**', '-src/**']],
    [
      'Separate patterns by commas or lines. For a blank in a name, write `*`.',
      [
        ...['src/**;lib/**', 'a|b', 'src/** lib/**', 'a* *b', 'src/**\t!lib/**', 'src !lib', 'a* b* c'],
        ...['src/** package.json lib/**', 'src/** docs/ lib/**', 'src/** and lib/**', 'src/* and lib/*'],
        ...['*.ts and *.md', 'src/* README.md *.md', 'docs/** (old) **'],
      ],
    ],
    ['Write a pattern right after `!`, such as `!src/tests/**`.', ['!', '! docs/**']],
    ['For all files of a folder, write `**` after the `/`.', ['src/', '!docs/', './src/']],
    [
      'Write the path from the root of the repository, such as `src/**`, without `.`, `..` or a leading `/`.',
      [
        ...'/src/** !/docs/** ./src ../src . .. !.. a//b a/./b a/../b a/..'.split(' '),
        ...'^src/.* !^src $GITHUB_WORKSPACE/** !$HOME/a'.split(' '),
      ],
    ],
  ])('are refused if they can match nothing, also beside others: %s', (advice, patterns) => {
    for (const pattern of patterns) {
      const problem = `The pattern \`${pattern}\` can't match any file. ${advice}`;
      const problems = problemsOf(withPatterns(`**\n${pattern}`));
      expect(problems).toEqual([expect.stringContaining(problem)]);
    }
  });

  test('are refused if all of them exclude files', () => {
    const problems = problemsOf(withPatterns('!docs/**'));
    expect(problems).toEqual([expect.stringContaining('Every pattern begins with `!`')]);
  });

  test('are needed if the input is given', () => {
    const problem = `${name}: got ",". It has no pattern. Write one, such as \`src/**\`.`;
    expect(problemsOf(withPatterns(','))).toEqual([problem]);
  });
});

// Stories (mode.txt) hold which inputs need others in agent mode.
test('in analytics mode no input of the other mode needs another', () => {
  const patterns = { paths: 'src/**', 'docs-paths': 'docs/**', include: 'event' };
  const replies = { reviewers: 'alice', 'job-id': 'latest', 'skip-label': 'docs', 'trigger-label': 'docs' };
  const status = { 'commit-status': 'Docs', wait: 'false', 'minimum-permission': 'none' };
  const given = { ...patterns, ...replies, ...status, mode: 'analytics', 'github-token': '' };
  expect(problemsOf(given)).toEqual([]);
  expect(problemsOf({ ...given, 'commit-status': '' })).toEqual([]);
});

/** A step without inputs but a misspelled one. */
const withMisspelled = (given: string, inputs: Given = {}) => ({
  ...environment(inputs),
  [`INPUT_${given.toUpperCase()}`]: 'hunter2',
});
const didYouMean = (given: string, names: string) =>
  `the action doesn't read INPUT_${given.toUpperCase()}. Did you mean ${names}?`;

test.each([
  ['maxrequests', '`max-requests`'],
  ['label', '`skip-label` or `trigger-label`'],
])('the misspelled input %s is an error in every mode, and its value is not shown', (given, names) => {
  for (const mode of ['agent', 'analytics', 'x']) {
    const problems = problemsIn(withMisspelled(given, { mode }));
    expect(problems).toContain(`${given}: ${didYouMean(given, names)}`);
    expect(problems.join()).not.toContain('hunter2');
  }
});

test('a variable in another case is a misspelled input', () => {
  const env = { ...environment({}), INPUT_Mode: 'analytics' };
  expect(problemsIn(env)).toEqual(["mode: the action doesn't read INPUT_Mode. Did you mean `mode`?"]);
});

test.each<[given: string, inputs: Given, names: string]>([
  ['dry-rn', { 'dry-run': 'true' }, '`dry-run`'],
  ['label', { 'trigger-label': 'docs' }, '`skip-label` or `trigger-label`'],
  ['artifactname', { mode: 'analytics', 'artifact-name': '' }, '`artifact-name`'],
  ['api_key', {}, '`api-key`'],
  ['project_id', {}, '`project-id`'],
  ['project_id', { 'project-id': '', projectId: 'docs' }, '`project-id`'],
  ['github_token', {}, '`github-token`'],
  ['github_token', { 'github-token': '' }, '`github-token`'],
])('the misspelled input %s is only a warning beside %j', (given, inputs, names) => {
  const env = withMisspelled(given, inputs);
  expect(problemsIn(env)).toEqual([]);
  const mode = readMode(env, NOW);
  expect(inputWarnings(env, mode)).toEqual([`Input \`${given}\`: ${didYouMean(given, names)}`]);
});

test('the default beside a misspelled input is an error', () => {
  const env = withMisspelled('dry-rn', { 'dry-run': 'FALSE' });
  expect(problemsIn(env)).toEqual([`dry-rn: ${didYouMean('dry-rn', '`dry-run`')}`]);
  expect(inputWarnings(env, 'agent')).toEqual([]);
});

test.each(['ACT', 'GITEA_ACTIONS', 'FORGEJO_ACTIONS'])('under %s, it is only a warning', (name) => {
  const env = { ...withMisspelled('dry-rn'), [name]: 'true' };
  expect(problemsIn(env)).toEqual([]);
  expect(inputWarnings(env, 'agent')).toHaveLength(1);
});

test('inputs of the other mode are a warning, unless they have their default', () => {
  const env = environment({ mode: 'analytics', prompt: 'x', 'dry-run': 'False', wait: 'false' });
  const text = "where these inputs don't have an effect: prompt, wait. To use them, set `mode: agent`.";
  expect(inputWarnings(env, 'analytics')).toEqual([`This step runs in analytics mode, ${text}`]);
});

test("other variables aren't taken for misspelled inputs", () => {
  const env = { ...environment({}), INPUT_OTHER: 'x', input_jobid: 'x', MY_INPUT_JOBID: 'x' };
  expect(readFrom(env)).toEqual(AGENT_DEFAULTS);
});

describe('all problems are told at once', () => {
  const COMMON = { 'api-key': '', 'project-id': '', 'base-url': 'x', 'fail-on': 'x', 'issue-number': 'x' };
  const AGENT = { 'job-id': 'a b', wait: 'no', 'timeout-minutes': '0' };
  const ANALYTICS = { 'max-requests': 'x', 'artifact-name': 'a:b', period: 'x', compare: 'x' };

  test.each([
    { mode: 'agent', inputs: { ...COMMON, ...AGENT } },
    { mode: 'analytics', inputs: { ...COMMON, ...ANALYTICS } },
    { mode: 'x', inputs: { mode: 'x', ...COMMON, ...AGENT, ...ANALYTICS } },
  ])('in mode $mode', ({ mode, inputs }) => {
    const problems = problemsOf({ ...COMMON, ...AGENT, ...ANALYTICS, mode });
    const names = problems.map((problem) => problem.replace(/:.*/s, ''));
    expect(names).toEqual(Object.keys(inputs));
  });

  test('and a lone one is the message', () => {
    expect(() => read({ wait: 'no' })).toThrow(`Invalid input wait: got "no". Accepted: true or false`);
    expect(problemsOf({ mode: 'x' })).toHaveLength(1);
  });
});
