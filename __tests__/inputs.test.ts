import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { InputError, readAgentInputs, readAnalyticsInputs, readMode } from '../src/inputs.ts';
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

const OF_ANALYTICS = ['period', 'compare', 'site-url', 'max-requests', 'artifact-name'];
const modeOf = (name: string): Given => (OF_ANALYTICS.includes(name) ? { mode: 'analytics' } : {});

const COMMON_DEFAULTS = {
  ...{ apiKey: KEY, baseUrl: new URL('https://api.mintlify.com'), comment: true, issueNumber: undefined },
  ...{ githubToken: expect.stringMatching(/^ghs_/), failOn: new Set(['failed', 'timeout']) },
  projectId: 'docs',
};
const AGENT_DEFAULTS = {
  ...COMMON_DEFAULTS,
  ...{ prompt: undefined, jobId: undefined, include: undefined, releaseTag: undefined, paths: undefined },
  ...{ wait: true, timeoutMs: 1_800_000, pollIntervalMs: 30_000, notify: false, dryRun: false },
  ...{ triggerLabel: undefined, triggerPhrase: '/docs', minimumPermission: 'write', allowedBots: [] },
  ...{ commitStatus: undefined, skipLabel: 'no-docs' },
};
const ANALYTICS_DEFAULTS = {
  ...{ ...COMMON_DEFAULTS, siteUrl: undefined, maxRequests: 90, artifactName: 'docs-page-views' },
  period: { from: '2026-02-25', to: '2026-03-03', isMonth: false },
  compare: { from: '2026-02-18', to: '2026-02-24', isMonth: false },
};

test.each([
  ['agent', AGENT_DEFAULTS],
  ['analytics', ANALYTICS_DEFAULTS],
])('defaults of %s mode are those of action.yml, also of blank and absent inputs', (mode, defaults) => {
  const action = parse(readFileSync('action.yml', 'utf8')) as { inputs: Given };
  const others = Object.keys(action.inputs).filter((name) => !(name in REQUIRED || name === 'artifact-name'));
  const blank = Object.fromEntries(others.map((name) => [name, ' \n']));
  const INPUT_MODE = mode === 'agent' ? undefined : mode;
  expect(read({ mode })).toEqual(defaults);
  expect(read({ ...blank, mode: INPUT_MODE ?? ' ' })).toEqual({ ...defaults, githubToken: '' });
  const bare = readFrom({ INPUT_MODE, 'INPUT_API-KEY': KEY, 'INPUT_PROJECT-ID': 'docs' });
  expect(bare).toEqual({ ...defaults, githubToken: '' });
});

type Row = [name: string, values: string, taken: object];
const IDS = ['docs', '64f0c1', 'a/b?c#d', 'ünïcode', '...', '%2e%2e'];
/** 255 characters, and 200 bytes. */
const [LONG_STATUS, LONG_NAME] = ['Docs / décidé \uffff'.padEnd(255, 'x'), 'x'.repeat(200)];
const HOSTS =
  'https://a.example/ https://a.example:8443 http://localhost:4010 http://127.0.0.1:4010 http://127.1.2.3 http://[::1]:4010';
/** What is made of the values that an input may have, which are separated by `|`. */
test.each<Row>([
  ['comment', 'false|False|FALSE', { comment: false }],
  ['wait', 'true|True|TRUE', { wait: true }],
  ['timeout-minutes', '.5|0.5|00.50', { timeoutMs: 30_000 }],
  ['timeout-minutes', '5.|5', { timeoutMs: 300_000 }],
  ['timeout-minutes', '7200', { timeoutMs: 432_000_000 }],
  ['poll-interval-seconds', '0.1|.10', { pollIntervalMs: 100 }],
  ['poll-interval-seconds', '3600', { pollIntervalMs: 3_600_000 }],
  ['issue-number', '123|#123', { issueNumber: 123 }],
  ['fail-on', 'none|None', { failOn: new Set() }],
  ['fail-on', 'Failed, TIMEOUT, failed|timeout failed,', { failOn: new Set(['failed', 'timeout']) }],
  ['fail-on', 'archived\nno-pull-request', { failOn: new Set(['archived', 'no-pull-request']) }],
  // Nobody sees anything of it.
  ['prompt', '\u200b|\u2800| \u2060\n|\ufe0f|\u3164|\u00ad\u200e', { prompt: undefined }],
  ['prompt', '\u200b🔧', { prompt: '\u200b🔧' }],
  ['include', 'Changes, linked-issues\ndiscussion', { include: new Set(INCLUDABLE) }],
  ['release-tag', 'v1.2.3|refs/tags/v1.2.3', { releaseTag: 'v1.2.3' }],
  ['release-tag', '@acme/cli@1.2.3', { releaseTag: '@acme/cli@1.2.3' }],
  ['paths', 'src/**, *.md\r\n!a b\r\n|src/**, *.md\n!a b', { paths: ['src/**', '*.md', '!a b'] }],
  ['paths', 'src\na-b c#d.md\n!-x/*\n.github/**', { paths: ['src', 'a-b c#d.md', '!-x/*', '.github/**'] }],
  ['job-id', ' job_1 |job_1', { jobId: 'job_1' }],
  ['job-id', 'latest|Latest|LATEST', { jobId: 'latest' }],
  ...IDS.map((id): Row => ['job-id', id, { jobId: id }]),
  ...IDS.map((id): Row => ['project-id', id, { projectId: id }]),
  ['commit-status', LONG_STATUS, { commitStatus: LONG_STATUS }],
  ['trigger-phrase', '/write', { triggerPhrase: '/write' }],
  ['allowed-bots', 'a[bot], B-c[BOT]\n  Other', { allowedBots: ['a', 'b-c', 'other'] }],
  // Any prefix that is not another kind's, as keys change.
  ['api-key', 'mk_live_1', { apiKey: 'mk_live_1' }],
  ...HOSTS.split(' ').map((url): Row => ['base-url', url, { baseUrl: new URL(url) }]),
  ['mode', 'ANALYTICS', { maxRequests: 90 }],
  ['compare', 'None', { compare: undefined }],
  ['site-url', 'https://a.example|https://a.example/|https://a.example//', { siteUrl: 'https://a.example' }],
  ['site-url', 'HTTPS://Docs.Example.com:8443/a b', { siteUrl: 'https://docs.example.com:8443/a%20b' }],
  ...[1, 100_000].map((most): Row => ['max-requests', `${most}`, { maxRequests: most }]),
  // Given and empty: no artifact.
  ['artifact-name', '|  ', { artifactName: '' }],
  ['artifact-name', 'Docs views (2026)| Docs views (2026)', { artifactName: 'Docs views (2026)' }],
  ['artifact-name', 'résumé.日本 👩\u200d💻', { artifactName: 'résumé.日本 👩\u200d💻' }],
  ['artifact-name', LONG_NAME, { artifactName: LONG_NAME }],
])('%s may be %j: %j', (name, values, taken) => {
  const others = name === 'paths' ? { include: 'changes' } : {};
  for (const value of values.split('|'))
    expect(read({ ...modeOf(name), ...others, [name]: value })).toMatchObject(taken);
});

const ORIGIN =
  /^Accepted: an https URL without a path, user or query, .*\. Only localhost, 127\.0\.0\.0\/8 and \[::1\] may have an http URL\.$/;
const SITE = /^Accepted: the https URL of the docs site, such as .*, without a user or query\.$/;
const NAME =
  /^Accepted: at most 200 bytes, without tabs, line breaks, invisible characters, ##\[ or any of " : < > \| \* \? \\ \/\. /;
const SOME_OF = 'Accepted: none, or one or more of these, separated by commas:';
const OUTCOMES = `${SOME_OF} failed, archived, timeout, no-pull-request, incomplete.`;
const ONE_PROJECT =
  'Accepted: one project. For several projects, use a matrix, and set this input to its value.';
const [NO_BLANKS, NO_URL, NO_PATH] = ['without whitespace', ', not a URL', ', not a path'];
const FLAG = 'Accepted: true or false (also True, TRUE, False, FALSE).';
const BOTS = 'Accepted: the login of each bot, such as dependabot[bot]';
const STATUS = 'Accepted: one line of at most 255 characters, without emoji';

const AT = 'hunter2@y@x.example';
const PASSWORD = `https://me:${AT}`;
/** Too long to be told whole, with what is told of them. */
const [LONG, CUT] = ['x'.repeat(256), `${'x'.repeat(79)}…`];

/** Values that an input refuses, separated by `|`, with what is told of them behind `<name>: got "<shown>". `. */
test.each<[name: string, values: string, accepted: string | RegExp, shown?: string]>([
  ['mode', 'report|agent,', 'Accepted: agent or analytics.'],
  ['wait', 'xtrue|falsey|yes|on|1|0|no|tRUE|true false', FLAG],
  ['timeout-minutes', '0|7200.1|1e3|-1|0x10|Infinity|30 min|1-', 'above 0, up to 7200, such as 30 or 0.5.'],
  ['poll-interval-seconds', '0.0|.|3601|0.099|0.001', 'a number from 0.1 to 3600, such as 30 or 0.5.'],
  ['issue-number', '0|##12|1.5|12a|12#|9999999999999999', 'Accepted: the number of an issue'],
  ['fail-on', 'none, failed|fail|,|failed; timeout|unknown|error|checks', OUTCOMES],
  ['include', 'files|diff|none, changes', `${SOME_OF} event, changes, linked-issues, discussion.`],
  ['minimum-permission', 'owner', 'Accepted: none, read, triage, write, maintain or admin.'],
  ['trigger-phrase', '/docs please', 'Accepted: one word, such as /docs.'],
  ['release-tag', 'v 1|a..b|-v1|/v1|v1/|v1.lock|v[1]|v1*|refs/tags/', 'Accepted: the name of a tag'],
  ['job-id', '.|..', NO_PATH],
  ['job-id', 'a b', NO_BLANKS],
  ['job-id', 'https://x/y|HTTP://x', NO_URL],
  ['project-id', 'https://dashboard.mintlify.com/acme/docs', NO_URL],
  ['project-id', 'a b', NO_BLANKS],
  ['project-id', 'a, b|a, ..|,', ONE_PROJECT],
  ['allowed-bots', '*|a, *|*[bot]|@dependabot|a[bot]b', BOTS],
  ['commit-status', '😀|a\u{10000}|docs\u{1f4dd}', STATUS],
  ['base-url', 'api.mintlify.com|http://api.mintlify.com|http://10.0.0.1', ORIGIN],
  ['base-url', 'http://localhost.example.com|http://notlocalhost|http://api.localhost', ORIGIN],
  ['base-url', 'ftp://127.0.0.1|file:///etc/passwd', ORIGIN],
  ['base-url', 'https://a.example?x=1|https://a.example#x|https://a.example/v1|https://a.example//', ORIGIN],
  ['base-url', 'http://127.0.0.1:4010/api|https://|http://127.0.0.1.a.example', ORIGIN],
  ['max-requests', '-1|0|100001|2.5|1x|x1', 'Accepted: a whole number from 1 to 100000.'],
  ['period', '7 days|all|2026-02-02..2026-02-01', 'Accepted: 1d to '],
  ['compare', 'true|2026-02-18..2026-02-24', 'Accepted: previous, last-year'],
  ['site-url', 'http://docs.example.com|docs.example.com|javascript:alert(1)', SITE],
  ['site-url', 'https://docs.example.com/?q=1|https://docs.example.com/#x', SITE],
  ['artifact-name', 'docs/views|a:b|a*|a\\b|a?|<a|a>|"a|a ##[add-mask]b', NAME],
  // On one line, without what acts, shortened.
  ['project-id', 'a\u0000b|a\u0085b', NO_BLANKS, 'a\ufffdb'],
  ['project-id', 'a\nb', ONE_PROJECT, 'a b'],
  ['artifact-name', 'a\nb|a\u202eb', NAME, 'a b|a\ufffdb'],
  ['artifact-name', 'é'.repeat(101), NAME, `${'é'.repeat(79)}…`],
  ['max-requests', `1\n2${LONG}`, 'Accepted', `1 2${'x'.repeat(76)}…`],
  ['commit-status', LONG, STATUS, CUT],
  // Without the password of a URL.
  ['site-url', PASSWORD, SITE, '***@x.example'],
  ['base-url', `${PASSWORD}|https://:${AT}|me:${AT}`, ORIGIN, '***@x.example'],
  ['project-id', `${PASSWORD}/a`, NO_URL, '***@x.example/a'],
  // Nothing of what is missing, or secret.
  ['project-id', ' \n ', /^missing\. Copy it from the API keys page of the Mintlify dash/, ''],
  ['api-key', '| \n', /^missing\. .* forks and by Dependabot, .*; use `pull_request_target`\.$/, ''],
  ['api-key', 'mint_hunter2 part|mint_hunter2\npart', /^it contains whitespace/, ''],
  ['api-key', 'mint_hunter2é|émint_hunter2|hunter2\u0000', /^it contains invalid characters/, ''],
  ['api-key', 'mint_dsc_hunter2|mint_us_hunter2', /^this is an assistant or search key .*admin key/, ''],
  ['github-token', 'ghs_hunter2\u200b', /^it contains invalid characters\. Paste the token/, ''],
])('%s may not be %j, and what is accepted is told', (name, values, accepted, shown = values) => {
  const all = shown.split('|');
  for (const [at, value] of values.split('|').entries()) {
    const [line = '', ...others] = told({ ...modeOf(name), [name]: value });
    const start = `${name}: ${shown && `got "${all[at] ?? shown}". `}`;
    expect([line.slice(0, start.length), others]).toEqual([start, []]);
    expect(line.slice(start.length)).toMatch(accepted);
    expect(line).not.toMatch(/\n|hunter2/);
  }
});

test('the project may be spelled projectId, and is told in the spelling that was used', () => {
  for (const name of ['', 'docs'])
    expect(read({ 'project-id': name, projectId: ' docs ' }).projectId).toBe('docs');
  const both = '`projectId` is another name for this input, but has another value. Set only one of them.';
  expect(told({ projectId: 'other' })).toEqual([`project-id: got "docs". ${both}`]);
  const blank = 'projectId: got "a b". Accepted: an identifier without whitespace.';
  expect(told({ 'project-id': '', projectId: 'a b' })).toEqual([blank]);
});

test.each([
  ...['docs/?', 'a+', '[ab].md', 'a\\b', '*.{ts', '!', '# code', '"src/**"', "'!docs/**'", 'src/** # code'],
  ...['- src/**', '- "src/"', '! docs/**', '!/docs/**', '/src/**', './src/', '../src', 'src/', '!docs/'],
])('the pattern %s can match nothing, which is an error also beside others', (pattern) => {
  const text = `The pattern \`${pattern}\` can't match any file. Accepted: paths from the root of the repository, such as \`src/**\``;
  expect(told({ paths: `**\n${pattern}`, include: 'changes' })).toEqual([expect.stringContaining(text)]);
});

const STATUS_SET = { 'commit-status': 'Docs' };
/** Inputs that need others, with what is told; empty for nothing. */
test.each<[Given, told: string | RegExp]>([
  [
    { paths: 'src/**', include: 'event' },
    /^paths: got "src\/\*\*"\. .*add `changes` to `include`, or set `commit-status`\.$/,
  ],
  [{ paths: 'src/**', include: 'x' }, /^include: /],
  [{ paths: 'src/**', 'commit-status': '😀' }, /^commit-status: /],
  [{ paths: 'src/**', 'commit-status': 'Docs' }, ''],
  [{ paths: '!docs/**', include: 'changes' }, /Every pattern begins with `!`/],
  [{ paths: ',', include: 'changes' }, /^paths: /],
  [{ 'job-id': 'Latest', comment: 'false' }, /^job-id: got "Latest"\. .*set `comment: true`\.$/],
  [{ 'job-id': 'latest', 'github-token': '' }, /^job-id: .*set `github-token`\.$/],
  [{ 'job-id': 'latest', comment: 'x' }, /^comment: /],
  [{ 'job-id': 'job_1', comment: 'false' }, ''],
  [{ ...STATUS_SET, 'skip-label': 'Docs', 'trigger-label': 'docs' }, /^skip-label: got "Docs"\. It must/],
  [{ 'trigger-label': 'NO-DOCS', 'commit-status': 'Docs' }, /^skip-label: got "no-docs"/],
  [{ ...STATUS_SET, 'minimum-permission': 'maintain' }, ''],
  [{ ...STATUS_SET, comment: 'false' }, /^commit-status: got "Docs"\. It also needs `comment: true`\.$/],
  [{ ...STATUS_SET, wait: 'false', 'github-token': '' }, /needs `github-token`, `wait: true`\.$/],
  [{ ...STATUS_SET, 'minimum-permission': 'none' }, /needs `minimum-permission: write` or more\.$/],
  [{ ...STATUS_SET, 'minimum-permission': 'triage' }, /`minimum-permission: write`/],
])('%j: %s', (given, line) => {
  expect(told(given)).toEqual(line === '' ? [] : [expect.stringMatching(line)]);
  expect(told({ ...given, mode: 'analytics', comment: '' })).toEqual([]);
});

test.each([
  ['INPUT_TRIGGER_LABEL', 'trigger_label', 'trigger-label'],
  ['INPUT_API_KEY', 'api_key', 'api-key'],
  ['INPUT_PROJECT_ID', 'project_id', 'project-id'],
  ['INPUT_MAXREQUESTS', 'maxrequests', 'max-requests'],
  ['INPUT_Mode', 'mode', 'mode'],
])('%s is an error that names both, in every mode, without its value', (variable, given, name) => {
  for (const mode of ['agent', 'analytics', 'x']) {
    const env = { ...environment({}), INPUT_MODE: mode, [variable]: KEY };
    const line = `${given}: the action doesn't read ${variable}. Did you mean \`${name}\`?`;
    const error = { problems: expect.arrayContaining([line]), message: expect.not.stringContaining(KEY) };
    expect(() => readFrom(env)).toThrow(expect.objectContaining(error));
  }
});

test("other variables are nobody's mistake", () => {
  const env = { ...environment({}), INPUT_OTHER: 'x', input_jobid: 'x', MY_INPUT_JOBID: 'x' };
  expect(readFrom(env)).toEqual(AGENT_DEFAULTS);
});

test('problems are told all at once, those of the mode at hand, and of both if it is unknown', () => {
  const common = { 'api-key': '', 'project-id': '', 'base-url': 'x', 'fail-on': 'x', 'issue-number': 'x' };
  const agent = { 'job-id': 'a b', wait: 'no', 'timeout-minutes': '0' };
  const analytics = { 'max-requests': 'x', 'artifact-name': 'a:b', period: 'x', compare: 'x' };
  const all = { ...common, ...agent, ...analytics };
  const refused = (inputs: Given) => told(inputs).map((line) => line.replace(/:.*/s, ''));
  const names = (...groups: object[]) => groups.flatMap(Object.keys);
  expect(refused(all)).toEqual(names(common, agent));
  expect(refused({ ...all, mode: 'analytics' })).toEqual(names(common, analytics));
  expect(refused({ ...all, mode: 'x' })).toEqual(['mode', ...names(common, agent, analytics)]);
  expect(refused({ mode: 'x' })).toEqual(['mode']);
  expect(() => read({ wait: 'no' })).toThrow(`Invalid input wait: got "no". ${FLAG}`);
});
