import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import {
  type AgentInputs,
  type AnalyticsInputs,
  InputError,
  readAgentInputs,
  readAnalyticsInputs,
  readMode,
  unusedInputs,
} from '../src/inputs.ts';
import { StepDirectory } from './helpers/action-environment.ts';

const NOW = new Date('2026-03-04T12:00:00Z');
const KEY = 'mint_0123456789abcdef';
const INCLUDABLE = ['event', 'changes', 'linked-issues', 'discussion'];
const REQUIRED = { 'api-key': KEY, 'project-id': 'docs' };

const step = new StepDirectory();
afterAll(() => step.remove());

type Given = Record<string, string>;

/** Reads `inputs` as a step of a workflow gives them: with the defaults of action.yml. */
const environment = (inputs: Given) => step.environment({ inputs: { ...REQUIRED, ...inputs } });
function readFrom(env: NodeJS.ProcessEnv) {
  return readMode(env, NOW) === 'agent' ? readAgentInputs(env) : readAnalyticsInputs(env, NOW);
}
const read = (inputs: Given) => readFrom(environment(inputs));
const agent = (inputs: Given = {}) => read(inputs) as AgentInputs;
const analytics = (inputs: Given = {}) => read({ mode: 'analytics', ...inputs }) as AnalyticsInputs;

/** What is told of inputs that cannot be used, a line for each. */
function told(inputs: Given): readonly string[] {
  try {
    read(inputs);
  } catch (error) {
    if (error instanceof InputError) return error.problems;
    throw error;
  }
  return [];
}
const refused = (inputs: Given): string[] => told(inputs).map((line) => line.replace(/:.*/s, ''));

const COMMON_DEFAULTS = {
  ...{ apiKey: KEY, baseUrl: new URL('https://api.mintlify.com'), comment: true, issueNumber: undefined },
  ...{
    githubToken: expect.stringMatching(/^ghs_/),
    failOn: new Set(['failed', 'timeout']),
    projectId: 'docs',
  },
};
const AGENT_DEFAULTS = {
  ...COMMON_DEFAULTS,
  ...{ prompt: undefined, jobId: undefined, include: undefined, releaseTag: undefined, paths: undefined },
  ...{ wait: true, timeoutMs: 1_800_000, pollIntervalMs: 30_000, notify: false, dryRun: false },
  ...{
    triggerLabel: undefined,
    commitStatus: undefined,
    skipLabel: 'no-docs',
    triggerPhrase: '/docs',
    minimumPermission: 'write',
    allowedBots: [],
  },
};
const ANALYTICS_DEFAULTS = {
  ...{ ...COMMON_DEFAULTS, siteUrl: undefined },
  period: { from: '2026-02-25', to: '2026-03-03', isMonth: false },
  compare: { from: '2026-02-18', to: '2026-02-24', isMonth: false },
  ...{ maxRequests: 90, artifactName: 'docs-page-views' },
};

test.each([
  ['agent', AGENT_DEFAULTS],
  ['analytics', ANALYTICS_DEFAULTS],
])(
  'defaults of %s mode are those of action.yml, also of inputs that are blank, or not there',
  (mode, defaults) => {
    const action = parse(readFileSync('action.yml', 'utf8')) as { inputs: Given };
    const names = Object.keys(action.inputs).filter(
      (name) => !(name in REQUIRED || name === 'artifact-name'),
    );
    const blank = Object.fromEntries(names.map((name) => [name, ' \n']));
    const INPUT_MODE = mode === 'agent' ? undefined : mode;
    expect(read({ mode })).toEqual(defaults);
    expect(read({ ...blank, mode: INPUT_MODE ?? ' ' })).toEqual({ ...defaults, githubToken: '' });
    const bare = readFrom({ INPUT_MODE, 'INPUT_API-KEY': KEY, 'INPUT_PROJECT-ID': 'docs' });
    expect(bare).toEqual({ ...defaults, githubToken: '' });
  },
);

test('upper and lower case do not matter in the name of a mode', () => {
  const modes = ['Agent', 'ANALYTICS'].map((mode) => readMode(environment({ mode }), NOW));
  expect(modes).toEqual(['agent', 'analytics']);
});

/** What is made of the values that an input may have, which are separated by `|`. */
type Taken<T> = [name: string, field: keyof T, values: string, taken: unknown];
const TAKEN: Taken<AgentInputs>[] = [
  ['comment', 'comment', 'false|False|FALSE', false],
  ['wait', 'wait', 'true|True|TRUE', true],
  ['notify', 'notify', 'true', true],
  ['dry-run', 'dryRun', 'True', true],
  ['timeout-minutes', 'timeoutMs', '.5|0.5|00.50', 30_000],
  ['timeout-minutes', 'timeoutMs', '5.|5', 300_000],
  ['timeout-minutes', 'timeoutMs', '7200', 432_000_000],
  ['poll-interval-seconds', 'pollIntervalMs', '0.1|.10', 100],
  ['poll-interval-seconds', 'pollIntervalMs', '3600', 3_600_000],
  ['issue-number', 'issueNumber', '123|#123', 123],
  ['fail-on', 'failOn', 'none|None', new Set()],
  ['fail-on', 'failOn', 'Failed, TIMEOUT, failed|timeout failed,', new Set(['failed', 'timeout'])],
  ['fail-on', 'failOn', 'archived\nno-pull-request', new Set(['archived', 'no-pull-request'])],
  ['prompt', 'prompt', '  Write about proxies\n', 'Write about proxies'],
  ['job-id', 'jobId', ' job_1 |job_1', 'job_1'],
  ['include', 'include', 'Changes, linked-issues\ndiscussion', new Set(INCLUDABLE)],
  ['include', 'include', 'none|None', new Set()],
  ['release-tag', 'releaseTag', 'v1.2.3|refs/tags/v1.2.3', 'v1.2.3'],
  ['release-tag', 'releaseTag', '@acme/cli@1.2.3', '@acme/cli@1.2.3'],
  ['paths', 'paths', 'src/**, *.md\n!a b', ['src/**', '*.md', '!a b']],
  [
    'paths',
    'paths',
    'src\n**/a-b c#d.md\n!-x/*\n.github/**',
    ['src', '**/a-b c#d.md', '!-x/*', '.github/**'],
  ],
  ['job-id', 'jobId', 'latest|Latest|LATEST', 'latest'],
  ['commit-status', 'commitStatus', 'Docs / décidé \uffff', 'Docs / décidé \uffff'],
  ['commit-status', 'commitStatus', 'x'.repeat(255), 'x'.repeat(255)],
  ['skip-label', 'skipLabel', 'No docs', 'No docs'],
  ['trigger-label', 'triggerLabel', 'docs please', 'docs please'],
  ['trigger-phrase', 'triggerPhrase', '/write', '/write'],
  ['minimum-permission', 'minimumPermission', 'Maintain', 'maintain'],
  ['allowed-bots', 'allowedBots', 'a[bot], B-c[BOT]\n  Other', ['a', 'b-c', 'other']],
  ['api-key', 'apiKey', `  ${KEY}\n|${KEY}`, KEY],
  // Any prefix that is not another kind's, as keys change.
  ['api-key', 'apiKey', 'mk_live_1', 'mk_live_1'],
  ['base-url', 'baseUrl', 'https://docs.example.com/', new URL('https://docs.example.com')],
];
const ANALYTICS_TAKEN: Taken<AnalyticsInputs>[] = [
  ['period', 'period', '30d|30D', { from: '2026-02-02', to: '2026-03-03', isMonth: false }],
  ['period', 'period', '2026-03-01..2026-03-02', { from: '2026-03-01', to: '2026-03-02', isMonth: false }],
  ['compare', 'compare', 'None', undefined],
  ['compare', 'compare', 'Last-Year', { from: '2025-02-25', to: '2025-03-03', isMonth: false }],
  ['site-url', 'siteUrl', 'https://a.example|https://a.example/|https://a.example//', 'https://a.example'],
  ['site-url', 'siteUrl', 'https://docs.example.com/en//', 'https://docs.example.com/en'],
  ['site-url', 'siteUrl', 'HTTPS://Docs.Example.com:8443/a b', 'https://docs.example.com:8443/a%20b'],
  ['fail-on', 'failOn', 'incomplete', new Set(['incomplete'])],
  ['max-requests', 'maxRequests', '1', 1],
  ['max-requests', 'maxRequests', '100000', 100_000],
  // Given and empty: no artifact.
  ['artifact-name', 'artifactName', '|  ', ''],
  ['artifact-name', 'artifactName', 'Docs views (2026)| Docs views (2026)', 'Docs views (2026)'],
  ['artifact-name', 'artifactName', 'résumé.日本 👩\u200d💻', 'résumé.日本 👩\u200d💻'],
  ['artifact-name', 'artifactName', 'x'.repeat(200), 'x'.repeat(200)],
];

describe('a value that can be used', () => {
  test.each(TAKEN)('%s is %s: %j', (name, field, values, taken) => {
    const others = name === 'paths' ? { include: 'changes' } : {};
    for (const value of values.split('|')) expect(agent({ ...others, [name]: value })[field]).toEqual(taken);
  });

  test.each(ANALYTICS_TAKEN)('in analytics mode, %s is %s: %j', (name, field, values, taken) => {
    for (const value of values.split('|')) expect(analytics({ [name]: value })[field]).toEqual(taken);
  });

  test.each(['docs', '64f0c1', 'a/b?c#d', 'ünïcode', '...', '%2e%2e'])('an identifier: %s', (id) => {
    expect(agent({ 'job-id': id, 'project-id': id })).toMatchObject({ jobId: id, projectId: id });
  });

  test.each([
    ...['https://docs.example.com:8443', 'http://127.0.0.1:4010', 'http://127.1.2.3'],
    ...['http://localhost:4010', 'http://[::1]:4010'],
  ])('base-url: %s', (url) => {
    expect(agent({ 'base-url': url }).baseUrl.origin).toBe(url);
  });
});

const BOOLEAN = 'Accepted: true or false (also True, TRUE, False, FALSE).';
const NUMBER = (most: number) => `Accepted: a number above 0, up to ${most}, such as 30 or 0.5.`;
const OUTCOMES =
  'Accepted: none, or one or more of these, separated by commas: failed, archived, timeout, no-pull-request, incomplete.';
const ORIGIN =
  /^Accepted: an https URL without a path, user or query, .*\. Only localhost, 127\.0\.0\.0\/8 and \[::1\] may have an http URL\.$/;
const SITE = /^Accepted: the https URL of the docs site, such as .*, without a user or query\.$/;
const NAME =
  /^Accepted: at most 200 bytes, without tabs, line breaks, invisible characters, ##\[ or any of " : < > \| \* \? \\ \/\. /;
const INTERVAL = 'Accepted: a number from 0.1 to 3600, such as 30 or 0.5.';
const NAMES =
  /^Accepted: none, or one or more of these, separated by commas: event, changes, linked-issues, discussion\.$/;
const ONE_PROJECT =
  'Accepted: one project. For several projects, use a matrix, and set this input to its value.';
const NO_BLANKS = 'Accepted: an identifier without whitespace.';
const NO_URL = 'Accepted: an identifier, not a URL.';
const NO_PATH = 'Accepted: an identifier, not a path.';

/** Values that an input refuses, separated by `|`, with what is told behind `<name>: got "<value>". `. */
type Refused = [name: string, values: string, accepted: string | RegExp];
const AGENT_REFUSES: Refused[] = [
  ['mode', 'report|agent,', 'Accepted: agent or analytics.'],
  ['wait', 'xtrue|falsey|yes|on|1|0|no|tRUE|true false', BOOLEAN],
  ['timeout-minutes', '0|7200.1|1e3|-1|0x10|Infinity|30 min|1-', NUMBER(7200)],
  ['poll-interval-seconds', '0.0|.|3601|0.099|0.001', INTERVAL],
  ['issue-number', '0|##12|1.5|12a|12#|9999999999999999', /^Accepted: the number of an issue/],
  ['fail-on', 'none, failed|fail|,|failed; timeout|unknown|error', OUTCOMES],
  ['include', 'files|diff|none, changes', NAMES],
  ['minimum-permission', 'owner', 'Accepted: none, read, triage, write, maintain or admin.'],
  ['trigger-phrase', '/docs please', 'Accepted: one word, such as /docs.'],
  ['release-tag', 'v 1|a..b|-v1|/v1|v1/|v1.lock|v[1]|v1*|refs/tags/', /^Accepted: the name of a tag/],
  ['job-id', '.|..', NO_PATH],
  ['job-id', 'a b', NO_BLANKS],
  ['job-id', 'https://x/y|HTTP://x', NO_URL],
  ['project-id', 'https://dashboard.mintlify.com/acme/docs', NO_URL],
  ['project-id', 'a, b|,', ONE_PROJECT],
  [
    'allowed-bots',
    '*|a, *|*[bot]|@dependabot|a[bot]b',
    /^Accepted: the login of each bot, such as dependabot/,
  ],
  [
    'commit-status',
    '😀|a\u{10000}|docs\u{1f4dd}',
    /^Accepted: one line of at most 255 characters, without emoji/,
  ],
  ['base-url', 'api.mintlify.com|http://api.mintlify.com|http://10.0.0.1', ORIGIN],
  ['base-url', 'http://localhost.example.com|http://notlocalhost|http://api.localhost', ORIGIN],
  ['base-url', 'ftp://127.0.0.1|file:///etc/passwd', ORIGIN],
  ['base-url', 'https://a.example?x=1|https://a.example#x|https://a.example/v1|https://a.example//', ORIGIN],
  ['base-url', 'http://127.0.0.1:4010/api|https://|http://127.0.0.1.a.example', ORIGIN],
];
const ANALYTICS_REFUSES: Refused[] = [
  ['max-requests', '-1|0|100001|2.5|1x|x1', 'Accepted: a whole number from 1 to 100000.'],
  ['period', '7 days|all|2026-02-02..2026-02-01', /^Accepted: 1d to /],
  ['compare', 'true|2026-02-30..2026-03-01', /^Accepted: previous, last-year, none/],
  ['project-id', 'a b', NO_BLANKS],
  ['project-id', 'a, ..|,', ONE_PROJECT],
  ['site-url', 'http://docs.example.com|docs.example.com|javascript:alert(1)', SITE],
  ['site-url', 'https://docs.example.com/?q=1|https://docs.example.com/#x', SITE],
  ['artifact-name', 'docs/views|a:b|a*|a\\b|a?|<a|a>|"a|a ##[add-mask]b', NAME],
];

describe('a value that cannot be used is told with what is accepted', () => {
  const expectRefused = (given: Given, [name, values, accepted]: Refused) => {
    for (const value of values.split('|')) {
      const [line = '', ...others] = told({ ...given, [name]: value });
      const start = `${name}: got "${value}". `;
      expect([line.slice(0, start.length), others]).toEqual([start, []]);
      expect(line.slice(start.length)).toEqual(
        typeof accepted === 'string' ? accepted : expect.stringMatching(accepted),
      );
    }
  };

  test.each(AGENT_REFUSES)('%s: %j', (...row) => expectRefused({}, row));

  test.each(ANALYTICS_REFUSES)('in analytics mode, %s: %j', (...row) =>
    expectRefused({ mode: 'analytics' }, row),
  );

  test.each([
    // On one line, without what acts, shortened.
    ['project-id', 'a\u0000b', /^project-id: got "a\ufffdb"\. Accepted: an identifier without whitespace/],
    ['project-id', 'a\u0085b', /identifier without whitespace/],
    ['project-id', 'a\nb', /^project-id: got "a b"\. Accepted: one project\. .* matrix/],
    ['project-id', ' \n ', /^project-id: missing\. Copy it from the API keys page of the Mintlify dash/],
    ['artifact-name', 'a\nb', /^artifact-name: got "a b"\. Accepted/],
    ['artifact-name', 'a\u202eb', /^artifact-name: got "a\ufffdb"\. Accepted/],
    ['artifact-name', 'é'.repeat(101), /^artifact-name: got "é{79}…"\. Accepted/],
    ['max-requests', `1\n2${'x'.repeat(200)}`, /^max-requests: got "1 2x{76}…"\. Accepted[^\n]*$/],
    // Without the password of a URL.
    ['site-url', 'https://me:hunter2@example.com', /^site-url: got "\*{3}@example\.com"\. Accepted/],
    ['base-url', 'https://me:hunter2@x@example.com', /^base-url: got "\*{3}@example\.com"\. Accepted/],
    ['base-url', 'https://:hunter2@example.com', /^base-url: got "\*{3}@example\.com"\. Accepted/],
    ['base-url', 'me:hunter2@example.com', /^base-url: got "\*{3}@example\.com"\. Accepted/],
    ['project-id', 'https://me:hunter2@example.com/a', /^project-id: got "\*{3}@example\.com\/a"\. Accepted/],
    // Nothing of the key.
    [
      'api-key',
      '',
      /^api-key: missing\. .* forks and by Dependabot, .* `pull_request`; use `pull_request_target`\.$/,
    ],
    ['api-key', ' \n', /^api-key: missing/],
    ['api-key', 'mint_hunter2 part', /^api-key: it contains whitespace/],
    ['api-key', 'mint_hunter2\npart', /^api-key: it contains whitespace/],
    ['api-key', 'mint_hunter2é', /^api-key: it contains invalid characters/],
    ['api-key', 'émint_hunter2', /^api-key: it contains invalid characters/],
    ['api-key', 'mint_hunter2\u0000', /^api-key: it contains invalid characters/],
    ['api-key', 'mint_dsc_hunter2', /^api-key: this is an assistant or search key .*Create an admin key/],
    ['github-token', 'ghs_hunter2\u200b', /^github-token: it contains invalid characters\. Paste the token/],
    ['api-key', 'mint_us_hunter2', /^api-key: this is an assistant or search key .*Create an admin key/],
  ])('%s: %j is told as it may be shown', (name, value, line) => {
    const lines = told({ mode: 'analytics', [name]: value });
    expect(lines).toEqual([expect.stringMatching(line)]);
    expect(lines.join()).not.toContain('hunter2');
  });
});

test('the project may be spelled projectId, and is told in the spelling that was used', () => {
  expect(agent({ 'project-id': '', projectId: ' docs ' }).projectId).toBe('docs');
  expect(agent({ 'project-id': 'docs', projectId: 'docs' }).projectId).toBe('docs');
  expect(told({ projectId: 'other' })).toEqual([
    'project-id: got "docs". `projectId` is another name for this input, but has another value. Set only one of them.',
  ]);
  expect(told({ 'project-id': '', projectId: 'a b' })).toEqual([`projectId: got "a b". ${NO_BLANKS}`]);
});

test('inputs of the other mode are unused, unless they are at their default', () => {
  const unused = (inputs: Given) => {
    const env = environment(inputs);
    return unusedInputs(env, readMode(env, NOW));
  };
  expect([unused({}), unused({ mode: 'analytics' })]).toEqual([[], []]);
  const usual = { period: '7D', compare: 'Previous', 'max-requests': '90', 'site-url': ' ' };
  expect(unused({ ...usual, 'artifact-name': 'docs-page-views' })).toEqual([]);
  // Seven days, on a Monday.
  expect(unused({ period: 'last-week' })).toEqual(['period']);
  const odd = { period: '30d', compare: 'x', 'site-url': 'x', 'artifact-name': '' };
  expect(unused(odd)).toEqual(Object.keys(odd));
  const asked = {
    prompt: 'x',
    wait: 'false',
    'allowed-bots': 'a',
    'trigger-label': 'x',
    'skip-label': 'x',
    'commit-status': 'x',
  };
  expect(unused({ mode: 'analytics', ...asked, comment: 'false' }).sort()).toEqual(Object.keys(asked).sort());
});

test.each(['\u200b', '\u2800', ' \u2060\n', '\ufe0f', '\u3164', '\u00ad\u200e'])(
  'a prompt of %j alone is no prompt',
  (prompt) => {
    expect(agent({ prompt }).prompt).toBeUndefined();
    expect(agent({ prompt: `${prompt}x` }).prompt).toContain('x');
  },
);

test.each([
  ...['docs/?', 'a+', '[ab].md', 'a\\b', '*.{ts', '!', '# code', '"src/**"', "'!docs/**'", 'src/** # code'],
  ...['- src/**', '- "src/"', '! docs/**', '!/docs/**', '/src/**', './src/', '../src', 'src/', '!docs/'],
])('the pattern %s can match nothing, which is an error also beside others', (pattern) => {
  const text = `The pattern \`${pattern}\` can't match any file. Accepted: paths from the root of the repository, such as \`src/**\``;
  expect(told({ paths: `**\n${pattern}`, include: 'changes' })).toEqual([expect.stringContaining(text)]);
});

/** Inputs that need others, with what is told; empty for nothing. */
const NEEDS: [Given, told: string | RegExp][] = [
  [{ paths: 'src/**' }, /^paths: got "src\/\*\*"\. .*add `changes` to `include`, or set `commit-status`\.$/],
  [{ paths: 'src/**', include: 'event' }, /^paths: /],
  [{ paths: 'src/**', include: 'x' }, /^include: /],
  [{ paths: 'src/**', 'commit-status': '😀' }, /^commit-status: /],
  [{ paths: 'src/**', 'commit-status': 'Docs' }, ''],
  [{ paths: '!docs/**', include: 'changes' }, /Every pattern begins with `!`/],
  [{ paths: ',', include: 'changes' }, /^paths: /],
  [{ 'job-id': 'Latest', comment: 'false' }, /^job-id: got "Latest"\. .*set `comment: true`\.$/],
  [{ 'job-id': 'latest', 'github-token': '' }, /^job-id: .*set `github-token`\.$/],
  [{ 'job-id': 'latest', comment: 'x' }, /^comment: /],
  [{ 'job-id': 'job_1', comment: 'false' }, ''],
  [
    { 'skip-label': 'Docs', 'trigger-label': 'docs' },
    /^skip-label: got "Docs"\. It must differ from `trigger-label`/,
  ],
  [{ 'trigger-label': 'NO-DOCS', 'commit-status': 'Docs' }, /^skip-label: got "no-docs"/],
  [{ 'commit-status': 'x'.repeat(256) }, /^commit-status: got "x{79}…"\. Accepted: one line of at most 255/],
  [{ 'commit-status': 'Docs', 'minimum-permission': 'maintain' }, ''],
  [
    { 'commit-status': 'Docs', comment: 'false' },
    /^commit-status: got "Docs"\. It also needs `comment: true`\.$/,
  ],
  [{ 'commit-status': 'Docs', wait: 'false', 'github-token': '' }, /needs `github-token`, `wait: true`\.$/],
  [{ 'commit-status': 'Docs', 'minimum-permission': 'none' }, /needs `minimum-permission: write` or more\.$/],
  [{ 'commit-status': 'Docs', 'minimum-permission': 'triage' }, /`minimum-permission: write`/],
];
test.each(NEEDS)('%j: %s', (given, line) => {
  expect(told(given)).toEqual(line === '' ? [] : [expect.stringMatching(line)]);
  expect(told({ ...given, mode: 'analytics', comment: '', include: '' })).toEqual([]);
});

test.each([
  ['INPUT_TRIGGER_LABEL', 'trigger_label', 'trigger-label'],
  ['INPUT_JOBID', 'jobid', 'job-id'],
  ['INPUT_API_KEY', 'api_key', 'api-key'],
  ['INPUT_PROJECT_ID', 'project_id', 'project-id'],
  ['INPUT_MAXREQUESTS', 'maxrequests', 'max-requests'],
  ['INPUT_Mode', 'mode', 'mode'],
])('%s is an error that names both, in every mode, without its value', (variable, given, name) => {
  for (const mode of ['agent', 'analytics', 'x']) {
    const env = { ...environment({}), INPUT_MODE: mode, [variable]: KEY };
    const line = `${given}: the action doesn't read ${variable}. Did you mean \`${name}\`?`;
    const problems = expect.arrayContaining([line]);
    expect(() => readFrom(env)).toThrow(
      expect.objectContaining({ problems, message: expect.not.stringContaining(KEY) }),
    );
  }
});

test("other variables are nobody's mistake", () => {
  const env = { ...environment({}), INPUT_OTHER: 'x', input_jobid: 'x', MY_INPUT_JOBID: 'x' };
  expect(readFrom(env)).toEqual(AGENT_DEFAULTS);
});

describe('problems', () => {
  const COMMON = { 'api-key': '', 'project-id': '', 'base-url': 'x', 'fail-on': 'x', 'issue-number': 'x' };
  const AGENT = { 'job-id': 'a b', wait: 'no', 'timeout-minutes': '0' };
  const ANALYTICS = { 'max-requests': 'x', 'artifact-name': 'a:b', period: 'x', compare: 'x' };
  const all = { ...COMMON, ...AGENT, ...ANALYTICS };
  const names = (...groups: object[]) => groups.flatMap(Object.keys);

  test('are told all at once, those of the mode at hand, and of both if it is unknown', () => {
    expect(refused(all)).toEqual(names(COMMON, AGENT));
    expect(refused({ ...all, mode: 'analytics' })).toEqual(names(COMMON, ANALYTICS));
    expect(refused({ ...all, mode: 'x' })).toEqual(['mode', ...names(COMMON, AGENT, ANALYTICS)]);
    expect(refused({ mode: 'x' })).toEqual(['mode']);
  });
});
